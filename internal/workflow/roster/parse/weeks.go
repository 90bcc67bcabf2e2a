package parse

import (
	"regexp"
	"strconv"
	"strings"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
)

var (
	firstWeeks  = regexp.MustCompile(`^前(\d{1,2}|[一二三四五六七八九]|十[一二三四五六七八九]?)周$`)
	parityFirst = regexp.MustCompile(`^([单双])周?[:,]?(\d[\d,、~-]*)周?$`)
	spokenWeeks = regexp.MustCompile(`第?[一二三四五六七八九十]+周`)
	// After a comma the exception is only clear with 除 before it: 1-8周,3,5周除外 is ambiguous.
	exception = regexp.MustCompile(
		`^(.*\d周?(?:\([单双]周?\))?)(?:[,(]?(?:除|不含)(第?\d[\d第周,、~-]*)外?\)?|\((第?\d[\d第周,、~-]*)除外\))$`)
)

// Weeks reads a set of weeks of a term, possibly with exceptions: 1-16周(除第5周), 1-16周(第5周除外).
func Weeks(cell string, term timetable.Term) (timetable.Weeks, error) {
	if err := becameDate(cell); err != nil {
		return 0, err
	}
	if m := exception.FindStringSubmatch(NameKey(Dashes.Replace(cell))); m != nil {
		return weeksWithout(cell, m[1], m[2]+m[3], term)
	}
	return timetable.ParseWeeks(weekWords(WeekBits(cell)), term.Weeks)
}

func weeksWithout(cell, all, without string, term timetable.Term) (timetable.Weeks, error) {
	weeks, err := timetable.ParseWeeks(weekWords(all), term.Weeks)
	if err != nil {
		return 0, err
	}
	fewer, err := timetable.ParseWeeks(without, term.Weeks)
	if err != nil {
		return 0, err
	}
	if weeks &^= fewer; weeks == 0 {
		return 0, fault.New(fault.Invalid, "timetable.weeks_unreadable", "value", cell)
	}
	return weeks, nil
}

// weekWords rewrites weeks in words for ParseWeeks: 前八周, 单1-15, 第一周至第八周. It leaves 后八周 and 每周 alone, because it's
// unclear whether exam weeks at the end of the term count.
func weekWords(text string) string {
	key := NameKey(Dashes.Replace(text))
	if m := firstWeeks.FindStringSubmatch(key); m != nil {
		return "1-" + spokenNumbers(m[1])
	}
	if m := parityFirst.FindStringSubmatch(key); m != nil {
		return m[2] + "(" + m[1] + ")"
	}
	if spoken := spokenWeeks.ReplaceAllStringFunc(key, spokenNumbers); !strings.Contains(key, "二十") &&
		strings.Trim(spoken, "0123456789第周单双-,、()") == "" {
		return spoken
	}
	return text
}

var weekBits = regexp.MustCompile(`^[01]{8,53}$`)

// WeekBits converts one digit per week to a list: 金智 exports 1100110011 for 1,2,5,6,9,10. Any other text is returned
// unchanged.
func WeekBits(text string) string {
	bits := strings.TrimSpace(fold.Width(text))
	if !weekBits.MatchString(bits) || !strings.Contains(bits, "1") {
		return text
	}
	var list []string
	for i, bit := range bits {
		if bit == '1' {
			list = append(list, strconv.Itoa(i+1))
		}
	}
	return strings.Join(list, ",")
}
