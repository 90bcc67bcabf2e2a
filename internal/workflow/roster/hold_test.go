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

// Changes made during an import wait for it, and don't restart it.
func TestOthersDoNotMakeAnImportBeginAgain(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp()
		var rows strings.Builder
		rows.WriteString("学号,姓名,手机号\n")
		for i := range 400 {
			fmt.Fprintf(&rows, "H%04d,林晓雨,1380001%04d\n", i, i)
		}
		tries, asked := 0, false
		c.good(roster.Students, rows.String(), func(j *roster.Job) {
			j.BeginTry = func() { tries++ }
			j.Progress = func(int, int) {
				if asked {
					return
				}
				asked = true
				impatient, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
				defer cancel()
				err := c.database.Write(impatient, func(q sqldb.Querier) error {
					return audit.Append(impatient, q, access.System(), audit.Entry{At: today, Action: "test.other"})
				})
				if err == nil {
					t.Error("somebody else has written in between")
				}
			}
		})
		if !asked || tries != 1 {
			t.Errorf("asked %v, %d tries", asked, tries)
		}
	})
}
