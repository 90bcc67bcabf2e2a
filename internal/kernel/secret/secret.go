// Package secret is text that must not be printed: passwords, keys, national IDs. Every way of showing a Text by
// accident (fmt, slog, JSON, a struct around it) shows stars; Reveal is the one way out and easy to search for.
// It keeps nothing out of memory or core dumps. Start at New.
package secret

import (
	"crypto/subtle"
	"fmt"
	"log/slog"
)

// Mask is what is shown instead of the text.
const Mask = "***"

// A Text hides one string. The zero Text is empty. Its string stands behind a pointer because fmt calls no methods on
// unexported fields: it would print a plain string type found there, but of a pointer it prints only the address.
type Text struct{ hidden *string }

// New hides a string.
func New(text string) Text {
	if text == "" {
		return Text{}
	}
	return Text{hidden: &text}
}

// Reveal returns the string itself. Whoever calls it answers for where it goes.
func (t Text) Reveal() string {
	if t.hidden == nil {
		return ""
	}
	return *t.hidden
}

// Empty reports whether there is nothing to hide.
func (t Text) Empty() bool { return t.Reveal() == "" }

// IsZero lets JSON's omitzero drop an empty Text.
func (t Text) IsZero() bool { return t.Empty() }

// Equal compares in a time that tells nothing but the lengths.
func (t Text) Equal(other Text) bool {
	return subtle.ConstantTimeCompare([]byte(t.Reveal()), []byte(other.Reveal())) == 1
}

// Format answers every verb of fmt, %x and %#v included.
func (t Text) Format(f fmt.State, _ rune) {
	_, _ = f.Write([]byte(t.String())) // fmt's own buffer cannot fail
}

// String returns the mask; an empty Text shows as empty, so that a missing setting can be seen to be missing.
func (t Text) String() string {
	if t.Empty() {
		return ""
	}
	return Mask
}

// LogValue is what slog writes.
func (t Text) LogValue() slog.Value { return slog.StringValue(t.String()) }

// MarshalText is what JSON and every other encoder writes.
func (t Text) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads a secret from configuration.
func (t *Text) UnmarshalText(text []byte) error {
	*t = New(string(text))
	return nil
}
