package api

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/http/api/courseapi"
	"lectern/internal/http/api/messageapi"
	"lectern/internal/http/api/timetableapi"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/secret"
	"lectern/internal/sample"
)

// TestPeople tests what staff do with students, on a separate college because other tests count messages and
// students.
func TestPeople(t *testing.T) {
	eachSchool(t, func(t *testing.T, s *school) {
		t.Run("accounts", func(t *testing.T) { testStudentAccounts(t, s.in(t)) })
		t.Run("enrolling", func(t *testing.T) { testEnrolling(t, s.in(t)) })
		t.Run("photo", func(t *testing.T) { testStudentPhoto(t, s.in(t)) })
		t.Run("history", func(t *testing.T) { testStudentHistory(t, s.in(t)) })
		t.Run("merge", func(t *testing.T) { testMerge(t, s.in(t)) })
		t.Run("delete", func(t *testing.T) { testDelete(t, s.in(t)) })
		t.Run("told by imports", func(t *testing.T) { testImportTells(t, s.in(t)) })
		t.Run("left", func(t *testing.T) { testStudentLeft(t, s.in(t)) })
	})
}

// pupil is a student created by a test.
type pupil struct{ id, number, account, phone, code string }

// pupil creates a student with an account and a one-time code.
func (s *school) pupil(number, class string) pupil {
	s.t.Helper()
	made := post[wireStaffStudent](s, "dean", "/api/admin/students",
		jsonText(s.t, map[string]string{"studentNumber": number, "name": "甲" + number, "class": class}))
	digits := []byte("13500000000")
	copy(digits[len(digits)-len(number)+1:], number[1:]) // a letter and digits
	out := pupil{id: made.ID, number: number, phone: string(digits)}
	opened := post[wireCode](s, "dean", "/api/admin/accounts",
		jsonText(s.t, map[string]string{"phone": out.phone, "name": made.Name, "role": "user", "student": made.ID}))
	out.account, out.code = opened.ID, opened.Code
	return out
}

// staff creates members of staff who log in by name.
func (s *school) staff(drafts map[string]account.Details) {
	s.t.Helper()
	const password = "Kite+Lamp+77"
	for name, draft := range drafts {
		draft.Name, draft.Role, draft.Password = name, access.Staff, secret.New(password)
		if _, err := s.deps.Accounts.Create(s.t.Context(), access.System(), draft); err != nil {
			s.t.Fatal(err)
		}
		s.logins[name] = sample.Login{Phone: draft.Phone, Password: password}
	}
}

// newCode returns an unused code.
func (s *school) newCode(p pupil) string {
	s.t.Helper()
	return post[wireHandouts](s, "dean", "/api/admin/students/codes", `{"students":`+ids(p)+`}`).Codes[0].Code
}

func ids(people ...pupil) string {
	list := make([]string, 0, len(people))
	for _, p := range people {
		list = append(list, fmt.Sprintf("%q", p.id))
	}
	return "[" + strings.Join(list, ",") + "]"
}

// logged returns the newest audit row about an object and an action.
func (s *school) logged(object, action string) (before, after map[string]any) {
	s.t.Helper()
	rows, err := audit.List(s.t.Context(), s.db.Reader(), object, 50)
	if err != nil {
		s.t.Fatal(err)
	}
	for _, row := range rows {
		if row.Action == action {
			_, _ = json.Unmarshal([]byte(row.Before), &before), json.Unmarshal([]byte(row.After), &after)
			return before, after
		}
	}
	s.t.Errorf("the log has no %s of %s", action, object)
	return nil, nil
}

// leftOut returns the students a bulk call skipped, as text.
func leftOut(done WireDone) string {
	var list []string
	for _, left := range done.Left {
		list = append(list, left.Student+" "+left.Code)
	}
	return fmt.Sprintf("%d done, left %s", done.Done, strings.Join(list, ", "))
}

