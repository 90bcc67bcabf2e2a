package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"lectern/internal/http/api/rosterapi"
	"lectern/internal/http/api/timetableapi"
)

// A student who left sees that at login and has no timetable: not in the browser, the calendar or the page that
// staff see. It is the same whether an import or the student's page changed the status, and everything returns with
// the student.
func testStudentLeft(t *testing.T, s *school) {
	lin := get[wireStudent](s, "lin", infoPath)
	id := s.actorOf(s.as("lin")).Student
	page := "/api/admin/students/" + id
	feed := post[timetableapi.WireCalendar](s, "lin", "/api/calendar", "").Path
	classes := func() int { return len(get[timetableapi.WireTimetable](s, "dean", page+"/timetable").Classes) }
	if classes() == 0 || len(get[timetableapi.WireTimetable](s, "lin", "/api/timetable").Classes) == 0 {
		t.Fatal("lin has no timetable to lose")
	}
	byImport := func(t *testing.T, status string) {
		draft := s.uploadSheet("dean", "学号,姓名,学籍状态\n"+lin.StudentNumber+","+lin.Name+","+
			map[string]string{"withdrawn": "退学", "enrolled": "在读"}[status]+"\n")
		at := draftsPath + "/" + draft.ID
		post[rosterapi.WireDraft](s, "dean", at+"/preview", "")
		s.doImports()
		draft = get[rosterapi.WireDraft](s, "dean", at)
		if draft.Preview == nil || draft.Preview.Changed != 1 {
			t.Fatalf("%+v %+v", draft.Problem, draft.Preview)
		}
		want := map[string]string{"withdrawn": "closed", "enrolled": "opened"}[status]
		if told := draft.Preview.Told; len(told) != 1 || told[0].What != want || told[0].Count != 1 {
			t.Errorf("%s: the preview says %+v", status, told)
		}
		post[rosterapi.WireDraft](s, "dean", at+"/apply",
			`{"fingerprint":"`+draft.Preview.Fingerprint+`","goodRows":false,"confirm":{}}`)
		s.doImports()
	}
	byPage := func(t *testing.T, status string) {
		version := get[wireStaffStudent](s, "dean", page).Version
		if got := s.as("dean").send("PATCH", page,
			fmt.Sprintf(`{"version":%d,"changes":{"enrolmentStatus":%q}}`, version, status)); got.status != http.StatusOK {
			t.Fatalf("%d %s", got.status, got.body)
		}
	}
	for name, set := range map[string]func(*testing.T, string){"by import": byImport, "by the student's page": byPage} {
		t.Run(name, func(t *testing.T) {
			set(t, "withdrawn")
			for start := time.Now(); s.as("lin").send("GET", "/api/timetable", "").status != http.StatusUnauthorized; {
				if time.Since(start) > 10*time.Second {
					t.Fatal("the session is still open")
				}
			}
			got := s.browser().login(s.logins["lin"].Phone, s.logins["lin"].Password)
			if got.status != http.StatusForbidden || got.code(t) != "account.withdrawn" ||
				!strings.Contains(got.body, "left the college") {
				t.Errorf("login: %d %s", got.status, got.body)
			}
			if got := s.browser().send("GET", feed, ""); got.status != http.StatusNotFound {
				t.Errorf("calendar: %d", got.status)
			}
			if n := classes(); n != 0 {
				t.Errorf("staff see %d classes", n)
			}
			set(t, "enrolled")
			delete(s.visitors, "lin")
			if len(get[timetableapi.WireTimetable](s, "lin", "/api/timetable").Classes) == 0 || classes() == 0 {
				t.Error("the timetable is not back")
			}
		})
	}
}
