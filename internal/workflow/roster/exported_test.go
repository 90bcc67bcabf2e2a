package roster_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster"
)

// meetingsOf lists the meetings of a group in a readable form.
func (c *college) meetingsOf(group string) []string {
	c.t.Helper()
	rows, err := c.database.Reader().QueryContext(c.t.Context(),
		`SELECT m.weekday, m.first_period, m.last_period, m.weeks, coalesce(r.name, ''), coalesce(t.number, '')
		FROM meeting AS m JOIN course_group AS g ON g.id = m.group_id LEFT JOIN room AS r ON r.id = m.room_id LEFT
		JOIN teacher AS t ON t.id = m.teacher_id
		WHERE g.code = $1 ORDER BY m.weekday, m.first_period`, group)
	if err != nil {
		c.t.Fatal(err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var weekday, first, last int64
		var weeks, room, teacher string
		if err := rows.Scan(&weekday, &first, &last, &weeks, &room, &teacher); err != nil {
			c.t.Fatal(err)
		}
		out = append(out, fmt.Sprintf("%d %d-%d %s %s %s", weekday, first, last, weeks, room, teacher))
	}
	if err := rows.Err(); err != nil {
		c.t.Fatal(err)
	}
	return out
}

// A combined cell from 正方, with its rooms and teachers, contains several meetings.
func TestCombinedClassTimes(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		raw := string(workbookBy(t, "|", "教学任务", "2026-2027学年第1学期教学任务一览表\n学年|学期|教学班编号|课程名称|教师工号|教师姓名|上课时间|上课地点\n"+
			"2026-2027|1|MKT201-1|市场营销学|T002;T001|何静;周明远|星期一第1-2节{1-16周(单)};星期三第3-4节{2-16周(双)}|A102;明德楼 A101\n合计|1"))
		r := c.good(roster.Timetable, raw)
		if r.Rows() != 1 || r.Created != 1 || len(r.Skipped) != 1 {
			t.Errorf("%s%v", reportText(r), leftOut(r))
		}
		if diff := cmp.Diff([]string{"1 1-2 1-15 odd A102 T002", "3 3-4 2-16 even 明德楼 A101 T001"},
			c.meetingsOf("MKT201-1")); diff != "" {
			t.Error(diff)
		}
		if r := c.do(roster.Timetable, raw); r.Unchanged != 1 {
			t.Error(reportText(r))
		}
		// One room and teacher for all, as written by 强智, with a separate column of weeks.
		const header = "教学班编号,上课时间,周次,上课地点,任课教师\n"
		r = c.anew(header + "MKT201-1,\"周一第1,2节\n周四0304节\",第1-16周{单},A102,何静\n")
		if r.Created != 1 {
			t.Error(reportText(r))
		}
		if diff := cmp.Diff([]string{"1 1-2 1-15 odd A102 T002", "4 3-4 1-15 odd A102 T002"},
			c.meetingsOf("MKT201-1")); diff != "" {
			t.Error(diff)
		}
		// Teachers separated by commas may teach together: they are used in order, with a note in the report.
		r = c.anew(header + "MKT201-1,星期一第1-2节{1-16周};星期四第3-4节{1-16周},,A102,\"何静,周明远\"\n")
		if diff := cmp.Diff([]string{"1 1-2 1-16 A102 T002", "4 3-4 1-16 A102 T001"}, c.meetingsOf("MKT201-1")); diff != "" ||
			len(r.Notes) != 1 || r.Notes[0].Code != "roster.teachers_in_order" {
			t.Error(diff, r.Notes)
		}
		for _, tc := range []struct{ row, code, column string }{
			{"MKT201-1,星期一第1-2节{1-16周} A101室,,,", "roster.bad_when", "上课时间"},
			{"MKT201-1,星期一第1-2节,,,", "roster.required", "周次"},
			{"MKT201-1,星期一第1-2节{1-16周};星期二第1-2节{1-16周},,A101;A102;101,", "roster.list_length", "上课地点"},
			{"MKT201-1,星期一第1-2节{1-16周},,A102,\"何静,周明远\"", "roster.list_one", "任课教师"},
			{"MKT201-1,星期一第1-2节{1-99周},,A102,", "timetable.week_out_of_range", "上课时间"},
			{"MKT201-1,星期一第7-8节{1-16周},,A102,", "timetable.unknown_period", "上课时间"},
			{"MKT201-1,待定,,,", "roster.bad_when_at_all", "上课时间"},
			{"MKT201-1,星期一第1-2节,46038,A102,", "roster.became_date", "周次"},
		} {
			r := c.do(roster.Timetable, header+tc.row+"\n")
			if r.Refused != 1 || r.Problems[0].Reason.Code != tc.code || r.Problems[0].Column != tc.column {
				t.Errorf("%s: %s", tc.row, reportText(r))
			}
		}
		r = c.do(roster.Timetable, header+"MKT201-1,星期一第1-2节{1-16周} A101室,,,\n")
		want := "上课时间“星期一第1-2节{1-16周} A101室”中已识别：星期一 第1-2节 1-16周；无法识别：a101室。请写成“星期一第1-2节{1-16周}”的形式，多个时间用分号隔开。"
		if got := r.Problems[0].Text(locale.Chinese); got != want {
			t.Error(got)
		}
	})
}

