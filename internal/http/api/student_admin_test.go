package api

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/student"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/desk"
	"lectern/internal/workflow/roster"
	"lectern/internal/workflow/roster/columns"

	diff "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"lectern/internal/http/api/courseapi"
	"lectern/internal/http/api/messageapi"
	"lectern/internal/http/api/rosterapi"
	"lectern/internal/http/api/timetableapi"
)

// Staff find a student by anything they may be told on the phone, see what the student sees, and edit the record.
func testStudentAdmin(t *testing.T, s *school) {
	lin := get[wireStudent](s, "lin", infoPath)
	for name, search := range map[string]string{
		"number": lin.StudentNumber, "phone": lin.Phone, "end of the phone": lin.Phone[7:], "name": "林晓雨", "given name": "晓雨",
		"initials": "lxy", "Latin": "lin xiaoyu",
	} {
		t.Run(name, func(t *testing.T) {
			s.in(t)
			page := get[wireStudentPage](s, "dean", "/api/admin/students?search="+url.QueryEscape(search))
			var found bool
			for _, one := range page.Items {
				found = found || one.ID == lin.ID && one.StudentNumber == lin.StudentNumber &&
					one.Account != "" && one.LastLogin != ""
			}
			if !found {
				t.Errorf("found %+v", page)
			}
		})
	}
	s.in(t)
	page := get[wireStudentPage](s, "dean", "/api/admin/students?size=7&class="+url.QueryEscape(lin.Class))
	if page.Total < 8 || page.More || len(page.Items) != 7 || page.Next == "" {
		t.Errorf("the class: %d of %d, next %q", len(page.Items), page.Total, page.Next)
	}
	next := get[wireStudentPage](s, "dean",
		"/api/admin/students?size=7&class="+url.QueryEscape(lin.Class)+"&after="+page.Next)
	if len(next.Items) == 0 || next.Total != page.Total || next.Items[0].StudentNumber <= page.Items[6].StudentNumber ||
		next.Items[0].Class != lin.Class {
		t.Errorf("the next page: %+v", next)
	}
	if f := get[student.Filters](s, "dean", "/api/admin/students/filters"); len(f.Programmes) == 0 ||
		len(f.Campuses) == 0 || len(f.Years) == 0 {
		t.Errorf("filters: %+v", f)
	}

	at := "/api/admin/students/" + lin.ID
	record := get[wireStaffStudent](s, "dean", at)
	if record.Fields["studentNumber"] != lin.StudentNumber || record.Fields["entryYear"] == "" ||
		record.NationalID != lin.NationalID || record.Account == "" {
		t.Errorf("record: %+v", record)
	}
	mine, theirs := get[timetableapi.WireTimetable](s, "lin", "/api/timetable"),
		get[timetableapi.WireTimetable](s, "dean", at+"/timetable")
	if d := diff.Diff(mine, theirs, cmpopts.EquateComparable(civil.Date{})); d != "" {
		t.Errorf("the timetable (-as the student sees it +as staff do):\n%s", d)
	}
	if d := diff.Diff(get[[]courseapi.WireMyCourse](s, "lin", "/api/courses"),
		get[[]courseapi.WireMyCourse](s, "dean", at+"/courses")); d != "" {
		t.Errorf("courses:\n%s", d)
	}
	if list := get[[]messageapi.WireMessage](s, "dean", at+"/messages"); len(list) == 0 {
		t.Error("no messages")
	}

	change := func(version int64, changes string) answered {
		return s.as("dean").send("PATCH", at, fmt.Sprintf(`{"version":%d,"changes":%s}`, version, changes))
	}
	got := data[wireStaffStudent](t, change(record.Version, `{"adviser":"孙老师"}`))
	if got.Adviser != "孙老师" || got.Version <= record.Version {
		t.Errorf("changed: %+v", got)
	}
	for name, tc := range map[string]struct {
		answer answered
		status int
		code   string
	}{
		"stale":         {change(record.Version, `{"adviser":"x"}`), 409, "student.stale"},
		"unknown field": {change(got.Version, `{"nickname":"x"}`), 400, "student.field_unknown"},
		"empty name":    {change(got.Version, `{"name":""}`), 400, "student.field_required"},
		"taken number": {change(got.Version, fmt.Sprintf(`{"studentNumber":%q}`,
			get[wireStudent](s, "zhao", infoPath).StudentNumber)), 409, "student.number_taken"},
		"no such person": {s.as("dean").send("GET", "/api/admin/students/none", ""), 404, "student.no_record"},
		"bad page":       {s.as("dean").send("GET", "/api/admin/students?after=!", ""), 400, "student.bad_cursor"},
	} {
		if tc.answer.status != tc.status || tc.answer.code(t) != tc.code {
			t.Errorf("%s: %d %s", name, tc.answer.status, tc.answer.body)
		}
	}
	// Students can log in with a changed name or phone number.
	qian := get[wireStaffStudent](s, "dean", "/api/admin/students/"+get[wireStudent](s, "qian", infoPath).ID)
	renamed := s.as("dean").send("PATCH", "/api/admin/students/"+qian.ID,
		fmt.Sprintf(`{"version":%d,"changes":{"phone":"13612345678","name":"钱一"}}`, qian.Version))
	if account := get[wireAccount](s, "dean", "/api/admin/accounts/"+qian.Account); renamed.status != 200 ||
		account.Phone != "13612345678" || account.Name != "钱一" {
		t.Errorf("renamed: %d %s, the account is %+v", renamed.status, renamed.body, account)
	}
	taken := change(got.Version, `{"phone":"13900000001"}`) // the registrar's own number
	if taken.status != 409 || taken.code(t) != "account.exists" {
		t.Errorf("a taken phone: %d %s", taken.status, taken.body)
	}
	// Students who left or paused see that at login, and their sessions end.
	for _, status := range []string{"suspended", "withdrawn"} {
		at := "/api/admin/students/" + qian.ID
		before := get[wireStaffStudent](s, "dean", at).Version
		if got := s.as("dean").send("PATCH", at,
			fmt.Sprintf(`{"version":%d,"changes":{"enrolmentStatus":%q}}`, before, status)); got.status != 200 {
			t.Fatalf("%s: %d %s", status, got.status, got.body)
		}
		for start := time.Now(); s.as("qian").send("GET", "/api/user/info", "").status != 401; {
			if time.Since(start) > time.Minute { // docs promise a second, but the machine may be busy
				t.Fatalf("%s, and still in", status)
			}
		}
		if got := s.browser().login("13612345678", s.logins["qian"].Password); got.status != 403 ||
			got.code(t) != "account."+status {
			t.Errorf("%s, login: %d %s", status, got.status, got.body)
		}
	}
	back := get[wireStaffStudent](s, "dean", "/api/admin/students/"+qian.ID).Version
	s.as("dean").send("PATCH", "/api/admin/students/"+qian.ID,
		fmt.Sprintf(`{"version":%d,"changes":{"enrolmentStatus":"enrolled"}}`, back))
	if got := s.browser().login("13612345678", s.logins["qian"].Password); got.status != 200 {
		t.Errorf("back again: %d %s", got.status, got.body)
	}
	s.as("dean").send("PUT", "/api/admin/accounts/"+qian.Account+"/enabled", `{"enabled":false,"reason":"学费未缴"}`)
	if got := s.browser().login("13612345678", s.logins["qian"].Password); got.status != 403 ||
		!strings.Contains(got.body, "学费未缴") {
		t.Errorf("closed with a reason: %d %s", got.status, got.body)
	}
	s.as("dean").send("PUT", "/api/admin/accounts/"+qian.Account+"/enabled", `{"enabled":true}`)
	delete(s.visitors, "qian")
	login := s.logins["qian"]
	login.Phone = "13612345678"
	s.logins["qian"] = login
	made := post[wireStaffStudent](s, "dean", "/api/admin/students", `{"studentNumber":"NEW-1","name":"新同学"}`)
	if made.Name != "新同学" || get[wireStudentPage](s, "dean", "/api/admin/students?search=xtx").Items[0].ID != made.ID {
		t.Errorf("made: %+v", made)
	}
}

