// Package config holds all settings of an installation in one struct. A setting has one name: the flag --listen, the
// environment variable LECTERN_LISTEN and the line LECTERN_LISTEN=… of a file are the same, and win in that order.
// Secrets can also be read from a file: LECTERN_KEYS_FILE names the file that holds LECTERN_KEYS.
//
// Only this package reads the environment. Start at Config.
package config

import (
	"fmt"
	"net/netip"
	"net/url"
	"path/filepath"
	"strings"
	"time"
	_ "time/tzdata" // a college has a time zone even where the system has no table of them

	"lectern/internal/kernel/secret"
)

// Config is the configuration. `lectern --help` prints the help texts in its tags.
type Config struct {
	Listen   string      `default:"127.0.0.1:8080" placeholder:"HOST:PORT" help:"Address to serve on; port 0 picks a free one."`
	Data     string      `default:"./data" placeholder:"FOLDER" help:"Folder for the database, keys and media."`
	Database Address     `placeholder:"URL" help:"postgres://… for PostgreSQL, or the path of an SQLite file. Default: lectern.db in the data folder."`
	Blobs    Address     `placeholder:"URL" help:"Where media is stored: a folder, or s3://[KEY:SECRET@]HOST:PORT/BUCKET for an object store. Default: blobs in the data folder."`
	Keys     secret.Text `placeholder:"TEXT" help:"The installation's keys, as 'lectern keys' prints them; all instances need the same ones. Default: the file keys in the data folder."`
	Node     string      `placeholder:"NAME" help:"Name of this instance, shown to staff; must be unique. Default: the machine's name, with -work for lectern work."`

	CollegeZh string `placeholder:"NAME" help:"The college's name in Chinese. Default: the English name; the sample college has its own."`
	CollegeEn string `placeholder:"NAME" help:"The college's name in English. Default: the Chinese name; the sample college has its own."`
	TimeZone  string `default:"Asia/Shanghai" placeholder:"ZONE" help:"The college's time zone."`

	HelpURL      string `placeholder:"URL" help:"The college's help page, linked in the menu as FAQ. Default: none."`
	TemplateMenu string `default:"off" enum:"off,on" help:"Show the pages of the design template (results, exceptions, its site) in the menu; serve --demo shows them."`

	TeacherTimetables string `default:"off" enum:"off,on" help:"Let students and teachers see teachers' timetables and who teaches in a room. Staff always can, and teachers always see their own."`

	ClientID     string      `default:"student-mini-program" placeholder:"ID" help:"OAuth client ID of the web app and the mini-program."`
	ClientSecret secret.Text `placeholder:"TEXT" help:"The client's secret. Every browser gets it, so it proves nothing. Default: derived from the keys."`
	Scope        string      `default:"students" placeholder:"SCOPE" help:"The scope of requested tokens."`
	SignSecret   secret.Text `placeholder:"TEXT" help:"The secret that signs requests. Every browser gets it. Default: derived from the keys."`

	FirstPassword  string        `default:"last-six" enum:"last-six,code" help:"A new student's first password: the last six digits of the national ID, or a one-time code."`
	PasswordChange string        `default:"nudge" enum:"nudge,force" help:"Remind people to change the first password, or force them to."`
	SecondFactor   string        `default:"optional" enum:"off,optional,required" help:"Two-step verification for staff."`
	SessionIdle    time.Duration `default:"168h" placeholder:"TIME" help:"How long an unused session lasts."`
	StaffIdle      time.Duration `default:"12h" placeholder:"TIME" help:"The same for staff, who see everyone's data."`
	SessionMax     time.Duration `default:"720h" placeholder:"TIME" help:"The longest a session can last."`

	PublicURL      string        `placeholder:"URL" help:"The address people open. With https://, cookies are Secure and HSTS is on."`
	TrustedProxies []string      `placeholder:"CIDR" help:"Reverse proxies whose X-Forwarded-For is trusted."`
	LiveOrigins    []string      `placeholder:"URL" help:"Origins of live streams, such as https://live.example.edu. Pages may play media from them."`
	Transcribe     string        `placeholder:"COMMAND" help:"Program that transcribes new recordings, with {audio} and {out} in its arguments; see docs/operations.md. Default: none."`
	TranscribeIn   string        `default:"zh-CN" placeholder:"LANGUAGE" help:"The language of transcription and of the draft captions it makes."`
	MetricsListen  string        `placeholder:"HOST:PORT" help:"A separate address for /metrics. Default: none, and only callers on this machine see them."`
	TraceEndpoint  string        `placeholder:"URL" help:"OpenTelemetry collector (OTLP over HTTP) to send traces to. Default: none."`
	MaxRequests    int           `default:"512" placeholder:"N" help:"The most requests handled at the same time; others get 503 with Retry-After."`
	ShutdownGrace  time.Duration `default:"20s" placeholder:"TIME" help:"How long running requests may take when the server stops."`
	LogLevel       string        `default:"info" enum:"debug,info,warn,error" help:"Log level."`
	LogFormat      string        `default:"text" enum:"text,json" help:"Log format."`
}