// Next to 星期, 上课时间 holds periods or clock times.
func TestClassTimeBesideWeekday(t *testing.T) {
	dbtestSQLite(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Timetable, "教学班编号,星期,上课时间,周次,教室\nMKT201-1,周一,1-2,1-16,A102\nMKT201-1,周二,08:30-10:05,1-16,A102\n")
		if got := c.meetingsOf("MKT201-1"); len(got) != 2 || !strings.HasPrefix(got[1], "2 0-0") {
			t.Error(got)
		}
	})
}

// A term is found by its name in registrars' systems if exactly one fits.
func TestTermsAsRegistrarsNameThem(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Terms, "学期编号,学期名称,第一周周一,周数\n2027-spring,2026–2027 学年第二学期,2027-03-01,18\n2027-x,夏令营,2027-07-05,4\n")
		code := 0
		for _, tc := range []struct{ header, cells, term string }{
			{"学年,学期", "2026-2027,1", "2026-autumn"},
			{"学年,学期", "2026-2027学年,第二学期", "2027-spring"},
			{"学年,学期", "2026-2027,3", "2027-x"},
			{"学年学期", "2026-2027-1", "2026-autumn"},
			{"选课学年学期", "2026-2027-2", "2027-spring"},
			{"开课学期", "2026-2027学年第1学期", "2026-autumn"},
			{"学期", "2027春", "2027-spring"},
			{"学期", "第一学期", "2026-autumn"},
			{"学期", "2026-autumn", "2026-autumn"},
			{"学期", "夏令营", "2027-x"},
		} {
			code++
			r := c.good(roster.Groups, fmt.Sprintf("%s,教学班编号,课程代码\n%s,G%d,MKT201\n", tc.header, tc.cells, code))
			if r.Created != 1 || !hasGroup(c, tc.term, fmt.Sprintf("G%d", code)) {
				t.Errorf("%+v: %s", tc, reportText(r))
			}
		}
		for _, cells := range []string{"2025-2026,1", "2026-2027,", "2026-2027,4", "2026-2027,2025-2026-1", ",9999"} {
			r := c.do(roster.Groups, "学年,学期,教学班编号,课程代码\n"+cells+",H1,MKT201\n")
			if r.Refused != 1 || r.Problems[0].Reason.Code != "roster.no_term" ||
				!strings.Contains(r.Problems[0].Reason.Params["terms"], "2027-x (夏令营)") {
				t.Errorf("%s: %s", cells, reportText(r))
			}
		}
		// Among the terms of a year, the job's term decides.
		c.good(roster.Groups, "学年,教学班编号,课程代码\n2026-2027,H1,MKT201\n", func(j *roster.Job) { j.Term = "2026-2027-2" })
		if !hasGroup(c, "2027-spring", "H1") {
			t.Error("the term of the job was not used")
		}
		r := c.do(roster.Groups, "学年,教学班编号,课程代码\n2025-2026,H2,MKT201\n", func(j *roster.Job) { j.Term = "2026-2027-2" })
		if r.Refused != 1 {
			t.Error("a row of another year was taken for the term of the job")
		}
	})
}

func hasGroup(c *college, term, code string) bool {
	n := 0
	row := c.database.Reader().QueryRowContext(c.t.Context(),
		"SELECT count(*) FROM course_group WHERE term_id = $1 AND code = $2", term, code)
	if err := row.Scan(&n); err != nil {
		c.t.Fatal(err)
	}
	return n == 1
}

