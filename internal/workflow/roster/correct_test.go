package roster_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/fault"
	"lectern/internal/workflow/roster"
)

// Two terms can move together even if one moves to where the other was, and a term can lose weeks without classes.
func TestTermsMove(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Timetable, meeting("周一", "1-2", "1-16", "A102", "何静"))
		const header = "学期编号,学期名称,第一周周一,周数\n"
		c.good(roster.Terms, header+"2027-spring,春,2027-01-11,18\n")
		r := c.good(roster.Terms, header+"2026-autumn,秋,2026-09-14,18\n2027-spring,春,2027-01-18,18\n")
		if r.Changed != 2 {
			t.Error(reportText(r))
		}
		if r := c.good(roster.Terms, header+"2026-autumn,秋,2026-09-14,16\n"); r.Changed != 1 {
			t.Error(reportText(r))
		}
		longer := c.good(roster.Terms, header+"2026-autumn,秋,2026-09-14,18\n")
		c.good(roster.Timetable, meeting("周一", "1-2", "1-18", "A102", "何静"))
		if _, err := c.undo(longer.ID); fault.Code(err) != "timetable.term_used" {
			t.Errorf("undone under its classes: %v", err)
		}
		c.good(roster.Timetable, meeting("周一", "1-2", "1-16", "A102", "何静"))
		if _, err := c.undo(longer.ID); err != nil {
			t.Error(err)
		}
		r = c.do(roster.Terms, header+"2026-autumn,秋,2026-09-14,14\n")
		if r.Refused != 1 || r.Problems[0].Reason.Params["count"] != "2" {
			t.Error(reportText(r))
		}
	})
}

// Empty cells and missing columns change nothing, in every kind of sheet.
func TestEmptyCellsEraseNothing(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Programmes, "专业代码,专业名称,英文名称,学院,学院英文名称\nMKT,市场营销,Marketing,工商管理学院,School of Business\n")
		before := tables(t, c.database)
		for _, s := range []struct {
			kind roster.Kind
			text string
		}{
			{roster.Terms, "学期编号,学期名称,第一周周一,周数\n2026-autumn,2026–2027 学年第一学期,2026-09-07,18\n"},
			{roster.Terms, "学期编号,学期名称,英文名称,第一周周一,周数\n2026-autumn,2026–2027 学年第一学期,,2026-09-07,18\n"},
			{roster.Rooms, "校区,教室\n北校区,明德楼 A101\n"},
			{roster.Rooms, "校区,教室,英文名称\n北校区,明德楼 A101,\n"},
			{roster.Programmes, "专业代码,专业名称\nMKT,市场营销\n"},
			{roster.Programmes, "专业代码,专业名称,英文名称,学院,学院英文名称\nMKT,市场营销,,,\n"},
			{roster.Teachers, "姓名\n何静\n"},
			{roster.Teachers, "工号,姓名,英文姓名\nT002,何静,\n,周明远,\n"},
			{roster.Courses, "课程代码,课程名称\nMKT201,市场营销学\n"},
			{roster.Groups, "教学班编号,课程代码\nMKT201-1,MKT201\n"},
			{roster.Students, "学号,姓名\n202501001,林晓雨\n"},
		} {
			if r := c.do(s.kind, s.text); r.Changed+r.Created+r.Refused > 0 {
				t.Errorf("%s: %s", s.kind, reportText(r))
			}
		}
		if diff := cmp.Diff(before, tables(t, c.database)); diff != "" {
			t.Error(diff)
		}
	})
}

// A corrected sheet notifies the students of each group once. A group's first sheet and an unchanged sheet notify no
// one.
func TestCorrectedTimetableIsTold(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		sheet := "教学班,星期,节次,周次,教室\nMKT201-1,周一,1-2,1-16,A102\nMKT201-1,周三,3-4,1-15单周,A102\n"
		c.good(roster.Timetable, sheet)
		c.do(roster.Timetable, sheet)
		if len(c.news) != 0 {
			t.Fatalf("told of %+v", c.news)
		}
		r := c.good(roster.Timetable, strings.ReplaceAll(sheet, "A102", "明德楼 A101"))
		if len(c.news) != 1 || !c.news[0].Rules || len(c.news[0].Differences) != 15 { // those to come
			t.Fatalf("told of %+v", c.news)
		}
		last := func() timetable.Class { return timetable.Expand(c.plan("MKT201-1"))[23] }
		moved := last()
		if _, err := c.undo(r.ID); err != nil {
			t.Fatal(err)
		}
		back := last()
		if len(c.news) != 2 || back.ID != moved.ID || back.Revision <= moved.Revision || back.Place == moved.Place {
			t.Fatalf("undone: %d news, %+v after %+v", len(c.news), back, moved)
		}
	})
}

// Corrected period times and a moved term notify each group once, no matter how many rows changed, and so does undo; of
// period times, students are told once for all groups. An unchanged sheet and a rejected one notify no one.
func TestCorrectedPeriodsAndTermsAreTold(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Timetable, "教学班,星期,节次,周次,教室\nMKT201-1,周一,1-2,1-16,A102\n")
		told := func(what string, differences int) timetable.News {
			t.Helper()
			if len(c.news) == 0 || !c.news[0].Rules || len(c.news[0].Differences) != differences {
				t.Fatalf("%s: told of %+v", what, c.news)
			}
			news := c.news[0]
			if news.Hours {
				if len(c.news) != 2 || !news.Days || c.news[1].Times == nil {
					t.Fatalf("%s: told of %+v", what, c.news)
				}
			} else if len(c.news) != 1 {
				t.Fatalf("%s: told of %+v", what, c.news)
			}
			c.news = nil
			return news
		}
		c.do(roster.Periods, periodSheet)
		if len(c.news) != 0 {
			t.Fatalf("the same again: told of %+v", c.news)
		}
		summerAndWinter := strings.NewReplacer("1,08:00,08:45", "1,07:50,08:45", "1,08:30,09:15",
			"1,08:20,09:15").Replace(periodSheet)
		r := c.good(roster.Periods, summerAndWinter)
		if news := told("other times", 16); !news.Hours {
			t.Errorf("told of %+v", news)
		}
		before := timetable.Expand(c.plan("MKT201-1"))[0]
		if _, err := c.undo(r.ID); err != nil {
			t.Fatal(err)
		}
		told("other times undone", 16)
		if after := timetable.Expand(c.plan("MKT201-1"))[0]; after.Revision <= before.Revision {
			t.Errorf("%+v after %+v", after, before)
		}
		const header = "学期编号,学期名称,第一周周一,周数\n"
		c.do(roster.Terms, header+"2026-autumn,2026–2027 学年第一学期,2026-09-07,18\n")
		c.do(roster.Terms, header+"2026-autumn,2026–2027 学年第一学期,2026-09-14,3\n")
		if len(c.news) != 0 {
			t.Fatalf("the same again, or refused: told of %+v", c.news)
		}
		r = c.good(roster.Terms, header+"2026-autumn,2026–2027 学年第一学期,2026-09-14,18\n2027-spring,春,2027-03-01,18\n")
		if news := told("another Monday", 16); news.Was.FirstMonday.String() != "2026-09-07" ||
			news.Term.FirstMonday.String() != "2026-09-14" {
			t.Errorf("told of %+v", news)
		}
		if _, err := c.undo(r.ID); err != nil {
			t.Fatal(err)
		}
		if news := told("another Monday undone", 16); news.Was.FirstMonday.String() != "2026-09-14" {
			t.Errorf("told of %+v", news)
		}
	})
}
