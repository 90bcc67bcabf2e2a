package main

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"github.com/mozillazg/go-pinyin"

	"lectern/internal/kernel/lookup"
	"lectern/internal/kernel/sqldb"
)

// at is the time of all rows, in Unix ms.
const at = int64(1_790_000_000_000)

// table is a batch with values that are the same in every row.
type table struct {
	batch *sqldb.Batch
	rest  []any
}

func newTable(q sqldb.Querier, name string, own []string, rest map[string]any) table {
	t := table{}
	columns := slices.Clone(own)
	for column, value := range rest {
		columns, t.rest = append(columns, column), append(t.rest, value)
	}
	t.batch = sqldb.NewBatch(q, name, columns...)
	return t
}

func (t table) add(ctx context.Context, values ...any) error {
	return t.batch.Add(ctx, append(values, t.rest...)...)
}

func texts(names ...string) map[string]any {
	out := map[string]any{}
	for _, name := range names {
		out[name] = ""
	}
	return out
}

func with(rest, more map[string]any) map[string]any {
	for name, value := range more {
		rest[name] = value
	}
	return rest
}

type token struct {
	text            []byte
	number, student string
}

// write writes the students with their accounts, audit entries and search tokens.
func write(ctx context.Context, q sqldb.Querier, count int) error {
	students := newTable(q, "student",
		[]string{"id", "account_id", "number", "name", "phone", "class", "entry_year", "status", "number_key", "name_key"},
		with(texts("name_latin", "gender", "photo", "campus_id", "programme_code", "study_mode", "graduation", "adviser",
			"native_place", "emergency_name", "emergency_phone", "email", "address"), map[string]any{
			"latin_key":      []byte{},
			"credits_earned": 0, "credits_required": 0, "created_at": at, "updated_at": at,
		}))
	accounts := newTable(q, "account", []string{"id", "student_id", "name", "phone", "login_at"}, with(
		texts("nickname", "email", "country", "area", "location_name", "introduction", "website", "job",
			"job_name", "organization", "organization_name", "certification", "avatar", "scope", "classes", "closed_reason"),
		map[string]any{"role": "user", "enabled": true, "registered_at": at}))
	credentials := newTable(q, "credential", []string{"account_id", "kind"}, map[string]any{
		"secret": "", "changed_at": at, "code_until": 0, "code_session": "", "totp": []byte{},
		"totp_pending": []byte{}, "totp_step": 0,
	})
	entries := newTable(q, "audit", []string{"id", "action", "object", "after"},
		with(texts("account_id", "role", "session_id", "address", "before"), map[string]any{"at": at}))
	var found []token
	var proofs [][2]string
	for i := range count {
		p, student, account := invent(i, count), sqldb.NewID(), sqldb.NewID()
		login, kind := at+1, "last-six"
		if isRare(i, count) {
			login = 0
		}
		if i%4 == 0 {
			kind = "own"
		}
		err := students.add(ctx, student, account, p.number, p.name, p.phone, p.class, 2023+i%4, p.status,
			[]byte(p.number), []byte(p.name))
		if err == nil {
			err = accounts.add(ctx, account, student, p.name, p.phone, login)
		}
		for _, e := range [][2]string{{"student.create", student}, {"account.create", account}} {
			if err == nil {
				err = entries.add(ctx, sqldb.NewID(), e[0], e[1], `{"name":"`+p.name+`","phone":"`+p.phone+`"}`)
			}
		}
		if err != nil {
			return err
		}
		proofs = append(proofs, [2]string{account, kind})
		for _, text := range tokens(p) {
			found = append(found, token{[]byte(text), p.number, student})
		}
	}
	for _, t := range []table{students, accounts, entries} {
		if err := t.batch.Flush(ctx); err != nil {
			return err
		}
	}
	for _, proof := range proofs {
		if err := credentials.add(ctx, proof[0], proof[1]); err != nil {
			return err
		}
	}
	if err := credentials.batch.Flush(ctx); err != nil {
		return err
	}
	return writeTokens(ctx, q, found)
}

// tokens returns package student's tokens for a number, a phone and a Chinese name.
func tokens(p pupil) []string {
	list := []string{p.number, p.phone}
	for n := 4; n <= 6; n++ {
		list = append(list, p.number[len(p.number)-n:])
	}
	for n := 4; n < len(p.phone); n++ {
		list = append(list, p.phone[len(p.phone)-n:])
	}
	name := []rune(p.name)
	for i := range name {
		list = append(list, string(name[i:]))
	}
	syllables := pinyin.LazyPinyin(p.name, pinyin.NewArgs())
	var initials strings.Builder
	for _, s := range syllables {
		initials.WriteString(s[:1])
	}
	list = append(list, strings.Join(syllables, ""), initials.String())
	slices.Sort(list)
	return slices.Compact(list)
}

// writeTokens writes in index order, which is many times faster.
func writeTokens(ctx context.Context, q sqldb.Querier, found []token) error {
	slices.SortFunc(found, func(a, b token) int {
		if n := bytes.Compare(a.text, b.text); n != 0 {
			return n
		}
		return strings.Compare(a.number, b.number)
	})
	if _, err := q.ExecContext(ctx, "DROP INDEX lookup_id"); err != nil {
		return err
	}
	batch := lookup.NewBatch(q)
	for _, t := range found {
		if err := batch.Add(ctx, string(lookup.Student), t.text, []byte(t.number), t.student); err != nil {
			return err
		}
	}
	if err := batch.Flush(ctx); err != nil {
		return err
	}
	_, err := q.ExecContext(ctx, "CREATE INDEX lookup_id ON lookup (id, kind)")
	return err
}
