package lookup_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/lookup"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func TestTokens(t *testing.T) {
	for _, tc := range []struct {
		name  string
		texts []string
		want  []string
	}{
		{"nothing", nil, nil},
		{"signs alone", []string{" - ", ""}, nil},
		{"every part", []string{"A-1 b"}, []string{"1b", "a1b", "b"}},
		{"each once", []string{"aa", "ａ"}, []string{"a", "aa"}},
		{"whole characters", []string{"市场"}, []string{"场", "市场"}},
	} {
		if diff := cmp.Diff(tc.want, lookup.Tokens(lookup.Parts(tc.texts...))); diff != "" && len(tc.want) > 0 {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
	for _, token := range lookup.Tokens(lookup.Parts(strings.Repeat("长", 30))) {
		if len(token) > fold.MaxToken {
			t.Errorf("%q has %d bytes", token, len(token))
		}
	}
}

// few returns the ids that a text finds, in order.
func few(t *testing.T, db *sqldb.DB, kind lookup.Kind, text string) (out string) {
	t.Helper()
	first, end := fold.Range(fold.Token(text))
	rows, err := db.Reader().QueryContext(t.Context(), lookup.Few(kind, 1, 2, 3), first, end)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var sort []byte
		var id string
		if err := rows.Scan(&sort, &id); err != nil {
			t.Fatal(err)
		}
		out += id
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestFew(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		write := func(fn func(q sqldb.Querier) error) {
			t.Helper()
			if err := db.Write(t.Context(), fn); err != nil {
				t.Fatal(err)
			}
		}
		write(func(q sqldb.Querier) error {
			for i, id := range []string{"e", "d", "c", "b", "a"} {
				if err := lookup.Put(t.Context(), q, lookup.Group, id, fmt.Append(nil, i), lookup.Parts("mama "+id)); err != nil {
					return err
				}
			}
			return lookup.Put(t.Context(), q, lookup.Room, "a", []byte("1"), lookup.Parts("ma"))
		})
		write(func(q sqldb.Querier) error {
			if err := lookup.Put(t.Context(), q, lookup.Group, "d", []byte("9"), lookup.Parts("other")); err != nil {
				return err
			}
			return lookup.Delete(t.Context(), q, lookup.Group, "a") // the room with that id stays
		})
		for text, want := range map[string]string{
			"ma": "ecb", "MA-B": "b", "a": "ecb", "other": "d", "the": "d",
			"mama d": "", "x": "", "%": "", "_": "",
		} {
			if got := few(t, db, lookup.Group, text); got != want {
				t.Errorf("%q finds %q, not %q", text, got, want)
			}
		}
		if got := few(t, db, lookup.Room, "m"); got != "a" {
			t.Errorf("rooms: %q", got)
		}
	})
}

func TestFill(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		const all = 501 // more than one transaction
		for i := range all {
			dbtest.Exec(t, db, `INSERT INTO teacher (id, number, name, name_en)
				VALUES ($1, '', 'x', '')`, fmt.Sprintf("t%03d", i))
		}
		for _, want := range []int{all, 1, 1} { // one never gets a token
			var calls int
			err := lookup.Fill(t.Context(), db, lookup.Teacher, "teacher",
				func(ctx context.Context, q sqldb.Querier, id string) error {
					calls++
					if id == "t499" {
						return nil
					}
					return lookup.Put(ctx, q, lookup.Teacher, id, []byte(id), []string{id})
				})
			if err != nil || calls != want {
				t.Fatalf("%d were written, not %d: %v", calls, want, err)
			}
		}
		if got := few(t, db, lookup.Teacher, "t500"); got != "t500" {
			t.Errorf("found %q", got)
		}
	})
}
