package planning

import (
	"slices"
	"testing"
	"time"

	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// publish adds changes to the dean's draft and publishes them.
func (w *world) publish(reason string, lines ...NewLine) Publication {
	w.t.Helper()
	for i := range lines {
		lines[i].Reason = reason
	}
	draft, err := w.AddLines(w.t.Context(), dean, "", 0, lines)
	if err != nil {
		w.t.Fatal(err)
	}
	done, err := w.Publish(w.t.Context(), dean, draft.ID, draft.Version, "")
	if err != nil {
		w.t.Fatal(err)
	}
	return done
}

// An accepted clash needs no second reason: the preview shows the old one and the line keeps it. Another kind of
// clash, another pair, or a withdrawn acceptance needs a new reason.
func TestAcceptedClashIsNotAskedAboutAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := college(t, db)
		w.publish("they share the hall", NewLine{Change: move("M1", "m.2", "2026-11-17", 1, "A2", "")}) // f.2 of F1 is there
		again := move("M1", "m.3", "2026-11-24", 1, "A2", "")
		if got := w.check(again); len(got.Hard) != 1 || !got.Hard[0].New || got.Hard[0].Accepted != "they share the hall" {
			t.Fatalf("%+v", got.Hard)
		}
		done := w.publish("", NewLine{Change: again})
		if report := w.report(); len(report.Clashes) != 0 || len(report.Accepted) != 1 ||
			report.Accepted[0].Reason != "they share the hall" || len(report.Accepted[0].Days) != 2 {
			t.Fatalf("%+v", report)
		}
		for name, other := range map[string]NewLine{
			"another kind": {Change: move("M1", "m.4", "2026-12-01", 1, "", "he")},
			"another pair": {Change: move("F2", "z.4", "2026-12-01", 1, "A2", "")},
		} {
			if _, err := w.AddLines(t.Context(), dean, "", 0, []NewLine{other}); fault.Code(err) != "planning.reason_needed" {
				t.Errorf("%s: %v", name, err)
			}
		}
		if _, err := w.Withdraw(t.Context(), dean, done.ID, ""); err != nil {
			t.Fatal(err)
		}
		draft := w.add(dean, "", again)
		if err := w.o.Clashes.WithdrawAcceptance(t.Context(), dean, w.report().Accepted[0].ID); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Publish(t.Context(), dean, draft.ID, draft.Version, ""); fault.Code(err) != "planning.stale" {
			t.Errorf("taken back: %v", err)
		}
		if _, err := w.AddLines(t.Context(), dean, "", 0,
			[]NewLine{{Change: again}}); fault.Code(err) != "planning.reason_needed" {
			t.Errorf("taken back: %v", err)
		}
	})
}

// report returns the clash report without students' clashes.
func (w *world) report() clash.Report {
	w.t.Helper()
	report, err := w.o.Clashes.Report(w.t.Context(), dean, "")
	if err != nil {
		w.t.Fatal(err)
	}
	report.Clashes = slices.DeleteFunc(slices.Clone(report.Clashes), func(c clash.Clash) bool { return !c.Kind.Hard() })
	return report
}

