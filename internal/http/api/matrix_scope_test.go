package api

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/account"
	"lectern/internal/feature/message"
	"lectern/internal/http/api/messageapi"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/secret"
	"lectern/internal/sample"
)

// scopeColumns lists the scopes, besides the registrar, that may use a staff route. The first matching row counts;
// routes without a match are only for registrars.
var scopeColumns = []struct {
	method, path string // prefix of the pattern
	scopes       string
}{
	{"", "/api/admin/desk", "adviser media auditor"},
	{"", "/api/admin/search", "adviser media auditor"},
	{"", "/api/admin/audit", "auditor"},
	{"GET", "/api/admin/students/{student}/imports", ""},
	{"GET", "/api/admin/students", "adviser"},
	{"POST", "/api/admin/students/codes", "adviser"},
	{"GET", "/api/admin/groups/{group}/students", ""},
	{"GET", "/api/admin/groups", "adviser"},
	{"", "/api/admin/messages", "adviser"},
	{"", "/api/admin/watching", "adviser"},
	{"POST", "/api/admin/accounts/{account}/password-reset", "adviser"},
	{"", "/api/admin/media", "media"},
	{"GET", "/api/admin/system/work", "media"},
	{"", "/api/admin/recordings", "media"},
	{"", "/api/admin/uploads", "media"},
	{"", "/api/admin/lessons", "media"},
	{"", "/api/admin/courses", "media"},
	{"", "/api/admin/attachments", "media"},
	{"", "/api/admin/classes/{class}/live", "media"},
}

func mayEnter(method, path string, scope access.Scope) bool {
	for _, row := range scopeColumns {
		if strings.HasPrefix(path, row.path) && (row.method == "" || row.method == method) {
			return strings.Contains(row.scopes, string(scope))
		}
	}
	return false
}

// Every staff route refuses other scopes, even with real ids, and admits its own.
func TestEveryRouteDecidesByScope(t *testing.T) {
	s := newMatrixSchool(t)
	lin := get[wireStudent](s.school, "lin", infoPath)
	for name, draft := range map[string]account.Details{
		"adviser":         {Phone: "13700000001", Scope: access.Adviser, Classes: []string{lin.Class}},
		"another adviser": {Phone: "13700000002", Scope: access.Adviser, Classes: []string{"nobody's class"}},
		"media":           {Phone: "13700000003", Scope: access.Recordist},
		"auditor":         {Phone: "13700000004", Scope: access.Auditor},
	} {
		const password = "Kite+Lamp+77"
		draft.Name, draft.Role, draft.Password = name, access.Staff, secret.New(password)
		if _, err := s.deps.Accounts.Create(t.Context(), access.System(), draft); err != nil {
			t.Fatal(err)
		}
		s.logins[name] = sample.Login{Phone: draft.Phone, Password: password}
	}
	for pattern, want := range matrix {
		method, path, _ := strings.Cut(pattern, " ")
		if !strings.HasPrefix(path, "/api/admin/") || method == http.MethodOptions {
			continue
		}
		t.Run("[6.1] "+pattern, func(t *testing.T) {
			s.in(t)
			target, body := s.fill(path+want.query, want.body)
			for _, scope := range []access.Scope{access.Adviser, access.Recordist, access.Auditor} {
				if admitted := mayEnter(method, path, scope); admitted && method != http.MethodGet {
					continue // it would change something; the features' tests cover it
				} else if got := s.as(string(scope)).send(method, target, body,
					want.header...); admitted != (got.status != http.StatusForbidden) || got.status == http.StatusUnauthorized {
					t.Errorf("as %s: %d %s", scope, got.status, got.body)
				}
			}
		})
	}
	s.in(t)
	t.Run("[6.1] an adviser writes only to their own classes and manages only their own notices", func(t *testing.T) {
		s.in(t)
		testAdviserNotices(t, s.school, lin)
	})
	t.Run("[6.1] every member of staff may have a second factor", func(t *testing.T) {
		s.in(t)
		for _, scope := range []access.Scope{access.Adviser, access.Recordist, access.Auditor} {
			offered := post[wireEnrolment](s.school, string(scope), "/api/user/factor", `{"password":"Kite+Lamp+77"}`)
			if offered.Secret == "" {
				t.Errorf("%s was offered nothing", scope)
			}
		}
	})
	t.Run("[6.1] an adviser sees only their own classes", func(t *testing.T) {
		s.in(t)
		at := "/api/admin/students/" + lin.ID
		for _, row := range []struct {
			as     string
			status int
		}{{"adviser", http.StatusOK}, {"another adviser", http.StatusNotFound}} {
			for _, below := range []string{"", "/timetable", "/courses", "/messages", "/account", "/history"} {
				if got := s.as(row.as).send("GET", at+below, ""); got.status != row.status {
					t.Errorf("%s, %s: %d %s", row.as, below, got.status, got.body)
				}
			}
			if got := s.as(row.as).send("POST", "/api/admin/accounts/"+s.accounts["lin"]+"/password-reset",
				""); got.status != row.status {
				t.Errorf("%s, code: %d %s", row.as, got.status, got.body)
			}
		}
		own := get[wireStudentPage](s.school, "adviser", "/api/admin/students")
		for _, one := range own.Items {
			if one.Class != lin.Class {
				t.Errorf("%s of %s", one.Name, one.Class)
			}
		}
		if other := get[wireStudentPage](s.school, "another adviser", "/api/admin/students"); len(own.Items) == 0 ||
			len(other.Items) != 0 {
			t.Errorf("%d own students, %d of another", len(own.Items), len(other.Items))
		}
		if found := get[[]wireFound](s.school, "another adviser",
			"/api/admin/search?text="+lin.StudentNumber); len(found) != 0 {
			t.Errorf("found %+v", found)
		}
		for as, want := range map[string]string{"dean": "course group", "adviser": "", "media": "course", "auditor": ""} {
			kinds := map[string]bool{}
			for _, one := range get[[]wireFound](s.school, as, "/api/admin/search?text=MKT201") {
				kinds[one.Kind] = true
			}
			delete(kinds, "lecture")
			if got := strings.Join(slices.Sorted(maps.Keys(kinds)), " "); got != want {
				t.Errorf("%s finds %q, wants %q", as, got, want)
			}
		}
		if got := s.as("adviser").send("POST", "/api/admin/accounts/"+s.actor("dean").Account+"/password-reset",
			""); got.status != http.StatusNotFound {
			t.Errorf("a code for the registrar: %d %s", got.status, got.body)
		}
	})
}

