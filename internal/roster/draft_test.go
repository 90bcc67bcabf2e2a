package roster_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/access"
	"lectern/internal/account"
	"lectern/internal/blob"
	"lectern/internal/course"
	"lectern/internal/dbtest"
	"lectern/internal/fault"
	"lectern/internal/job"
	"lectern/internal/keyring"
	"lectern/internal/locale"
	"lectern/internal/roster"
	"lectern/internal/roster/sheet"
	"lectern/internal/sqldb"
)

var registrar = access.Actor{Account: "registrar", Role: access.Staff, Scope: access.Registrar}

// A desk is a college whose registrar works in the browser.
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

// must returns what has to work.
func must[T any](t *testing.T, value T, err error) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return value
}

func (d *desk) upload(content string) roster.Draft {
	d.t.Helper()
	made, err := d.service.CreateDrafts(d.t.Context(), registrar, "sheet.csv", strings.NewReader(content), roster.DraftChange{})
	return must(d.t, made, err)[0]
}

// work does the jobs that wait, as the server does.
func (d *desk) work() {
	d.t.Helper()
	handlers := d.service.Handlers()
	for {
		run := must1(d.jobs.Claim(d.t.Context(), "test", time.Minute, "roster.preview", "roster.apply"))(d.t)
		if run == nil {
			return
		}
		if err := handlers[run.Kind](d.t.Context(), run); err != nil {
			d.t.Fatalf("%s: %v", run.Kind, err)
		}
		_ = d.database.Write(d.t.Context(), func(q sqldb.Querier) error { return run.Complete(d.t.Context(), q) }) // a second time is refused
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

// lines writes rows as a person would.
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
		draft := d.upload("学号,姓名,手机号,班级,校区\n202501001,林晓雨,13800000009,市营2501,滨湖校区\n202501003,王芳,13800000003,市营2502,北校区\nX,,,,\n")
		if draft.Kind != roster.Students || draft.State != roster.DraftColumns || draft.HeaderLine != 1 || len(draft.Missing) != 0 || draft.Format != "CSV" {
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
		if diff := cmp.Diff("2 changed", strings.Join(strings.Fields(lines(d.rows(draft.ID, roster.RowFilter{Field: "phone"})))[:2], " ")); diff != "" {
			t.Error(diff)
		}
		if rows := d.rows(draft.ID, roster.RowFilter{Reason: "roster.required"}); len(rows) != 1 || rows[0].Line != 4 {
			t.Errorf("%+v", rows)
		}
		if rows := d.rows(draft.ID, roster.RowFilter{Search: "王芳"}); len(rows) != 1 || rows[0].Line != 3 {
			t.Errorf("%+v", rows)
		}
		told := []roster.Told{{What: "accounts", Count: 1}, {What: "codes", Count: 1}, {What: "phones", Count: 1}}
		if diff := cmp.Diff(told, draft.Preview.Told); diff != "" {
			t.Error(diff)
		}
		wantCode(t, must2(d.apply(draft, roster.Apply{})), "roster.refused_rows")
		applied := must1(d.apply(draft, roster.Apply{GoodRows: true}))(t)
		if applied.State != roster.DraftApplied || applied.Import == "" || tables(t, d.database) == before {
			t.Fatalf("%+v", applied)
		}
		wantCode(t, must2(d.apply(draft, roster.Apply{GoodRows: true})), "roster.draft_applied")
		past := must1(d.service.Past(t.Context(), registrar, applied.Import))(t)
		if past.Source != roster.FromBrowser || past.Account != "registrar" || past.Created != 1 || past.Changed != 1 || past.Refused != 1 || len(past.Problems) != 1 {
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
	list, _, err := d.service.History(t.Context(), registrar, "", 1)
	if err != nil || len(list) != 1 || list[0].ID != imported || list[0].Undone.IsZero() || list[0].UndoneBy != "registrar" {
		t.Errorf("%+v, %v", list, err)
	}
	wantCode(t, must2(d.service.PreviewUndo(t.Context(), registrar, imported)), "roster.undone_already")
}

// What somebody else has changed since the preview is not overwritten unseen.
func TestDraftIsStale(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp().teach()
		draft := d.ready("学号,姓名,班级\n202501001,林晓雨,市营2502\n202501002,陈浩然,市营2502\n")
		d.good(roster.Students, "学号,姓名,班级\n202501001,林晓雨,市营2503\n")
		before := tables(t, d.database)
		after := must1(d.apply(draft, roster.Apply{}))(t)
		if after.State != roster.DraftReady || after.Problem == nil || after.Problem.Code != "roster.stale" || !after.Preview.Stale || tables(t, d.database) != before {
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

// A column of names that has slipped by one row gives nearly everybody another name.
func TestBrakeOnNames(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp()
		const count = 300
		name := func(i int) string { return string([]rune{'张' + rune(i%17), rune(0x4e00 + i*7)}) }
		write := func(shift int) string {
			var b strings.Builder
			b.WriteString("学号,姓名,班级\n")
			for i := range count {
				fmt.Fprintf(&b, "2025%05d,%s,市营2501\n", i, name(max(i-shift, 0)))
			}
			return b.String()
		}
		d.good(roster.Students, write(0))
		draft := d.ready(write(1))
		want := []roster.Brake{{Field: "name", Changed: 299, Of: 300, Percent: 99, Cause: draft.Preview.Brakes[0].Cause}}
		if diff := cmp.Diff(want, draft.Preview.Brakes); diff != "" {
			t.Error(diff)
		}
		if cause := want[0].Cause; cause == nil || cause.Code != "roster.brake_shifted" || !strings.Contains(cause.Text(locale.English), "one row") {
			t.Errorf("%+v", cause)
		}
		for _, wrong := range []map[string]int{nil, {"name": 300}, {"phone": 299}} {
			_, err := d.apply(draft, roster.Apply{Confirm: wrong})
			wantCode(t, err, "roster.confirm")
		}
		if done := must1(d.apply(draft, roster.Apply{Confirm: map[string]int{"name": 299}}))(t); done.State != roster.DraftApplied {
			t.Errorf("%+v", done)
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
		if diff := cmp.Diff([][]string{{"学号", "姓名", "校区", "Reasons"}, {"2", "", "北校区"}, {"3", "丙", "月球"}}, cut(sheetOf, 3)); diff != "" {
			t.Error(diff)
		}
		if rows := d.rows(draft.ID, roster.RowFilter{Reason: "timetable.unknown_campus"}); len(rows) != 1 || rows[0].Line != 4 {
			t.Errorf("%+v", rows)
		}
		value := "乙"
		_, err := d.service.EditRows(t.Context(), registrar, draft.ID, []roster.Edit{{Line: 3, Column: 1, Value: &value}}, []roster.LeaveOut{{Line: 4, LeftOut: true}})
		if err != nil {
			t.Fatal(err)
		}
		wantCode(t, must2(d.apply(draft, roster.Apply{})), "roster.no_preview")
		draft = d.after(draft.ID)
		want := "2 created 甲 1\n3 created 乙 2\n4 leftOut 丙 3\n"
		rows := d.rows(draft.ID, roster.RowFilter{})
		if diff := cmp.Diff(want, lines(rows)); diff != "" || !slices.Equal(rows[1].Edited, []int{1}) || rows[2].LeftOutWhy == nil {
			t.Error(diff, rows)
		}
		if _, err := d.service.EditRows(t.Context(), registrar, draft.ID, []roster.Edit{{Line: 3, Column: 1}}, []roster.LeaveOut{{Line: 4}}); err != nil {
			t.Fatal(err)
		}
		if draft = d.after(draft.ID); draft.Preview.Refused != 2 {
			t.Errorf("%+v", draft.Preview)
		}
		_, err = d.service.EditRows(t.Context(), registrar, draft.ID, []roster.Edit{{Line: 3, Column: 9, Value: &value}}, nil)
		wantCode(t, err, "roster.unknown_column")
	})
}

// A name that is a letter away from one of the college's is suggested.
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

// cut leaves the reasons of the rows out.
func cut(rows [][]string, columns int) [][]string {
	for i := range rows[1:] {
		rows[i+1] = rows[i+1][:columns]
	}
	return rows
}

// Who is not in a complete list of enrolments is dropped and told; more than a tenth must be confirmed.
func TestDraftOfCompleteEnrolments(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp().teach()
		var told []course.Moved
		d.services.Courses.OnEnrolment(func(_ context.Context, _ sqldb.Querier, _ access.Actor, what course.Moved) error {
			told = append(told, what)
			return nil
		})
		draft := d.ready("教学班编号,学号,姓名\nMKT201-1,202501001,林晓雨\n")
		if p := draft.Preview; p.Gone != 1 || p.Removed != 0 {
			t.Fatalf("%+v", p)
		}
		yes := true
		must1(d.service.ChangeDraft(t.Context(), registrar, draft.ID, roster.DraftChange{Complete: &yes}))(t)
		must1(d.service.PreviewDraft(t.Context(), registrar, draft.ID))(t)
		draft = d.after(draft.ID)
		if p := draft.Preview; p.Gone != 1 || p.Removed != 1 || len(p.Brakes) != 0 {
			t.Fatalf("%+v", p)
		}
		told = nil // by the previews, which were rolled back
		done := must1(d.apply(draft, roster.Apply{}))(t)
		if done.State != roster.DraftApplied || len(told) != 1 || told[0].In || told[0].Group.Code != "MKT201-1" {
			t.Errorf("%s %+v", done.State, told)
		}
		if n := dbtest.Count(t, d.database, `SELECT count(*) FROM enrolment WHERE state = 'dropped'`); n != 1 {
			t.Errorf("%d dropped", n)
		}
		must1(d.service.Undo(t.Context(), registrar, done.Import))(t)
		if n := dbtest.Count(t, d.database, `SELECT count(*) FROM enrolment WHERE state = 'confirmed'`); n != 2 {
			t.Errorf("%d confirmed", n)
		}
	})
}

// Dropping more than a tenth of those who are in the groups of a complete list must be confirmed; a group of which a row is refused drops nobody.
func TestBrakeOnDrops(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp().teach()
		var people, all, half strings.Builder
		people.WriteString("学号,姓名\n")
		all.WriteString("教学班编号,学号\n")
		half.WriteString("教学班编号,学号\n")
		for i := range 20 {
			fmt.Fprintf(&people, "E%02d,甲%d\n", i, i)
			fmt.Fprintf(&all, "MKT201-1,E%02d\n", i)
			if i < 10 {
				fmt.Fprintf(&half, "MKT201-1,E%02d\n", i)
			}
		}
		d.good(roster.Students, people.String())
		d.good(roster.Enrolments, all.String())
		yes := true
		preview := func(content string) roster.Draft {
			made := d.upload(content)
			must1(d.service.ChangeDraft(t.Context(), registrar, made.ID, roster.DraftChange{Complete: &yes}))(t)
			must1(d.service.PreviewDraft(t.Context(), registrar, made.ID))(t)
			return d.after(made.ID)
		}
		draft := preview(half.String())
		if diff := cmp.Diff([]roster.Brake{{Field: "state", Changed: 12, Of: 22, Percent: 54}}, draft.Preview.Brakes); diff != "" { // and the two of teach
			t.Fatal(diff)
		}
		_, err := d.apply(draft, roster.Apply{})
		wantCode(t, err, "roster.confirm")
		if text := locale.Text(locale.English, "roster.confirm", fault.All(err)[0].Params); !strings.Contains(text, "Enrolment changes for 12 of 22 people (54 %)") {
			t.Error(text)
		}
		if unsure := preview(half.String() + "MKT201-1,nobody\n"); unsure.Preview.Removed != 0 || unsure.Preview.Gone != 12 || unsure.Preview.Refused != 1 {
			t.Errorf("%+v", unsure.Preview)
		}
		if done := must1(d.apply(draft, roster.Apply{Confirm: map[string]int{"state": 12}}))(t); done.State != roster.DraftApplied {
			t.Errorf("%+v", done.Problem)
		}
	})
}

