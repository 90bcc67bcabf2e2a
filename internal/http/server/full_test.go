package server

import (
	"context"
	"strings"
	"testing"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/apitest"
	"lectern/internal/testkit/dbtest"
)

// A full disk is reported clearly, loses no acknowledged data, and recovers once there is space. SQLite's limit on
// the file simulates it: it fails in the same place with the same code.
func TestFullDiskIsReportedAndRecovers(t *testing.T) {
	db := dbtest.Open(t, dbtest.SQLite(t))
	write := func(ctx context.Context, _ access.Actor, _ *struct{}) (string, error) {
		return "", db.Write(ctx, func(q sqldb.Querier) error {
			_, err := q.ExecContext(ctx, `INSERT INTO setting (name, value) VALUES ($1, $2)`,
				sqldb.NewID(), strings.Repeat("x", 8192))
			return err
		})
	}
	bound := func(pages string) { dbtest.Exec(t, db, "PRAGMA max_page_count = "+pages) }
	h := New(Options{Now: time.Now, Database: db, Authenticate: testAuthenticate, Web: testWeb, MaxCalls: 4},
		[]Route{Call("GET /api/test/write", "test", access.Open, write)}).Handler
	if got := apitest.Serve(t, h, "GET", "/api/test/write", ""); got.Status != 200 {
		t.Fatalf("with room: %d %s", got.Status, got.Body)
	}
	bound("1") // SQLite never goes below the current size
	written := 1
	for range 50 {
		got := apitest.Serve(t, h, "GET", "/api/test/write", "")
		if got.Status == 200 {
			written++
			continue
		}
		if got.Status != 503 || got.Code(t) != "server.full" || got.Header.Get("Retry-After") == "" {
			t.Fatalf("without room: %d %s", got.Status, got.Body)
		}
		break
	}
	if n := dbtest.Count(t, db, `SELECT count(*) FROM setting`); n != written {
		t.Fatalf("%d rows of %d acknowledged", n, written)
	}
	bound("1000000")
	if got := apitest.Serve(t, h, "GET", "/api/test/write", ""); got.Status != 200 {
		t.Fatalf("with room again: %d %s", got.Status, got.Body)
	}
}
