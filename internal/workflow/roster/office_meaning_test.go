package roster_test

import (
	"bytes"
	"strings"
	"testing"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster"
)

// What rows do may be in a column, the title or the headers of a sheet, and is never misread.
func TestWhatRowsDo(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		const states = `SELECT s.number, e.state FROM enrolment AS e
			JOIN student AS s ON s.id = e.student_id ORDER BY s.number`
		c.good(roster.Enrolments, "教学班,学号,姓名,操作,操作时间\nMKT201-1,202501001,林晓雨,退选,2026-09-20 12:00\n")
		wantLines(t, "dropped by a column", c.query(states, 2), "202501001 dropped", "202501002 confirmed")
		c.good(roster.Enrolments, "市场营销学退课学生名单,,\n教学班,学号,姓名\nMKT201-1,202501002,陈浩然（男）\n")
		wantLines(t, "dropped by the title", c.query(states, 2), "202501001 dropped", "202501002 dropped")
		c.good(roster.Enrolments, "选课、退课学生名单,,\n教学班,学号,姓名\nMKT201-1,202501002,陈浩然\n")
		wantLines(t, "a title of both says nothing", c.query(states, 2), "202501001 dropped", "202501002 confirmed")

		c.good(roster.Enrolments, "教学班,学号,是否选中\nMKT201-1,202501001,是\nMKT201-1,202501002,否\n")
		wantLines(t, "not chosen", c.query(states, 2), "202501001 confirmed", "202501002 dropped")

		const students = `SELECT number, name, class, status FROM student ORDER BY number`
		c.good(roster.Students,
			"学籍异动情况表,,,,,\n学号,姓名,原班级,异动类型,现班级,异动日期\n202501001,林晓雨,市营2501,休学,,2026.10.8\n202501002,陈浩然,市营2501,转专业,会计2501,46300\n")
		wantLines(t, "changes of records", c.query(students, 4), "202501001 林晓雨 市营2501 suspended",
			"202501002 陈浩然 会计2501 enrolled")
		c.good(roster.Students, "会计2501班学生名单（不含退学）,,\n学号,姓名,班级\n202501002,陈浩然,会计2502\n")
		wantLines(t, "a title that says who is not listed", c.query(students, 4), "202501001 林晓雨 市营2501 suspended",
			"202501002 陈浩然 会计2502 enrolled")
		c.refused(t, roster.Students, "学号,姓名,异动类别\n202509999,某人,休学\n", "roster.no_student", "没有这个学号的学生")
		c.refused(t, roster.Students, "学号,姓名,异动类别\n202501001,林晓雨,其他\n", "roster.bad_choice", "休学")
		c.good(roster.Students, "学号,姓名,班级\n202501003,吴  平（女）,市营2501\n202501004,周超(男),市营2501\n202501001,林晓雨,\n")
		wantLines(t, "names without the sex",
			c.query(`SELECT name FROM student WHERE number > '202501002' ORDER BY number`, 1), "吴平", "周超")
	})
}

// Unapproved requests aren't published, and a date next to the wrong weekday is rejected.
func TestRequestsForChanges(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Timetable, "教学班,星期,节次,周次,教室\nMKT201-1,周一,1-2,1-16,A102\n")
		r := c.good(roster.Changes, "变动类别,教学班名称,变动前信息,变动后信息,审核状态\n调课,市场营销学 01 班,星期一第1-2节{12周}/A102,星期三第3-4节{12周}/明德楼A101,"+
			"通过\n停课,市场营销学 01 班,星期一第1-2节{13周},,不通过\n停课,市场营销学 01 班,星期一第1-2节{14周},,待审核\n")
		if r.Created != 1 || len(r.Skipped) != 2 || r.Skipped[0].Reason.Code != "roster.left_unapproved" {
			t.Errorf("%s %+v", reportText(r), r.Skipped)
		}
		c.refused(t, roster.Changes, "类型,教学班,原上课时间,审核状态\n停课,MKT201-1,第13周星期一第1-2节,转交\n", "roster.bad_approval", "转交")
		c.refused(t, roster.Changes, "类型,教学班,原日期,原节次\n停课,MKT201-1,2026-11-30（周二）,1-2\n",
			"roster.date_weekday", "2026-11-30 不是周二")
		c.refused(t, roster.Changes, "类型,教学班,原上课时间\n停课,MKT201-1,11月30日（周二）1-2节\n", "roster.date_weekday", "2026-11-30 不是周二")
		c.refused(t, roster.Changes, "类型,教学班,原日期,原节次\n停课,MKT201-1,7月30日,1-2\n", "roster.bad_date", "")
		r = c.good(roster.Changes, "类型,教学班,教师,原上课时间\n停课,MKT201-1,何静/周明远,11月30日（周一）1-2节\n")
		if r.Created != 1 {
			t.Error(reportText(r))
		}
		c.good(roster.Changes, "类型,教学班,教师,原上课时间,代课教师\n代课,MKT201-1,何静,第15周星期一1-2节,周明远\n")
		c.good(roster.Changes, "类型,教学班,教师,原上课时间\n代课,MKT201-1,何静→周明远,第16周星期一1-2节\n")
		wantLines(t, "who stands in",
			c.query(`SELECT count(*), min(t.name) FROM class_change AS x JOIN teacher AS t ON t.id = x.teacher_id`, 2), "2 周明远")
	})
}

