package engine

import (
	"regexp"
	"slices"
	"strings"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/parse"
)

// A SkippedRow is a row that holds no data: a total, a signature, a note below the table.
type SkippedRow struct {
	Line   int
	Text   string // of the row, shortened
	Reason *fault.Error
}

// maxSkippedNotes is how many skipped rows a report lists individually.
const maxSkippedNotes = 10

// Texts are matched without spaces, in half width and lower case.
var (
	totalWord = regexp.MustCompile(
		`^(?:本页|本班|本表|以上|全校|全院|各项)?(?:合计|总计|共计|小计|累计|总数|总人数|合计人数|人数合计|总计人数|(?:sub|grand)?total(?::|$))`)
	totalText = regexp.MustCompile(`^(?:以上|本表|本页|本班|全班)?(?:共|共有|总共|合计|总计|共计|小计|累计|总人数|人数)[:,]?\d+(?:人|名|门|条|行|个|间|位|学分|` +
		`节|次|个?(?:专业|教学班|班级|班|校区|学期)|[位名]?(?:教师|老师|学生|同学)|门?(?:课程|课)|间?教室|人次|rows?|students?|people)?(?:[,;.。(].*)?$`)
	amount = regexp.MustCompile(`^[-+]?[\d.,]*(?:人|名|门|条|行|个|间|位|学分|分|节|次|%|元|个?(?:专业|教学班|班级|班|校区|学期)|位?(?:教师|老师)|` +
		`名?(?:学生|教师)|门?(?:课程|课)|间?教室|人次|学时|座)?(?:\(.*\))?$`)
	countOf = regexp.MustCompile(`^(?:其中)?(?:男|女|男生|女生|人数|总数|实到|应到|缺考|在校|学生数)[:,]?\d+(?:人|名)?$`)
	// signLabel matches the label of a person who made or checked the sheet, with or without a colon.
	signLabel = regexp.MustCompile(`^(?:制表|填表|审核|审批|复核|校对|经办|负责|打印|导出|统计|编制|录入|核对|盖章|签字|签名|教务处|教务科|教务员|教务秘书|` +
		`教学秘书|系主任|院长|院领导|分管领导|学院|部门|单位|辅导员|班主任|\p{Han}{0,6}(?:教师|老师|主任|组长|领导|监考|主考|人|员)(?:签名|签字|签章)|preparedby|checkedby|` +
		`approvedby|printed|signature)` +
		`(?:人|员|者|单位|部门|日期|时间|人员|负责人|意见|签字|签名|盖章|签章|\(.{1,6}\)|on|at)*(?::.*|_+.*)?$`)
	signEnd  = regexp.MustCompile(`(?:盖章|签章|公章|签字|签名|\(章\)|\(盖章\)|教务处|教务科|学生处|学工处|学工部|招生办|人事处)$`)
	signDate = regexp.MustCompile(
		`(?:处|科|部|室|办|院|系|中心|大学|学校)[:,]?\d{4}(?:年\d{1,2}月(?:\d{1,2}日)?|[-/.]\d{1,2}[-/.]\d{1,2})$`)
	pageText  = regexp.MustCompile(`^(?:第\d+页.*|共\d+页.*|page\d+.*|\d+/\d+页)$`)
	dateText  = regexp.MustCompile(`^(?:日期:?)?\d{4}(?:年\d{1,2}月(?:\d{1,2}日)?|[-/.]\d{1,2}[-/.]\d{1,2})$`)
	noteLabel = regexp.MustCompile(`^(?:备注|注|说明|附注|注意|注意事项|填表说明|提示|note|notes|remark|remarks|nb)\d?[:.、].`)
	titleText = regexp.MustCompile(`(?:名单|花名册|名册|一览表|安排表|课程表|课表|汇总表|统计表|登记表|信息表|总表|明细表)(?:\(.*\))?$`)
	sentence  = regexp.MustCompile(`[,;:。!?、]`)
)

func footerKey(cell string) string {
	return parse.NameKey(strings.TrimLeft(parse.Clean(cell), "*※★#"))
}