// A clash published with a reason is accepted: the report no longer lists it. Withdrawing the publication makes it
// a clash again.
func TestAcceptedClash(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := college(t, db)
		// f.2 of F1 is there
		done := w.publish("they share the hall", NewLine{Change: move("M1", "m.2", "2026-11-17", 1, "A2", "")})
		report := w.report()
		if len(report.Clashes) != 0 || len(report.Accepted) != 1 || report.Accepted[0].Reason != "they share the hall" ||
			report.Accepted[0].Object != "A2" || report.Accepted[0].Classes[0] != [2]string{"f.2", "m.2"} ||
			report.Groups["M1"].Code != "M1" {
			t.Fatalf("%+v", report)
		}
		if view, err := w.View(t.Context(), dean, ViewQuery{
			By: ByRoom, ID: "A2", From: day("2026-11-17"),
			To: day("2026-11-17"),
		}); err != nil || len(view.Classes) != 2 || view.Classes[0].Clashes != 0 {
			t.Errorf("%+v, %v", view.Classes, err)
		}
		published, err := w.Published(t.Context(), dean, done.ID)
		if err != nil || len(published.Lines) != 1 || published.Lines[0].Reason != "they share the hall" ||
			published.Lines[0].Was.Day != day(monday) || published.Lines[0].To.Day != day("2026-11-17") ||
			published.Lines[0].To.Room != "A2" || len(published.Lines[0].Rooms) != 2 || len(published.Back) != 0 {
			t.Errorf("%+v, %v", published, err)
		}
		if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM audit WHERE action = 'clash.accept'`); n != 1 {
			t.Errorf("%d entries of the audit", n)
		}
		if err := w.o.Clashes.WithdrawAcceptance(t.Context(), dean, report.Accepted[0].ID); err != nil {
			t.Fatal(err)
		}
		if again := w.report(); len(again.Clashes) != 1 || len(again.Accepted) != 0 {
			t.Errorf("taken back: %+v", again)
		}
		pair := clash.Pair{Kind: clash.Room, Object: "A2", Groups: [2]string{"M1", "F1"}}
		for code, err := range map[string]error{
			"clash.no_acceptance": w.o.Clashes.WithdrawAcceptance(t.Context(), dean, report.Accepted[0].ID),
			"clash.reason_needed": w.o.Clashes.Accept(t.Context(), dean, "", pair, " abc "),
			"clash.none": w.o.Clashes.Accept(t.Context(), dean, "",
				clash.Pair{Kind: clash.Teacher, Object: "gao", Groups: pair.Groups}, "joint class"),
			"access.forbidden": w.o.Clashes.Accept(t.Context(), student, "", pair, "joint class"),
		} {
			if fault.Code(err) != code {
				t.Errorf("%v instead of %s", err, code)
			}
		}
		if err := w.o.Clashes.Accept(t.Context(), dean, "", pair, "joint class"); err != nil {
			t.Fatal(err)
		}
		if accepted := w.report(); len(accepted.Clashes) != 0 || len(accepted.Accepted) != 1 ||
			accepted.Accepted[0].Reason != "joint class" {
			t.Errorf("accepted in the report: %+v", accepted)
		}
		if _, err := w.Withdraw(t.Context(), dean, done.ID, ""); err != nil {
			t.Fatal(err)
		}
		if apart := w.report(); len(apart.Accepted) != 1 || len(apart.Accepted[0].Days) != 0 {
			t.Errorf("they do not meet any more: %+v", apart)
		}
	})
}

// Withdrawing into a room that has been taken since needs a reason.
func TestWithdrawIntoATakenRoom(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := college(t, db)
		done := w.publish("", NewLine{Change: move("M1", "m.2", "2026-11-19", 1, "", "")})
		w.publish("", NewLine{Change: move("F2", "z.2", monday, 1, "A1", "")})
		published, err := w.Published(t.Context(), dean, done.ID)
		if err != nil || kinds(published.Back) != "room(A1,z.2,0,0,true) " {
			t.Fatalf("%+v, %v", published, err)
		}
		if _, err := w.Withdraw(t.Context(), dean, done.ID, "no"); fault.Code(err) != "planning.reason_needed" {
			t.Fatal(err)
		}
		if again, err := w.Published(t.Context(), dean, done.ID); err != nil || !again.Withdrawn.IsZero() {
			t.Errorf("a refused withdrawal: %+v, %v", again, err)
		}
		if back, err := w.Withdraw(t.Context(), dean, done.ID, "for one hour"); err != nil || back.Withdrawn.IsZero() {
			t.Errorf("%+v, %v", back, err)
		}
		if report := w.report(); len(report.Accepted) != 1 || report.Accepted[0].Reason != "for one hour" {
			t.Errorf("%+v", report)
		}
		if _, err := w.Published(t.Context(), student, done.ID); fault.Code(err) != "access.forbidden" {
			t.Error(err)
		}
		if _, err := w.Published(t.Context(), dean, "none"); fault.Code(err) != "planning.no_publication" {
			t.Error(err)
		}
	})
}

func TestNothingChangesInATermThatIsOver(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		w := college(t, db)
		done := w.publish("", NewLine{Change: move("F2", "z.2", "2026-11-19", 1, "", "")})
		draft := w.add(dean, "", move("M1", "m.6", "2026-12-17", 1, "", ""))
		w.at = time.Date(2026, 12, 21, 7, 0, 0, 0, time.UTC)
		change := NewLine{Change: move("M1", "m.6", "2026-12-18", 1, "", "")}
		_, added := w.AddLines(t.Context(), dean, "autumn", 0, []NewLine{change})
		_, edited := w.EditLine(t.Context(), dean, draft.Lines[0].ID, change)
		_, published := w.Publish(t.Context(), dean, draft.ID, draft.Version, "")
		_, withdrawn := w.Withdraw(t.Context(), dean, done.ID, "")
		for _, err := range []error{added, edited, published, withdrawn} {
			if fault.Code(err) != "planning.term_over" {
				t.Error(err)
			}
		}
		if _, err := w.View(t.Context(), dean, ViewQuery{Term: "autumn", By: ByGroup, ID: "M1"}); err != nil {
			t.Errorf("it can be read: %v", err)
		}
		if err := w.RemoveDraft(t.Context(), dean, draft.ID); err != nil {
			t.Errorf("the draft can be thrown away: %v", err)
		}
	})
}
