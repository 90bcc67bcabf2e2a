package planning

import (
	"fmt"
	"sync"
	"testing"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/testkit/dbtest"
)

// Two registrars publish at the same time, on two PostgreSQL nodes and in one SQLite process: one gets a conflict
// and nothing is overwritten, whether both move the same class or want the same room.
func TestTwoPublishAtOnce(t *testing.T) {
	dbtest.EachURL(t, func(t *testing.T, url string) {
		w := college(t, dbtest.Open(t, url))
		second := w
		if w.db.Engine() == "PostgreSQL" {
			second = newNode(t, dbtest.Open(t, url))
		}
		for week := 2; week <= 5; week++ {
			monday := day(monday).AddDays(7 * (week - 2))
			m, z := fmt.Sprint("m.", week), fmt.Sprint("z.", week)
			rows := []struct {
				stale string
				lines [2]timetable.Change
			}{
				{"planning.class_changed", [2]timetable.Change{
					move("M1", m, monday.AddDays(3).String(), 3, "", ""),
					move("M1", m, monday.AddDays(4).String(), 1, "", ""),
				}},
				{"planning.new_clash", [2]timetable.Change{
					move("M1", m, monday.AddDays(4).String(), 5, "A2", ""),
					move("F2", z, monday.AddDays(4).String(), 5, "A2", ""),
				}},
			}
			for _, row := range rows {
				publishBoth(t, w, second, row.lines, row.stale)
			}
		}
	})
}

func publishBoth(t *testing.T, w, second *world, lines [2]timetable.Change, stale string) {
	t.Helper()
	nodes, who := [2]*world{w, second}, [2]access.Actor{dean, vice}
	var drafts [2]Draft
	for i := range drafts {
		drafts[i] = w.add(who[i], "", lines[i])
	}
	before := dbtest.Count(t, w.db, `SELECT COUNT(*) FROM class_change`)
	var errs [2]error
	var both sync.WaitGroup
	for i := range drafts {
		both.Go(func() { _, errs[i] = nodes[i].Publish(t.Context(), who[i], drafts[i].ID, drafts[i].Version, "") })
	}
	both.Wait()
	won := 0
	if errs[0] != nil {
		won = 1
	}
	if errs[won] != nil || fault.Code(errs[1-won]) != "planning.stale" {
		t.Fatalf("%s: %v and %v", stale, errs[0], errs[1])
	}
	if n := dbtest.Count(t, w.db, `SELECT COUNT(*) FROM class_change`); n != before+1 {
		t.Errorf("%s: %d changes", stale, n-before)
	}
	x, err := nodes[1-won].o.Clashes.Index(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if at := x.With(nil).Class(lines[won].Group, lines[won].Class).Place; at.Day != lines[won].Day ||
		at.Hours.FirstPeriod != lines[won].Hours.FirstPeriod {
		t.Errorf("%s: the class is at %+v", stale, at)
	}
	list, err := nodes[1-won].Drafts(t.Context(), who[1-won], "")
	if err != nil || len(list) != 1 || len(list[0].Lines) != 1 || list[0].Lines[0].Stale != stale {
		t.Fatalf("the other's draft: %+v, %v", list, err)
	}
	if err := w.RemoveDraft(t.Context(), who[1-won], drafts[1-won].ID); err != nil {
		t.Fatal(err)
	}
}
