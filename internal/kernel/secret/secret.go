// Package secret holds text that must not be printed: passwords, keys, national IDs. All accidental ways to show a
// Text (fmt, slog, JSON, an enclosing struct) print stars; only Reveal returns it, which is easy to search for. It
// doesn't keep text out of memory or core dumps. Start at New.
package secret

import (
	"crypto/subtle"
	"fmt"
	"log/slog"
)

// Mask replaces the text.
const Mask = "***"

// Text hides one string. The zero Text is empty. The string is behind a pointer, because fmt calls no methods on
// unexported fields: it would print a string there, but of a pointer only the address.
type Text struct{ hidden *string }

// New hides a string.
func New(text string) Text {
	if text == "" {
		return Text{}
	}
	return Text{hidden: &text}
}

// Reveal returns the string. The caller is responsible for where it goes.
func (t Text) Reveal() string {
	if t.hidden == nil {
		return ""
	}
	return *t.hidden
}

// Empty reports whether the text is empty.
func (t Text) Empty() bool { return t.Reveal() == "" }

// IsZero lets JSON's omitzero drop an empty Text.
func (t Text) IsZero() bool { return t.Empty() }

// Equal compares in constant time for texts of the same length.
func (t Text) Equal(other Text) bool {
	return subtle.ConstantTimeCompare([]byte(t.Reveal()), []byte(other.Reveal())) == 1
}

// Format masks every verb of fmt, %x and %#v included.
func (t Text) Format(f fmt.State, _ rune) {
	_, _ = f.Write([]byte(t.String())) // fmt's own buffer cannot fail
}

// String returns the mask, or "" for an empty Text, so that a missing setting is visible.
func (t Text) String() string {
	if t.Empty() {
		return ""
	}
	return Mask
}

// LogValue masks slog.
func (t Text) LogValue() slog.Value { return slog.StringValue(t.String()) }

// MarshalText masks JSON and other encodings.
func (t Text) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads a secret from the configuration.
func (t *Text) UnmarshalText(text []byte) error {
	*t = New(string(text))
	return nil
}