// DatabaseURL returns the configured database, or the SQLite file in the data folder.
func (c *Config) DatabaseURL() string {
	if c.Database == "" {
		return filepath.Join(c.Data, "lectern.db")
	}
	return string(c.Database)
}

// KeysPath returns the file that holds the keys if none are configured.
func (c *Config) KeysPath() string { return filepath.Join(c.Data, "keys") }

// Secure reports whether people reach the portal over TLS.
func (c *Config) Secure() bool { return strings.HasPrefix(c.PublicURL, "https://") }

// Location returns the college's time zone. Validate has checked that it exists.
func (c *Config) Location() *time.Location {
	loc, err := time.LoadLocation(c.TimeZone)
	if err != nil {
		return time.UTC
	}
	return loc
}

// Proxies parses TrustedProxies.
func (c *Config) Proxies() ([]netip.Prefix, error) {
	out := make([]netip.Prefix, 0, len(c.TrustedProxies))
	for _, text := range c.TrustedProxies {
		prefix, err := netip.ParsePrefix(text)
		if err != nil {
			addr, addrErr := netip.ParseAddr(text)
			if addrErr != nil {
				return nil, fmt.Errorf("%s: %q is not an address or a network such as 10.0.0.0/8", EnvName("trusted-proxies"), text)
			}
			prefix = netip.PrefixFrom(addr, addr.BitLen())
		}
		out = append(out, prefix)
	}
	return out, nil
}

// onThisMachine reports whether an http:// URL needs no TLS because it never leaves the machine.
func onThisMachine(u *url.URL) bool {
	ip, err := netip.ParseAddr(u.Hostname())
	return u.Scheme == "http" && (u.Hostname() == "localhost" || err == nil && ip.IsLoopback())
}

// Validate checks the settings without opening anything. Its errors name the setting.
func (c *Config) Validate() error {
	if _, err := time.LoadLocation(c.TimeZone); err != nil || c.TimeZone == "" || c.TimeZone == "Local" {
		return fmt.Errorf("%s: there is no time zone %q; write one such as Asia/Shanghai", EnvName("time-zone"), c.TimeZone)
	}
	if _, err := c.Proxies(); err != nil {
		return err
	}
	for name, text := range map[string]string{
		"public-url":     c.PublicURL,
		"trace-endpoint": c.TraceEndpoint, "help-url": c.HelpURL,
	} {
		if text == "" {
			continue
		}
		if u, err := url.Parse(text); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return fmt.Errorf("%s: %q is not an http:// or https:// address", EnvName(name), text)
		}
	}
	for _, origin := range c.LiveOrigins {
		u, err := url.Parse(origin)
		if err != nil || u.Host == "" || u.Scheme+"://"+u.Host != origin || strings.ContainsAny(origin, " ;,*'\"") ||
			u.Scheme != "https" && !onThisMachine(u) {
			return fmt.Errorf("%s: %q is not an origin such as https://live.example.edu", EnvName("live-origins"), origin)
		}
	}
	if c.MaxRequests < 1 {
		return fmt.Errorf("%s: must be at least 1", EnvName("max-requests"))
	}
	if c.SessionIdle <= 0 || c.StaffIdle <= 0 || c.SessionMax <= 0 {
		return fmt.Errorf("%s, %s and %s must be longer than 0",
			EnvName("session-idle"), EnvName("staff-idle"), EnvName("session-max"))
	}
	return nil
}
