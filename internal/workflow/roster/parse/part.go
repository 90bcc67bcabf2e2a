package parse

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
)

// A Part is one of those parts of a day of which some sheets count the periods by themselves.
type Part string

// The parts.
const (
	Noon    Part = "noon"
	Evening Part = "evening"
)

// PartPeriods are periods as they are counted within a part of the day, from 1. Which periods of the day they are
// depends on the campus and the date.
type PartPeriods struct {
	Part        Part
	First, Last int
	Text        string // that says so
}

const partNumber = `(?:\d{1,2}|[一二三四五六七八九十]+)`

var (
	eveningWord  = regexp.MustCompile(`晚(?:上|间)?`)
	eveningPart  = regexp.MustCompile(`晚(?:上|间)?第?` + partNumber + `(?:[,-](?:晚(?:上|间)?)?第?` + partNumber + `)*(?:小?节课?)?`)
	noonPart     = regexp.MustCompile(`(?:中午|午间)(?:第?[1一]节)?`)
	eveningWhole = regexp.MustCompile(`^` + eveningPart.String() + `$`)
	noonWhole    = regexp.MustCompile(`^` + noonPart.String() + `$`)
)

// InPart reads 晚一, 晚1-2, 晚上第1节, 晚一、晚二 and 中午.
func InPart(text string) (PartPeriods, bool) {
	key := strings.Join(strings.Fields(folded(text)), "")
	switch {
	case noonWhole.MatchString(key):
		return PartPeriods{Noon, 1, 1, text}, true
	case eveningWhole.MatchString(key):
		first, last, ok := Periods(eveningWord.ReplaceAllString(key, ""))
		return PartPeriods{Evening, first, last, text}, ok
	}
	return PartPeriods{}, false
}

// When the evening begins, and the hours in which a period at noon does.
const (
	evening   civil.Time = 18 * 60
	noon      civil.Time = 12 * 60
	afterNoon civil.Time = 14 * 60
)

// HoursOn finds which periods they are at a campus on a date: timetable.no_campus, timetable.no_scheme,
// roster.evening_periods, roster.noon_period.
func (in PartPeriods) HoursOn(plan timetable.Plan, campus string, day civil.Date) (timetable.Hours, error) {
	if campus == "" {
		return timetable.Hours{}, fault.New(fault.Invalid, "timetable.no_campus")
	}
	scheme := plan.Scheme(campus, day)
	if scheme == nil {
		return timetable.Hours{}, fault.New(fault.Invalid, "timetable.no_scheme", "campus", campus, "date", day.String())
	}
	first, last, ok := in.among(scheme.Periods)
	if !ok {
		code := "roster.evening_periods"
		if in.Part == Noon {
			code = "roster.noon_period"
		}
		return timetable.Hours{},
			fault.New(fault.Invalid, code, "value", Clip(in.Text), "date", day.String(), "periods", beginnings(scheme.Periods))
	}
	return timetable.Hours{FirstPeriod: first, LastPeriod: last}, nil
}

// HoursOf finds which periods they are for a meeting, in all its weeks the same: as HoursOn, and roster.part_differs.
func (in PartPeriods) HoursOf(plan timetable.Plan, m timetable.Meeting) (timetable.Hours, error) {
	if m.Campus == "" { // also where its weeks are not known
		return timetable.Hours{}, fault.New(fault.Invalid, "timetable.no_campus")
	}
	var out timetable.Hours
	var since civil.Date
	for rest := m.Weeks & timetable.WeekRange(1, plan.Term.Weeks); rest != 0; rest &= rest - 1 {
		day := plan.Term.Date(rest.First(), m.Weekday)
		h, err := in.HoursOn(plan, m.Campus, day)
		if err != nil {
			return timetable.Hours{}, err
		}
		if out != (timetable.Hours{}) && out != h {
			return timetable.Hours{}, fault.New(fault.Invalid, "roster.part_differs", "value", Clip(in.Text), "since",
				since.String(), "periods", HoursText(out), "date", day.String(), "others", HoursText(h))
		}
		if out == (timetable.Hours{}) {
			out, since = h, day
		}
	}
	return out, nil
}

// among finds the periods of a day that are counted within a part of it. Some sheets write the number of the day behind
// 晚上 all the same: 晚上9-10节.
func (in PartPeriods) among(periods []timetable.Period) (first, last int, ok bool) {
	var there []int
	for _, p := range periods {
		if in.Part == Noon && p.Starts >= noon && p.Starts < afterNoon || in.Part == Evening && p.Starts >= evening {
			there = append(there, p.Number)
		}
	}
	if in.Part == Noon {
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
		out[i] = strconv.Itoa(p.Number) + " " + p.Starts.String()
	}
	return strings.Join(out, ", ")
}
