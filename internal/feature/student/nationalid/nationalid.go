// Package nationalid reads the citizen and permanent-resident numbers of GB 11643: six digits of region, eight of
// birth, three of sequence and a check character. It validates and masks them; package student stores them encrypted.
// Start at Parse.
package nationalid

import (
	"crypto/subtle"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"
	"unicode"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
)

const (
	length    = 18
	hidden    = "***"
	firstYear = 1900 // no one born earlier studies or teaches
	lastYear  = 2099
	shown     = 3 // unmasked characters; fewer than a county, so that the check character can't be computed
)

// ID is one valid number; the zero ID means none. It prints as stars, and only Reveal returns it. The text is behind a
// pointer because fmt prints unexported strings without calling their methods.
type ID struct{ text *string }

// Sex is encoded in the sequence: odd for men, even for women.
type Sex string

// The sexes in the standard.
const (
	Man   Sex = "male"
	Woman Sex = "female"
)

// Parse reads a number as people type it: with spaces, hyphens, full-width digits or a lower-case x. Errors:
// nationalid.length, .character, .region, .birth, .check. None of them contains the number.
func Parse(text string) (ID, error) {
	if len(text) > 8*length { // before anything is copied
		return ID{}, fault.New(fault.Invalid, "nationalid.length")
	}
	text = normalise(text)
	if len(text) != length {
		return ID{}, fault.New(fault.Invalid, "nationalid.length")
	}
	for i, c := range []byte(text) {
		if (c < '0' || c > '9') && (c != 'X' || i != length-1) {
			return ID{}, fault.New(fault.Invalid, "nationalid.character")
		}
	}
	if !plausible(text[:6]) {
		return ID{}, fault.New(fault.Invalid, "nationalid.region")
	}
	if _, err := birth(text); err != nil {
		return ID{}, fault.New(fault.Invalid, "nationalid.birth")
	}
	if check(text[:length-1]) != text[length-1] {
		return ID{}, fault.New(fault.Invalid, "nationalid.check")
	}
	return ID{&text}, nil
}

// Invent returns a valid number from a six-digit region, a day of birth and a sequence of 0 to 999. Use it for invented
// people only, although a real person may have the number.
func Invent(region string, born time.Time, sequence int) (ID, error) {
	if sequence < 0 || sequence > 999 {
		return ID{}, fmt.Errorf("nationalid: sequence %d is not within 0 to 999", sequence)
	}
	text := region + born.Format("20060102") + fmt.Sprintf("%03d", sequence)
	if len(text) != length-1 {
		return ID{}, fault.New(fault.Invalid, "nationalid.length")
	}
	return Parse(text + string(check(text)))
}

// Reveal returns the whole number. The caller must not log it or store it unencrypted.
func (id ID) Reveal() string {
	if id.text == nil {
		return ""
	}
	return *id.text
}

// IsZero reports whether there is no number.
func (id ID) IsZero() bool { return id.text == nil }

// Equal compares in constant time.
func (id ID) Equal(other ID) bool {
	return subtle.ConstantTimeCompare([]byte(id.Reveal()), []byte(other.Reveal())) == 1
}

// LastSix returns the first password of policy last-six. An X is upper-case.
func (id ID) LastSix() string {
	if id.IsZero() {
		return ""
	}
	return id.Reveal()[length-6:]
}

// Masked returns the first three characters and hides the rest, so it never shows any of the last six.
func (id ID) Masked() string {
	if id.IsZero() {
		return ""
	}
	return id.Reveal()[:shown] + strings.Repeat("*", length-shown)
}

// Region returns the six-digit code of where the number was first issued; for a foreign permanent resident 9, province
// and country.
func (id ID) Region() string {
	if id.IsZero() {
		return ""
	}
	return id.Reveal()[:6]
}

// Birth returns the day of birth at midnight UTC, or the zero time for no number.
func (id ID) Birth() time.Time {
	if id.IsZero() {
		return time.Time{}
	}
	day, _ := birth(id.Reveal()) // Parse has checked it
	return day
}

// Sex returns the sex, or "" for no number.
func (id ID) Sex() Sex {
	switch {
	case id.IsZero():
		return ""
	case (id.Reveal()[16]-'0')%2 == 1:
		return Man
	}
	return Woman
}

// Male reports whether the number is a man's.
func (id ID) Male() bool { return id.Sex() == Man }

// String returns stars, so that logs, errors and debuggers can't leak a number by accident.
func (id ID) String() string {
	if id.IsZero() {
		return ""
	}
	return hidden
}

// Format answers every verb of fmt, %x and %#v included.
func (id ID) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(id.String())) } // fmt's own buffer cannot fail

// LogValue returns stars for slog.
func (id ID) LogValue() slog.Value { return slog.StringValue(id.String()) }

// MarshalText returns stars for JSON and other encoders.
func (id ID) MarshalText() ([]byte, error) { return []byte(id.String()), nil }

func normalise(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == 'x':
			return 'X'
		case r == '-', unicode.IsSpace(r):
			return -1
		}
		return r
	}, fold.Width(text))
}

// plausible checks the province and that a county or city follows. Counties aren't listed: they change every year,
// while numbers issued under old ones stay valid.
func plausible(region string) bool {
	if region[0] == '9' { // a foreign permanent resident: 9, province, country
		return province(region[1:3]) && region[3:] != "000"
	}
	switch region[:2] {
	case "71", "81", "82", "83": // Taiwan, Hong Kong and Macao have no smaller codes
		return true
	}
	return province(region[:2]) && region[2:4] != "00"
}

func province(code string) bool {
	n, err := strconv.Atoi(code)
	if err != nil {
		return false
	}
	switch {
	case n >= 11 && n <= 15, n >= 21 && n <= 23, n >= 31 && n <= 37, n >= 41 && n <= 46,
		n >= 50 && n <= 54, n >= 61 && n <= 65:
		return true
	}
	return false
}

func birth(text string) (time.Time, error) {
	day, err := time.Parse("20060102", text[6:14])
	if err == nil && (day.Year() < firstYear || day.Year() > lastYear) {
		err = fmt.Errorf("year %d is out of range", day.Year())
	}
	return day, err
}

// check computes ISO 7064 MOD 11-2 over the first seventeen digits.
func check(digits string) byte {
	sum := 0
	for i := range digits {
		sum = (sum + int(digits[i]-'0')) * 2 % 11
	}
	return "0123456789X"[(12-sum)%11]
}
