package config_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"

	"lectern/internal/kernel/config"
	"lectern/internal/kernel/secret"
)

// parse reads a command line as package app does.
func parse(t *testing.T, args, environ []string, file string) (*config.Config, error) {
	t.Helper()
	path := ""
	if file != "" {
		path = filepath.Join(t.TempDir(), "lectern.env")
		if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	source, err := config.NewSource(environ, path)
	if err != nil {
		return nil, err
	}
	var c config.Config
	flags := pflag.NewFlagSet("lectern", pflag.ContinueOnError)
	c.AddFlags(flags)
	if err := errors.Join(flags.Parse(args), source.Fill(flags)); err != nil {
		return nil, err
	}
	return &c, c.Validate()
}

func TestFlagBeatsEnvironmentBeatsFile(t *testing.T) {
	file := "# comment\nLECTERN_LISTEN=file:1\nLECTERN_DATA='/file data'\nexport LECTERN_SCOPE=\"file\"\n"
	c, err := parse(t, []string{"--listen=flag:1"},
		[]string{"LECTERN_LISTEN=env:1", "LECTERN_DATA=/env", "LECTERN_SCOPE=", "LECTERN_KEYS_FILE=", "HOME=/x"}, file)
	if err != nil {
		t.Fatal(err)
	}
	if c.Listen != "flag:1" || c.Data != "/env" || c.Scope != "file" || c.TimeZone != "Asia/Shanghai" {
		t.Fatalf("got %q %q %q %q", c.Listen, c.Data, c.Scope, c.TimeZone)
	}
}

func TestListsAreJoined(t *testing.T) {
	c, err := parse(t, []string{"--trusted-proxies=10.0.0.1,10.0.0.2", "--trusted-proxies=10.0.0.3", "--live-origins="},
		[]string{"LECTERN_LIVE_ORIGINS=https://live.example.edu"}, "")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([][]string{{"10.0.0.1", "10.0.0.2", "10.0.0.3"}, nil},
		[][]string{c.TrustedProxies, c.LiveOrigins}); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSecretsComeFromFiles(t *testing.T) {
	path := filepath.Join(t.TempDir(), "url")
	if err := os.WriteFile(path, []byte("postgres://u:p@h/d\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := parse(t, nil, []string{"LECTERN_DATABASE_FILE=" + path}, "")
	if err != nil || c.DatabaseURL() != "postgres://u:p@h/d" {
		t.Fatalf("got %q, %v", c.DatabaseURL(), err)
	}
	if _, err := parse(t, nil, []string{"LECTERN_KEYS_FILE=/no/such/file"}, ""); err == nil ||
		!strings.Contains(err.Error(), "LECTERN_KEYS_FILE") {
		t.Fatalf("got %v", err)
	}
}

func TestWrongSettingsAreNamed(t *testing.T) {
	for _, tc := range []struct{ name, env, file, want string }{
		{"time zone", "LECTERN_TIME_ZONE=Mars/Olympus", "", "LECTERN_TIME_ZONE"},
		{"live origin without TLS", "LECTERN_LIVE_ORIGINS=http://live.example.edu", "", "LECTERN_LIVE_ORIGINS"},
		{
			"live origin with a path",
			"LECTERN_LIVE_ORIGINS=http://127.0.0.1:9000,https://live.example.edu/hls", "", "LECTERN_LIVE_ORIGINS",
		},
		{"live origin for all", "LECTERN_LIVE_ORIGINS=https://*.example.edu", "", "LECTERN_LIVE_ORIGINS"},
		{"proxy", "LECTERN_TRUSTED_PROXIES=10.0.0.0/8,nonsense", "", "LECTERN_TRUSTED_PROXIES"},
		{"public address", "LECTERN_PUBLIC_URL=portal.example", "", "LECTERN_PUBLIC_URL"},
		{"help page", "LECTERN_HELP_URL=javascript:alert(1)", "", "LECTERN_HELP_URL"},
		{"template menu", "LECTERN_TEMPLATE_MENU=yes", "", "LECTERN_TEMPLATE_MENU"},
		{"enum", "LECTERN_FIRST_PASSWORD=secret", "", "LECTERN_FIRST_PASSWORD"},
		{"number", "LECTERN_MAX_REQUESTS=0", "", "LECTERN_MAX_REQUESTS"},
		{"duration", "LECTERN_SESSION_IDLE=soon", "", "LECTERN_SESSION_IDLE"},
		{"misspelt in the file", "", "LECTERN_LISEN=:1\n", "lectern.env:1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := parse(t, nil, []string{tc.env}, tc.file)
			if err == nil || !strings.Contains(err.Error(), tc.want) || strings.Contains(err.Error(), "\n") {
				t.Fatalf("got %v", err)
			}
		})
	}
}

func TestUnknownVariablesAreFound(t *testing.T) {
	source, err := config.NewSource(
		[]string{"LECTERN_DATABSE=x", "LECTERN_KEYS_FILE=x", "LECTERN_TEST_POSTGRES=x", "PATH=x"}, "")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"LECTERN_DATABSE"}, source.Unknown()); diff != "" {
		t.Fatalf("(-want +got):\n%s", diff)
	}
}

func TestPrintMasksSecrets(t *testing.T) {
	c := &config.Config{Database: "postgres://u:canary@h/d", Keys: secret.New("canary"), SignSecret: secret.New("canary")}
	text := c.Print() + fmt.Sprintf("%v %+v %#v %s", *c, *c, *c, c.Database)
	if strings.Contains(text, "canary") {
		t.Fatal(text)
	}
	if !strings.Contains(text, "LECTERN_DATABASE=postgres://u:xxxxx@h/d") {
		t.Fatal("the address should be readable: " + text)
	}
}

func TestDatabaseDefaultsToTheDataFolder(t *testing.T) {
	c := &config.Config{Data: "/srv/lectern"}
	if got := c.DatabaseURL(); got != "/srv/lectern/lectern.db" {
		t.Fatal(got)
	}
}

// Staff see every setting and its source, but of a secret only whether it is set.
func TestSettingsRevealNoSecret(t *testing.T) {
	source, err := config.NewSource([]string{
		"LECTERN_SIGN_SECRET=canary",
		"LECTERN_DATABASE=postgres://canary:canary@h/d?password=canary", "LECTERN_SCOPE=x",
	}, "")
	if err != nil {
		t.Fatal(err)
	}
	c := &config.Config{
		Listen: ":9", Database: "postgres://canary:canary@h/d?sslpassword=canary",
		SignSecret: secret.New("canary"), Scope: "x", TraceEndpoint: "https://canary:canary@trace/v1?key=canary",
		TrustedProxies: []string{"10.0.0.1", "10.0.0.2"},
	}
	list := c.Settings(source, []string{"listen"})
	if text := fmt.Sprintf("%+v", list); strings.Contains(text, "canary") || len(list) != len(config.Names()) {
		t.Fatal(text)
	}
	got := map[string]config.Setting{}
	for _, one := range list {
		got[one.Name] = one
	}
	for _, want := range []config.Setting{
		{Name: "LECTERN_LISTEN", Value: ":9", Set: true, From: config.FromFlag},
		{Name: "LECTERN_DATABASE", Value: "postgres://h/d", Set: true, From: config.FromEnvironment},
		{Name: "LECTERN_SIGN_SECRET", Secret: true, Set: true, From: config.FromEnvironment},
		{Name: "LECTERN_CLIENT_SECRET", Secret: true, From: config.FromDefault},
		{Name: "LECTERN_TRUSTED_PROXIES", Value: "10.0.0.1,10.0.0.2", Set: true, From: config.FromDefault},
		{Name: "LECTERN_TRACE_ENDPOINT", Value: "https://trace/v1", Set: true, From: config.FromDefault},
	} {
		if diff := cmp.Diff(want, got[want.Name]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", want.Name, diff)
		}
	}
}
