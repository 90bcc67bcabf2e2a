package roster_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/roster"
)

// Only the account that applied the import gets the first passwords, until they are deleted.
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
		if err := d.codes(registrar, draft.ID, &rows); err != nil || len(rows) != 3 ||
			rows[1][2] != "13800000011" || len(rows[1][3]) < 6 {
			t.Errorf("%v %v", rows, err)
		}
		code := rows[1][3]
		var stored []byte
		if err := d.database.Reader().QueryRowContext(t.Context(), `SELECT codes FROM import_draft WHERE id = $1`,
			draft.ID).Scan(&stored); err != nil || bytes.Contains(stored, []byte(code)) {
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
		for code, wrong := range map[string]roster.ColumnField{
			"roster.unknown_field":  {Column: 1, Field: "x"},
			"roster.unknown_column": {Column: 7, Field: "name"}, "roster.header_twice": {Column: 1, Field: "number"},
		} {
			_, err := d.service.ChangeDraft(t.Context(), registrar, draft.ID,
				roster.DraftChange{Columns: []roster.ColumnField{wrong}})
			wantCode(t, err, code)
		}
		draft = must1(d.service.ChangeDraft(t.Context(), registrar, draft.ID,
			roster.DraftChange{Columns: []roster.ColumnField{{Column: 1, Field: "name"}}, Remember: true}))(t)
		if len(draft.Missing) > 0 || draft.Columns[1].How != roster.ColumnByHand {
			t.Fatalf("%+v", draft.Columns)
		}
		again := d.upload(headers + "2,乙,x\n")
		if again.Kind != roster.Students || again.Columns[1].Field != "name" ||
			again.Columns[1].How != roster.ColumnRemembered || again.Columns[1].Remembered == nil {
			t.Errorf("%s %+v", again.Kind, again.Columns)
		}
		other := d.upload("学员称呼,学号,性别\n丙,3,女\n") // the header alone is enough
		if other.Kind != roster.Students || other.Columns[0].Field != "name" ||
			other.Columns[0].How != roster.ColumnRemembered {
			t.Errorf("%s %+v", other.Kind, other.Columns)
		}
	})
}

// A removed mapping no longer applies, can be restored for a day, and is then deleted.
func TestMappingsAreRemoved(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		const headers = "学号,姓名,学员手机\n"
		draft := d.upload(headers + "1,甲,13800000011\n")
		kind := roster.Students
		must1(d.service.ChangeDraft(t.Context(), registrar, draft.ID,
			roster.DraftChange{Kind: &kind, Columns: []roster.ColumnField{{Column: 2, Field: "phone"}}, Remember: true}))(t)
		list := must1(d.service.Mappings(t.Context(), registrar))(t)
		if len(list) != 2 {
			t.Fatalf("%+v", list)
		}
		var single, set roster.Mapping
		for _, one := range list {
			if one.AnyFile {
				single = one
			} else {
				set = one
			}
		}
		if diff := cmp.Diff([]roster.HeaderField{{Header: "学员手机", Field: "phone"}}, single.Headers); diff != "" ||
			len(set.Headers) != 3 || set.Kind != kind || set.From.At.IsZero() {
			t.Errorf("%s %+v", diff, set)
		}
		how := func() string { return d.upload(headers + "1,甲,13800000011\n").Columns[2].Field }
		if err := d.service.DeleteMapping(t.Context(), registrar, single.ID); err != nil || how() != "phone" {
			t.Errorf("without the header alone: %v, %q", err, how())
		}
		if err := d.service.DeleteMapping(t.Context(), registrar, set.ID); err != nil || how() != "" {
			t.Errorf("without both: %v, %q", err, how())
		}
		wantCode(t, d.service.DeleteMapping(t.Context(), registrar, set.ID), "roster.no_mapping")
		if err := d.service.RestoreMapping(t.Context(), registrar, single.ID); err != nil || how() != "phone" {
			t.Errorf("with the header again: %v, %q", err, how())
		}
		d.services.Now = func() time.Time { return time.Now().Add(25 * time.Hour) }
		d.service = roster.New(d.services)
		if err := d.service.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		wantCode(t, d.service.RestoreMapping(t.Context(), registrar, set.ID), "roster.no_mapping")
		if left := must1(d.service.Mappings(t.Context(), registrar))(t); len(left) != 1 || left[0].ID != single.ID {
			t.Errorf("%+v", left)
		}
		for _, err := range []error{must2(d.service.Mappings(t.Context(), access.Actor{})), d.service.DeleteMapping(
			t.Context(), access.Actor{}, single.ID), d.service.RestoreMapping(t.Context(), access.Actor{}, single.ID)} {
			wantCode(t, err, "access.signed_out")
		}
	})
}

