package parse

import (
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/internal/feature/student/nationalid"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/workflow/roster/sheet"
)

var quotedNumber = regexp.MustCompile(`^['’‘＇]([A-Za-z._-]*\d[\w.-]*)$`)

// Clean removes what isn't part of a cell's value: surrounding spaces and invisible characters, the quote that stops a
// spreadsheet from reading a formula, and placeholders for "no value".
func Clean(cell string) string {
	cell = strings.TrimFunc(cell, func(r rune) bool {
		return unicode.IsSpace(r) || r == '\ufeff' || r == '\u200b' || r == '\u200e' || r == '\u200f'
	})
	cell = sheet.UnescapeFormula(plain(cell))
	if m := quotedNumber.FindStringSubmatch(cell); m != nil {
		// The quote keeps leading zeros in a spreadsheet.
		cell = m[1]
	}
	switch strings.ToLower(cell) {
	case "-", "--", "—", "——", "/", "\\", "无", "暂无", "none", "n/a", "null":
		return ""
	}
	return cell
}

// plain converts full-width letters and digits, which Chinese input methods produce, and all kinds of spaces: １０１ is
// room 101. Punctuation stays unchanged.
func plain(cell string) string {
	if !strings.ContainsAny(cell, "\u00a0\u3000") && strings.IndexByte(cell, 0xef) < 0 {
		// Fast path: all full-width forms begin with this byte.
		return cell
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\u00a0' || r == '\u3000':
			return ' '
		case r >= '０' && r <= '９' || r >= 'Ａ' && r <= 'Ｚ' || r >= 'ａ' && r <= 'ｚ':
			return r - '０' + '0'
		}
		return r
	}, cell)
}

// excelErrors are the values of failed formulas.
func excelErrors() []string {
	return []string{
		"#NULL!", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?", "#NUM!", "#N/A",
		"#SPILL!", "#CALC!", "#GETTING_DATA",
	}
}

// CheckCell rejects values that are wrong in any column.
func CheckCell(cell string) error {
	if strings.HasPrefix(cell, "#") && slices.Contains(excelErrors(), cell) {
		return fault.New(fault.Invalid, "roster.cell_error")
	}
	if strings.ContainsRune(cell, unicode.ReplacementChar) {
		return fault.New(fault.Invalid, "roster.encoding")
	}
	return nil
}

// NameKey normalises a name for comparison: it ignores case, width and spaces.
func NameKey(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return unicode.ToLower(r)
	}, fold.Width(text))
}

var (
	scientific = regexp.MustCompile(`^(\d)(?:\.(\d+))?[eE]\+?(\d{1,2})$`)
	fraction   = regexp.MustCompile(`^(\d+)\.0+$`)
)

// Digits restores a number that a spreadsheet shortened: 1.3800000001E10 is a phone number, 2024.0 a year. It fails
// with roster.lost_digits if digits are lost (1.38E+10).
func Digits(cell string) (string, error) {
	cell = fold.Width(cell)
	if m := fraction.FindStringSubmatch(cell); m != nil {
		return m[1], nil
	}
	m := scientific.FindStringSubmatch(cell)
	if m == nil {
		return cell, nil
	}
	places, err := strconv.Atoi(m[3])
	if err != nil || len(m[2]) != places {
		return "", fault.New(fault.Invalid, "roster.lost_digits")
	}
	n, ok := new(big.Int).SetString(m[1]+m[2], 10)
	if !ok {
		return "", fault.New(fault.Invalid, "roster.lost_digits")
	}
	return n.String(), nil
}

var sexBehind = regexp.MustCompile(`^(\p{Han}[\p{Han}\s·]*?)\s*[(（\[【]\s*[男女]\s*[)）\]】]$`)

// PersonName removes the spaces used to align two-character names, and a gender in brackets after the name, as in class
// rolls.
func PersonName(text string) string {
	if m := sexBehind.FindStringSubmatch(text); m != nil {
		text = m[1]
	}
	for _, r := range text {
		if !unicode.Is(unicode.Han, r) && !unicode.IsSpace(r) {
			return text
		}
	}
	return strings.Join(strings.Fields(text), "")
}

var lostTail = regexp.MustCompile(`^\d{15}000$`)

// NationalID rejects a number that was stored as a number: spreadsheets keep only 15 of its 18 digits.
func NationalID(cell string) (string, error) {
	text := fold.Width(cell)
	lost := scientific.MatchString(text)
	if lostTail.MatchString(text) { // a few valid ones end in zeros too
		_, err := nationalid.Parse(text)
		lost = err != nil
	}
	if lost {
		return "", fault.New(fault.Invalid, "roster.lost_digits")
	}
	return text, nil
}

// Number parses digits, and returns 0 for anything else.
func Number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// counted matches a number followed by a unit.
var counted = regexp.MustCompile(`^(\d+)\s*(?:人|座|个|位|间|席|台|套)$`)

// WholeNumber reads a small number: 90, 90人.
func WholeNumber(text string) (int, error) {
	text, err := Digits(counted.ReplaceAllString(fold.Width(text), "$1"))
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, fault.New(fault.Invalid, "roster.bad_number")
	}
	return n, nil
}

// Tenths reads credits: 3, 2.5, 3学分.
func Tenths(cell string) (int, error) {
	text := strings.TrimSpace(strings.TrimSuffix(strings.TrimSuffix(fold.Width(cell), "分"), "学"))
	n, err := strconv.ParseFloat(text, 64)
	if scaled := math.Round(n * 10); err == nil && scaled >= 0 && scaled <= 1000 && math.Abs(scaled-n*10) < 1e-6 {
		return int(scaled), nil
	}
	return 0, fault.New(fault.Invalid, "course.credits")
}

// Clip shortens a value that is quoted in a message.
func Clip(text string) string {
	if runes := []rune(text); len(runes) > 40 {
		return string(runes[:40]) + "…"
	}
	return text
}

// Mask hides a private value except for its beginning and length.
func Mask(value string) string {
	n := utf8.RuneCountInString(value)
	if n <= 3 {
		return strings.Repeat("*", n)
	}
	shown := 1
	if n >= 8 {
		shown = 3
	}
	return string([]rune(value)[:shown]) + strings.Repeat("*", n-shown)
}
