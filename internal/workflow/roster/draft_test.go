package roster_test

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/roster"
	"lectern/internal/workflow/roster/sheet"
)

var registrar = access.Actor{Account: "registrar", Role: access.Staff, Scope: access.Registrar}

// A desk is a college whose registrar uses the browser.
type desk struct {
	*college
	jobs *job.Queue
}

func eachDesk(t *testing.T, fn func(t *testing.T, d *desk), with ...policy) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, database *sqldb.DB) { fn(t, newDesk(t, database, with...)) })
}

func newDesk(t *testing.T, database *sqldb.DB, with ...policy) *desk {
	t.Helper()
	c := open(t, database, with...)
	blobs, err := blob.OpenLocal(t.TempDir(), time.Hour, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	d := &desk{college: c, jobs: job.New(database, time.Now)}
	c.services.Blobs, c.services.Keys, c.services.Jobs = blobs, keyring.Generate(), d.jobs
	c.service = roster.New(c.services)
	return d
}

// must returns value and fails the test on an error.
func must[T any](t *testing.T, value T, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func (d *desk) upload(content string) roster.Draft {
	d.t.Helper()
	made, err := d.service.CreateDrafts(d.t.Context(), registrar, "sheet.csv",
		strings.NewReader(content), roster.DraftChange{})
	return must(d.t, made, err)[0]
}

// work runs the waiting jobs, as the server does.
func (d *desk) work() {
	d.t.Helper()
	handlers := d.service.Handlers()
	for {
		run := must1(d.jobs.Claim(d.t.Context(), "test", time.Minute, "roster.preview", "roster.apply",
			"roster.undo_preview", "roster.undo"))(d.t)
		if run == nil {
			return
		}
		if err := handlers[run.Kind](d.t.Context(), run); err != nil {
			d.t.Fatalf("%s: %v", run.Kind, err)
		}
		// A second completion is rejected.
		_ = d.database.Write(d.t.Context(), func(q sqldb.Querier) error { return run.Complete(d.t.Context(), q) })
	}
}

func must1[T any](value T, err error) func(*testing.T) T {
	return func(t *testing.T) T { t.Helper(); return must(t, value, err) }
}

// ready uploads a sheet and previews it.
func (d *desk) ready(content string) roster.Draft {
	d.t.Helper()
	made := d.upload(content)
	must1(d.service.PreviewDraft(d.t.Context(), registrar, made.ID))(d.t)
	return d.after(made.ID)
}

func (d *desk) after(draft string) roster.Draft {
	d.t.Helper()
	d.work()
	return must1(d.service.Draft(d.t.Context(), registrar, draft))(d.t)
}

func (d *desk) apply(draft roster.Draft, how roster.Apply) (roster.Draft, error) {
	d.t.Helper()
	if how.Fingerprint == "" && draft.Preview != nil {
		how.Fingerprint = draft.Preview.Fingerprint
	}
	if _, err := d.service.ApplyDraft(d.t.Context(), registrar, draft.ID, how); err != nil {
		return roster.Draft{}, err
	}
	return d.after(draft.ID), nil
}

func (d *desk) rows(draft string, f roster.RowFilter) []roster.DraftRow {
	d.t.Helper()
	f.Size = 500
	_, page, err := d.service.DraftRows(d.t.Context(), registrar, draft, f)
	return must(d.t, page, err).Rows
}

// lines formats rows for comparison.
func lines(rows []roster.DraftRow) string {
	var b strings.Builder
	for _, r := range rows {
		fmt.Fprintf(&b, "%d %s %s", r.Line, r.Effect, r.Name)
		for _, c := range r.Changes {
			fmt.Fprintf(&b, " %s: %s→%s", c.Field, c.Before, c.After)
		}
		for _, p := range r.Problems {
			fmt.Fprintf(&b, " %s %s", p.Field, p.Code)
		}
		if r.Differs {
			b.WriteString(" (differs)")
		}
		b.WriteString("\n")
	}
	return b.String()
}

func wantCode(t *testing.T, err error, code string) {
	t.Helper()
	if fault.Code(err) != code {
		t.Errorf("got %v, want %s", err, code)
	}
}

func TestDraftFromUploadToUndo(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp().teach()
		before := tables(t, d.database)
		draft := d.upload(
			"学号,姓名,手机号,班级,校区\n202501001,林晓雨,13800000009,市营2501,滨湖校区\n202501003,王芳,13800000003,市营2502,北校区\nX,,,,\n")
		if draft.Kind != roster.Students || draft.State != roster.DraftColumns || draft.HeaderLine != 1 ||
			len(draft.Missing) != 0 || draft.Format != "CSV" {
			t.Fatalf("%+v", draft)
		}
		if how := draft.Columns[0].How + " " + draft.Columns[0].Field; how != "known number" {
			t.Error(how)
		}
		wantCode(t, must2(d.apply(draft, roster.Apply{Fingerprint: "x"})), "roster.no_preview")
		must1(d.service.PreviewDraft(t.Context(), registrar, draft.ID))(t)
		draft = d.after(draft.ID)
		if draft.State != roster.DraftReady || tables(t, d.database) != before {
			t.Fatalf("%s, %+v", draft.State, draft.Problem)
		}
		want := `2 changed 林晓雨 202501001 campus: 北校区→滨湖校区 phone: 13800000001→13800000009
3 created 王芳 202501003
4 refused X name roster.required
0 gone 陈浩然 202501002 市营2501
`
		if diff := cmp.Diff(want, lines(d.rows(draft.ID, roster.RowFilter{}))); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff("2 changed",
			strings.Join(strings.Fields(lines(d.rows(draft.ID, roster.RowFilter{Field: "phone"})))[:2], " ")); diff != "" {
			t.Error(diff)
		}
		if rows := d.rows(draft.ID, roster.RowFilter{Reason: "roster.required"}); len(rows) != 1 || rows[0].Line != 4 {
			t.Errorf("%+v", rows)
		}
		if rows := d.rows(draft.ID, roster.RowFilter{Search: "王芳"}); len(rows) != 1 || rows[0].Line != 3 {
			t.Errorf("%+v", rows)
		}
		told := []roster.Affected{{What: "accounts", Count: 1}, {What: "codes", Count: 1}, {What: "phones", Count: 1}}
		if diff := cmp.Diff(told, draft.Preview.Affected); diff != "" {
			t.Error(diff)
		}
		wantCode(t, must2(d.apply(draft, roster.Apply{})), "roster.refused_rows")
		applied := must1(d.apply(draft, roster.Apply{GoodRows: true}))(t)
		if applied.State != roster.DraftApplied || applied.Import == "" || tables(t, d.database) == before {
			t.Fatalf("%+v", applied)
		}
		wantCode(t, must2(d.apply(draft, roster.Apply{GoodRows: true})), "roster.draft_applied")
		past := must1(d.service.Past(t.Context(), registrar, applied.Import))(t)
		if past.Source != roster.FromBrowser || past.Account != "registrar" || past.Created != 1 || past.Changed != 1 ||
			past.Refused != 1 || len(past.Problems) != 1 {
			t.Errorf("%+v", past)
		}
		d.testUndo(applied.Import)
		if after := tables(t, d.database); after != before {
			t.Error(cmp.Diff(before, after))
		}
	})
}

