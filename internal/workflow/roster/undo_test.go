package roster_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/roster"
)

func (c *college) undo(id string) ([]roster.Conflict, error) {
	c.t.Helper()
	return c.service.Undo(c.t.Context(), access.System(), id)
}

func TestUndoRestoresEveryRow(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		empty := tables(t, c.database)
		var undo []string
		var was []string
		step := func(r roster.Report, before string) {
			undo, was = append(undo, r.ID), append(was, before)
		}
		for _, s := range []struct {
			kind roster.Kind
			text string
		}{
			{roster.Terms, "学期编号,学期名称,第一周周一,周数\n2026-autumn,秋季学期,2026-09-07,18\n"},
			{roster.Periods, periodSheet},
			{roster.Rooms, "校区,教室\n北校区,A101\n北校区,A102\n"},
			{roster.Programmes, "专业代码,专业名称\nMKT,市场营销\n"},
			{roster.Teachers, "工号,姓名\nT001,周明远\nT002,何静\n"},
			{roster.Students, studentSheet},
			{roster.Students, "学号,姓名,手机号,班级,身份证号\n202501001,林小雨,13900000009,市营2502,\n" +
				"202501003,赵思琪,13800000003,,310115200603048046\n202501002,陈浩然,,,310115200603048011\n"},
			{roster.Courses, "课程代码,课程名称,学分,任课教师\nMKT201,市场营销学,3,何静\n"},
			{roster.Courses, "课程代码,课程名称,学分,任课教师\nMKT201,营销学,2.5,T001;T002\nECO101,经济学,,\n"},
			{roster.Groups, "教学班编号,课程代码\nMKT201-1,MKT201\n"},
			{roster.Enrolments, "教学班编号,学号,开始日期\nMKT201-1,202501001,2026-09-14\nMKT201-1,202501002,\n"},
			{roster.Enrolments, "教学班编号,学号,状态,退出日期\nMKT201-1,202501001,退课,2026-10-08\nMKT201-1,202501002,退课,\n"},
			{roster.Timetable, "教学班,星期,节次,周次,教室,教师\nMKT201-1,周一,1-2,1-16,A101,何静\nMKT201-1,周三,3-4,1-15单周,A102,T001\n"},
			{roster.Timetable, "教学班,星期,节次,周次,教室,教师\nMKT201-1,周二,1-2,1-16,A102,T001\n"},
			{roster.Periods, "校区编号,生效日期,截止日期,节次,开始时间,结束时间\nnorth,2026-05-01,2026-09-30,1,08:00,08:50\n" +
				"north,2026-05-01,2026-09-30,2,08:55,09:40\nnorth,2026-05-01,2026-09-30,3,10:00,10:45\n" +
				"north,2026-05-01,2026-09-30,4,10:55,11:40\n"},
		} {
			before := tables(t, c.database)
			step(c.good(s.kind, s.text), before)
		}
		list, _, err := c.service.History(t.Context(), access.System(), roster.HistoryFilter{}, "", 0)
		if err != nil || len(list) != len(undo) || !list[0].Undone.IsZero() {
			t.Fatalf("%d imports listed of %d: %v", len(list), len(undo), err)
		}
		for i := len(undo) - 1; i >= 0; i-- {
			if conflicts, err := c.undo(undo[i]); err != nil {
				t.Fatalf("undo step %d: %v %+v", i, err, conflicts)
			}
			if diff := cmp.Diff(was[i], tables(t, c.database)); diff != "" {
				t.Fatalf("undo step %d:\n%s", i, diff)
			}
		}
		if diff := cmp.Diff(empty, tables(t, c.database)); diff != "" {
			t.Fatal(diff)
		}
		if n := dbtest.Count(t, c.database, `SELECT count(*) FROM import_step`); n != 0 {
			t.Errorf("%d copies of old rows are left", n)
		}
		if _, err := c.undo(undo[0]); fault.Code(err) != "roster.undone_already" {
			t.Errorf("undone twice: %v", err)
		}
		if _, err := c.undo("no such"); fault.Code(err) != "roster.no_import" {
			t.Errorf("undone what never was: %v", err)
		}
		dbtest.Audited(t, c.database)
	})
}

