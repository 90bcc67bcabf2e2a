package media_test

import (
	"context"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/media"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// A recording that was replaced by mistake can be moved back.
func TestAReplacedRecordingIsMovedBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		first, second := h.add("one"), h.add("one")
		for range 2 {
			h.mustWork(&fake{})
		}
		if h.asset(first).Current || !h.asset(second).Current {
			t.Fatal("the second does not replace the first")
		}
		if err := h.move(first, media.Target{Lesson: "one"}); err != nil {
			t.Fatal(err)
		}
		if !h.asset(first).Current || h.asset(second).Current {
			t.Error("the first does not play again")
		}
	})
}

// A lesson is reindexed whenever it plays something else.
func TestLessonsAreIndexedByWhatTheyPlay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		var indexed []string
		h := newFixture(t, db, func(o *media.Options) {
			o.Index = func(_ context.Context, _ sqldb.Querier, lesson string) error {
				indexed = append(indexed, lesson)
				return nil
			}
		})
		asset := h.add("one")
		in := func(do func(q sqldb.Querier) error) func() error {
			return func() error { return db.Write(t.Context(), do) }
		}
		for _, step := range []struct {
			name string
			do   func() error
			want []string
		}{
			{"prepared", func() error { return h.work(&fake{}) }, []string{"one"}},
			{"moved", func() error { return h.move(asset, media.Target{Lesson: "two"}) }, []string{"one", "two"}},
			{"deleted", in(func(q sqldb.Querier) error {
				return h.DeleteLaterIn(t.Context(), q,
					staff, asset)
			}), []string{"two"}},
			{"restored", in(func(q sqldb.Querier) error {
				return h.RestoreIn(t.Context(), q, staff, asset, false)
			}), []string{"two"}},
		} {
			indexed = nil
			if err := step.do(); err != nil {
				t.Fatal(step.name, err)
			}
			slices.Sort(indexed)
			if d := cmp.Diff(step.want, slices.Compact(indexed)); d != "" {
				t.Errorf("%s: %s", step.name, d)
			}
		}
	})
}
