package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/internal/testkit/dbtest"
)

// copyKeys copies a portal's keys to another node.
func copyKeys(t *testing.T, from, to string) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(from, "keys"))
	if err == nil {
		err = os.WriteFile(filepath.Join(to, "keys"), raw, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// A worker of another version is refused and told what to do; it leaves nothing behind.
func TestAWorkerOfAnotherVersionIsRefused(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, database string) {
		portal, worker := t.TempDir(), t.TempDir()
		environ := func(data string) []string {
			return []string{"LECTERN_DATA=" + data, "LECTERN_DATABASE=" + database, "LECTERN_LISTEN=127.0.0.1:0"}
		}
		refused := func(want string) {
			t.Helper()
			_, err := lectern(t, environ(worker), "work")
			if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got %v, want %q", err, want)
			}
		}
		refused("this worker has no keys: copy the file keys")
		if left, _ := filepath.Glob(filepath.Join(worker, "*")); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
		create(t, environ(portal))
		copyKeys(t, portal, worker)
		refused("start 'lectern serve' first")
		_, _, stop := serve(t, environ(portal), "--no-work")
		if err := stop(); err != nil {
			t.Fatal(err)
		}
		db := dbtest.Open(t, database)
		dbtest.Exec(t, db, `UPDATE setting SET value = '9.8.7' WHERE name = 'version'`)
		refused("but the portal is Lectern 9.8.7: install 9.8.7 here")
		dbtest.Exec(t, db, `INSERT INTO schema_migration (version, name, checksum, applied_at)
			VALUES (9999, 'future', 'x', 0)`)
		refused("the portal is newer (schema 9999): install the portal's version here")
		dbtest.Exec(t, db, `DELETE FROM schema_migration WHERE version >= 110`)
		refused("start 'lectern serve' of this version first")
	})
}

func TestWorkRefusesWhatNobodyDoes(t *testing.T) {
	for _, tc := range []struct {
		name, want string
		args       []string
	}{
		{"kind", "there is no kind \"dance\"; it is one of audit, media, planning, push, roster", []string{"--kinds=dance"}},
		{"slots", "--slots: must be at least 1", []string{"--slots=0"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := lectern(t, []string{"LECTERN_DATA=" + filepath.Join(t.TempDir(), "data")},
				append([]string{"work"}, tc.args...)...)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// A worker serves its health check and no pages.
func TestAWorkerHasNoPages(t *testing.T) {
	data := t.TempDir()
	environ := []string{"LECTERN_DATA=" + data}
	_, _, _ = serve(t, environ, "--no-work")
	_, url := startWorker(t, environ, "--kinds=push,media")
	for path, want := range map[string]int{
		"/healthz": 200, "/readyz": 200, "/metrics": 200, "/": 404,
		"/api/admin/system": 404, "/app-config.json": 404,
	} {
		status, body := get(t, url+path)
		if status != want {
			t.Errorf("%s: %d %s", path, status, body)
		}
		if path == "/metrics" && !strings.Contains(body, `lectern_jobs{state="dead"} 0`) {
			t.Errorf("no jobs in %s", body)
		}
	}
	db := dbtest.Open(t, filepath.Join(data, "lectern.db"))
	if n := dbtest.Count(t, db,
		`SELECT count(*) FROM node WHERE role = 'jobs' AND kinds = 'push media' AND slots = 2`); n != 1 {
		t.Errorf("%d such nodes", n)
	}
	if n := dbtest.Count(t, db, `SELECT count(*) FROM node WHERE role = 'pages' AND kinds = ''`); n != 1 {
		t.Errorf("%d nodes with pages alone", n)
	}
}
