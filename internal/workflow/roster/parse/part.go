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

// A Part is a part of the day in which some sheets number periods from 1.
type Part string

// The parts.
const (
	Noon    Part = "noon"
	Evening Part = "evening"
)

// PartPeriods are periods numbered from 1 within a part of the day. Which periods of the day they are depends on campus
// and date.
type PartPeriods struct {
	Part        Part
	First, Last int
	Text        string // as written
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

// When the evening begins, and when a noon period may begin.
const (
	evening   civil.Time = 18 * 60
	noon      civil.Time = 12 * 60
	afterNoon civil.Time = 14 * 60
)

// HoursOn resolves the periods for a campus and a date. It fails with timetable.no_campus, timetable.no_scheme,
// roster.evening_periods or roster.noon_period.
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

// HoursOf resolves the periods for all weeks of a meeting. It fails like HoursOn, or with roster.part_differs.
func (in PartPeriods) HoursOf(plan timetable.Plan, m timetable.Meeting) (timetable.Hours, error) {
	if m.Campus == "" { // also if its weeks are unknown
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

// among returns which periods of a day are meant. Some sheets write 晚上 before periods numbered through the day:
// 晚上9-10节.
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
	case counted && numbered && there[in.First-1] != in.First: // ambiguous
		return 0, 0, false
	case counted:
		return there[in.First-1], there[in.Last-1], true
	}
	return in.First, in.Last, numbered
}

// beginnings lists the periods of a day with their starting times.
func beginnings(periods []timetable.Period) string {
	out := make([]string, len(periods))
	for i, p := range periods {
		out[i] = strconv.Itoa(p.Number) + " " + p.Starts.String()
	}
	return strings.Join(out, ", ")
}
