package search

import (
	"context"
	"database/sql"
	"strings"

	"lectern/internal/access"
	"lectern/internal/sqldb"
)

// A reader is who searches, with what they may see. Package course has the rule: Service.Lesson there says the same, and a test compares the two.
type reader struct {
	all   bool   // every lesson
	sees  string // what else is published: ids of courses, and of a course and a group with a slash between them, each between two blanks
	notes string // the student whose notes are searched too; empty: nobody's
}

// seen is whether a reader may see the lesson l: $2 is reader.all, $3 is reader.sees. A list has one parameter, however long it is, so that one
// statement serves everybody.
const seen = `CAST($2 AS BOOLEAN) OR l.published AND (l.preview OR replace(CAST($3 AS TEXT), ' ' || l.course_id || ' ', '') <> $3
	OR replace(CAST($3 AS TEXT), ' ' || l.course_id || '/' || l.group_id || ' ', '') <> $3)`

// studentSees lists the courses of a student, and an empty id when there are notes to search: most have none.
const studentSees = `SELECT g.course_id FROM enrolment AS e JOIN course_group AS g ON g.id = e.group_id WHERE e.student_id = $1 AND e.state = 'confirmed'
	UNION SELECT '' FROM search_document WHERE student_id = $1 AND student_id <> ''`

// readerOf reads what somebody may see. It is not asked for each lesson that is looked at: which groups somebody teaches takes long to find out.
func readerOf(ctx context.Context, q sqldb.Querier, who access.Actor, today int64) (reader, error) {
	r := reader{all: access.Recordings.Check(who) == nil}
	var list []string
	if who.Student != "" {
		err := each(ctx, q, func(row *sql.Rows) error {
			var course string
			err := row.Scan(&course)
			switch {
			case course != "":
				list = append(list, course)
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
			list = append(list, course+"/", course+"/"+group) // lessons of all groups, and of this one
			return err
		}, `SELECT g.course_id, g.id FROM teacher_group AS t JOIN course_group AS g ON g.id = t.group_id
			WHERE t.teacher_id = $1 AND t.from_day <= $2 AND t.until_day >= $2`, who.Teacher, today)
		if err != nil {
			return r, err
		}
	}
	r.sees = " " + strings.Join(list, " ") + " "
	return r, nil
}
