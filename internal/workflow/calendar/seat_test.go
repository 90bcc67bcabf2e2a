package calendar

import (
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/locale"
)

// An exam's event shows the student's room and seat, has alarms the evening before and an hour before, and gets a
// new version when the seat changes.
func TestExamSeat(t *testing.T) {
	day, err := civil.ParseDate("2026-09-11")
	if err != nil {
		t.Fatal(err)
	}
	starts, _ := civil.NewTime(9, 0)
	ends, _ := civil.NewTime(11, 0)
	table := timetable.Timetable{
		Term:   timetable.Term{ID: "autumn", FirstMonday: day.Monday(), Weeks: 18},
		Groups: []timetable.Group{{ID: "mkt1", Name: "市场营销", NameEn: "Marketing"}},
		Rooms:  []timetable.Room{{ID: "n101", Name: "N101"}, {ID: "n102", Name: "N102"}},
		Classes: []timetable.Class{{
			ID: "exam", Group: "mkt1", Kind: timetable.Exam, State: timetable.Held, Revision: 3,
			Place: timetable.Place{Day: day, Hours: timetable.Hours{Starts: starts, Ends: ends}, Room: "n101"},
		}},
		Seats: map[string]timetable.Seat{"exam": {Room: "n102", Seat: "B-07", Changed: timetable.Stamp{Revision: 9}}},
	}
	body, err := Render(&table, time.FixedZone("Asia/Shanghai", 8*3600), Style{Language: locale.English})
	if err != nil {
		t.Fatal(err)
	}
	text := string(body)
	for _, want := range []string{
		`LOCATION:N102\, seat B-07`, "TRIGGER:-PT840M", "TRIGGER:-PT60M",
		"BEGIN:VALARM", "SEQUENCE:268435465",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}