func must2[T any](_ T, err error) error { return err }

func (d *desk) testUndo(imported string) {
	t := d.t
	t.Helper()
	preview := must1(d.service.PreviewUndo(t.Context(), registrar, imported))(t)
	want := []roster.UndoCount{{Thing: "account", Created: 1, Changed: 1}, {Thing: "student", Created: 1, Changed: 1}}
	if diff := cmp.Diff(want, preview.Objects); diff != "" || len(preview.Conflicts) > 0 {
		t.Error(diff, preview.Conflicts)
	}
	must1(d.service.Undo(t.Context(), registrar, imported))(t)
	list, _, err := d.service.History(t.Context(), registrar, roster.HistoryFilter{State: "undone"}, "", 1)
	if err != nil || len(list) != 1 || list[0].ID != imported || list[0].Undone.IsZero() ||
		list[0].UndoneBy != "registrar" {
		t.Errorf("%+v, %v", list, err)
	}
	wantCode(t, must2(d.service.PreviewUndo(t.Context(), registrar, imported)), "roster.undone_already")
}

// Changes made by others since the preview aren't overwritten.
func TestDraftIsStale(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp().teach()
		draft := d.ready("学号,姓名,班级\n202501001,林晓雨,市营2502\n202501002,陈浩然,市营2502\n")
		d.good(roster.Students, "学号,姓名,班级\n202501001,林晓雨,市营2503\n")
		before := tables(t, d.database)
		after := must1(d.apply(draft, roster.Apply{}))(t)
		if after.State != roster.DraftReady || after.Problem == nil || after.Problem.Code != "roster.stale" ||
			!after.Preview.Stale || tables(t, d.database) != before {
			t.Fatalf("%+v", after)
		}
		want := "2 changed 林晓雨 202501001 class: 市营2503→市营2502 (differs)\n3 changed 陈浩然 202501002 class: 市营2501→市营2502\n"
		if diff := cmp.Diff(want, lines(d.rows(draft.ID, roster.RowFilter{}))); diff != "" {
			t.Error(diff)
		}
		wantCode(t, must2(d.apply(draft, roster.Apply{})), "roster.stale") // the old fingerprint
		if done := must1(d.apply(after, roster.Apply{}))(t); done.State != roster.DraftApplied {
			t.Errorf("%+v", done.Problem)
		}
	})
}

