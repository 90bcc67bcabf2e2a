// Package lookup holds what staff find things by: students, courses, groups, teachers and rooms. The beginning of a token finds a thing. It owns the
// table lookup, which holds copies alone. The packages that own the things write their tokens, in the transaction that writes the thing, and whoever
// searches joins the table through First. Start at Put and First.
package lookup

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"

	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/sqldb"
)

// A Kind is what is found.
type Kind string

// The kinds.
const (
	Student Kind = "student"
	Course  Kind = "course"
	Group   Kind = "group"
	Teacher Kind = "teacher"
	Room    Kind = "room"
)

// Parts are the tokens by which something is found by any part of its texts: each text from each of its characters on.
func Parts(texts ...string) (list []string) {
	for _, text := range texts {
		key := fold.Key(text)
		for i := range key {
			list = append(list, key[i:])
		}
	}
	return list
}

// Tokens are the given ones as they are written: no longer than they may be, and each once.
func Tokens(list []string) []string {
	for i, token := range list {
		list[i] = token[:min(len(token), fold.MaxToken)]
	}
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(token string) bool { return token == "" })
}

// NewBatch prepares to write many: each row is kind, token, sort and id.
func NewBatch(q sqldb.Querier) *sqldb.Batch {
	return sqldb.NewBatch(q, "lookup", "kind", "token", "sort", "id")
}

// Put replaces the tokens of a thing. Those found are shown in the order of sort.
func Put(ctx context.Context, q sqldb.Querier, kind Kind, id string, sort []byte, tokens []string) error {
	if err := Delete(ctx, q, kind, id); err != nil {
		return err
	}
	batch := NewBatch(q)
	for _, token := range Tokens(tokens) {
		if err := batch.Add(ctx, string(kind), []byte(token), sort, id); err != nil {
			return fmt.Errorf("note how a %s is found: %w", kind, err)
		}
	}
	if err := batch.Flush(ctx); err != nil {
		return fmt.Errorf("note how a %s is found: %w", kind, err)
	}
	return batch.Close()
}

// Delete forgets how a thing is found.
func Delete(ctx context.Context, q sqldb.Querier, kind Kind, id string) error {
	if _, err := q.ExecContext(ctx, `DELETE FROM lookup WHERE id = $1 AND kind = $2`, id, string(kind)); err != nil {
		return fmt.Errorf("forget how a %s is found: %w", kind, err)
	}
	return nil
}

// First is a query for the first tokens of a kind between two parameters, which are a fold.Range: sort and id of what has them. Something may have
// several of them.
func First(kind Kind, from, until, most int) string {
	return `SELECT t.sort, t.id FROM lookup AS t WHERE t.kind = '` + string(kind) + `' AND t.token >= $` + strconv.Itoa(from) + ` AND t.token < $` + strconv.Itoa(until) +
		` ORDER BY t.token LIMIT ` + strconv.Itoa(most)
}

// Each is a query for what First finds, each thing once: SQLite groups in half the time in which it leaves out what it has seen.
func Each(first string) string {
	return `SELECT f.sort, f.id FROM (` + first + `) AS f GROUP BY f.sort, f.id`
}

// maxTokens bounds how many tokens Few looks at. Of what is found by more of them, somebody who looks for one thing sees too little anyway.
const maxTokens = 500

// Few is a query for the first things of a kind, each once: sort and id. The parameters are as those of First.
func Few(kind Kind, from, until, most int) string {
	return Each(First(kind, from, until, maxTokens)) + ` ORDER BY f.sort, f.id LIMIT ` + strconv.Itoa(most)
}

// fillPage is how many things are written in one transaction.
const fillPage = 500

// Fill calls write for everything in a table that has no token, because it was written before there was this one. It is for the start of a server;
// when there is nothing to do it costs one query.
func Fill(ctx context.Context, database *sqldb.DB, kind Kind, table string, write func(ctx context.Context, q sqldb.Querier, id string) error) error {
	for after := ""; ; {
		var list []string
		err := database.Write(ctx, func(q sqldb.Querier) (err error) {
			if list, err = missing(ctx, q, kind, table, after); err != nil {
				return fmt.Errorf("list every %s that cannot be found: %w", kind, err)
			}
			for _, id := range list {
				if err := write(ctx, q, id); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil || len(list) < fillPage {
			return err
		}
		after = list[len(list)-1]
	}
}

func missing(ctx context.Context, q sqldb.Querier, kind Kind, table, after string) ([]string, error) {
	return sqldb.Select(ctx, q, "list what has no tokens", `SELECT x.id FROM `+table+` AS x
		WHERE x.id > $1 AND NOT EXISTS (SELECT 1 FROM lookup AS t WHERE t.id = x.id AND t.kind = $2) ORDER BY x.id LIMIT `+strconv.Itoa(fillPage), []any{after, string(kind)},
		func(row *sql.Rows, id *string) error { return row.Scan(id) })
}
