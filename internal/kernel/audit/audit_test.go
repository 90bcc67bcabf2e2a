package audit_test

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

var noon = time.Date(2026, 9, 7, 12, 0, 0, 0, time.UTC)

func add(t *testing.T, db *sqldb.DB, action, object string) error {
	t.Helper()
	who := access.Actor{
		Account: "a1", Role: access.Staff, Scope: access.Registrar, Session: "s1",
		Address: netip.MustParseAddr("192.0.2.7"),
	}
	return db.Write(t.Context(), func(q sqldb.Querier) error {
		return audit.Append(t.Context(), q, who, audit.Entry{
			At: noon, Action: action, Object: object,
			Before: map[string]any{"role": "user"}, After: map[string]any{"role": "admin"},
		})
	})
}

func fill(t *testing.T, db *sqldb.DB, rows int) {
	t.Helper()
	for i := range rows {
		if err := add(t, db, "test.change", fmt.Sprint("object-", i%2)); err != nil {
			t.Fatal(err)
		}
	}
}

func verify(t *testing.T, db *sqldb.DB) (check audit.Check) {
	t.Helper()
	if _, err := audit.Seal(t.Context(), db, time.Now()); err != nil {
		t.Fatal(err)
	}
	check, err := audit.Verify(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	return check
}

func TestEmptyLogIsWhole(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		if diff := cmp.Diff(audit.Check{}, verify(t, db)); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

func TestTamperingIsFound(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		fill(t, db, 5)
		if diff := cmp.Diff(audit.Check{Rows: 5}, verify(t, db)); diff != "" {
			t.Fatalf("before tampering (-want +got):\n%s", diff)
		}
		for _, tc := range []struct {
			name, do, undo string
			broken         int64
		}{
			{"at", `UPDATE audit SET at = at + 1 WHERE seq = 3`, `UPDATE audit SET at = at - 1 WHERE seq = 3`, 3},
			{"account", `UPDATE audit SET account_id = 'a2' WHERE seq = 3`, `UPDATE audit
				SET account_id = 'a1' WHERE seq = 3`, 3},
			{"role", `UPDATE audit SET role = 'user' WHERE seq = 3`, `UPDATE audit SET role = 'admin' WHERE seq = 3`, 3},
			{"session", `UPDATE audit SET session_id = '' WHERE seq = 3`, `UPDATE audit SET session_id = 's1' WHERE seq = 3`, 3},
			{"address", `UPDATE audit SET address = '192.0.2.8' WHERE seq = 3`, `UPDATE audit
				SET address = '192.0.2.7' WHERE seq = 3`, 3},
			{"action", `UPDATE audit SET action = 'test.other' WHERE seq = 3`, `UPDATE audit
				SET action = 'test.change' WHERE seq = 3`, 3},
			{"object", `UPDATE audit SET object = 'x' WHERE seq = 1`, `UPDATE audit SET object = 'object-0' WHERE seq = 1`, 1},
			{
				"before", `UPDATE audit SET before = '{}' WHERE seq = 5`,
				`UPDATE audit SET before = '{"role":"user"}' WHERE seq = 5`, 5,
			},
			{
				"after", `UPDATE audit SET after = '{}' WHERE seq = 5`,
				`UPDATE audit SET after = '{"role":"admin"}' WHERE seq = 5`, 5,
			},
			{"hash", `UPDATE audit SET hash = 'x' || hash WHERE seq = 2`, `UPDATE audit
				SET hash = substr(hash, 2) WHERE seq = 2`, 2},
			{
				"text moved to the next column", `UPDATE audit SET action = 'test.chang', object = 'eobject-0' WHERE seq = 3`,
				`UPDATE audit SET action = 'test.change', object = 'object-0' WHERE seq = 3`, 3,
			},
			{"middle row gone", `UPDATE audit SET seq = 30 WHERE seq = 3`, `UPDATE audit SET seq = 3 WHERE seq = 30`, 3},
			{
				"two rows swapped", `UPDATE audit SET object = CASE seq WHEN 2 THEN 'object-0' ELSE 'object-1' END WHERE seq IN (2,
					3)`, `UPDATE audit SET object = CASE seq WHEN 2 THEN 'object-1' ELSE 'object-0' END WHERE seq IN (2, 3)`, 2,
			},
			{"id", `UPDATE audit SET id = 'x' || id WHERE seq = 3`, `UPDATE audit SET id = substr(id, 2) WHERE seq = 3`, 3},
			{"tail cut off", `UPDATE audit SET seq = -5 WHERE seq = 5`, `UPDATE audit SET seq = 5 WHERE seq = -5`, 5},
			{"head turned back", `UPDATE audit_head SET seq = 4`, `UPDATE audit_head SET seq = 5`, 5},
			{"head gone", `UPDATE audit_head SET id = 2`, `UPDATE audit_head SET id = 1`, 1},
		} {
			t.Run(tc.name, func(t *testing.T) {
				dbtest.Exec(t, db, tc.do)
				if got := verify(t, db); got.FirstBroken != tc.broken {
					t.Errorf("got %+v, want %d", got, tc.broken)
				}
				dbtest.Exec(t, db, tc.undo)
				if got := verify(t, db); got.FirstBroken != 0 {
					t.Fatalf("the test did not put it back: %+v", got)
				}
			})
		}
		for _, cut := range []string{
			`UPDATE audit SET seq = NULL, hash = '' WHERE seq = 5`,
			`DELETE FROM audit WHERE seq = 4`,
			`DELETE FROM audit WHERE seq = 2`,
			`DELETE FROM audit`,
		} {
			dbtest.Exec(t, db, cut)
			if got := verify(t, db); got.FirstBroken == 0 {
				t.Errorf("%s went unnoticed", cut)
			}
		}
	})
}

