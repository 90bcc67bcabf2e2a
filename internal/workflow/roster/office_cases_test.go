package roster_test

import (
	"slices"
	"strings"
	"testing"

	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster"
)

// codes lists errors as "line code".
func codes(r roster.Report) string {
	var out []string
	for _, p := range r.Problems {
		out = append(out, strings.TrimPrefix(p.Reason.Code, "roster."))
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), " ")
}

func notes(r roster.Report) string {
	var out []string
	for _, n := range r.Notes {
		out = append(out, n.Code)
	}
	return strings.Join(out, " ")
}

// A term given by year and number matches the college's term with another ID.
func TestTermsByYearAndNumber(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp()
		r := c.good(roster.Terms, "学年,学期,开学日期,周数\n2026-2027,1,2026-09-07,20周\n2026-2027,第二学期,2027-03-01,19\n")
		if r.Created != 1 || r.Changed != 1 {
			t.Error(reportText(r))
		}
		r = c.do(roster.Terms, "学期,开学日期,结束日期\n秋季,2027-09-06,2028-01-16\n2027-2028学年第1学期,2027-09-05,2028-01-16\n")
		if got := codes(r); got != "required timetable.term_not_monday" {
			t.Error(got)
		}
	})
}

// Periods without dates span all terms, and without a campus apply to the only one.
func TestPeriodsWithoutDatesAndCampus(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		const plain = "节次,上课时间,下课时间\n早读,7:30,7:50\n第1节,8:00,8:45\n2,8:55-9:40,\n"
		if got := codes(c.do(roster.Periods, plain)); got != "periods_from" {
			t.Error(got)
		}
		c.good(roster.Terms, "学年,学期,开学日期,周数\n2026-2027,1,2026-09-07,20\n")
		if r := c.good(roster.Periods, plain); r.Created != 2 || len(r.Skipped) != 1 {
			t.Error(reportText(r), r.Skipped)
		}
		c.good(roster.Terms, "学年,学期,开学日期,周数\n2026-2027,2,2027-03-01,19\n")
		if r := c.good(roster.Periods, plain); r.Changed != 2 { // it now lasts longer
			t.Error(reportText(r))
		}
		c.good(roster.Rooms, "教室编号,座位数\nA101,90\n")
		c.good(roster.Periods, "校区,节次,时间\n江北校区,第一节,08:00-08:45\n")
		if got := codes(c.do(roster.Periods, plain)) + " " +
			codes(c.do(roster.Rooms, "教室,座位数\nA102,90\n")); got != "which_campus which_campus" {
			t.Error(got)
		}
		if got := codes(c.do(roster.Periods, "校区,节次,时间\n江北,1-2节,08:00-09:40\n江北,第3节,3-4节\n")); got != "bad_time one_period" {
			t.Error(got)
		}
	})
}

// Teachers in a sheet of groups become teachers of the courses, and undo removes them. An unknown teacher doesn't
// prevent the group.
func TestTeachersOfGroups(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp()
		c.good(roster.Courses, "课程代码,课程名称,任课教师\nMKT201,市场营销学,T001\n")
		was := tables(t, c.database)
		r := c.good(roster.Groups, "课程名称,教学班编号,教师工号,教师姓名\n市场营销学,A,T002,何静\n市场营销学,B,T001,周明远\n市场营销学,C,T009,外聘\n")
		if r.Created != 3 || notes(r) != "roster.teachers_unknown" {
			t.Error(reportText(r), notes(r))
		}
		if got := c.query(`SELECT count(*) FROM course_teacher`, 1)[0]; got != "2" {
			t.Errorf("%s teachers", got)
		}
		again := c.do(roster.Groups, "课程代码,教学班编号,任课教师\nMKT201,A,T002 何静\n")
		if again.Unchanged != 1 {
			t.Error(reportText(again))
		}
		if stands, err := c.undo(r.ID); err != nil || len(stands) > 0 {
			t.Fatal(err, stands)
		}
		if now := tables(t, c.database); now != was {
			t.Errorf("was\n%s\nis\n%s", was, now)
		}
	})
}

