package api

import (
	"bytes"
	"fmt"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"lectern/internal/http/api/rosterapi"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster"
)

const draftsPath = "/api/admin/import-drafts"

// sendSheet uploads a spreadsheet as a browser does.
func (s *school) sendSheet(as, query string, content []byte) answered {
	s.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "sheet.csv")
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := part.Write(content); err != nil {
		s.t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		s.t.Fatal(err)
	}
	return s.as(as).send("POST", draftsPath+query, body.String(), "Content-Type", form.FormDataContentType())
}

func (s *school) uploadSheet(as, content string) rosterapi.WireDraft {
	s.t.Helper()
	made := data[[]rosterapi.WireDraft](s.t, s.sendSheet(as, "", []byte(content)))
	if len(made) != 1 {
		s.t.Fatalf("%d drafts", len(made))
	}
	return made[0]
}

// imported returns an unchanged import.
func (s *matrixSchool) imported() string {
	s.t.Helper()
	path := filepath.Join(s.t.TempDir(), "sheet.csv")
	if err := os.WriteFile(path, fmt.Appendf(nil, "专业代码,专业名称\nM%d,甲\n", s.made), 0o600); err != nil {
		s.t.Fatal(err)
	}
	file, err := roster.OpenFile(path)
	if err != nil {
		s.t.Fatal(err)
	}
	defer file.Close()
	report, err := s.deps.Imports.Import(s.t.Context(), access.System(),
		roster.Job{Kind: roster.Programmes, Name: "sheet.csv", File: file})
	if err != nil || !report.Applied {
		s.t.Fatalf("%+v, %v", report, err)
	}
	return report.ID
}

// taughtHeader returns the id of a header mapping that the dean added in this school.
func (s *school) taughtHeader() string {
	s.t.Helper()
	header := fmt.Sprintf("header%d", time.Now().UnixNano())
	draft := s.uploadSheet("dean", "学号,姓名,"+header+"\n1,甲,x\n")
	got := s.as("dean").send("PATCH", draftsPath+"/"+draft.ID,
		`{"kind":"students","columns":[{"column":2,"field":"phone"}],"remember":true}`)
	if got.status != http.StatusOK {
		s.t.Fatalf("%d %s", got.status, got.body)
	}
	for _, one := range get[[]rosterapi.WireHeaderMapping](s, "dean", mappingsPath) {
		if one.AnyFile && one.Headers[0].Header == header {
			return one.ID
		}
	}
	s.t.Fatal("what was taught is not listed")
	return ""
}

const mappingsPath = "/api/admin/import-mappings"

// Header mappings are visible to all registrars, and can be removed and restored.
func testImportMappings(t *testing.T, s *school) {
	id := s.taughtHeader()
	find := func() *rosterapi.WireHeaderMapping {
		for _, one := range get[[]rosterapi.WireHeaderMapping](s, "dean", mappingsPath) {
			if one.ID == id {
				return &one
			}
		}
		return nil
	}
	if one := find(); one == nil || one.Kind != "students" || one.AccountName == "" || one.At == 0 ||
		one.Headers[0].Title == nil || *one.Headers[0].Title != "Phone" {
		t.Fatalf("%+v", one)
	}
	at := mappingsPath + "/" + id
	s.try(t, []request{
		{"one that is not there", "dean", "DELETE", mappingsPath + "/x", "", 404, "roster.no_mapping"},
		{"bring back one that is not there", "dean", "POST", mappingsPath + "/x/restore", "", 404, "roster.no_mapping"},
		{"a student", "lin", "DELETE", at, "", 403, "access.forbidden"},
		{"remove", "dean", "DELETE", at, "", 200, ""},
		{"remove again", "dean", "DELETE", at, "", 404, "roster.no_mapping"},
	})
	if find() != nil {
		t.Error("it is still listed")
	}
	s.try(t, []request{{"bring it back", "dean", "POST", at + "/restore", "", 200, ""}})
	if find() == nil {
		t.Error("it did not come back")
	}
}

