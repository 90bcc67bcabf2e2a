package roster_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster"
)

// rollBook makes a workbook of class rolls, one sheet per text; the name comes before a slash.
func rollBook(t *testing.T, sheets ...string) []byte {
	t.Helper()
	book := excelize.NewFile()
	for i, one := range sheets {
		name, text, _ := strings.Cut(one, "/")
		if i == 0 {
			if err := book.SetSheetName("Sheet1", name); err != nil {
				t.Fatal(err)
			}
		} else {
			must1(book.NewSheet(name))(t)
		}
		fill(t, book, name, text, "|")
	}
	return written(t, book)
}

func (d *desk) uploadBook(sheets ...string) roster.Draft {
	d.t.Helper()
	return must1(d.service.CreateDrafts(d.t.Context(), registrar, "rolls.xlsx", bytes.NewReader(rollBook(d.t, sheets...)),
		roster.DraftChange{Language: locale.Chinese}))(d.t)[0]
}

// placesOf lists the rows of a draft: place, effect and name.
func (d *desk) placesOf(draft string) []string {
	d.t.Helper()
	d.after(draft)
	var out []string
	for _, r := range d.rows(draft, roster.RowFilter{}) {
		out = append(out, strings.TrimSpace(r.Place+" "+r.Effect+" "+r.Name))
	}
	return out
}

const (
	roll1 = "班级：会计2601班\n学号|姓名\n2026010101|王一\n2026010102|王二"
	roll2 = "班级：会计2602班\n学号|姓名\n2026010201|李一\n20260102|"
)

// Sheets with the same headers are read as one table: each row has a place in its own sheet, and the values above the
// headers apply to their sheet.
func TestSheetsTogether(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		made := d.uploadBook("一班/"+roll1, "说明/填表说明：请勿修改", "二班/"+roll2)
		if !made.AllSheets || strings.Join(made.Alike, " ") != "一班 二班" || made.Sheet != "一班" || made.Kind != roster.Students {
			t.Fatalf("%v %v %s %s", made.AllSheets, made.Alike, made.Sheet, made.Kind)
		}
		must1(d.service.PreviewDraft(t.Context(), registrar, made.ID))(t)
		wantLines(t, "places", d.placesOf(made.ID), "一班!3 created 王一 2026010101", "一班!4 created 王二 2026010102",
			"二班!3 created 李一 2026010201", "二班!4 refused 20260102")
		draft := d.after(made.ID)
		if text := draft.Preview.Notes[0].Text(locale.Chinese); !strings.Contains(text, "一班, 二班") {
			t.Error(text)
		}
		var refused []string
		for cells, err := range d.service.RefusedRows(t.Context(), registrar, made.ID, locale.Chinese) {
			if err != nil {
				t.Fatal(err)
			}
			refused = append(refused, strings.Join(cells[:4], "|"))
		}
		wantLines(t, "refused rows name their sheet", refused, "学号|姓名|班级|工作表", "20260102||会计2602班|二班")

		line := 0
		for _, r := range d.rows(made.ID, roster.RowFilter{Effect: "refused"}) {
			line = r.Line
		}
		name := "李二"
		must1(d.service.EditRows(t.Context(), registrar, made.ID,
			[]roster.Edit{{Line: line, Column: 1, Value: &name}}, nil))(t)
		done := must1(d.apply(d.after(made.ID), roster.Apply{}))(t)
		wantLines(t, "classes", d.query(`SELECT name, class FROM student WHERE name IN ('王一', '王二', '李一', '李二')
			ORDER BY number`, 2), "王一 会计2601班", "王二 会计2601班", "李二 会计2602班", "李一 会计2602班")
		if again := d.uploadBook("一班/"+roll1,
			"二班/"+strings.Replace(roll2, "20260102|", "20260102|李二", 1)); again.State != roster.DraftColumns {
			t.Error(again.State)
		} else {
			must1(d.service.PreviewDraft(t.Context(), registrar, again.ID))(t)
			if p := d.after(again.ID).Preview; p.Unchanged != 4 {
				t.Errorf("%+v", p)
			}
		}
		d.good(roster.Students, "学号,姓名,班级\n2026010201,李一,会计2603班\n")
		conflicts, err := d.undo(done.Import)
		if wantCode(t, err, "roster.changed_since"); len(conflicts) != 1 || conflicts[0].Place != "二班!3" {
			t.Errorf("%+v", conflicts)
		}
	})
}

// Staff can switch to one sheet and back; edits of rows that are no longer read are dropped.
func TestOneSheetOfSeveral(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		made := d.uploadBook("一班/"+roll1, "二班/"+roll2)
		one := "二班"
		alone := must1(d.service.ChangeDraft(t.Context(), registrar, made.ID, roster.DraftChange{Sheet: &one}))(t)
		if alone.AllSheets || alone.Sheet != one || len(alone.Alike) != 2 {
			t.Fatalf("%v %s %v", alone.AllSheets, alone.Sheet, alone.Alike)
		}
		must1(d.service.PreviewDraft(t.Context(), registrar, made.ID))(t)
		wantLines(t, "alone", d.placesOf(made.ID), "3 created 李一 2026010201", "4 refused 20260102")
		yes := true
		all := must1(d.service.ChangeDraft(t.Context(), registrar, made.ID, roster.DraftChange{AllSheets: &yes}))(t)
		if !all.AllSheets || all.Sheet != "一班" {
			t.Fatalf("%v %s", all.AllSheets, all.Sheet)
		}
		must1(d.service.PreviewDraft(t.Context(), registrar, made.ID))(t)
		if got := d.placesOf(made.ID); len(got) != 4 || got[3] != "二班!4 refused 20260102" {
			t.Error(got)
		}
	})
}

