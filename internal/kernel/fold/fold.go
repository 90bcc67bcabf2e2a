// Package fold brings text that people type or paste into the one form in which it is compared: login, import and search use it.
package fold

import (
	"strings"
	"unicode"

	"golang.org/x/text/width"
)

// Width turns full-width letters, digits, signs and blanks into the ASCII ones that share their meaning, and removes marks that
// nobody sees: zero-width characters, directions of writing and byte order marks.
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

// MaxToken is the length in bytes of what things are found by, in the table lookup.
const MaxToken = 40

// Token is a key that is no longer than that.
func Token(text string) string {
	key := Key(text)
	return key[:min(len(key), MaxToken)]
}

// Range returns the bounds of the keys that begin with one: first, and end, which is excluded. No text has the byte 0xff.
func Range(key string) (first, end []byte) { return []byte(key), append([]byte(key), 0xff) }

// Number is the key that a student number has alone: Key, so that its beginning finds it however it is written, and behind a blank the number
// itself where it has signs. K1-1100 and K11-100 are two numbers.
func Number(text string) string {
	key, exact := Key(text), Exact(text)
	if key == exact {
		return key
	}
	return key + " " + exact
}

// Exact is the form in which numbers and codes are the same: in small letters, without blanks, in half width.
func Exact(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, Width(text))
}

// Key is the form in which names and numbers of people are looked up: without blanks, hyphens and dots, in small letters.
func Key(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("-'’·.•", r) {
			return -1
		}
		return unicode.ToLower(r)
	}, Width(text))
}
