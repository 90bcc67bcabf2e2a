package account_test

import (
	"testing"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// A code opens everything that an account may do, so an adviser gets none for a student who also teaches or works here.
func TestAdviserGetsCodesOfStudentsOnly(t *testing.T) {
	for name, more := range map[string]string{
		"teaches":  `UPDATE account SET teacher_id = 'teacher-1' WHERE id = $1`,
		"is staff": `UPDATE account SET role = 'admin', scope = 'auditor' WHERE id = $1`,
	} {
		t.Run("[6.1] "+name, func(t *testing.T) {
			eachCollege(t, nil, func(t *testing.T, c *college) {
				c.record("student-1", c.student)
				adviser := access.Actor{Account: "a", Role: access.Staff, Scope: access.Adviser, Classes: "A1"}
				_, err := c.ResetPassword(t.Context(), adviser, c.student)
				wantCode(t, err, "")
				codes, _, err := c.HandOut(t.Context(), adviser, []string{"student-1"})
				if err != nil || len(codes) != 1 {
					t.Fatalf("%+v, %v", codes, err)
				}
				dbtest.Exec(t, c.db, more, c.student)

				_, err = c.ResetPassword(t.Context(), adviser, c.student)
				wantCode(t, err, "account.not_found")
				codes, out, err := c.HandOut(t.Context(), adviser, []string{"student-1"})
				if err != nil || len(codes) != 0 || len(out.Skipped) != 1 || out.Skipped[0].Code != "account.is_staff" {
					t.Errorf("%+v, %+v, %v", codes, out, err)
				}
				_, err = c.ResetPassword(t.Context(), c.staffActor(), c.student)
				wantCode(t, err, "")
			})
		})
	}
}

// setStatus does what package student does in one transaction.
func (c *college) setStatus(status string) {
	c.t.Helper()
	err := c.db.Write(c.t.Context(), func(q sqldb.Querier) error {
		_, err := q.ExecContext(c.t.Context(), `UPDATE student SET status = $1 WHERE id = 'student-1'`, status)
		if err != nil {
			return err
		}
		return c.FollowRecord(c.t.Context(), q, access.System(), c.student, "Lin", studentPhone)
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

// What ended a session must not give it back.
func TestSessionsStayEnded(t *testing.T) {
	set := func(t *testing.T, c *college, account string, role access.Role, scope access.Scope, classes ...string) {
		t.Helper()
		wantCode(t, c.SetRole(t.Context(), access.System(), account, role, scope, classes), "")
	}
	teach := func(t *testing.T, c *college, teacher string) {
		t.Helper()
		wantCode(t, c.SetTeacher(t.Context(), access.System(), c.student, teacher), "")
	}
	for _, tc := range []struct {
		name      string
		end, back func(t *testing.T, c *college)
		view      bool // of the student, by staff; false: the student's own session
	}{
		{
			"suspended",
			func(_ *testing.T, c *college) { c.setStatus("suspended") },
			func(_ *testing.T, c *college) { c.setStatus("enrolled") }, false,
		},
		{
			"withdrawn, viewed by staff",
			func(_ *testing.T, c *college) { c.setStatus("withdrawn") },
			func(_ *testing.T, c *college) { c.setStatus("enrolled") }, true,
		},
		{
			"closed",
			func(t *testing.T, c *college) {
				wantCode(t, c.SetEnabled(t.Context(), access.System(), c.student, false, "x"), "")
			},
			func(t *testing.T, c *college) {
				wantCode(t, c.SetEnabled(t.Context(), access.System(), c.student, true, ""), "")
			}, false,
		},
		{
			"no longer a teacher",
			func(t *testing.T, c *college) { teach(t, c, "teacher-1"); teach(t, c, "") },
			func(t *testing.T, c *college) { teach(t, c, "teacher-1") }, false,
		},
		{
			"registrar who was an adviser for a while",
			func(t *testing.T, c *college) { set(t, c, c.staff, access.Staff, access.Adviser, "A1") },
			func(t *testing.T, c *college) { set(t, c, c.staff, access.Staff, access.Registrar) }, true,
		},
		{
			"registrar who was a student for a while",
			func(t *testing.T, c *college) { set(t, c, c.staff, access.User, "") },
			func(t *testing.T, c *college) { set(t, c, c.staff, access.Staff, access.Registrar) }, true,
		},
		{
			"student who was staff for a while",
			func(t *testing.T, c *college) { set(t, c, c.student, access.Staff, access.Auditor) },
			func(t *testing.T, c *college) { set(t, c, c.student, access.User, "") }, true,
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			viewCollege(t, nil, func(t *testing.T, c *college, staff *browser) {
				c.create(account.Details{Phone: "13900000009", Name: "Another", Role: access.Staff})
				dbtest.Exec(t, c.db, `INSERT INTO teacher (id, number, name, name_en) VALUES ('teacher-1', 'T1', 'Lin', '')`)
				here := c.browser()
				here.mustLogin(studentPhone, lastSix)
				if tc.view {
					here, _ = staff.view("x")
				}
				there := *here
				there.at = c.node()
				there.actor()
				tc.end(t, c)
				c.Refresh()
				here.wantCode("account.session_ended")
				there.at.Refresh()
				there.wantCode("account.session_ended")
				tc.back(t, c)
				c.Refresh()
				here.wantCode("account.session_ended")
				there.at.Refresh()
				there.wantCode("account.session_ended")
			})
		})
	}
}
