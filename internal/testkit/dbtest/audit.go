package dbtest

import (
	"testing"
	"time"

	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/sqldb"
)

// Audited seals the audit log and verifies all of it, and returns how many entries it has.
func Audited(t testing.TB, db *sqldb.DB) int64 {
	t.Helper()
	if _, err := audit.Seal(t.Context(), db, time.Now()); err != nil {
		t.Fatal(err)
	}
	check, err := audit.Verify(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	if check.FirstBroken != 0 {
		t.Errorf("the audit log is broken at entry %d of %d", check.FirstBroken, check.Rows)
	}
	return check.Rows
}
