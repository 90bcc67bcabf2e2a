package timetable

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/kernel/civil"
)

func day(text string) civil.Date {
	d, err := civil.ParseDate(text)
	if err != nil {
		panic(err)
	}
	return d
}

func clock(text string) civil.Time {
	c, err := civil.ParseTime(text)
	if err != nil {
		panic(err)
	}
	return c
}

func periods(first, last int) Hours   { return Hours{FirstPeriod: first, LastPeriod: last} }
func hours(starts, ends string) Hours { return Hours{Starts: clock(starts), Ends: clock(ends)} }
func published(hour int) Life         { return Life{Published: noon.Add(time.Duration(hour) * time.Hour)} }

func withdrawn(from, to int) Life {
	return Life{Published: published(from).Published, Withdrawn: published(to).Published}
}

func autumn() Term { return Term{ID: "autumn", FirstMonday: day("2026-09-07"), Weeks: 18} }

func off(id, from, to string) Holiday {
	return Holiday{ID: id, From: day(from), To: day(to), Life: published(0)}
}

func takeOff(id, date string) DayMapping {
	return DayMapping{ID: id, Date: day(date), Off: true, Life: published(0)}
}

func follow(id, date string, week int, on civil.Weekday) DayMapping {
	return DayMapping{ID: id, Date: day(date), Week: week, Weekday: on, Life: published(0)}
}

var noon = time.Date(2026, 8, 20, 12, 0, 0, 0, time.UTC)

// schemes: the north campus changes to winter times on 1 October, the south campus never does.
func schemes() []PeriodScheme {
	return []PeriodScheme{
		{ID: "n-summer", Campus: "north", From: day("2026-05-01"), To: day("2026-09-30"), Periods: ladder("08:00", 12)},
		{ID: "n-winter", Campus: "north", From: day("2026-10-01"), To: day("2027-04-30"), Periods: ladder("08:30", 12)},
		{ID: "s-all", Campus: "south", From: day("2026-01-01"), To: day("2027-12-31"), Periods: ladder("09:00", 10)},
	}
}

func ladder(first string, count int) []Period {
	var list []Period
	starts := clock(first)
	for n := 1; n <= count; n++ {
		ends, _ := starts.Add(45)
		list = append(list, Period{n, starts, ends})
		starts, _ = ends.Add(10)
	}
	return list
}

// friday is a meeting in weeks 2 to 4 on Fridays: 18 and 25 September, 2 October.
func friday() Meeting {
	return Meeting{
		ID: "fri", Group: "g", Kind: Regular, Weekday: civil.Friday, Hours: periods(1, 2), Weeks: WeekRange(2, 4),
		Campus: "north", Room: "N101", Teacher: "wang",
	}
}

