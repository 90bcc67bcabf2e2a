package timetable_test

import (
	"testing"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// The preview counts what a correction would affect, fails as saving does, and writes and announces nothing.
func TestPreviewOfRules(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		h.news = nil
		before := h.timetable(lin, "autumn")
		same, err := h.PreviewCalendarScheme(t.Context(), staff, scheme(t))
		if err != nil || same != (timetable.Concerned{}) {
			t.Errorf("the same times: %+v, %v", same, err)
		}
		later := scheme(t)
		later.Periods[0].Starts += 5
		all, err := h.PreviewCalendarScheme(t.Context(), staff, later)
		if err != nil || all.Classes == 0 || all.Groups == 0 || all.Students == 0 {
			t.Errorf("a later first period: %+v, %v", all, err)
		}
		term := before.Term
		term.FirstMonday = term.FirstMonday.AddDays(7)
		moved, err := h.PreviewCalendarTerm(t.Context(), staff, term, nil)
		if err != nil || moved.Classes == 0 || moved.Students == 0 {
			t.Errorf("a week later: %+v, %v", moved, err)
		}
		term.Weeks = 0
		if _, err := h.PreviewCalendarTerm(t.Context(), staff, term, nil); fault.Code(err) != "timetable.term_length" {
			t.Error(err)
		}
		if _, err := h.PreviewCalendarScheme(t.Context(), lin, later); fault.Code(err) != "access.forbidden" {
			t.Error(err)
		}
		if after := h.timetable(lin, "autumn"); after.Version != before.Version || len(h.news) != 0 {
			t.Errorf("a preview has changed something: %+v", h.news)
		}
		if err := h.PutCalendarScheme(t.Context(), staff, later); err != nil {
			t.Fatal(err)
		}
		told, groups, students := 0, 0, 0
		for _, one := range h.news {
			if one.Times != nil {
				students += len(one.Times.Students["north"])
				continue
			}
			told += len(one.Differences)
			groups++
		}
		if told != all.Classes || groups != all.Groups || students != all.Students {
			t.Errorf("told %d students of %d classes of %d groups, previewed %+v", students, told, groups, all)
		}
	})
}
