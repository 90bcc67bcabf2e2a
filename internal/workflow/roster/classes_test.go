package roster_test

import (
	"testing"

	"lectern/internal/workflow/roster"
)

// classes adds three home classes, and groups for one and for two of them.
func (c *college) classes() *college {
	c.t.Helper()
	c.setUp()
	c.good(roster.Students, "学号,姓名,班级\n1,甲一,市场2401\n2,甲二,市场2401\n3,乙一,市场2402\n4,丙一,市场2403班\n5,丁一,会计2401\n")
	c.good(roster.Courses, "课程代码,课程名称\nMKT201,市场营销学\nACC101,会计学原理\n")
	c.good(roster.Groups, "学期,教学班编号,课程代码,教学班名称\n2026-autumn,MKT201-01,MKT201,一班\n2026-autumn,MKT201-02,MKT201,二班\n"+
		"2026-autumn,MKT201-03,MKT201,会计2401\n2026-autumn,ACC101-01,ACC101,一班\n")
	c.good(roster.Enrolments, "教学班编号,学号\nMKT201-01,1\nMKT201-01,2\nMKT201-01,3\nMKT201-02,4\nACC101-01,1\nACC101-01,5\n")
	return c
}

// A timetable with course and home classes means the group of exactly these classes.
func TestTimetableOfClasses(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.classes()
		c.anew("课程名称,班级,星期,节次,周次,教室\n市场营销学,\"市场2402,市场2401\",周一,1-2,1-8,A102\n" +
			"市场营销学,市场2403,周二,1-2,1-8,A102\n市场营销学,会计2401班,周三,1-2,1-8,A102\n")
		const meetings = `SELECT g.code, m.weekday FROM meeting AS m
			JOIN course_group AS g ON g.id = m.group_id ORDER BY g.code, m.weekday`
		wantLines(t, "by the classes", c.query(meetings, 2), "MKT201-01 1", "MKT201-02 2", "MKT201-03 3")
		c.anew("课程代码,课程名称,上课班级,星期,节次,周次,教室\nMKT201,市场营销学,市场2401班 市场2402班,周四,3-4,1-8,A102\n")
		wantLines(t, "with blanks between", c.query(meetings, 2), "MKT201-01 4")
		c.anew("班级：市场2403班\n课程名称,星期,节次,周次,教室\n市场营销学,周五,1-2,1-8,A102\n")
		wantLines(t, "above the table", c.query(meetings, 2), "MKT201-02 5")
		const head = "课程名称,行政班,星期,节次,周次,教室\n"
		c.refused(t, roster.Timetable, head+"市场营销学,市场2401,周一,1-2,1-8,A102\n", "roster.classes_none",
			"MKT201-01 (市场2401, 市场2402); MKT201-02 (市场2403班); MKT201-03")
		c.refused(t, roster.Timetable, head+"会计学原理,市场2401,周一,1-2,1-8,A102\n", "roster.classes_none",
			"ACC101-01 (会计2401, 市场2401)")
		c.refused(t, roster.Timetable, head+"市场学,市场2403,周一,1-2,1-8,A102\n", "course.no_course", "")
		c.refused(t, roster.Timetable, head+",市场2403,周一,1-2,1-8,A102\n", "roster.required", "")
		c.good(roster.Groups, "学期,教学班编号,课程代码,教学班名称\n2026-autumn,MKT201-04,MKT201,市场2403班\n")
		c.refused(t, roster.Timetable, head+"市场营销学,市场2403,周一,1-2,1-8,A102\n", "roster.classes_several",
			"MKT201-02 (市场2403班); MKT201-04")
		wantLines(t, "nothing else was written", c.query(meetings, 2), "MKT201-02 5")
	})
}

// The same applies to exams and changes. If the course has a single group, the classes may be incomplete.
func TestExamsAndChangesOfClasses(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.classes()
		c.anew("课程名称,班级,星期,节次,周次,教室\n市场营销学,市场2403,周二,1-2,1-8,A102\n")
		c.good(roster.Exams, "考试课程,考试班级,考试日期,开始时间,结束时间,考场\n市场营销学,市场2401、市场2402,2026-12-28,14:00,16:00,A102\n"+
			"会计学原理,市场2401,2026-12-29,14:00,16:00,A102\n")
		wantLines(t, "exams", c.query(`SELECT g.code, h.day FROM class_change AS h JOIN course_group AS g ON g.id = h.group_id
			ORDER BY g.code`, 2), "ACC101-01 2026-12-29", "MKT201-01 2026-12-28")
		c.refused(t, roster.Exams, "考试课程,考试班级,考试日期,开始时间,结束时间,考场\n市场营销学,市场2402,2026-12-28,14:00,16:00,A102\n",
			"roster.classes_none", "MKT201-01 (市场2401, 市场2402)")
		c.refused(t, roster.Exams, "考试课程,考试班级,考试日期,开始时间,结束时间,考场\n会计学原理,市场2403,2026-12-28,14:00,16:00,A102\n",
			"roster.classes_none", "ACC101-01 (会计2401, 市场2401)")
		c.good(roster.Changes, "变更类型,课程名称,班级,原日期,原节次\n停课,市场营销学,市场2403班,2026-09-15,1-2\n")
		wantLines(t, "cancelled", c.query(`SELECT g.code FROM class_change AS h JOIN course_group AS g ON g.id = h.group_id
			WHERE h.action = 'cancel'`, 1), "MKT201-02")
	})
}
