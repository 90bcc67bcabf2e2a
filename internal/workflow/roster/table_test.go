package roster_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/sheet"
)

// workbook makes a workbook of sheets given as CSV.
func workbook(t *testing.T, sheets map[string]string, order ...string) []byte {
	t.Helper()
	book := excelize.NewFile()
	for i, name := range order {
		if i == 0 {
			if err := book.SetSheetName("Sheet1", name); err != nil {
				t.Fatal(err)
			}
		} else if _, err := book.NewSheet(name); err != nil {
			t.Fatal(err)
		}
		fill(t, book, name, sheets[name], ",")
	}
	if strings.HasPrefix(order[len(order)-1], "hidden") {
		if err := book.SetSheetVisible(order[len(order)-1], false); err != nil {
			t.Fatal(err)
		}
	}
	return written(t, book)
}

// workbookBy makes a workbook of one sheet, whose cells are separated by separator.
func workbookBy(t *testing.T, separator, name, text string) []byte {
	t.Helper()
	book := excelize.NewFile()
	if err := book.SetSheetName("Sheet1", name); err != nil {
		t.Fatal(err)
	}
	fill(t, book, name, text, separator)
	return written(t, book)
}

func fill(t *testing.T, book *excelize.File, name, text, separator string) {
	t.Helper()
	for y, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		for x, cell := range strings.Split(line, separator) {
			at, err := excelize.CoordinatesToCellName(x+1, y+1)
			if err != nil {
				t.Fatal(err)
			}
			if err := book.SetCellStr(name, at, cell); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func written(t *testing.T, book *excelize.File) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := book.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// The sheet with the kind's headers is read, wherever it is; a hidden one only if named.
func TestTheSheetWithTheHeaders(t *testing.T) {
	dbtestSQLite(t, func(t *testing.T, c *college) {
		raw := string(workbook(t, map[string]string{
			"说明":     "填表说明\n请勿修改表头",
			"教师":     "2026年教师名单\n\n工号,姓名\nT001,周明远",
			"hidden": "工号,姓名\nT002,何静\nT003,高岚",
		}, "说明", "教师", "hidden"))
		r := c.good(roster.Teachers, raw)
		if r.Created != 1 || r.Sheet != "教师" || r.HeaderLine != 3 {
			t.Errorf("%s sheet %q line %d", reportText(r), r.Sheet, r.HeaderLine)
		}
		if r := c.good(roster.Teachers, raw, func(j *roster.Job) { j.Sheet = "hidden" }); r.Created != 2 {
			t.Error(reportText(r))
		}
		if _, err := c.try(roster.Teachers, raw,
			func(j *roster.Job) { j.Sheet = "课程" }); fault.Code(err) != "roster.no_sheet" {
			t.Error(err)
		}
		_, err := c.try(roster.Students, raw)
		if fault.Code(err) != "roster.missing_headers" || fault.All(err)[0].Params["headers"] != "Student number" {
			t.Error(err)
		}
	})
}

// Staff may assign all columns, and headers that they define are known like ours.
func TestColumnsByHand(t *testing.T) {
	dbtestSQLite(t, func(t *testing.T, c *college) {
		const twins = "名单\n编码,姓名,姓名,备注\nT001,周明远,Zhou Mingyuan,主任\n"
		r := c.good(roster.Teachers, twins, func(j *roster.Job) {
			j.Columns, j.HeaderLine = map[int]string{0: "number", 1: "name", 2: "nameEn"}, 2
		})
		if r.Created != 1 || len(r.Notes) > 0 {
			t.Error(reportText(r), r.Notes)
		}
		_, err := c.try(roster.Teachers, twins, func(j *roster.Job) { j.Columns = map[int]string{0: "potato"} })
		if fault.Code(err) != "roster.bad_map" {
			t.Error(err)
		}
		r = c.good(roster.Teachers, "身份,姓名\nT009,王芳\n", func(j *roster.Job) {
			j.Synonyms = map[string]string{"身份": "number", "别的": "nameEn", "旧": "gone"}
		})
		if r.Created != 1 || len(r.Notes) > 0 {
			t.Error(reportText(r), r.Notes)
		}
	})
}

func TestGuessKind(t *testing.T) {
	for _, tc := range []struct{ sheet, want, reason string }{
		{"学生花名册\n制表日期：2026-09-01\n学号,姓名,性别,班级\n1,林晓雨,女,市营2501", "students", "第 3 行的表头符合“学生”：学号、姓名、性别、班级（4 列中识别出 4 列）。"},
		{"工号,姓名,性别,手机号\nT1,何静,女,", "teachers", "第 1 行的表头符合“教师”：工号、姓名（4 列中识别出 2 列）。"},
		{"教学班编号,学号,姓名,班级,专业,手机号\nA,1,林晓雨,,,", "enrolments", ""},
		{"教学班编号,课程代码,课程名称,星期,节次,周次\n", "timetable", ""},
		{"教学班编号,课程代码,教学班名称\n", "groups", ""},
		{"变更类型,教学班编号,原日期\n", "changes", ""},
		{"课程代码,课程名称,考试时间,考场,学号,姓名,座位号\n", "exams", ""},
		{"学期编号,学期名称,第一周周一,周数\n", "terms", ""},
		{"校区编号,生效日期,截止日期,节次,开始时间,结束时间\n", "periods", ""},
		{"校区,教室\n", "rooms", ""},
		{"学年,学期,开始上课日期,学期结束日期,备注\n", "terms", ""},
		{"节次,上课起止时间\n", "periods", ""},
		{"教学班编号,星期,节次,开始时间,结束时间,校区,教室\n", "", "第 1 行的表头最接近“课表”，但缺少以下列：周次。"},
		{"教室编号,教室名称,座位数\n", "rooms", ""},
		{"学年,学期,课程代码,课程名称,学分,教学班名称,教师工号,教师姓名,容量\n", "groups", ""},
		{"课程代码,名称,学分\n", "courses", ""},
		{
			"类型,教学班,原上课安排,,,调整后安排,,,原因\n,,周次,星期,节次,周次,星期,地点,\n停课,A,3,一,1-2,,,,\n", "changes",
			"第 2 行的表头符合“调课”：变更类型、教学班编号、原周次、原星期、原节次、新周次、新星期、新教室、备注（9 列中识别出 9 列）。",
		},
		{"节日,类别,开始日期,结束日期,补课日期\n", "changes", ""},
		{"专业代码,专业名称\n", "programmes", ""},
		{"课程代码,课程名称,学分\n", "courses", ""},
		{"姓名,性别,手机号\n林晓雨,女,", "", "第 1 行的表头最接近“学生”，但缺少以下列：学号。"},
		{"土豆\n1", "", "前几行中没有找到表头。"},
	} {
		f := file(t, "sheet.csv", []byte(tc.sheet))
		head, err := columns.Head(f, "")
		if err != nil {
			t.Fatal(err)
		}
		g := columns.GuessKind(head, nil)
		if string(g.Kind) != tc.want {
			t.Errorf("%q is taken for %q", tc.sheet, g.Kind)
		}
		if got := g.Text(locale.Chinese); tc.reason != "" && got != tc.reason {
			t.Errorf("%q: %s", tc.sheet, got)
		}
	}
	// The kind of every template is recognised, in both languages.
	for _, lang := range locale.Languages {
		for _, kind := range columns.Kinds() {
			var out bytes.Buffer
			if err := columns.Template(&out, kind, lang, true); err != nil {
				t.Fatal(err)
			}
			f := file(t, "template.xlsx", out.Bytes())
			head, err := columns.Head(f, "")
			if err != nil {
				t.Fatal(err)
			}
			if g := columns.GuessKind(head, nil); g.Kind != kind || g.Line != 1 {
				t.Errorf("the template of %s in %s is taken for %s", kind, lang, g.Text(lang))
			}
		}
	}
}

func TestSheets(t *testing.T) {
	f := file(t, "book.xlsx", workbook(t, map[string]string{"一": "a,b\n1,2", "二": "", "hidden": "x"}, "一", "二", "hidden"))
	got, err := sheet.Sheets(f)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]sheet.Info{{Name: "一", Rows: 2}, {Name: "二", Rows: 1}, {Name: "hidden", Rows: 1, Hidden: true}},
		got); diff != "" {
		t.Error(diff)
	}
	if format, encoding, err := sheet.Describe(f); format != sheet.XLSX || encoding != "" || err != nil {
		t.Error(format, encoding, err)
	}
	f = file(t, "list.csv", []byte("\xd1\xa7\xba\xc5,a\n1,2\n"))
	if format, encoding, err := sheet.Describe(f); format != sheet.CSV || encoding != "GBK" || err != nil {
		t.Error(format, encoding, err)
	}
	if got, err := sheet.Sheets(f); err != nil || len(got) != 1 || got[0].Rows == 0 {
		t.Error(got, err)
	}
}

