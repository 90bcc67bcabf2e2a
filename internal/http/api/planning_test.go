package api

import (
	"fmt"
	"net/http"
	"testing"

	"lectern/internal/feature/account"
	"lectern/internal/http/api/timetableapi"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/secret"
	"lectern/internal/sample"
	"lectern/internal/workflow/planning"
)

// A registrar plans a change, a colleague reads the draft and can't edit it, and the publication is withdrawn as a
// whole.
func TestPlanning(t *testing.T) {
	s := newMatrixSchool(t)
	const password = "Kite+Lamp+77"
	vice := account.Details{
		Phone: "13700000009", Name: "vice", Role: access.Staff, Scope: access.Registrar,
		Password: secret.New(password),
	}
	if _, err := s.deps.Accounts.Create(t.Context(), access.System(), vice); err != nil {
		t.Fatal(err)
	}
	s.logins["vice"] = sample.Login{Phone: vice.Phone, Password: password}

	today := get[timetableapi.WireTerms](s.school, "lin", "/api/terms").Today
	class := classIn(t, get[timetableapi.WireTimetable](s.school, "lin", "/api/timetable"), "ahead",
		func(c timetableapi.WireClass) bool {
			return c.State == "held" && c.Place.Day > today && c.Place.FirstPeriod > 0 && c.Place.Room != ""
		})
	week := "?by=group&id=" + class.Group + "&from=" + class.Place.Day + "&to=" + class.Place.Day
	change := map[string]any{"action": "cancel", "group": class.Group, "class": class.ID, "note": "flu"}
	checked := post[timetableapi.WirePlanChecked](s.school, "dean", "/api/admin/planning/check",
		jsonText(t, map[string]any{"change": change}))
	if checked.From == nil || checked.To != nil || checked.Told.Students == 0 || len(checked.Messages) != 1 ||
		checked.Messages[0].Zh.Title == "" || checked.Messages[0].En.Content == "" {
		t.Errorf("%+v", checked)
	}
	draft := post[timetableapi.WirePlanDraft](s.school, "dean", "/api/admin/planning/lines",
		jsonText(t, map[string]any{"lines": []any{map[string]any{"change": change}}}))
	of := func(name string) timetableapi.WirePlanClass {
		t.Helper()
		for _, c := range get[timetableapi.WirePlan](s.school, name, "/api/admin/planning/view"+week).Classes {
			if c.ID == class.ID {
				return c
			}
		}
		t.Fatalf("%s does not see the class", name)
		return timetableapi.WirePlanClass{}
	}
	if got := of("dean"); got.Draft != draft.Lines[0].ID || got.State != "cancelled" {
		t.Errorf("with their own draft: %+v", got)
	}
	if got := of("vice"); got.Draft != "" || got.State != "held" {
		t.Errorf("with a colleague's draft: %+v", got)
	}
	if list := get[[]timetableapi.WirePlanDraft](s.school, "vice", "/api/admin/planning/drafts"); len(list) != 1 ||
		list[0].Mine || len(list[0].Lines) != 1 {
		t.Errorf("%+v", list)
	}
	own := "/api/admin/planning/drafts/" + draft.ID
	line := "/api/admin/planning/lines/" + draft.Lines[0].ID
	body := jsonText(t, map[string]any{"change": change})
	s.try(t, []request{
		{"a colleague's line", "vice", "PUT", line, body, 403, "planning.not_yours"},
		{"a colleague's line", "vice", "DELETE", line, "", 403, "planning.not_yours"},
		{"a colleague's draft", "vice", "DELETE", own, "", 403, "planning.not_yours"},
		{
			"a colleague's draft", "vice", "POST", own + "/publish",
			fmt.Sprintf(`{"version":%d}`, draft.Version), 403, "planning.not_yours",
		},
		{"no line", "dean", "DELETE", "/api/admin/planning/lines/x", "", 404, "planning.no_line"},
		{"no draft", "dean", "DELETE", "/api/admin/planning/drafts/x", "", 404, "planning.no_draft"},
		{"no publication", "dean", "GET", "/api/admin/planning/publications/x", "", 404, "planning.no_publication"},
		{"no publication", "dean", "POST", "/api/admin/planning/publications/x/withdraw", "", 404, "planning.no_publication"},
		{"nobody's timetable", "dean", "GET", "/api/admin/planning/view?by=room&id=x", "", 404, "planning.no_object"},
		{"a long view", "dean", "GET", "/api/admin/planning/view?by=group&id=" + class.Group +
			"&from=2026-01-01&to=2026-02-01", "", 400, "planning.too_long"},
		{"no term", "dean", "GET", "/api/admin/planning/drafts?term=x", "", 404, "timetable.no_term"},
		{
			"half a time", "dean", "POST", "/api/admin/planning/check",
			`{"change":{"action":"move","group":"x","class":"y","starts":"08:00"}}`, 400, "timetable.hours_half",
		},
	})
	done := post[timetableapi.WirePublished](s.school, "dean", own+"/publish",
		fmt.Sprintf(`{"version":%d,"note":"sorry"}`, draft.Version))
	if done.Told != checked.Told.Students {
		t.Errorf("%+v, want %d told", done, checked.Told.Students)
	}
	if lines := get[timetableapi.WirePublishedLines](s.school,
		"vice", "/api/admin/planning/publications/"+done.Publication).Lines; len(lines) != 1 || lines[0].Class != class.ID ||
		lines[0].Was.Day != class.Place.Day || lines[0].To != nil || lines[0].Course == "" {
		t.Errorf("what was published: %+v", lines)
	}
	if got := of("vice"); got.State != "cancelled" || got.Note != "flu" {
		t.Errorf("published: %+v", got)
	}
	if got := s.as("vice").send("POST", "/api/admin/planning/publications/"+done.Publication+"/withdraw",
		""); got.status != http.StatusOK { // any registrar may withdraw a publication
		t.Error(got.status, got.body)
	}
	if got := of("vice"); got.State != "held" {
		t.Errorf("withdrawn: %+v", got)
	}
	if list := get[[]timetableapi.WirePublication](s.school, "dean", "/api/admin/planning/publications"); len(list) != 1 ||
		list[0].Withdrawn.IsZero() || list[0].Note != "sorry" || list[0].By.Name == "" {
		t.Errorf("%+v", list)
	}
	rooms := get[[]timetableapi.WirePlanRoomAt](s.school,
		"dean", fmt.Sprintf("/api/admin/planning/rooms-at?day=%s&firstPeriod=%d&lastPeriod=%d&group=%s", class.Place.Day,
			class.Place.FirstPeriod, class.Place.LastPeriod, class.Group))
	taken := false
	for _, r := range rooms {
		taken = taken || r.ID == class.Place.Room && r.State == "taken" && r.By != nil && r.By.Class == class.ID
	}
	if !taken {
		t.Errorf("%+v", rooms)
	}
	for _, by := range []string{"group", "course", "teacher", "room", "class", "student"} {
		list := get[[]planning.Option](s.school, "dean", "/api/admin/planning/options?by="+by)
		if len(list) == 0 || len(list) > 50 {
			t.Fatalf("%d options of %s", len(list), by)
		}
		if v := get[timetableapi.WirePlan](s.school, "dean",
			"/api/admin/planning/view?by="+by+"&id="+list[0].ID); v.Title.Name == "" {
			t.Errorf("%s: %+v", by, v.Title)
		}
	}
	day := get[timetableapi.WirePlan](s.school, "dean",
		"/api/admin/planning/view?by=rooms&from="+class.Place.Day+"&to="+class.Place.Day)
	if len(day.Rooms) != len(rooms) || len(day.Classes) == 0 {
		t.Errorf("a day of all rooms: %d rooms, %d classes", len(day.Rooms), len(day.Classes))
	}
}
