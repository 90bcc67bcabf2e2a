package timetable_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// newLargeCollege creates a college in which every 40 students share 12 groups that meet once a week.
func newLargeCollege(b *testing.B, students int) *fixture {
	b.Helper()
	h := newFixture(b, dbtest.Open(b, dbtest.SQLite(b)))
	const step = 50 // classes in one transaction
	for from := 0; from < students/40; from += step {
		h.write(func(q sqldb.Querier) error {
			for class := from; class < min(from+step, students/40); class++ {
				if err := fill(q, class); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return h
}

func fill(q sqldb.Querier, class int) error {
	var groups, meetings, enrolments []string
	for g := range 12 {
		id := fmt.Sprintf("01980000-0000-7000-8000-%06d%06d", class, g)
		groups = append(groups, fmt.Sprintf("('%s', 'mkt', 'autumn', '%d-%d', '', '')", id, class, g))
		meetings = append(meetings,
			fmt.Sprintf("('%s', '%s', 'class', %d, 1, 2, '00:00', '00:00', '1-18', 'north', 'n101', 'wang')", id, id, 1+g%5))
		for s := range 40 {
			enrolments = append(enrolments, fmt.Sprintf("('s%d', '%s', 'confirmed', 0)", class*40+s, id))
		}
	}
	for _, statement := range []string{
		`INSERT INTO course_group (id, course_id, term_id, code, name, name_en) VALUES ` + strings.Join(groups, ","),
		`INSERT INTO meeting (id, group_id, kind, weekday, first_period, last_period, starts, ends, weeks, campus_id, room_id,
			teacher_id) VALUES ` + strings.Join(meetings, ","),
		`INSERT INTO enrolment (student_id, group_id, state, changed_at) VALUES ` + strings.Join(enrolments, ","),
	} {
		if _, err := q.ExecContext(context.Background(), statement); err != nil {
			return err
		}
	}
	return nil
}

func pupil(n int) access.Actor {
	return access.Actor{Account: "a", Student: fmt.Sprintf("s%d", n), Role: access.User}
}

// The cost of a timetable must not depend on how many students there are.
func BenchmarkTimetable(b *testing.B) {
	for _, students := range []int{1000, 20000} {
		h := newLargeCollege(b, students)
		b.Run(fmt.Sprintf("students=%d", students), func(b *testing.B) {
			for n := 0; b.Loop(); n += 7919 {
				got, err := h.Timetable(context.Background(), pupil(n%students), "autumn")
				if err != nil || len(got.Classes) != 12*18 || got.Classes[0].Place.Day.Weekday() != civil.Monday {
					b.Fatal(len(got.Classes), err)
				}
			}
		})
	}
}
