package timetable

import (
	"slices"
	"strings"
	"testing"

	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
)

// wantFaults compares the codes of all faults in err, in order; "" means none.
func wantFaults(t *testing.T, err error, codes string) {
	t.Helper()
	var got []string
	for _, f := range fault.All(err) {
		got = append(got, strings.TrimPrefix(f.Code, "timetable."))
	}
	if strings.Join(got, " ") != codes || (err == nil) != (codes == "") {
		t.Errorf("faults %v (%v), want %q", got, err, codes)
	}
}

func TestCheckTerm(t *testing.T) {
	for _, tc := range []struct {
		first string
		weeks int
		want  string
	}{
		{"2026-09-07", 18, ""},
		{"2026-09-07", 1, ""},
		{"2026-09-07", MaxWeeks, ""},
		{"2026-09-08", 18, "term_not_monday"},
		{"2026-09-07", 0, "term_length"},
		{"2026-09-07", 54, "term_length"},
		{"9999-12-27", 2, "term_length"},
	} {
		wantFaults(t, Term{FirstMonday: day(tc.first), Weeks: tc.weeks}.Check(), tc.want)
	}
	wantFaults(t, Term{Weeks: 18}.Check(), "term_not_monday")
}

func TestCheckSchemes(t *testing.T) {
	for _, tc := range []struct {
		name string
		edit func(list []PeriodScheme) []PeriodScheme
		want string
	}{
		{"as they are", func(list []PeriodScheme) []PeriodScheme { return list }, ""},
		{"overlapping periods", func(list []PeriodScheme) []PeriodScheme {
			list[0].Periods[1].Starts = clock("08:44")
			return list
		}, "periods_overlap"},
		{"one starts when the other ends", func(list []PeriodScheme) []PeriodScheme {
			list[0].Periods[1].Starts = clock("08:45")
			return list
		}, ""},
		{"past midnight", func(list []PeriodScheme) []PeriodScheme {
			list[0].Periods = append(list[0].Periods, Period{13, clock("23:30"), clock("00:15")})
			return list
		}, "past_midnight"},
		{"a period twice, period 0", func(list []PeriodScheme) []PeriodScheme {
			list[0].Periods = []Period{
				{0, clock("08:00"), clock("08:45")},
				{2, clock("09:00"), clock("09:45")},
				{2, clock("10:00"), clock("10:45")},
			}
			return list
		}, "period_number period_number"},
		{"no period", func(list []PeriodScheme) []PeriodScheme { list[0].Periods = nil; return list }, "scheme_empty"},
		{"dates reversed", func(list []PeriodScheme) []PeriodScheme {
			list[2].To = day(
				"2025-01-01")
			return list
		}, "dates_reversed"},
		{"two on one day", func(list []PeriodScheme) []PeriodScheme {
			list[1].From = day(
				"2026-09-30")
			return list
		}, "schemes_overlap"},
		{"another campus", func(list []PeriodScheme) []PeriodScheme {
			list[1].From, list[1].Campus = day("2026-09-30"), "west"
			return list
		}, ""},
	} {
		t.Run(tc.name, func(t *testing.T) { wantFaults(t, CheckSchemes(tc.edit(schemes())), tc.want) })
	}
}

func TestCheckMeeting(t *testing.T) {
	for _, tc := range []struct {
		name string
		edit func(m *Meeting)
		want string
	}{
		{"as it is", func(*Meeting) {}, ""},
		{"week beyond the term", func(m *Meeting) { m.Weeks = WeekRange(17, 19) }, "week_out_of_range"},
		{"no week", func(m *Meeting) { m.Weeks = 0 }, "weeks_empty"},
		{"no weekday", func(m *Meeting) { m.Weekday = 8 }, "weekday"},
		{"no hours", func(m *Meeting) { m.Hours = Hours{} }, "no_hours"},
		{"periods reversed", func(m *Meeting) { m.Hours = periods(4, 3) }, "periods_reversed"},
		{"no first period", func(m *Meeting) { m.Hours = periods(0, 3) }, "periods_reversed"},
		{"periods and clock times", func(m *Meeting) { m.Hours.Ends = clock("10:00") }, "hours_both"},
		{"unknown period", func(m *Meeting) { m.Hours = periods(12, 13) }, "unknown_period"},
		{"no scheme for the campus", func(m *Meeting) { m.Campus = "west" }, "no_scheme"},
		{"clock times need no scheme", func(m *Meeting) { m.Campus, m.Hours = "west", hours("21:00", "23:59") }, ""},
		{"past midnight", func(m *Meeting) { m.Hours = hours("22:30", "00:30") }, "past_midnight"},
		{"ends when it starts", func(m *Meeting) { m.Hours = hours("22:30", "22:30") }, "past_midnight"},
		{"neither class nor exam", func(m *Meeting) { m.Kind = "party" }, "unknown_kind"},
		{"everything at once", func(m *Meeting) {
			m.Kind, m.Weekday, m.Weeks, m.Hours = "", 0, WeekRange(40, 40),
				Hours{}
		}, "unknown_kind weekday week_out_of_range no_hours"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := friday()
			tc.edit(&m)
			wantFaults(t, m.Check(autumn(), schemes()), tc.want)
		})
	}
}