// Changes give the class by week and weekday, or in one cell.
func TestChangesByWeek(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Timetable, "教学班编号,星期,节次,周次,教室\nMKT201-1,周一,1-2,1-16,A102\nMKT201-1,周三,1-2,1-16,A102\n")
		const head = "调课类型,教学班名称,原上课时间,调整后时间,调整后地点,代课教师\n"
		r := c.good(roster.Changes,
			head+"调课,市场营销学 01 班,第8周星期一第1-2节,第8周星期六第3-4节,明德楼 A101,\n停课,MKT201-1,2026-11-04(周三)第1-2节,,,\n"+
				"补课,MKT201-1,,第9周周日第1-2节,A102,\n代课,MKT201-1,第10周 周三 1-2节,,,周明远\n")
		if r.Created != 4 {
			t.Error(reportText(r))
		}
		again := c.do(roster.Changes,
			"类型,教学班,原周次,原星期,原节次,新周次,新星期,新节次,新教室\n调课,MKT201-1,8,一,1-2,8,六,3-4,明德楼 A101\n停课,MKT201-1,9,三,,,,,\n")
		if again.Unchanged != 2 { // the same, worded differently
			t.Error(reportText(again))
		}
		bad := c.do(roster.Changes,
			"类型,教学班,周次,星期,节次,补课日期\n停课,MKT201-1,99,一,1-2,\n停课,MKT201-1,,一,1-2,\n停课,MKT201-1,11,,1-2,\n停课,MKT201-1,11,五,1-2,\n")
		if got := codes(bad); got != "no_class required timetable.week_out_of_range" {
			t.Error(got)
		}
		if got := codes(c.do(roster.Changes, head+"停课,MKT201-1,待定,,,\n")); got != "bad_hours" {
			t.Error(got)
		}
	})
}

// 是否退课 means the opposite of 选课状态.
func TestWhetherDropped(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		r := c.good(roster.Enrolments, "教学班编号,学号,是否退课\nMKT201-1,202501001,是\nMKT201-1,202501002,否\n")
		if r.Changed != 1 || r.Unchanged != 1 ||
			c.query(`SELECT count(*) FROM enrolment WHERE state = 'dropped'`, 1)[0] != "1" {
			t.Error(reportText(r))
		}
		if got := codes(c.do(roster.Enrolments, "教学班编号,学号,选课状态\nMKT201-1,202501001,是\n")); got != "bad_choice" {
			t.Error(got)
		}
	})
}

// A reason whose rows name different things says so, and each message says what to do.
func TestReasonsSayWhatToDo(t *testing.T) {
	eachDesk(t, func(t *testing.T, d *desk) {
		d.setUp()
		draft := d.ready("校区,教室\n火星,A1\n月球,A2\n")
		reasons := draft.Preview.Reasons
		if len(reasons) != 1 || reasons[0].Count != 2 ||
			reasons[0].Text(locale.English) != "Campus '火星' not found. Check the spelling. Import a new campus "+
				"with its periods first. (as in the first of these rows; the others differ)" {
			t.Errorf("%+v", reasons)
		}
		draft = d.ready("校区,教室\n火星,A1\n火星,A2\n")
		if got := draft.Preview.Reasons[0].Text(locale.Chinese); got != "没有找到校区“火星”。请检查写法；新校区请先随作息时间导入。" {
			t.Error(got)
		}
		_, err := d.apply(draft, roster.Apply{GoodRows: true})
		wantCode(t, err, "roster.all_refused")
		d.teach()
		r := d.good(roster.Enrolments, "教学班编号,学号\nMKT201-1,202501001\n", func(j *roster.Job) { j.Complete = true })
		if lines := r.Lines(locale.English); !slices.Contains(lines, "Not in the list, so dropped: 1") {
			t.Errorf("%q", lines)
		}
	})
}
