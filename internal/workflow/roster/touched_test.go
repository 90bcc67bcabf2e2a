package roster_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/roster"
)

func TestTouched(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Enrolments, "教学班编号,学号,状态\nMKT201-1,202501002,退课\n") // another student
		again := c.good(roster.Students, "学号,姓名,班级\n202501001,林晓雨,市营2502\n202501002,陈浩然,市营2501\n")
		lin, err := c.services.Students.IDByNumber(t.Context(), c.database.Reader(), "202501001")
		if err != nil {
			t.Fatal(err)
		}
		said := func() (list []string) {
			t.Helper()
			touched, err := c.service.Touched(t.Context(), access.System(), lin)
			if err != nil {
				t.Fatal(err)
			}
			for _, one := range touched {
				for _, step := range one.Steps {
					list = append(list, fmt.Sprintf("%s line %d %s %t", one.Kind, step.Line, step.Thing, step.Created))
				}
			}
			return list
		}
		first := []string{"enrolments line 2 enrolment true", "students line 2 student true", "students line 2 account true"}
		if d := cmp.Diff(append([]string{"students line 2 student false"}, first...), said()); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
		if conflicts, err := c.undo(again.ID); err != nil || len(conflicts) > 0 {
			t.Fatalf("undo: %v, %v", conflicts, err)
		}
		if d := cmp.Diff(first, said()); d != "" {
			t.Errorf("after undoing (-want +got):\n%s", d)
		}
		for _, tc := range []struct {
			who     access.Actor
			student string
			code    string
		}{
			{access.System(), "none", "student.no_record"},
			{access.Actor{}, lin, "access.signed_out"},
			{access.Actor{Account: "a", Role: access.Staff, Scope: access.Adviser, Classes: "市营2501"}, lin, "access.forbidden"},
		} {
			if _, err := c.service.Touched(t.Context(), tc.who, tc.student); fault.Code(err) != tc.code {
				t.Errorf("%v; want %s", err, tc.code)
			}
		}
		// An enrolment has columns that no import writes, but can still be undone.
		dropped := c.good(roster.Enrolments, "教学班编号,学号,状态\nMKT201-1,202501001,退课\n")
		if conflicts, err := c.undo(dropped.ID); err != nil || len(conflicts) > 0 {
			t.Fatalf("undo: %v, %v", conflicts, err)
		}
		if n := dbtest.Count(t, c.database,
			`SELECT count(*) FROM enrolment WHERE student_id = '`+lin+`' AND state = 'confirmed'`); n != 1 {
			t.Errorf("%d enrolments", n)
		}
	})
}
