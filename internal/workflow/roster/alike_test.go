package roster_test

import (
	"strings"
	"testing"

	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster"
)

// Numbers that differ only in the position of a hyphen are two students, within a file and across imports.
func TestNumbersWithSignsElsewhere(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp()
		c.good(roster.Students, "学号,姓名\nK1-1100,林晓雨\nK11-100,陈浩然\n")
		wantLines(t, "two students", c.query(`SELECT number, name FROM student ORDER BY number`, 2),
			"K1-1100 林晓雨", "K11-100 陈浩然")
		r := c.good(roster.Students, "学号,姓名,班级\nk1-1100,林晓雨,甲班\nＫ１１－１００,陈浩然,乙班\n")
		if r.Changed != 2 {
			t.Errorf("%+v", r)
		}
		wantLines(t, "each its own", c.query(`SELECT name, class FROM student ORDER BY class DESC`, 2), "林晓雨 甲班", "陈浩然 乙班")
		c.good(roster.Students, "学号,姓名\nK111-00,赵伟\n")
		wantLines(t, "a third", c.query(`SELECT COUNT(*) FROM student`, 1), "3")
		c.refused(t, roster.Students, "学号,姓名\nK11100,林晓雨\n", "roster.codes_alike", "K11-100, K111-00, k1-1100")
		c.good(roster.Courses, "课程代码,课程名称\nMKT201,市场营销学\n")
		c.good(roster.Groups, "学期,教学班编号,课程代码\n2026-autumn,MKT201-01,MKT201\n")
		c.refused(t, roster.Enrolments, "教学班编号,学号\nMKT201-01,K11100\n", "roster.codes_alike", "K11-100, K111-00, k1-1100")
		c.refused(t, roster.Enrolments, "教学班编号,学号\nMKT201-01,K1110-0\n", "roster.no_student", "")
		c.good(roster.Enrolments, "教学班编号,学号\nMKT201-01,K1-1100\nMKT201-01,K11-100\n")
		wantLines(t, "in the group", c.query(`SELECT COUNT(*) FROM enrolment`, 1), "2")
	})
}

// A number without punctuation matches the only one with it, whose spelling is kept, unless the file contains both.
func TestNumbersWithoutSigns(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp()
		c.good(roster.Students, "学号,姓名\nK1-1100,林晓雨\n202501002,陈浩然\n")
		r := c.good(roster.Students, "学号,姓名,班级\nK11100,林晓雨,甲班\n2025-01-002,陈浩然,乙班\n")
		if r.Changed != 2 {
			t.Errorf("%+v", r)
		}
		wantLines(t, "the numbers stay", c.query(`SELECT number, class FROM student ORDER BY name`, 2),
			"K1-1100 甲班", "202501002 乙班")
		c.refused(t, roster.Students, "学号,姓名\nK11100,赵伟\nK11-100,钱进\n", "roster.codes_alike", "K1-1100, K11-100")
		c.good(roster.Students, "学号,姓名\nK1-1100,林晓雨\nK11100,赵伟\n")
		wantLines(t, "two that the file has both",
			c.query(`SELECT number FROM student WHERE number LIKE 'K%' ORDER BY number`, 1), "K1-1100", "K11100")
	})
}

// Group and course codes match without punctuation, unless two have the same letters and digits.
func TestCodesWithoutSigns(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Groups, "学期,教学班编号,课程代码\n2026-autumn,MKT201-01,MKT-201\n")
		c.good(roster.Courses, "课程代码,课程名称\nMKT-201,营销学\n")
		wantLines(t, "one course", c.query(`SELECT code, name FROM course`, 2), "MKT201 营销学")
		c.good(roster.Enrolments, "教学班编号,学号\nMKT20101,202501001\n")
		wantLines(t, "the group", c.query(`SELECT COUNT(*) FROM enrolment AS e JOIN course_group AS g ON g.id = e.group_id
			WHERE g.code = 'MKT201-01'`, 1), "1")
		c.good(roster.Groups,
			"学期,教学班编号,课程代码\n2026-autumn,MKT20101,MKT201\n2026-autumn,MKT201-01,MKT201\n2026-autumn,MKT2010-1,MKT201\n")
		wantLines(t, "three groups", c.query(`SELECT COUNT(*) FROM course_group WHERE code <> 'MKT201-1'`, 1), "3")
		c.refused(t, roster.Enrolments, "教学班编号,学号\nMKT.20101,202501001\n", "roster.codes_alike",
			"MKT201-01, MKT2010-1, MKT20101")
	})
}

// refused checks the code of a sheet's first error, that its message contains a text, and that nothing was written.
func (c *college) refused(t *testing.T, kind roster.Kind, sheet, code, says string) {
	t.Helper()
	r := c.do(kind, sheet)
	if r.Applied || len(r.Problems) == 0 || r.Problems[0].Reason.Code != code ||
		!strings.Contains(r.Problems[0].Text(locale.Chinese), says) {
		t.Errorf("%s: got %v, want %s with %q", sheet, r.Lines(locale.Chinese), code, says)
	}
}
