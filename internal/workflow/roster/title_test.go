package roster_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster"
)

// rolls adds two groups in one term and one in another, without students.
func (c *college) rolls() {
	c.t.Helper()
	c.setUp()
	c.good(roster.Terms, "学期编号,学期名称,第一周周一,周数\n2027-spring,2026–2027 学年第二学期,2027-03-01,18\n")
	c.good(roster.Students, "学号,姓名\n1,林晓雨\n2,陈浩然\n3,何文\n4,高岚\n")
	c.good(roster.Courses, "课程代码,课程名称\nACC101,会计学原理\n")
	c.good(roster.Groups, "学期,教学班编号,课程代码,教学班名称\n2026-autumn,会计学原理-01,ACC101,会计2601班\n"+
		"2026-autumn,会计学原理-02,ACC101,会计2602班\n2027-spring,会计学原理-01,ACC101,会计2601班\n")
}

func (c *college) enrolled() []string {
	c.t.Helper()
	return c.query(`SELECT g.term_id, g.code, s.number FROM enrolment e JOIN course_group g ON g.id = e.group_id
		JOIN student s ON s.id = e.student_id ORDER BY 1, 2, 3`, 3)
}

// The group of a class roll may be only above the headers, in one cell or several, and the wizard shows which.
func TestRollsNameTheirGroupInTheTitle(t *testing.T) {
	for name, tc := range map[string]struct{ sheet, columns string }{
		"one cell": {"会计学院点名册\n教学班：会计学原理-01  课程：会计学原理  教师：张伟  学年学期：2026-2027-2\n序号|学号|姓名|签到\n1|1|林晓雨|\n" +
			"2|2|陈浩然|\n合计|2", "教学班 group A2 会计学原理-01; 学年学期 term A2 2026-2027-2"},
		"half width": {
			"教学班:会计学原理-01;学年学期:2026-2027学年第2学期;人数:2\n序号|学号|姓名\n1|1|林晓雨\n2|2|陈浩然",
			"教学班 group A1 会计学原理-01; 学年学期 term A1 2026-2027学年第2学期",
		},
		"beside each other": {"选课名单\n课程名称：|会计学原理||教学班名称：|会计2601班\n学年：|2026-2027||学期：|2\n学号|姓名|性别|班级|专业\n1|林晓雨|女|会计2601|会计\n" +
			"2|陈浩然|男|会计2602|会计", "教学班名称 groupName D2 会计2601班; 学年 year A3 2026-2027; 学期 term D3 2"},
		"without a colon": {
			"学生名单\n教学班|会计学原理-01|学期|2026-2027-2|教师|张伟\n学号|姓名\n1|林晓雨\n2|陈浩然",
			"教学班 group A2 会计学原理-01; 学期 term C2 2026-2027-2",
		},
		"term in the title": {"2026-2027学年第2学期教学班名单\n教学班：会计学原理-01（会计2601班）\n学号|姓名\n1|林晓雨\n2|陈浩然", ""},
	} {
		t.Run(name, func(t *testing.T) {
			eachDesk(t, func(t *testing.T, d *desk) {
				d.rolls()
				if name == "term in the title" {
					d.good(roster.Groups, "学期,教学班编号,课程代码\n2027-spring,会计学原理-01(会计2601班),ACC101\n")
				}
				content := workbookBy(t, "|", "点名册", tc.sheet)
				made := must1(d.service.CreateDrafts(t.Context(), registrar, "点名册.xlsx",
					bytes.NewReader(content), roster.DraftChange{}))(t)[0]
				if made.Kind != roster.Enrolments || len(made.Missing) > 0 {
					t.Fatalf("taken for %q without %v: %s", made.Kind, made.Missing, made.KindReason.Text(locale.English))
				}
				var columns []string
				for _, c := range made.Columns {
					if c.How == roster.ColumnTitle {
						columns = append(columns, fmt.Sprintf("%s %s %s %s", c.Header, c.Field, c.Cell, c.Samples[0]))
					}
				}
				if got := strings.Join(columns, "; "); tc.columns != "" && got != tc.columns {
					t.Error(got)
				}
				must1(d.service.PreviewDraft(t.Context(), registrar, made.ID))(t)
				draft := d.after(made.ID)
				if draft.Preview == nil || draft.Preview.Created != 2 || draft.Preview.Refused > 0 {
					t.Fatalf("%+v %+v\n%s", draft.Problem, draft.Preview, lines(d.rows(draft.ID, roster.RowFilter{})))
				}
				must1(d.apply(draft, roster.Apply{}))(t)
				group := "会计学原理-01"
				if name == "term in the title" {
					group += "(会计2601班)"
				}
				wantLines(t, "enrolled", d.enrolled(), "2027-spring "+group+" 1", "2027-spring "+group+" 2")
				if r := d.do(roster.Enrolments, string(content)); r.Unchanged != 2 { // as on the command line
					t.Error(reportText(r), notes(r))
				}
			})
		})
	}
}