// Notes report what was read: titles, merged headers over two rows, hidden rows, and a second sheet with the same
// headers.
func TestMergedHeadersAndHiddenRows(t *testing.T) {
	dbtestSQLite(t, func(t *testing.T, c *college) {
		book := excelize.NewFile()
		fill(t, book, "Sheet1", "衡山商学院\n2026级新生名单（教务处）\n学号|姓名|联系方式\n||手机号|电子邮箱\n202601001|林晓雨|13800000001|a@b.example\n"+
			"202601002|陈浩然|13800000002|\n", "|")
		for _, m := range [][2]string{{"A1", "D1"}, {"A2", "D2"}, {"A3", "A4"}, {"B3", "B4"}, {"C3", "D3"}} {
			if err := book.MergeCell("Sheet1", m[0], m[1]); err != nil {
				t.Fatal(err)
			}
		}
		if err := book.SetRowVisible("Sheet1", 6, false); err != nil {
			t.Fatal(err)
		}
		if _, err := book.NewSheet("二班"); err != nil {
			t.Fatal(err)
		}
		fill(t, book, "二班", "学号|姓名\n1|何静", "|")
		r := c.good(roster.Students, string(written(t, book)))
		if r.Created != 2 || r.HeaderLine != 4 || len(r.Skipped) > 0 {
			t.Errorf("%s%d %v", reportText(r), r.HeaderLine, leftOut(r))
		}
		var notes []string
		for _, n := range r.Notes {
			notes = append(notes, locale.Text(locale.Chinese, n.Code, n.Params))
		}
		want := []string{"已读取工作表“Sheet1”，表头在第 4 行。", "以下工作表有相同的表头，但未读取：二班。加上 --all-sheets 可一并读取。", "隐藏的行也已读取，共 1 行（第 6 行）。"}
		if diff := cmp.Diff(want, notes); diff != "" {
			t.Error(diff)
		}
		_, err := c.try(roster.Courses, string(written(t, book)), func(j *roster.Job) { j.Language = locale.Chinese })
		if fault.Code(err) != "roster.no_header" && fault.Code(err) != "roster.missing_headers" {
			t.Fatal(err)
		}
		_, err = c.try(roster.Enrolments, string(written(t, book)), func(j *roster.Job) { j.Language = locale.Chinese })
		f := fault.All(err)
		if len(f) != 1 {
			t.Fatal(err)
		}
		if got := locale.Text(locale.Chinese, f[0].Code, f[0].Params); !strings.HasPrefix(got,
			"已将工作表“Sheet1”第 3 行作为表头，但缺少以下列：教学班编号。") {
			t.Error(got)
		}
	})
}

