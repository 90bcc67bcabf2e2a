package roster_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/roster"
	"lectern/internal/workflow/roster/sheet"
)

// teachTwo adds a second group with the second student.
func (c *college) teachTwo() *college {
	c.t.Helper()
	c.teach()
	c.good(roster.Courses, "课程代码,课程名称\nECO101,微观经济学\n")
	c.good(roster.Groups, "学期,教学班编号,课程代码\n2026-autumn,ECO101-1,ECO101\n2026-autumn,ECO101-2,ECO101\n")
	c.good(roster.Students, "学号,姓名\n202501003,赵思琪\n")
	c.good(roster.Enrolments, "教学班编号,学号\nECO101-1,202501002\nECO101-2,202501003\n")
	return c
}

// exported returns the exported exams in English, without headers.
func (c *college) exported() string {
	c.t.Helper()
	var out bytes.Buffer
	if err := c.service.Export(c.t.Context(), access.System(),
		roster.ExportOptions{Kind: roster.Exams, Language: locale.English}, sheet.NewCSV(&out)); err != nil {
		c.t.Fatal(err)
	}
	_, rows, _ := strings.Cut(out.String(), "\n")
	return strings.ReplaceAll(rows, "\r", "")
}

// Exams come with or without seats, in the words of several offices, and the export has them at the right place.
func TestExams(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teachTwo()
		told := 0
		for _, text := range []string{
			"教学班,考试日期,开始时间,结束时间,教室,学号,姓名,座位号\nMKT201-1,2026-12-28,14:00,16:00,A102,202501001,林晓雨,12\n" +
				"MKT201-1,2026-12-28,14:00,16:00,明德楼 A101,202501002,陈浩然,012\n",
			"学年学期,课程代码,课程名称,考试时间,考试地点,学号,座号\n2026-2027-1,ECO101,微观经济学,2026年12月28日（14:00~16:00）,A102,202501002,13\n" +
				"2026-2027-1,ECO101,微观经济学,2026-12-28(星期一) 14:00-16:00,A102,202501003,B-07\n",
			"Group,Exam date,Periods,Exam room\nMKT201-1,2027-01-04,1-2,A102\n",
		} {
			if r := c.do(roster.Exams, text, dryRun); r.Applied || r.Refused > 0 {
				t.Fatal(reportText(r))
			}
			c.news = nil // the dry run is rolled back
			if r := c.good(roster.Exams, text); r.Created != strings.Count(text, "\n")-1 {
				t.Fatal(reportText(r))
			}
			before := tables(t, c.database)
			if r := c.do(roster.Exams, text); r.Applied || r.Unchanged != r.Rows() {
				t.Fatalf("again: %s", reportText(r))
			}
			if diff := cmp.Diff(before, tables(t, c.database)); diff != "" {
				t.Fatal(diff)
			}
			for _, news := range c.news {
				told += len(news.Differences)
			}
		}
		const want = `2026-autumn,ECO101-1,2026-12-28,,14:00,16:00,北校区,A102,,,
2026-autumn,ECO101-1,2026-12-28,,14:00,16:00,北校区,A102,202501002,陈浩然,13
2026-autumn,ECO101-2,2026-12-28,,14:00,16:00,北校区,A102,,,
2026-autumn,ECO101-2,2026-12-28,,14:00,16:00,北校区,A102,202501003,赵思琪,B-07
2026-autumn,MKT201-1,2026-12-28,,14:00,16:00,北校区,A102,,,
2026-autumn,MKT201-1,2026-12-28,,14:00,16:00,北校区,A102,202501001,林晓雨,12
2026-autumn,MKT201-1,2026-12-28,,14:00,16:00,北校区,明德楼 A101,202501002,陈浩然,012
2026-autumn,MKT201-1,2027-01-04,1-2,,,北校区,A102,,,
`
		if diff := cmp.Diff(want, c.exported()); diff != "" {
			t.Error(diff)
		}
		if told != 4 {
			t.Errorf("%d exams were announced, not 4", told)
		}
	})
}

