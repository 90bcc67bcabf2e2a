package roster_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster"
)

// While an import runs, people log in and change things, and don't restart it. On SQLite, whose writers wait for each
// other, they wait.
func TestOthersGoOnDuringAnImport(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp()
		c.good(roster.Students, "学号,姓名,手机号\nG0001,林晓雨,13800020001\n")
		var rows strings.Builder
		rows.WriteString("学号,姓名,手机号\n")
		for i := range 400 {
			fmt.Fprintf(&rows, "H%04d,林晓雨,1380001%04d\n", i, i)
		}
		waits := c.database.Engine() == "SQLite"
		tries, asked := 0, 0
		c.good(roster.Students, rows.String(), func(j *roster.Job) {
			j.BeginTry = func() { tries++ }
			j.Progress = func(int, int) {
				if asked++; waits && asked > 1 {
					return
				}
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if waits {
					ctx, cancel = context.WithTimeout(ctx, 200*time.Millisecond)
					defer cancel()
				}
				if err := loginLike(ctx, c.database, asked); (err != nil) != waits {
					t.Errorf("somebody else: %v", err)
				}
			}
		})
		if asked < 2 || tries != 1 {
			t.Errorf("%d others, %d tries", asked, tries)
		}
	})
}

// loginLike reads and writes what the import reads and writes, though not the same rows.
func loginLike(ctx context.Context, db *sqldb.DB, n int) error {
	return db.Write(ctx, func(q sqldb.Querier) error {
		var students int
		if err := q.QueryRowContext(ctx, `SELECT count(*) FROM student`).Scan(&students); err != nil {
			return err
		}
		_, err := q.ExecContext(ctx, `UPDATE account SET login_at = $1 WHERE phone = '13800020001'`, n)
		if err != nil {
			return err
		}
		return audit.Append(ctx, q, access.System(), audit.Entry{At: today, Action: "test.other"})
	})
}
