package roster_test

import (
	"strings"
	"testing"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/roster"
)

// Every kind of error in a row is reported with its cell, and nothing is imported.
func TestBadRows(t *testing.T) {
	rows := []struct {
		name string
		kind roster.Kind
		text string
		want string // line, column, value as shown, code
	}{
		{
			"overlapping period times", roster.Periods,
			"校区编号,生效日期,截止日期,节次,开始时间,结束时间\nnew,2026-05-01,2026-09-30,1,08:00,09:00\nnew,2026-05-01,2026-09-30,2,08:50,09:40\n",
			`3 开始时间 "08:50" timetable.periods_overlap`,
		},
		{
			"two schemes on one day", roster.Periods, "校区编号,生效日期,截止日期,节次,开始时间,结束时间\nnorth,2026-09-01,2026-09-30,1,08:00,09:00\n",
			`2 生效日期 "2026-09-01" timetable.schemes_overlap`,
		},
		{
			"a period of no length", roster.Periods, "校区编号,生效日期,截止日期,节次,开始时间,结束时间\nnew,2026-05-01,2026-09-30,1,09:00,09:00\n",
			`2 结束时间 "09:00" timetable.past_midnight`,
		},
		{"a period twice", roster.Periods, "校区编号,生效日期,截止日期,节次,开始时间,结束时间\nnew,2026-05-01,2026-09-30,1,08:00,08:45\n" +
			"new,2026-05-01,2026-09-30,1,09:00,09:45\n", `3 节次 "1" timetable.period_number`},
		{
			"a scheme backwards", roster.Periods, "校区编号,生效日期,截止日期,节次,开始时间,结束时间\nnew,2026-09-30,2026-05-01,1,08:00,08:45\n",
			`2 截止日期 "2026-05-01" timetable.dates_reversed`,
		},
		{
			"a term on a Tuesday", roster.Terms, "学期编号,学期名称,第一周周一,周数\nx,某学期,2026-09-08,18\n",
			`2 第一周周一 "2026-09-08" timetable.term_not_monday`,
		},
		{"a term of 99 weeks", roster.Terms, "学期编号,学期名称,第一周周一,周数\nx,某学期,2026-09-07,99\n", `2 周数 "99" timetable.term_length`},
		{
			"a term inside another", roster.Terms, "学期编号,学期名称,第一周周一,周数\nx,某学期,2026-10-05,4\n",
			`2 第一周周一 "2026-10-05" timetable.terms_overlap`,
		},
		{
			"two terms at once", roster.Terms, "学期编号,学期名称,第一周周一,周数\nx,甲,2027-03-01,18\ny,乙,2027-06-28,4\n",
			`3 第一周周一 "2027-06-28" timetable.terms_overlap`,
		},
		{
			"a term without its last classes", roster.Terms, "学期编号,学期名称,第一周周一,周数\n2026-autumn,秋,2026-09-07,14\n",
			`2 周数 "14" timetable.term_used`,
		},
		{"week 0", roster.Timetable, meeting("周一", "1-2", "0-3", "A102", "何静"), `2 周次 "0-3" timetable.week_out_of_range`},
		{"week 99", roster.Timetable, meeting("周一", "1-2", "1-99", "A102", "何静"), `2 周次 "1-99" timetable.week_out_of_range`},
		{
			"weeks that are none", roster.Timetable, meeting("周一", "1-2", "每周", "A102", "何静"),
			`2 周次 "每周" timetable.weeks_unreadable`,
		},
		{
			"a class past midnight", roster.Timetable, meeting("周一", "22:00-00:30", "1-16", "A102", "何静"),
			`2 节次 "22:00-00:30" timetable.past_midnight`,
		},
		{
			"a class until 24:00", roster.Timetable, meeting("周一", "22:00-24:00", "1-16", "A102", "何静"),
			`2 节次 "22:00-24:00" roster.past_midnight`,
		},
		{
			"an unknown period", roster.Timetable, meeting("周一", "11-12", "1-16", "A102", "何静"),
			`2 节次 "11-12" timetable.unknown_period`,
		},
		{
			"periods the wrong way round", roster.Timetable, meeting("周一", "3-1", "1-16", "A102", "何静"),
			`2 节次 "3-1" timetable.periods_reversed`,
		},
		{
			"weeks and periods the wrong way round", roster.Timetable, meeting("周一", "3-1", "16-1", "A102", "何静"),
			"2 节次 \"3-1\" timetable.periods_reversed\n2 周次 \"16-1\" timetable.weeks_unreadable",
		},
		{"no hours", roster.Timetable, meeting("周一", "", "1-16", "A102", "何静"), `2 节次 "" timetable.no_hours`},
		{"hours that are none", roster.Timetable, meeting("周一", "早上", "1-16", "A102", "何静"), `2 节次 "早上" roster.bad_hours`},
		{
			"a weekday that is none", roster.Timetable, meeting("周八", "1-2", "1-16", "A102", "何静"),
			`2 星期 "周八" roster.bad_weekday`,
		},
		{
			"an unknown room", roster.Timetable, meeting("周一", "1-2", "1-16", "Z999", "何静"),
			`2 教室 "Z999" timetable.unknown_room`,
		},
		{
			"an unknown teacher", roster.Timetable, meeting("周一", "1-2", "1-16", "A102", "某人"),
			`2 教师 "某人" timetable.unknown_teacher`,
		},
		{"an unknown campus", roster.Students, "学号,姓名,校区\n9,某,火星\n", `2 校区 "火星" timetable.unknown_campus`},
		{"an unknown programme", roster.Students, "学号,姓名,专业\n9,某,炼金术\n", `2 专业 "炼金术" student.no_programme`},
		{"an unknown course", roster.Groups, "教学班编号,课程代码\nX-1,X999\n", `2 课程代码 "X999" course.no_course`},
		{"an unknown group", roster.Enrolments, "教学班编号,学号\nX-1,202501001\n", `2 教学班编号 "X-1" course.no_group`},
		{"an unknown student", roster.Enrolments, "教学班编号,学号\nMKT201-1,999\n", `2 学号 "999" roster.no_student`},
		{
			"a student with another name", roster.Enrolments, "教学班编号,学号,姓名\nMKT201-1,202501001,陈浩然\n",
			`2 姓名 "陈浩然" roster.other_name`,
		},
		{"an unknown term", roster.Groups, "学期,教学班编号,课程代码\n1999,X-1,MKT201\n", `2 学期 "1999" roster.no_term`},
		{"an unknown state", roster.Enrolments, "教学班编号,学号,状态\nMKT201-1,202501001,也许\n", `2 状态 "也许" roster.bad_choice`},
		{"a student twice with different names", roster.Students, "学号,姓名\n9,张三\n9,李四\n", `3 姓名 "李四" roster.twice_other_name`},
		{
			"a student twice with different classes", roster.Students, "学号,姓名,班级\n9,张三,一班\n9,张三,二班\n",
			`3 学号 "9" roster.twice_different`,
		},
		{
			"an enrolment twice with different states", roster.Enrolments,
			"教学班编号,学号,状态\nMKT201-1,202501001,退课\nMKT201-1,202501001,待确认\n", `3 学号 "202501001" roster.twice_different`,
		},
		{
			"a phone that another student has", roster.Students, "学号,姓名,手机号\n9,张三,+86 138 0000 0001\n",
			`2 手机号 "+86**************" student.phone_taken`,
		},
		{
			"one phone for two rows", roster.Students, "学号,姓名,手机号\n8,张三,13811111111\n9,李四,138-1111-1111\n",
			`3 手机号 "138**********" student.phone_taken`,
		},
		{"a phone of the staff", roster.Students, "学号,姓名,手机号\n9,张三,13900000001\n", `2 手机号 "139********" account.exists`},
		{
			"an ID with a wrong check digit", roster.Students, "学号,姓名,身份证号\n9,张三,310115200603048004\n",
			`2 身份证号 "310***************" nationalid.check`,
		},
		{
			"an ID that another student has", roster.Students, "学号,姓名,身份证号\n9,张三," + id1 + "\n",
			`2 身份证号 "310***************" student.national_id_taken`,
		},
		{
			"an ID that went through a numeric cell", roster.Students, "学号,姓名,身份证号\n9,张三,3.10115200603048E+17\n",
			`2 身份证号 "3.1*****************" roster.lost_digits`,
		},
		{
			"a phone that lost its digits", roster.Students, "学号,姓名,手机号\n9,张三,1.38E+10\n",
			`2 手机号 "1.3*****" roster.lost_digits`,
		},
		{"no number", roster.Students, "学号,姓名\n,张三\n", `2 学号 "" roster.required`},
		{"no name", roster.Students, "学号,姓名\n9,—\n", `2 姓名 "" roster.required`},
		{"a year that is none", roster.Students, "学号,姓名,年级\n9,张三,大二\n", `2 年级 "大二" student.bad_year`},
		{"a date that is none", roster.Students, "学号,姓名,预计毕业日期\n9,张三,30/6/2029\n", `2 预计毕业日期 "30/6/2029" roster.bad_date`},
		{
			"a day that no calendar has", roster.Students, "学号,姓名,预计毕业日期\n9,张三,2029-02-30\n",
			`2 预计毕业日期 "2029-02-30" roster.bad_date`,
		},
		{"a gender that is none", roster.Students, "学号,姓名,性别\n9,张三,X\n", `2 性别 "X" roster.bad_choice`},
		{"an e-mail that is none", roster.Students, "学号,姓名,邮箱\n9,张三,abc\n", `2 邮箱 "***" student.bad_email`},
		{"an error of a formula", roster.Students, "学号,姓名,班级\n9,张三,#N/A\n", `2 班级 "#N/A" roster.cell_error`},
		{"credits that are none", roster.Courses, "课程代码,课程名称,学分\nX1,某课,很多\n", `2 学分 "很多" course.credits`},
		{"credits with two decimals", roster.Courses, "课程代码,课程名称,学分\nX1,某课,2.25\n", `2 学分 "2.25" course.credits`},
		{"fewer seats than none", roster.Rooms, "校区,教室,座位数\n北校区,Z1,-5\n", `2 座位数 "-5" roster.bad_number`},
		{"one room in two widths", roster.Rooms, "校区,教室,座位数\n北校区,Z1,5\n北校区,Ｚ１,6\n", `3 教室 "Z1" roster.twice_different`},
		{
			"a change of somebody with another name", roster.Students, "学号,姓名,异动类型\n202501001,陈浩然,退学\n",
			`2 姓名 "陈浩然" roster.other_name`,
		},
		{
			"a cancelled class with a new time",
			roster.Changes, "变更类型,教学班,日期,节次,新日期,补课日期\n停课,MKT201-1,2026-10-19,1-2,2026-10-24,2026-10-25\n",
			`2 新日期 "2026-10-24" roster.change_cannot` + "\n" + `2 补课日期 "2026-10-25" roster.change_cannot`,
		},
		{
			"a holiday of one group", roster.Changes, "变更类型,教学班,日期,校区,节日名称\n放假,MKT201-1,2026-10-19,全校,校庆\n",
			`2 教学班 "MKT201-1" roster.change_cannot`,
		},
		{
			"a holiday of one campus and some hours", roster.Changes, "变更类型,日期,校区,节次,节日名称\n放假,2026-10-19,北校区,1-2,校庆\n",
			`2 校区 "北校区" roster.change_cannot` + "\n" + `2 节次 "1-2" roster.change_cannot`,
		},
		{
			"an event of one class of students", roster.Changes, "变更类型,日期,行政班,节日名称\n停课,2026-10-19,市营2501,实习\n",
			`2 Course name "" roster.required`,
		},
		{"a comma without quotes", roster.Students, "学号,姓名,通讯地址,班级\n9,张三,上海市,浦东新区,市营2501\n", `2 班级 "浦东新区" roster.more_cells`},
		{"an unknown change", roster.Changes, "变更类型,日期\n爆炸,2026-10-19\n", `2 变更类型 "爆炸" roster.bad_choice`},
		{
			"a class that is not there", roster.Changes, "变更类型,教学班,日期\n停课,MKT201-1,2026-10-20\n",
			`2 日期 "2026-10-20" roster.no_class`,
		},
		{
			"a move to nowhere", roster.Changes, "变更类型,教学班,日期\n调课,MKT201-1,2026-10-19\n",
			`2 New date "" timetable.nothing_moved`,
		},
		{
			"a move out of the term", roster.Changes, "变更类型,教学班,日期,新日期\n调课,MKT201-1,2026-10-19,2027-10-19\n",
			`2 新日期 "2027-10-19" timetable.date_out_of_term`,
		},
		{
			"a make-up day for week 99", roster.Changes, "变更类型,日期,按第几周,按星期几\n调休,2026-10-10,99,周二\n",
			`2 按第几周 "99" timetable.week_out_of_range`,
		},
		{
			"a holiday backwards", roster.Changes, "变更类型,日期,新日期,节日名称\n放假,2026-10-19,2026-10-01,节\n",
			`2 新日期 "2026-10-01" timetable.dates_reversed`,
		},
		{"a make-up day for nothing", roster.Changes, "变更类型,日期\n调休,2026-10-10\n", `2 Follows week "" roster.required`},
	}
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Timetable, meeting("周一", "1-2", "1-16", "A102", "何静"))
		if _, err := c.services.Accounts.Create(t.Context(), access.System(),
			account.Details{Phone: "13900000001", Name: "教务处", Role: access.Staff}); err != nil {
			t.Fatal(err)
		}
		before := tables(t, c.database)
		for _, tc := range rows {
			t.Run(tc.name, func(t *testing.T) {
				r := c.do(tc.kind, tc.text)
				if r.Applied || r.Refused == 0 || !strings.Contains(reportText(r), "\n"+tc.want+"\n") {
					t.Errorf("want %s, got\n%s", tc.want, reportText(r))
				}
				for _, p := range r.Problems {
					if p.Column == "" && p.Reason.Code != "roster.belongs_together" {
						t.Errorf("%s stands in no column", p.Reason.Code)
					}
					for _, lang := range []string{"en-US", "zh-CN"} {
						if text := p.Text(locale.Language(lang)); text == p.Reason.Code || strings.Contains(text, "{") {
							t.Errorf("%s says %q", p.Reason.Code, text)
						}
					}
				}
			})
		}
		if tables(t, c.database) != before {
			t.Error("a refused row left something")
		}
	})
}

