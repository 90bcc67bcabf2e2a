package snapshot_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"testing"

	"lectern/internal/kernel/snapshot"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

var thing = snapshot.Object{
	{Name: "thing", By: []string{"id"}, Key: []string{"id"}},
	{Name: "part", By: []string{"thing_id"}, Key: []string{"thing_id", "n"}},
}

func take(t *testing.T, db *sqldb.DB, key string) snapshot.Copy {
	t.Helper()
	c, err := thing.Take(t.Context(), db.Reader(), key)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestRowsComeBackByteForByte(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		dbtest.Exec(t, db, `CREATE TABLE thing (id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, n BIGINT NOT NULL,
			raw BYTEA, flag BOOLEAN NOT NULL)`)
		dbtest.Exec(t, db, `CREATE TABLE part (thing_id TEXT NOT NULL REFERENCES thing (id),
			n BIGINT NOT NULL, PRIMARY KEY (thing_id, n))`)
		dbtest.Exec(t, db, `CREATE TABLE guest (thing_id TEXT NOT NULL REFERENCES thing (id))`)
		if got := take(t, db, "a"); got != nil {
			t.Fatalf("what is not there was copied: %q", got)
		}
		dbtest.Exec(t, db, `INSERT INTO thing
			VALUES ('a', '林晓雨', -5, $1, TRUE), ('b', '', 0, $2, FALSE)`, []byte{0, 255}, []byte{})
		dbtest.Exec(t, db, `INSERT INTO thing VALUES ('c', '', 0, NULL, FALSE)`)
		if none, void := take(t, db, "c"), take(t, db, "b"); bytes.Contains(void, []byte("raw\x6e")) ||
			!bytes.Contains(none, []byte("raw\x6e")) {
			t.Errorf("NULL is %q, no bytes are %q", none, void)
		}
		put(t, db, take(t, db, "b"), "b")
		dbtest.Exec(t, db, `INSERT INTO part VALUES ('a', 2), ('a', 1), ('b', 1)`)
		dbtest.Exec(t, db, `INSERT INTO guest VALUES ('a')`) // so Put must not delete the row
		before := take(t, db, "a")
		made, err := snapshot.Of(
			[]snapshot.Row{{
				Columns: []string{"raw", "id", "name", "n", "flag"},
				Values:  []any{[]byte{0, 255}, "a", "林晓雨", int64(-5), true},
			}},
			[]snapshot.Row{
				{Columns: []string{"thing_id", "n"}, Values: []any{"a", int64(1)}},
				{Columns: []string{"n", "thing_id"}, Values: []any{int64(2), "a"}},
			},
		)
		if err != nil || !bytes.Equal(made, before) {
			t.Fatalf("Of made %q, Take %q (%v)", made, before, err)
		}
		dbtest.Exec(t, db, `UPDATE thing SET name = 'x', raw = NULL, flag = FALSE WHERE id = 'a'`)
		dbtest.Exec(t, db, `DELETE FROM part WHERE thing_id = 'a' AND n = 1`)
		dbtest.Exec(t, db, `INSERT INTO part VALUES ('a', 7)`)
		if bytes.Equal(take(t, db, "a").Digest(), before.Digest()) {
			t.Fatal("a change goes unnoticed")
		}
		put(t, db, before, "a")
		if got := take(t, db, "a"); !bytes.Equal(got, before) {
			t.Fatalf("came back as %q, was %q", got, before)
		}
		put(t, db, nil, "b")
		if got := dbtest.Count(t, db, `SELECT (SELECT count(*) FROM thing) + (SELECT count(*) FROM part)`); got != 4 {
			t.Fatalf("%d rows are left", got)
		}
	})
}

func put(t *testing.T, db *sqldb.DB, c snapshot.Copy, key string) {
	t.Helper()
	err := db.Write(t.Context(), func(q sqldb.Querier) error { return thing.Put(t.Context(), q, c, key) })
	if err != nil {
		t.Fatal(err)
	}
}

// A damaged copy is an error, and never panics or writes.
func FuzzPut(f *testing.F) {
	good, err := snapshot.Of([]snapshot.Row{{Columns: []string{"id", "n"}, Values: []any{"a", int64(1)}}}, nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(good))
	f.Add([]byte{1, 1, 1, 'a', 's', 255})
	f.Add([]byte{255, 255, 255, 255, 1})
	stop := errors.New("reached the database")
	f.Fuzz(func(t *testing.T, raw []byte) {
		_ = thing.Put(context.Background(), refusing{err: stop}, raw, "a") // only that it returns
	})
}

// refusing is a database whose every call fails.
type refusing struct {
	sqldb.Querier
	err error
}

func (r refusing) QueryContext(context.Context, string, ...any) (*sql.Rows, error) { return nil, r.err }
