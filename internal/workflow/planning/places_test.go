package planning

import (
	"fmt"
	"testing"

	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// The rule for the three best, row by row: M1 has three students, so A1 and A2 are large enough and B1 is not.
func TestAlternatives(t *testing.T) {
	type row struct {
		fill func(w *world)
		to   timetable.Change
		want string
	}
	for name, row := range map[string]row{
		"the same room at the nearest and earliest free times": {
			to: move("M1", "m.2", "2026-11-17", 1, "", ""), want: "17 3–4 A1 0; 17 5–6 A1 0; 18 1–2 A1 0; ",
		},
		"another room at the wanted time first, when only the room is taken": {
			fill: func(w *world) { w.meets("f", "F1", 2, 1, "north", "A1", "he") },
			to:   move("M1", "m.2", "2026-11-17", 1, "", ""), want: "17 1–2 A2 0; 17 3–4 A1 0; 17 5–6 A1 0; ",
		},
		"no other room when the teacher is busy too": {
			fill: func(w *world) { w.meets("f", "F1", 2, 1, "north", "A1", "gao") },
			to:   move("M1", "m.2", "2026-11-17", 1, "", ""), want: "17 3–4 A1 0; 17 5–6 A1 0; 18 1–2 A1 0; ",
		},
		"fewest students who clash before the nearest day": {
			fill: func(w *world) {
				w.meets("f", "F2", 2, 3, "north", "B1", "he")
				w.meets("g", "F2", 2, 5, "north", "B1", "he")
			},
			to: move("M1", "m.2", "2026-11-17", 1, "", ""), want: "18 1–2 A1 0; 16 3–4 A1 0; 18 3–4 A1 0; ",
		},
		"not where the group has another class": {
			fill: func(w *world) { w.meets("m2", "M1", 2, 3, "north", "A2", "wu") },
			to:   move("M1", "m.2", "2026-11-17", 1, "", ""), want: "17 5–6 A1 0; 18 1–2 A1 0; 16 3–4 A1 0; ",
		},
		"other rooms at other times when it is never free": {
			fill: func(w *world) {
				for weekday := 1; weekday <= 7; weekday++ {
					for _, first := range []int{1, 3, 5} {
						w.meets(fmt.Sprint("f", weekday, first), "F1", weekday, first, "north", "A1", "he")
					}
				}
			},
			to: move("M1", "m.2", "2026-11-17", 1, "", ""), want: "17 1–2 A2 0; 17 3–4 A2 0; 17 5–6 A2 0; ",
		},
		"what the draft has taken is not free": {
			fill: func(w *world) { w.add(dean, "", move("F3", "k.2", "2026-11-17", 3, "A1", "he")) },
			to:   move("M1", "m.2", "2026-11-17", 1, "", ""), want: "17 5–6 A1 0; 18 1–2 A1 0; 16 3–4 A1 0; ",
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t, dbtest.Open(t, dbtest.SQLite(t)))
			w.group("M1", "mkt", "x1", "x2", "x3")
			w.group("F1", "fin", "y1")
			w.group("F2", "fin", "x1", "x2")
			w.group("F3", "fin", "y2")
			w.meets("m", "M1", 1, 1, "north", "A1", "gao")
			w.meets("k", "F3", 7, 1, "north", "B1", "wu")
			if row.fill != nil {
				row.fill(w)
			}
			got := ""
			for i, p := range w.check(row.to).Alternatives {
				_, _, day := p.Place.Day.Parts()
				got += fmt.Sprintf("%d %d–%d %s %d; ", day, p.Place.Hours.FirstPeriod,
					p.Place.Hours.LastPeriod, p.Place.Room, p.Students)
				if p.Rank != i+1 {
					t.Errorf("rank %d at %d", p.Rank, i)
				}
			}
			if got != row.want {
				t.Errorf("got  %s\nwant %s", got, row.want)
			}
		})
	}
}

func TestPlaces(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := college(t, db)
		w.meets("g", "F1", 1, 3, "north", "A1", "gao")
		w.meets("h", "F2", 1, 3, "north", "A1", "wu")
		if _, err := w.o.Timetables.PublishHoliday(t.Context(), dean,
			timetable.Holiday{Name: "x", From: day("2026-11-20"), To: day("2026-11-20")}); err != nil {
			t.Fatal(err)
		}
		found, err := w.Places(t.Context(), dean, "", Wanted{Class: "m.2"}, day(monday), day("2026-11-20"))
		slots, best := found.Slots, found.Best
		if err != nil || len(slots) != 15 || len(best) != 3 {
			t.Fatal(len(slots), best, err)
		}
		if len(found.Now) > 0 {
			t.Errorf("m.2 clashes with %+v", found.Now)
		}
		if g, err := w.Places(t.Context(), dean, "", Wanted{Class: "g.2"}, day(monday), day(monday)); err != nil ||
			len(g.Now) == 0 || g.Now[0].Kind != clash.Room || g.Now[0].Other.Group != "F2" || g.Now[0].New {
			t.Errorf("g.2 clashes with %+v, %v", g.Now, err)
		}
		at := func(date string, first int) Slot {
			for _, s := range slots {
				if s.Day == day(date) && s.FirstPeriod == first {
					return s
				}
			}
			t.Fatalf("no slot %s %d", date, first)
			return Slot{}
		}
		if s := at(monday, 3); !s.RoomTaken || !s.TeacherBusy || s.Students != 2 || s.GroupBusy || s.Best != 0 {
			t.Errorf("%+v", s)
		}
		if s := at("2026-11-17", 1); s.RoomTaken || s.TeacherBusy || s.Students != 2 {
			t.Errorf("%+v", s)
		}
		if s := at(monday, 5); s.Best != 1 || s.Students != 0 {
			t.Errorf("%+v", s)
		}
		if s := at("2026-11-20", 1); !s.Off || s.Best != 0 {
			t.Errorf("%+v", s)
		}
		if found, err := w.Places(t.Context(), dean, "", Wanted{Group: "M1", Periods: 4, Room: "A1"},
			day(monday), day(monday)); err != nil || len(found.Slots) != 1 || found.Slots[0].LastPeriod != 4 ||
			!found.Slots[0].GroupBusy || len(found.Now) > 0 {
			t.Errorf("four periods: %+v, %v", found, err)
		}
		for code, wanted := range map[string]Wanted{
			"timetable.no_class": {Class: "x"},
			"course.no_group":    {Group: "x", Periods: 2}, "timetable.no_hours": {Group: "M1"},
		} {
			if _, err := w.Places(t.Context(), dean, "", wanted, day(monday), day(monday)); fault.Code(err) != code {
				t.Errorf("%s: %v", code, err)
			}
		}
		if _, err := w.Places(t.Context(), dean, "", Wanted{Class: "m.2"}, day(monday),
			day("2026-12-20")); fault.Code(err) != "planning.too_long" {
			t.Error(err)
		}
		if _, err := w.Places(t.Context(), dean, "", Wanted{Class: "m.2"}, day(monday),
			day("2026-11-10")); fault.Code(err) != "timetable.dates_reversed" {
			t.Error(err)
		}
	})
}