func TestDraftEdits(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp()
		draft := d.ready("学号,姓名,校区\n1,甲,北校区\n2,,北校区\n3,丙,月球\n")
		if draft.Preview.Refused != 2 {
			t.Fatalf("%+v", draft.Preview)
		}
		sheetOf := refusedSheet(t, d, draft.ID)
		if diff := cmp.Diff([][]string{{"学号", "姓名", "校区", "Reasons"}, {"2", "", "北校区"}, {"3", "丙", "月球"}},
			cut(sheetOf, 3)); diff != "" {
			t.Error(diff)
		}
		if rows := d.rows(draft.ID, roster.RowFilter{Reason: "timetable.unknown_campus"}); len(rows) != 1 ||
			rows[0].Line != 4 {
			t.Errorf("%+v", rows)
		}
		value := "乙"
		_, err := d.service.EditRows(t.Context(), registrar, draft.ID, []roster.Edit{{Line: 3, Column: 1, Value: &value}},
			[]roster.SkipRow{{Line: 4, Skip: true}})
		if err != nil {
			t.Fatal(err)
		}
		wantCode(t, must2(d.apply(draft, roster.Apply{})), "roster.no_preview")
		draft = d.after(draft.ID)
		want := "2 created 甲 1\n3 created 乙 2\n4 leftOut 丙 3\n"
		rows := d.rows(draft.ID, roster.RowFilter{})
		if diff := cmp.Diff(want, lines(rows)); diff != "" ||
			!slices.Equal(rows[1].Edited, []int{1}) || rows[2].SkipReason == nil {
			t.Error(diff, rows)
		}
		if _, err := d.service.EditRows(t.Context(), registrar, draft.ID, []roster.Edit{{Line: 3, Column: 1}},
			[]roster.SkipRow{{Line: 4}}); err != nil {
			t.Fatal(err)
		}
		if draft = d.after(draft.ID); draft.Preview.Refused != 2 {
			t.Errorf("%+v", draft.Preview)
		}
		_, err = d.service.EditRows(t.Context(), registrar, draft.ID, []roster.Edit{{Line: 3, Column: 9, Value: &value}}, nil)
		wantCode(t, err, "roster.unknown_column")
	})
}

// A name one letter away from an existing one is suggested.
func TestSuggestions(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp()
		draft := d.ready("学号,姓名,校区,专业\n1,甲,北校,市场营消\n2,乙,月球,MKT\n")
		var found []string
		for _, row := range d.rows(draft.ID, roster.RowFilter{}) {
			for _, p := range row.Problems {
				found = append(found, p.Field+" "+p.Suggestion)
			}
		}
		if diff := cmp.Diff([]string{"campus 北校区", "programme 市场营销", "campus "}, found); diff != "" {
			t.Error(diff)
		}
	})
}

func refusedSheet(t *testing.T, d *desk, draft string) [][]string {
	t.Helper()
	var raw bytes.Buffer
	out := sheet.NewXLSX(&raw)
	for cells, err := range d.service.RefusedRows(t.Context(), registrar, draft, locale.English) {
		if err != nil {
			t.Fatal(err)
		}
		if err := out.Write(cells...); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	in := must1(sheet.Open(file(t, "refused.xlsx", raw.Bytes())))(t)
	defer in.Close()
	var rows [][]string
	for {
		row, err := in.Next()
		if err != nil {
			return rows
		}
		rows = append(rows, row.Cells)
	}
}

// cut removes the reasons of the rows.
func cut(rows [][]string, columns int) [][]string {
	for i := range rows[1:] {
		rows[i+1] = rows[i+1][:columns]
	}
	return rows
}

func TestDraftFileIsSealed(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp()
		const text = "学号,姓名,身份证号\n1,甲,110101199003074610\n"
		draft := d.upload(text)
		if draft.Size != int64(len(text)) {
			t.Errorf("its size is %d", draft.Size)
		}
		var key string
		if err := d.database.Reader().QueryRowContext(t.Context(), `SELECT blob FROM import_draft WHERE id = $1`,
			draft.ID).Scan(&key); err != nil {
			t.Fatal(err)
		}
		file, _, err := d.service.Blobs.Open(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if stored, err := io.ReadAll(file); err != nil || bytes.Contains(stored, []byte("110101199003074610")) {
			t.Errorf("the store holds a national ID, %v", err)
		}
	})
}
