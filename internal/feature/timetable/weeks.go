package timetable

import (
	"cmp"
	"math/bits"
	"strconv"
	"strings"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/locale"
)

// Weeks is a set of weeks of a term, 1 to MaxWeeks: week w is bit w.
type Weeks uint64

const (
	oddWeeks  Weeks = 0xAAAAAAAAAAAAAAAA // bits 1, 3, 5 …
	evenWeeks Weeks = 0x5555555555555554 // bits 2, 4, 6 …
)

// WeekRange returns the weeks from first to last, both included.
func WeekRange(first, last int) Weeks {
	first, last = max(first, 1), min(last, MaxWeeks)
	if first > last {
		return 0
	}
	return (Weeks(1)<<(last-first+1) - 1) << first
}

// Has reports whether the week is in the set.
func (w Weeks) Has(week int) bool { return week > 0 && week <= MaxWeeks && w>>week&1 == 1 }

// Len returns how many weeks the set has.
func (w Weeks) Len() int { return bits.OnesCount64(uint64(w)) }

// First returns the first week, or 0 when the set is empty.
func (w Weeks) First() int {
	if w == 0 {
		return 0
	}
	return bits.TrailingZeros64(uint64(w))
}

// Last returns the last week, or 0 when the set is empty.
func (w Weeks) Last() int { return max(bits.Len64(uint64(w))-1, 0) }

// List returns the weeks in order.
func (w Weeks) List() []int {
	list := make([]int, 0, w.Len())
	for rest := w; rest != 0; rest &= rest - 1 {
		list = append(list, rest.First())
	}
	return list
}

// String returns the canonical text of the set, which ParseWeeks reads: "1-16" for a range, "1-15 odd" or "2-16 even"
// for three or more alternate weeks, else a list like "2,4,6-10". The empty set is "".
func (w Weeks) String() string {
	first, last := w.First(), w.Last()
	if w.Len() >= 3 {
		if span := WeekRange(first, last); w == span&oddWeeks {
			return span.run() + " odd"
		} else if w == span&evenWeeks {
			return span.run() + " even"
		}
	}
	var runs []string
	for rest := w; rest != 0; {
		start := rest.First()
		length := bits.TrailingZeros64(^uint64(rest >> start))
		run := WeekRange(start, start+length-1)
		runs = append(runs, run.run())
		rest &^= run
	}
	return strings.Join(runs, ",")
}

// run formats a set without gaps.
func (w Weeks) run() string {
	if w.First() == w.Last() {
		return strconv.Itoa(w.First())
	}
	return strconv.Itoa(w.First()) + "-" + strconv.Itoa(w.Last())
}

// ParseWeeks reads a set of weeks as people write it in spreadsheets in either language: "1-16", "odd", "双", "1-15
// odd", "1-15单周", "第2、4，6～10周", "{第1-8周}", with full-width digits and signs. It refuses unreadable text, weeks
// outside the term and empty sets.
func ParseWeeks(text string, termWeeks int) (Weeks, error) {
	p := weeksParser{rest: strings.Trim(weekSigns.Replace(fold.Width(text)), " "), last: min(termWeeks, MaxWeeks)}
	all, err := p.list(text, false)
	if err == nil && p.rest != "" {
		err = unreadableWeeks(text)
	}
	if err != nil {
		return 0, err
	}
	return all, nil
}

func unreadableWeeks(text string) error {
	return fault.New(fault.Invalid, "timetable.weeks_unreadable", "value", locale.Shorten(text, maxEcho))
}

// maxEcho is how many characters of a wrong value an error repeats.
const maxEcho = 40

// weekSigns normalises the spellings. Words without meaning become a space, so that "1 6" doesn't turn into 16.
var weekSigns = strings.NewReplacer(
	"(周)", " ", "[周]", " ", "(全)", " ", "(全周)", " ",
	"、", ",", ";", ",", "–", "-", "—", "-", "~", "-", "〜", "-", "至", "-", "到", "-",
	"第", " ", "周上", " ", "周", " ", "週", " ", "weeks", " ", "week", " ", "Weeks", " ", "Week", " ",
	"单", "odd", "單", "odd", "Odd", "odd", "ODD", "odd", "双", "even", "雙", "even", "Even", "even", "EVEN", "even",
	"{", "(", "}", ")", "[", "(", "]", ")", "【", "(", "】", ")", "|odd", " odd", "|even", " even", "|单", " odd", "|双",
	" even", "/单", " odd", "/双", " even", "\t", " ", "\u00a0", " ",
)

type weeksParser struct {
	rest string
	last int
}

func (p *weeksParser) take(sign string) bool {
	rest, ok := strings.CutPrefix(p.rest, sign)
	if ok {
		p.rest = strings.TrimLeft(rest, " ")
	}
	return ok
}

// list reads comma-separated items up to the end or the closing bracket.
func (p *weeksParser) list(text string, nested bool) (Weeks, error) {
	var all Weeks
	for {
		var item Weeks
		var err error
		if !nested && p.take("(") {
			item, err = p.bracketed(text)
		} else {
			item, err = p.item(text)
		}
		if err != nil {
			return 0, err
		}
		if all |= item; !p.take(",") {
			return all, nil
		}
	}
}

// bracketed reads the rest of a list in brackets and the odd or even after it.
func (p *weeksParser) bracketed(text string) (Weeks, error) {
	set, err := p.list(text, true)
	if err != nil || !p.take(")") {
		return 0, cmp.Or(err, unreadableWeeks(text))
	}
	filter, err := p.filter(text)
	if err != nil || filter == 0 {
		return set, err
	}
	if set &= filter; set == 0 {
		return 0, fault.New(fault.Invalid, "timetable.weeks_empty", "value", locale.Shorten(text, maxEcho))
	}
	return set, nil
}

// item reads one of "7", "1-15", "odd", "1-15 odd", "1-15(odd)".
func (p *weeksParser) item(text string) (Weeks, error) {
	first, last, bounded := 1, p.last, false
	if n, ok := p.number(); ok {
		first, last, bounded = n, n, true
		if p.take("-") {
			if last, ok = p.number(); !ok {
				return 0, unreadableWeeks(text)
			}
		}
	}
	for _, week := range []int{first, last} {
		if week < 1 || week > p.last {
			return 0, fault.New(fault.Invalid, "timetable.week_out_of_range", "week",
				strconv.Itoa(week), "last", strconv.Itoa(p.last))
		}
	}
	filter, err := p.filter(text)
	if err != nil || !bounded && filter == 0 || first > last {
		return 0, unreadableWeeks(text)
	}
	set := WeekRange(first, last)
	if filter != 0 {
		set &= filter
	}
	if set == 0 {
		return 0, fault.New(fault.Invalid, "timetable.weeks_empty", "value", locale.Shorten(text, maxEcho))
	}
	return set, nil
}

func (p *weeksParser) filter(text string) (Weeks, error) {
	open := p.take("(")
	var filter Weeks
	if p.take("odd") {
		filter = oddWeeks
	} else if p.take("even") {
		filter = evenWeeks
	}
	if open && (filter == 0 || !p.take(")")) {
		return 0, unreadableWeeks(text)
	}
	return filter, nil
}

// number reads digits, capped at 9999, so that a number too long to be a week is out of range, not unreadable.
func (p *weeksParser) number() (int, bool) {
	end := 0
	n := 0
	for end < len(p.rest) && p.rest[end] >= '0' && p.rest[end] <= '9' {
		n = min(n*10+int(p.rest[end]-'0'), 9999)
		end++
	}
	p.rest = strings.TrimLeft(p.rest[end:], " ")
	return n, end > 0
}