// Staff manage students' accounts, individually and in bulk.
func testStudentAccounts(t *testing.T, s *school) {
	one, two, far := s.pupil("P1001", "甲班"), s.pupil("P1002", "甲班"), s.pupil("P1003", "乙班")
	bare := post[wireStaffStudent](s, "dean", "/api/admin/students",
		`{"studentNumber":"P1004","name":"无号","class":"甲班"}`).ID
	s.staff(map[string]account.Details{
		"adviser of 甲": {Phone: "13710000001", Scope: access.Adviser, Classes: []string{"甲班"}},
		"recordist":    {Phone: "13710000002", Scope: access.Recordist},
		"auditor":      {Phone: "13710000003", Scope: access.Auditor},
	})
	at := func(id string) string { return "/api/admin/students/" + id }
	t.Run("the account", func(t *testing.T) {
		s.in(t)
		if got := get[wireStudentAccount](s, "dean", at(bare)+"/account"); got.Account != nil {
			t.Errorf("an account that is not there: %+v", got.Account)
		}
		if got := get[wireStudentAccount](s, "adviser of 甲", at(one.id)+"/account").Account; got == nil ||
			got.ID != one.account || got.Phone != one.phone || !got.Enabled || !got.FirstPassword || got.Factor ||
			got.LastLoginAt != nil || len(got.Sessions) != 0 {
			t.Errorf("before the first login: %+v", got)
		}
		v := s.browser()
		if got := v.login(one.phone, one.code); got.status != 200 {
			t.Fatalf("login: %d %s", got.status, got.body)
		}
		got := get[wireStudentAccount](s, "dean", at(one.id)+"/account").Account
		if got == nil || got.LastLoginAt == nil || len(got.Sessions) != 1 || got.Sessions[0].CreatedAt == 0 ||
			got.Sessions[0].LastSeenAt == 0 {
			t.Fatalf("after a login: %+v", got)
		}
		session := got.Sessions[0].ID
		s.try(t, []request{
			{"of another student", "dean", "DELETE", at(two.id) + "/sessions/" + session, "", 404, "account.no_session"},
			{"of nobody", "dean", "DELETE", at("none") + "/sessions/" + session, "", 404, "student.no_record"},
			{"as adviser", "adviser of 甲", "DELETE", at(one.id) + "/sessions/" + session, "", 403, "access.forbidden"},
			{"as student", "lin", "DELETE", at(one.id) + "/sessions/" + session, "", 403, "access.forbidden"},
			{"another class", "adviser of 甲", "GET", at(far.id) + "/account", "", 404, "student.no_record"},
			{"media", "recordist", "GET", at(one.id) + "/account", "", 403, "access.forbidden"},
			{"auditor", "auditor", "GET", at(one.id) + "/account", "", 403, "access.forbidden"},
			{"it ends", "dean", "DELETE", at(one.id) + "/sessions/" + session, "", 200, ""},
			{"it is ended", "dean", "DELETE", at(one.id) + "/sessions/" + session, "", 404, "account.no_session"},
		})
		if got := v.send("GET", "/api/user/info", ""); got.status != 401 {
			t.Errorf("still in: %d", got.status)
		}
		if _, after := s.logged(one.account, "account.end_session"); after["session"] != session ||
			after["reason"] != "staff" {
			t.Errorf("the log says %v", after)
		}
	})
	t.Run("codes", func(t *testing.T) { s.in(t); testCodes(t, s, one, two, far, bare) })
	t.Run("closing and opening", func(t *testing.T) { s.in(t); testClosing(t, s, two, far, bare) })
	t.Run("status", func(t *testing.T) { s.in(t); testStatuses(t, s, two, far) })
	t.Run("refusals", func(t *testing.T) {
		s.in(t)
		for _, path := range []string{"codes", "end-sessions", "enabled", "status", "enrol", "drop"} {
			more := map[string]string{
				"enabled": `,"enabled":true`, "status": `,"status":"enrolled"`,
				"enrol": `,"group":"x"`, "drop": `,"group":"x"`,
			}[path]
			for as, status := range map[string]int{"lin": 403, "recordist": 403, "auditor": 403, "": 401, "adviser of 甲": 403} {
				if path == "codes" && as == "adviser of 甲" {
					continue
				}
				if got := s.as(as).send("POST", "/api/admin/students/"+path,
					`{"students":`+ids(one)+more+`}`); got.status != status {
					t.Errorf("%s as %q: %d %s", path, as, got.status, got.body)
				}
			}
			many := strings.TrimSuffix(strings.Repeat(`"x",`, 501), ",")
			for _, list := range []string{"", many} {
				if got := s.as("dean").send("POST", "/api/admin/students/"+path,
					`{"students":[`+list+`]`+more+`}`); got.status != 400 {
					t.Errorf("%s of %d: %d %s", path, len(list), got.status, got.body)
				}
			}
		}
	})
}

