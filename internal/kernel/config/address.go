package config

import (
	"log/slog"
	"net/url"

	"lectern/internal/kernel/secret"
)

// Address is the URL of a database or a store. It may contain a password, which is never printed.
type Address string

// String returns the address without its password, or a mask if it can't be parsed.
func (a Address) String() string {
	u, err := url.Parse(string(a))
	if err != nil {
		return secret.Mask
	}
	if u.Query().Has("password") {
		q := u.Query()
		q.Set("password", "xxxxx")
		u.RawQuery = q.Encode()
	}
	return u.Redacted()
}

// GoString masks %#v.
func (a Address) GoString() string { return a.String() }

// MarshalText masks JSON and other encodings.
func (a Address) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// LogValue masks logs.
func (a Address) LogValue() slog.Value { return slog.StringValue(a.String()) }

// UnmarshalText stores the setting as written.
func (a *Address) UnmarshalText(text []byte) error {
	*a = Address(text)
	return nil
}
