package roster_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/access"
	"lectern/internal/workflow/roster"
)

// The database filters the history, so that every page is full no matter how far back the matches are.
func TestHistoryOfOneState(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp()
		refused := func(number string) string {
			report := c.do(roster.Students, "学号,姓名,学籍状态\n"+number+",甲,在读\nX"+number+",乙,unheard of\n", goodRows)
			if report.Refused != 1 {
				t.Fatalf("%+v", report)
			}
			return report.ID
		}
		first, second := refused("H1"), refused("H2")
		undone := refused("H3")
		if conflicts, err := c.undo(undone); err != nil {
			t.Fatal(err, conflicts)
		}
		c.good(roster.Students, "学号,姓名\nH4,丁\n")
		search := ""
		list := func(state, after string, size int) (ids []string, next string) {
			found, next, err := c.service.History(t.Context(), access.System(),
				roster.HistoryFilter{State: state, Search: search}, after, size)
			if err != nil {
				t.Fatal(err)
			}
			for _, one := range found {
				ids = append(ids, one.ID)
			}
			return ids, next
		}
		ids, next := list("refused", "", 1)
		if !cmp.Equal(ids, []string{second}) || next != second {
			t.Errorf("refused: %v, then %q", ids, next)
		}
		if ids, next := list("refused", next, 1); !cmp.Equal(ids, []string{first}) || next != "" {
			t.Errorf("the next page: %v, then %q", ids, next)
		}
		if ids, next := list("undone", "", 50); !cmp.Equal(ids, []string{undone}) || next != "" {
			t.Errorf("undone: %v, then %q", ids, next)
		}
		if ids, _ := list("", "", 50); len(ids) != 9 {
			t.Errorf("all: %v", ids)
		}
		for text, want := range map[string]int{"SHEET.c": 9, "%": 0, "_": 0, "other": 0} {
			search = text
			if ids, _ := list("", "", 50); len(ids) != want {
				t.Errorf("%q: %v", text, ids)
			}
		}
	})
}