func testCodes(t *testing.T, s *school, one, two, far pupil, bare string) {
	v := s.browser()
	v.login(two.phone, two.code)
	// Sorted by class and number; includes another class, no account, unknown and duplicates.
	body := fmt.Sprintf(`{"students":[%q,%q,%q,%q,"none",%q]}`, two.id, one.id, far.id, bare, two.id)
	got := post[wireHandouts](s, "adviser of 甲", "/api/admin/students/codes", body)
	want := fmt.Sprintf("2 done, left %s student.no_record, %s account.none, none student.no_record", far.id, bare)
	if leftOut(got.WireDone) != want || len(got.Codes) != 2 || got.Codes[0].Number != one.number ||
		got.Codes[1].Number != two.number {
		t.Fatalf("got %+v, want %s", got, want)
	}
	if first := got.Codes[0]; first.Phone == one.phone ||
		!strings.HasSuffix(one.phone, first.Phone[len(first.Phone)-4:]) || first.Class != "甲班" || first.Student != one.id {
		t.Errorf("the sheet shows %+v", first)
	}
	if got := v.send("GET", "/api/user/info", ""); got.status != 401 {
		t.Errorf("a session is left: %d", got.status)
	}
	if got := s.browser().login(two.phone, two.code); got.status == 200 {
		t.Error("the old password works")
	}
	if got := s.browser().login(two.phone, got.Codes[1].Code); got.status != 200 {
		t.Errorf("the code: %d %s", got.status, got.body)
	}
	if got := s.browser().login(far.phone, far.code); got.status != 200 {
		t.Errorf("who was left out: %d %s", got.status, got.body)
	}
	if before, after := s.logged(two.account, "account.reset_password"); before["kind"] != "code" ||
		after["kind"] != "code" {
		t.Errorf("the log says %v → %v", before, after)
	}
}

func testClosing(t *testing.T, s *school, two, far pupil, bare string) {
	s.try(t, []request{
		{
			"no reason", "dean", "POST", "/api/admin/students/enabled",
			`{"students":` + ids(two) + `,"enabled":false,"reason":" "}`, 400, "account.field_required",
		},
	})
	close := fmt.Sprintf(`{"students":[%q,%q,"none",%q],"enabled":false,"reason":"资料待核实"}`, two.id, bare, far.id)
	got := post[WireDone](s, "dean", "/api/admin/students/enabled", close)
	if want := fmt.Sprintf("2 done, left %s account.none, none student.no_record", bare); leftOut(got) != want {
		t.Errorf("%s, want %s", leftOut(got), want)
	}
	held := get[wireStudentAccount](s, "dean", "/api/admin/students/"+far.id+"/account").Account
	if held.Enabled || held.ClosedReason != "资料待核实" {
		t.Errorf("closed: %+v", held)
	}
	if got := s.browser().login(far.phone, s.newCode(far)); got.status != 403 || !strings.Contains(got.body, "资料待核实") {
		t.Errorf("login: %d %s", got.status, got.body)
	}
	if before, after := s.logged(far.account, "account.set_enabled"); before["enabled"] != true ||
		after["enabled"] != false || after["reason"] != "资料待核实" {
		t.Errorf("the log says %v → %v", before, after)
	}
	if got := post[WireDone](s, "dean", "/api/admin/students/enabled", close); got.Done != 0 || len(got.Left) != 4 ||
		got.Left[0].Code != "account.unchanged" {
		t.Errorf("again: %+v", got)
	}
	if got := post[WireDone](s, "dean", "/api/admin/students/enabled",
		`{"students":`+ids(two, far)+`,"enabled":true}`); got.Done != 2 {
		t.Errorf("opened: %+v", got)
	}
	v := s.browser()
	if got := v.login(far.phone, s.newCode(far)); got.status != 200 {
		t.Fatalf("login: %d %s", got.status, got.body)
	}
	if got := post[WireDone](s, "dean", "/api/admin/students/end-sessions",
		fmt.Sprintf(`{"students":[%q,%q]}`, far.id, bare)); leftOut(got) != "1 done, left "+bare+" account.none" {
		t.Errorf("ended: %+v", got)
	}
	if got := v.send("GET", "/api/user/info", ""); got.status != 401 {
		t.Errorf("still in: %d", got.status)
	}
	if before, after := s.logged(far.account, "account.end_sessions"); before["sessions"] != float64(1) ||
		after["sessions"] != float64(0) {
		t.Errorf("the log says %v → %v", before, after)
	}
}

