package search

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"lectern/internal/access"
	"lectern/internal/sqldb"
)

// A reader is who searches, with what they may see. Package course has the rule: Service.Lesson there says the same, and a test compares the two.
type reader struct {
	all     bool     // every lesson
	courses []string // of which all that is published
	taught  []string // courses of which what is published for all groups
	groups  []string // for which what is published
	notes   string   // the student whose notes are searched too; empty: nobody's
}

// seen is whether a reader may see a document, d of search_seen, with parameters behind those that are used already, and their values. It is empty
// for who sees all.
func (r *reader) seen(used int) (condition string, args []any) {
	if r.all {
		return "", nil
	}
	is := func(column string, ids []string) string {
		size := room(len(ids))
		for i := range size {
			args = append(args, ids[min(i, len(ids)-1)])
		}
		return column + " IN (" + parameters(used+len(args)-size, size) + ")"
	}
	condition = "d.preview"
	if len(r.courses) > 0 {
		condition += " OR " + is("d.course_id", r.courses)
	}
	if len(r.groups) > 0 {
		condition += " OR d.group_id = '' AND " + is("d.course_id", r.taught) + " OR " + is("d.group_id", r.groups)
	}
	return condition, args
}

// room is how many parameters a list has: few numbers occur, so that few statements serve everybody.
func room(count int) int {
	size := 8
	for size < count {
		size *= 4
	}
	return size
}

// parameters writes those behind a number as a list: $1, $2 …
func parameters(after, count int) string {
	var text strings.Builder
	for i := range count {
		if i > 0 {
			text.WriteString(", ")
		}
		fmt.Fprintf(&text, "$%d", after+i+1)
	}
	return text.String()
}

// studentSees lists the courses of a student, and an empty id when there are notes to search: most have none.
const studentSees = `SELECT g.course_id FROM enrolment AS e JOIN course_group AS g ON g.id = e.group_id WHERE e.student_id = $1 AND e.state = 'confirmed'
	UNION SELECT '' FROM search_document WHERE student_id = $1 AND student_id <> ''`

// readerOf reads what somebody may see. It is not asked for each lesson that is looked at: which groups somebody teaches takes long to find out.
func readerOf(ctx context.Context, q sqldb.Querier, who access.Actor, today int64) (*reader, error) {
	r := &reader{all: access.Recordings.Check(who) == nil}
	if who.Student != "" {
		err := each(ctx, q, func(row *sql.Rows) error {
			var course string
			err := row.Scan(&course)
			switch {
			case course != "":
				r.courses = append(r.courses, course)
			case who.Viewer == "": // staff who look at the portal as a student do not read their notes
				r.notes = who.Student
			}
			return err
		}, studentSees, who.Student)
		if err != nil {
			return r, err
		}
	}
	if who.Teacher != "" && !r.all {
		err := each(ctx, q, func(row *sql.Rows) error {
			var course, group string
			err := row.Scan(&course, &group)
			r.taught, r.groups = append(r.taught, course), append(r.groups, group)
			return err
		}, `SELECT g.course_id, g.id FROM teacher_group AS t JOIN course_group AS g ON g.id = t.group_id
			WHERE t.teacher_id = $1 AND t.from_day <= $2 AND t.until_day >= $2 ORDER BY g.course_id`, who.Teacher, today)
		if err != nil {
			return r, err
		}
		r.taught = slices.Compact(r.taught)
	}
	return r, nil
}
