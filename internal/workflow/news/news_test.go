package news

import (
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/locale"
)

func TestCleanNote(t *testing.T) {
	for in, want := range map[string]string{
		" a\r\nb\x00 ": "a\nb", "": "", "\xff": "", strings.Repeat("字", 3000): strings.Repeat("字", maxNote),
	} {
		if got := cleanNote(in); got != want {
			t.Errorf("%.20q became %.20q", in, got)
		}
	}
	if got := (Wording{Language: locale.English, Names: &timetable.Names{
		Course: timetable.Group{NameEn: strings.Repeat("x", 99)},
	}}).course(); len([]rune(got)) != maxCourse {
		t.Errorf("a long course is %s", got)
	}
}

// A weekly class that is removed or appears is not an additional class.
func TestEventOfAChangedClass(t *testing.T) {
	class := func(state timetable.State) *timetable.Class { return &timetable.Class{State: state} }
	for _, tc := range []struct {
		before, after *timetable.Class
		want          string
	}{
		{class(timetable.Held), nil, "news.dropped_class"},
		{class(timetable.Moved), nil, "news.dropped_class"},
		{class(timetable.Added), nil, "news.gone"},
		{nil, class(timetable.Held), "news.new_class"},
		{nil, class(timetable.Added), "news.added"},
		{class(timetable.Held), class(timetable.Cancelled), "news.cancelled"},
		{class(timetable.Cancelled), class(timetable.Held), "news.restored"},
	} {
		if got := eventKey(timetable.Difference{Before: tc.before, After: tc.after}); got != tc.want {
			t.Errorf("%v to %v: %s, want %s", tc.before, tc.after, got, tc.want)
		}
	}
}

// A class that has ended is in the past, even on the same day.
func TestOnlyFutureChangesAreAnnounced(t *testing.T) {
	today, now := civil.Of(time.Date(2026, 10, 14, 9, 40, 0, 0, time.UTC), time.UTC)
	class := func(day, ends string, state timetable.State) *timetable.Class {
		p := timetable.Place{}
		p.Day, _ = civil.ParseDate(day)
		p.Hours.Ends, _ = civil.ParseTime(ends)
		return &timetable.Class{Place: p, State: state}
	}
	for _, tc := range []struct {
		name          string
		before, after *timetable.Class
		want          int
	}{
		{"yesterday", class("2026-10-13", "23:00", timetable.Held), class("2026-10-13", "22:00", timetable.Held), 0},
		{"just over", class("2026-10-14", "09:35", timetable.Held), class("2026-10-14", "09:40", timetable.Held), 0},
		{"not over any more", class("2026-10-14", "09:35", timetable.Held), class("2026-10-14", "09:45", timetable.Held), 1},
		{
			"today, nobody knows when", class("2026-10-14", "09:35", timetable.Held),
			class("2026-10-14", "00:00", timetable.Held), 1,
		},
		{
			"from tomorrow to yesterday", class("2026-10-15", "09:35", timetable.Held),
			class("2026-10-13", "09:35", timetable.Held), 1,
		},
		{"cancelled", class("2026-10-15", "09:35", timetable.Held), class("2026-10-15", "09:35", timetable.Cancelled), 1},
		{
			"still cancelled", class("2026-10-15", "09:35", timetable.Cancelled),
			class("2026-10-15", "09:45", timetable.Cancelled), 0,
		},
		{"new", nil, class("2026-10-15", "09:45", timetable.Added), 1},
	} {
		if got := len(timetable.Ahead([]timetable.Difference{{Before: tc.before, After: tc.after}},
			today, now)); got != tc.want {
			t.Errorf("%s: %d", tc.name, got)
		}
	}
}
