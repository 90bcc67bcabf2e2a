package columns

import (
	"regexp"
	"strings"

	"lectern/internal/kernel/fault"
	"lectern/internal/workflow/roster/parse"
	"lectern/internal/workflow/roster/sheet"
)

// refuseHalf rejects a table that would only be read in part: one printed in several columns, or one with both summer
// and winter times. It returns roster.side_by_side or roster.two_schedules.
func (m *Matcher) refuseHalf(head []sheet.Row, at int) *fault.Error {
	headers := Headers(head, at)
	switch {
	case m.kind == Periods && namesSeasons(head[:at+1]):
		return fault.New(fault.Invalid, "roster.two_schedules")
	case m.sideBySide(headers):
		return fault.New(fault.Invalid, "roster.side_by_side", "header", parse.Clip(m.firstKnown(headers)))
	}
	return nil
}

func (m *Matcher) firstKnown(headers []string) string {
	for _, header := range headers {
		if m.Field(header) != nil {
			return header
		}
	}
	return ""
}

// sideBySide reports whether a table is printed in several columns that repeat the headers: at least two fields appear
// twice with the same text. It's false if staff have assigned all columns.
func (m *Matcher) sideBySide(cells []string) bool {
	count := map[string]int{}
	for i, cell := range cells {
		if key := HeaderKey(cell); m.Field(cell) != nil && (count[key] == 0 || m.columns == nil || m.columns[i] == "") {
			count[key]++
		}
	}
	twice := 0
	for _, n := range count {
		if n > 1 {
			twice++
		}
	}
	return twice > 1
}

var (
	ofNew      = regexp.MustCompile(overNew.String() + `|^(?:代课|补课|改至)`)
	codeOrName = regexp.MustCompile(`^(.+?)(代码|编号|编码|号|码|code|id)?(名称|名|name)?$`)
)

// Better returns which of two headers of one field to use, or "" if they aren't a known pair. For programmes and
// courses it's the code, as with 专业代码 and 专业名称; for campuses and rooms the name, because other sheets may not use the
// code.
func Better(f *Field, first, second string) string {
	if f.Name == "nativePlace" { // many lists also have 生源地, where a student lived before
		for _, header := range []string{first, second} {
			if strings.Contains(header, "籍贯") && !(strings.Contains(first, "籍贯") && strings.Contains(second, "籍贯")) {
				return header
			}
		}
	}
	if f.Name == "seats" && strings.Contains(first, "考") != strings.Contains(second, "考") { // an exam uses fewer seats
		if strings.Contains(first, "考") {
			return second
		}
		return first
	}
	if strings.HasPrefix(f.Zh, "新") { // the old value is next to it
		if a, b := ofNew.MatchString(HeaderKey(first)), ofNew.MatchString(HeaderKey(second)); a != b {
			if a {
				return first
			}
			return second
		}
	}
	byName := f.Name == "campus" || f.Name == "room"
	if !byName && f.Name != "programme" && f.Name != "course" {
		return ""
	}
	a, b := codeOrName.FindStringSubmatch(HeaderKey(first)), codeOrName.FindStringSubmatch(HeaderKey(second))
	switch {
	case a == nil || b == nil || a[1] != b[1] && f.Name != "room" || (a[2] == "") == (b[2] == ""):
		return ""
	case (a[2] != "") == byName:
		return second
	}
	return first
}