// The audit log shows names, can be filtered, and is exported as it is shown.
func testAudit(t *testing.T, s *school) {
	lin := get[wireStudent](s, "lin", infoPath)
	record := get[wireStaffStudent](s, "dean", "/api/admin/students/"+lin.ID)
	changed := fmt.Sprintf(`{"version":%d,"changes":{"adviser":"孙老师"}}`, record.Version)
	if got := s.as("dean").send("PATCH", "/api/admin/students/"+lin.ID, changed); got.status != 200 {
		t.Fatalf("change lin: %d %s", got.status, got.body)
	}
	rows := get[[]wireAudit](s, "dean", "/api/admin/audit?action=student.&object="+lin.ID)
	if len(rows) == 0 || rows[0].ObjectName != lin.Name || rows[0].AccountName == "" {
		t.Fatalf("rows about lin: %+v", rows)
	}
	for text, want := range map[string]string{lin.StudentNumber: "student", "MKT201": "course group", "100%": ""} {
		var kinds []string
		for _, f := range get[[]wireAuditFound](s, "dean", "/api/admin/audit/names?text="+url.QueryEscape(text)) {
			if f.ID == "" || f.Name == "" {
				t.Errorf("%s finds %+v", text, f)
			}
			kinds = append(kinds, f.Kind)
		}
		if got := strings.Join(slices.Compact(kinds), " "); got != want {
			t.Errorf("%s finds %q, want %q", text, got, want)
		}
	}
	if found := get[[]wireAuditFound](s, "dean", "/api/admin/audit/names?text="+
		url.QueryEscape(lin.Name)); !slices.ContainsFunc(found, func(f wireAuditFound) bool { return f.Kind == "account" }) {
		t.Errorf("the account of lin is not among %+v", found)
	}
	published := get[[]wireAudit](s, "dean", "/api/admin/audit?action=timetable.publish_change")
	if len(published) == 0 || len(fmt.Sprint(published[0].After["group"])) == len(lin.ID) {
		t.Errorf("an id stands where a name could: %+v", published)
	}
	for _, entry := range get[[]wireAudit](s, "dean", "/api/admin/audit") {
		delete(entry.After, "session") // has no name and isn't shown
		if id := regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]+`).FindString(
			fmt.Sprint(entry.Before, entry.After)); id != "" {
			t.Errorf("%s shows %s: %v %v", entry.Action, id, entry.Before, entry.After)
		}
	}
	for kind, begins := range map[string]string{"csv": "\ufeffseq,at,account", "xlsx": "PK"} {
		got := s.as("dean").send("GET", "/api/admin/audit/export?format="+kind+"&object="+lin.ID, "")
		if got.status != 200 || !strings.HasPrefix(got.body, begins) ||
			!strings.Contains(got.header.Get("Content-Disposition"), "audit."+kind) {
			t.Errorf("%s: %d %v %.80s", kind, got.status, got.header, got.body)
		}
		if kind == "csv" && strings.Count(got.body, "\n") < len(rows)+1 {
			t.Errorf("%d rows shown, in the file: %s", len(rows), got.body)
		}
	}
	s.verifiesItsLog(t)
	s.try(t, []request{
		{"no such format", "dean", "GET", "/api/admin/audit/export?format=doc", "", 400, "request.field_value"},
		{"no time", "dean", "GET", "/api/admin/audit?from=yesterday", "", 400, "request.instant"},
		{"no time, exported", "dean", "GET", "/api/admin/audit/export?to=x", "", 400, "request.instant"},
	})
}

func testDesk(t *testing.T, s *school) {
	if d := get[desk.Desk](s, "dean", "/api/admin/desk"); len(d.Steps) != 10 ||
		d.Steps[5].Count < 300 || len(d.Waiting) == 0 {
		t.Errorf("desk: %+v", d)
	}
	// The checklist has the order of the imports.
	order := get[[]rosterapi.WireImportKind](s, "dean", "/api/admin/import-kinds")
	for i, step := range get[desk.Desk](s, "dean", "/api/admin/desk").Steps {
		if order[i].Kind != step.Kind {
			t.Errorf("step %d is %s, and imports name %s", i+1, step.Kind, order[i].Kind)
		}
	}
	// The desk's counts match the lists behind them.
	counts := map[string]int{}
	for _, w := range get[desk.Desk](s, "dean", "/api/admin/desk").Waiting {
		counts[w.Kind] = w.Count
	}
	for kind, login := range map[string]string{"accounts.never": "never", "accounts.firstPassword": "firstPassword"} {
		if page := get[wireStudentPage](s, "dean", "/api/admin/students?login="+login); page.Total == 0 ||
			page.Total != counts[kind] {
			t.Errorf("%s: the desk counts %d, the list %d", kind, counts[kind], page.Total)
		}
	}
	kinds := map[string]string{}
	for _, text := range []string{"林晓", "market", "A101"} {
		for _, f := range get[[]wireFound](s, "dean", "/api/admin/search?text="+url.QueryEscape(text)) {
			kinds[text] += f.Kind + " "
		}
	}
	for text, want := range map[string]string{"林晓": "student", "market": "course", "A101": "room"} {
		if !strings.Contains(kinds[text], want) {
			t.Errorf("%s found %q", text, kinds[text])
		}
	}
	s.try(t, []request{{"nothing to look for", "dean", "GET", "/api/admin/search?text=", "", 400, ""}})
}

// The list is exported as it is shown. The log records the export without the search text.
func testStudentSheet(t *testing.T, s *school) {
	lin := get[wireStudent](s, "lin", infoPath)
	filter := "class=" + url.QueryEscape(lin.Class)
	page := get[wireStudentPage](s, "dean", "/api/admin/students?size=200&"+filter)
	for kind, begins := range map[string]string{"csv": "\ufeff学号,姓名", "xlsx": "PK"} {
		got := s.as("dean").send("GET", "/api/admin/students/export?format="+kind+"&"+filter, "", "Accept-Language", "zh-CN")
		if got.status != 200 || !strings.HasPrefix(got.body, begins) ||
			!strings.Contains(got.header.Get("Content-Disposition"), "students."+kind) {
			t.Errorf("%s: %d %v %.80s", kind, got.status, got.header, got.body)
		}
		if lines := strings.Count(got.body, "\n"); kind == "csv" &&
			(lines != page.Total+1 || !strings.Contains(got.body, lin.StudentNumber)) {
			t.Errorf("%d students shown, %d lines in the file", page.Total, lines)
		}
	}
	s.as("dean").send("GET", "/api/admin/students/export?search="+lin.Phone, "")
	rows := get[[]wireAudit](s, "dean", "/api/admin/audit?action=student.export_list&limit=3")
	if len(rows) != 3 || rows[1].After["class"] != lin.Class || len(rows[0].After) != 0 {
		t.Errorf("written down: %+v", rows)
	}
	s.try(t, []request{
		{"no such format", "dean", "GET", "/api/admin/students/export?format=doc", "", 400, "request.field_value"},
		{"no such year", "dean", "GET", "/api/admin/students/export?year=x", "", 400, "request.field_value"},
		{"no such login", "dean", "GET", "/api/admin/students/export?login=x", "", 400, "request.field_value"},
		{"no such order", "dean", "GET", "/api/admin/students/export?sort=phone", "", 400, "student.bad_sort"},
	})
}

// Every kind that the desk asks a new college to import has a template in both languages.
func testTemplates(t *testing.T, s *school) {
	for _, step := range get[desk.Desk](s, "dean", "/api/admin/desk").Steps {
		at := "/api/admin/import-templates/" + step.Kind
		if got := s.as("dean").send("GET", at, ""); got.status != 200 || !strings.HasPrefix(got.body, "PK") ||
			!strings.Contains(got.header.Get("Content-Disposition"), step.Kind+".xlsx") {
			t.Errorf("%s: %d %v", step.Kind, got.status, got.header)
		}
		zh := s.as("dean").send("GET", at+"?format=csv", "", "Accept-Language", "zh-CN")
		en := s.as("dean").send("GET", at+"?format=csv", "", "Accept-Language", "en-US")
		if zh.status != 200 || en.status != 200 || zh.body == en.body || strings.Count(en.body, "\n") != 2 {
			t.Errorf("%s: %d %s, %d %s", step.Kind, zh.status, zh.body, en.status, en.body)
		}
	}
	s.try(t, []request{
		{"no such kind", "dean", "GET", "/api/admin/import-templates/dogs", "", 400, "roster.unknown_kind"},
		{"no such format", "dean", "GET", "/api/admin/import-templates/rooms?format=doc", "", 400, "request.field_value"},
	})
}

// All data can be exported as importable sheets, without national IDs, and the log records it.
func testExports(t *testing.T, s *school) {
	lin := get[wireStudent](s, "lin", infoPath)
	for _, kind := range columns.Kinds() {
		at := "/api/admin/exports/" + string(kind)
		if got := s.as("dean").send("GET", at, ""); got.status != 200 || !strings.HasPrefix(got.body, "PK") ||
			!strings.Contains(got.header.Get("Content-Disposition"), string(kind)+".xlsx") {
			t.Errorf("%s: %d %v", kind, got.status, got.header)
		}
		zh := s.as("dean").send("GET", at+"?format=csv", "", "Accept-Language", "zh-CN")
		en := s.as("dean").send("GET", at+"?format=csv", "", "Accept-Language", "en-US")
		if zh.status != 200 || en.status != 200 || zh.body == en.body || strings.Count(en.body, "\n") < 2 {
			t.Errorf("%s: %d %.80s, %d %.80s", kind, zh.status, zh.body, en.status, en.body)
		}
		if kind == roster.Students &&
			(!strings.Contains(en.body, lin.StudentNumber) || strings.Contains(en.body, "National ID")) {
			t.Errorf("students: %.300s", en.body)
		}
	}
	if got := s.as("dean").send("GET", "/api/admin/exports/oneroster", ""); got.status != 200 ||
		!strings.HasPrefix(got.body, "PK") {
		t.Errorf("%d %v", got.status, got.header)
	}
	rows := get[[]wireAudit](s, "dean", "/api/admin/audit?action=roster.export&limit=2")
	if len(rows) != 2 || rows[0].Object != "oneroster" || rows[1].Object != "exams" {
		t.Errorf("written down: %+v", rows)
	}
	s.try(t, []request{
		{"no such kind", "dean", "GET", "/api/admin/exports/dogs", "", 400, "roster.unknown_kind"},
		{"no such format", "dean", "GET", "/api/admin/exports/rooms?format=doc", "", 400, "request.field_value"},
		{"a student", "lin", "GET", "/api/admin/exports/students", "", 403, "access.forbidden"},
		{"a student and OneRoster", "lin", "GET", "/api/admin/exports/oneroster", "", 403, "access.forbidden"},
	})
}

// verifiesItsLog asks for a verification, and sees its result after the job.
func (s *school) verifiesItsLog(t *testing.T) {
	t.Helper()
	entries := dbtest.Audited(t, s.db)
	at := "/api/admin/audit/chain"
	if got := get[wireChain](s, "dean", at); got.Sealed != entries || got.SealedAt == "" || got.VerifiedAt != "" ||
		got.Waiting != 0 || got.Running {
		t.Errorf("before: %+v", got)
	}
	s.try(t, []request{
		{"verify", "dean", "POST", at, "", 200, ""},
		{"again", "dean", "POST", at, "", 409, "audit.verifying"},
	})
	if got := get[wireChain](s, "dean", at); !got.Running {
		t.Errorf("waiting: %+v", got)
	}
	jobs := job.New(s.db, time.Now)
	run, err := jobs.Claim(t.Context(), "test", time.Minute, "audit.verify")
	if err != nil || run == nil {
		t.Fatal(run, err)
	}
	if err := audit.NewChain(s.db, jobs, time.Now).Handlers()[run.Kind](t.Context(), run); err != nil {
		t.Fatal(err)
	}
	if err := s.db.WriteOne(t.Context(), func(q sqldb.Querier) error { return run.Complete(t.Context(), q) }); err != nil {
		t.Fatal(err)
	}
	if got := get[wireChain](s, "dean", at); got.Rows < entries || got.FirstBroken != 0 || got.VerifiedAt == "" ||
		got.Running || got.Percent != 100 {
		t.Errorf("after: %+v", got)
	}
}
