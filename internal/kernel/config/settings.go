package config

import (
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"lectern/internal/kernel/secret"
)

// Origin is where the value of a setting comes from.
type Origin string

// The origins, in order of precedence.
const (
	FromFlag        Origin = "flag"
	FromEnvironment Origin = "environment"
	FromFile        Origin = "file"
	FromDefault     Origin = "default"
)

// Setting is one setting with its current value, for people to read.
type Setting struct {
	Name   string // LECTERN_LISTEN
	Value  string // always empty for a secret
	Secret bool
	Set    bool // it has a value; all that is shown of a secret
	From   Origin
}

// Settings lists every setting in the order of Config. No value contains a secret: addresses are without user,
// password and parameters. flags are the names given on the command line, such as listen.
func (c *Config) Settings(source *Source, flags []string) []Setting {
	v := reflect.ValueOf(*c)
	out := make([]Setting, 0, v.NumField())
	for i, name := range Names() {
		one := Setting{Name: name, From: source.origin(name)}
		if slices.ContainsFunc(flags, func(flag string) bool { return EnvName(flag) == name }) {
			one.From = FromFlag
		}
		switch value := v.Field(i).Interface().(type) {
		case secret.Text:
			one.Secret, one.Set = true, !value.Empty()
		case []string:
			one.Value = strings.Join(value, ",")
		case Address:
			one.Value = value.Place()
		default:
			one.Value = place(fmt.Sprint(value))
		}
		one.Set = one.Set || one.Value != ""
		out = append(out, one)
	}
	return out
}

// Place returns the address without user, password and parameters.
func (a Address) Place() string { return place(string(a)) }

// place returns an address without anything secret. Other texts stay as they are.
func place(text string) string {
	if !strings.Contains(text, "://") {
		return text
	}
	u, err := url.Parse(text)
	if err != nil {
		return secret.Mask
	}
	u.User, u.RawQuery, u.Fragment = nil, "", ""
	return u.String()
}

// origin returns where a setting was found. An empty value counts as unset, as in lookup.
func (s *Source) origin(name string) Origin {
	for _, from := range []struct {
		values map[string]string
		origin Origin
	}{{s.env, FromEnvironment}, {s.file, FromFile}} {
		if from.values[name] != "" || from.values[name+"_FILE"] != "" {
			return from.origin
		}
	}
	return FromDefault
}
