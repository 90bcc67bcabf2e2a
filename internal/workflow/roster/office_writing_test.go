package roster_test

import (
	"testing"

	"lectern/internal/workflow/roster"
)

// writtenSheets come from three offices (one with 正方, one with 强智 or 青果, one typing by hand): each kind is recognised,
// and no row is rejected.
var writtenSheets = []oddSheet{
	{roster.Terms, 2, "学院校历\n学期|起止时间|周数|备注\n2026-2027学年第一学期|2026.9.7-2027.1.10|18周|含考试周\n" +
		"2026-2027学年第二学期|2027年3月1日至2027年7月4日|18周|\n注：以教务处通知为准\n制表人：李四|打印日期：2026.7.1"},
	{roster.Periods, 4, "作息时间表\n校区：主校区\n时段|节次|上课时间|下课时间\n上午|第一节|08:00|08:45\n|第二节|08:55|09:40\n|第三节|10:00|10:45\n" +
		"|第四节|10:55|11:40\n教务处制 2026年7月"},
	{roster.Rooms, 3, "教室一览表\n序号|教学楼|房间号|容纳人数\n1|教1|101|60人\n2|教1|305|60人\n3|教11|01|40人\n合计||3|160人\n填表人：王五"},
	{roster.Rooms, 1, "教室编号|教室名称|校区|教学楼|座位数(上课)|座位数(考试)|教室类型|状态\nJ2-101|教2-101|主校区|教2|80|40|多媒体|正常"},
	{roster.Programmes, 2, "专业设置一览表\n序号|院系|专业名称|国标代码|学制（年）\n1|财经学院|大数据与会计|530302|三年\n2|财经学院|市场营销|530605|三年\n共2个专业"},
	{roster.Teachers, 3, "教职工花名册\n序号|教师编号|教师姓名|系部\n1|00101|高  平|财经\n2|00102|黄明|财经\n3|00103|赵　磊|信息\n合计：3人\n" +
		"制表人：孙某        审核人：        2026年8月20日"},
	{roster.Students, 4, "会计2301班学生花名册\n班级：会计2301|||班主任：高平||人数：4人\n序号|学号|姓名|性别|身份证号|电话|宿舍\n" +
		"1|2301001|孙  萱|女||13810000241|5-100\n2|2301002|周超（男）|男||13810000242|5-101\n3|2301003|周　艳|女||13810000243|5-102\n" +
		"4|2301004|徐雨桐|女||13810000244|5-103\n合计|4人||男生：1人\n制表人：王某|审核：||打印日期：2026.9.1"},
	{roster.Courses, 2, "课程号|课程名称|学分|周学时|开课学院\nGG101|高等数学|4|4-0|基础部\nKJ106|会计学原理|3.5|4-0|财经学院"},
	{
		roster.Groups, 2,
		"学年学期：2026-2027学年第一学期\n序号|课程|学分|任课教师|上课班号|上课班级名称\n1|[GG101]高等数学|4|高平[讲师]|001|会计2301\n2|[GG101]高等数学|4|黄明|002|会计2302",
	},
	{roster.Groups, 1, "课程序号|课程代码|课程名称|教学班|授课教师|实际人数\nKJ106.01|KJ106|会计学原理|会计2301 会计2302|赵磊|60"},
	{roster.Enrolments, 2, "课程|上课班号|学号|姓名|修读性质|选课状态\n[GG101]高等数学|001|2301001|孙萱|初修|选中\n[GG101]高等数学|001|2301002|周超|初修|选中"},
	{
		roster.Enrolments, 2,
		"学号/工号|姓名|班级|课程|教学班\n2301003|周艳|会计2301|会计学原理|KJ106-01\n2301004|徐雨桐（女）|会计2301|会计学原理|KJ106-01\n任课教师签名：|||日期：",
	},
	{
		roster.Timetable, 2,
		"课程|上课班号|上课时间地点|任课教师\n[GG101]高等数学|001|1-16 周一[1-2] 教1-101|高平老师\n[GG101]高等数学|002|1-15 周三[3-4] 教一305(多媒体)|黄明（副教授）",
	},
	{
		roster.Timetable, 1,
		"学年学期|教学班编号|课程名称|授课教师|上课节次|上课周次|上课地点\n2026-2027-1|KJ106-01|会计学原理|赵磊(00103)|20102|1-8,10-17周|教1楼305",
	},
	{roster.Changes, 1, "补课安排表\n课程|班级|教师|补课日期|节次|补课地点\n会计学原理|会计2301|赵磊|11月28日（周六）|3-4|教11-01"},
	{
		roster.Exams, 2,
		"考场：教2-101  课程：会计学原理  时间：2027年1月6日14:00-16:00  教学班：KJ106-01\n座位号|学号|姓名|签到\n1|2301003|周艳|\n2|2301004|徐雨桐|",
	},
	{roster.Exams, 1, "日期|时间|课程|班级|人数|考场|监考教师|备注\n1月7日（周四）|8:30-10:30|高等数学|会计2301|2|教1-101|黄明、赵磊|"},
}

