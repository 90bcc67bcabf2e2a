package planning

import (
	"testing"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func TestCheck(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		w.group("M1", "mkt", "x1", "x2", "x3", "y1")
		w.group("F1", "fin", "x1", "x2", "y2")
		w.group("F2", "fin", "y1", "z1")
		w.meets("m", "M1", 1, 1, "north", "A2", "gao")  // Mon 08:00–09:40
		w.meets("f", "F1", 2, 1, "north", "A1", "he")   // Tue 08:00–09:40
		w.meets("s", "F2", 3, 1, "south", "S1", "wu")   // Wed 08:20–10:00
		w.meets("m2", "M1", 3, 5, "north", "A2", "gao") // Wed 13:30–15:10
		for name, row := range map[string]struct {
			change     timetable.Change
			hard, soft string
			seats      bool
			students   int
		}{
			"free": {change: move("M1", "m.2", "2026-11-19", 3, "", "")},
			"the room": {
				change: move("M1", "m.2", "2026-11-17", 1, "A1", ""), hard: "room(A1,f.2,0,0,true) ",
				soft: "class(x,f.2,2,0,true) students(,f.2,2,0,true) ", seats: true, students: 2,
			},
			"the teacher": {
				change: move("M1", "m.2", "2026-11-17", 1, "", "he"), hard: "teacher(he,f.2,0,0,true) ",
				soft: "class(x,f.2,2,0,true) students(,f.2,2,0,true) ", students: 2,
			},
			"the group": {
				change: move("M1", "m.2", "2026-11-18", 5, "A1", "he"),
				hard:   "group(M1,m2.2,4,0,true) ", seats: true, students: 4,
			},
			"another clock": { // 10:00, when the class in the south has just ended
				change: move("M1", "m.2", "2026-11-18", 3, "", ""), soft: "travel(,s.2,1,25,true) ",
			},
			"across campuses": {
				change: move("M1", "m.2", "2026-11-18", 1, "", ""),
				soft:   "students(,s.2,1,0,true) ", students: 1,
			},
			"a teacher on the way": {
				change: move("M1", "m.2", "2026-11-18", 3, "", "wu"),
				soft:   "travel(,s.2,1,25,true) travel(wu,s.2,0,25,true) ",
			},
			"online": {change: timetable.Change{
				Action: timetable.Move, Group: "M1", Class: "m.2", Day: day("2026-11-18"),
				Hours: timetable.Hours{FirstPeriod: 3, LastPeriod: 4}, Online: true,
			}},
		} {
			got := w.check(row.change)
			if kinds(got.Hard) != row.hard || kinds(got.Soft) != row.soft || (len(got.Seats) > 0) != row.seats ||
				got.Told.NewClashes != row.students || len(got.Told.Names) != row.students {
				t.Errorf("%s: hard %s soft %s seats %v told %+v", name, kinds(got.Hard), kinds(got.Soft), got.Seats, got.Told)
			}
			if got.Told.Students != 4 || len(got.Messages) != 1 || got.Messages[0].Title.Zh == "" ||
				got.Messages[0].Title.En == "" {
				t.Errorf("%s: told %+v, %v", name, got.Told, got.Messages)
			}
		}
		cancelled := w.check(timetable.Change{Action: timetable.Cancel, Group: "M1", Class: "m.2"})
		if cancelled.To != nil || cancelled.From == nil || len(cancelled.Hard) != 0 ||
			cancelled.Messages[0].Title.En != "Cancelled: Marketing, Mon 16 Nov 08:00–09:40" {
			t.Errorf("cancelled: %+v", cancelled)
		}
		if over := w.check(timetable.Change{Action: timetable.Cancel, Group: "M1", Class: "m.1"}); len(over.Messages) != 0 ||
			over.Told.Students != 0 {
			t.Errorf("what is over is told: %+v", over)
		}
		for code, change := range map[string]timetable.Change{
			"timetable.no_class":         move("M1", "f.2", "", 3, "", ""),
			"course.no_group":            move("X", "m.2", "", 3, "", ""),
			"timetable.nothing_moved":    move("M1", "m.2", "", 0, "", ""),
			"timetable.unknown_room":     move("M1", "m.2", "", 0, "Z", ""),
			"timetable.unknown_teacher":  move("M1", "m.2", "", 0, "", "nobody"),
			"timetable.date_out_of_term": move("M1", "m.2", "2027-05-05", 0, "", ""),
			"timetable.unknown_period":   move("M1", "m.2", "", 6, "", ""),
		} {
			if _, err := w.Check(t.Context(), dean, "", []timetable.Change{change}, ""); fault.Code(err) != code {
				t.Errorf("%s: %v", code, err)
			}
		}
		if _, err := w.Check(t.Context(), dean, "", []timetable.Change{move("M1", "m.2", "", 3, "", "")},
			"another's"); fault.Code(err) != "planning.no_line" {
			t.Error(err)
		}
	})
}

