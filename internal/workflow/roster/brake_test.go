package roster_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/course"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/roster"
)

// If a column of names has shifted by one row, almost everyone gets another name.
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
		if cause := want[0].Cause; cause == nil || cause.Code != "roster.brake_shifted" ||
			!strings.Contains(cause.Text(locale.English), "one row") {
			t.Errorf("%+v", cause)
		}
		for _, wrong := range []map[string]int{nil, {"name": 300}, {"phone": 299}} {
			_, err := d.apply(draft, roster.Apply{Confirm: wrong})
			wantCode(t, err, "roster.confirm")
		}
		if done := must1(d.apply(draft, roster.Apply{Confirm: map[string]int{"name": 299}}))(
			t); done.State != roster.DraftApplied {
			t.Errorf("%+v", done)
		}
	})
}

// The command line brakes like the browser: it imports only if every number is confirmed.
func TestBrakeOnFiles(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp()
		sheet := func(suffix, class string) string {
			var b strings.Builder
			b.WriteString("学号,姓名,班级\n")
			for i := range 20 {
				fmt.Fprintf(&b, "2025%05d,甲%c%s,%s\n", i, rune(0x4e00+i), suffix, class)
			}
			return b.String()
		}
		c.good(roster.Students, sheet("", "市营2501"))
		before := tables(t, c.database)
		write := func(confirm ...int) roster.Report {
			t.Helper()
			changed := file(t, "students.csv", []byte(sheet("乙", "市营2502")))
			return must1(c.service.ImportFile(t.Context(), access.System(), changed,
				roster.Job{Kind: roster.Students, Language: locale.English, Confirm: confirm}))(t)
		}
		for _, wrong := range [][]int{nil, {19}} {
			r := write(wrong...)
			if r.Applied || !r.Braked || r.Confirmation() != "--confirm 20" || len(r.BrakeLines(locale.English)) != 2 ||
				tables(t, c.database) != before {
				t.Errorf("%v: %s%q", wrong, reportText(r), r.BrakeLines(locale.English))
			}
		}
		if r := write(20); !r.Applied || r.Braked || r.Changed != 20 {
			t.Error(reportText(r))
		}
	})
}

// Students missing from a complete list of enrolments are dropped and notified; more than a tenth has to be confirmed.
func TestDraftOfCompleteEnrolments(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp().teach()
		var told []course.EnrolmentChange
		d.services.Courses.OnEnrolment(func(
			_ context.Context, _ sqldb.Querier, _ access.Actor, what course.EnrolmentChange,
		) error {
			told = append(told, what)
			return nil
		})
		draft := d.ready("教学班编号,学号,姓名\nMKT201-1,202501001,林晓雨\n")
		if p := draft.Preview; p.Missing != 1 || p.Removed != 0 {
			t.Fatalf("%+v", p)
		}
		yes := true
		must1(d.service.ChangeDraft(t.Context(), registrar, draft.ID, roster.DraftChange{Complete: &yes}))(t)
		must1(d.service.PreviewDraft(t.Context(), registrar, draft.ID))(t)
		draft = d.after(draft.ID)
		if p := draft.Preview; p.Missing != 1 || p.Removed != 1 || len(p.Brakes) != 0 {
			t.Fatalf("%+v", p)
		}
		told = nil // from the previews, which were rolled back
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

// Dropping more than a tenth of the students in a complete list's groups has to be confirmed. A group with a rejected
// row drops no one.
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
		if diff := cmp.Diff([]roster.Brake{{Field: "state", Changed: 12, Of: 22, Percent: 54}},
			draft.Preview.Brakes); diff != "" { // including the two from teach
			t.Fatal(diff)
		}
		_, err := d.apply(draft, roster.Apply{})
		wantCode(t, err, "roster.confirm")
		if text := locale.Text(locale.English, "roster.confirm", fault.All(err)[0].Params); !strings.Contains(text,
			"Enrolment changes for 12 of 22 people (54 %)") {
			t.Error(text)
		}
		if unsure := preview(half.String() + "MKT201-1,nobody\n"); unsure.Preview.Removed != 0 ||
			unsure.Preview.Missing != 12 || unsure.Preview.Refused != 1 {
			t.Errorf("%+v", unsure.Preview)
		}
		if done := must1(d.apply(draft, roster.Apply{Confirm: map[string]int{"state": 12}}))(
			t); done.State != roster.DraftApplied {
			t.Errorf("%+v", done.Problem)
		}
	})
}