func TestUndoRefusesWhatChangedSince(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp()
		r := c.good(roster.Students, studentSheet)
		dbtest.Exec(t, c.database, `UPDATE account SET login_at = 7 WHERE phone = '13800000002'`)
		before := tables(t, c.database)
		conflicts, err := c.undo(r.ID)
		if fault.Code(err) != "roster.changed_since" || len(conflicts) != 1 || conflicts[0].Line != 3 ||
			conflicts[0].Thing != "account" || conflicts[0].Name != "202501002" {
			t.Fatalf("%v %+v", err, conflicts)
		}
		if diff := cmp.Diff(before, tables(t, c.database)); diff != "" {
			t.Fatalf("something was undone:\n%s", diff)
		}
	})
}

func TestUndoRefusesWhatIsUsed(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp()
		students := c.good(roster.Students, studentSheet)
		courses := c.good(roster.Courses, "课程代码,课程名称\nMKT201,市场营销学\n")
		groups := c.good(roster.Groups, "教学班编号,课程代码\nMKT201-1,MKT201\n")
		c.good(roster.Enrolments, "教学班编号,学号\nMKT201-1,202501001\n")
		rooms := c.good(roster.Rooms, "校区,教室\n北校区,A900\n")
		teachers := c.good(roster.Teachers, "工号,姓名\nT900,魏然\n")
		meets := func() {
			c.good(roster.Timetable, "教学班,星期,节次,周次,教室,教师\nMKT201-1,周一,1-2,1-16,A900,T900\n")
		}
		for _, tc := range []struct {
			report           roster.Report
			thing, name, why string
			linked           func(roster.Link) string
		}{
			{students, "student", "202501001", "roster.used_by_enrolments", func(l roster.Link) string { return l.Student }},
			{courses, "course", "MKT201", "roster.used_by_groups", func(l roster.Link) string { return l.Course }},
			{groups, "group", "MKT201-1", "roster.used_by_enrolments", func(l roster.Link) string { return l.Group }},
			{rooms, "room", "A900", "roster.used_by_meetings", func(l roster.Link) string { return l.Room }},
			{teachers, "teacher", "T900", "roster.used_by_meetings", func(l roster.Link) string { return l.Teacher }},
		} {
			if tc.thing == "room" {
				meets()
			}
			conflicts, err := c.undo(tc.report.ID)
			if fault.Code(err) != "roster.changed_since" || len(conflicts) != 1 {
				t.Fatalf("%s: %v %+v", tc.report.Kind, err, conflicts)
			}
			got := conflicts[0]
			if got.Thing != tc.thing || got.Name != tc.name || got.Reason.Code != tc.why ||
				got.Reason.Params["count"] != "1" || tc.linked(got.Link) == "" {
				t.Errorf("%s: %+v", tc.report.Kind, got)
			}
			for _, lang := range locale.Languages {
				if text := locale.Text(lang, got.Reason.Code, got.Reason.Params); text == got.Reason.Code {
					t.Errorf("%s has no words for it", lang)
				}
			}
		}
	})
}

func TestUndoWithdrawsWhatWasPublished(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Timetable, "教学班,星期,节次,周次,教室\nMKT201-1,周一,1-2,1-16,A102\n")
		const sheet = "变更类型,教学班,日期,按第几周,按星期几,节日名称\n停课,MKT201-1,2026-10-19,,,\n调休,,2026-10-10,5,周二,\n放假,,2026-10-02,,,国庆节\n"
		const standing = `SELECT (SELECT count(*) FROM class_change WHERE withdrawn_at = 0) + (SELECT count(*)
			FROM day_mapping WHERE withdrawn_at = 0)
			+ (SELECT count(*) FROM holiday WHERE withdrawn_at = 0)`
		for range 2 { // a withdrawn change can be published again
			r := c.good(roster.Changes, sheet)
			if r.Created != 3 || dbtest.Count(t, c.database, standing) != 3 {
				t.Fatal(reportText(r))
			}
			told := len(c.news)
			if conflicts, err := c.undo(r.ID); err != nil {
				t.Fatalf("%v %+v", err, conflicts)
			}
			if n := dbtest.Count(t, c.database, standing); n != 0 || len(c.news) != told+3 {
				t.Fatalf("%d stand, %d told", n, len(c.news)-told)
			}
		}
	})
}
