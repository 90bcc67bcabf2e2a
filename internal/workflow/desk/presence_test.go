package desk_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/desk"
)

func TestColleaguesOnThePage(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		now := noon
		s := desk.New(db, func() time.Time { return now })
		staff := func(account string, scope access.Scope) access.Actor {
			return access.Actor{Account: account, Role: access.Staff, Scope: scope}
		}
		for _, name := range []string{"Shen", "Zhou", "Fang"} {
			dbtest.Exec(t, db, `INSERT INTO account (id, phone, name, role, student_id, enabled, nickname, email, country, area, location_name, introduction, website, job, job_name,
				organization, organization_name, certification, avatar, registered_at, login_at)
				VALUES ($1, $1, $1, 'admin', '', TRUE, '', '', '', '', '', '', '', '', '', '', '', '', '', 0, 0)`, name)
		}
		meet := func(who access.Actor, page string, want ...desk.Colleague) {
			t.Helper()
			got, err := s.Meet(t.Context(), who, page)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		}
		shen, zhou, fang := staff("Shen", access.Registrar), staff("Zhou", access.Adviser), staff("Fang", access.Recordist)
		meet(shen, "/admin/students/1")
		meet(shen, "/admin/students/1") // nobody meets oneself
		meet(zhou, "/admin/students/1", desk.Colleague{ID: "Shen", Name: "Shen"})
		meet(fang, "/admin/students/2")
		now = now.Add(time.Minute)
		meet(shen, "/admin/students/1", desk.Colleague{ID: "Zhou", Name: "Zhou"})
		now = now.Add(time.Minute)
		meet(shen, "/admin/students/1") // Zhou has not been heard of for two minutes
		if _, err := s.Meet(t.Context(), access.Actor{Account: "Lin", Role: access.User, Student: "lin"}, "/admin"); err == nil {
			t.Error("a student may")
		}
	})
}