func meeting(weekday, hours, weeks, room, teacher string) string {
	return "教学班,星期,节次,周次,教室,教师\nMKT201-1," + weekday + "," + hours + "," + weeks + "," + room + "," + teacher + "\n"
}

// A group's rows may be scattered over the sheet; the report is in sheet order.
// Of rows that contradict each other none is taken, because nobody has said which is right.
func TestContradictingRowsAreAllRefused(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		for _, tc := range []struct {
			kind    roster.Kind
			text    string
			refused int
			rows    string // that must not exist afterwards
		}{
			{
				roster.Students, "学号,姓名\n8,王五\n9,张三\n9,李四\n9,赵六\n", 3,
				`SELECT count(*) FROM student WHERE number = '9'`,
			},
			{
				roster.Students, "学号,姓名,班级\n7,张三,一班\n6,王五,\n7,张三,二班\n", 2,
				`SELECT count(*) FROM student WHERE number = '7'`,
			},
			{
				roster.Teachers, "工号,姓名\nT8,张三\nT9,李四\nT9,王五\n", 2,
				`SELECT count(*) FROM teacher WHERE number = 'T9' OR name IN ('李四', '王五')`,
			},
			{
				roster.Enrolments, "教学班编号,学号,状态\nMKT201-1,\"202501001,202501002\",待确认\nMKT201-1,202501002,退课\n" +
					"MKT201-1,8,\n", 2, `SELECT count(*) FROM enrolment WHERE state <> 'confirmed'`,
			},
		} {
			r := c.do(tc.kind, tc.text, goodRows)
			if !r.Applied || r.Created != 1 || r.Refused != tc.refused {
				t.Errorf("%s: %s", tc.text, reportText(r))
			}
			if n := dbtest.Count(t, c.database, tc.rows); n != 0 {
				t.Errorf("%s: %d rows were taken", tc.text, n)
			}
		}
	})
}

