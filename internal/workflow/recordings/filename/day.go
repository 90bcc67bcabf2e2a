package filename

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"lectern/internal/kernel/civil"
)

const months = `jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|` +
	`oct(?:ober)?|nov(?:ember)?|dec(?:ember)?`

// dayPattern is one way to write a date. year, month and day are indexes of capture groups, 0 if absent. The
// surrounding characters must not be in a group.
type dayPattern struct {
	pattern          *regexp.Regexp
	year, month, day int
	guess            bool // without a year, it may mean something else
}

var dayPatterns = []dayPattern{
	// With the time in the same digits: 20261109080012. A camera that loses its clock restarts in 1970 or 1980.
	{regexp.MustCompile(`(?:^|[^0-9])(20\d{2}|19[78]0)(0[1-9]|1[0-2])([0-2]\d|3[01])(?:[01]\d|` +
		`2[0-3])[0-5]\d(?:[0-5]\d(?:\d{3})?)?(?:[^0-9]|$)`), 1, 2, 3, false},
	{regexp.MustCompile(`(?:^|[^0-9])(20\d{2}|19[78]0)[-._年]?(\d{1,2})[-._月]?(\d{1,2})(?:[^0-9]|$)`), 1, 2, 3, false},
	// 9 Nov 08.00 before Nov 9, because 08 is an hour.
	{
		regexp.MustCompile(`(?i)(?:^|[^0-9])(\d{1,2})(?:st|nd|rd|th)?[ ._-]*(` + months + `)(?:[ ,._-]*(20\d{2}))?` +
			`(?:[^0-9a-z]|$)`), 3, 2, 1, true,
	},
	{
		regexp.MustCompile(`(?i)(?:^|[^a-z])(` + months + `)[ ._-]*(\d{1,2})(?:st|nd|rd|th)?(?:[ ,._-]+(20\d{2}))?` +
			`(?:[^0-9a-z]|$)`), 3, 1, 2, true,
	},
	{regexp.MustCompile(`(?:^|[^0-9])(\d{1,2})月(\d{1,2})(?:[^0-9]|$)`), 0, 1, 2, false},
	{regexp.MustCompile(`(?:^|[^0-9A-Za-z.])(0?[1-9]|1[0-2])\.(0?[1-9]|[12]\d|3[01])(?:[^0-9.]|$)`), 0, 1, 2, true},
}

// otherThanDay follows numbers that aren't a date: 1.2节.
var otherThanDay = regexp.MustCompile(`^\s*(?:小?节|周|班|教?室|讲|课)`)

// takeDay removes the date and the time after it from the text.
func (r *Reader) takeDay(n *Name, text string, guess bool) string {
	for _, p := range dayPatterns {
		m := p.pattern.FindStringSubmatchIndex(text)
		if m == nil {
			continue
		}
		year := ""
		if p.year > 0 {
			year = group(text, m, p.year)
		}
		guessed := p.guess && year == ""
		if guessed && !guess {
			continue
		}
		begin, end := len(text), 0
		for _, part := range []int{p.year, p.month, p.day} {
			if part > 0 && m[2*part] >= 0 {
				begin, end = min(begin, m[2*part]), max(end, m[2*part+1])
			}
		}
		if guessed && otherThanDay.MatchString(text[end:]) {
			continue
		}
		day, ok := r.day(year, group(text, m, p.month), group(text, m, p.day))
		if !ok {
			continue
		}
		n.Day, n.Dated, n.Guessed = day, true, guessed
		before, after := text[:begin], strings.TrimPrefix(strings.TrimPrefix(text[end:], "日"), "号")
		if zone := utcBefore.FindStringIndex(before); zone != nil {
			before, n.UTC = before[:zone[0]], true
		}
		return before + " " + takeClock(n, after)
	}
	return text
}

// utcBefore is how Zoom's file names start: GMT20261110-053000.
var utcBefore = regexp.MustCompile(`(?i)(?:gmt|utc)[ _-]*$`)

// day returns a date; without a year, the latest one up to tomorrow.
func (r *Reader) day(year, month, day string) (civil.Date, bool) {
	m, d := monthOf(month), number(day)
	if year != "" {
		return civil.NewDate(number(year), m, d)
	}
	last := r.today.AddDays(1)
	y, _, _ := last.Parts()
	if found, ok := civil.NewDate(y, m, d); ok && !found.After(last) {
		return found, true
	}
	return civil.NewDate(y-1, m, d)
}

func monthOf(text string) time.Month {
	for m := time.January; m <= time.December; m++ {
		if strings.HasPrefix(strings.ToLower(text), strings.ToLower(m.String()[:3])) {
			return m
		}
	}
	return time.Month(number(text))
}

var spokenDigits = map[rune]int{'一': 1, '二': 2, '三': 3, '四': 4, '五': 5, '六': 6, '七': 7, '八': 8, '九': 9}

// number reads 12, 十二 and 二十一, and returns 0 if it can't.
func number(text string) int {
	if n, err := strconv.Atoi(text); err == nil {
		return n
	}
	tens, ones := 0, 0
	for _, r := range text {
		if r == '十' {
			tens, ones = max(ones, 1), 0
			continue
		}
		ones = spokenDigits[r]
	}
	return tens*10 + ones
}
