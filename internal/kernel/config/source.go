package config

import (
	"fmt"
	"os"
	"os/user"
	"reflect"
	"slices"
	"strings"

	"lectern/internal/kernel/locale"
)

// envPrefix begins the environment variable of every setting.
const envPrefix = "LECTERN_"

// EnvName returns the environment variable of a flag: trusted-proxies is LECTERN_TRUSTED_PROXIES.
func EnvName(flag string) string {
	return envPrefix + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

// Source looks up settings that no flag sets: first in the environment, then in the file.
type Source struct {
	env    map[string]string
	file   map[string]string
	system string // the language of the terminal, as in zh_CN.UTF-8
	login  string // the user who typed the command, if the environment says so
}

// FileSetting is the environment variable that names the optional file; its flag is --config.
const FileSetting = "LECTERN_CONFIG"

// NewSource reads the environment (the result of os.Environ), and the file at path if that is not empty.
func NewSource(environ []string, path string) (*Source, error) {
	s := &Source{env: map[string]string{}, file: map[string]string{}}
	for _, line := range environ {
		name, value, _ := strings.Cut(line, "=")
		switch {
		case strings.HasPrefix(name, envPrefix):
			s.env[name] = value
		case name == "LC_ALL" && value != "", name == "LANG" && s.system == "":
			s.system = value
		case name == "SUDO_USER" && value != "", name == "USER" && s.login == "":
			s.login = value
		}
	}
	if path == "" {
		path = s.env[FileSetting]
	}
	if path == "" {
		return s, nil
	}
	raw, err := os.ReadFile(path) //nolint:gosec // the operator names the file
	if err != nil {
		return nil, fmt.Errorf("read the configuration file: %w", err)
	}
	if err := s.parse(path, string(raw)); err != nil {
		return nil, err
	}
	return s, nil
}

// parse reads NAME=value lines. # starts a comment line; quotes around a value are removed.
func (s *Source) parse(path, text string) error {
	known := Names()
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		name = strings.TrimSpace(strings.TrimPrefix(name, "export "))
		if !ok || !slices.Contains(known, strings.TrimSuffix(name, "_FILE")) && !slices.Contains(known, name) {
			return fmt.Errorf("%s:%d: %q isn't a setting of Lectern; `lectern config` lists them", path, i+1, name)
		}
		value = strings.TrimSpace(value)
		if n := len(value); n >= 2 && value[0] == value[n-1] && (value[0] == '"' || value[0] == '\'') {
			value = value[1 : n-1]
		}
		s.file[name] = value
	}
	return nil
}

// lookup finds a setting: NAME or NAME_FILE in the environment, then in the file. An empty value counts as unset.
func (s *Source) lookup(name string) (string, error) {
	for _, from := range []map[string]string{s.env, s.file} {
		if value := from[name]; value != "" {
			return value, nil
		}
		if path := from[name+"_FILE"]; path != "" {
			raw, err := os.ReadFile(path) //nolint:gosec // the operator names the file
			if err != nil {
				return "", fmt.Errorf("%s_FILE: %w", name, err)
			}
			return strings.TrimSpace(string(raw)), nil
		}
	}
	return "", nil
}

// Language returns the language of the command line's messages.
func (s *Source) Language() locale.Language {
	return locale.Match(strings.ReplaceAll(s.system, "_", "-"))
}

// Login returns the user of the operating system who runs the command; with sudo the person, not root.
func (s *Source) Login() string {
	if s.login != "" {
		return s.login
	}
	who, err := user.Current()
	if err != nil {
		return "" // a number without a name, as in a container
	}
	return who.Username
}

// Unknown lists variables that look like settings and aren't: most likely they are misspelt.
func (s *Source) Unknown() []string {
	known := append(Names(), FileSetting)
	var out []string
	for name := range s.env {
		if strings.HasPrefix(name, "LECTERN_TEST_") || name == "LECTERN_BIN" {
			continue
		}
		if !slices.Contains(known, name) && !slices.Contains(known, strings.TrimSuffix(name, "_FILE")) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// Names lists the environment variables of all settings, in the order of Config.
func Names() []string {
	names := flagNames()
	for i, name := range names {
		names[i] = EnvName(name)
	}
	return names
}

// flagNames lists the flags of all settings, in the order of Config.
func flagNames() []string {
	t := reflect.TypeFor[Config]()
	names := make([]string, t.NumField())
	for i := range names {
		names[i] = flagName(t.Field(i).Name)
	}
	return names
}

// flagName turns a field's name into its flag: ClientID becomes client-id, PublicURL public-url.
func flagName(field string) string {
	var b strings.Builder
	for i, r := range field {
		upper := r >= 'A' && r <= 'Z'
		if upper && i > 0 {
			prevLower := field[i-1] >= 'a' && field[i-1] <= 'z'
			nextLower := i+1 < len(field) && field[i+1] >= 'a' && field[i+1] <= 'z'
			if prevLower || nextLower {
				b.WriteByte('-')
			}
		}
		b.WriteRune(r)
	}
	return strings.ToLower(b.String())
}

// Print returns all settings as lines of a configuration file, secrets masked.
func (c *Config) Print() string {
	var b strings.Builder
	v := reflect.ValueOf(*c)
	for i, name := range Names() {
		text := fmt.Sprint(v.Field(i).Interface())
		if list, ok := v.Field(i).Interface().([]string); ok {
			text = strings.Join(list, ",")
		}
		fmt.Fprintf(&b, "%s=%s\n", name, text)
	}
	return b.String()
}
