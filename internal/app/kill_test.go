package app_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/apitest"
	"lectern/internal/testkit/attacktest"
	"lectern/internal/testkit/dbtest"
)

// kindOfWrite is a call that is repeated with an increasing number.
type kindOfWrite struct {
	name         string
	client       *apitest.Client
	method, path string
	body         func(i int) any
	// stored is the text with the number of the last write, or, if every write adds a row, a query for it.
	stored string
	each   bool
}

// Every acknowledged write is in the database after kill -9, and the audit chain is valid.
func TestAttackKill(t *testing.T) {
	t.Parallel() // mostly waits for other processes
	eachDemo(t, func(t *testing.T, p portal) {
		cmd, student := startForStudent(t, p)
		staff := login(t, student.Base)
		db := dbtest.Open(t, p.database)
		often := 300
		if db.Engine() == "PostgreSQL" {
			often = 100
		}
		kinds := kindsOfWrite(t, db, student, staff, lesson(t, p.database, student))
		trials, violations, next := attacktest.Trials(2, often), 0, 1
		for range trials {
			acknowledged := writeUntil(t, kinds, next, 10+rand.IntN(60), func() { _ = cmd.Process.Kill() })
			_ = cmd.Wait()
			for k, done := range acknowledged {
				if lost := kinds[k].lost(t, db, done); lost != "" {
					violations++
					t.Errorf("%s: acknowledged %v, lost %s", kinds[k].name, done, lost)
				}
				if len(done) > 0 {
					next = max(next, done[len(done)-1]+2)
				}
			}
			cmd, student.Base = start(t, p.environ)
			staff.Base = student.Base
		}
		_, err := audit.Seal(t.Context(), db, time.Now())
		chain, err2 := audit.Verify(t.Context(), db)
		if err != nil || err2 != nil || chain.FirstBroken != 0 {
			violations++
			t.Errorf("the audit chain after %d kills: %+v, %v, %v", trials, chain, err, err2)
		}
		attacktest.Report(t, "kill -9 under every kind of write, "+db.Engine(), trials, violations)
	})
}

// writeUntil runs all kinds at once and calls kill after enough acknowledgements. It returns the acknowledged
// writes of each kind.
func writeUntil(t *testing.T, kinds []kindOfWrite, from, enough int, kill func()) [][]int {
	acknowledged := make([][]int, len(kinds))
	var all sync.WaitGroup
	var mu sync.Mutex
	total := 0
	for k, kind := range kinds {
		all.Go(func() {
			for i := from; ; i++ {
				answer, err := kind.client.Do(t.Context(), kind.method, kind.path, kind.body(i))
				if err != nil {
					return // the server is gone
				}
				if !answer.Succeeded {
					t.Errorf("%s %d: %+v", kind.name, i, answer)
					kill()
					return
				}
				mu.Lock()
				acknowledged[k] = append(acknowledged[k], i)
				if total++; total == enough {
					kill()
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	return acknowledged
}

// lost returns the acknowledged writes that are missing.
func (k kindOfWrite) lost(t *testing.T, db *sqldb.DB, done []int) string {
	t.Helper()
	if len(done) == 0 {
		return ""
	}
	if k.each {
		for _, i := range done {
			if dbtest.Count(t, db, k.stored, fmt.Sprint("kill-", i)) != 1 {
				return fmt.Sprint(i)
			}
		}
		return ""
	}
	last := done[len(done)-1]
	var found string
	if err := db.Reader().QueryRowContext(t.Context(), k.stored).Scan(&found); err != nil {
		return err.Error()
	}
	// The last one may or may not have been written.
	if !slices.Contains([]string{fmt.Sprint("kill-", last), fmt.Sprint("kill-", last+1)}, found) {
		return fmt.Sprintf("%d, found %q", last, found)
	}
	return ""
}

func kindsOfWrite(t *testing.T, db *sqldb.DB, student, staff *apitest.Client, lesson string) []kindOfWrite {
	t.Helper()
	made := func(c *apitest.Client, path string, body any) string {
		t.Helper()
		answer, err := c.Do(t.Context(), "POST", path, body)
		var got struct{ ID string }
		if err != nil || !answer.Succeeded || json.Unmarshal(answer.Data, &got) != nil {
			t.Fatalf("%s: %+v, %v", path, answer, err)
		}
		return got.ID
	}
	note := made(student, "/api/lessons/"+lesson+"/notes", map[string]any{"at": 1, "text": "kill-0"})
	text := func(i int) string { return fmt.Sprint("kill-", i) }
	day := func(i int) string { return time.Date(2030, 1, 1+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly) }
	return []kindOfWrite{
		{
			name: "own profile", client: student, method: "PATCH", path: "/api/user/info", body: func(i int) any {
				return map[string]string{"introduction": text(i)}
			},
			stored: `SELECT introduction FROM account WHERE id = '` + student.Identity + `'`,
		},
		{
			name: "note", client: student, method: "PUT",
			path: "/api/lessons/" + lesson + "/notes/" + note, body: func(i int) any {
				return map[string]any{
					"at":   1,
					"text": text(i),
				}
			}, stored: `SELECT text FROM note WHERE id = '` + note + `'`,
		},
		{
			name: "lesson", client: staff, method: "PUT", path: "/api/admin/lessons/" + lesson, body: func(i int) any {
				return map[string]any{"title": text(i), "published": true}
			},
			stored: `SELECT title FROM lesson WHERE id = '` + lesson + `'`,
		},
		{
			name: "message", client: staff, method: "POST", path: "/api/admin/messages", each: true,
			body: func(i int) any {
				return map[string]any{
					"type": "notice", "to": "account:" + student.Identity,
					"title": map[string]string{"en": text(i)},
				}
			},
			stored: `SELECT count(*) FROM message WHERE title_en = $1`,
		},
		{
			name: "holiday", client: staff, method: "POST", path: "/api/admin/timetable/holidays", each: true,
			body:   func(i int) any { return map[string]string{"id": text(i), "name": "x", "from": day(i), "to": day(i)} },
			stored: `SELECT count(*) FROM holiday WHERE id = $1`,
		},
		{
			name: "account", client: staff, method: "POST", path: "/api/admin/accounts", each: true,
			body: func(i int) any {
				return map[string]string{"phone": fmt.Sprintf("1370%07d", i), "name": text(i), "role": "admin"}
			},
			stored: `SELECT count(*) FROM account WHERE name = $1`,
		},
	}
}