// A number decides who teaches, and the name is checked; a shared name means the course's own teacher.
func TestTeachersByNumberAndName(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Teachers, "工号,姓名\nT007,何静\nT008,王芳\nT009,王芳\n")
		const header = "教学班编号,星期,节次,周次,教室,教师工号,教师姓名\n"
		c.anew(header + "MKT201-1,周一,1-2,1-16,A102,T007,何静\n")
		if diff := cmp.Diff([]string{"1 1-2 1-16 A102 T007"}, c.meetingsOf("MKT201-1")); diff != "" {
			t.Error(diff)
		}
		// Two teachers are called 何静; T002 teaches the course.
		c.anew(header + "MKT201-1,周一,1-2,1-16,A102,,何静\n")
		if diff := cmp.Diff([]string{"1 1-2 1-16 A102 T002"}, c.meetingsOf("MKT201-1")); diff != "" {
			t.Error(diff)
		}
		for _, tc := range []struct{ cells, code, column, params string }{
			{"T001,何静", "roster.teacher_mismatch", "教师姓名", "T001 周明远 何静"},
			{"T999,何静", "timetable.unknown_teacher", "教师姓名", "  "},
			{"T999,", "timetable.unknown_teacher", "教师工号", "  "},
			{",王芳", "course.teacher_ambiguous", "教师姓名", " 王芳  T008, T009"},
		} {
			r := c.do(roster.Timetable, header+"MKT201-1,周一,1-2,1-16,A102,"+tc.cells+"\n")
			if r.Refused != 1 || r.Problems[0].Reason.Code != tc.code || r.Problems[0].Column != tc.column {
				t.Errorf("%s: %s", tc.cells, reportText(r))
				continue
			}
			p := r.Problems[0].Reason.Params
			got := strings.TrimRight(p["number"]+" "+p["name"]+" "+p["other"]+" "+p["numbers"], " ")
			if got != strings.TrimRight(tc.params, " ") {
				t.Errorf("%s: %q", tc.cells, got)
			}
		}
		// The same in the list of courses, where a name means the current teacher.
		r := c.do(roster.Courses, "课程代码,课程名称,教师工号,教师姓名\nMKT201,市场营销学,T002,何静\nMKT202,品牌管理,\"T008,T001\",\"王芳,周明远\"\n"+
			"MKT203,渠道,T008,周明远\nMKT204,广告,,王芳\nMKT205,价格,T008;T001,王芳\n")
		want := `created 1, changed 0, unchanged 1, refused 3, applied false
4 教师姓名 "周明远" roster.teacher_mismatch
5 教师姓名 "王芳" course.teacher_ambiguous
6 教师工号 "T008;T001" roster.list_beside
`
		if diff := cmp.Diff(want, reportText(r)); diff != "" {
			t.Error(diff)
		}
		if r := c.do(roster.Courses, "课程代码,课程名称,任课教师\nMKT201,市场营销学,何静\n"); r.Unchanged != 1 {
			t.Error(reportText(r))
		}
	})
}

// If a system has no group codes, the name is the code; otherwise both identify the group.
func TestGroupsByName(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		r := c.good(roster.Groups, "学年,学期,课程代码,教学班名称,开课学院\n2026-2027,1,MKT201,(2026-2027-1)-MKT201-T002-1,工商管理学院\n")
		if r.Created != 1 || !hasGroup(c, "2026-autumn", "(2026-2027-1)-MKT201-T002-1") {
			t.Error(reportText(r))
		}
		const enrolments = "选课学年学期,教学班名称,学号,姓名,行政班级\n"
		r = c.good(roster.Enrolments, enrolments+
			"2026-2027-1,（2026-2027-1）-MKT201-T002-1,202501001,林晓雨,市营2501\n2026-2027-1,市场营销学 01 班,202501002,陈浩然,市营2501\n")
		if r.Created != 1 || r.Unchanged != 1 {
			t.Error(reportText(r))
		}
		// A new code that equals another group's name creates a new group.
		if r := c.good(roster.Groups, "学期,教学班编号,课程代码\n2026-autumn,市场营销学 01 班,MKT201\n"); r.Created != 1 ||
			!hasGroup(c, "2026-autumn", "MKT201-1") {
			t.Error(reportText(r))
		}
		if r := c.do(roster.Groups, "学期,教学班编号,课程代码,教学班名称\n2026-autumn,市场营销学 01 班,MKT201,新名称\n"); r.Changed != 1 {
			t.Error(reportText(r))
		}
		// A name shared by two groups is ambiguous.
		c.good(roster.Groups, "学期,教学班编号,课程代码,教学班名称\n2026-autumn,MKT201-2,MKT201,双班\n2026-autumn,MKT201-3,MKT201,双班\n")
		r = c.do(roster.Enrolments, enrolments+"2026-2027-1,双班,202501002,陈浩然,\n2026-2027-1,,202501002,陈浩然,\n")
		if r.Refused != 2 || r.Problems[0].Reason.Code != "roster.several_groups" || r.Problems[0].Column != "教学班名称" ||
			r.Problems[1].Reason.Code != "roster.required" {
			t.Error(reportText(r))
		}
	})
}
