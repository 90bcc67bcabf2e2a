package media_test

import (
	"testing"
	"time"

	"lectern/internal/feature/media"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func (h *fixture) restore(asset string, replace bool) error {
	return h.db.Write(h.t.Context(), func(q sqldb.Querier) error {
		return h.RestoreIn(h.t.Context(), q, staff, asset, replace)
	})
}

func (h *fixture) deleteLater(asset string) {
	h.t.Helper()
	if err := h.DeleteLater(h.t.Context(), staff, asset); err != nil {
		h.t.Fatal(err)
	}
}

// replaced adds two recordings to a lesson; the second replaces the first.
func (h *fixture) replaced() (first, second string) {
	h.t.Helper()
	first, second = h.add("one"), h.add("one")
	h.mustWork(&fake{})
	h.mustWork(&fake{})
	return first, second
}

// A replaced recording says what replaced it and when it is deleted, and exactly that happens.
func TestAReplacedRecordingIsKeptAsLongAsItSays(t *testing.T) {
	for _, tc := range []struct {
		before time.Duration
		left   bool
	}{{time.Millisecond, true}, {0, false}} {
		dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
			h := newFixture(t, db)
			first, second := h.replaced()
			a, b := h.asset(first), h.asset(second)
			if a.Current || a.ReplacedBy != "lecture.mp4" || a.Until.Before(h.clock()) || !b.Current || !b.Until.IsZero() {
				t.Fatalf("replaced: %+v by %+v", a, b)
			}
			if n := dbtest.Count(t, db, `SELECT count(*) FROM asset WHERE id = $1 AND removed_by = 'dean'`, first); n != 1 {
				t.Error("who replaced it is not known")
			}
			h.pass(a.Until.Sub(h.clock()) - tc.before)
			if err := h.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			there := dbtest.Count(t, db, `SELECT count(*) FROM asset WHERE id = $1`, first) == 1
			if there != tc.left {
				t.Errorf("%v before %v it is there: %v", tc.before, a.Until, there)
			}
			wantCode(t, "put back", h.restore(first, true), map[bool]string{false: "media.no_asset"}[tc.left])
		})
	}
}

// After the announced time a recording can't be put back, even before the sweep has deleted it.
func TestNothingIsPutBackAfterItsTime(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		first, second := h.replaced()
		h.deleteLater(second)
		h.pass(media.RestorableFor)
		for what, asset := range map[string]string{"replaced": first, "deleted": second} {
			wantCode(t, what, h.restore(asset, true), "media.no_asset")
		}
	})
}

func TestRecordingsArePutBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		first, second := h.replaced()
		plays := func(what, want, replaced string) {
			t.Helper()
			for _, asset := range []string{first, second} {
				if dbtest.Count(t, db, `SELECT count(*) FROM asset WHERE id = $1 AND deleted_at = 0`, asset) == 0 {
					continue
				}
				a := h.asset(asset)
				if a.Current != (asset == want) || a.Until.IsZero() != (asset != replaced) {
					t.Errorf("%s: %s: %+v", what, asset, a)
				}
			}
		}
		try := func(what string, err error) {
			t.Helper()
			if err != nil {
				t.Fatal(what, err)
			}
		}
		plays("replaced", second, first)
		try("put back", h.restore(first, true))
		plays("put back", first, second)
		try("put the other back", h.restore(second, true))
		plays("put the other back", second, first)
		h.deleteLater(second)
		plays("deleted", "", first)
		try("put the first back", h.restore(first, false))
		plays("put the first back", first, "")
		try("without replacing", h.restore(second, false))
		plays("without replacing", first, second)
		wantCode(t, "one that plays", h.restore(first, true), "media.no_asset")
		h.deleteLater(second)
		h.deleteLater(first)
		try("both deleted: the one that played", h.restore(first, false))
		try("and the one that did not", h.restore(second, true))
		plays("both deleted", first, second)
	})
}
