package parse

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
)

var writtenDate = regexp.MustCompile(
	`^(\d{4})[-/.年]\s*(\d{1,2})(?:[-/.月]\s*(\d{1,2})日?|月)?(?:[T ].*|\s*[(\[]?(?:星期|周|礼拜)[一二三四五六日天][)\]]?)?$`)

// Date reads dates that start with the year, and a spreadsheet's serial number. For a month it returns the last day.
func Date(cell string, from1904 bool) (civil.Date, error) {
	text := fold.Width(cell)
	bad := fault.New(fault.Invalid, "roster.bad_date")
	if m := writtenDate.FindStringSubmatch(text); m != nil {
		year, month := Number(m[1]), time.Month(Number(m[2]))
		if m[3] == "" {
			last := time.Date(year, month+1, 0, 0, 0, 0, 0, time.UTC)
			m[3] = strconv.Itoa(last.Day())
		}
		if d, ok := civil.NewDate(year, month, Number(m[3])); ok {
			return d, CheckWeekday(d, text)
		}
		return civil.Date{}, bad
	}
	if len(text) == 8 && Number(text) > 0 { // 20260907
		if d, ok := civil.NewDate(Number(text[:4]), time.Month(Number(text[4:6])), Number(text[6:])); ok {
			return d, nil
		}
		return civil.Date{}, bad
	}
	// Serial numbers from 1954 to 2119: a smaller number is a mistake, not a date.
	serial, err := strconv.ParseFloat(text, 64)
	if err != nil || serial < 20_000 || serial > 80_000 {
		return civil.Date{}, bad
	}
	epoch, _ := civil.NewDate(1899, time.December, 30) // Lotus treated 1900 as a leap year, and everyone copied it
	if from1904 {
		epoch, _ = civil.NewDate(1904, time.January, 1)
	}
	return epoch.AddDays(int(serial)), nil
}

var weekdayBeside = regexp.MustCompile(`(?:星期|周|礼拜)([一二三四五六日天])`)

// CheckWeekday rejects a date next to a different weekday. It fails with roster.date_weekday.
func CheckWeekday(d civil.Date, text string) error {
	m := weekdayBeside.FindStringSubmatch(text)
	if m == nil || weekdayWords[m[1]] == d.Weekday() {
		return nil
	}
	return fault.New(fault.Invalid, "roster.date_weekday", "date", d.String(), "weekday", m[0])
}

var clockTime = regexp.MustCompile(`(?i)^(\d{1,2}):(\d{2})(?::00)?(?:\.0+)?\s*(am|pm)?$`)

var (
	morningWord   = regexp.MustCompile(`^(?:上午|早上|早晨|凌晨|中午)\s*`)
	afternoonWord = regexp.MustCompile(`^(?:下午|晚上|晚间|傍晚)\s*`)
	spokenClock   = regexp.MustCompile(`^(\d{1,2})[点时](?:(\d{1,2})分?|整)?$`)
)

// partOfDay strips 上午 or 下午 from a time of day, and rewrites 9点30分 as 9:30.
func partOfDay(text string) (rest string, afternoon bool) {
	rest = morningWord.ReplaceAllString(text, "")
	if cut := afternoonWord.ReplaceAllString(rest, ""); cut != rest {
		rest, afternoon = cut, true
	}
	if m := spokenClock.FindStringSubmatch(rest); m != nil {
		rest = m[1] + ":" + ("00" + m[2])[len(m[2]):]
	}
	return rest, afternoon
}

// Clock reads a time of day, also as the fraction of a day that a spreadsheet stores.
func Clock(cell string) (civil.Time, error) {
	text, afternoon := partOfDay(strings.TrimSpace(fold.Width(cell)))
	if m := clockTime.FindStringSubmatch(text); m != nil {
		hour := Number(m[1])
		if afternoon && hour < 12 && m[3] == "" {
			hour += 12
		}
		if half := strings.ToLower(m[3]); half != "" {
			if hour < 1 || hour > 12 {
				return 0, fault.New(fault.Invalid, "roster.bad_time")
			}
			if hour %= 12; half == "pm" {
				hour += 12
			}
		}
		if hour == 24 && Number(m[2]) == 0 || hour > 24 {
			return 0, fault.New(fault.Invalid, "roster.past_midnight")
		}
		if t, ok := civil.NewTime(hour, Number(m[2])); ok {
			return t, nil
		}
		return 0, fault.New(fault.Invalid, "roster.bad_time")
	}
	part, err := strconv.ParseFloat(text, 64)
	if err != nil || part <= 0 || part >= 1 {
		return 0, fault.New(fault.Invalid, "roster.bad_time")
	}
	minutes := int(math.Round(part * 24 * 60))
	if t, ok := civil.NewTime(minutes/60, minutes%60); ok {
		return t, nil
	}
	return 0, fault.New(fault.Invalid, "roster.bad_time")
}

