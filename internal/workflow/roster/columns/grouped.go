package columns

import (
	"regexp"

	"lectern/internal/workflow/roster/parse"
	"lectern/internal/workflow/roster/sheet"
)

// Group headers in a sheet of changes, for the old and the new values. The headers below are the same for both.
var (
	overOld = regexp.MustCompile(`^(?:原$|原[^因]|调整前|变更前|变动前|调课前|调前|before|original)`)
	overNew = regexp.MustCompile(`^(?:新|现|调整后|变更后|变动后|调课后|调后|调整为|调至|改为|拟|after|new)`)
)

// Headers returns the headers of a row. If the row above groups them into old and new values, with merged cells, they
// get a prefix: 原周次, 新周次. Headers of that row that have none below count too, as in a CSV, which has no merged cells.
func Headers(head []sheet.Row, at int) []string {
	cells := head[at].Cells
	if at == 0 || !overBoth(head[at-1].Cells) {
		return cells
	}
	out := make([]string, max(len(cells), len(head[at-1].Cells)))
	over := ""
	for i := range out {
		above, cell := parse.Clean(head[at-1].Cell(i)), parse.Clean(head[at].Cell(i))
		if above != "" { // an empty cell continues the one to its left
			over = ""
			if above != cell && overOld.MatchString(HeaderKey(above)) {
				over = "原"
			} else if above != cell && overNew.MatchString(HeaderKey(above)) {
				over = "新"
			}
		}
		switch {
		case cell == "":
			out[i] = above
		case over == "" || overOld.MatchString(HeaderKey(cell)) || overNew.MatchString(HeaderKey(cell)):
			out[i] = cell
		default:
			out[i] = over + cell
		}
	}
	return out
}

// overBoth reports whether a row has both group headers, once each.
func overBoth(cells []string) bool {
	old, renewed := 0, 0
	for _, cell := range cells {
		key := HeaderKey(cell)
		if overOld.MatchString(key) {
			old++
		}
		if overNew.MatchString(key) {
			renewed++
		}
	}
	return old == 1 && renewed == 1
}
