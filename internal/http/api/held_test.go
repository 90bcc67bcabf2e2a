package api

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"testing"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// A transaction that stands still right after an audited change, as on a node that has vanished, holds no row that
// other people's logins and changes need. The test stops each by a trigger that waits for a lock of the test.
func TestNobodyWaitsForAnAuditedChange(t *testing.T) {
	url := dbtest.Postgres(t) // on SQLite all writers wait for each other anyway
	p := newPortal(t, dbtest.Open(t, url+"&lock_timeout=0"), nil)
	lin, zhao, dean := p.as("lin"), p.as("zhao"), p.as("dean")
	h := newHolder(t, url, p.db)
	edits := 0
	edit := func(v *visitor) func() answered {
		return func() answered {
			edits++ // an unchanged value isn't written
			return v.send("PATCH", "/api/user/info", fmt.Sprintf(`{"introduction":"edit %d"}`, edits))
		}
	}
	login := func(name string) func() answered {
		return func() answered { return p.browser().login(people[name].phone, people[name].password) }
	}
	enable := func() answered {
		edits++
		return dean.send("PUT", "/api/admin/accounts/"+p.ids["qian"]+"/enabled", fmt.Sprintf(`{"enabled":%v}`, edits%2 == 0))
	}
	holiday := func() answered {
		edits++
		return dean.send("POST", "/api/admin/timetable/holidays",
			fmt.Sprintf(`{"id":"h%d","name":"x","from":"2030-01-01","to":"2030-01-01"}`, edits))
	}
	for name, tc := range map[string]struct {
		who    string
		held   func() answered
		others []func() answered
	}{
		"a login":                {"lin", login("lin"), []func() answered{login("zhao"), edit(zhao), enable, holiday}},
		"a change of one's own":  {"lin", edit(lin), []func() answered{login("zhao"), edit(zhao), enable, holiday}},
		"a change of an account": {"dean", enable, []func() answered{login("lin"), login("zhao"), edit(lin), edit(zhao)}},
		"a change for everybody": {"dean", holiday, []func() answered{login("lin"), login("zhao"), edit(lin), edit(zhao)}},
	} {
		t.Run(name, func(t *testing.T) {
			// A request ends after some seconds. If others end only then, they have waited for it.
			for range 3 {
				if h.while(t, p.ids[tc.who], tc.held, tc.others) {
					return
				}
			}
			t.Error("the others went on only after it had ended")
		})
	}
}

// holder stops the transactions of one account after they have appended to the audit log.
type holder struct {
	db   *sqldb.DB
	conn *sql.Conn // has the lock that they wait for
}

func newHolder(t *testing.T, url string, db *sqldb.DB) *holder {
	t.Helper()
	for _, statement := range []string{
		`CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
			IF NEW.account_id = TG_ARGV[0] THEN PERFORM pg_advisory_xact_lock(42); END IF; RETURN NEW; END $$`,
	} {
		dbtest.Exec(t, db, statement)
	}
	pool, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = pool.Close() })
	conn, err := pool.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return &holder{db, conn}
}

func (h *holder) exec(t *testing.T, statement string) {
	t.Helper()
	if _, err := h.conn.ExecContext(context.WithoutCancel(t.Context()), statement); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// while runs the others while the change of an account is stopped, and reports whether it still was at their end.
func (h *holder) while(t *testing.T, account string, change func() answered, others []func() answered) bool {
	t.Helper()
	dbtest.Exec(t, h.db, `CREATE TRIGGER hold AFTER INSERT ON audit FOR EACH ROW EXECUTE FUNCTION hold('`+account+`')`)
	h.exec(t, `SELECT pg_advisory_lock(42)`)
	ended := make(chan answered, 1)
	go func() { ended <- change() }()
	for waiting := 0; waiting == 0 && len(ended) == 0; {
		waiting = dbtest.Count(t, h.db, `SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)
	}
	good := true
	for i, other := range others {
		if got := other(); got.status != http.StatusOK {
			good = false
			t.Logf("other %d: %d %s", i+1, got.status, got.body)
		}
	}
	held := len(ended) == 0
	h.exec(t, `SELECT pg_advisory_unlock(42)`)
	<-ended
	dbtest.Exec(t, h.db, `DROP TRIGGER hold ON audit`)
	return good && held
}