// Errors in exams are reported at their column, and nothing is imported.
func TestBadExams(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teachTwo()
		const head = "教学班,课程,考试日期,考试时间,教室,学号,姓名,座位号\n"
		c.good(roster.Exams, head+"MKT201-1,,2026-12-28,14:00-16:00,A102,202501001,林晓雨,12\n")
		c.good(roster.Exams, head+"MKT201-1,,2026-12-30,14:00-16:00,A102,,,\n")
		c.good(roster.Changes, "变更类型,教学班,日期,节次\n停课,MKT201-1,2026-12-30,14:00-16:00\n")
		before := tables(t, c.database)
		for _, tc := range []struct{ name, rows, want string }{
			{
				"not in the group", "MKT201-1,,2026-12-28,14:00-16:00,A102,202501003,赵思琪,13\n",
				`2 学号 "202501003" timetable.not_in_group`,
			},
			{
				"not in the course", "ECO101-1,,2026-12-28,14:00-16:00,A102,202501001,林晓雨,13\n",
				`2 学号 "202501001" timetable.not_in_group`,
			},
			{
				"the seat of somebody in the exam", "MKT201-1,,2026-12-28,14:00-16:00,A102,202501002,,12\n",
				`2 座位号 "12" timetable.seat_taken`,
			},
			{
				"the seat of somebody in another exam", "ECO101-1,,2026-12-28,15:30-17:00,A102,202501002,,12\n",
				`2 座位号 "12" timetable.seat_taken`,
			},
			{"one seat twice", "ECO101-1,,2026-12-28,14:00-16:00,A102,202501002,,14\n" +
				"ECO101-2,,2026-12-28,14:00-16:00,A102,202501003,,14\n", `3 座位号 "14" timetable.seat_taken`},
			{
				"two seats", "MKT201-1,,2026-12-28,14:00-16:00,A102,202501002,,15\n" +
					"MKT201-1,,2026-12-28,14:00-16:00,A102,202501002,,16\n",
				"2 座位号 \"15\" roster.twice_different\n3 座位号 \"16\" roster.twice_different",
			},
			{
				"two rooms", "ECO101-1,,2026-12-28,14:00-16:00,A102,,,\nECO101-1,,2026-12-28,14:00-16:00,明德楼 A101,,,\n",
				"2 教室 \"A102\" roster.twice_different\n3 教室 \"明德楼 A101\" roster.twice_different",
			},
			{"somebody else", "MKT201-1,,2026-12-28,14:00-16:00,A102,202501002,林晓雨,13\n", `2 姓名 "林晓雨" roster.other_name`},
			{"nobody", "MKT201-1,,2026-12-28,14:00-16:00,A102,209900001,,13\n", `2 学号 "209900001" roster.no_student`},
			{"a student without a seat", "MKT201-1,,2026-12-28,14:00-16:00,A102,202501002,,\n", `2 座位号 "" roster.required`},
			{"a seat without a student", "MKT201-1,,2026-12-28,14:00-16:00,A102,,,13\n", `2 学号 "" roster.required`},
			{
				"a long seat", "MKT201-1,,2026-12-28,14:00-16:00,A102,202501002,,B-07-B-07-B-07-B-07-B\n",
				`2 座位号 "B-07-B-07-B-07-B-07-B" timetable.seat_long`,
			},
			{"no room", "MKT201-1,,2026-12-28,14:00-16:00,火星,202501002,,13\n", `2 教室 "火星" timetable.unknown_room`},
			{"no group", "MKT999-1,,2026-12-28,14:00-16:00,A102,,,\n", `2 教学班 "MKT999-1" course.no_group`},
			{"a course of two groups", ",ECO101,2026-12-28,14:00-16:00,A102,,,\n", `2 课程 "ECO101" roster.course_groups`},
			{
				"a course of others", ",微观经济学,2026-12-28,14:00-16:00,A102,202501001,,1\n",
				`2 学号 "202501001" timetable.not_in_group`,
			},
			{
				"outside of the term", "MKT201-1,,2027-06-28,14:00-16:00,A102,,,\n",
				`2 考试日期 "2027-06-28" timetable.date_out_of_term`,
			},
			{
				"two days", "MKT201-1,,2026-12-28,2026-12-29 14:00-16:00,A102,,,\n",
				`2 考试时间 "2026-12-29 14:00-16:00" roster.exam_two_days`,
			},
			{"no time", "MKT201-1,,2026-12-28,下午,A102,,,\n", `2 考试时间 "下午" roster.bad_hours`},
			{"backwards", "MKT201-1,,2026-12-29,16:00-14:00,A102,,,\n", `2 考试时间 "16:00-14:00" timetable.past_midnight`},
			{"no day", "MKT201-1,,,14:00-16:00,A102,,,\n", `2 考试日期 "" roster.required`},
			{"two exams at once", "MKT201-1,,2026-12-28,15:00-17:00,A102,,,\n", `2 考试日期 "2026-12-28" roster.exam_overlaps`},
			{"a cancelled exam", "MKT201-1,,2026-12-30,14:00-16:00,A102,,,\n", `2 考试日期 "2026-12-30" roster.exam_cancelled`},
		} {
			r := c.do(roster.Exams, head+tc.rows)
			_, got, _ := strings.Cut(reportText(r), "\n")
			if got != tc.want+"\n" || r.Applied {
				t.Errorf("%s: %s", tc.name, reportText(r))
			}
		}
		if diff := cmp.Diff(before, tables(t, c.database)); diff != "" {
			t.Error(diff)
		}
	})
}