// Title or headers replace a missing column: make-up classes, moved ones, holidays and make-up days.
func TestChangesWithoutAColumnForWhatTheyDo(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Timetable, "教学班,星期,节次,周次,教室\nMKT201-1,周一,1-2,1-16,A102\n")
		for _, tc := range []struct{ sheet, code string }{
			{"补课安排表,,,\n教学班,补课日期,节次,补课地点\nMKT201-1,2026.11.28,3-4,A102\n", "roster.title_column"},
			{"教学班编号,补课时间,补课教室\nMKT201-1,第14周星期日第1-2节,A102\n", "roster.implied_column"},
			{"教学班,原上课时间,现上课时间\nMKT201-1,11月23日（周一）1-2节,11月25日（周三）3-4节\n", "roster.implied_column"},
			{"教学班,调课内容,调课原因\nMKT201-1,第15周星期一第1-2节 → 第15周星期三第3-4节,开会\n", "roster.implied_column"},
			{"节日,放假时间\n元旦,2027.1.1-1.3\n", "roster.implied_column"},
			{"类型,日期,说明\n补课,2026年12月27日,补2027年1月1日（星期五）的课\n", ""},
		} {
			r := c.good(roster.Changes, tc.sheet)
			if r.Created != 1 || tc.code != "" && r.Notes[0].Code != tc.code {
				t.Errorf("%s: %s %+v", tc.sheet, reportText(r), r.Notes)
			}
		}
		_, err := c.try(roster.Changes, "调停课汇总表,,\n教学班,原日期,原节次\nMKT201-1,2026-11-30,1-2\n")
		if fault.Code(err) != "roster.missing_headers" {
			t.Errorf("a title of several things: %v", err)
		}
		c.refused(t, roster.Changes, "类型,日期,说明\n调休,2026-12-26,上星期四的课\n", "roster.required", "")
	})
}

// Tables that would only be read in part are rejected as a whole, and the message says what to do.
func TestTablesBesideEachOther(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		for _, tc := range []struct {
			kind        roster.Kind
			sheet, code string
		}{
			{
				roster.Enrolments, "教学班：MKT201-1,,,,,\n序号,学号,姓名,序号,学号,姓名\n1,202501001,林晓雨,2,202501002,陈浩然\n",
				"roster.side_by_side",
			},
			{roster.Periods, "节次,夏令时,,冬令时,\n,上课,下课,上课,下课\n1,8:00,8:45,8:30,9:15\n", "roster.two_schedules"},
			{roster.Periods, "节次,夏季时间,冬季时间\n1,8:00-8:45,8:30-9:15\n", "roster.two_schedules"},
			{
				roster.Terms, "2026-2027学年第一学期校历,,,,,,,\n周次,一,二,三,四,五,六,日\n1,7,8,9,10,11,12,13\n2,14,15,16,17,18,19,20\n",
				"roster.calendar",
			},
		} {
			if _, err := c.try(tc.kind, tc.sheet); fault.Code(err) != tc.code {
				t.Errorf("%s: %v", tc.sheet, err)
			}
		}
	})
}

// The browser reads nothing of such a table either, even if staff assign the columns.
func TestTablesBesideEachOtherInTheBrowser(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp().teach()
		content := oddBook(t, "教学班：MKT201-1\n序号|学号|姓名|序号|学号|姓名\n1|202501001|林晓雨|2|202501002|陈浩然")
		made := must1(d.service.CreateDrafts(t.Context(), registrar, "roll.xlsx",
			bytes.NewReader(content), roster.DraftChange{}))(t)[0]
		if made.Kind != "" || !strings.Contains(made.KindReason.Text(locale.Chinese), "左右并排") {
			t.Errorf("taken for %q: %s", made.Kind, made.KindReason.Text(locale.Chinese))
		}
		kind := roster.Enrolments
		made = must1(d.service.CreateDrafts(t.Context(), registrar, "roll.xlsx", bytes.NewReader(content),
			roster.DraftChange{Kind: &kind}))(t)[0]
		must1(d.service.PreviewDraft(t.Context(), registrar, made.ID))(t)
		if draft := d.after(made.ID); draft.Preview != nil || draft.Problem.Code != "roster.side_by_side" {
			t.Errorf("%+v", draft)
		}
	})
}

// A list of a course's students without groups isn't taken for a list of the college's students.
func TestCourseListIsNoListOfStudents(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		for _, text := range []string{
			"课程代码|课程名称|班级|学号|姓名\nMKT201|市场营销学|市营2501|202501001|林晓雨",
			"课程名称：市场营销学|任课教师：何静\n学号|姓名|性别|班级|备注\n202501001|林晓雨|女|市营2501|",
		} {
			made := must1(d.service.CreateDrafts(t.Context(), registrar, "list.xlsx",
				bytes.NewReader(oddBook(t, text)), roster.DraftChange{}))(t)[0]
			if made.Kind != "" || !strings.Contains(made.KindReason.Text(locale.Chinese), "教学班编号") {
				t.Errorf("%s is taken for %q: %s", text, made.Kind, made.KindReason.Text(locale.Chinese))
			}
		}
	})
}