// First passwords are for whoever applied the import, until they are handed out.
func TestDraftCodes(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp()
		draft := d.ready("学号,姓名,手机号\n1,甲,13800000011\n2,乙,13800000012\n")
		wantCode(t, d.codes(registrar, draft.ID, nil), "roster.no_codes")
		done := must1(d.apply(draft, roster.Apply{}))(t)
		if done.State != roster.DraftApplied {
			t.Fatalf("%+v", done.Problem)
		}
		var rows [][]string
		if err := d.codes(registrar, draft.ID, &rows); err != nil || len(rows) != 3 || rows[1][2] != "13800000011" || len(rows[1][3]) < 6 {
			t.Errorf("%v %v", rows, err)
		}
		code := rows[1][3]
		var stored []byte
		if err := d.database.Reader().QueryRowContext(t.Context(), `SELECT codes FROM import_draft WHERE id = $1`, draft.ID).Scan(&stored); err != nil || bytes.Contains(stored, []byte(code)) {
			t.Errorf("a code is not sealed: %v", err)
		}
		other := registrar
		other.Account = "another"
		wantCode(t, d.codes(other, draft.ID, nil), "roster.codes_of_another")
		wantCode(t, d.service.DeleteCodes(t.Context(), other, draft.ID), "roster.codes_of_another")
		if err := d.service.DeleteCodes(t.Context(), registrar, draft.ID); err != nil {
			t.Error(err)
		}
		wantCode(t, d.codes(registrar, draft.ID, nil), "roster.no_codes")
	}, func(o *account.Options) { o.Policy.FirstPassword = account.KindCode })
}

