// Package nationalid knows the mainland resident identity number (GB 11643-1999): eighteen characters made of a
// six-digit region, a birth date, a three-digit sequence and a check character that may be X. It checks, masks and
// invents numbers; it stores none. Start at Parse.
package nationalid

import (
	"fmt"
	"log/slog"
	"strings"
	"time"

	"lectern/internal/fault"
)

// Length is the number of characters of every number.
const Length = 18

// provinces are the first two digits in use: 71, 81–83 are Taiwan, Hong Kong, Macao and residents from Taiwan, 91 is
// the permanent residence of foreigners.
const provinces = "11 12 13 14 15 21 22 23 31 32 33 34 35 36 37 41 42 43 44 45 46 50 51 52 53 54 61 62 63 64 65 71 81 82 83 91"

// An ID is one valid number. It prints as stars; Reveal is the one way out. The zero ID is no number.
// The text stands behind a pointer because fmt prints plain strings in unexported fields of other structs.
type ID struct{ text *string }

// Parse reads a number as people write it: spaces and hyphens are dropped, full-width characters folded, a small x
// raised. Anything else is refused with nationalid.malformed, .region, .birth or .check.
func Parse(text string) (ID, error) {
	clean, ok := fold(text)
	if !ok {
		return ID{}, fault.New(fault.Invalid, "nationalid.malformed")
	}
	if !strings.Contains(provinces, clean[:2]) || strings.Contains(clean[:2], " ") {
		return ID{}, fault.New(fault.Invalid, "nationalid.region")
	}
	birth, err := time.Parse("20060102", clean[6:14])
	if err != nil || birth.Year() < 1880 {
		return ID{}, fault.New(fault.Invalid, "nationalid.birth")
	}
	if check(clean[:Length-1]) != clean[Length-1] {
		return ID{}, fault.New(fault.Invalid, "nationalid.check")
	}
	return ID{&clean}, nil
}

// fold returns the eighteen characters, or false when there are not exactly as many of the right sort.
func fold(text string) (string, bool) {
	if len(text) > 4*Length { // before anything is copied
		return "", false
	}
	var out strings.Builder
	for _, r := range text {
		switch {
		case r == ' ' || r == '\u3000' || r == '-':
			continue
		case r >= '０' && r <= '９':
			r = r - '０' + '0'
		case r == 'x' || r == 'ｘ' || r == 'Ｘ':
			r = 'X'
		}
		last := out.Len() == Length-1
		if (r < '0' || r > '9') && (r != 'X' || !last) || out.Len() == Length {
			return "", false
		}
		out.WriteRune(r)
	}
	return out.String(), out.Len() == Length
}

// check is the ISO 7064 mod 11-2 character of the first seventeen digits.
func check(digits string) byte {
	sum := 0
	for i := range len(digits) {
		weight := 1 << (Length - 1 - i) % 11 // 2^(17-i) mod 11 is the standard's weight
		sum += int(digits[i]-'0') * weight
	}
	return "10X98765432"[sum%11]
}

// Invent makes a valid number for a sample: region has six digits, sequence 0–999, odd for men.
func Invent(region string, birth time.Time, sequence int) (ID, error) {
	body := region + birth.Format("20060102") + fmt.Sprintf("%03d", sequence)
	if len(body) != Length-1 || strings.Trim(body, "0123456789") != "" {
		return ID{}, fault.New(fault.Invalid, "nationalid.malformed")
	}
	return Parse(body + string(check(body)))
}

// Reveal returns the number itself. Whoever calls it answers for where it goes.
func (id ID) Reveal() string {
	if id.text == nil {
		return ""
	}
	return *id.text
}

// LastSix returns the last six characters, the X in upper case; they are a secret like the number itself.
func (id ID) LastSix() string {
	if id.text == nil {
		return ""
	}
	return (*id.text)[Length-6:]
}

// Birth returns the birth date at midnight UTC.
func (id ID) Birth() time.Time {
	birth, _ := time.Parse("20060102", id.Reveal()[6:14]) // Parse has read it before
	return birth
}

// Male tells what the sequence number says.
func (id ID) Male() bool { return (id.Reveal()[16]-'0')%2 == 1 }

// Masked shows province and city and nothing else. The last six begin with the day of birth and county and birthday
// leave only some 500 numbers to guess from, so neither is shown.
func (id ID) Masked() string {
	if id.text == nil {
		return ""
	}
	return (*id.text)[:4] + strings.Repeat("*", Length-4)
}

// IsZero tells whether there is no number.
func (id ID) IsZero() bool { return id.text == nil }

// Format answers every verb of fmt with stars.
func (id ID) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(id.String())) } // fmt's own buffer cannot fail

// String returns stars, or nothing for the zero ID.
func (id ID) String() string {
	if id.text == nil {
		return ""
	}
	return "***"
}

// LogValue is what slog writes.
func (id ID) LogValue() slog.Value { return slog.StringValue(id.String()) }

// MarshalText is what JSON and every other encoder writes.
func (id ID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }
