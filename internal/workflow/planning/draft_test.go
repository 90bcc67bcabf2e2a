package planning

import (
	"strings"
	"testing"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// college has three groups: x1 and x2 study in the first two.
func college(t *testing.T, db *sqldb.DB) *world {
	w := newWorld(t, db)
	w.group("M1", "mkt", "x1", "x2", "x3")
	w.group("F1", "fin", "x1", "x2", "y2")
	w.group("F2", "fin", "z1")
	w.meets("m", "M1", 1, 1, "north", "A1", "gao")
	w.meets("f", "F1", 2, 1, "north", "A2", "he")
	w.meets("z", "F2", 3, 1, "north", "B1", "wu")
	return w
}

func TestPublishTellsEveryStudentOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := college(t, db)
		draft := w.add(dean, "", move("M1", "m.2", "2026-11-19", 3, "", ""), move("F1", "f.2", "", 3, "", ""),
			move("M1", "m.3", "", 3, "", ""))
		if len(draft.Lines) != 3 || draft.Told != (RecipientCount{Students: 4}) || !draft.Mine {
			t.Fatalf("%+v", draft)
		}
		done, err := w.Publish(t.Context(), dean, draft.ID, draft.Version, "See you there")
		if err != nil || done.Told != (RecipientCount{Students: 4}) || done.Changes != 3 {
			t.Fatal(done, err)
		}
		w.work()
		for student, want := range map[string]string{
			"x1": "3 of your classes have changed", "x2": "3 of your classes have changed",
			"x3": "Marketing: 2 classes have changed", "y2": "Moved: Finance, now Tue 17 Nov 10:00–11:40",
		} {
			if n, title, content := w.messages(student); n != 1 || title != want ||
				!strings.HasSuffix(content, "\nSee you there") {
				t.Errorf("%s has %d messages, the last %q: %q", student, n, title, content)
			}
		}
		if n, _, _ := w.messages("z1"); n != 0 {
			t.Errorf("z1 is not concerned and has %d", n)
		}
		w.work() // no second message
		if n, _, _ := w.messages("x1"); n != 1 {
			t.Errorf("x1 has %d", n)
		}
		if list, err := w.Drafts(t.Context(), dean, ""); err != nil || len(list) != 0 {
			t.Errorf("drafts %+v, %v", list, err)
		}

		back, err := w.Withdraw(t.Context(), dean, done.ID, "")
		if err != nil || back.Withdrawn.IsZero() {
			t.Fatal(back, err)
		}
		w.work()
		if n, title, _ := w.messages("x1"); n != 1 || title != "6 changes to your timetable" {
			t.Errorf("after the withdrawal x1 has %d, the last %q", n, title)
		}
		view, err := w.View(t.Context(), dean, ViewQuery{By: ByGroup, ID: "M1"})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range view.Classes {
			if c.State != timetable.Held {
				t.Errorf("%s is %s", c.ID, c.State)
			}
		}
		if _, err := w.Withdraw(t.Context(), dean, done.ID, ""); err != nil { // repeating sends nothing
			t.Error(err)
		}
		w.work()
		if n, title, _ := w.messages("x1"); n != 1 || title != "6 changes to your timetable" {
			t.Errorf("x1 has %d, the last %q", n, title)
		}
		if list, err := w.Publications(t.Context(), dean, ""); err != nil || len(list) != 1 || list[0].Withdrawn.IsZero() ||
			list[0].Note != "See you there" || list[0].Told != (RecipientCount{Students: 4}) {
			t.Errorf("%+v, %v", list, err)
		}
		if _, err := w.Withdraw(t.Context(), dean, "none", ""); fault.Code(err) != "planning.no_publication" {
			t.Error(err)
		}
	})
}

// A publication withdrawn before the job ran sends no messages.
func TestWithdrawBeforeTheJob(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := college(t, db)
		draft := w.add(dean, "", move("M1", "m.2", "2026-11-19", 3, "", ""))
		done, err := w.Publish(t.Context(), dean, draft.ID, draft.Version, "")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Withdraw(t.Context(), dean, done.ID, ""); err != nil {
			t.Fatal(err)
		}
		w.work()
		if n, title, _ := w.messages("x1"); n != 0 {
			t.Errorf("x1 has %d, %q", n, title)
		}
	})
}