func TestConcurrentAppendsMakeOneChain(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		nodes := []*sqldb.DB{dbtest.Open(t, url), dbtest.Open(t, url)}
		const workers, rounds = 4, 10
		var done sync.WaitGroup
		for w := range workers {
			done.Go(func() {
				for range rounds {
					for tries := 0; ; tries++ { // Write gives up after some lost rounds; a caller may come back
						err := add(t, nodes[w%len(nodes)], "test.change", fmt.Sprint(w))
						if err == nil {
							break
						}
						if tries == 20 {
							t.Error(err)
							return
						}
					}
				}
			})
		}
		done.Wait()
		if diff := cmp.Diff(audit.Check{Rows: workers * rounds}, verify(t, nodes[0])); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

func TestRolledBackChangeLeavesNoRow(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		fill(t, db, 1)
		_ = db.Write(t.Context(), func(q sqldb.Querier) error {
			if err := audit.Append(t.Context(), q, access.System(),
				audit.Entry{At: time.UnixMilli(1), Action: "test.undone"}); err != nil {
				t.Error(err)
			}
			return fmt.Errorf("no")
		})
		if diff := cmp.Diff(audit.Check{Rows: 1}, verify(t, db)); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

func TestListPages(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		fill(t, db, 4)
		verify(t, db)
		fill(t, db, 3) // not sealed yet
		log := audit.NewLog(db)
		page := func(query audit.Query) (seqs []int64, last string) {
			t.Helper()
			rows, err := log.List(t.Context(), access.System(), query)
			if err != nil {
				t.Fatal(err)
			}
			for _, row := range rows {
				seqs, last = append(seqs, row.Seq), row.ID
				if row.Account != "a1" || row.Address != "192.0.2.7" || !row.At.Equal(noon) ||
					row.Row.Before != `{"role":"user"}` {
					t.Errorf("row %+v", row)
				}
			}
			return seqs, last
		}
		for object, want := range map[string][][]int64{
			"":         {{0, 0, 0}, {4, 3, 2}, {1}, nil},
			"object-0": {{0, 0, 3}, {1}, nil},
			"nothing":  {nil},
		} {
			before := ""
			for i, seqs := range want {
				got, last := page(audit.Query{Object: object, Before: before, Size: 3})
				if diff := cmp.Diff(seqs, got); diff != "" {
					t.Errorf("%q, page %d (-want +got):\n%s", object, i+1, diff)
				}
				before = last
			}
		}
	})
}

