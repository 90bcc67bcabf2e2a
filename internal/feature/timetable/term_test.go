package timetable

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lectern/internal/kernel/civil"
)

// compareDates lets cmp compare structs with dates.
var compareDates = cmpopts.EquateComparable(civil.Date{})

func TestWeekOf(t *testing.T) {
	for _, tc := range []struct {
		date string
		want int // 0: before the term, 19: after its 18 weeks
	}{
		{"2026-09-06", 0},
		{"2026-09-07", 1},
		{"2026-09-13", 1},
		{"2026-09-14", 2},
		{"2027-01-01", 17}, // New Year inside the term
		{"2027-01-10", 18},
		{"2027-01-11", 19},
	} {
		if got := WeekOf(autumn(), day(tc.date)); got != tc.want {
			t.Errorf("WeekOf(%s) = %d, want %d", tc.date, got, tc.want)
		}
	}
	if got := autumn().Date(17, civil.Friday); got != day("2027-01-01") {
		t.Errorf("Friday of week 17 is %s", got)
	}
}

func TestCurrentTerm(t *testing.T) {
	spring := Term{ID: "spring", FirstMonday: day("2027-03-01"), Weeks: 18}
	summer := Term{ID: "summer", FirstMonday: day("2027-06-21"), Weeks: 4} // overlaps the last two weeks of spring
	terms := []Term{summer, autumn(), spring}
	for _, tc := range []struct{ date, want string }{
		{"2020-01-01", "autumn"},
		{"2026-09-06", "autumn"},
		{"2026-09-07", "autumn"},
		{"2027-01-10", "autumn"},
		{"2027-02-03", "autumn"}, // 24 days after autumn, 26 before spring
		{"2027-02-04", "spring"}, // 25 and 25: the one to come
		{"2027-03-01", "spring"},
		{"2027-06-20", "spring"},
		{"2027-06-21", "summer"},
		{"2027-07-04", "summer"},
		{"2030-01-01", "summer"},
	} {
		if got, ok := CurrentTerm(terms, day(tc.date)); !ok || got.ID != tc.want {
			t.Errorf("CurrentTerm(%s) = %s, %v; want %s", tc.date, got.ID, ok, tc.want)
		}
	}
	if _, ok := CurrentTerm(nil, day("2026-09-07")); ok {
		t.Error("there is a current term among none")
	}
	twin := autumn()
	twin.ID = "zwilling"
	for _, list := range [][]Term{{autumn(), twin}, {twin, autumn()}} {
		if got, _ := CurrentTerm(list, day("2026-10-01")); got.ID != "zwilling" {
			t.Errorf("of twins %s", got.ID)
		}
	}
}

func class(id, date, starts, ends string, state State) Class {
	return Class{ID: id, Place: Place{Day: day(date), Hours: hours(starts, ends)}, State: state}
}

func TestConflicts(t *testing.T) {
	classes := []Class{
		class("a", "2026-09-07", "08:00", "09:40", Held),
		class("b", "2026-09-07", "08:55", "10:30", Moved),
		class("c", "2026-09-07", "09:40", "10:00", Added),     // starts when a ends
		class("d", "2026-09-07", "09:45", "09:50", Cancelled), // is not on
		class("e", "2026-09-07", "11:00", "12:00", Held),
		class("f", "2026-09-08", "08:00", "09:40", Held), // another day
		class("g", "2026-09-08", "08:00", "09:40", Held),
		{ID: "h", Place: Place{Day: day("2026-09-09"), Hours: periods(1, 2)}, State: Held}, // no clock times
		class("i", "2026-09-09", "00:00", "23:59", Held),
	}
	want := []Conflict{
		{"a", "b", day("2026-09-07"), clock("08:55"), clock("09:40")},
		{"b", "c", day("2026-09-07"), clock("09:40"), clock("10:00")},
		{"f", "g", day("2026-09-08"), clock("08:00"), clock("09:40")},
	}
	if diff := cmp.Diff(want, Conflicts(classes), compareDates); diff != "" {
		t.Errorf("Conflicts (-want +got):\n%s", diff)
	}
}

// Comparing every pair finds the same conflicts as the sweep.
func TestConflictsAgreeWithTheSlowWay(t *testing.T) {
	found := 0
	eachPlan(t, func(t *testing.T, _ maker, p Plan) {
		classes := Expand(p)
		slow := map[[2]string]bool{}
		for i, a := range classes {
			for _, b := range classes[i+1:] {
				ha, hb := a.Place.Hours, b.Place.Hours
				if a.State != Cancelled && b.State != Cancelled && a.Place.Day == b.Place.Day &&
					ha.Starts < hb.Ends && hb.Starts < ha.Ends && ha.Timed() && hb.Timed() {
					slow[[2]string{a.ID, b.ID}] = true
				}
			}
		}
		fast := Conflicts(classes)
		for _, c := range fast {
			if !slow[[2]string{c.First, c.Second}] || c.Starts >= c.Ends {
				t.Errorf("%v is no conflict", c)
			}
		}
		if len(fast) != len(slow) {
			t.Errorf("%d conflicts, want %d", len(fast), len(slow))
		}
		found += len(slow)
	})
	if found < 100 {
		t.Errorf("only %d conflicts: the test says little", found)
	}
}

func TestDiff(t *testing.T) {
	before := []Class{
		class("same", "2026-09-07", "08:00", "09:40", Held), class("moves", "2026-09-07", "08:00", "09:40", Held),
		class("cancelled", "2026-09-07", "08:00", "09:40", Held), class("revived", "2026-09-07", "08:00", "09:40", Cancelled),
		class("gone", "2026-09-07", "08:00", "09:40", Added), class("gone unseen", "2026-09-07", "08:00", "09:40", Cancelled),
	}
	after := []Class{
		class("same", "2026-09-07", "08:00", "09:40", Held), class("moves", "2026-09-08", "08:00", "09:40", Moved),
		class("cancelled", "2026-09-07", "08:00", "09:40", Cancelled), class("revived", "2026-09-07", "08:00", "09:40", Held),
		class("new", "2026-09-07", "08:00", "09:40", Added),
		class("came and went", "2026-09-07", "08:00", "09:40", Cancelled),
	}
	var got []string
	for _, d := range Diff(before, after) {
		switch {
		case d.Before == nil:
			got = append(got, "+"+d.After.ID)
		case d.After == nil:
			got = append(got, "-"+d.Before.ID)
		default:
			got = append(got, string(d.Before.State)+" "+d.Before.ID+" "+string(d.After.State))
		}
	}
	want := []string{"held moves moved", "held cancelled cancelled", "cancelled revived held", "+new", "-gone"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Diff (-want +got):\n%s", diff)
	}
}
