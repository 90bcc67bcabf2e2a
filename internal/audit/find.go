package audit

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"lectern/internal/access"
	"lectern/internal/fold"
)

// A Found is somebody or something that the log can be narrowed down to.
type Found struct {
	Kind string // account, student, course, group, teacher, room
	ID   string
	Name string
	Note string // what tells it from others of the same name: a number, a code
}

const (
	maxFound = 6  // of a kind
	maxToken = 40 // bytes, of the tokens of student_search
)

// findable are the kinds that people look for, by a part of their name; everything else is chosen in a row of the log.
var findable = []struct{ kind, columns, names string }{
	{"account", "x.id, x.name, '' FROM account AS x", "x.name"},
	{"course", "x.id, x.name, x.code FROM course AS x", "x.code x.name x.name_en"},
	{"group", "x.id, x.code, x.name FROM course_group AS x", "x.code x.name"},
	{"teacher", "x.id, x.name, x.number FROM teacher AS x", "x.number x.name x.name_en"},
	{"room", "x.id, x.name, '' FROM room AS x", "x.name x.name_en"},
}

// Find finds people and objects by a part of their name or number, students by its beginning. Who may read the log.
func (l *Log) Find(ctx context.Context, who access.Actor, text string) ([]Found, error) {
	if err := access.Auditing.Check(who); err != nil {
		return nil, err
	}
	token := fold.Key(text)
	token = token[:min(len(token), maxToken)]
	if token == "" {
		return nil, nil
	}
	out, err := l.find(ctx, nil, "student", `SELECT x.id, x.name, x.number FROM student AS x
		WHERE x.id IN (SELECT t.student_id FROM student_search AS t WHERE t.token >= $1 AND t.token < $2) ORDER BY x.number_key`,
		[]byte(token), append([]byte(token), 0xff))
	pattern := "%" + strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(strings.ToLower(strings.TrimSpace(fold.Width(text)))) + "%"
	for _, k := range findable {
		if err != nil {
			return nil, err
		}
		var matches []string
		for name := range strings.FieldsSeq(k.names) {
			matches = append(matches, "lower("+name+") LIKE $1 ESCAPE '!'")
		}
		out, err = l.find(ctx, out, k.kind, "SELECT "+k.columns+" WHERE "+strings.Join(matches, " OR ")+" ORDER BY 2, 1", pattern)
	}
	return out, err
}

func (l *Log) find(ctx context.Context, out []Found, kind, text string, args ...any) (_ []Found, err error) {
	rows, err := l.database.Reader().QueryContext(ctx, text+" LIMIT "+strconv.Itoa(maxFound), args...)
	if err != nil {
		return nil, fmt.Errorf("find what the audit log is about: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		one := Found{Kind: kind}
		if err := rows.Scan(&one.ID, &one.Name, &one.Note); err != nil {
			return nil, fmt.Errorf("find what the audit log is about: %w", err)
		}
		out = append(out, one)
	}
	return out, rows.Err()
}