func TestAsThreeOfficesWrite(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.bringAll(writtenSheets)
		wantLines(t, "rooms", d.query(`SELECT name FROM room ORDER BY name`, 1), "教1-101", "教1-305", "教11-01", "教2-101")
		wantLines(t, "groups", d.query(`SELECT code, name FROM course_group ORDER BY code`, 2), "GG101-001 ", "GG101-002 ",
			"KJ106-01 会计2301 会计2302")
		wantLines(t, "meetings", d.query(`SELECT g.code, m.weekday, m.first_period, m.last_period, m.weeks, r.name, t.number
			FROM meeting m JOIN course_group g ON g.id = m.group_id JOIN room r ON r.id = m.room_id
			JOIN teacher t ON t.id = m.teacher_id ORDER BY g.code`, 7), "GG101-001 1 1 2 1-16 教1-101 00101",
			"GG101-002 3 3 4 1-15 教1-305 00102", "KJ106-01 2 1 2 1-8,10-17 教1-305 00103")
		wantLines(t, "made up for", d.classes("KJ106-01", "2026-11-28", "2026-11-28"), "2026-11-28 3-4 教11-01 赵磊")
		wantLines(t, "seats", d.query(`SELECT s.number, e.seat FROM exam_seat e JOIN student s ON s.id = e.student_id
			ORDER BY s.number`, 2), "2301003 1", "2301004 2")
		wantLines(t, "names", d.query(`SELECT name FROM student ORDER BY number`, 1), "孙萱", "周超", "周艳", "徐雨桐")
	})
}

// A class roll whose title contains only a group's code belongs to that group.
func TestRollWithTheCodeInItsTitle(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Groups, "学期,教学班编号,课程代码\n2026-autumn,(2026-2027-1)-MKT201-T002-3,MKT201\n")
		r := c.good(roster.Enrolments,
			"市场营销学（(2026-2027-1)-MKT201-T002-3）选课学生名单,,\n序号,学号,姓名\n1,202501001,林晓雨\n2,202501002,陈浩然\n")
		if r.Created != 2 {
			t.Error(reportText(r))
		}
		c.refused(t, roster.Exams, "教学班,考试时间,考场,座位号\nMKT201-1,2026-12-28 14:00-16:00,A102,1-30\n", "roster.seat_span", "一段座位")
		c.good(roster.Teachers, "工号,姓名\nT101,张伟\nT102,张伟\n")
		r = c.good(roster.Groups, "学期,教学班编号,课程代码,任课教师\n2026-autumn,MKT201-9,MKT201,张伟\n")
		if len(r.Notes) != 1 || r.Notes[0].Code != "roster.teachers_ambiguous" {
			t.Errorf("%+v", r.Notes)
		}
	})
}
