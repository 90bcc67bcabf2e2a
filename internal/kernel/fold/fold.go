// Package fold normalizes text that people type or paste, so that login, import and search can compare it.
package fold

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Width turns full-width letters, digits, signs and blanks into their ASCII equivalents, and removes invisible
// characters: zero-width characters, marks of writing direction and byte order marks.
func Width(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '\u200b' && r <= '\u200f', r >= '\u202a' && r <= '\u202e', r == '\u2060', r == '\ufeff':
			return -1
		}
		if folded := width.LookupRune(r).Folded(); folded != 0 {
			return folded
		}
		return r
	}, text)
}

// MaxToken is the most bytes of a token in the table lookup.
const MaxToken = 40

// Token returns the Key of a text, cut to MaxToken bytes.
func Token(text string) string {
	key := Key(text)
	return key[:min(len(key), MaxToken)]
}

// Range returns the bounds of the keys that begin with key; end is excluded. No UTF-8 text contains the byte 0xff.
func Range(key string) (first, end []byte) { return []byte(key), append([]byte(key), 0xff) }

// Number returns the unique key of a student number: Key, so that any spelling of its beginning finds it, followed by
// a blank and the exact number if that contains signs. K1-1100 and K11-100 are two numbers.
func Number(text string) string {
	key, exact := Key(text), Exact(text)
	if key == exact {
		return key
	}
	return key + " " + exact
}

// Exact returns the form in which numbers and codes are equal: lower case, half width, without blanks.
func Exact(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, Width(text))
}

// Key returns the form in which names and numbers are looked up: lower case, without blanks, hyphens and dots.
func Key(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("-'’·.•", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, Width(text))
}