func TestCheckChange(t *testing.T) {
	plan := Plan{
		Term: autumn(), Schemes: schemes(), Meetings: []Meeting{friday()},
		Holidays: []Holiday{off("national", "2026-10-01", "2026-10-08")},
		Mappings: []DayMapping{takeOff("typhoon", "2026-09-22")},
	}
	classes := Expand(plan)
	for _, tc := range []struct {
		name   string
		change Change
		want   string
	}{
		{"cancel", Change{Action: Cancel, Class: "fri.2", Group: "g"}, ""},
		{"cancel a week without class", Change{Action: Cancel, Class: "fri.9", Group: "g"}, "no_class"},
		{"cancel another group's class", Change{Action: Cancel, Class: "fri.2", Group: "h"}, "no_class"},
		{"move to a day", Change{Action: Move, Class: "fri.2", Group: "g", Day: day("2026-09-19")}, ""},
		{"move to online", Change{Action: Move, Class: "fri.2", Group: "g", Online: true}, ""},
		{"move nothing", Change{Action: Move, Class: "fri.2", Group: "g", Note: "?"}, "nothing_moved"},
		{"move to a holiday", Change{Action: Move, Class: "fri.2", Group: "g", Day: day("2026-10-03")}, "day_off"},
		{"move to a day off", Change{Action: Move, Class: "fri.2", Group: "g", Day: day("2026-09-22")}, "day_off"},
		{
			"move out of the term",
			Change{Action: Move, Class: "fri.2", Group: "g", Day: day("2027-06-01")},
			"date_out_of_term",
		},
		{
			"move to a period that is not",
			Change{Action: Move, Class: "fri.2", Group: "g", Hours: periods(20, 21)},
			"unknown_period",
		},
		{
			"move to a campus without that period",
			Change{Action: Move, Class: "fri.2", Group: "g", Campus: "south", Hours: periods(11, 12)},
			"unknown_period",
		},
		{"move past midnight", Change{
			Action: Move, Class: "fri.2", Group: "g",
			Hours: hours("23:00", "01:00"),
		}, "past_midnight"},
		{"add an exam", Change{
			Action: Add, Kind: Exam, Group: "g", Day: day("2026-12-30"),
			Hours: hours("14:00", "16:00"),
		}, ""},
		{"add on no day, at no time", Change{Action: Add, Kind: Exam, Group: "g"}, "no_hours no_day"},
		{"add without a kind", Change{
			Action: Add, Group: "g", Day: day("2026-12-30"),
			Hours: hours("14:00", "16:00"),
		}, "unknown_kind"},
		{
			"add on a campus without scheme",
			Change{Action: Add, Kind: Regular, Day: day("2026-12-30"), Hours: periods(1, 1), Campus: "west"},
			"no_scheme",
		},
		{"something else", Change{Action: "swap", Class: "fri.2"}, "unknown_action"},
	} {
		t.Run(tc.name, func(t *testing.T) { wantFaults(t, tc.change.Check(&plan, classes), tc.want) })
	}
}

func TestCheckMappingAndHoliday(t *testing.T) {
	others := []DayMapping{
		follow("m", "2026-09-20", 3, civil.Friday), takeOff("o", "2026-09-22"),
		{ID: "w", Date: day("2026-09-27"), Week: 4, Weekday: civil.Monday, Life: withdrawn(1, 2)},
	}
	for _, tc := range []struct {
		name    string
		mapping DayMapping
		want    string
	}{
		{"another day", follow("n", "2026-10-10", 5, civil.Monday), ""},
		{"itself again", follow("m", "2026-09-20", 3, civil.Friday), ""},
		{"a withdrawn one's date and teaching day", follow("n", "2026-09-27", 4, civil.Monday), ""},
		{"a date twice", follow("n", "2026-09-22", 5, civil.Monday), "date_mapped_twice"},
		{"a teaching day twice", follow("n", "2026-10-10", 3, civil.Friday), "teaching_day_twice"},
		{"off needs no teaching day", takeOff("n", "2026-10-10"), ""},
		{"outside the term", takeOff("n", "2026-09-06"), "date_out_of_term"},
		{"week 0", follow("n", "2026-10-10", 0, civil.Monday), "week_out_of_range"},
		{"week 99", follow("n", "2026-10-10", 99, civil.Monday), "week_out_of_range"},
		{"no weekday", follow("n", "2026-10-10", 5, 0), "weekday"},
	} {
		t.Run(tc.name, func(t *testing.T) { wantFaults(t, tc.mapping.Check(autumn(), others), tc.want) })
	}
	good, bad := off("h", "2026-10-01", "2026-10-01"), off("h", "2026-10-02", "2026-10-01")
	wantFaults(t, good.Check(), "")
	wantFaults(t, bad.Check(), "dates_reversed")
	wantFaults(t, (&Holiday{}).Check(), "dates_reversed")
}

// Meetings that pass Check have clock times in Expand.
func TestCheckedMeetingsAreTimed(t *testing.T) {
	checked := 0
	eachPlan(t, func(t *testing.T, _ maker, p Plan) {
		p.Changes, p.Mappings = nil, nil
		for _, m := range p.Meetings {
			if m.Check(p.Term, p.Schemes) != nil {
				continue
			}
			checked++
			one := p
			one.Meetings = []Meeting{m}
			if slices.ContainsFunc(Expand(one), func(c Class) bool { return !c.Place.Hours.Timed() }) {
				t.Errorf("%+v passed but has a class without times", m)
			}
		}
	})
	if checked < seeds/2 {
		t.Errorf("only %d meetings passed: the test says nothing", checked)
	}
}
