package student

import (
	"math"
	"net/mail"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/region"
)

const maxCredits = 10_000 // in tenths

func cleanText(limit int) func(string) (string, error) {
	return func(value string) (string, error) {
		if utf8.RuneCountInString(value) > limit {
			return "", fault.New(fault.Invalid, "student.too_long", "max", strconv.Itoa(limit))
		}
		if !utf8.ValidString(value) || strings.ContainsFunc(value, unicode.IsControl) {
			return "", fault.New(fault.Invalid, "student.bad_character")
		}
		return value, nil
	}
}

// cleanCode is for codes: it refuses spaces and converts full-width signs.
func cleanCode(limit int) func(string) (string, error) {
	text := cleanText(limit)
	return func(value string) (string, error) {
		value, err := text(fold.Width(value))
		if err == nil && strings.ContainsFunc(value, unicode.IsSpace) {
			err = fault.New(fault.Invalid, "student.bad_character")
		}
		return value, err
	}
}

func cleanChoice(choices ...string) func(string) (string, error) {
	return func(value string) (string, error) {
		if !slices.Contains(choices, value) {
			return "", fault.New(fault.Invalid, "student.bad_choice", "choices", strings.Join(choices, ", "))
		}
		return value, nil
	}
}

func cleanPhone(parse func(string) (string, bool)) func(string) (string, error) {
	return func(value string) (string, error) {
		number, ok := parse(value)
		if !ok {
			return "", fault.New(fault.Invalid, "student.bad_phone")
		}
		return number, nil
	}
}

func cleanEmail(value string) (string, error) {
	address, err := mail.ParseAddress(value)
	if err != nil || address.Address != value || len(value) > 254 ||
		!strings.Contains(value[strings.LastIndexByte(value, '@'):], ".") {
		return "", fault.New(fault.Invalid, "student.bad_email")
	}
	return value, nil
}

func cleanRegion(value string) (string, error) {
	if value = fold.Width(value); !region.Plausible(value) {
		return "", fault.New(fault.Invalid, "student.bad_region")
	}
	return value, nil
}

func cleanDate(value string) (string, error) {
	date, err := civil.ParseDate(value)
	if err != nil {
		return "", fault.New(fault.Invalid, "student.bad_date").Because(err)
	}
	return date.String(), nil
}

func parseYear(value string) (int64, error) {
	year, err := strconv.ParseInt(fold.Width(value), 10, 64)
	if err != nil || year < 1950 || year > 2100 {
		return 0, fault.New(fault.Invalid, "student.bad_year")
	}
	return year, nil
}

func parseCredits(value string) (int64, error) {
	credits, err := strconv.ParseFloat(fold.Width(value), 64)
	tenths := math.Round(credits * 10)
	if err != nil || !(tenths >= 0 && tenths <= maxCredits) || math.Abs(tenths-credits*10) > 1e-6 {
		return 0, fault.New(fault.Invalid, "student.bad_credits")
	}
	return int64(tenths), nil
}
