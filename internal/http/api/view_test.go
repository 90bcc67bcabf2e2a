package api

import (
	"net/http"
	"path"
	"strings"
	"testing"

	"lectern/internal/feature/account"
	"lectern/internal/http/api/timetableapi"
	"lectern/internal/kernel/access"
)

// view returns a browser tab of staff in a student view.
func (s *school) view(staff *visitor, student, reason string) (*visitor, wireView) {
	s.t.Helper()
	v := data[wireView](s.t,
		staff.send("POST", "/api/admin/students/"+student+"/view", jsonText(s.t, map[string]string{"reason": reason})))
	return &visitor{p: staff.p, token: v.Token, identity: v.Account, cookies: staff.cookies}, v
}

// Calls allowed in a view although their method writes, and refused although it reads.
var (
	opensInView = map[string]bool{
		"POST /api/user/menu": true, "POST /api/message/list": true, // read only
		"POST /api/user/logout": true, // ends the view itself
	}
	privateInView = map[string]bool{
		"GET /api/calendar": true, "GET /api/student/export": true,
		"GET /api/lessons/{lesson}/notes": true,
	}
)

// inView returns the expected status and code of a route in a view; no code if the answer is the same as the
// student's.
func inView(pattern string, policy access.Policy, want verdict) (int, string) {
	method, _, _ := strings.Cut(pattern, " ")
	reads := method == http.MethodGet || method == http.MethodHead || method == http.MethodOptions
	switch {
	case policy == access.Open || policy == access.SignedURL:
		return want.lin, ""
	case policy != access.SignedIn && policy != access.Anyone:
		return http.StatusForbidden, "access.forbidden"
	case privateInView[pattern]:
		return http.StatusForbidden, "access.view_private"
	case reads || opensInView[pattern]:
		return want.lin, ""
	case policy == access.Anyone: // the login, which needs no session
		return http.StatusConflict, "account.token_used"
	}
	return http.StatusForbidden, "access.view_reads_only"
}

// Over all routes, a view reads what the student reads and changes no row, and no answer contains a secret that
// outlives it. The rows are compared once after all calls, because that takes longer than a call.
func TestViewOnlyReads(t *testing.T) {
	eachSchool(t, func(t *testing.T, school *school) {
		const end = "POST /api/user/logout"
		s := newMatrixSchoolOn(t, school)
		lin := s.actor("lin").Student
		calls := map[string]matrixCall{}
		for _, pattern := range s.patterns() {
			if want, ok := matrix[pattern]; ok { // another test checks it
				calls[pattern] = s.call(pattern, s.server.Routes()[pattern].Policy, want)
			}
		}
		feed := path.Base(post[timetableapi.WireCalendar](s.school, "lin", "/api/calendar", "").Path)
		tab, _ := s.view(s.fresh("dean"), lin, "x")
		try := func(pattern string) {
			t.Run(pattern, func(t *testing.T) {
				s.in(t)
				c := calls[pattern]
				got := tab.send(c.method, c.target, c.body, c.want.header...)
				status, code := inView(pattern, c.policy, c.want)
				if got.status != status || code != "" && c.method != http.MethodHead && got.code(t) != code {
					t.Errorf("%d %s, want %d %s", got.status, got.body, status, code)
				}
				if strings.Contains(got.body, feed) {
					t.Errorf("the address of the calendar is in the answer: %s", got.body)
				}
			})
		}
		before := s.content()
		for pattern := range calls {
			if pattern != end {
				try(pattern)
			}
		}
		s.in(t)
		called := s.content()
		if gone, added := differing(before, called); len(gone)+len(added) > 0 {
			t.Errorf("something has changed:\ngone %q\nadded %q", gone, added)
		}
		try(end)
		s.in(t)
		gone, added := differing(called, s.content())
		onlyEnded(t, gone, added)
	})
}

// onlyEnded checks that only one session has ended, apart from the revision that tells the nodes.
func onlyEnded(t *testing.T, gone, added []string) {
	t.Helper()
	sessions := 0
	for _, row := range added {
		switch table, _, _ := strings.Cut(row, " "); table {
		case "revision":
		case "session":
			sessions++
		default:
			t.Errorf("has changed: %s", row)
		}
	}
	for _, row := range gone {
		if table, _, _ := strings.Cut(row, " "); table != "revision" && table != "session" {
			t.Errorf("is gone: %s", row)
		}
	}
	if sessions != 1 {
		t.Errorf("%d sessions have changed", sessions)
	}
}