// notData returns why a row holds no data (roster.left_total, roster.left_signature, roster.left_note,
// roster.left_title or roster.left_header), or nil. A record may contain such words among its values.
func (r *row) notData() *fault.Error {
	first := slices.IndexFunc(r.Cells, func(cell string) bool { return parse.Clean(cell) != "" })
	if first < 0 || isCode(r.Cells[first]) && first+1 < len(r.Cells) { // fast path: true of most rows
		return nil
	}
	var cells []string
	for _, cell := range r.Cells[first:] {
		if parse.Clean(cell) != "" {
			cells = append(cells, footerKey(cell))
		}
	}
	code := ""
	switch {
	case r.repeatsHeaders():
		code = "roster.left_header"
	case r.isBreak():
		code = "roster.left_break"
	case isTotal(cells):
		code = "roster.left_total"
	case r.isSignature(first, cells):
		code = "roster.left_signature"
	case r.incomplete() && noteLabel.MatchString(cells[0]):
		code = "roster.left_note"
	case len(cells) == 1 && r.incomplete():
		code = loneText(cells[0])
	}
	if code == "" {
		return nil
	}
	return fault.New(fault.Invalid, code, "line", r.Place(), "text", r.shortText())
}

// isCode reports whether a cell is a number or code, as at the start of a record.
func isCode(cell string) bool {
	digit := false
	for i := range len(cell) {
		c := cell[i]
		digit = digit || c >= '0' && c <= '9'
		if !(c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '-' || c == '_') {
			return false
		}
	}
	return digit
}

// beginsTable reports whether a row has all required headers, but in other columns than the headers above: the rows
// below it would be misread.
func (r *row) beginsTable() bool {
	seen, known := 0, false
	for _, cell := range r.Cells {
		if parse.Clean(cell) != "" && seen < 2 && !known { // headers start with a known one, or with 序号 before it
			seen, known = seen+1, r.layout.Matcher.Field(cell) != nil
		}
	}
	if !known {
		return false
	}
	columns := map[string]int{}
	for _, one := range r.layout.Titles {
		if f := r.layout.Matcher.Field(one.Label); f != nil {
			columns[f.Name] = one.Column
		}
	}
	for i, cell := range r.Cells {
		if f := r.layout.Matcher.Field(cell); f != nil {
			columns[f.Name] = i
		}
	}
	return len(columns) > len(r.layout.Titles)+1 &&
		len(r.layout.Matcher.Missing(columns, r.layout.Lang)) == 0 && !r.repeatsHeaders()
}

// headsAnother reports whether a row holds the headers of a different table: most of its cells are names of columns,
// one of them where every record has its number or name. Labels with a colon don't count.
func (r *row) headsAnother() bool {
	filled, headers, needed := 0, 0, false
	for i, cell := range r.Cells {
		switch text := parse.Clean(cell); {
		case text == "":
			continue
		case columns.IsHeader(text) && !strings.HasSuffix(fold.Width(text), ":"):
			headers++
			f := r.fieldIn(i)
			needed = needed || f != nil && f.Need
		}
		if filled++; filled == 2 && headers == 0 { // fast path: true of most rows
			return false
		}
	}
	return headers > 1 && 2*headers > filled && needed && !r.repeatsHeaders()
}

// isTotal reports whether a row is a word for a total followed only by amounts.
func isTotal(cells []string) bool {
	if !isTotalCell(cells[0]) {
		return false
	}
	for _, cell := range cells[1:] {
		if !amount.MatchString(cell) && !countOf.MatchString(cell) && !isTotalCell(cell) && !signLabel.MatchString(cell) {
			return false
		}
	}
	return true
}

func isTotalCell(cell string) bool {
	if totalText.MatchString(cell) {
		return true
	}
	word := totalWord.FindString(cell)
	return word != "" && amount.MatchString(strings.TrimLeft(cell[len(word):], ":,"))
}