// A new seating swaps seats and moves the exam to another room; undo restores each step.
func TestExamsChangeAndUndo(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teachTwo()
		const head = "教学班,考试时间,教室,学号,座位号\n"
		empty := tables(t, c.database)
		first := c.good(roster.Exams,
			head+"MKT201-1,2026-12-28 14:00-16:00,A102,202501001,1\nMKT201-1,2026-12-28 14:00-16:00,A102,202501002,2\n")
		one := c.exported()
		// A rejected student keeps the seat, so no one else gets it.
		const at = "MKT201-1,2026-12-28 14:00-16:00,"
		half := c.do(roster.Exams, head+at+"月球,202501001,2\n"+at+"A102,202501002,1\n", goodRows)
		if half.Refused != 2 || half.Applied || half.Problems[1].Reason.Code != "timetable.seat_taken" {
			t.Fatal(reportText(half))
		}
		// Two students get one seat that the first already has. Both rows are rejected.
		both := c.do(roster.Exams, head+at+"A102,202501001,2\n"+at+"A102,202501002,2\n", goodRows)
		if other := c.exported(); both.Refused != 2 || both.Applied || other != one {
			t.Fatal(reportText(both), other)
		}
		three := c.do(roster.Exams, head+at+"A102,202501001,3\n"+at+"A102,202501002,3\n", goodRows)
		if three.Refused != 1 || !three.Applied || strings.Count(c.exported(), ",3\n") != 1 {
			t.Fatal(reportText(three), c.exported())
		}
		if conflicts, err := c.undo(three.ID); err != nil {
			t.Fatalf("%v %+v", err, conflicts)
		}
		second := c.good(roster.Exams, head+at+"A102,202501001,2\n"+at+"A102,202501002,1\n")
		if second.Changed != 2 {
			t.Fatal(reportText(second))
		}
		third := c.good(roster.Exams, head+at+"明德楼 A101,,\n")
		if third.Changed != 1 {
			t.Fatal(reportText(third))
		}
		const want = `2026-autumn,MKT201-1,2026-12-28,,14:00,16:00,北校区,明德楼 A101,,,
2026-autumn,MKT201-1,2026-12-28,,14:00,16:00,北校区,明德楼 A101,202501001,林晓雨,2
2026-autumn,MKT201-1,2026-12-28,,14:00,16:00,北校区,明德楼 A101,202501002,陈浩然,1
`
		if diff := cmp.Diff(want, c.exported()); diff != "" {
			t.Error(diff)
		}
		if _, err := c.undo(first.ID); fault.Code(err) != "roster.changed_since" {
			t.Errorf("the first of three was undone: %v", err)
		}
		for _, id := range []string{third.ID, second.ID} {
			if conflicts, err := c.undo(id); err != nil {
				t.Fatalf("%v %+v", err, conflicts)
			}
		}
		if diff := cmp.Diff(one, c.exported()); diff != "" {
			t.Error(diff)
		}
		if conflicts, err := c.undo(first.ID); err != nil {
			t.Fatalf("%v %+v", err, conflicts)
		}
		if c.exported() != "" || dbtest.Count(t, c.database, `SELECT count(*) FROM exam_seat`) != 0 ||
			dbtest.Count(t, c.database, `SELECT count(*) FROM class_change WHERE withdrawn_at = 0`) != 0 {
			t.Errorf("something is left: %s", cmp.Diff(empty, tables(t, c.database)))
		}
	})
}