// Numbers, dates and formulas of a workbook are read if possible, and losses are reported.
func TestNumbersOfAWorkbook(t *testing.T) {
	dbtestSQLite(t, func(t *testing.T, c *college) {
		c.setUp()
		book := excelize.NewFile()
		fill(t, book, "Sheet1", "学号|姓名|手机号|身份证号|预计毕业日期|入学年份", "|")
		for at, value := range map[string]any{
			"A2": 202501001, "B2": "林晓雨", "C2": 13800000001, "D2": id1, "E2": 47299, "F2": 2025.0,
			"A3": "202501002", "B3": "陈浩然", "C3": "1.3800000002E10", "D3": 3.10115200603048e17, "E3": "2029-06-30",
			"A4": "202501003", "B4": "何静", "C4": "1.38E+10",
		} {
			if err := book.SetCellValue("Sheet1", at, value); err != nil {
				t.Fatal(err)
			}
		}
		r := c.do(roster.Students, string(written(t, book)))
		want := "created 1, changed 0, unchanged 0, refused 2, applied false\n" +
			"3 身份证号 \"310***************\" roster.lost_digits\n4 手机号 \"1.3*****\" roster.lost_digits\n"
		if diff := cmp.Diff(want, reportText(r)); diff != "" {
			t.Error(diff)
		}
		if err := book.SetCellFormula("Sheet1", "F4", `A1&"x"`); err != nil {
			t.Fatal(err)
		}
		if _, err := c.try(roster.Students, string(written(t, book))); fault.Code(err) != "roster.formula" {
			t.Error(err)
		}
	})
}