func (d *desk) codes(who access.Actor, draft string, into *[][]string) error {
	for cells, err := range d.service.Codes(d.t.Context(), who, draft, locale.Chinese) {
		if err != nil {
			return err
		}
		*into = append(*into, cells)
	}
	return nil
}

func TestColumnsAreRemembered(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp()
		const headers = "学号,学员称呼,内部编码\n"
		draft := d.upload(headers + "1,甲,x\n")
		kind := roster.Students
		draft = must1(d.service.ChangeDraft(t.Context(), registrar, draft.ID, roster.DraftChange{Kind: &kind}))(t)
		if diff := cmp.Diff([]string{"name"}, draft.Missing); diff != "" {
			t.Fatal(diff)
		}
		wantCode(t, must2(d.service.PreviewDraft(t.Context(), registrar, draft.ID)), "roster.missing_columns")
		for code, wrong := range map[string]roster.ColumnField{"roster.unknown_field": {Column: 1, Field: "x"}, "roster.unknown_column": {Column: 7, Field: "name"}, "roster.header_twice": {Column: 1, Field: "number"}} {
			_, err := d.service.ChangeDraft(t.Context(), registrar, draft.ID, roster.DraftChange{Columns: []roster.ColumnField{wrong}})
			wantCode(t, err, code)
		}
		draft = must1(d.service.ChangeDraft(t.Context(), registrar, draft.ID, roster.DraftChange{Columns: []roster.ColumnField{{Column: 1, Field: "name"}}, Remember: true}))(t)
		if len(draft.Missing) > 0 || draft.Columns[1].How != roster.ColumnByHand {
			t.Fatalf("%+v", draft.Columns)
		}
		again := d.upload(headers + "2,乙,x\n")
		if again.Kind != roster.Students || again.Columns[1].Field != "name" || again.Columns[1].How != roster.ColumnRemembered || again.Columns[1].Remembered == nil {
			t.Errorf("%s %+v", again.Kind, again.Columns)
		}
		other := d.upload("学员称呼,学号,性别\n丙,3,女\n") // the header alone is enough
		if other.Kind != roster.Students || other.Columns[0].Field != "name" || other.Columns[0].How != roster.ColumnRemembered {
			t.Errorf("%s %+v", other.Kind, other.Columns)
		}
	})
}

