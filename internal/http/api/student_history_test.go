package api

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"lectern/internal/feature/account"
	"lectern/internal/feature/student"
	"lectern/internal/kernel/access"
	"lectern/internal/testkit/dbtest"
)

// Staff see a student's photo, national ID, history and imports.
func testStudentHistory(t *testing.T, s *school) {
	one, far := s.pupil("P5001", "丙班"), s.pupil("P5002", "丁班")
	s.staff(map[string]account.Details{"adviser of 丙": {
		Phone: "13710000011", Scope: access.Adviser,
		Classes: []string{"丙班"},
	}})
	at := func(p pupil) string { return "/api/admin/students/" + p.id }
	t.Run("photo", func(t *testing.T) {
		s.in(t)
		const picture = "\xff\xd8\xff a picture"
		if _, err := s.blobs.Put(t.Context(), "photos/p5001.jpg", strings.NewReader(picture)); err != nil {
			t.Fatal(err)
		}
		dbtest.Exec(t, s.db, `UPDATE student SET photo = 'photos/p5001.jpg' WHERE id = '`+one.id+`'`)
		where := get[wireStaffStudent](s, "adviser of 丙", at(one)).Photo
		if got := s.as("adviser of 丙").send("GET", where, ""); got.status != http.StatusOK || got.body != picture {
			t.Errorf("%s: %d %q", where, got.status, got.body)
		}
		s.try(t, []request{
			{"none", "dean", "GET", at(far) + "/photo", "", 404, "student.no_photo"},
			{"another class", "adviser of 丙", "GET", at(far) + "/photo", "", 404, "student.no_record"},
			{"a student", "lin", "GET", where, "", 403, "access.forbidden"},
		})
	})
	t.Run("national ID", func(t *testing.T) {
		s.in(t)
		const number = "110105199912310049"
		_, err := s.deps.Students.Update(t.Context(), access.System(), one.id,
			student.Changes{student.FieldNationalID: number}, 0)
		if err != nil {
			t.Fatal(err)
		}
		body := fmt.Sprintf(`{"password":%q}`, s.logins["dean"].Password)
		if got := post[wireReveal](s, "dean", at(one)+"/reveal", body); got.NationalID != number {
			t.Errorf("got %q", got.NationalID)
		}
		s.logged(one.id, "student.reveal_to_staff")
		s.try(t, []request{
			{"wrong password", "dean", "POST", at(one) + "/reveal", `{"password":"no"}`, 400, "account.password_wrong"},
			{"nobody", "dean", "POST", at(pupil{id: "none"}) + "/reveal", body, 404, "student.no_record"},
			{"adviser", "adviser of 丙", "POST", at(one) + "/reveal", `{"password":"Kite+Lamp+77"}`, 403, "access.forbidden"},
			{"a student", "lin", "POST", at(one) + "/reveal", body, 403, "access.forbidden"},
		})
	})
	t.Run("history", func(t *testing.T) { s.in(t); testOneHistory(t, s, one, far) })
	t.Run("imports", func(t *testing.T) {
		s.in(t)
		dbtest.Exec(t, s.db, `INSERT INTO import (id, kind, file, hash, account, at, created, changed,
			unchanged, refused, undone_at)
			VALUES ('i1', 'students', 'students.xlsx', '', '`+s.actor("dean").Account+`', 1000, 1, 0, 0, 0, 0)`)
		dbtest.Exec(t, s.db, `INSERT INTO import_step (import_id, seq, line, thing, object)
			VALUES ('i1', 1, 7, 'student', '`+one.id+`')`)
		got := get[[]wireTouch](s, "dean", at(one)+"/imports")
		if len(got) != 1 || got[0].File != "students.xlsx" || got[0].AccountName == "" || got[0].At != 1000 ||
			len(got[0].Steps) != 1 || got[0].Steps[0] != (wireTouching{7, "7", "student", true}) {
			t.Errorf("got %+v", got)
		}
		if got := get[[]wireTouch](s, "dean", at(far)+"/imports"); len(got) != 0 {
			t.Errorf("of another: %+v", got)
		}
		s.try(t, []request{
			{"nobody", "dean", "GET", at(pupil{id: "none"}) + "/imports", "", 404, "student.no_record"},
			{"adviser", "adviser of 丙", "GET", at(one) + "/imports", "", 403, "access.forbidden"},
		})
	})
}

func testOneHistory(t *testing.T, s *school, one, far pupil) {
	group := s.myCourse("MKT201", "confirmed").Group
	post[WireDone](s, "dean", "/api/admin/students/enrol", fmt.Sprintf(`{"students":%s,"group":%q}`, ids(one, far), group))
	post[WireDone](s, "dean", "/api/admin/students/enabled", `{"students":`+ids(one)+`,"enabled":false,"reason":"x"}`)
	at := "/api/admin/students/" + one.id + "/history"
	all := get[wireHistory](s, "adviser of 丙", at)
	var actions []string
	for i, row := range all.Items {
		actions = append(actions, row.Action)
		if row.Object != one.id && row.Object != one.account ||
			i > 0 && row.ID >= all.Items[i-1].ID || row.ObjectName == "" {
			t.Errorf("row %+v", row)
		}
	}
	for _, action := range []string{
		"student.create", "student.update", "account.create",
		"account.set_enabled", "course.enrol_student",
	} {
		if !slices.Contains(actions, action) {
			t.Errorf("%s is missing in %v", action, actions)
		}
	}
	if all.Next != "" || all.Items[0].Action != "account.set_enabled" || all.Items[0].AccountName == "" ||
		all.Items[0].Before["enabled"] != true {
		t.Errorf("the newest of %d: %+v", len(all.Items), all.Items[0])
	}
	var paged []string
	for next := ""; ; {
		page := get[wireHistory](s, "dean", fmt.Sprintf("%s?limit=2&before=%s", at, next))
		for _, row := range page.Items {
			paged = append(paged, row.ID)
		}
		if next = page.Next; next == "" {
			break
		}
	}
	if len(paged) != len(all.Items) {
		t.Errorf("%d rows on pages, %d at once", len(paged), len(all.Items))
	}
	s.try(t, []request{
		{"another class", "adviser of 丙", "GET", "/api/admin/students/" + far.id + "/history", "", 404, "student.no_record"},
		{"nobody", "dean", "GET", "/api/admin/students/none/history", "", 404, "student.no_record"},
		{"a student", "lin", "GET", at, "", 403, "access.forbidden"},
	})
}
