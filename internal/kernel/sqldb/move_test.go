package sqldb_test

import (
	"testing"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func TestMove(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		dbtest.Exec(t, db, `INSERT INTO watched_day (student_id, day, ms) VALUES ('a', '1', 1), ('a', '2', 1), ('b', '2', 2),
			('b', '3', 2), ('c', '1', 3)`)
		dbtest.Exec(t, db, `INSERT INTO watch_clock (student_id, clock) VALUES ('a', 'x'), ('b', 'y')`)
		for _, tc := range []struct {
			table, from, to, key string
			moved, deleted       int
		}{
			{"watched_day", "b", "a", "day", 1, 1},
			{"watched_day", "b", "a", "day", 0, 0},
			{"watch_clock", "b", "a", "student_id", 0, 1},
			{"watch_clock", "a", "d", "student_id", 1, 0},
		} {
			err := db.Write(t.Context(), func(q sqldb.Querier) error {
				moved, deleted, err := sqldb.Move(t.Context(), q, tc.table, "student_id", tc.from, tc.to, tc.key)
				if moved != tc.moved || deleted != tc.deleted {
					t.Errorf("%+v: moved %d, deleted %d", tc, moved, deleted)
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if n := dbtest.Count(t, db, `SELECT count(*) FROM watched_day WHERE student_id = 'a' AND ms = 1`); n != 2 {
			t.Errorf("%d rows of the first one's own", n)
		}
		if n := dbtest.Count(t, db, `SELECT count(*) FROM watched_day WHERE student_id = 'c'`); n != 1 {
			t.Errorf("%d rows of a third", n)
		}
	})
}