// The first rows of a large file are previewed at once, but can't be applied.
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
		if sample.State != roster.DraftPreviewing || sample.Preview == nil ||
			!sample.Preview.Sample || sample.Preview.Rows != 200 {
			t.Fatalf("%s %+v", sample.State, sample.Preview)
		}
		_, page, err := d.service.DraftRows(t.Context(), registrar, draft.ID, roster.RowFilter{Size: 50})
		if err != nil || len(page.Rows) != 50 || page.Total != 200 || page.Next != 50 {
			t.Errorf("%d of %d, next %d: %v", len(page.Rows), page.Total, page.Next, err)
		}
		if whole := d.after(draft.ID); whole.State != roster.DraftReady || whole.Preview.Sample ||
			whole.Preview.Created != 600 {
			t.Errorf("%s %+v", whole.State, whole.Preview)
		}
		// While an edit is processed, all rows stay visible: a sample would reset the page of someone who has scrolled
		// down.
		edited := must1(d.service.EditRows(t.Context(), registrar, draft.ID, nil,
			[]roster.SkipRow{{Line: 500, Skip: true}}))(t)
		if _, page, err := d.service.DraftRows(t.Context(), registrar, draft.ID, roster.RowFilter{
			Size:  50,
			After: 500,
		}); err != nil || edited.Preview.Sample || page.Total != 600 || len(page.Rows) != 50 {
			t.Errorf("%d of %d, %+v: %v", len(page.Rows), page.Total, edited.Preview, err)
		}
		if after := d.after(draft.ID); after.State != roster.DraftReady || after.Preview.Created != 599 {
			t.Errorf("%s %+v", after.State, after.Preview)
		}
	})
}

// A OneRoster set becomes a draft per kind, and changes nothing in the college it was exported from.
func TestDraftsOfOneRoster(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp().teach()
		var set bytes.Buffer
		if err := d.service.ExportOneRoster(t.Context(), registrar, &set); err != nil {
			t.Fatal(err)
		}
		made := must1(d.service.CreateDrafts(t.Context(), registrar, "college.zip", &set,
			roster.DraftChange{Language: locale.English}))(t)
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
		if !slices.Contains(kinds, roster.Students) || !slices.Contains(kinds, roster.Enrolments) ||
			slices.Index(kinds, roster.Students) > slices.Index(kinds, roster.Enrolments) {
			t.Errorf("%v", kinds)
		}
	})
}

// A file can shorten period times and add the next ones, in any order of rows.
func TestShortenedScheme(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp()
		const head = "校区编号,生效日期,截止日期,节次,开始时间,结束时间\n"
		const next = "lakeside,2027-03-01,2028-12-31,1,08:10,08:55\n"
		refused := d.do(roster.Periods, head+next)
		if refused.Refused != 1 || !strings.Contains(refused.Problems[0].Text(locale.English), "repeat the old set's rows") {
			t.Fatal(reportText(refused))
		}
		d.good(roster.Periods, head+next+
			"lakeside,2026-01-01,2027-02-28,1,08:00,08:45\nlakeside,2026-01-01,2027-02-28,2,08:55,09:40\n")
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
		must1(d.service.PreviewDraft(t.Context(), registrar, copied.ID))(t) // its file still exists
		if ready := d.after(copied.ID); ready.State != roster.DraftReady {
			t.Errorf("%+v", ready)
		}
		dbtest.Exec(t, d.database, `UPDATE import_draft SET until = 1`)
		if err := d.service.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := dbtest.Count(t, d.database, `SELECT count(*) FROM import_draft`) + dbtest.Count(t, d.database,
			`SELECT count(*) FROM import_draft_row`); n != 0 {
			t.Errorf("%d rows are left", n)
		}
		for info, err := range d.services.Blobs.List(t.Context(), "imports/") {
			t.Error(info.Key, err)
		}
	})
}

// A job killed while importing has written nothing, and staff are told.
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
		for _, who := range []access.Actor{{}, {Account: "s", Role: access.User, Student: "s"}, {
			Account: "a",
			Role:    access.Staff, Scope: access.Adviser,
		}, {Account: "m", Role: access.Staff, Scope: access.Recordist}} {
			for name, err := range map[string]error{
				"read": must2(d.service.Draft(t.Context(), who, draft)), "list": must2(d.service.Drafts(t.Context(), who)),
				"preview": must2(d.service.PreviewDraft(t.Context(), who, draft)),
				"apply":   must2(d.service.ApplyDraft(t.Context(), who, draft, roster.Apply{})), "delete": d.service.DeleteDraft(
					t.Context(), who, draft), "edit": must2(d.service.EditRows(t.Context(), who, draft, nil, nil)),
				"copy": must2(d.service.CopyDraft(t.Context(), who, draft, "")),
			} {
				if code := fault.Code(err); code != "access.forbidden" && code != "access.signed_out" {
					t.Errorf("%s as %q: %v", name, who.Account, err)
				}
			}
		}
	})
}

// A preview that takes too long ends with advice, instead of keeping a processor busy.
func TestALongPreviewEnds(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp()
		d.services.PreviewLimit = time.Nanosecond
		d.service = roster.New(d.services)
		draft := d.ready("学号,姓名\n202501001,林晓雨\n")
		if draft.State != roster.DraftFailed || draft.Problem == nil || draft.Problem.Code != "roster.preview_long" {
			t.Fatalf("%s %+v", draft.State, draft.Problem)
		}
		d.services.PreviewLimit = 0
		d.service = roster.New(d.services)
		must1(d.service.PreviewDraft(t.Context(), registrar, draft.ID))(t)
		if again := d.after(draft.ID); again.State != roster.DraftReady {
			t.Errorf("%s %+v", again.State, again.Problem)
		}
	})
}