func TestProblemsComeInTheOrderOfTheSheet(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Groups, "教学班编号,课程代码\nMKT201-2,MKT201\n")
		r := c.do(roster.Timetable, "教学班,星期,节次,周次\nMKT201-1,周八,1-2,1-16\nMKT201-2,周八,1-2,1-16\nMKT201-1,周九,1-2,1-16\n")
		if len(r.Problems) != 3 || r.Problems[0].Line != 2 || r.Problems[1].Line != 3 || r.Problems[2].Line != 4 {
			t.Error(reportText(r))
		}
	})
}

// A group with some bad rows is rejected as a whole, because importing the rest would remove classes.
func TestGroupsStandTogether(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Timetable, meeting("周一", "1-2", "1-16", "A102", "何静"))
		r := c.do(roster.Timetable, meeting("周二", "1-2", "1-16", "A102", "何静")+"MKT201-1,周三,1-2,1-16,Z9,\n", goodRows)
		if r.Applied || r.Refused != 2 || !strings.Contains(reportText(r), `2  "" roster.belongs_together`) {
			t.Fatal(reportText(r))
		}
		if n := dbtest.Count(t, c.database, `SELECT count(*) FROM meeting WHERE weekday = 1`); n != 1 {
			t.Error("the meeting is gone")
		}
	})
}

