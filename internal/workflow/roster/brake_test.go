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

// A few shifted rows are noticed however long the list is. Two people who swap names are no shift.
func TestBrakeOnFewShiftedRows(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp()
		const count, from = 300, 120
		name := func(i int) string { return string([]rune{'张' + rune(i%17), rune(0x4e00 + i*7)}) }
		write := func(of func(i int) int) string {
			var b strings.Builder
			b.WriteString("学号,姓名,班级\n")
			for i := range count {
				fmt.Fprintf(&b, "2025%05d,%s,市营2501\n", i, name(of(i)))
			}
			return b.String()
		}
		d.good(roster.Students, write(func(i int) int { return i }))
		for _, tc := range []struct {
			what    string
			of      func(i int) int
			changed int // 0: no brake
		}{
			{"ten up", func(i int) int {
				if i >= from && i < from+10 {
					return i + 1
				}
				return i
			}, 10},
			{"two down", func(i int) int {
				if i == from || i == from+1 {
					return i - 1
				}
				return i
			}, 2},
			{"a swap", func(i int) int {
				switch i {
				case from:
					return from + 1
				case from + 1:
					return from
				}
				return i
			}, 0},
			{"ten other names", func(i int) int {
				if i >= from && i < from+10 {
					return i + 1000
				}
				return i
			}, 0},
		} {
			brakes := d.ready(write(tc.of)).Preview.Brakes
			if tc.changed == 0 {
				if len(brakes) > 0 && brakes[0].Cause != nil {
					t.Errorf("%s: %+v", tc.what, brakes)
				}
				continue
			}
			if len(brakes) != 1 || brakes[0].Changed != tc.changed || brakes[0].Cause == nil ||
				brakes[0].Cause.Code != "roster.brake_shifted" {
				t.Errorf("%s: %+v", tc.what, brakes)
			}
		}
	})
}

// What earlier imports changed is the median of those that are recent and weren't undone, so that one bad import says
// nothing about the next.
func TestUsualShareOfEarlierImports(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp()
		write := func(family rune, changed int) string {
			var b strings.Builder
			b.WriteString("学号,姓名\n")
			for i := range 100 {
				who := '张'
				if i < changed {
					who = family
				}
				fmt.Fprintf(&b, "2025%05d,%c%c\n", i, who, rune(0x4e00+i*7))
			}
			return b.String()
		}
		usual := func(family rune) string {
			t.Helper()
			brakes := d.ready(write(family, 99)).Preview.Brakes
			if len(brakes) != 1 {
				t.Fatalf("%+v", brakes)
			}
			if brakes[0].Usual == nil {
				return "unknown"
			}
			return fmt.Sprint(*brakes[0].Usual)
		}
		d.good(roster.Students, write('张', 0))
		bad := d.good(roster.Students, write('李', 99))
		if got := usual('王'); got != "99" {
			t.Errorf("after one import: %s", got)
		}
		if _, err := d.undo(bad.ID); err != nil {
			t.Fatal(err)
		}
		if got := usual('王'); got != "unknown" {
			t.Errorf("after undoing it: %s", got)
		}
		for i := range 3 { // a bad one is corrected by two of the usual size
			d.good(roster.Students, write('赵', []int{99, 98, 97}[i]))
		}
		if got := usual('王'); got != "1" {
			t.Errorf("after a bad import and two small ones: %s", got)
		}
		dbtest.Exec(t, d.database, `UPDATE import SET at = $1 WHERE kind = 'students'`, today.AddDate(-2, 0, 0).UnixMilli())
		if got := usual('王'); got != "unknown" {
			t.Errorf("after two years: %s", got)
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
		if p := draft.Preview; p.Missing != 0 || p.Removed != 1 || len(p.Brakes) != 0 {
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