// Of several rolls below each other, each has the group in its own title; rows below a title without a group are
// rejected.
func TestSeveralRollsInOneSheet(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.rolls()
		draft := d.ready("\"教学班：会计学原理-01 教师：张伟\"\n学年学期：2026-2027-1\n学号,姓名,备注\n1,林晓雨,\n2,陈浩然,教学班：会计学原理-02\n小计,2人\n\n" +
			"\"教学班：会计学原理-02 教师：李四\"\n学号,姓名,备注\n3,何文,\n" +
			"第1页\n学号,姓名,备注\n4,高岚,\n会计三班\n学号,姓名,备注\n1,林晓雨,\n")
		if got := lines(d.rows(draft.ID, roster.RowFilter{Effect: "refused"})); got != "16 refused 林晓雨 1 group "+
			"roster.required\n" || draft.Preview.Created != 4 {
			t.Fatalf("%+v\n%s", draft.Preview, lines(d.rows(draft.ID, roster.RowFilter{})))
		}
		var left []string
		for _, row := range d.rows(draft.ID, roster.RowFilter{Effect: "leftOut"}) {
			left = append(left, row.SkipReason.Text(locale.English))
		}
		if got := strings.Join(left, "\n"); !strings.Contains(got,
			"Line 8 is the title of the table below and applies to its rows: 教学班:会计学原理-02 教师:李四") {
			t.Error(got)
		}
		// The file of rejected rows has a column for the group, which can be filled in.
		var refused [][]string
		for cells, err := range d.service.RefusedRows(t.Context(), registrar, draft.ID, locale.English) {
			refused = append(refused, must(t, cells, err))
		}
		if diff := cmp.Diff([]string{"学号", "姓名", "备注", "教学班", "学年学期", "Reasons"}, refused[0]); diff != "" {
			t.Error(diff)
		}
		if last := refused[len(refused)-1]; last[0] != "1" || last[3] != "" || last[4] != "2026-2027-1" {
			t.Errorf("%q", last)
		}
		rows := d.rows(draft.ID, roster.RowFilter{Effect: "refused"})
		group := "会计学原理-02"
		if _, err := d.service.EditRows(t.Context(), registrar, draft.ID,
			[]roster.Edit{{Line: rows[0].Line, Column: 3, Value: &group}}, nil); err != nil {
			t.Fatal(err)
		}
		draft = d.after(draft.ID)
		if draft.Preview.Refused != 0 || draft.Preview.Created != 5 {
			t.Fatalf("%+v\n%s", draft.Preview, lines(d.rows(draft.ID, roster.RowFilter{})))
		}
		must1(d.apply(draft, roster.Apply{}))(t)
		wantLines(t, "enrolled", d.enrolled(), "2026-autumn 会计学原理-01 1", "2026-autumn 会计学原理-01 2", "2026-autumn 会计学原理-02 1",
			"2026-autumn 会计学原理-02 3", "2026-autumn 会计学原理-02 4")
	})
}

// The error for a roll without a group names the sheet and line that were read and what is missing. The students' home
// class is no group.
func TestRollsWithoutAGroup(t *testing.T) {
	dbtestSQLite(t, func(t *testing.T, c *college) {
		c.rolls()
		raw := string(workbook(t,
			map[string]string{"点名册": "课程：会计学原理  教师：张伟  电话：0571-88000000  班级：会计2601\n学号,姓名\n1,林晓雨"}, "点名册"))
		_, err := c.try(roster.Enrolments, raw, func(j *roster.Job) { j.Language = locale.Chinese })
		if f := fault.All(err); len(f) != 1 ||
			!strings.HasPrefix(locale.Text(locale.Chinese, f[0].Code, f[0].Params), "已将工作表“点名册”第 2 行作为表头，但缺少以下列：教学班编号。") {
			t.Error(err)
		}
		if r := c.do(roster.Students, raw); r.Unchanged != 1 || notes(r) != "roster.read_sheet" && notes(r) != "" {
			t.Error(reportText(r), notes(r))
		}
		if r := c.good(roster.Students, "班级：会计2601班  辅导员：何静  电话：0571-88000000\n学号,姓名\n1,林晓雨\n"); r.Changed != 1 {
			t.Error(reportText(r), notes(r))
		}
		wantLines(t, "the class", c.query(`SELECT class, adviser FROM student WHERE number = '1'`, 2), "会计2601班 何静")
	})
}

// A second table with other columns is also found in the browser, even if the columns were assigned by hand.
func TestASecondTableInTheBrowser(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp()
		draft := d.ready("学号,姓名,班级\n202501001,林晓雨,市营2501\n姓名,学号\n陈浩然,202501002\n")
		if draft.State != roster.DraftFailed || draft.Problem.Code != "roster.second_table" {
			t.Errorf("%s %+v", draft.State, draft.Problem)
		}
	})
}
