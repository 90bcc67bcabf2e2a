package roster_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster"
)

func leftOut(r roster.Report) (out []string) {
	for _, l := range r.Skipped {
		out = append(out, fmt.Sprintf("%d %s %s", l.Line, strings.TrimPrefix(l.Reason.Code, "roster.left_"), l.Text))
	}
	return out
}

// Rows around the table aren't students, and the report lists them.
func TestFootersAreLeftOut(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp()
		raw := string(workbook(t, map[string]string{
			"名单": "衡山商学院学生名单\n学号,姓名,班级\n202501001,林晓雨,市营2501\n小计,1人\n市营2502班学生名单\n学号,姓名,班级\n202501002,共晓合,市营2502\n" +
				"合计,302人\n制表人：张三,审核：李四,打印日期：2026-09-01\n,,教务处 盖章\n备注：休学学生未列入\n以上名单如有误，请于9月10日前联系教务处。\n2026年9月1日\n第 1 页，共 1 页",
		}, "名单"))
		r := c.good(roster.Students, raw)
		want := []string{
			"4 total 小计 1人", "5 title 市营2502班学生名单", "6 header 学号 姓名 班级", "8 total 合计 302人",
			"9 signature 制表人:张三 审核:李四 打印日期:2026-09-01", "10 signature 教务处 盖章", "11 note 备注:休学学生未列入",
			"12 note 以上名单如有误,请于9月10日前联系教务处。", "13 signature 2026年9月1日", "14 signature 第 1 页,共 1 页",
		}
		if diff := cmp.Diff(want, leftOut(r)); diff != "" {
			t.Error(diff)
		}
		if r.Created != 2 || r.Rows() != 2 || len(r.Notes) != len(want) {
			t.Errorf("%s%v", reportText(r), r.Notes)
		}
		if lines := r.Lines(locale.Chinese); lines[3] != "第 8 行是合计行，未导入：合计 302人" {
			t.Errorf("%q", lines)
		}
	})
}

// A record is imported even if it contains such words.
func TestRecordsWithSuchWordsStay(t *testing.T) {
	dbtestSQLite(t, func(t *testing.T, c *college) {
		c.setUp()
		r := c.good(roster.Students,
			"姓名,学号,班级,备注\n共小计,202501001,合计班,合计\n总计划,202501002,备注：班,备注：转专业\n司徒审核,202501003,第1页班,\n注明,202501004,,制表人：王\n")
		if r.Created != 4 || len(r.Skipped) > 0 {
			t.Errorf("%s%v", reportText(r), leftOut(r))
		}
		r = c.good(roster.Rooms, "教室,校区\n教务处会议室,北校区\n审核室（一）,北校区\n教务处,北校区\n")
		if r.Created != 3 || len(r.Skipped) > 0 {
			t.Errorf("%s%v", reportText(r), leftOut(r))
		}
		r = c.good(roster.Courses, "课程代码,课程名称,学分\nSUM101,总计学,2\nTOTAL1,小计,1\n")
		if r.Created != 2 || len(r.Skipped) > 0 {
			t.Errorf("%s%v", reportText(r), leftOut(r))
		}
		// An incomplete row is rejected and not silently skipped.
		r = c.do(roster.Students, "学号,姓名\n202501009,\n,何静\n")
		if r.Refused != 2 || len(r.Skipped) > 0 {
			t.Errorf("%s%v", reportText(r), leftOut(r))
		}
		r = c.good(roster.Teachers, "序号,工号,姓名\n1,T101,王总计\n合计,1,\n")
		if r.Created != 1 || len(r.Skipped) != 1 {
			t.Errorf("%s%v", reportText(r), leftOut(r))
		}
	})
}

func TestManyLeftOutRowsAreCounted(t *testing.T) {
	dbtestSQLite(t, func(t *testing.T, c *college) {
		r := c.good(roster.Teachers, "工号,姓名\n"+strings.Repeat("工号,姓名\n", 15)+"T1,何静\n")
		if len(r.Skipped) != 15 || len(r.Notes) != 11 || r.Notes[10].Code != "roster.left_more" ||
			r.Notes[10].Params["count"] != "5" {
			t.Errorf("%v %v", leftOut(r), r.Notes)
		}
	})
}

// A second table with other columns would be misread, so nothing is imported, whether it is of the same kind or of
// another.
func TestASecondTableWithOtherColumns(t *testing.T) {
	dbtestSQLite(t, func(t *testing.T, c *college) {
		for _, tc := range []struct {
			kind      roster.Kind
			text, row string
		}{
			{roster.Students, "学号,姓名,班级\n202501001,林晓雨,市营2501\n\n二班\n姓名,学号\n陈浩然,202501002\n", "5"},
			{roster.Students, "学号,姓名,班级\n202501001,林晓雨,市营2501\n\n教师名单\n工号,姓名,部门\nT001,周明远,财经系\n", "5"},
			{roster.Teachers, "工号,姓名\nT001,周明远\n学号,姓名\n202501001,林晓雨\n", "3"},
			{roster.Courses, "课程代码,课程名称,学分\nMKT201,市场营销学,3\n专业代码,专业名称,学制\nMKT,市场营销,4\n", "3"},
			{roster.Rooms, "校区,教室,座位数\n北校区,A101,20\n校区,节次,时间\n北校区,1,8:00-8:45\n", "3"},
		} {
			_, err := c.try(tc.kind, tc.text)
			if fault.Code(err) != "roster.second_table" || fault.All(err) == nil ||
				fault.All(err)[0].Params["where"] != "line "+tc.row {
				t.Errorf("%q: %v", tc.text, err)
			}
		}
	})
}
