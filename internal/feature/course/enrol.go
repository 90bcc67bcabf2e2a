package course

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"lectern/internal/feature/course/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// enrolStatement is prepared once for all rows of an import; it leaves an unchanged enrolment alone.
const enrolStatement = `INSERT INTO enrolment (student_id, group_id, state, changed_at, from_date, until_date)
	VALUES ($1, $2, $3, $4, $5, $6)
	ON CONFLICT (student_id, group_id) DO UPDATE SET state = excluded.state, changed_at = excluded.changed_at,
	from_date = excluded.from_date, until_date = excluded.until_date
	WHERE enrolment.state <> excluded.state`

// Enrol writes enrolments in existing groups: course.no_group. A student's cached responses are revalidated after every
// change, so it records no scope: 50 000 rows count as one change.
func (s *Service) Enrol(ctx context.Context, q sqldb.Querier, who access.Actor, enrolments []Enrolment) (int, error) {
	statement, err := q.PrepareContext(ctx, enrolStatement)
	if err != nil {
		return 0, fmt.Errorf("prepare to enrol: %w", err)
	}
	defer statement.Close()
	there, err := readEnrolments(ctx, q, enrolments)
	if err != nil {
		return 0, err
	}
	known := make(map[string]string) // the codes of groups
	now := s.now().Truncate(time.Millisecond)
	return s.put(ctx, q, who, "course.enrol", len(enrolments), func(i int) (written, error) {
		e := &enrolments[i]
		if e.State != Confirmed && e.State != Pending && e.State != Dropped {
			return written{}, fault.New(fault.Invalid, "course.enrolment_state", "state", string(e.State))
		}
		if e.Student == "" {
			return written{}, required("student")
		}
		if _, ok := known[e.Group]; !ok {
			row, err := db.New(q).SelectGroup(ctx, e.Group)
			if err != nil {
				return written{}, sqldb.Missing(err, "course.no_group")
			}
			known[e.Group] = row.Code
		}
		key := [2]string{e.Student, e.Group}
		was, is := there[key], enrolment{string(e.State), e.From.String(), e.Until.String()}
		if was.state == is.state {
			return written{}, nil
		}
		if _, err := statement.ExecContext(ctx, e.Student, e.Group, is.state, now.UnixMilli(),
			is.from, is.until); err != nil {
			return written{}, err
		}
		e.Changed = now
		there[key] = is
		done := written{object: e.Student, was: was.fields(""), is: is.fields(known[e.Group])}
		if e.State == Dropped {
			done.action = "course.drop_student"
		}
		return done, nil
	})
}

// enrolledPage limits how many enrolments are read at once; SQLite's driver searches all parameters of a statement for
// each value.
const enrolledPage = 100

// readEnrolments reads the stored ones of a list of enrolments, by student and group.
func readEnrolments(ctx context.Context, q sqldb.Querier, list []Enrolment) (map[[2]string]enrolment, error) {
	found := make(map[[2]string]enrolment)
	for page := range slices.Chunk(list, enrolledPage) {
		if err := readEnrolmentPage(ctx, q, page, found); err != nil {
			return nil, fmt.Errorf("read enrolments: %w", err)
		}
	}
	return found, nil
}

func readEnrolmentPage(ctx context.Context, q sqldb.Querier, page []Enrolment, found map[[2]string]enrolment) error {
	places, args := make([]string, 0, len(page)), make([]any, 0, 2*len(page))
	for _, e := range page {
		n := len(args)
		places = append(places, "($"+strconv.Itoa(n+1)+", $"+strconv.Itoa(n+2)+")")
		args = append(args, e.Student, e.Group)
	}
	// Both databases name the columns of VALUES column1 and column2.
	return sqldb.Each(ctx, q, "read enrolments", `SELECT e.student_id, e.group_id, e.state, e.from_date, e.until_date
		FROM (VALUES `+strings.Join(places, ", ")+`) AS v
		JOIN enrolment AS e ON e.student_id = v.column1 AND e.group_id = v.column2`, args, func(row *sql.Rows) error {
		var key [2]string
		var e enrolment
		err := row.Scan(&key[0], &key[1], &e.state, &e.from, &e.until)
		found[key] = e
		return err
	})
}