// A view next to the session that opened it, and what the student sees of it.
func testView(t *testing.T, s *school) {
	clear(s.visitors)
	dean, lin := s.as("dean"), s.actor("lin")
	me := data[wireUser](t, dean.send("GET", "/api/user/info", ""))
	tab, v := s.view(dean, lin.Student, "来电核对课表")
	if got := data[wireUser](t, tab.send("GET", "/api/user/info", "")); got.AccountID != lin.Account ||
		got.Role != "user" || v.Name != got.Name {
		t.Errorf("in the view: %+v", got)
	}
	if got := tab.send("PATCH", "/api/user/info", `{"job":"x"}`, "Accept-Language", "zh-CN"); got.status != 403 ||
		!strings.Contains(got.body, "[access.view_reads_only] 学生视角仅供浏览") {
		t.Errorf("a change: %d %s", got.status, got.body)
	}
	if got := data[wireUser](t, dean.send("GET", "/api/user/info", "")); got.AccountID != me.AccountID ||
		got.Role != "admin" {
		t.Errorf("staff see their own session: %+v", got)
	}
	var seen *account.Session
	for _, one := range get[[]account.Session](s, "lin", "/api/user/sessions") {
		if one.ID == v.Session {
			seen = &one
		} else if one.Viewer != "" || one.Reason != "" {
			t.Errorf("an own session: %+v", one)
		}
	}
	if seen == nil || seen.Viewer != me.Name || seen.Reason != "来电核对课表" || seen.Current || seen.Address != "" {
		t.Fatalf("the student sees %+v", seen)
	}
	if got := s.as("zhao").send("DELETE", "/api/user/sessions/"+v.Session, ""); got.status != 404 {
		t.Errorf("another student ends it: %d %s", got.status, got.body)
	}
	if got := s.as("lin").send("DELETE", "/api/user/sessions/"+v.Session, ""); got.status != 200 {
		t.Errorf("the student ends it: %d %s", got.status, got.body)
	}
	if got := tab.send("GET", "/api/user/info", ""); got.status != 401 || got.code(t) != "account.session_ended" {
		t.Errorf("after that: %d %s", got.status, got.body)
	}
	if _, after := s.logged(lin.Account, "account.view"); after["reason"] != "来电核对课表" || after["student"] != lin.Student {
		t.Errorf("the log: %+v", after)
	}
	at := "/api/admin/students/" + lin.Student + "/view"
	s.try(t, []request{
		{"no reason", "dean", "POST", at, `{}`, 400, "request.field_missing"},
		{"empty reason", "dean", "POST", at, `{"reason":""}`, 400, "request.field_too_short"},
		{"blank reason", "dean", "POST", at, `{"reason":"  "}`, 400, "account.field_required"},
		{"long reason", "dean", "POST", at, `{"reason":"` + strings.Repeat("x", 201) + `"}`, 400, "request.field_too_long"},
		{"nobody", "dean", "POST", "/api/admin/students/none/view", `{"reason":"x"}`, 404, "student.no_record"},
		{"as the student", "lin", "POST", at, `{"reason":"x"}`, 403, "access.forbidden"},
	})
}

// Addresses signed for a view don't work in another browser or after the view.
func TestViewTakesItsAddressesWithIt(t *testing.T) {
	s := newMatrixSchool(t)
	lesson := s.lessonOfLin()
	s.recorded(lesson)
	dean := s.fresh("dean")
	tab, _ := s.view(dean, s.actor("lin").Student, "x")
	media, _, err := s.api.course.Playback(t.Context(), s.actorOf(tab), lesson)
	if err != nil || media == nil {
		t.Fatalf("%+v, %v", media, err)
	}
	fetch := func(v *visitor) int { return v.send("GET", media.Playlist, "").status }
	if got := fetch(tab); got != http.StatusOK {
		t.Errorf("in the view: %d", got)
	}
	if got := fetch(s.fresh("dean")); got == http.StatusOK {
		t.Errorf("in another browser: %d", got)
	}
	if got := dean.send("POST", "/api/user/logout", ""); got.status != http.StatusOK {
		t.Fatalf("logout: %d %s", got.status, got.body)
	}
	if got := fetch(tab); got == http.StatusOK {
		t.Errorf("after the logout of staff: %d", got)
	}
}