// An error of the whole file is reported in one sentence, and nothing is imported.
func TestBadFiles(t *testing.T) {
	wide := strings.Repeat("学号,", 1_000_000) + "\n"
	files := []struct {
		name, text, code string
		kind             roster.Kind
	}{
		{"empty", "", "roster.empty", roster.Students},
		{"blank lines", "\n\n\r\n", "roster.empty", roster.Students},
		{"headers only", "学号,姓名\n", "roster.no_rows", roster.Students},
		{"no headers", "a,b,c\n1,2,3\n", "roster.no_header", roster.Students},
		{"a header is missing", "学号,性别\n1,男\n", "roster.missing_headers", roster.Students},
		{"a header twice", "学号,姓名,手机号,联系电话\n1,张三,,\n", "roster.header_twice", roster.Students},
		{"10⁶ columns", wide, "roster.too_many_columns", roster.Students},
		{"257 columns", strings.Repeat("x,", 256) + "x\n", "roster.too_many_columns", roster.Students},
		{"a quote that never ends", "学号,姓名\n1,\"" + strings.Repeat("张三\n", 10_000), "roster.cell_too_long", roster.Students},
		{"old Excel", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and so on", "roster.old_excel", roster.Students},
		{"not a zip at all", "PK\x03\x04 and so on", "roster.damaged", roster.Students},
		{"a picture", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "roster.damaged", roster.Students},
		{"UTF-8 that is none", "\ufeff学号,姓名\n1,\xff\xfe\xfd\n", "roster.encoding", roster.Students},
		{"an unknown kind", "a\n1\n", "roster.unknown_kind", "potatoes"},
	}
	each(t, func(t *testing.T, c *college) {
		before := tables(t, c.database)
		for _, tc := range files {
			t.Run(tc.name, func(t *testing.T) {
				_, err := c.try(tc.kind, tc.text)
				if fault.Code(err) != tc.code {
					t.Fatalf("want %s, got %v", tc.code, err)
				}
				if line, there := fault.All(err)[0].Params["line"]; there && line != "1" && line != "2" {
					// Where the error begins, not where it was noticed.
					t.Errorf("in line %s", line)
				}
				for _, f := range fault.All(err) {
					for _, lang := range locale.Languages {
						if text := locale.Text(lang, f.Code, f.Params); text == f.Code || strings.Contains(text, "{") {
							t.Errorf("%s says %q", f.Code, text)
						}
					}
				}
			})
		}
		if tables(t, c.database) != before {
			t.Error("something was written")
		}
	})
}

func TestMapping(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		const sheet = "Kennziffer,姓名,Lieblingsfarbe\n9,张三,rot\n"
		if _, err := c.try(roster.Students, sheet); fault.Code(err) != "roster.missing_headers" {
			t.Fatal(err)
		}
		r := c.good(roster.Students, sheet, func(j *roster.Job) { j.Map = map[string]string{"kennziffer ": "number"} })
		if r.Created != 1 || len(r.Notes) != 1 || r.Notes[0].Params["headers"] != "Lieblingsfarbe" {
			t.Errorf("%s %v", reportText(r), r.Notes)
		}
		_, err := c.try(roster.Students, sheet, func(j *roster.Job) { j.Map = map[string]string{"Kennziffer": "shoe size"} })
		if fault.Code(err) != "roster.bad_map" {
			t.Error(err)
		}
		_, err = c.try(roster.Students, "学号,姓名\n9,张三\n", func(j *roster.Job) { j.Map = map[string]string{"Foo": "class"} })
		if fault.Code(err) != "roster.no_such_header" {
			t.Error(err)
		}
	})
}
