package roster_test

import (
	"testing"

	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/roster"
)

// An import that says a student has left ends the sessions, and so does undoing one that says the student is back.
func TestStatusOfASheetEndsSessions(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		logIn := func(id string) {
			dbtest.Exec(t, c.database, `INSERT INTO session (id, token_hash, account_id, device_hash, address, agent,
				created_at, seen_at, expires_at, token_until, ended_at, end_reason)
				SELECT $1, $2, s.account_id, $2, '', '', 0, 0, 0, 0, 0, '' FROM student AS s WHERE s.number = '202501001'`,
				id, []byte(id))
		}
		ended := func(id string) bool {
			return dbtest.Count(t, c.database, `SELECT count(*) FROM session WHERE id = $1 AND ended_at > 0`, id) == 1
		}
		changes := func() int {
			return dbtest.Count(t, c.database, `SELECT n FROM revision WHERE scope = 'sessions'`)
		}
		logIn("while enrolled")
		before := changes()
		c.good(roster.Students, "学号,姓名,学籍状态\n202501001,林晓雨,休学\n")
		if !ended("while enrolled") || changes() == before {
			t.Error("the session of a suspended student lives on")
		}
		back := c.good(roster.Students, "学号,姓名,学籍状态\n202501001,林晓雨,在读\n")
		logIn("while back")
		before = changes()
		if _, err := c.undo(back.ID); err != nil {
			t.Fatal(err)
		}
		if !ended("while back") || changes() == before {
			t.Error("the session of a student who is suspended again lives on")
		}
	})
}
