package watching_test

import (
	"testing"
	"time"

	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

const wrong = 999

// spoil writes wrong seconds into all rows, and fingerprints that never match: a row that is compared becomes right.
func (w *world) spoil() {
	w.t.Helper()
	w.exec(`UPDATE watching_row SET seconds = $1`, wrong)
	w.exec(`UPDATE watching_count SET fingerprint = 'wrong'`)
}

// compared returns the lessons of groups that were compared since spoil.
func (w *world) compared() (out []string) {
	w.t.Helper()
	for _, group := range []string{"g1", "g2"} {
		for _, lesson := range []string{"l1", "l2", "l3"} {
			n := dbtest.Count(w.t, w.db, `SELECT count(*) FROM watching_row
				WHERE group_id = $1 AND lesson_id = $2 AND seconds <> $3`, group, lesson, wrong)
			if n > 0 {
				out = append(out, group+" "+lesson)
			}
		}
	}
	return out
}

// quietHour moves to an hour in which the course isn't compared in any case, and returns how many of 24 hours were
// such.
func (w *world) quietHour() (quiet int) {
	w.t.Helper()
	w.now = w.now.Add(time.Hour)
	w.compute("") // with what was watched just before the first computation
	var last time.Time
	for range 24 {
		w.now = w.now.Add(time.Hour)
		w.spoil()
		w.compute("")
		if w.compared() == nil {
			quiet++
			last = w.now
		}
	}
	w.now = last.Add(24 * time.Hour)
	return quiet
}

func TestOnlyWhatChangedIsCompared(t *testing.T) {
	all := []string{"g1 l1", "g1 l2", "g2 l1", "g2 l2", "g2 l3"}
	for _, tc := range []struct {
		name   string
		change func(w *world)
		want   []string
	}{
		{"nothing", func(*world) {}, nil},
		{"someone watched", func(w *world) { w.watched("bob", "l1", "0-60000", true) }, []string{"g1 l1"}},
		{"someone was enrolled", func(w *world) {
			w.exec(`INSERT INTO enrolment (student_id, group_id, state, changed_at) VALUES ('ann', 'g2', 'confirmed', $1)`,
				w.now.UnixMilli())
		}, []string{"g2 l1", "g2 l2", "g2 l3"}},
		{"someone moved to another class", func(w *world) {
			w.exec(`UPDATE student SET class = 'B', updated_at = $1 WHERE id = 'ann'`, w.now.UnixMilli())
		}, []string{"g1 l1", "g1 l2"}},
		{"an enrolment was restored", func(w *world) {
			w.exec(`UPDATE enrolment SET state = 'dropped' WHERE student_id = 'ann' AND group_id = 'g1'`)
			w.write(func(q sqldb.Querier) error { return cache.Bump(t.Context(), q, "g1") })
		}, []string{"g1 l1", "g1 l2"}},
		{"students were merged", func(w *world) {
			w.write(func(q sqldb.Querier) error {
				_, err := w.MergeIn(t.Context(), q, registrar, "dan", "cat")
				return err
			})
		}, []string{"g1 l1", "g1 l2"}},
		{"a lesson was published", func(w *world) {
			dbtest.Asset(w.t, w.db, "al5", "l5", "ready", 60_000, true)
		}, all},
		{"a lesson was deleted", func(w *world) {
			w.exec(`DELETE FROM asset WHERE lesson_id = 'l3'`)
			w.exec(`DELETE FROM lesson WHERE id = 'l3'`)
		}, all[:4]},
		{"a recording has another length", func(w *world) {
			w.exec(`UPDATE asset SET duration_ms = 30000 WHERE lesson_id = 'l2'`)
		}, all},
	} {
		t.Run(tc.name, func(t *testing.T) {
			each(t, func(t *testing.T, w *world) {
				if n := w.quietHour(); n != 23 {
					t.Fatalf("compared without a change in %d of 24 hours", 24-n)
				}
				w.spoil()
				tc.change(w)
				w.compute("")
				want(t, "compared", tc.want, w.compared())
			})
		})
	}
}

// The sums are those of a computation from nothing, whatever was compared.
func TestSumsFollowChanges(t *testing.T) {
	each(t, func(t *testing.T, w *world) {
		for _, change := range []func(){
			func() { w.watched("dan", "l2", "0-30000", false) },
			func() {
				w.exec(`UPDATE enrolment SET state = 'dropped', changed_at = $1 WHERE student_id = 'bob'`, w.now.UnixMilli())
			},
			func() {
				w.exec(`INSERT INTO enrolment (student_id, group_id, state, changed_at)
					VALUES ('cat', 'g2', 'confirmed', $1)`, w.now.UnixMilli())
			},
			func() { w.exec(`UPDATE student SET class = 'A', updated_at = $1 WHERE id = 'eve'`, w.now.UnixMilli()) },
			func() { w.exec(`UPDATE lesson SET published = FALSE WHERE id = 'l2'`) },
			func() {
				w.exec(`DELETE FROM enrolment WHERE group_id = 'g2'`)
				w.exec(`DELETE FROM course_group WHERE id = 'g2'`)
			},
		} {
			w.now = w.now.Add(time.Hour)
			change()
			w.compute("")
			got := w.overview()
			for _, table := range []string{"row", "count", "summary", "course", "run"} {
				w.exec(`DELETE FROM watching_` + table)
			}
			w.compute("")
			want(t, "sums", w.overview(), got)
		}
	})
}

func (w *world) overview() [2]any {
	w.t.Helper()
	o, err := w.Overview(w.t.Context(), registrar, "now")
	if err != nil {
		w.t.Fatal(err)
	}
	return [2]any{o.Courses, o.Classes}
}

func (w *world) write(fn func(q sqldb.Querier) error) {
	w.t.Helper()
	if err := w.db.Write(w.t.Context(), fn); err != nil {
		w.t.Fatal(err)
	}
}