// Of a large file the first rows are there at once, and cannot be applied.
func TestDraftSample(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp()
		var b strings.Builder
		b.WriteString("学号,姓名\n")
		for i := range 600 {
			fmt.Fprintf(&b, "S%04d,甲%d\n", i, i)
		}
		draft := d.upload(b.String())
		sample := must1(d.service.PreviewDraft(t.Context(), registrar, draft.ID))(t)
		if sample.State != roster.DraftPreviewing || sample.Preview == nil || !sample.Preview.Sample || sample.Preview.Rows != 200 {
			t.Fatalf("%s %+v", sample.State, sample.Preview)
		}
		_, page, err := d.service.DraftRows(t.Context(), registrar, draft.ID, roster.RowFilter{Size: 50})
		if err != nil || len(page.Rows) != 50 || page.Total != 200 || page.Next != 50 {
			t.Errorf("%d of %d, next %d: %v", len(page.Rows), page.Total, page.Next, err)
		}
		if whole := d.after(draft.ID); whole.State != roster.DraftReady || whole.Preview.Sample || whole.Preview.Created != 600 {
			t.Errorf("%s %+v", whole.State, whole.Preview)
		}
	})
}

// A OneRoster set is a draft of each kind, and brings nothing new to the college that it was taken from.
func TestDraftsOfOneRoster(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp().teach()
		var set bytes.Buffer
		if err := d.service.ExportOneRoster(t.Context(), registrar, &set); err != nil {
			t.Fatal(err)
		}
		made := must1(d.service.CreateDrafts(t.Context(), registrar, "college.zip", &set, roster.DraftChange{Language: locale.English}))(t)
		var kinds []roster.Kind
		for _, draft := range made {
			kinds = append(kinds, draft.Kind)
			if len(draft.Missing) > 0 {
				t.Errorf("%s lacks %v", draft.Kind, draft.Missing)
			}
			must1(d.service.PreviewDraft(t.Context(), registrar, draft.ID))(t)
			if now := d.after(draft.ID); now.State != roster.DraftReady || now.Preview.Refused > 0 || now.Preview.Created > 0 {
				t.Errorf("%s: %s %+v %s", draft.Kind, now.State, now.Problem, lines(d.rows(draft.ID, roster.RowFilter{})))
			}
		}
		if !slices.Contains(kinds, roster.Students) || !slices.Contains(kinds, roster.Enrolments) || slices.Index(kinds, roster.Students) > slices.Index(kinds, roster.Enrolments) {
			t.Errorf("%v", kinds)
		}
	})
}