func testStatuses(t *testing.T, s *school, two, far pupil) {
	v := s.browser()
	if got := v.login(two.phone, s.newCode(two)); got.status != 200 {
		t.Fatalf("login: %d %s", got.status, got.body)
	}
	body := fmt.Sprintf(`{"students":[%q,"none",%q],"status":"suspended","reason":"因病休学"}`, two.id, far.id)
	if got := post[WireDone](s, "dean", "/api/admin/students/status",
		body); leftOut(got) != "2 done, left none student.no_record" {
		t.Errorf("suspended: %+v", got)
	}
	if got := post[WireDone](s, "dean", "/api/admin/students/status", body); got.Done != 0 ||
		got.Left[0].Code != "student.unchanged" {
		t.Errorf("again: %+v", got)
	}
	if before, after := s.logged(two.id, "student.update"); before["status"] != "enrolled" ||
		after["status"] != "suspended" || after["reason"] != "因病休学" {
		t.Errorf("the log says %v → %v", before, after)
	}
	for start := time.Now(); v.send("GET", "/api/user/info", "").status != 401; {
		if time.Since(start) > time.Minute { // docs promise a second, but the machine may be busy
			t.Fatal("suspended, and still in")
		}
	}
	if got := s.browser().login(two.phone, s.newCode(two)); got.status != 403 || got.code(t) != "account.suspended" {
		t.Errorf("login: %d %s", got.status, got.body)
	}
	if got := post[WireDone](s, "dean", "/api/admin/students/status",
		`{"students":`+ids(two, far)+`,"status":"enrolled"}`); got.Done != 2 {
		t.Errorf("back: %+v", got)
	}
	s.try(t, []request{
		{
			"no such status", "dean", "POST", "/api/admin/students/status",
			`{"students":` + ids(two) + `,"status":"gone"}`, 400, "",
		},
	})
}

