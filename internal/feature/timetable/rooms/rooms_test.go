package rooms

import (
	"testing"

	"lectern/internal/kernel/civil"
)

func at(t *testing.T, text string) civil.Time {
	t.Helper()
	clock, err := civil.ParseTime(text)
	if err != nil {
		t.Fatal(err)
	}
	return clock
}

func TestFirstFree(t *testing.T) {
	taken := []TimeRange{
		{at(t, "08:00"), at(t, "09:40")},
		{at(t, "09:50"), at(t, "11:30")},
		{at(t, "14:00"), at(t, "15:40")},
	}
	for _, tc := range []struct{ name, at, from, until string }{
		{"before the first class there is time", "07:00", "07:00", "08:00"},
		{"during a class, and the break after it is too short", "08:30", "11:30", "14:00"},
		{"in the break", "09:42", "11:30", "14:00"},
		{"when the class ends", "11:30", "11:30", "14:00"},
		{"at noon", "12:15", "12:15", "14:00"},
		{"too short before the next", "13:45", "15:40", ""},
		{"after the last", "18:00", "18:00", ""},
	} {
		span, found := firstFree(taken, at(t, tc.at))
		want := TimeRange{From: at(t, tc.from)}
		if tc.until != "" {
			want.To = at(t, tc.until)
		}
		if !found || span != want {
			t.Errorf("%s: %v–%v, %v", tc.name, span.From, span.To, found)
		}
	}
	if _, found := firstFree([]TimeRange{{}}, at(t, "08:00")); found {
		t.Error("a class at an unknown time may take the whole day")
	}
	if span, found := firstFree(nil, at(t, "08:00")); !found || span.To != 0 {
		t.Error("a room without classes is free all day")
	}
}
