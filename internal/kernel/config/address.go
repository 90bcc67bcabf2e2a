package config

import (
	"log/slog"
	"net/url"

	"lectern/internal/kernel/secret"
)

// An Address is where a database or a store is; it may hold a password, which nothing prints.
type Address string

// String is the address without its password, and a mask when it cannot be read.
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

// MarshalText masks JSON and whatever else asks for text.
func (a Address) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// LogValue masks logs.
func (a Address) LogValue() slog.Value { return slog.StringValue(a.String()) }

// UnmarshalText takes the setting as it is written.
func (a *Address) UnmarshalText(text []byte) error {
	*a = Address(text)
	return nil
}
