package columns

import (
	"regexp"
	"slices"

	"lectern/internal/workflow/roster/parse"
	"lectern/internal/workflow/roster/sheet"
)

// Some titles say what applies to all rows: 补课安排表 lists added classes, 退选名单 students who left a group. If that were
// ignored, the latter would be enrolled.

// A sheetWord matches titles that set a field for all rows below.
type sheetWord struct {
	field string
	words map[string]*regexp.Regexp // by the value they stand for
	mixed *regexp.Regexp            // matches titles of sheets with mixed values
}

var (
	isTitleOfList = regexp.MustCompile(`名单|名册|表|单|通知|安排|情况|汇总|一览|登记|公示`)
	isExclusion   = regexp.MustCompile(`不含|不包括|不包含|除外|除去|剔除|排除|以外|未|非|无`) // 学生名单（不含退学）
	sheetWords    = map[Kind]sheetWord{
		Changes: {"action", map[string]*regexp.Regexp{
			"补课": regexp.MustCompile(`补课`), "停课": regexp.MustCompile(`停课`), "调课": regexp.MustCompile(`调课`),
			"代课": regexp.MustCompile(`代课`), "放假": regexp.MustCompile(`放假`), "调休": regexp.MustCompile(`调休`),
			"换教室": regexp.MustCompile(`[调换]教室`),
		}, regexp.MustCompile(`调停|停调|停补|补停|调补|调代|代调|课程变动|课程调整`)},
		Enrolments: {
			"state",
			map[string]*regexp.Regexp{"退课": regexp.MustCompile(`退选|退课|撤课`)},
			regexp.MustCompile(`选退|补退|加退|增退|改退|选课|补选|改选`),
		},
		Students: {
			"status",
			map[string]*regexp.Regexp{"休学": regexp.MustCompile(`休学`), "退学": regexp.MustCompile(`退学`)},
			regexp.MustCompile(`复学|异动|预警|警示|警告`),
		},
	}
)

// valueInTitle reads a value for all rows from a title. It returns false if there is none, or several.
func (m *Matcher) valueInTitle(row sheet.Row) (one titled, ok bool) {
	word, there := sheetWords[m.kind]
	if !there {
		return titled{}, false
	}
	title := ""
	for i, cell := range row.Cells {
		switch text := parse.Clean(cell); {
		case text == "":
		case title != "":
			return titled{}, false // a row of a table
		default:
			title, one.Column = HeaderKey(text), i
		}
	}
	if !isTitleOfList.MatchString(title) || isExclusion.MatchString(title) || word.mixed.MatchString(title) {
		return titled{}, false
	}
	for value, pattern := range word.words {
		if pattern.MatchString(title) {
			if one.Value != "" {
				return titled{}, false
			}
			one.Value = value
		}
	}
	one.Label, one.line = m.ByName(word.field).Zh, row.Line
	return one, one.Value != ""
}

var (
	ofMakeUp  = regexp.MustCompile(`^补课`)
	ofMove    = regexp.MustCompile(`^调课(?:内容|情况|安排|详情)`)
	anyHeader = regexp.MustCompile(``)
	ofHoliday = regexp.MustCompile(`^(?:放假|假期|节假日)`)
)

// actionInHeaders derives the action of all rows of changes from the headers, if there is no column for it: only new
// times (make-up classes), old and new times, also in one column (调课内容), or days of holidays.
func (m *Matcher) actionInHeaders(headers []string, line int) (TitleColumn, bool) {
	if m.kind != Changes {
		return TitleColumn{}, false
	}
	first := func(pattern *regexp.Regexp, fields ...string) int {
		return slices.IndexFunc(headers, func(header string) bool {
			f := m.Field(header)
			return f != nil && slices.Contains(fields, f.Name) && pattern.MatchString(HeaderKey(header))
		})
	}
	was := []string{"date", "classWeek", "classWeekday", "when"}
	becomes := []string{"newDate", "newWeek", "newWeekday", "newHours", "newWhen"}
	at, value := -1, ""
	switch old, renewed, holiday := first(overOld, was...), first(overNew, becomes...), first(ofHoliday, "date"); {
	case old >= 0 && renewed >= 0:
		at, value = renewed, "调课"
	case first(ofMove, "when") >= 0:
		at, value = first(ofMove, "when"), "调课"
	case holiday >= 0 && first(anyHeader, "name") >= 0:
		at, value = holiday, "放假"
	case first(anyHeader, was...) < 0:
		at, value = first(ofMakeUp, append(becomes, "makeUp")...), "补课"
	}
	if at < 0 {
		return TitleColumn{}, false
	}
	return TitleColumn{Label: m.ByName("action").Zh, Value: value, Cell: sheet.CellName(at, line), Implied: true}, true
}
