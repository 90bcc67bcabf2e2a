package backup_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/kernel/backup"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func openBlobs(t *testing.T) blob.Store {
	t.Helper()
	store, err := blob.Open("", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}

// source returns a small installation with text that is difficult to encode.
func source(t *testing.T, db *sqldb.DB) backup.Source {
	t.Helper()
	for i, value := range []string{"plain", "衡山 \"quoted\" <b>&amp;", "line\nbreak\ttab", ""} {
		dbtest.Exec(t, db, `INSERT INTO setting (name, value) VALUES ($1, $2)`, fmt.Sprintf("k%d", i), value)
	}
	dbtest.Exec(t, db, `INSERT INTO job (id, kind, payload, state, due_at, max_attempts, cancel_asked, created_at)
		VALUES ('j1', 'k', '{}', 'waiting', 9007199254740993, 3, TRUE, 1)`) // a number that a float64 would round
	blobs := openBlobs(t)
	for _, key := range []string{"a/one.bin", "a/empty", "b/c/two.bin"} {
		if _, err := blobs.Put(t.Context(), key, strings.NewReader(strings.Repeat(key, len(key)%7))); err != nil {
			t.Fatal(err)
		}
	}
	return backup.Source{DB: db, Keys: keyring.Generate(), Blobs: blobs, Version: "test", Now: time.Unix(1e9, 0)}
}

func write(t *testing.T, s backup.Source) []byte {
	t.Helper()
	var buf bytes.Buffer
	if _, err := backup.Write(t.Context(), &buf, s); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

// dump lists every row of the tables that source fills.
func dump(t *testing.T, db *sqldb.DB) string {
	t.Helper()
	var out strings.Builder
	for _, query := range []string{
		`SELECT name, value, TRUE FROM setting ORDER BY name`,
		`SELECT id, CAST(due_at AS TEXT), cancel_asked FROM job WHERE unique_key IS NULL ORDER BY id`,
	} {
		rows, err := db.Reader().QueryContext(t.Context(), query)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var a, b string
			var c bool
			if err := rows.Scan(&a, &b, &c); err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&out, "%q %q %v\n", a, b, c)
		}
		if err := rows.Err(); err != nil {
			t.Fatal(err)
		}
		_ = rows.Close()
	}
	return out.String()
}

// Every engine's backup restores into every engine.
func TestRoundTrip(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, from *sqldb.DB) {
		s := source(t, from)
		file := write(t, s)
		dbtest.Each(t, func(t *testing.T, to *sqldb.DB) {
			dbtest.Exec(t, to, `INSERT INTO setting (name, value) VALUES ('before', 'gone')`)
			blobs := openBlobs(t)
			sum, keys, err := backup.Restore(t.Context(), bytes.NewReader(file), backup.Target{DB: to, Blobs: blobs})
			if err != nil {
				t.Fatal(err)
			}
			if want, got := dump(t, from), dump(t, to); want != got {
				t.Errorf("want\n%s\ngot\n%s", want, got)
			}
			if keys.Fingerprint() != s.Keys.Fingerprint() {
				t.Error("other keys")
			}
			if sum.Blobs != 3 || sum.Rows != 5 {
				t.Errorf("got %+v", sum)
			}
			body, _, err := blobs.Open(t.Context(), "b/c/two.bin")
			if err != nil {
				t.Fatal(err)
			}
			defer body.Close()
			if raw, err := io.ReadAll(body); err != nil ||
				!strings.HasPrefix("b/c/two.binb/c/two.binb/c/two.binb/c/two.bin", string(raw)) {
				t.Errorf("got %q, %v", raw, err)
			}
			if schema, err := to.Schema(t.Context()); err != nil || schema.Pending != 0 {
				t.Errorf("got %+v, %v", schema, err)
			}
		})
	})
}

func TestBrokenBackupChangesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		file := write(t, source(t, db))
		before := dump(t, db)
		broken := map[string][]byte{"empty": nil, "text": []byte("hello"), "bit flipped": bytes.Clone(file)}
		broken["bit flipped"][len(file)/2] ^= 1
		for cut := 1; cut < 8; cut++ {
			broken[fmt.Sprintf("cut at %d/8", cut)] = file[:len(file)*cut/8]
		}
		for name, body := range broken {
			if _, _, err := backup.Restore(t.Context(), bytes.NewReader(body),
				backup.Target{DB: db, Blobs: openBlobs(t)}); err == nil {
				t.Errorf("%s: restored", name)
			}
			if after := dump(t, db); after != before {
				t.Fatalf("%s: changed the database to\n%s", name, after)
			}
		}
	})
}

// A backup made while others write is one snapshot: it has both halves of a write, or neither.
func TestBackupWhileServing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := source(t, db)
		ctx, stop := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		started := make(chan struct{})
		wg.Go(func() {
			for i := 0; ctx.Err() == nil; i++ {
				if i == 5 {
					close(started)
				}
				_ = db.Write(ctx, func(q sqldb.Querier) error {
					for _, half := range []string{"left", "right"} {
						if _, err := q.ExecContext(ctx, `INSERT INTO setting (name, value) VALUES ($1, $2)`,
							fmt.Sprintf("%s%d", half, i), half); err != nil {
							return err
						}
					}
					return nil
				})
			}
		})
		<-started
		file := write(t, s)
		stop()
		wg.Wait()
		if _, _, err := backup.Restore(t.Context(), bytes.NewReader(file),
			backup.Target{DB: db, Blobs: s.Blobs}); err != nil {
			t.Fatal(err)
		}
		left := dbtest.Count(t, db, `SELECT count(*) FROM setting WHERE value = 'left'`)
		right := dbtest.Count(t, db, `SELECT count(*) FROM setting WHERE value = 'right'`)
		if left != right || left == 0 {
			t.Fatalf("%d left and %d right halves", left, right)
		}
	})
}