// doImports runs the queued import jobs.
func (s *school) doImports() {
	s.t.Helper()
	queue, handlers := job.New(s.db, time.Now), s.deps.Imports.Handlers()
	for {
		run, err := queue.Claim(s.t.Context(), "test", time.Minute, "roster.preview", "roster.apply",
			"roster.undo_preview", "roster.undo")
		if err != nil {
			s.t.Fatal(err)
		}
		if run == nil {
			return
		}
		if err := handlers[run.Kind](s.t.Context(), run); err != nil {
			s.t.Fatal(err)
		}
		// a second time is refused
		_ = s.db.Write(s.t.Context(), func(q sqldb.Querier) error { return run.Complete(s.t.Context(), q) })
	}
}

// A registrar imports a sheet, from upload to undo, in both languages.
func testImportDrafts(t *testing.T, s *school) {
	draft := s.uploadSheet("dean", "学号,姓名,手机号\nW1,甲,13911110001\nW2,,\n")
	if draft.Kind == nil || *draft.Kind != "students" || draft.State != "columns" ||
		!strings.Contains(draft.KindReason, "line 1") {
		t.Fatalf("%+v", draft)
	}
	at := draftsPath + "/" + draft.ID
	s.try(t, []request{
		{"a kind that is none", "dean", "PATCH", at, `{"kind":"x"}`, 400, "request.field_value"},
		{"a field that is none", "dean", "PATCH", at, `{"columns":[{"column":0,"field":"x"}]}`, 400, "roster.unknown_field"},
		{"a sheet that is not there", "dean", "POST", at + "/copy", `{"sheet":"x"}`, 404, "roster.no_sheet"},
		{"a draft that is not there", "dean", "GET", draftsPath + "/x", "", 404, "roster.no_draft"},
		{"rows of one that is not there", "dean", "GET", draftsPath + "/x/rows", "", 404, "roster.no_draft"},
		{
			"apply too early", "dean", "POST", at + "/apply",
			`{"fingerprint":"x","goodRows":true,"confirm":{}}`, 409, "roster.no_preview",
		},
		{"an import that is not there", "dean", "GET", "/api/admin/imports/x", "", 404, "roster.no_import"},
		{"undo nothing", "dean", "POST", "/api/admin/imports/x/undo", "", 404, "roster.no_import"},
		{"preview to undo nothing", "dean", "POST", "/api/admin/imports/x/undo-preview", "", 404, "roster.no_import"},
	})
	if got := s.sendSheet("dean", "?kind=x", nil); got.status != http.StatusBadRequest ||
		!strings.Contains(got.body, "roster.unknown_kind") {
		t.Errorf("%d %s", got.status, got.body)
	}
	if got := s.sendSheet("dean", "", []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")); got.status != http.StatusBadRequest ||
		!strings.Contains(got.body, "roster.old_excel") {
		t.Errorf("%d %s", got.status, got.body)
	}
	post[rosterapi.WireDraft](s, "dean", at+"/preview", "")
	s.doImports()
	draft = get[rosterapi.WireDraft](s, "dean", at)
	if draft.State != "ready" || draft.Preview == nil || draft.Preview.Created != 1 || draft.Preview.Refused != 1 {
		t.Fatalf("%s %+v", draft.State, draft.Preview)
	}
	rows := get[rosterapi.WireDraftRows](s, "dean", at+"/rows?effect=refused")
	if rows.Total != 1 || rows.Rows[0].Problems[0].Code != "roster.required" || rows.Rows[0].Problems[0].Text == "" ||
		*rows.Rows[0].Problems[0].Column != 1 {
		t.Errorf("%+v", rows)
	}
	if got := s.as("dean").send("GET", at+"/refused", ""); got.status != http.StatusOK ||
		!strings.HasPrefix(got.body, "PK") {
		t.Errorf("%d", got.status)
	}
	s.try(t, []request{
		{
			"refused rows", "dean", "POST", at + "/apply",
			`{"fingerprint":"` + draft.Preview.Fingerprint + `","goodRows":false,"confirm":{}}`, 400, "roster.refused_rows",
		},
		{
			"another fingerprint", "dean", "POST", at + "/apply",
			`{"fingerprint":"x","goodRows":true,"confirm":{}}`, 409, "roster.stale",
		},
	})
	post[rosterapi.WireDraft](s, "dean", at+"/apply",
		`{"fingerprint":"`+draft.Preview.Fingerprint+`","goodRows":true,"confirm":{}}`)
	s.doImports()
	if draft = get[rosterapi.WireDraft](s, "dean", at); draft.State != "applied" || draft.ImportID == nil {
		t.Fatalf("%+v", draft)
	}
	past := "/api/admin/imports/" + *draft.ImportID
	detail := get[rosterapi.WireImportDetail](s, "dean", past)
	if detail.Source != "browser" || detail.AccountName == "" || detail.Created != 1 || len(detail.Problems) != 1 {
		t.Errorf("%+v", detail)
	}
	if list := get[rosterapi.WireImportPage](s, "dean", "/api/admin/imports?size=1"); len(list.Imports) != 1 ||
		list.Imports[0].ID != *draft.ImportID {
		t.Errorf("%+v", list)
	}
	if undo := get[rosterapi.WireImportDetail](s, "dean", past).Undo; undo.State != "none" || undo.Preview != nil {
		t.Errorf("%+v", undo)
	}
	if undo := post[rosterapi.WireUndo](s, "dean", past+"/undo-preview", ""); undo.State != "previewing" {
		t.Errorf("%+v", undo)
	}
	s.doImports()
	if undo := get[rosterapi.WireImportDetail](s, "dean", past).Undo; undo.State != "ready" || undo.Preview == nil ||
		len(undo.Preview.Conflicts) != 0 || len(undo.Preview.Objects) != 2 {
		t.Errorf("%+v", undo)
	}
	if undo := post[rosterapi.WireUndo](s, "dean", past+"/undo", ""); undo.State != "undoing" {
		t.Errorf("%+v", undo)
	}
	s.try(t, []request{
		{"undo what is being undone", "dean", "POST", past + "/undo", "", 409, "roster.undoing"},
		{"preview of what is being undone", "dean", "POST", past + "/undo-preview", "", 409, "roster.undoing"},
	})
	s.doImports()
	if undone := get[rosterapi.WireImportDetail](s, "dean", past); undone.UndoneAt == nil || undone.UndoneBy == nil ||
		get[rosterapi.WireImportDetail](s, "dean", past).Undo.State != "undone" {
		t.Errorf("%+v", undone)
	}
	s.try(t, []request{{"undo twice", "dean", "POST", past + "/undo", "", 409, "roster.undone_already"}})
	if done := get[[]rosterapi.WireImportKind](s, "dean", "/api/admin/import-kinds"); len(done) != 12 ||
		!done[5].Done || done[5].Title == "" {
		t.Errorf("%+v", done)
	}
}

// Sheets with the same headers are read together until staff choose one; a row has its sheet and line.
func testDraftOfSeveralSheets(t *testing.T, s *school) {
	book := excelize.NewFile()
	for i, name := range []string{"Sheet1", "B"} {
		if _, err := book.NewSheet(name); err != nil {
			t.Fatal(err)
		}
		for j, cells := range [][]any{{"学号", "姓名"}, {fmt.Sprintf("V%d", i), "甲"}} {
			if err := book.SetSheetRow(name, fmt.Sprintf("A%d", j+1), &cells); err != nil {
				t.Fatal(err)
			}
		}
	}
	content, err := book.WriteToBuffer()
	if err != nil {
		t.Fatal(err)
	}
	draft := s.uploadSheet("dean", content.String())
	last := draft.Columns[len(draft.Columns)-1]
	if !draft.AllSheets || strings.Join(draft.Alike, " ") != "Sheet1 B" || !last.SheetName || last.Field != "" {
		t.Fatalf("%+v", draft)
	}
	at := draftsPath + "/" + draft.ID
	post[rosterapi.WireDraft](s, "dean", at+"/preview", "")
	s.doImports()
	rows := get[rosterapi.WireDraftRows](s, "dean", at+"/rows").Rows
	if len(rows) != 2 || rows[0].Place != "Sheet1!2" || rows[1].Place != "B!2" || rows[0].Line == rows[1].Line {
		t.Errorf("%+v", rows)
	}
	alone := data[rosterapi.WireDraft](t, s.as("dean").send("PATCH", at, `{"sheet":"B","allSheets":false}`))
	if alone.AllSheets || alone.Sheet != "B" || len(alone.Alike) != 2 {
		t.Errorf("%+v", alone)
	}
}
