package roster_test

import (
	"testing"

	"lectern/internal/workflow/roster"
)

// systemSheets are exports of several registrars' systems: groups as a course and a number, rooms as a building and a
// number, weeks as digits, and headers from the ministry's standard.
var systemSheets = []oddSheet{
	{roster.Terms, 1, "学年|学期|学期名称|开学日期|教学周数\n2026-2027|1|2026-2027学年秋季学期|2026-09-07|18"},
	{roster.Periods, 16, "校区|节次|开始时间|结束时间\n东校区|1|08:00|08:45\n东校区|2|08:55|09:40\n东校区|3|10:00|10:45\n东校区|4|10:55|11:40\n东" +
		"校区|5|14:00|14:45\n东校区|6|14:55|15:40\n东校区|7|16:00|16:45\n东校区|8|16:55|17:40\n西校区|1|08:10|08:55\n西校区|2|09:05|09:50\n" +
		"西校区|3|10:10|10:55\n西校区|4|11:05|11:50\n西校区|5|14:10|14:55\n西校区|6|15:05|15:50\n西校区|7|16:10|16:55\n西校区|8|17:05|17:50"},
	{roster.Rooms, 4, "校区|教学楼|教室号|座位数|教室类型\n东校区|一教|101|60|多媒体\n东校区|一教|102|60|多媒体\n东校区|二教|101|45|普通\n西校区|实验楼|机房2|48|机房"},
	{roster.Programmes, 1, "院系|专业代码|专业名称|学制\n管理学院|120202|市场营销|四年"},
	{roster.Teachers, 3, "ZGH|XM|XB|DWMC\nJS001|王建国|男|管理学院\nJS002|李秀兰|女|管理学院\nJS003|王建国|男|计算机学院"},
	{roster.Students, 4, "XH|XM|XB|SFZJH|YXMC|ZYMC|BJMC|NJ|SJH|XJZT\n2601010001|赵子涵|女||管理学院|市场营销|市营2601|2026|" +
		"13912340001|有\n2601010002|钱思远|男||管理学院|市场营销|市营2601|2026级|139 1234 0002|有\n2601010003|孙若曦|女||管理学院|市场营销|市营2602|2026|" +
		"139-1234-0003|在籍\n2601010004|欧阳明|男||管理学院|市场营销|市营2602|2026|+86 13912340004|在读"},
	{roster.Courses, 2, "课程号|课程名|英文课程名|学分|总学时|课程性质|开课院系\nMKT201|市场营销学|Marketing|3.0|48|必修|管理学院\n" +
		"STA101|商务统计|Business Statistics|2.5|40|必修|管理学院"},
	{roster.Groups, 3, "开课学期|课程号|课序号|课程名|教师|教师号|课容量|选课人数\n2026-2027学年秋|MKT201|01|市场营销学|王建国|JS001|60|45\n" +
		"2026-2027学年秋|MKT201|02|市场营销学|李秀兰|JS002|60|44\n2026-2027学年秋|STA101|01|商务统计|王建国|JS003|48|40"},
	{roster.Groups, 1, "学年|学期|课程代码|课程名称|教学班|教师信息|教学班组成|选课人数\n" +
		"2026-2027|1|MKT201|市场营销学|(2026-2027-1)-MKT201-JS001-5|JS001/王建国/教授,JS002/李秀兰/讲师|市营2601;市营2602|45"},
	{roster.Groups, 1, "学年学期|课程代码|课程名称|教学班代码|任课教师|上课班级\n20261|STA101|商务统计|STA101-K|[JS002]李秀兰|市营2602"},
	{roster.Timetable, 4, "开课学期|课程号|课序号|课程名|教师|教师号|周次|星期|节次|校区|教学楼|教室|课容量|选课人数\n" +
		"2026-2027学年秋|MKT201|01|市场营销学|王建国|JS001|1-16周上|1|1~2|东校区|一教|101|60|45\n2026-2027学年秋|MKT201|01|市场营销学|王建国|" +
		"JS001|1-16周上|3|3~4|东校区|二教|101|60|45\n2026-2027学年秋|MKT201|02|市场营销学|李秀兰|JS002|1-8,10-16周上|2|5~6|东校区|一教|102|60|44\n" +
		"2026-2027学年秋|STA101|01|商务统计|王建国|JS003|单周上|4|7~8|西校区|实验楼|机房2|48|40"},
	{roster.Timetable, 1, "学年|学期|课程代码|课程名称|教学班|教师信息|上课时间|上课地点|教学班组成\n2026-2027|1|MKT201|市场营销学|" +
		"(2026-2027-1)-MKT201-JS001-5|JS001/王建国/教授|星期一第3-4节{1-16周};星期三第1-2节{1-16周(单)}|一教101;一教102|市营2601"},
	{roster.Timetable, 1, "学年学期|教学班代码|任课教师|上课时间|上课地点\n20261|STA101-K|[JS002]李秀兰|[1-16]二[3-4],1-8周 五[1-2节]|一教102"},
	{roster.Enrolments, 3, "学年|学期|学号|姓名|课程号|课序号|课程名|选课状态\n2026-2027|1|2601010001|赵子涵|MKT201|01|市场营销学|已选\n" +
		"2026-2027|1|2601010002|钱思远|MKT201|1|市场营销学|已选\n2026-2027|1|2601010003|孙若曦|MKT201|02|市场营销学|选中"},
	{roster.Exams, 2, "考试批次|课程号|课序号|课程名|考试日期|考试时间|教学楼|考场|座位号|学号|姓名\n期末|MKT201|01|市场营销学|2027-01-07|09:00-11:00|二教|101|12|" +
		"2601010001|赵子涵\n期末|MKT201|02|市场营销学|2027年1月7日|14:00~16:00|一教|102|A03|2601010003|孙若曦"},
	{roster.Changes, 1, "学年学期|课程号|课序号|课程名|调整类型|原日期|原节次|调整后日期|调整后节次|调整后教室\n" +
		"2026-2027-1|MKT201|01|市场营销学|调课|2026-11-23|1-2|2026-11-24|3-4|一教102"},
}