func TestSubstitutes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := college(t, db)
		w.meets("h", "F2", 1, 1, "north", "B1", "wu") // wu is busy then
		names := func(list []Substitute) (text string) {
			for _, s := range list {
				text += fmt.Sprintf("%s %t %t %d; ", s.ID, s.Free, s.SameCourse, s.Load)
			}
			return text
		}
		list, err := w.Substitutes(t.Context(), dean, "", "m.2")
		if want := "he true true 1; wu false false 2; "; err != nil || names(list) != want {
			t.Errorf("%s, %v", names(list), err)
		}
		away, err := w.Absences(t.Context(), dean, "", "wu", day(monday), day("2026-11-22"))
		if err != nil || len(away) != 2 || away[0].Class.ID != "h.2" || away[1].Class.ID != "z.2" ||
			len(away[0].Substitutes) != 2 || away[0].Group.Code != "F2" {
			t.Errorf("%+v, %v", away, err)
		}
		if _, err := w.Substitutes(t.Context(), dean, "", "x"); fault.Code(err) != "timetable.no_class" {
			t.Error(err)
		}
		if _, err := w.Absences(t.Context(), dean, "", "x", day(monday),
			day(monday)); fault.Code(err) != "timetable.unknown_teacher" {
			t.Error(err)
		}
		rooms, err := w.RoomsAt(t.Context(), dean, "", "M1", "", day(monday), timetable.Hours{FirstPeriod: 1, LastPeriod: 2})
		got := ""
		for _, r := range rooms {
			got += fmt.Sprint(r.Room.ID, " ", r.State, " ", r.Minutes, "; ")
		}
		if want := "A2 free 0; S1 far 25; A1 taken 0; B1 taken 0; "; err != nil || got != want {
			t.Errorf("%s, %v", got, err)
		}
		// Clock times, as exams have: from 09:00 to 09:40 the classes of the first periods take place, at 09:40
		// they are over.
		for starts, taken := range map[int]int{540: 2, 580: 0} {
			rooms, err := w.RoomsAt(t.Context(), dean, "", "M1", "", day(monday),
				timetable.Hours{Starts: civil.Time(starts), Ends: civil.Time(620)})
			n := 0
			for _, r := range rooms {
				if r.State == RoomTaken {
					n++
				}
			}
			if err != nil || n != taken {
				t.Errorf("from %v: %d rooms are taken, %v", civil.Time(starts), n, err)
			}
		}
		if _, err := w.RoomsAt(t.Context(), dean, "", "M1", "", day(monday),
			timetable.Hours{}); fault.Code(err) != "timetable.no_hours" {
			t.Error(err)
		}
	})
}

// Teachers with the same name are told apart by number and courses wherever one is chosen, and found by number.
func TestTeachersWithTheSameName(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := college(t, db)
		dbtest.Exec(t, db, `UPDATE teacher SET name = '高', name_en = 'Gao' WHERE id <> 'gao'`)
		details := map[string]string{"gao": "1 · MKT", "he": "2 · FIN, MKT", "wu": "3 · FIN"}
		list, err := w.Options(t.Context(), dean, "", ByTeacher, "高")
		if err != nil || len(list) != len(details) {
			t.Fatalf("%+v, %v", list, err)
		}
		for _, o := range list {
			if o.Detail != details[o.ID] {
				t.Errorf("%s is %q, not %q", o.ID, o.Detail, details[o.ID])
			}
			found, err := w.Options(t.Context(), dean, "", ByTeacher, o.Detail[:1])
			if err != nil || len(found) != 1 || found[0].ID != o.ID {
				t.Errorf("by number: %+v, %v", found, err)
			}
		}
		others, err := w.Substitutes(t.Context(), dean, "", "m.2")
		for _, s := range others {
			if s.Detail != details[s.ID] {
				t.Errorf("%s is %q, not %q", s.ID, s.Detail, details[s.ID])
			}
		}
		if err != nil || len(others) == 0 {
			t.Errorf("%+v, %v", others, err)
		}
	})
}