func TestDraftRefusals(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := college(t, db)
		refused := func(code string, err error) {
			t.Helper()
			if fault.Code(err) != code {
				t.Errorf("%v, want %s", err, code)
			}
		}
		taken := move("M1", "m.2", "2026-11-17", 1, "A2", "")
		_, err := w.AddLines(t.Context(), dean, "", 0,
			[]NewLine{{Change: taken, Reason: "abc"}, {Change: move("F2", "z.2", "", 3, "", "")}})
		refused("planning.reason_needed", err)
		if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM planning_line`); n != 0 {
			t.Errorf("%d lines of a refused list", n)
		}
		w.add(dean, "they share the hall", taken)
		mine := w.add(dean, "", move("M1", "m.2", "2026-11-19", 1, "", "")) // replaces the line above
		if len(mine.Lines) != 1 || mine.Lines[0].Change.Day != day("2026-11-19") {
			t.Fatalf("%+v", mine)
		}
		line := mine.Lines[0].ID
		_, err = w.AddLines(t.Context(), dean, "", mine.Version-1, []NewLine{{Change: move("F2", "z.2", "", 3, "", "")}})
		refused("planning.version", err)
		_, err = w.EditLine(t.Context(), dean, line, NewLine{Change: taken})
		refused("planning.reason_needed", err)
		if edited, err := w.EditLine(t.Context(), dean, line, NewLine{Change: taken, Reason: "on purpose"}); err != nil ||
			kinds(edited.Lines[0].Hard) != "room(A2,f.2,0,0,true) " || edited.Lines[0].Stale != "" {
			t.Errorf("%+v, %v", edited, err)
		}
		for _, who := range []access.Actor{
			{Account: "lin", Student: "lin", Role: access.User},
			{Account: "adviser", Role: access.Staff, Scope: access.Adviser},
		} {
			_, err = w.Drafts(t.Context(), who, "")
			refused("access.forbidden", err)
			_, err = w.Publish(t.Context(), who, mine.ID, mine.Version, "")
			refused("access.forbidden", err)
		}
		_, err = w.EditLine(t.Context(), vice, line, NewLine{Change: taken, Reason: "on purpose"})
		refused("planning.not_yours", err)
		_, err = w.RemoveLine(t.Context(), vice, line)
		refused("planning.not_yours", err)
		_, err = w.Publish(t.Context(), vice, mine.ID, mine.Version+1, "")
		refused("planning.not_yours", err)
		refused("planning.not_yours", w.RemoveDraft(t.Context(), vice, mine.ID))
		refused("planning.no_draft", w.RemoveDraft(t.Context(), dean, "none"))
		_, err = w.RemoveLine(t.Context(), dean, "none")
		refused("planning.no_line", err)
		_, err = w.Publish(t.Context(), dean, mine.ID, mine.Version, "")
		refused("planning.version", err)
		empty, err := w.RemoveLine(t.Context(), dean, line)
		if err != nil || len(empty.Lines) != 0 {
			t.Fatal(empty, err)
		}
		_, err = w.Publish(t.Context(), dean, mine.ID, empty.Version, "")
		refused("planning.empty", err)
		if err := w.RemoveDraft(t.Context(), dean, mine.ID); err != nil {
			t.Error(err)
		}
	})
}

// Two classes swap: each move alone would clash.
func TestSwap(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := college(t, db)
		draft := w.add(dean, "", move("M1", "m.2", "2026-11-18", 1, "B1", "wu"), move("F2", "z.2", monday, 1, "A1", "gao"))
		if _, err := w.Publish(t.Context(), dean, draft.ID, draft.Version, ""); err != nil {
			t.Fatal(err)
		}
	})
}

func TestStale(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := college(t, db)
		mine := w.add(dean, "", move("M1", "m.2", "2026-11-19", 3, "", ""), move("F2", "z.2", "2026-11-19", 1, "", ""),
			move("F2", "z.3", "2026-11-27", 1, "", ""))
		other := w.add(vice, "", move("M1", "m.2", "2026-11-20", 1, "", ""), move("F1", "f.2", "2026-11-19", 1, "B1", ""))
		if list, err := w.Drafts(t.Context(), vice, ""); err != nil || len(list) != 2 || !list[0].Mine ||
			list[1].Mine || len(list[1].Lines) != 3 {
			t.Fatalf("two people's drafts: %+v, %v", list, err)
		}
		if _, err := w.Publish(t.Context(), vice, other.ID, other.Version, ""); err != nil {
			t.Fatal(err)
		}
		if _, err := w.o.Timetables.PublishHoliday(t.Context(), dean,
			timetable.Holiday{Name: "x", From: day("2026-11-27"), To: day("2026-11-27")}); err != nil {
			t.Fatal(err)
		}
		changes := dbtest.Count(t, db, `SELECT COUNT(*) FROM class_change`)
		_, err := w.Publish(t.Context(), dean, mine.ID, mine.Version, "")
		if fault.Code(err) != "planning.stale" || !strings.Contains(err.Error(), "M1, F2, F2") {
			t.Fatal(err)
		}
		if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM class_change`); n != changes {
			t.Errorf("%d changes of a refused publication", n-changes)
		}
		list, err := w.Drafts(t.Context(), dean, "")
		if err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		lines := list[0].Lines
		if lines[0].Stale != "planning.class_changed" || lines[0].Was.Day != day(monday) ||
			lines[0].From.Day != day("2026-11-20") || lines[1].Stale != "planning.new_clash" ||
			lines[2].Stale != "timetable.day_off" || lines[2].StaleParams["date"] != "2026-11-27" {
			t.Errorf("%+v", lines)
		}
		// Adding the line again with a reason for sharing the room makes it fit.
		if _, err := w.RemoveLine(t.Context(), dean, lines[2].ID); err != nil {
			t.Fatal(err)
		}
		again := w.add(dean, "both fit in", move("M1", "m.2", "2026-11-19", 3, "", ""),
			move("F2", "z.2", "2026-11-19", 1, "", ""))
		if done, err := w.Publish(t.Context(), dean, again.ID, again.Version, ""); err != nil || done.Changes != 2 {
			t.Error(done, err)
		}
	})
}
