package cache

import (
	"errors"
	"testing"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func TestBump(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		bump := func(scopes ...string) {
			t.Helper()
			if err := db.Write(t.Context(), func(q sqldb.Querier) error { return Bump(t.Context(), q, scopes...) }); err != nil {
				t.Fatal(err)
			}
		}
		want := func(scope string, want int64) {
			t.Helper()
			if got, err := RevisionOf(t.Context(), db.Reader(), scope); err != nil || got != want {
				t.Errorf("RevisionOf(%q) = %d, %v; want %d", scope, got, err, want)
			}
		}
		want("", 0)
		bump("a", "b")
		bump()
		bump("b")
		want("a", 1)
		want("b", 3)
		want("c", 0)
		want("", 3)
		gone := errors.New("no")
		err := db.Write(t.Context(), func(q sqldb.Querier) error { return errors.Join(Bump(t.Context(), q, "a"), gone) })
		if !errors.Is(err, gone) {
			t.Fatal(err)
		}
		want("", 3)
		for n := range int64(2) {
			want("own", n)
			if err := db.Write(t.Context(), func(q sqldb.Querier) error { return Count(t.Context(), q, "own") }); err != nil {
				t.Fatal(err)
			}
		}
		want("", 3)
	})
}
