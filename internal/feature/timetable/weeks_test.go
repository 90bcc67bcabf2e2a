package timetable

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/fault"
)

func TestParseWeeks(t *testing.T) {
	const term = 18
	for _, tc := range []struct{ text, want string }{
		{"1-16", "1-16"},
		{"7", "7"},
		{"2,4,6-10", "2,4,6-10"},
		{"1-2", "1-2"},
		{"1,2", "1-2"},
		{"odd", "1-17 odd"},
		{"单", "1-17 odd"},
		{"单周", "1-17 odd"},
		{"even", "2-18 even"},
		{"双", "2-18 even"},
		{"雙週", "2-18 even"},
		{"1-15 odd", "1-15 odd"},
		{"1-15单", "1-15 odd"},
		{"1-15(单)", "1-15 odd"},
		{"1－15（双周）", "2-14 even"},
		{"2-16 Odd", "3-15 odd"},
		{"１-１６", "1-16"},
		{"２，４，６-１０", "2,4,6-10"},
		{"第2、4、6～10周", "2,4,6-10"},
		{"1至16周", "1-16"},
		{"1-16(周)", "1-16"},
		{"1-8,10-16（全）", "1-8,10-16"},
		{" 1 - 16 ", "1-16"},
		{"\t1–8 , 10—16\u3000", "1-8,10-16"},
		{"weeks 1-4; 9", "1-4,9"},
		{"1-8,9-15 odd", "1-9,11,13,15"},
		{"5,3,1", "1-5 odd"},
		{"1,3", "1,3"},
		{"1-4,3-6,2", "1-6"},
		{"01-08", "1-8"},
		{"18", "18"},
		{"{第1-8周}", "1-8"},
		{"第1-8周{单}", "1-7 odd"},
		{"1-16(双)", "2-16 even"},
		{"1-16周(单)", "1-15 odd"},
		{"３－５，８周", "3-5,8"},
		{"3-5、8周", "3-5,8"},
		{"{1-8周,10-16周(双)}", "1-8,10,12,14,16"},
		{"【第1-16周】单", "1-15 odd"},
		{"第1-16周|单周", "1-15 odd"},
		{"[1-4],[9-12]", "1-4,9-12"},
		{"(双)", "2-18 even"},
	} {
		got, err := ParseWeeks(tc.text, term)
		if err != nil || got.String() != tc.want {
			t.Errorf("ParseWeeks(%q) = %q, %v; want %q", tc.text, got, err, tc.want)
		}
	}
	for _, tc := range []struct{ text, code string }{
		{"0", "timetable.week_out_of_range"},
		{"19", "timetable.week_out_of_range"},
		{"99", "timetable.week_out_of_range"},
		{"1-19", "timetable.week_out_of_range"},
		{"0-4", "timetable.week_out_of_range"},
		{"1,99", "timetable.week_out_of_range"},
		{"18446744073709551617", "timetable.week_out_of_range"},
		{"", "timetable.weeks_unreadable"},
		{" ", "timetable.weeks_unreadable"},
		{"周", "timetable.weeks_unreadable"},
		{"1 6", "timetable.weeks_unreadable"},
		{"1周6", "timetable.weeks_unreadable"},
		{"1-", "timetable.weeks_unreadable"},
		{"-4", "timetable.weeks_unreadable"},
		{"16-1", "timetable.weeks_unreadable"},
		{"1,,2", "timetable.weeks_unreadable"},
		{"1,", "timetable.weeks_unreadable"},
		{"1-4-8", "timetable.weeks_unreadable"},
		{"1-15(odd", "timetable.weeks_unreadable"},
		{"{1-8", "timetable.weeks_unreadable"},
		{"1-8}", "timetable.weeks_unreadable"},
		{"{{1-8}}", "timetable.weeks_unreadable"},
		{"{}", "timetable.weeks_unreadable"},
		{"{2}单", "timetable.weeks_empty"},
		{"1-15()", "timetable.weeks_unreadable"},
		{"odd even", "timetable.weeks_unreadable"},
		{"every", "timetable.weeks_unreadable"},
		{"1-15 o", "timetable.weeks_unreadable"},
		{"1.5", "timetable.weeks_unreadable"},
		{"Mon", "timetable.weeks_unreadable"},
		{strings.Repeat("x", 100000), "timetable.weeks_unreadable"},
		{"2 odd", "timetable.weeks_empty"},
		{"1-4,7双", "timetable.weeks_empty"},
	} {
		got, err := ParseWeeks(tc.text, term)
		if fault.Code(err) != tc.code || got != 0 {
			t.Errorf("ParseWeeks(%.20q) = %q, %v; want %s", tc.text, got, err, tc.code)
		}
		if err != nil && len(err.Error()) > 300 {
			t.Errorf("ParseWeeks(%.20q) echoes %d bytes", tc.text, len(err.Error()))
		}
	}
}

func TestWeeksSet(t *testing.T) {
	set := WeekRange(1, 4) | WeekRange(9, 9)
	if set.First() != 1 || set.Last() != 9 || set.Len() != 5 || !set.Has(9) || set.Has(5) ||
		set.Has(0) || set.Has(-1) || set.Has(70) {
		t.Errorf("%v answers wrongly", set)
	}
	if diff := cmp.Diff([]int{1, 2, 3, 4, 9}, set.List()); diff != "" {
		t.Errorf("List (-want +got):\n%s", diff)
	}
	var empty Weeks
	if empty.First() != 0 || empty.Last() != 0 || empty.String() != "" || len(empty.List()) != 0 {
		t.Error("the empty set answers wrongly")
	}
	if WeekRange(-5, 99) != WeekRange(1, MaxWeeks) || WeekRange(3, 2) != 0 || WeekRange(1, MaxWeeks).Len() != MaxWeeks {
		t.Error("WeekRange does not stay within the year")
	}
}

func FuzzParseWeeks(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string, termWeeks int) {
		set, err := ParseWeeks(text, termWeeks)
		if err != nil {
			if set != 0 || !strings.HasPrefix(fault.Code(err), "timetable.") {
				t.Fatalf("ParseWeeks(%q, %d) = %v, %v", text, termWeeks, set, err)
			}
			return
		}
		if set == 0 || set.First() < 1 || set.Last() > min(termWeeks, MaxWeeks) {
			t.Fatalf("ParseWeeks(%q, %d) has weeks outside the term: %v", text, termWeeks, set.List())
		}
		again, err := ParseWeeks(set.String(), termWeeks)
		if err != nil || again != set || again.String() != set.String() {
			t.Fatalf("%q printed as %q, which reads as %q, %v", text, set, again, err)
		}
	})
}