// Staff enrol and drop students by hand: the timetable changes at once, and the student is notified.
func testEnrolling(t *testing.T, s *school) {
	one, gone := s.pupil("P2001", "甲班"), s.pupil("P2002", "甲班")
	post[WireDone](s, "dean", "/api/admin/students/status", `{"students":`+ids(gone)+`,"status":"withdrawn"}`)
	mine := s.myCourse("MKT201", "confirmed")
	page := get[wireGroupPage](s, "dean", "/api/admin/groups?search="+url.QueryEscape(mine.Name))
	at := slices.IndexFunc(page.Items, func(g wireGroupChoice) bool { return g.ID == mine.Group })
	if at < 0 || len(page.Items[at].Teachers) == 0 || page.Items[at].Size == 0 ||
		page.Items[at].Course.NameEn != mine.NameEn {
		t.Fatalf("groups: %+v", page)
	}
	group := page.Items[at]
	if other := get[wireGroupPage](s, "dean",
		"/api/admin/groups?search="+url.QueryEscape("no such group %")); len(other.Items) != 0 {
		t.Errorf("found %+v", other)
	}
	all := get[wireGroupPage](s, "dean", "/api/admin/groups")
	if next := get[wireGroupPage](s, "dean", "/api/admin/groups?cursor="+url.QueryEscape(all.Items[0].Code)); len(
		next.Items) == 0 || next.Items[0].ID == all.Items[0].ID {
		t.Errorf("the page after: %+v", next)
	}
	v := s.browser()
	if got := v.login(one.phone, one.code); got.status != 200 {
		t.Fatalf("login: %d %s", got.status, got.body)
	}
	v.send("PUT", "/api/user/password", fmt.Sprintf(`{"oldPassword":%q,"newPassword":"Kite+Lamp+77"}`, one.code))
	read := func() timetableapi.WireTimetable {
		t.Helper()
		return data[timetableapi.WireTimetable](t, v.send("GET", "/api/timetable", ""))
	}
	if len(read().Classes) != 0 {
		t.Fatal("classes of nothing")
	}
	enrol := func(path, more string) answered {
		return s.as("dean").send("POST", "/api/admin/students/"+path,
			fmt.Sprintf(`{"students":[%q,%q,"none"],"group":%q%s}`, one.id, gone.id, mine.Group, more))
	}
	if got, want := data[WireDone](t, enrol("enrol", `,"from":"2026-09-07"`)),
		"1 done, left "+gone.id+" course.has_left, none student.no_record"; leftOut(got) != want {
		t.Errorf("%s, want %s", leftOut(got), want)
	}
	if len(read().Classes) == 0 {
		t.Error("not in the timetable")
	}
	if size := get[wireGroupPage](s, "dean",
		"/api/admin/groups?search="+url.QueryEscape(group.Code)).Items[0].Size; size != group.Size+1 {
		t.Errorf("%d in the group, before it were %d", size, group.Size)
	}
	courses := get[[]courseapi.WireMyCourse](s, "dean", "/api/admin/students/"+one.id+"/courses")
	if len(courses) != 1 || courses[0].From != "2026-09-07" ||
		courses[0].State != "confirmed" || courses[0].ChangedAt == 0 {
		t.Errorf("courses: %+v", courses)
	}
	if before, after := s.logged(one.id, "course.enrol_student"); before != nil || after["state"] != "confirmed" ||
		after["from"] != "2026-09-07" || after["group"] != group.Code {
		t.Errorf("the log says %v → %v", before, after)
	}
	if got := data[WireDone](t, enrol("enrol", "")); got.Done != 0 || got.Left[0].Code != "course.already_enrolled" {
		t.Errorf("again: %+v", got)
	}
	if got := enrol("drop", `,"until":"2999-01-01"`); got.status != 400 || got.code(t) != "course.until_future" {
		t.Errorf("in the future: %d %s", got.status, got.body)
	}
	if got := enrol("drop", `,"until":"soon"`); got.status != 400 {
		t.Errorf("no date: %d %s", got.status, got.body)
	}
	if got := data[WireDone](t, enrol("drop", "")); got.Done != 1 || got.Left[0].Code != "course.not_enrolled" {
		t.Errorf("dropped: %+v", got)
	}
	if len(read().Classes) != 0 {
		t.Error("still in the timetable")
	}
	if before, after := s.logged(one.id, "course.drop_student"); before["state"] != "confirmed" ||
		after["state"] != "dropped" || after["until"] == "" {
		t.Errorf("the log says %v → %v", before, after)
	}
	for lang, titles := range map[string][2]string{
		"zh-CN": {"你已退出课程《" + mine.Name + "》", "你已加入课程《" + mine.Name + "》"},
		"en-US": {"You are no longer in " + mine.NameEn, "You are enrolled in " + mine.NameEn},
	} {
		list := get[[]messageapi.WireMessage](s, "dean", "/api/admin/students/"+one.id+"/messages", "Accept-Language", lang)
		for _, title := range titles {
			if !slices.ContainsFunc(list, func(m messageapi.WireMessage) bool { return m.Title == title }) {
				t.Errorf("%s: nothing says %q: %+v", lang, title, list)
			}
		}
	}
	s.try(t, []request{
		{
			"no such group", "dean", "POST", "/api/admin/students/enrol",
			`{"students":` + ids(one) + `,"group":"none"}`, 404, "course.no_group",
		},
		{
			"no such group to drop", "dean", "POST", "/api/admin/students/drop",
			`{"students":` + ids(one) + `,"group":"none"}`, 404, "course.no_group",
		},
		{"groups as student", "lin", "GET", "/api/admin/groups", "", 403, "access.forbidden"},
	})
}
