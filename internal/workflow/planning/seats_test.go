package planning

import (
	"testing"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// exam adds an exam in week 2 and seats one student of its group in another room.
func (w *world) exam(id, group string, weekday, first int, room, student, seatRoom string) {
	w.t.Helper()
	w.meets(id, group, weekday, first, "north", room, "")
	dbtest.Exec(w.t, w.db, `UPDATE meeting SET kind = 'exam', weeks = '2' WHERE id = $1`, id)
	dbtest.Exec(w.t, w.db, `INSERT INTO exam_seat (class_id, student_id, group_id, room_id, seat)
		VALUES ($1, $2, $3, $4, '1')`, id+".2", student, group, seatRoom)
}

// A room with only part of an exam is taken: it clashes, is neither free nor proposed, and its timetable shows the
// exam.
func TestSeatsTakeRooms(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		w.group("M1", "mkt", "x1", "x2", "x3")
		w.group("F1", "fin", "y1", "y2")
		w.group("F2", "fin", "z1")
		w.meets("m", "M1", 1, 1, "north", "A1", "gao")
		w.meets("k", "F2", 3, 3, "north", "A2", "wu") // Wed 3–4
		w.exam("e", "F1", 2, 1, "A1", "y1", "A2")     // Tue 1–2
		checked := w.check(move("M1", "m.2", "2026-11-17", 1, "A2", ""))
		if kinds(checked.Hard) != "room(A2,e.2,0,0,true) " {
			t.Errorf("into the room of a seat: %s", kinds(checked.Hard))
		}
		for _, p := range checked.Alternatives {
			if p.Place.Day == day("2026-11-17") && p.Place.Hours.FirstPeriod == 1 {
				t.Errorf("proposed: %+v", p.Place)
			}
		}
		if own := w.check(move("F1", "e.2", "2026-11-16", 1, "B1", "")); kinds(own.Hard) != "" {
			t.Errorf("the exam elsewhere: %s", kinds(own.Hard))
		}
		if own := w.check(move("F1", "e.2", "2026-11-18", 3, "B1", "")); kinds(own.Hard) != "room(A2,k.2,0,0,true) " {
			t.Errorf("the exam takes its seats' rooms along: %s", kinds(own.Hard))
		}
		rooms, err := w.RoomsAt(t.Context(), dean, "", "M1", "m.2", day("2026-11-17"), move("", "", "", 1, "", "").Hours)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rooms {
			if (r.Room.ID == "A2" || r.Room.ID == "A1") && (r.State != RoomTaken || r.By.Other.ID != "e.2") {
				t.Errorf("%+v", r)
			}
		}
		for _, by := range []ViewQuery{{By: ByRoom, ID: "A2"}, {By: ByRooms}} {
			by.From, by.To = day("2026-11-17"), day("2026-11-17")
			view, err := w.View(t.Context(), dean, by)
			if err != nil || len(view.Classes) != 1 || view.Classes[0].ID != "e.2" || len(view.Classes[0].SeatRooms) != 1 ||
				view.Classes[0].SeatRooms[0] != "A2" {
				t.Errorf("by %s: %+v, %v", by.By, view.Classes, err)
			}
		}
		w.add(dean, "they share the hall", move("M1", "m.2", "2026-11-17", 1, "A2", ""))
		drafts, err := w.Drafts(t.Context(), dean, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Publish(t.Context(), dean, drafts[0].ID, drafts[0].Version, ""); err != nil {
			t.Fatal(err)
		}
		if report := w.report(); len(report.Accepted) != 1 || report.Accepted[0].Object != "A2" ||
			report.Names["A2"].Name != "A2" {
			t.Errorf("%+v", report)
		}
	})
}
