package planning

import (
	"slices"
	"testing"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// roomsOn lists the classes that the view of all rooms shows on a day, as class@room.
func (w *world) roomsOn(date string) []string {
	w.t.Helper()
	view, err := w.View(w.t.Context(), dean, ViewQuery{By: ByRooms, From: day(date), To: day(date)})
	if err != nil {
		w.t.Fatal(err)
	}
	var list []string
	for _, c := range view.Classes {
		list = append(list, c.ID+"@"+c.Place.Room)
	}
	slices.Sort(list)
	return list
}

// All rooms on a day are what takes place there: nothing on a holiday, a make-up day's classes on their new date, and a
// moved class only where it is now.
func TestAllRoomsFollowTheCalendarAndChanges(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := newWorld(t, db)
		w.group("M1", "mkt", "x1")
		w.group("F1", "fin", "y1")
		w.meets("m", "M1", 1, 1, "north", "A1", "gao") // Mondays
		w.meets("k", "F1", 3, 3, "north", "A2", "wu")  // Wednesdays
		dbtest.Exec(t, db, `INSERT INTO holiday (id, name, name_en, from_date, to_date, published_at, withdrawn_at)
			VALUES ('h', '校庆', 'Founders'' Day', '2026-11-16', '2026-11-16', 1, 0)`)
		// Sunday 22 November follows Monday of week 2, the holiday; its own Wednesday stays.
		dbtest.Exec(t, db, `INSERT INTO day_mapping (id, term_id, date, day_number, off, week, weekday, note, published_at,
			withdrawn_at) VALUES ('sunday', 'autumn', '2026-11-22', 739942, FALSE, 2, 1, '', 1, 0)`)
		draft := w.add(dean, "", move("F1", "k.2", "2026-11-19", 1, "B1", ""))
		for date, want := range map[string][]string{
			"2026-11-16": nil, "2026-11-22": {"m.2@A1"}, "2026-11-18": nil, "2026-11-19": {"k.2@B1"}, "2026-11-23": {"m.3@A1"},
		} {
			if got := w.roomsOn(date); !slices.Equal(got, want) {
				t.Errorf("with the draft, on %s: %v, want %v", date, got, want)
			}
		}
		if _, err := w.Publish(t.Context(), dean, draft.ID, draft.Version, ""); err != nil {
			t.Fatal(err)
		}
		if got := w.roomsOn("2026-11-18"); len(got) > 0 {
			t.Errorf("on the day it moved from: %v", got)
		}
		if got := w.roomsOn("2026-11-19"); !slices.Equal(got, []string{"k.2@B1"}) {
			t.Errorf("on the day it moved to: %v", got)
		}
		cancelled := timetable.Change{Action: timetable.Cancel, Group: "M1", Class: "m.3"}
		w.add(dean, "", cancelled)
		if got := w.roomsOn("2026-11-23"); len(got) > 0 {
			t.Errorf("a cancelled class: %v", got)
		}
	})
}
