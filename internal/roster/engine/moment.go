package engine

import (
	"context"
	"regexp"
	"strings"

	"lectern/internal/civil"
	"lectern/internal/fault"
	"lectern/internal/fold"
	"lectern/internal/roster/parse"
	"lectern/internal/timetable"
)

// A moment is when a class is that a row names: its date, and its hours if the row has them.
type moment struct {
	day   civil.Date
	hours timetable.Hours
}

// momentFields are the columns that say it: a date, or week and weekday; hours; or all of it in one cell.
type momentFields struct{ date, week, weekday, hours, when string }

var (
	classAt = momentFields{"date", "classWeek", "classWeekday", "hours", "when"}
	movedTo = momentFields{"newDate", "newWeek", "newWeekday", "newHours", "newWhen"}
)

// moment reads them. What a row does not say of another time, such as its week, is that of the first.
func (c *changes) moment(ctx context.Context, r *row, f momentFields, first moment) (moment, error) {
	m := moment{day: r.date(f.date), hours: parsed(r, f.hours, hours)}
	week, day := r.text(f.week), parsed(r, f.weekday, weekday)
	if text := r.text(f.when); text != "" {
		w, d, err := m.readWhen(text, r.date1904)
		r.refuse(f.when, err)
		if week == "" {
			week = w
		}
		if day == 0 {
			day = d
		}
	}
	if !m.day.IsZero() || week == "" && day == 0 || !r.good() {
		return m, nil
	}
	term, err := c.lookup.termOf(ctx, c.run, r)
	if err := r.refuseOrFail("term", err); err != nil || !r.good() {
		return m, err
	}
	number, _ := timetable.WeekOf(term, first.day)
	if week != "" {
		number, err = oneWeek(week, term)
		if err != nil {
			r.refuse(f.given(r, f.week), err)
			return m, nil
		}
	} else if first.day.IsZero() {
		r.need(f.week)
		return m, nil
	}
	if day == 0 && first.day.IsZero() {
		r.need(f.weekday)
		return m, nil
	}
	if day == 0 {
		day = first.day.Weekday()
	}
	m.day = term.Date(number, day)
	return m, nil
}

// given is the column of its own if it is filled in, else that of the cell that says everything.
func (f momentFields) given(r *row, own string) string {
	if r.text(own) == "" {
		return f.when
	}
	return own
}

// oneWeek reads a week of a term: a row is about one class. roster.one_week.
func oneWeek(text string, term timetable.Term) (int, error) {
	set, err := weeks(text, term)
	if err != nil {
		return 0, err
	}
	if set.First() != set.Last() {
		return 0, fault.New(fault.Invalid, "roster.one_week", "value", Clip(text))
	}
	return set.First(), nil
}

var (
	dateInside = regexp.MustCompile(`\d{4}[-/.年]\s*\d{1,2}[-/.月]\s*\d{1,2}日?`)
	dayBeside  = regexp.MustCompile(`[(\[]?(?:星期|礼拜|周)[一二三四五六日天][)\]]?`)
)

// readWhen reads a cell such as 第12周星期一第1-2节 or 2026-11-23(周一)第1-2节. What has columns of their own counts before it.
func (m *moment) readWhen(text string, from1904 bool) (week string, day civil.Weekday, err error) {
	folded := fold.Width(text)
	if found := dateInside.FindString(folded); found != "" {
		on, err := date(found, from1904)
		if err != nil {
			return "", 0, err
		}
		rest := strings.Trim(dayBeside.ReplaceAllString(strings.Replace(folded, found, " ", 1), " "), " ,;()[]")
		if m.day.IsZero() {
			m.day = on
		}
		if rest != "" && m.hours == (timetable.Hours{}) {
			m.hours, err = hours(rest)
		}
		return "", 0, err
	}
	if !parse.IsWhen(text) {
		if d, err := date(text, from1904); err == nil && m.day.IsZero() && len(text) >= 5 {
			m.day = d
			return "", 0, nil
		}
		h, err := hours(text)
		if m.hours == (timetable.Hours{}) {
			m.hours = h
		}
		return "", 0, err
	}
	slots, err := parse.When(text)
	switch {
	case err != nil:
		return "", 0, err
	case len(slots) > 1:
		return "", 0, fault.New(fault.Invalid, "roster.one_class", "value", Clip(text))
	}
	if m.hours == (timetable.Hours{}) {
		m.hours, err = hours(slots[0].Hours)
	}
	return slots[0].Weeks, slots[0].Weekday, err
}

var dateSpan = regexp.MustCompile(`^(\d{4})([-/.年])\s*(\d{1,2})[-/.月]\s*(\d{1,2})日?(?:\(.{1,4}\))?\s*[-~]\s*(?:(\d{4})[-/.年])?\s*(?:(\d{1,2})[-/.月]\s*)?(\d{1,2})日?(?:\(.{1,4}\))?(?:\s*,?\s*共?\d+天)?$`)

// dates reads one date or a span of them: 2026年10月1日-7日, 2026-10-01至2026-10-07. Of one date the last is missing.
func dates(text string, from1904 bool) (from, to civil.Date, err error) {
	m := dateSpan.FindStringSubmatch(dashes.Replace(fold.Width(text)))
	if m == nil {
		from, err = date(text, from1904)
		return from, to, err
	}
	year, month := m[5], m[6]
	if year == "" {
		year = m[1]
	}
	if month == "" {
		month = m[3]
	}
	if from, err = date(m[1]+"-"+m[3]+"-"+m[4], from1904); err != nil {
		return from, to, err
	}
	to, err = date(year+"-"+month+"-"+m[7], from1904)
	return from, to, err
}
