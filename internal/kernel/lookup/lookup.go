// Package lookup is the index by which staff find students, accounts, classes, courses, groups, teachers and rooms, by
// the beginning of a token. It owns the table lookup, which only holds copies. The packages that own the things write
// their tokens in the same transaction, and searches join the table through First. Start at Put and First.
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

// Kind is a kind of thing that can be found.
type Kind string

// The kinds.
const (
	Student Kind = "student"
	Account Kind = "account" // without those of students, who are found by their records
	Class   Kind = "class"   // by name; also those without students
	Course  Kind = "course"
	Group   Kind = "group"
	Teacher Kind = "teacher"
	Room    Kind = "room"
)

// Parts returns the tokens that find something by any part of its texts: each text from each of its characters on.
func Parts(texts ...string) (list []string) {
	for _, text := range texts {
		key := fold.Key(text)
		for i := range key {
			list = append(list, key[i:])
		}
	}
	return list
}

// Tokens prepares tokens for writing: cut to MaxToken, sorted and unique.
func Tokens(list []string) []string {
	for i, token := range list {
		list[i] = token[:min(len(token), fold.MaxToken)]
	}
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(token string) bool { return token == "" })
}

// NewBatch prepares to write many tokens. Each row is kind, token, sort and id.
func NewBatch(q sqldb.Querier) *sqldb.Batch {
	return sqldb.NewBatch(q, "lookup", "kind", "token", "sort", "id")
}

// Put replaces the tokens of a thing. Results are shown in the order of sort.
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

// Delete removes the tokens of a thing.
func Delete(ctx context.Context, q sqldb.Querier, kind Kind, id string) error {
	if _, err := q.ExecContext(ctx, `DELETE FROM lookup WHERE id = $1 AND kind = $2`, id, string(kind)); err != nil {
		return fmt.Errorf("forget how a %s is found: %w", kind, err)
	}
	return nil
}

// First returns a query for the first tokens of a kind in a fold.Range, whose bounds are two parameters. It selects
// sort and id; a thing may appear more than once.
func First(kind Kind, from, until, most int) string {
	return `SELECT t.sort, t.id FROM lookup AS t WHERE t.kind = '` + string(kind) + `' AND t.token >= $` +
		strconv.Itoa(from) + ` AND t.token < $` + strconv.Itoa(until) +
		` ORDER BY t.token LIMIT ` + strconv.Itoa(most)
}

// Each returns a query for the results of First without duplicates. On SQLite GROUP BY takes half as long as
// DISTINCT.
func Each(first string) string {
	return `SELECT f.sort, f.id FROM (` + first + `) AS f GROUP BY f.sort, f.id`
}

// maxTokens limits the tokens that Few reads. A search that matches more is too broad to be useful anyway.
const maxTokens = 500

// Few returns a query for the first things of a kind, each once: sort and id. The parameters are those of First.
func Few(kind Kind, from, until, most int) string {
	return Each(First(kind, from, until, maxTokens)) + ` ORDER BY f.sort, f.id LIMIT ` + strconv.Itoa(most)
}

// fillPage is how many things one transaction writes.
const fillPage = 500

// Fill calls write for every row of a table that has no token, because it is older than the index. Call it at start;
// if there is nothing to do it costs one query.
func Fill(ctx context.Context, database *sqldb.DB, kind Kind, table string, write func(
	ctx context.Context, q sqldb.Querier, id string) error,
) error {
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
		WHERE x.id > $1 AND NOT EXISTS (SELECT 1 FROM lookup AS t WHERE t.id = x.id AND t.kind = $2) ORDER BY x.id LIMIT `+
		strconv.Itoa(fillPage), []any{after, string(kind)}, func(row *sql.Rows, id *string) error { return row.Scan(id) })
}