// A swap finds the clashes of both classes, but none with the place that the other one leaves.
func TestCheckSwap(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		w.group("M1", "mkt", "x1", "x2", "x3", "x4")
		w.group("F1", "fin", "y1", "y2")
		w.group("F2", "fin", "y1", "z1")
		w.meets("m", "M1", 1, 1, "north", "A2", "gao") // Mon 1–2
		w.meets("f", "F1", 2, 1, "north", "A1", "he")  // Tue 1–2
		w.meets("g", "F2", 1, 1, "north", "B1", "he")  // Mon 1–2: needs the teacher and y1 of the class that comes here
		got := w.check(move("M1", "m.2", "2026-11-17", 1, "A1", ""), move("F1", "f.2", "2026-11-16", 1, "A2", ""))
		if kinds(got.Hard) != "teacher(he,g.2,0,0,true) " ||
			kinds(got.Soft) != "students(,g.2,1,0,true) " || got.Hard[0].Of != "f.2" {
			t.Errorf("hard %s soft %s", kinds(got.Hard), kinds(got.Soft))
		}
		if len(got.Seats) != 1 || got.Seats[0].Of != "m.2" || got.Seats[0].Size != 4 {
			t.Errorf("seats %+v", got.Seats)
		}
		if got.Told.Students != 6 || got.Told.NewClashes != 1 || len(got.Messages) != 2 || len(got.Alternatives) != 0 {
			t.Errorf("told %+v, %d messages, %d alternatives", got.Told, len(got.Messages), len(got.Alternatives))
		}
		if got.To == nil || got.To.Room != "A1" {
			t.Errorf("to %+v", got.To)
		}
		same := w.check(move("F1", "f.2", "2026-11-18", 1, "", ""), move("F1", "f.3", "2026-11-18", 3, "", ""))
		if len(same.Messages) != 1 || same.Told.Students != 2 || len(same.Hard) != 0 {
			t.Errorf("two classes of one group: %d messages, %+v", len(same.Messages), same.Told)
		}
		_, err := w.Check(t.Context(), dean, "",
			[]timetable.Change{move("M1", "m.2", "2026-11-17", 1, "A1", ""), move("F1", "none", "2026-11-16", 1, "A2", "")}, "")
		if fault.Code(err) != "timetable.no_class" {
			t.Error(err)
		}
	})
}

// Classes to swap with are found in the whole term by course, group and date, nearest first.
func TestClassesToSwapWith(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := college(t, db)
		w.add(dean, "", timetable.Change{Action: timetable.Cancel, Group: "F2", Class: "z.2"},
			move("F1", "f.2", "2026-11-19", 0, "", ""))
		find := func(search string) string {
			t.Helper()
			list, err := w.Classes(t.Context(), dean, "", "m.2", search)
			if err != nil {
				t.Fatal(err)
			}
			ids := ""
			for _, one := range list {
				ids += one.Class.ID + " "
			}
			return ids
		}
		for search, want := range map[string]string{
			"f2": "z.1 z.3 z.4 z.5 z.6 ", "finance F1": "f.2 f.1 f.3 f.4 f.5 f.6 ", "FIN 11-25": "z.3 ", "2026-11-19": "f.2 ",
			"11/24": "f.3 ", "11月24日": "f.3 ", "2025-11-24": "", "F1 11-25": "", "nothing": "",
			"mkt": "m.3 m.4 m.5 m.6 ", // m.1 is over
			"":    "f.2 z.1 f.1 m.3 f.3 z.3 m.4 f.4 z.4 m.5 f.5 z.5 m.6 f.6 z.6 ",
		} {
			if got := find(search); got != want {
				t.Errorf("%q finds %s, want %s", search, got, want)
			}
		}
		if _, err := w.Classes(t.Context(), dean, "", "none", ""); fault.Code(err) != "timetable.no_class" {
			t.Error(err)
		}
		if _, err := w.Classes(t.Context(), student, "", "m.2", ""); fault.Code(err) != "access.forbidden" {
			t.Error(err)
		}
	})
}
