package engine

import (
	"slices"
	"strings"

	"lectern/internal/civil"
	"lectern/internal/fault"
	"lectern/internal/roster/parse"
	"lectern/internal/timetable"
)

// A timed meeting is one whose periods may still be counted within a part of the day, as in 晚1-2: which they are depends on its campus.
type timed struct {
	timetable.Meeting
	part  parse.PartPeriods // zero when the hours are known
	text  string            // that says so
	field string            // in which it stands
}

// When the evening begins, and the hours in which a period at noon does.
const (
	evening   civil.Time = 18 * 60
	noon      civil.Time = 12 * 60
	afterNoon civil.Time = 14 * 60
)

// hoursIn finds the periods that a meeting names within a part of the day, in all its weeks the same: timetable.no_campus, timetable.no_scheme, roster.evening_periods,
// roster.noon_period, roster.part_differs.
func (t *timed) hoursIn(plan timetable.Plan) (timetable.Hours, error) {
	if t.Campus == "" {
		return timetable.Hours{}, fault.New(fault.Invalid, "timetable.no_campus")
	}
	var out timetable.Hours
	var since civil.Date
	for rest := t.Weeks & timetable.WeekRange(1, plan.Term.Weeks); rest != 0; rest &= rest - 1 {
		day := plan.Term.Date(rest.First(), t.Weekday)
		scheme := plan.Scheme(t.Campus, day)
		if scheme == nil {
			return timetable.Hours{}, fault.New(fault.Invalid, "timetable.no_scheme", "campus", t.Campus, "date", day.String())
		}
		first, last, ok := periodsIn(scheme.Periods, t.part)
		if !ok {
			code := "roster.evening_periods"
			if t.part.Part == parse.Noon {
				code = "roster.noon_period"
			}
			return timetable.Hours{}, fault.New(fault.Invalid, code, "value", Clip(t.text), "date", day.String(), "periods", beginnings(scheme.Periods))
		}
		h := timetable.Hours{FirstPeriod: first, LastPeriod: last}
		if out != (timetable.Hours{}) && out != h {
			return timetable.Hours{}, fault.New(fault.Invalid, "roster.part_differs", "value", Clip(t.text), "since", since.String(), "periods", spanText(out), "date", day.String(), "others", spanText(h))
		}
		if out == (timetable.Hours{}) {
			out, since = h, day
		}
	}
	return out, nil
}

// periodsIn finds the periods of a day that are counted within a part of it. Some sheets write the number of the day behind 晚上 all the same: 晚上9-10节.
func periodsIn(periods []timetable.Period, in parse.PartPeriods) (first, last int, ok bool) {
	var there []int
	for _, p := range periods {
		if in.Part == parse.Noon && p.Starts >= noon && p.Starts < afterNoon || in.Part == parse.Evening && p.Starts >= evening {
			there = append(there, p.Number)
		}
	}
	if in.Part == parse.Noon {
		if len(there) != 1 {
			return 0, 0, false
		}
		return there[0], there[0], true
	}
	counted := in.First <= len(there) && in.Last <= len(there)
	numbered := slices.Contains(there, in.First) && slices.Contains(there, in.Last)
	switch {
	case counted && numbered && there[in.First-1] != in.First: // nobody can know which is meant
		return 0, 0, false
	case counted:
		return there[in.First-1], there[in.Last-1], true
	}
	return in.First, in.Last, numbered
}

// beginnings lists the periods of a day with the times at which they begin.
func beginnings(periods []timetable.Period) string {
	out := make([]string, len(periods))
	for i, p := range periods {
		out[i] = itoa(p.Number) + " " + p.Starts.String()
	}
	return strings.Join(out, ", ")
}
