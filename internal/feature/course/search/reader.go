package search

import (
	"context"
	"database/sql"
	"slices"
	"strconv"
	"strings"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
)

// A reader is who searches, with what they may see. Package course has the rule, see MayWatch there: this is the same
// over the rows of the index, and a test of package wiring compares the two.
type reader struct {
	all     bool     // every lesson
	student string   // in whose courses all that is published is seen; empty: nobody's
	taught  []string // courses of which what is published for all groups is seen, and for the next
	groups  []string
	notes   string // the student whose notes are searched too; empty: nobody's
}

// arguments are the values of a statement that is written piece by piece.
type arguments []any

// add adds a value and returns its place in the text.
func (a *arguments) add(value any) string {
	*a = append(*a, value)
	return "$" + strconv.Itoa(len(*a))
}

// addList adds some and returns their places as a list. It has more of them than values, so that few
// statements serve everybody.
func (a *arguments) addList(values []string) string {
	size := 8
	for size < len(values) {
		size *= 4
	}
	places := make([]string, size)
	for i := range places {
		places[i] = a.add(values[min(i, len(values)-1)])
	}
	return "(" + strings.Join(places, ", ") + ")"
}

// seen is the condition that a reader may see the document of w, which is a row of search_word. Neither engine reads
// what it names more than once in a search: to ask it of each document that has a word takes several times as long,
// where most of them may not be seen.
func (r *reader) seen(args *arguments) string {
	if r.all {
		return "TRUE"
	}
	documents := "SELECT d.document FROM search_seen AS d WHERE "
	text := documents + "d.preview"
	if r.student != "" {
		text += " UNION ALL " + documents + `d.course_id IN (SELECT s.course_id FROM student_course AS s
			WHERE s.student_id = ` + args.add(r.student) + ")"
	}
	if len(r.groups) > 0 {
		text += " UNION ALL " + documents + "d.course_id IN " + args.addList(r.taught) + " AND d.group_id IN " +
			args.addList(append([]string{""}, r.groups...))
	}
	return "w.document IN (" + text + ")"
}

// readerOf tells what somebody may see. What a teacher may is read before the search: which groups they are takes long
// to find out.
func readerOf(ctx context.Context, q sqldb.Querier, who access.Actor, today int64) (*reader, error) {
	r := &reader{all: access.Recordings.Check(who) == nil, student: who.Student}
	if who.Viewer == "" { // staff who look at the portal as a student do not read their notes
		r.notes = who.Student
	}
	if who.Teacher == "" || r.all {
		return r, nil
	}
	substitute, err := r.teaches(ctx, q, regularGroups, who.Teacher)
	if substitute && err == nil {
		_, err = r.teaches(ctx, q, allGroups, who.Teacher, today)
	}
	slices.Sort(r.taught)
	r.taught = slices.Compact(r.taught)
	return r, err
}

// The groups of a teacher, each with its course. Those of substitutes take PostgreSQL several times as long to plan,
// which it does five times on each connection, so they are asked for only if a change names the teacher: regularGroups
// has a row more then, which is no group.
const (
	regularGroups = `SELECT g.course_id, g.id, FALSE AS substitute FROM teacher_regular_group AS t
		JOIN course_group AS g ON g.id = t.group_id WHERE t.teacher_id = $1
		UNION ALL SELECT '', '', TRUE WHERE EXISTS (SELECT 1 FROM class_change AS x
		WHERE x.teacher_id = $1 AND x.withdrawn_at = 0)`
	allGroups = `SELECT g.course_id, g.id, FALSE AS substitute FROM teacher_group AS t
		JOIN course_group AS g ON g.id = t.group_id
		WHERE t.teacher_id = $1 AND t.from_day <= $2 AND t.until_day >= $2`
)

// teaches adds groups that a teacher teaches, and tells whether the teacher stands in for others.
func (r *reader) teaches(
	ctx context.Context, q sqldb.Querier, statement string, args ...any,
) (substitute bool, err error) {
	err = sqldb.Each(ctx, q, "read what a teacher teaches", statement, args, func(row *sql.Rows) error {
		var course, group string
		var changed bool
		if err := row.Scan(&course, &group, &changed); err != nil {
			return err
		}
		if changed {
			substitute = true
			return nil
		}
		r.taught, r.groups = append(r.taught, course), append(r.groups, group)
		return nil
	})
	return substitute, err
}
