package wiring_test

import (
	"testing"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/feature/course"
	"lectern/internal/feature/student"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// The services are connected: enrolling notifies the student, and deleting a record deletes everything about it.
func TestStudentsArePutTogether(t *testing.T) {
	db := dbtest.Open(t, dbtest.SQLite(t))
	c := newCollege(t, db, keyring.Generate(), time.Now)
	who := access.System()
	record, err := c.Students.Create(t.Context(), who, student.Changes{student.FieldNumber: "1", student.FieldName: "x"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Accounts.Create(t.Context(), who,
		account.Details{Phone: "13800000001", Name: "x", Role: access.User, Student: record.ID}); err != nil {
		t.Fatal(err)
	}
	courses, groups := []course.Course{{Code: "C", Name: "课"}}, []course.Group{{Code: "G", Term: "t"}}
	err = db.Write(t.Context(), func(q sqldb.Querier) error {
		if _, err := c.Courses.PutCourses(t.Context(), q, who, courses); err != nil {
			return err
		}
		groups[0].Course = courses[0].ID
		_, err := c.Courses.PutGroups(t.Context(), q, who, groups)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if done, err := c.Courses.EnrolStudents(t.Context(), who, groups[0].ID, []string{record.ID},
		civil.Date{}); err != nil || done.Done != 1 {
		t.Fatalf("enrolled: %+v, %v", done, err)
	}
	if n := dbtest.Count(t, db, `SELECT count(*) FROM message WHERE audience = 'student'
		AND target = $1`, record.ID); n != 1 {
		t.Errorf("%d messages about the enrolment", n)
	}
	if err := c.Students.Delete(t.Context(), who, record.ID); err != nil {
		t.Fatal(err)
	}
	for _, table := range []string{"student", "account", "credential", "enrolment"} {
		if n := dbtest.Count(t, db, `SELECT count(*) FROM `+table); n != 0 {
			t.Errorf("%d rows are left in %s", n, table)
		}
	}
}
