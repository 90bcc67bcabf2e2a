package config

import (
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// AddFlags adds a flag for every setting and sets the defaults.
func (c *Config) AddFlags(flags *pflag.FlagSet) {
	fields := reflect.ValueOf(c).Elem()
	for i, name := range flagNames() {
		field := fields.Type().Field(i)
		value := settingValue{target: fields.Field(i).Addr().Interface(), placeholder: field.Tag.Get("placeholder")}
		if choices := field.Tag.Get("enum"); choices != "" {
			value.choices = strings.Split(choices, ",")
			value.placeholder = strings.Join(value.choices, "|")
		}
		if text, ok := field.Tag.Lookup("default"); ok {
			if err := value.Set(text); err != nil {
				panic(fmt.Sprintf("the default of %s: %v", name, err))
			}
		}
		flags.Var(value, name, field.Tag.Get("help")+" ("+EnvName(name)+")")
	}
}

// Fill sets what the command line doesn't: from the environment, then from the file.
func (s *Source) Fill(flags *pflag.FlagSet) error {
	for _, name := range flagNames() {
		flag := flags.Lookup(name)
		if flag.Changed {
			continue
		}
		text, err := s.lookup(EnvName(name))
		if err != nil {
			return err
		}
		if text == "" {
			continue
		}
		if err := flag.Value.Set(text); err != nil {
			return fmt.Errorf("%s: %w", EnvName(name), err)
		}
	}
	return nil
}

// settingValue lets pflag set a field of Config.
type settingValue struct {
	target      any // a pointer to the field
	placeholder string
	choices     []string
}

// Set parses the text of a flag, a variable or a file.
func (v settingValue) Set(text string) (err error) {
	switch target := v.target.(type) {
	case *string:
		if v.choices != nil && !slices.Contains(v.choices, text) {
			return fmt.Errorf("%q must be one of %s", text, strings.Join(v.choices, ", "))
		}
		*target = text
	case *int:
		*target, err = strconv.Atoi(text)
	case *time.Duration:
		*target, err = time.ParseDuration(text)
	case *[]string:
		if text != "" {
			*target = append(*target, strings.Split(text, ",")...)
		}
	case encoding.TextUnmarshaler:
		err = target.UnmarshalText([]byte(text))
	default:
		err = fmt.Errorf("a setting can't be a %T", v.target)
	}
	return err
}

// String returns the default for the help.
func (v settingValue) String() string {
	switch value := reflect.ValueOf(v.target); {
	case !value.IsValid(), value.Elem().IsZero():
		return ""
	default:
		return fmt.Sprint(value.Elem().Interface())
	}
}

// Type returns the placeholder that the help shows for the value.
func (v settingValue) Type() string { return v.placeholder }
