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

// A reader is the caller and what they may see. It repeats the rule of course.MayWatch over the index; a test of
// package wiring compares the two.
type reader struct {
	all     bool     // every lesson
	student string   // sees what is published in their courses; empty: none
	taught  []string // courses with what is published for all groups, and for the next
	groups  []string
	notes   string // the student whose notes are searched too; empty: none
}

// arguments are the values of a statement that is built piece by piece.
type arguments []any

// add adds a value and returns its placeholder.
func (a *arguments) add(value any) string {
	*a = append(*a, value)
	return "$" + strconv.Itoa(len(*a))
}

// addList adds values and returns their placeholders as a list, rounded up so that few distinct statements are
// prepared.
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

// seen is the condition that a reader may see the document of w, a row of search_word. The subqueries don't depend on
// w, so both databases run them once per search; checking each document of a word would take several times as long,
// because most may not be seen.
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

// readerOf returns what the caller may see. A teacher's groups are read before the search, because finding them takes
// long.
func readerOf(ctx context.Context, q sqldb.Querier, who access.Actor, today int64) (*reader, error) {
	r := &reader{all: access.Recordings.Check(who) == nil, student: who.Student}
	if who.Viewer == "" { // staff in the student view can't read the student's notes
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

// The groups of a teacher, each with its course. PostgreSQL takes several times as long to plan the query for
// substitutes, five times on each connection, so it runs only if a change names the teacher: then regularGroups has one
// more row, which is no group.
const (
	regularGroups = `SELECT g.course_id, g.id, FALSE AS substitute FROM teacher_regular_group AS t
		JOIN course_group AS g ON g.id = t.group_id WHERE t.teacher_id = $1
		UNION ALL SELECT '', '', TRUE WHERE EXISTS (SELECT 1 FROM class_change AS x
		WHERE x.teacher_id = $1 AND x.withdrawn_at = 0)`
	allGroups = `SELECT g.course_id, g.id, FALSE AS substitute FROM teacher_group AS t
		JOIN course_group AS g ON g.id = t.group_id
		WHERE t.teacher_id = $1 AND t.from_day <= $2 AND t.until_day >= $2`
)

// teaches adds the teacher's groups, and reports whether the teacher is a substitute anywhere.
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