func describe(classes []Class) string {
	var lines []string
	for _, c := range classes {
		line := fmt.Sprintf("%s w%d %s %s-%s %s/%s %s", c.ID, c.Week, c.Place.Day, c.Place.Hours.Starts, c.Place.Hours.Ends,
			c.Place.Room, c.Place.Teacher, c.State)
		if c.Cause != "" {
			line += fmt.Sprintf(" by %s %s", c.Cause, c.By)
		}
		if c.Was != nil {
			line += fmt.Sprintf(" was %s %s-%s %s/%s", c.Was.Day, c.Was.Hours.Starts,
				c.Was.Hours.Ends, c.Was.Room, c.Was.Teacher)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestExpand(t *testing.T) {
	for _, tc := range []struct {
		name string
		edit func(p *Plan)
		want string
	}{
		{"the rule, with winter times from October", func(*Plan) {}, `
			fri.2 w2 2026-09-18 08:00-09:40 N101/wang held
			fri.3 w3 2026-09-25 08:00-09:40 N101/wang held
			fri.4 w4 2026-10-02 08:30-10:10 N101/wang held`},
		{"odd weeks at clock times outside any period", func(p *Plan) {
			p.Meetings[0].Weeks, p.Meetings[0].Hours = WeekRange(1, 5)&oddWeeks, hours("12:20", "13:05")
		}, `
			fri.1 w1 2026-09-11 12:20-13:05 N101/wang held
			fri.3 w3 2026-09-25 12:20-13:05 N101/wang held
			fri.5 w5 2026-10-09 12:20-13:05 N101/wang held`},
		{"cancelled", func(p *Plan) {
			p.Changes = []Change{{ID: "c", Action: Cancel, Class: "fri.3", Group: "g", Life: published(0)}}
		}, `
			fri.2 w2 2026-09-18 08:00-09:40 N101/wang held
			fri.3 w3 2026-09-25 08:00-09:40 N101/wang cancelled by change c
			fri.4 w4 2026-10-02 08:30-10:10 N101/wang held`},
		{"moved over the season's edge takes the times of the day it is held", func(p *Plan) {
			p.Changes = []Change{{
				ID: "c", Action: Move, Class: "fri.3", Day: day("2026-10-05"),
				Room: "N202", Life: published(0),
			}}
		}, `
			fri.2 w2 2026-09-18 08:00-09:40 N101/wang held
			fri.4 w4 2026-10-02 08:30-10:10 N101/wang held
			fri.3 w3 2026-10-05 08:30-10:10 N202/wang moved by change c was 2026-09-25 08:00-09:40 N101/wang`},
		{"moved to another campus takes its times", func(p *Plan) {
			p.Changes = []Change{{ID: "c", Action: Move, Class: "fri.2", Campus: "south", Room: "S1", Life: published(0)}}
		}, `
			fri.2 w2 2026-09-18 09:00-10:40 S1/wang moved by change c was 2026-09-18 08:00-09:40 N101/wang
			fri.3 w3 2026-09-25 08:00-09:40 N101/wang held
			fri.4 w4 2026-10-02 08:30-10:10 N101/wang held`},
		{"online and with a substitute", func(p *Plan) {
			p.Changes = []Change{{ID: "c", Action: Move, Class: "fri.2", Online: true, Teacher: "zhao", Life: published(0)}}
		}, `
			fri.2 w2 2026-09-18 08:00-09:40 /zhao moved by change c was 2026-09-18 08:00-09:40 N101/wang
			fri.3 w3 2026-09-25 08:00-09:40 N101/wang held
			fri.4 w4 2026-10-02 08:30-10:10 N101/wang held`},
		{"moves add up, in the order of publication", func(p *Plan) {
			p.Changes = []Change{
				{ID: "a", Action: Move, Class: "fri.2", Hours: hours("19:00", "20:30"), Life: published(2)},
				{ID: "b", Action: Move, Class: "fri.2", Hours: periods(3, 4), Room: "N300", Life: published(1)},
			}
		}, `
			fri.2 w2 2026-09-18 19:00-20:30 N300/wang moved by change a was 2026-09-18 08:00-09:40 N101/wang
			fri.3 w3 2026-09-25 08:00-09:40 N101/wang held
			fri.4 w4 2026-10-02 08:30-10:10 N101/wang held`},
		{"moved there and back is held", func(p *Plan) {
			p.Changes = []Change{
				{ID: "a", Action: Move, Class: "fri.2", Room: "N300", Life: published(1)},
				{ID: "b", Action: Move, Class: "fri.2", Room: "N101", Life: published(2)},
			}
		}, `
			fri.2 w2 2026-09-18 08:00-09:40 N101/wang held
			fri.3 w3 2026-09-25 08:00-09:40 N101/wang held
			fri.4 w4 2026-10-02 08:30-10:10 N101/wang held`},
		{"moved, then cancelled; cancelled, then on again", func(p *Plan) {
			p.Changes = []Change{
				{ID: "a", Action: Move, Class: "fri.2", Day: day("2026-09-19"), Life: published(1)},
				{ID: "b", Action: Cancel, Class: "fri.2", Life: published(2)},
				{ID: "c", Action: Cancel, Class: "fri.3", Life: published(1)},
				{ID: "d", Action: Move, Class: "fri.3", Room: "N5", Life: published(2)},
			}
		}, `
			fri.2 w2 2026-09-19 08:00-09:40 N101/wang cancelled by change b was 2026-09-18 08:00-09:40 N101/wang
			fri.3 w3 2026-09-25 08:00-09:40 N5/wang moved by change d was 2026-09-25 08:00-09:40 N101/wang
			fri.4 w4 2026-10-02 08:30-10:10 N101/wang held`},
		{"a withdrawn change has no effect", func(p *Plan) {
			p.Changes = []Change{
				{ID: "a", Action: Cancel, Class: "fri.2", Life: withdrawn(1, 2)},
				{ID: "b", Action: Add, Group: "g", Kind: Exam, Day: day("2026-09-19"), Hours: periods(1, 1), Life: withdrawn(1, 2)},
			}
		}, `
			fri.2 w2 2026-09-18 08:00-09:40 N101/wang held
			fri.3 w3 2026-09-25 08:00-09:40 N101/wang held
			fri.4 w4 2026-10-02 08:30-10:10 N101/wang held`},
		{"added, then moved, keeps the id of the addition", func(p *Plan) {
			p.Meetings[0].Weeks = WeekRange(2, 2)
			p.Changes = []Change{
				{
					ID: "x", Action: Add, Group: "g", Kind: Exam, Day: day("2026-09-20"), Hours: hours("14:00", "16:00"),
					Room: "H", Life: published(1),
				},
				{ID: "y", Action: Move, Class: "x", Day: day("2026-09-21"), Life: published(2)},
			}
		}, `
			fri.2 w2 2026-09-18 08:00-09:40 N101/wang held
			x w2 2026-09-21 14:00-16:00 H/ added by change y was 2026-09-20 14:00-16:00 H/`},
		{"a holiday cancels", func(p *Plan) {
			p.Holidays = []Holiday{off("national", "2026-10-01", "2026-10-08")}
		}, `
			fri.2 w2 2026-09-18 08:00-09:40 N101/wang held
			fri.3 w3 2026-09-25 08:00-09:40 N101/wang held
			fri.4 w4 2026-10-02 08:30-10:10 N101/wang cancelled by holiday national`},
		{"what moves to a day off is cancelled there, and an addition too", func(p *Plan) {
			p.Meetings[0].Weeks = WeekRange(2, 2)
			p.Mappings = []DayMapping{takeOff("typhoon", "2026-09-22")}
			p.Changes = []Change{
				{ID: "a", Action: Move, Class: "fri.2", Day: day("2026-09-22"), Life: published(1)},
				{ID: "x", Action: Add, Group: "g", Day: day("2026-09-22"), Hours: hours("14:00", "16:00"), Life: published(1)},
			}
		}, `
			fri.2 w2 2026-09-22 08:00-09:40 N101/wang cancelled by mapping typhoon was 2026-09-18 08:00-09:40 N101/wang
			x w3 2026-09-22 14:00-16:00 / cancelled by mapping typhoon`},
		{"a scheme that is missing leaves the class, without times", func(p *Plan) {
			p.Schemes = p.Schemes[:1]
			p.Meetings[0].Weeks = WeekRange(3, 4)
		}, `
			fri.3 w3 2026-09-25 08:00-09:40 N101/wang held
			fri.4 w4 2026-10-02 00:00-00:00 N101/wang held`},
		{"weeks beyond the term do not exist", func(p *Plan) { p.Term.Weeks = 3 }, `
			fri.2 w2 2026-09-18 08:00-09:40 N101/wang held
			fri.3 w3 2026-09-25 08:00-09:40 N101/wang held`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			plan := Plan{Term: autumn(), Schemes: schemes(), Meetings: []Meeting{friday()}}
			tc.edit(&plan)
			check(t, Expand(plan), tc.want)
		})
	}
}

func check(t *testing.T, got []Class, want string) {
	t.Helper()
	text := strings.ReplaceAll(strings.TrimSpace(want), "\t", "")
	if describe(got) != text {
		t.Errorf("got\n%s\nwant\n%s", describe(got), text)
	}
}

// 调休: Friday of week 3 is 25 September 2026, the Mid-Autumn Festival; Sunday 20 September makes up for it.
func TestExpandMakeUpDays(t *testing.T) {
	sunday := Meeting{
		ID: "sun", Group: "g", Kind: Regular, Weekday: civil.Sunday, Hours: periods(1, 1),
		Weeks: WeekRange(2, 2), Campus: "north",
	}
	for _, tc := range []struct {
		name string
		edit func(p *Plan)
		want string
	}{
		{"Sunday follows the Friday that is a holiday; its own classes are displaced", func(p *Plan) {
			p.Holidays = []Holiday{off("moon", "2026-09-25", "2026-09-27")}
			p.Mappings = []DayMapping{follow("m", "2026-09-20", 3, civil.Friday)}
		}, `
			fri.2 w2 2026-09-18 08:00-09:40 N101/wang held
			fri.3 w3 2026-09-20 08:00-09:40 N101/wang moved by mapping m was 2026-09-25 08:00-09:40 N101/wang
			sun.2 w2 2026-09-20 08:00-08:45 / cancelled by mapping m
			fri.4 w4 2026-10-02 08:30-10:10 N101/wang held`},
		{"without a holiday the teaching day still is taught once: on the date that follows it", func(p *Plan) {
			p.Mappings = []DayMapping{follow("m", "2026-09-20", 3, civil.Friday)}
		}, `
			fri.2 w2 2026-09-18 08:00-09:40 N101/wang held
			fri.3 w3 2026-09-20 08:00-09:40 N101/wang moved by mapping m was 2026-09-25 08:00-09:40 N101/wang
			sun.2 w2 2026-09-20 08:00-08:45 / cancelled by mapping m
			fri.4 w4 2026-10-02 08:30-10:10 N101/wang held`},
		{"two days change places", func(p *Plan) {
			p.Mappings = []DayMapping{follow("m", "2026-09-20", 3, civil.Friday), follow("n", "2026-09-25", 2, civil.Sunday)}
		}, `
			fri.2 w2 2026-09-18 08:00-09:40 N101/wang held
			fri.3 w3 2026-09-20 08:00-09:40 N101/wang moved by mapping m was 2026-09-25 08:00-09:40 N101/wang
			sun.2 w2 2026-09-25 08:00-08:45 / moved by mapping n was 2026-09-20 08:00-08:45 /
			fri.4 w4 2026-10-02 08:30-10:10 N101/wang held`},
		{"the day's times are those of the season it is held in", func(p *Plan) {
			p.Mappings = []DayMapping{follow("m", "2026-10-10", 2, civil.Friday)}
		}, `
			sun.2 w2 2026-09-20 08:00-08:45 / held
			fri.3 w3 2026-09-25 08:00-09:40 N101/wang held
			fri.4 w4 2026-10-02 08:30-10:10 N101/wang held
			fri.2 w2 2026-10-10 08:30-10:10 N101/wang moved by mapping m was 2026-09-18 08:00-09:40 N101/wang`},
		{"a mapping inside a holiday makes a day of work", func(p *Plan) {
			p.Holidays = []Holiday{off("moon", "2026-09-19", "2026-09-27")}
			p.Mappings = []DayMapping{follow("m", "2026-09-25", 3, civil.Friday)}
		}, `
			fri.2 w2 2026-09-18 08:00-09:40 N101/wang held
			sun.2 w2 2026-09-20 08:00-08:45 / cancelled by holiday moon
			fri.3 w3 2026-09-25 08:00-09:40 N101/wang held
			fri.4 w4 2026-10-02 08:30-10:10 N101/wang held`},
		{"a change of room goes along to the mapped date, a change of day wins over it", func(p *Plan) {
			p.Meetings = append(p.Meetings, Meeting{
				ID: "lab", Group: "g", Weekday: civil.Friday, Hours: periods(3, 4),
				Weeks: WeekRange(3, 3), Campus: "north",
			})
			p.Mappings = []DayMapping{follow("m", "2026-09-20", 3, civil.Friday)}
			p.Changes = []Change{
				{ID: "a", Action: Move, Class: "fri.3", Room: "N9", Life: published(1)},
				{ID: "b", Action: Move, Class: "lab.3", Day: day("2026-09-22"), Life: published(1)},
			}
		}, `
			fri.2 w2 2026-09-18 08:00-09:40 N101/wang held
			fri.3 w3 2026-09-20 08:00-09:40 N9/wang moved by change a was 2026-09-25 08:00-09:40 N101/wang
			sun.2 w2 2026-09-20 08:00-08:45 / cancelled by mapping m
			lab.3 w3 2026-09-22 09:50-11:30 / moved by change b was 2026-09-25 09:50-11:30 /
			fri.4 w4 2026-10-02 08:30-10:10 N101/wang held`},
		{"a displaced class comes back by a move to a day, not by a move of room", func(p *Plan) {
			p.Meetings = append(p.Meetings,
				Meeting{ID: "s2", Group: "g", Weekday: civil.Sunday, Hours: periods(3, 3), Weeks: WeekRange(2, 2), Campus: "north"})
			p.Mappings = []DayMapping{takeOff("m", "2026-09-20")}
			p.Changes = []Change{
				{ID: "a", Action: Move, Class: "sun.2", Room: "N9", Life: published(1)},
				{ID: "b", Action: Move, Class: "s2.2", Day: day("2026-09-19"), Life: published(1)},
			}
		}, `
			fri.2 w2 2026-09-18 08:00-09:40 N101/wang held
			s2.2 w2 2026-09-19 09:50-10:35 / moved by change b was 2026-09-20 09:50-10:35 /
			sun.2 w2 2026-09-20 08:00-08:45 N9/ cancelled by mapping m was 2026-09-20 08:00-08:45 /
			fri.3 w3 2026-09-25 08:00-09:40 N101/wang held
			fri.4 w4 2026-10-02 08:30-10:10 N101/wang held`},
		{
			"of two dates for one teaching day the earlier has it; of two mappings for one date the later published holds",
			func(p *Plan) {
				p.Mappings = []DayMapping{
					follow("late", "2026-09-24", 3, civil.Friday), follow("early", "2026-09-23", 3, civil.Friday),
					takeOff("old", "2026-10-02"),
					{ID: "new", Date: day("2026-10-02"), Week: 4, Weekday: civil.Friday, Life: published(5)},
				}
			}, `
			fri.2 w2 2026-09-18 08:00-09:40 N101/wang held
			sun.2 w2 2026-09-20 08:00-08:45 / held
			fri.3 w3 2026-09-23 08:00-09:40 N101/wang moved by mapping early was 2026-09-25 08:00-09:40 N101/wang
			fri.4 w4 2026-10-02 08:30-10:10 N101/wang held`,
		},
		{"mappings that make no sense or were withdrawn have no effect on others", func(p *Plan) {
			p.Mappings = []DayMapping{
				follow("before the term", "2026-09-06", 3, civil.Friday), follow("no such week", "2026-09-24", 30, civil.Friday),
				{ID: "w", Date: day("2026-09-18"), Off: true, Life: withdrawn(1, 2)},
			}
			p.Holidays = []Holiday{{ID: "h", From: day("2026-09-01"), To: day("2026-12-01"), Life: withdrawn(1, 2)}}
		}, `
			fri.2 w2 2026-09-18 08:00-09:40 N101/wang held
			sun.2 w2 2026-09-20 08:00-08:45 / held
			fri.3 w3 2026-09-25 08:00-09:40 N101/wang held
			fri.4 w4 2026-10-02 08:30-10:10 N101/wang held`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			plan := Plan{Term: autumn(), Schemes: schemes(), Meetings: []Meeting{friday(), sunday}}
			tc.edit(&plan)
			check(t, Expand(plan), tc.want)
		})
	}
}

func TestExpandSaysWhenSomethingHappened(t *testing.T) {
	plan := Plan{
		Term: autumn(), Schemes: schemes(), Meetings: []Meeting{friday()},
		Changes: []Change{
			{ID: "a", Action: Cancel, Class: "fri.2", Note: "ill", Life: withdrawn(1, 4)},
			{ID: "b", Action: Move, Class: "fri.2", Room: "N2", Note: "bigger", Life: published(2)},
		},
		Holidays: []Holiday{{ID: "h", From: day("2026-10-01"), To: day("2026-10-08"), Life: published(7)}},
	}
	got := Expand(plan)
	for i, want := range []time.Time{published(4).Published, {}, published(7).Published} {
		if !got[i].Changed.Equal(want) {
			t.Errorf("%s changed %v, want %v", got[i].ID, got[i].Changed, want)
		}
	}
	if got[0].Note != "bigger" {
		t.Errorf("note = %q", got[0].Note)
	}
}

func TestExpandNothing(t *testing.T) {
	if got := Expand(Plan{}); len(got) != 0 {
		t.Errorf("Expand(Plan{}) = %v", got)
	}
	odd := friday()
	odd.Weekday = 0
	if got := Expand(Plan{Term: autumn(), Meetings: []Meeting{odd}}); len(got) != 0 {
		t.Errorf("a meeting on no weekday gives %v", got)
	}
}
