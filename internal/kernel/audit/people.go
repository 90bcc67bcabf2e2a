package audit

import (
	"context"
	"database/sql"
	"strconv"
	"strings"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/lookup"
	"lectern/internal/kernel/sqldb"
)

// Person is an account or a student that the log can be filtered by.
type Person struct {
	Kind   string // account or student
	ID     string
	Name   string
	Number string // a student's number
}

// maxPeople is the most results of each kind.
const maxPeople = 6

// People finds students by the beginning of a name or number, and accounts by a part of the name. For staff who may
// read the log.
func (l *Log) People(ctx context.Context, who access.Actor, text string) (list []Person, err error) {
	if err := access.Auditing.Check(who); err != nil {
		return nil, err
	}
	token := fold.Token(text)
	if token == "" {
		return nil, nil
	}
	first, end := fold.Range(token)
	return sqldb.Select(ctx, l.database.Reader(), "find people of the audit log", `SELECT *
			FROM (SELECT 'student' AS kind, s.id, s.name, s.number
			FROM (`+lookup.Few(lookup.Student, 1, 2, maxPeople)+`) AS few JOIN student AS s ON s.id = few.id
		ORDER BY s.number_key) AS students
		UNION ALL SELECT * FROM (SELECT 'account', a.id, a.name, '' FROM account AS a WHERE lower(a.name) LIKE $3 ESCAPE '!'
			ORDER BY a.name, a.id LIMIT `+strconv.Itoa(maxPeople)+`) AS accounts`,
		[]any{first, end, sqldb.Contains(strings.ToLower(strings.TrimSpace(fold.Width(text))))},
		func(row *sql.Rows, p *Person) error { return row.Scan(&p.Kind, &p.ID, &p.Name, &p.Number) })
}