// A period scheme may be shortened in the file that brings the next one, wherever its rows stand.
func TestShortenedScheme(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp()
		const head = "校区编号,生效日期,截止日期,节次,开始时间,结束时间\n"
		const next = "lakeside,2027-03-01,2028-12-31,1,08:10,08:55\n"
		refused := d.do(roster.Periods, head+next)
		if refused.Refused != 1 || !strings.Contains(refused.Problems[0].Text(locale.English), "shortened in the same file") {
			t.Fatal(said(refused))
		}
		d.good(roster.Periods, head+next+"lakeside,2026-01-01,2027-02-28,1,08:00,08:45\nlakeside,2026-01-01,2027-02-28,2,08:55,09:40\n")
	})
}

func TestDraftsEnd(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp()
		draft := d.upload("学号,姓名\n1,甲\n")
		copied := must1(d.service.CopyDraft(t.Context(), registrar, draft.ID, ""))(t)
		wantCode(t, must2(d.service.CopyDraft(t.Context(), registrar, draft.ID, "x")), "roster.no_sheet")
		if err := d.service.DeleteDraft(t.Context(), registrar, draft.ID); err != nil {
			t.Fatal(err)
		}
		wantCode(t, must2(d.service.Draft(t.Context(), registrar, draft.ID)), "roster.no_draft")
		must1(d.service.PreviewDraft(t.Context(), registrar, copied.ID))(t) // its file is still there
		if ready := d.after(copied.ID); ready.State != roster.DraftReady {
			t.Errorf("%+v", ready)
		}
		dbtest.Exec(t, d.database, `UPDATE import_draft SET until = 1`)
		if err := d.service.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := dbtest.Count(t, d.database, `SELECT count(*) FROM import_draft`) + dbtest.Count(t, d.database, `SELECT count(*) FROM import_draft_row`); n != 0 {
			t.Errorf("%d rows are left", n)
		}
		for info, err := range d.services.Blobs.List(t.Context(), "imports/") {
			t.Error(info.Key, err)
		}
	})
}

