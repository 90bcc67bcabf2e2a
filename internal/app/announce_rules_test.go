package app

import (
	"testing"

	"lectern/internal/access"
	"lectern/internal/dbtest"
	"lectern/internal/sqldb"
)

// A corrected timetable is one message for a group, however few classes it moves.
func TestCorrectedRulesAreOneMessage(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newTown(t, db)
		class := c.held("MKT201", 9)
		told := len(c.heard(0))
		correct := func(room string) {
			t.Helper()
			err := db.Write(t.Context(), func(q sqldb.Querier) error {
				list, err := c.timetables.Meetings(t.Context(), q, class.Group)
				if err != nil {
					return err
				}
				for i := range list {
					if list[i].ID == class.Meeting {
						list[i].Room = room
					}
				}
				_, err = c.timetables.ReplaceMeetings(t.Context(), q, access.System(), class.Group, list)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		correct(class.Place.Room)
		if n := len(c.heard(told)); n != 0 {
			t.Fatalf("[2.16] told %d times of nothing", n)
		}
		correct("")
		if news := c.heard(told); len(news) != 1 || news[0].Title.En == "" {
			t.Fatalf("[2.16] told: %+v", news)
		}
	})
}