// Exports of systems in which no group has a single code.
func TestExportsOfSystems(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.bringAll(systemSheets)
		wantLines(t, "rooms", d.query(`SELECT name, building FROM room ORDER BY name`, 2), "一教101 一教", "一教102 一教",
			"二教101 二教", "机房2 实验楼")
		wantLines(t, "the term", d.query(`SELECT id, name FROM term`, 2), "2026-2027-1 2026-2027学年秋季学期")
		wantLines(t, "meetings", d.query(`SELECT g.code, m.weekday, m.first_period, m.last_period, m.weeks, r.name, t.number
			FROM meeting m JOIN course_group g ON g.id = m.group_id
			JOIN room r ON r.id = m.room_id JOIN teacher t ON t.id = m.teacher_id ORDER BY g.code, m.weekday`, 7),
			"(2026-2027-1)-MKT201-JS001-5 1 3 4 1-16 一教101 JS001", "(2026-2027-1)-MKT201-JS001-5 3 1 2 1-15 odd 一教102 JS001",
			"MKT201-01 1 1 2 1-16 一教101 JS001", "MKT201-01 3 3 4 1-16 二教101 JS001", "MKT201-02 2 5 6 1-8,10-16 一教102 JS002",
			"STA101-01 4 7 8 1-17 odd 机房2 JS003", "STA101-K 2 3 4 1-16 一教102 JS002", "STA101-K 5 1 2 1-8 一教102 JS002")
		wantLines(t, "who is where", d.query(`SELECT g.code, s.number FROM enrolment e
			JOIN course_group g ON g.id = e.group_id JOIN student s ON s.id = e.student_id ORDER BY g.code, s.number`, 2),
			"MKT201-01 2601010001", "MKT201-01 2601010002", "MKT201-02 2601010003")
		wantLines(t, "teachers of a course", d.query(`SELECT c.code, t.number FROM course c
			JOIN course_teacher x ON x.course_id = c.id JOIN teacher t ON t.id = x.teacher_id ORDER BY c.code, t.number`, 2),
			"MKT201 JS001", "MKT201 JS002", "STA101 JS002", "STA101 JS003")
		wantLines(t, "seats", d.query(`SELECT s.number, e.seat FROM exam_seat e JOIN student s ON s.id = e.student_id
			ORDER BY s.number`, 2), "2601010001 12", "2601010003 A03")
		wantLines(t, "an exam", d.classes("MKT201-01", "2027-01-07", "2027-01-08"), "2027-01-07 0-0 二教101 ")
		wantLines(t, "the week of the change", d.classes("MKT201-01", "2026-11-23", "2026-11-29"), "2026-11-24 3-4 一教102 王建国",
			"2026-11-25 3-4 二教101 王建国")
	})
}

// A digit per week, and a group's number without its course.
func TestWeeksAsDigits(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.bringAll(systemSheets[:8])
		d.bringAll([]oddSheet{{roster.Timetable, 1, "学年学期代码|KCH|KXH|教师工号|教师姓名|SKZC|SKXQ|KSJC|JSJC|JASMC|XXXQMC\n" +
			"2026-2027-1|MKT201|1|JS001|王建国|101010101010101000|5|1|2|一教101|东校区"}})
		wantLines(t, "weeks", d.query(`SELECT weeks, weekday, first_period, last_period FROM meeting`, 4), "1-15 odd 5 1 2")
	})
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		if got := codes(c.do(roster.Enrolments, "课序号,学号\n01,202501001\n")); got != "required" {
			t.Errorf("a number without its course: %s", got)
		}
		if got := codes(c.do(roster.Groups, "Course,Section\nXYZ999,01\n")); got != "course.no_course" {
			t.Errorf("a course that is not there: %s", got)
		}
		c.good(roster.Groups, "Course,Section,Name\nMKT201,07,Evening\n")
		c.good(roster.Groups, "课程名称,班号,教学班名称\n市场营销学,08,晚间班\n")
		c.good(roster.Enrolments, "Course,Section,Student number\nMKT201,7,202501001\n")
		wantLines(t, "by a number under another header", c.query(`SELECT g.code, s.number FROM enrolment e JOIN course_group g
			ON g.id = e.group_id JOIN student s ON s.id = e.student_id WHERE g.code LIKE '%-0%'`, 2), "MKT201-07 202501001")
	})
}