// A job that was killed while it wrote has written nothing, and staff are told.
func TestKilledApplySaysSo(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp()
		draft := d.ready("学号,姓名\n1,甲\n")
		must1(d.service.ApplyDraft(t.Context(), registrar, draft.ID, roster.Apply{Fingerprint: draft.Preview.Fingerprint}))(t)
		wantCode(t, d.service.DeleteDraft(t.Context(), registrar, draft.ID), "roster.draft_applying")
		must1(d.jobs.Claim(t.Context(), "killed", time.Minute, "roster.apply"))(t)
		if n := must1(d.jobs.Recover(t.Context(), "killed", "roster.apply"))(t); n != 1 {
			t.Fatalf("%d jobs", n)
		}
		after := d.after(draft.ID)
		if after.State != roster.DraftReady || after.Problem == nil || after.Problem.Code != "roster.apply_interrupted" {
			t.Fatalf("%s %+v", after.State, after.Problem)
		}
		if done := must1(d.apply(after, roster.Apply{}))(t); done.State != roster.DraftApplied {
			t.Errorf("%+v", done.Problem)
		}
	})
}

func TestDraftsAreForRegistrars(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		draft := d.upload("学号,姓名\n1,甲\n").ID
		colleague := access.Actor{Account: "colleague", Role: access.Staff, Scope: access.Registrar}
		if seen := must1(d.service.Draft(t.Context(), colleague, draft))(t); seen.Account != "registrar" {
			t.Errorf("%+v", seen)
		}
		for _, who := range []access.Actor{{}, {Account: "s", Role: access.User, Student: "s"}, {Account: "a", Role: access.Staff, Scope: access.Adviser}, {Account: "m", Role: access.Staff, Scope: access.Recordist}} {
			for name, err := range map[string]error{
				"read": must2(d.service.Draft(t.Context(), who, draft)), "list": must2(d.service.Drafts(t.Context(), who)), "preview": must2(d.service.PreviewDraft(t.Context(), who, draft)),
				"apply": must2(d.service.ApplyDraft(t.Context(), who, draft, roster.Apply{})), "delete": d.service.DeleteDraft(t.Context(), who, draft),
				"edit": must2(d.service.EditRows(t.Context(), who, draft, nil, nil)), "copy": must2(d.service.CopyDraft(t.Context(), who, draft, "")),
			} {
				if code := fault.Code(err); code != "access.forbidden" && code != "access.signed_out" {
					t.Errorf("%s as %q: %v", name, who.Account, err)
				}
			}
		}
	})
}
