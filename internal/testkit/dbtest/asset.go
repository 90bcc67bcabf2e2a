package dbtest

import (
	"testing"

	"lectern/internal/kernel/sqldb"
)

// Asset inserts an asset of a lesson in one of the states of package media. There are no files behind it.
func Asset(t testing.TB, db *sqldb.DB, id, lesson, state string, milliseconds int, current bool) {
	t.Helper()
	Exec(t, db, `INSERT INTO asset (id, lesson_id, state, percent, reason, reason_params, file,
		format, size, source, output, parts,
		duration_ms, width, height, current, job_id, account_id, created_at, updated_at)
		VALUES ($1, $2, $3, 0, '', '', 'a.mp4', 'mp4', 1, 'source', 'output', 'hls poster', $4, 640, 360, $5, '', '', 0, 0)`,
		id, lesson, state, milliseconds, current)
}