func TestManyAtOnceMakeTheSameChain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		fill(t, db, 2)
		entries := make([]audit.Entry, 99)
		for i := range entries {
			entries[i] = audit.Entry{
				At: noon, Action: "test.import", Object: fmt.Sprint("row-", i),
				After: map[string]any{"n": i},
			}
		}
		err := db.Write(t.Context(), func(q sqldb.Querier) error {
			return audit.AppendAll(t.Context(), q, access.System(), entries)
		})
		if err != nil {
			t.Fatal(err)
		}
		fill(t, db, 1)
		if diff := cmp.Diff(audit.Check{Rows: 102}, verify(t, db)); diff != "" {
			t.Fatalf("(-want +got):\n%s", diff)
		}
	})
}

func TestStaffLookThingsUp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		dbtest.Exec(t, db, `INSERT INTO course (id, code, name, name_en, credits, summary, summary_en)
			VALUES ('c1', 'C1', '会计', 'Accounting', 10, '', '')`)
		for i, action := range []string{"account.login", "account.logout", "accounts.other", "course.put"} {
			who := access.Actor{Account: fmt.Sprint("a", i%2), Role: access.Staff, Scope: access.Registrar}
			err := db.Write(t.Context(), func(q sqldb.Querier) error {
				return audit.Append(t.Context(), q, who,
					audit.Entry{At: noon.Add(time.Duration(i) * time.Hour), Action: action, Object: "c1"})
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		log, staff := audit.NewLog(db), access.System()
		for name, tc := range map[string]struct {
			query audit.Query
			want  string
		}{
			"all":       {audit.Query{}, "course.put accounts.other account.logout account.login"},
			"a person":  {audit.Query{Account: "a1"}, "course.put account.logout"},
			"a feature": {audit.Query{Action: "account."}, "account.logout account.login"},
			"an action": {audit.Query{Action: "account.login"}, "account.login"},
			"an object": {audit.Query{Object: "c2"}, ""},
			"a span": {
				audit.Query{From: noon.Add(time.Hour), To: noon.Add(3 * time.Hour)},
				"accounts.other account.logout",
			},
		} {
			rows, err := log.List(t.Context(), staff, tc.query)
			var got []string
			for _, r := range rows {
				got = append(got, r.Action)
				if r.ObjectName != "会计" {
					t.Errorf("%s: the object is called %q", name, r.ObjectName)
				}
			}
			if diff := cmp.Diff(tc.want, strings.Join(got, " ")); err != nil || diff != "" {
				t.Errorf("%s: %v (-want +got):\n%s", name, err, diff)
			}
		}
		chain := audit.NewChain(db, job.New(db, time.Now), time.Now)
		for _, who := range []access.Actor{{}, {Account: "a", Role: access.User}} {
			_, err := log.List(t.Context(), who, audit.Query{})
			_, err2 := chain.Status(t.Context(), who)
			if err3 := chain.Request(t.Context(), who); err == nil || err2 == nil || err3 == nil {
				t.Errorf("%+v may read it", who)
			}
		}
	})
}

func TestWhatIsRolledBackStaysOutOfTheLog(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		fill(t, db, 2)
		entry := audit.Entry{At: noon, Action: "test.preview"}
		err := db.Write(t.Context(), func(q sqldb.Querier) error {
			apart := audit.Discard(t.Context())
			return errors.Join(audit.Append(apart, q, access.System(), entry),
				audit.AppendAll(apart, q, access.System(), []audit.Entry{entry, entry}))
		})
		if err != nil {
			t.Fatal(err)
		}
		if n := dbtest.Count(t, db, `SELECT count(*) FROM audit`); n != 2 {
			t.Errorf("%d rows", n)
		}
	})
}
