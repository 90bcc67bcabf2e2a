package roster_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/workflow/roster"
)

// open lists the number of open rejected rows of each import, newest first.
func (c *college) open() map[string]int {
	c.t.Helper()
	found, _, err := c.service.History(c.t.Context(), access.System(), roster.HistoryFilter{State: "open"}, "", 50)
	if err != nil {
		c.t.Fatal(err)
	}
	out := map[string]int{}
	for _, one := range found {
		out[one.ID] = one.Open
	}
	return out
}

// Rejected rows are open until later imports contain all of them, and again if such an import is undone.
func TestRefusedRowsWaitUntilTheyAreIn(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp()
		want := func(when string, open map[string]int) {
			t.Helper()
			if diff := cmp.Diff(open, c.open()); diff != "" {
				t.Errorf("%s (-want +got):\n%s", when, diff)
			}
		}
		first := c.do(roster.Students, "学号,姓名,学籍状态\nR1,甲,在读\nR2,乙,unheard of\nR3,丙,unheard of\n", goodRows).ID
		want("refused", map[string]int{first: 2})
		c.good(roster.Students, "学号,姓名\nR9,另一人\n")
		c.do(roster.Students, "学号,姓名,学籍状态\nR2,乙,在读\nR3,丙,在读\n", dryRun)
		want("others came, and a trial", map[string]int{first: 2})
		again := c.do(roster.Students, "学号,姓名,学籍状态\nR2,乙,在读\nR3,丙,still wrong\n", goodRows).ID
		want("one of two is in, the other was refused twice", map[string]int{first: 1, again: 1})
		last := c.good(roster.Students, "学号,姓名,学籍状态\nr3,丙,在读\n").ID
		want("both are in", map[string]int{})
		if conflicts, err := c.undo(last); err != nil {
			t.Fatal(err, conflicts)
		}
		want("undone", map[string]int{first: 1, again: 1})
	})
}

// A row that can't be recognised later is resolved by hand, which can be reverted.
func TestSayThatRefusedRowsAreDealtWith(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp()
		id := c.do(roster.Students, "学号,姓名\nR1,甲\n,没有学号\n", goodRows).ID
		c.good(roster.Students, "学号,姓名\nR2,没有学号\n")
		if diff := cmp.Diff(map[string]int{id: 1}, c.open()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		resolve := func(id string, resolved bool) error {
			return c.service.Resolve(t.Context(), access.System(), id, resolved)
		}
		for range 2 {
			if err := resolve(id, true); err != nil || len(c.open()) > 0 {
				t.Errorf("%v, %v", err, c.open())
			}
		}
		if past, err := c.service.Past(t.Context(), access.System(), id); err != nil || past.Resolved.IsZero() ||
			past.Open != 0 || past.Refused != 1 {
			t.Errorf("%+v, %v", past.Past, err)
		}
		if err := resolve(id, false); err != nil || len(c.open()) != 1 {
			t.Errorf("%v, %v", err, c.open())
		}
		whole := c.good(roster.Students, "学号,姓名\nR3,丙\n").ID
		for id, code := range map[string]string{"nobody": "roster.no_import", whole: "roster.nothing_refused"} {
			if err := resolve(id, true); fault.Code(err) != code {
				t.Errorf("%s: %v", id, err)
			}
		}
		student := access.Actor{Account: "a", Role: access.User}
		if err := c.service.Resolve(t.Context(), student, id, true); fault.Code(err) != "access.forbidden" {
			t.Error(err)
		}
	})
}
