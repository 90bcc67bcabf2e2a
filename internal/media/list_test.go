package media_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/dbtest"
	"lectern/internal/media"
	"lectern/internal/sqldb"
)

func TestOnlyWhatBelongsToNoLesson(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		dbtest.Asset(t, db, "matched", "one", "ready", 1, true)
		dbtest.Asset(t, db, "unmatched", "", "ready", 1, false)
		for unmatched, want := range map[bool][]string{false: {"unmatched", "matched"}, true: {"unmatched"}} {
			list, err := h.Assets(t.Context(), staff, media.Filter{Unmatched: unmatched})
			var got []string
			for _, one := range list {
				got = append(got, one.ID)
			}
			if diff := cmp.Diff(want, got); diff != "" || err != nil {
				t.Errorf("unmatched %t: %v (-want +got):\n%s", unmatched, err, diff)
			}
		}
	})
}