var (
	// ClockSpan matches two times of day.
	ClockSpan = regexp.MustCompile(`^(.*[\d分整点时])\s*[-~]\s*(\S*\d.*)$`)
	// Dashes normalises dashes and words between two ends.
	Dashes = strings.NewReplacer("–", "-", "—", "-", "－", "-", "～", "~", "〜", "~", "至", "-", "到", "-")
)

// Hours reads periods (1-2, 第3-4节, 0102) or clock times (19:00-20:30).
func Hours(cell string) (timetable.Hours, error) {
	if first, last, ok := Periods(cell); ok {
		return timetable.Hours{FirstPeriod: first, LastPeriod: last}, nil
	}
	if err := becameDate(cell); err != nil {
		return timetable.Hours{}, err
	}
	if m := ClockSpan.FindStringSubmatch(strings.TrimSpace(Dashes.Replace(strings.ToLower(fold.Width(cell))))); m != nil {
		starts, err := Clock(m[1])
		if err != nil {
			return timetable.Hours{}, err
		}
		last := m[2]
		if word := afternoonWord.FindString(m[1]); word != "" { // in 下午2:00-4:00 it applies to both
			last = word + last
		}
		ends, err := Clock(last)
		return timetable.Hours{Starts: starts, Ends: ends}, err
	}
	return timetable.Hours{}, fault.New(fault.Invalid, "roster.bad_hours")
}

// becameDate rejects text that a spreadsheet turned into a date: 1-16 is stored as 16 January.
func becameDate(cell string) error {
	n, err := strconv.Atoi(cell)
	if err != nil || n < 40_000 || n > 60_000 {
		return nil //nolint:nilerr // not a date
	}
	return BecameDate(cell, false)
}

// BecameDate rejects a date in a column that has none. It fails with roster.became_date.
func BecameDate(cell string, date1904 bool) error {
	d, err := Date(cell, date1904)
	if err != nil {
		return nil //nolint:nilerr // not a date
	}
	day := d.String()
	return fault.New(fault.Invalid, "roster.became_date", "text",
		strconv.Itoa(Number(day[5:7]))+"-"+strconv.Itoa(Number(day[8:])))
}

// Weekday reads 周一, 星期一, 礼拜一, Monday, Mon and 1.
func Weekday(cell string) (civil.Weekday, error) {
	text := NameKey(cell)
	for _, prefix := range []string{"星期", "礼拜", "周", "週"} {
		text = strings.TrimPrefix(text, prefix)
	}
	if day, ok := weekdayWords[strings.TrimSuffix(text, ".")]; ok {
		return day, nil
	}
	return 0, fault.New(fault.Invalid, "roster.bad_weekday")
}

var yearMonth = regexp.MustCompile(`^(20\d\d)(?:[-/.年](?:0?[1-9]|1[0-2])(?:$|[-/.月].*)|(?:0[1-9]|1[0-2])(?:\d\d)?$)`)

// Year reads 2024, 2024级, 24级 and 2024.0, and the year in 2026年9月, 202609 and 2026-09-01.
func Year(cell string) (string, error) {
	text := fold.Width(cell)
	if m := yearMonth.FindStringSubmatch(text); m != nil {
		return m[1], nil
	}
	if d, err := Date(text, false); err == nil && len(text) == 5 { // a spreadsheet date
		return d.String()[:4], nil
	}
	if short := strings.TrimSuffix(text, "级"); short != text && len(short) == 2 && Number(short) > 0 {
		return "20" + short, nil
	}
	return Digits(strings.TrimSuffix(strings.TrimSuffix(text, "级"), "年"))
}

// HoursText formats periods or clock times as in a sheet.
func HoursText(h timetable.Hours) string {
	switch {
	case h.FirstPeriod > 0 && h.FirstPeriod == h.LastPeriod:
		return strconv.Itoa(h.FirstPeriod)
	case h.FirstPeriod > 0:
		return strconv.Itoa(h.FirstPeriod) + "-" + strconv.Itoa(h.LastPeriod)
	case h.Timed():
		return h.Starts.String() + "-" + h.Ends.String()
	}
	return ""
}
