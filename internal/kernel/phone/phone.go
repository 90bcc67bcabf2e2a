// Package phone parses telephone numbers as people and spreadsheets write them: at login, in records and in imports.
package phone

import (
	"regexp"
	"strings"
	"unicode"

	"lectern/internal/kernel/fold"
)

var (
	mainland      = regexp.MustCompile(`^1[3-9]\d{9}$`)
	international = regexp.MustCompile(`^\+[1-9]\d{6,14}$`) // E.164
	reachable     = regexp.MustCompile(`^\+?\d{5,20}$`)
	lostZero      = regexp.MustCompile(`^[2-9]\d{9,10}$`)
)

// maxText limits the input: the longest number with generous punctuation.
const maxText = 64

// Parse returns the form in which a mobile number is stored and compared: eleven digits for the mainland, otherwise +
// and the digits of E.164.
func Parse(text string) (string, bool) {
	text = dial(text)
	national, home := strings.CutPrefix(text, "+86")
	if home {
		text = national
	}
	return text, mainland.MatchString(text) || !home && international.MatchString(text)
}

// ParseAny is Parse for numbers that are only called: landlines, also from abroad.
func ParseAny(text string) (string, bool) {
	text = dial(text)
	return text, reachable.MatchString(text)
}

// dial removes punctuation and turns a leading 00 into +.
func dial(text string) string {
	if len(text) > maxText {
		return ""
	}
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("-.()‐‑‒–—", r) {
			return -1
		}
		return r
	}, fold.Width(text))
	if rest, abroad := strings.CutPrefix(text, "00"); abroad {
		return "+" + rest
	}
	return text
}

// FromCell undoes what a numeric cell does to a mobile number: 0086138… without its zeros, and 0138… with the prefix
// for long-distance calls.
func FromCell(digits string) string {
	switch {
	case len(digits) == 13 && strings.HasPrefix(digits, "861"):
		return "+" + digits
	case len(digits) == 12 && strings.HasPrefix(digits, "01"):
		return digits[1:]
	}
	return digits
}

// AnyFromCell is FromCell for numbers that are only called: a landline gets its leading zero back.
func AnyFromCell(digits string) string {
	digits = FromCell(digits)
	if lostZero.MatchString(digits) {
		return "0" + digits
	}
	return digits
}

// Mask shows enough of a stored number for its owner to recognise it: 138****0001.
func Mask(number string) string {
	if len(number) < 8 {
		return strings.Repeat("*", len(number))
	}
	return number[:3] + strings.Repeat("*", len(number)-7) + number[len(number)-4:]
}