// Sheets with other headers or other values above them, hidden sheets and empty ones aren't included.
func TestSheetsThatDiffer(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		made := d.uploadBook("一班/"+roll1, "课程/课程代码|课程名称\nA1|语文", "无班级/学号|姓名\n2026010301|赵一",
			"换列/班级：会计2603班\n姓名|学号\n赵二|2026010302")
		if made.AllSheets || len(made.Alike) > 0 {
			t.Errorf("%v %v", made.AllSheets, made.Alike)
		}
	})
}

// A sheet's name is the home class of its students or the group of a roll, if nothing else gives it.
func TestSheetNames(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		const rows = "学号|姓名\n%s01|王一\n%s02|王二"
		of := func(number string) string { return strings.ReplaceAll(rows, "%s", number) }
		made := d.uploadBook("会计2601班/"+of("20260101"), "会计2602班/"+of("20260102"))
		must1(d.service.PreviewDraft(t.Context(), registrar, made.ID))(t)
		must1(d.apply(d.after(made.ID), roster.Apply{}))(t)
		wantLines(t, "classes", d.query(`SELECT number, class FROM student WHERE number LIKE '202601%' ORDER BY number`, 2),
			"2026010101 会计2601班", "2026010102 会计2601班", "2026010201 会计2602班", "2026010202 会计2602班")
		plain := d.uploadBook("Sheet1/"+of("20260101"), "Sheet2/"+of("20260102"))
		if last := plain.Columns[len(plain.Columns)-1]; !last.SheetName || last.Field != "" {
			t.Errorf("%+v", last)
		}
	})
}

// --all-sheets reads all of them on the command line; without it, the report lists the unread ones.
func TestAllSheetsOfAFile(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Groups, "学期,教学班编号,课程代码,教学班名称\n2026-autumn,MKT201-2,MKT201,市场营销学 02 班\n")
		path := t.TempDir() + "/rolls.xlsx"
		if err := os.WriteFile(path,
			rollBook(t, "MKT201-1/学号|姓名\n202501001|林晓雨", "MKT201-2/学号|姓名\n202501002|陈浩然\n202501009|某某"), 0o600); err != nil {
			t.Fatal(err)
		}
		file := must1(roster.OpenFile(path))(t)
		defer file.Close()
		r := must1(c.service.ImportFile(t.Context(), registrar, file,
			roster.Job{Kind: roster.Enrolments, AllSheets: true, GoodRows: true, Language: locale.English}))(t)
		if r.Refused != 1 || r.Created != 1 || r.Unchanged != 1 {
			t.Error(reportText(r))
		}
		if text := strings.Join(r.Lines(locale.English), "\n"); !strings.Contains(text, "line MKT201-2!3") ||
			!strings.Contains(text, "MKT201-1, MKT201-2") {
			t.Error(text)
		}
		refused := must1(os.Open(r.RefusedFile))(t)
		defer refused.Close()
		book := must1(excelize.OpenReader(refused))(t)
		rows := must1(book.GetRows(book.GetSheetName(0)))(t)
		if len(rows) != 2 || strings.Join(rows[1][:3], "|") != "202501009|某某|MKT201-2" || rows[0][2] == "Sheet" {
			t.Error(rows)
		}
	})
}

// A class, room or number that a spreadsheet turned into a date is rejected and not read as its serial number. Zeros
// shown by a format are part of a number.
func TestNumbersWithFormats(t *testing.T) {
	dbtestSQLite(t, func(t *testing.T, c *college) {
		book := excelize.NewFile()
		fill(t, book, "Sheet1", "学号|姓名|班级|预计毕业日期\n|张三||\n|李四|二班|", "|")
		for cell, one := range map[string]struct {
			value  int
			format string
		}{"A2": {12, "00000"}, "C2": {46024, `m"-"d`}, "A3": {13, "00000"}, "D3": {47299, "yyyy/m/d"}} {
			style := must1(book.NewStyle(&excelize.Style{CustomNumFmt: &one.format}))(t)
			if err := errors.Join(book.SetCellInt("Sheet1", cell, int64(one.value)),
				book.SetCellStyle("Sheet1", cell, cell, style)); err != nil {
				t.Fatal(err)
			}
		}
		r := c.do(roster.Students, string(written(t, book)), goodRows)
		if want := `2 班级 "46024" roster.became_date`; !strings.Contains(reportText(r), want) || r.Refused != 1 {
			t.Errorf("want %s, got\n%s", want, reportText(r))
		}
		wantLines(t, "the other", c.query(`SELECT number, name, class, graduation FROM student`, 4), "00013 李四 二班 2029-06-30")
	})
}
