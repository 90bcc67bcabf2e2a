package roster_test

import (
	"testing"

	"lectern/internal/kernel/fault"
	"lectern/internal/workflow/roster"
)

// The apostrophe before a number and spaces within names are removed, and dates and phone numbers are read as offices
// write them.
func TestSheetsWithApostrophesAndSpaces(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp()
		c.good(roster.Teachers, "工号,姓名,职称,入职日期\n'0012,张 三,讲师,2015.9.1\n’0013,欧阳 娜娜,教授,2010年9月1日\n")
		wantLines(t, "teachers", c.query(`SELECT number, name FROM teacher WHERE number LIKE '00%' ORDER BY number`, 2),
			"0012 张三", "0013 欧阳娜娜")
		c.good(roster.Students, `2026级新生基本信息表,,,,,,,,,,,,
学 号,姓 名,性别,民族,政治面貌,出生日期,籍贯,生源地,入学日期,学制,专业名称,班级,联系电话,宿舍号
'20260101001,张 三,男,汉族,共青团员,2008.3.4,浙江省杭州市,杭州,2026.9.1,三年,市场营销,市场2601班,+86 138 0000 1001,1-201
'20260101002,李　四,女,回族,群众,20080305,宁夏银川,银川,20260901,3,市场营销,市场2601班,138-0000-1002,1-202
20260101003,王小明,男,汉族,团员,2008年3月6日,山东济南,济南,2026年9月1日,3年,市场营销,市场2602班,0086 13800001003,1-203
20260101004,阿依古丽·买买提,女,维吾尔族,团员,39513,新疆喀什,喀什,46266,3,市场营销,市场2602班,13800001004.0,1-204
`)
		wantLines(t, "students", c.query(`SELECT number, name, entry_year, class, phone FROM student ORDER BY number`, 5),
			"20260101001 张三 2026 市场2601班 13800001001", "20260101002 李四 2026 市场2601班 13800001002",
			"20260101003 王小明 2026 市场2602班 13800001003", "20260101004 阿依古丽·买买提 2026 市场2602班 13800001004")
	})
}

// A row of enrolments may list all students of a group. If one is unknown, the row is rejected and no one is enrolled.
func TestEnrolmentsInOneCell(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Groups, "学期,教学班编号,课程代码\n2026-autumn,MKT201-2,MKT201\n")
		const in = `SELECT s.number FROM enrolment AS e JOIN student AS s ON s.id = e.student_id
			JOIN course_group AS g ON g.id = e.group_id WHERE g.code = 'MKT201-2' AND e.state = 'confirmed' ORDER BY s.number`
		c.refused(t, roster.Enrolments, "教学班,学号\nMKT201-2,202501001、202509999\n", "roster.no_students", "202509999")
		c.refused(t, roster.Enrolments, "教学班,学号\nMKT201-2,202509998、202509999\n", "roster.no_students", "202509998")
		c.refused(t, roster.Enrolments, "教学班,学号,姓名\nMKT201-2,202501001、202501002,林晓雨、张三\n", "roster.other_name", "")
		c.refused(t, roster.Enrolments, "教学班,学号,姓名\nMKT201-2,202501001、202501002,林晓雨\n", "roster.list_beside", "")
		wantLines(t, "nobody", c.query(in, 1))
		r := c.good(roster.Enrolments, "教学班,学号,姓名\nMKT201-2,\"202501001，202501002\",林晓雨、陈浩然\n")
		if r.Created != 1 {
			t.Errorf("%+v", r)
		}
		wantLines(t, "both", c.query(in, 1), "202501001", "202501002")
		c.good(roster.Enrolments, "教学班,学号,状态\nMKT201-2,\"202501001,202501002\",退课\n")
		wantLines(t, "both left", c.query(in, 1))
	})
}

// A calendar laid out by weeks isn't a timetable: the error says what to import instead.
func TestCalendarOfWeeks(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		_, err := c.try(roster.Terms,
			"周次,星期一,星期二,星期三,星期四,星期五,星期六,星期日,备注\n1,9.7,9.8,9.9,9.10,9.11,9.12,9.13,开学\n2,9.14,9.15,9.16,9.17,9.18,9.19,9.20,\n")
		if fault.Code(err) != "roster.calendar" {
			t.Errorf("%v", err)
		}
	})
}