func testAdviserNotices(t *testing.T, s *school, lin wireStudent) {
	notice := func(to string, more map[string]any) string {
		body := map[string]any{
			"type": "notice", "to": to, "acknowledge": true,
			"title": map[string]string{"en": "Dormitories"},
		}
		maps.Copy(body, more)
		return jsonText(t, body)
	}
	own := post[wire.ID](s, "adviser", messagesPath, notice("class:"+lin.Class, nil)).ID
	registrars := post[wire.ID](s, "dean", messagesPath, notice("class:"+lin.Class, nil)).ID
	audiences := get[messageapi.WireAudiences](s, "adviser", messagesPath+"/audiences")
	if diff := cmp.Diff([]string{"class", "list"}, audiences.Kinds); diff != "" ||
		len(audiences.Classes) != 1 || audiences.Classes[0].Name != lin.Class {
		t.Errorf("%v (-want +got):\n%s", audiences.Classes, diff)
	}
	for _, one := range get[messageapi.WireSentPage](s, "adviser", messagesPath).Messages {
		if one.ID != own {
			t.Errorf("sees %s", one.ID)
		}
	}
	s.try(t, []request{
		{"everyone", "adviser", "POST", messagesPath, notice("all", nil), 403, "message.not_your_class"},
		{"the programme", "adviser", "POST", messagesPath + "/preview", `{"to":"all"}`, 403, "message.not_your_class"},
		{
			"a class of nobody", "another adviser", "POST", messagesPath, notice("class:"+lin.Class, nil),
			403, "message.not_your_class",
		},
		{
			"somebody else's student", "another adviser", "POST", messagesPath,
			notice("list", map[string]any{"numbers": []string{lin.StudentNumber}}), 400, "message.numbers_elsewhere",
		},
		{
			"an own student", "adviser", "POST", messagesPath,
			notice("list", map[string]any{"numbers": []string{lin.StudentNumber}}), 200, "",
		},
		{"their own notice", "adviser", "GET", messagesPath + "/" + own, "", 200, ""},
		{"remind of their own", "adviser", "POST", messagesPath + "/" + own + "/remind", "", 200, ""},
		{"withdraw their own", "adviser", "DELETE", messagesPath + "/" + own, "", 200, ""},
		{"restore their own", "adviser", "POST", messagesPath + "/" + own + "/restore", "", 200, ""},
	})
	for who, id := range map[string]string{"adviser": registrars, "another adviser": own} {
		at := messagesPath + "/" + id
		s.try(t, []request{
			{who + ": numbers", who, "GET", at, "", 404, "message.not_found"},
			{who + ": names", who, "GET", at + "/waiting", "", 404, "message.not_found"},
			{who + ": a sheet", who, "GET", at + "/waiting/export", "", 404, "message.not_found"},
			{who + ": remind", who, "POST", at + "/remind", "", 404, "message.not_found"},
			{who + ": withdraw", who, "DELETE", at, "", 404, "message.not_found"},
			{who + ": restore", who, "POST", at + "/restore", "", 404, "message.not_found"},
		})
		if counts := get[[]message.Count](s, who, messagesPath+"/counts?ids="+id); len(counts) != 0 {
			t.Errorf("%s counts %+v", who, counts)
		}
	}
}