// isSignature reports whether a row begins with the person who made the sheet. Such a label in a required column is
// enough, because it can't be a number or name. In another column, the row must also lack a required value.
func (r *row) isSignature(first int, cells []string) bool {
	if !signLabel.MatchString(cells[0]) && !pageText.MatchString(cells[0]) {
		return false
	}
	if r.incomplete() || strings.Contains(cells[0], ":") && !slices.ContainsFunc(cells[1:], isNoLabel) {
		return true
	}
	f := r.fieldIn(first)
	return f != nil && f.Need && (strings.Contains(cells[0], ":") || len(cells) > 1 && signLabel.MatchString(cells[1]))
}

// isNoLabel reports whether a cell is neither a signature label nor a date nor a page number.
func isNoLabel(cell string) bool {
	return !signLabel.MatchString(cell) && !dateText.MatchString(cell) && !pageText.MatchString(cell)
}

// loneText returns the reason for skipping a row that consists of a single text.
func loneText(text string) string {
	switch {
	case signEnd.MatchString(text), signDate.MatchString(text), dateText.MatchString(text):
		return "roster.left_signature"
	case titleText.MatchString(text):
		return "roster.left_title"
	case sentence.MatchString(text) && len([]rune(text)) >= 6:
		return "roster.left_note"
	}
	return ""
}

// incomplete reports whether a required cell is empty.
func (r *row) incomplete() bool {
	for name, f := range r.layout.Fields {
		has := func(column string) bool { _, there := r.layout.Column[column]; return there }
		asked := has(name) || f.Need && f.Replaced(has) // unless another column replaces it
		if (f.Need || f.Marked) && asked && r.text(name) == "" && !f.Replaced(func(other string) bool {
			return r.text(other) != ""
		}) {
			return true
		}
	}
	return false
}

func (r *row) fieldIn(column int) *columns.Field {
	for name, at := range r.layout.Column {
		if at == column {
			return r.layout.Fields[name]
		}
	}
	return nil
}

// repeatsHeaders reports whether a row repeats the headers, as on each printed page.
func (r *row) repeatsHeaders() bool {
	same := 0
	for _, column := range r.layout.Column {
		if column >= r.layout.Base() {
			continue
		}
		switch cell := columns.HeaderKey(r.Cell(column)); {
		case cell == "":
		case cell != columns.HeaderKey(r.layout.Headers[column]) &&
			(column >= len(r.layout.Repeated) || cell != columns.HeaderKey(r.layout.Repeated[column])):
			return false
		default:
			same++
		}
	}
	return same > 1 || same == 1 && len(r.layout.Column) == 1
}

// shortText returns the text of a row, shortened, so that people can find it.
func (r *row) shortText() string {
	var parts []string
	for _, cell := range r.Cells {
		if text := parse.Clean(cell); text != "" {
			parts = append(parts, fold.Width(text))
		}
	}
	return parse.Clip(strings.Join(parts, " "))
}

// skip records a row that holds no data.
func (x *run) skip(r *row, reason *fault.Error) {
	x.observeSkipped(r, reason)
	if len(x.report.Skipped) < MaxProblems {
		x.report.Skipped = append(x.report.Skipped, SkippedRow{r.Line, r.shortText(), reason})
	}
	if len(x.report.Skipped) <= maxSkippedNotes {
		x.report.Notes = append(x.report.Notes, reason)
	}
}

// noteOnce adds a note about a column, once per report.
func (x *run) noteOnce(code, header string) {
	for _, note := range x.report.Notes {
		if note.Code == code {
			return
		}
	}
	x.report.Notes = append(x.report.Notes, fault.New(fault.Invalid, code, "column", parse.Clip(header)))
}

// noteSkipped notes how many more rows were skipped than listed, and that hidden rows were imported.
func (x *run) noteSkipped() {
	if len(x.hidden) > 0 {
		lines := x.hidden[:min(len(x.hidden), maxSkippedNotes)]
		x.report.Notes = append(x.report.Notes,
			fault.New(fault.Invalid, "roster.hidden_rows", "count", itoa(len(x.hidden)), "lines", strings.Join(lines, ", ")))
	}
	if more := len(x.report.Skipped) - maxSkippedNotes; more > 0 {
		x.report.Notes = append(x.report.Notes, fault.New(fault.Invalid, "roster.left_more", "count", itoa(more)))
	}
}
