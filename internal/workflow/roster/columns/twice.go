package columns

import (
	"regexp"
	"strings"

	"lectern/internal/kernel/fault"
	"lectern/internal/workflow/roster/parse"
	"lectern/internal/workflow/roster/sheet"
)

// halved refuses a table of which a part would be read alone: one that is printed in several columns, and times for
// summer and winter beside each other. roster.side_by_side, roster.two_schedules.
func (m *Matcher) halved(head []sheet.Row, at int) *fault.Error {
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

// sideBySide tells whether a table is printed in several columns, each with the headers again: two or more fields stand
// there twice under the same words. Where staff say of every one of them what it is, that holds.
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

// Better returns which of two headers of one field counts: of programmes and courses that of the code, as in 专业代码 and
// 专业名称; of campuses and rooms, of which other sheets may know no code, that of the name. Empty: they are no such pair.
func Better(f *Field, first, second string) string {
	if f.Name == "nativePlace" { // beside it many lists have where a student came from, 生源地
		for _, header := range []string{first, second} {
			if strings.Contains(header, "籍贯") && !(strings.Contains(first, "籍贯") && strings.Contains(second, "籍贯")) {
				return header
			}
		}
	}
	if f.Name == "seats" && strings.Contains(first, "考") != strings.Contains(second, "考") { // those in an exam are fewer
		if strings.Contains(first, "考") {
			return second
		}
		return first
	}
	if strings.HasPrefix(f.Zh, "新") { // of a change: beside it stands how it was
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
