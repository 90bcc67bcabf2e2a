package sqldb_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// Statements that were used long ago make room for new ones, also while others run them.
func TestPreparedStatementsAreEvicted(t *testing.T) {
	db := dbtest.Open(t, dbtest.SQLite(t))
	text := func(i int) string { return fmt.Sprintf("SELECT %d + $1", i) }
	const texts, most = 700, 500
	var all sync.WaitGroup
	for worker := range 4 {
		all.Go(func() {
			for i := range texts {
				i = (i + worker*texts/4) % texts // so that one evicts what another uses
				var sum int
				if err := db.Reader().QueryRowContext(t.Context(), text(i), 1).Scan(&sum); err != nil || sum != i+1 {
					t.Errorf("%s: %d, %v", text(i), sum, err)
					return
				}
			}
		})
	}
	all.Wait()
	var sum int
	if err := db.Reader().QueryRowContext(t.Context(), "SELECT $1 + 0", 1).Scan(&sum); err != nil {
		t.Fatal(err)
	}
	if kept := db.Prepared(); len(kept) > most || !slices.Contains(kept, "SELECT $1 + 0") {
		t.Errorf("%d statements are kept, and the newest among them: %v", len(kept), slices.Contains(kept, "SELECT $1 + 0"))
	}
}

// Lists of any length share a few texts, because each is prepared.
func TestListsHaveFewTexts(t *testing.T) {
	texts := map[string]bool{}
	for n := 1; n <= 512; n++ {
		places, args := sqldb.List(1, make([]string, n))
		if strings.Count(places, "$") != len(args) {
			t.Fatalf("%d places, %d arguments", strings.Count(places, "$"), len(args))
		}
		texts[places] = true
	}
	if len(texts) > 10 {
		t.Errorf("%d texts", len(texts))
	}
}
