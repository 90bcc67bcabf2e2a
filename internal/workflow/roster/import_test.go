package roster_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/account"
	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/roster"
)

// sheets returns one good sheet of each kind that students see, in order of dependency.
func sheets() []struct {
	kind roster.Kind
	text string
} {
	return []struct {
		kind roster.Kind
		text string
	}{
		{roster.Students, studentSheet},
		{roster.Courses, "课程代码,课程名称,英文名称,学分,任课教师\nMKT201,市场营销学,Marketing,3,T002 何静; T001\nECO101,微观经济学,,2.5,\n"},
		{roster.Groups, "学期,教学班编号,课程代码\nAutumn term 2026,MKT201-1,MKT201\n2026-autumn,ECO101-1,ECO101\n"},
		{roster.Enrolments, "教学班,学号,状态\nMKT201-1,202501001,\nECO101-1,202501001,待确认\nMKT201-1,202501002,退课\n"},
		{roster.Timetable, "教学班,星期,节次,周次,教室,教师\nMKT201-1,周一,1-2,1-16,明德楼A101,何静\nMKT201-1,星期三,第3-4节,1-15单周,A102,T001\n" +
			"ECO101-1,Tue,19:00-20:30,2-16 even,线上,\n"},
		{roster.Changes, `变更类型,教学班,日期,节次,新日期,新节次,新教室,按第几周,按星期几,节日名称,备注
停课,MKT201-1,2026-10-19,1-2,,,,,,,教师出差
调课,MKT201-1,2026-10-26,1-2,2026-10-27,3-4,A102,,,,
补课,MKT201-1,2026-10-31,1-2,,,明德楼 A101,,,,复习
调休,,2026-10-10,,,,,5,周二,,
放假,,2026-10-01,,2026-10-07,,,,,国庆节,
`},
		{roster.Exams, "教学班,考试时间,考场,学号,姓名,座位号\nMKT201-1,2026-12-28 14:00-16:00,A102,,,\n" +
			"MKT201-1,2026-12-28 14:00-16:00,A102,202501001,林晓雨,12\nECO101-1,2026-12-29 14:00-16:00,A102,,,\n"},
	}
}

func TestEveryKindTwiceIsOnce(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp()
		for _, s := range sheets() {
			empty := tables(t, c.database)
			if r := c.do(s.kind, s.text, dryRun); r.Applied || r.Created == 0 || r.Refused > 0 {
				t.Fatalf("%s, trial: %s", s.kind, reportText(r))
			}
			if diff := cmp.Diff(empty, tables(t, c.database)); diff != "" {
				t.Fatalf("%s: a trial left something:\n%s", s.kind, diff)
			}
			first := c.good(s.kind, s.text)
			rows := strings.Count(s.text, "\n") - 1
			if first.Created != rows {
				t.Fatalf("%s: %s", s.kind, reportText(first))
			}
			once := tables(t, c.database)
			imports := dbtest.Count(t, c.database, `SELECT count(*) FROM import`)
			second := c.do(s.kind, s.text)
			if second.Applied || second.ID != "" || second.Unchanged != rows ||
				second.Created+second.Changed+second.Refused > 0 {
				t.Fatalf("%s again: %s", s.kind, reportText(second))
			}
			if diff := cmp.Diff(once, tables(t, c.database)); diff != "" {
				t.Fatalf("%s again changed something:\n%s", s.kind, diff)
			}
			if n := dbtest.Count(t, c.database, `SELECT count(*) FROM import`); n != imports {
				t.Fatalf("%s again: %d imports, not %d", s.kind, n, imports)
			}
		}
	})
}

func TestAuditChainHolds(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		dbtest.Audited(t, c.database)
		for _, action := range []string{"student.create", "account.create", "roster.import", "course.enrol"} {
			if dbtest.Count(t, c.database, `SELECT count(*) FROM audit WHERE action = $1`, action) == 0 {
				t.Errorf("no row says %s", action)
			}
		}
		if n := dbtest.Count(t, c.database, `SELECT count(*) FROM audit WHERE after LIKE '%13800000001%'
			OR after LIKE '%`+id1+`%'`); n > 0 {
			t.Error("the log holds a phone or a national ID")
		}
	})
}

func TestStudentsGetAccounts(t *testing.T) {
	t.Run("last six", func(t *testing.T) {
		each(t, func(t *testing.T, c *college) {
			c.setUp()
			r := c.good(roster.Students,
				studentSheet+"202501003,赵思琪,,,,,,,,,,\n202501004,钱多多,,13800000004,,,,,,,,\n", codesTo(t, nil))
			if r.NoAccount != 1 || r.Codes != 1 {
				t.Errorf("without account %d, codes %d", r.NoAccount, r.Codes)
			}
			for _, first := range []struct{ phone, kind string }{
				{"13800000001", "last-six"},
				{"13800000002", "last-six"},
				{"13800000004", "code"},
			} {
				n := dbtest.Count(t, c.database, `SELECT count(*) FROM account AS a JOIN credential AS c ON c.account_id = a.id
					JOIN student AS s ON s.account_id = a.id AND s.id = a.student_id WHERE a.phone = $1
					AND c.kind = $2`, first.phone, first.kind)
				if n != 1 {
					t.Errorf("%s has no account with a first password %s", first.phone, first.kind)
				}
			}
		})
	})
	t.Run("codes", func(t *testing.T) {
		dbtest.Each(t, func(t *testing.T, database *sqldb.DB) {
			c := open(t, database, func(o *account.Options) { o.Policy.FirstPassword = account.KindCode }).setUp()
			codes := file(t, "out.csv", []byte("left from before"))
			r := c.good(roster.Students, studentSheet, func(j *roster.Job) { j.Codes, j.Language = codes, locale.Chinese })
			rows := readCSV(t, codes)
			if r.Codes != 2 || len(rows) != 3 || rows[1][0] != "202501001" || len(rows[1][3]) != len("ABCDE-FGHJK") {
				t.Fatalf("codes %d: %q", r.Codes, rows)
			}
			if _, err := c.try(roster.Students, "学号,姓名,手机号\n9,某,13811111111\n",
				func(j *roster.Job) { j.Codes = nil }); fault.Code(err) != "roster.no_codes_file" {
				t.Errorf("codes that go nowhere: %v", err)
			}
		})
	})
	t.Run("a new phone and name reach the account", func(t *testing.T) {
		each(t, func(t *testing.T, c *college) {
			c.setUp().teach()
			r := c.good(roster.Students, "学号,姓名,手机号\n202501001,林小雨,13900000009\n")
			if r.Changed != 1 {
				t.Fatal(reportText(r))
			}
			if n := dbtest.Count(t, c.database, `SELECT count(*) FROM account WHERE phone = '13900000009'
				AND name = '林小雨'`); n != 1 {
				t.Error("the account is as it was")
			}
		})
	})
	t.Run("a phone that comes later opens the account later", func(t *testing.T) {
		each(t, func(t *testing.T, c *college) {
			c.good(roster.Students, "学号,姓名,身份证号\n1,林晓雨,"+id1+"\n")
			r := c.good(roster.Students, "学号,姓名,手机号\n1,林晓雨,13800000001\n")
			if r.Changed != 1 || r.Codes != 0 {
				t.Fatal(reportText(r))
			}
			if n := dbtest.Count(t, c.database, `SELECT count(*) FROM credential WHERE kind = 'last-six'`); n != 1 {
				t.Error("no account with the last six of the ID that is known")
			}
		})
	})
	t.Run("what belongs to the student is theirs", func(t *testing.T) {
		each(t, func(t *testing.T, c *college) {
			c.setUp().teach()
			var id string
			if err := c.database.Reader().QueryRowContext(t.Context(),
				`SELECT id FROM student WHERE number = '202501001'`).Scan(&id); err != nil {
				t.Fatal(err)
			}
			who := access.Actor{Account: "a", Student: id, Role: access.User}
			if _, err := c.services.Students.Edit(t.Context(), who,
				student.Changes{student.FieldEmail: "own@example.org"}); err != nil {
				t.Fatal(err)
			}
			r := c.do(roster.Students, "学号,姓名,邮箱\n202501001,林晓雨,college@example.org\n")
			if r.Unchanged != 1 {
				t.Fatal(reportText(r))
			}
		})
	})
}

// codesTo gives an import a file for codes.
func codesTo(t *testing.T, content []byte) option {
	t.Helper()
	f := file(t, "codes.csv", content)
	return func(j *roster.Job) { j.Codes = f }
}

func TestAllOrNothing(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp()
		bad := studentSheet + "202501003,坏学生,女,123,,,,,,,,\n"
		before := tables(t, c.database)
		if r := c.do(roster.Students, bad); r.Applied || r.Created != 2 || r.Refused != 1 {
			t.Fatal(reportText(r))
		}
		if diff := cmp.Diff(before, tables(t, c.database)); diff != "" {
			t.Fatalf("something was written:\n%s", diff)
		}
		refused := file(t, "refused.xlsx", nil)
		r := c.do(roster.Students, bad, goodRows, func(j *roster.Job) { j.Refused = refused })
		if !r.Applied || r.Created != 2 || r.Refused != 1 {
			t.Fatal(reportText(r))
		}
		rows := readText(t, refused)
		if len(rows) != 2 || rows[0][len(rows[0])-1] != "Reasons" ||
			!strings.Contains(rows[1][len(rows[1])-1], "[account.phone_malformed]") {
			t.Fatalf("refused rows: %q", rows)
		}
		// The corrected file is imported as it is, including the reasons.
		rows[1][3] = "13800000003"
		again := c.good(roster.Students, "\ufeff"+joined(rows), goodRows)
		if again.Created != 1 || len(again.Notes) != 0 {
			t.Fatalf("%s%v", reportText(again), again.Notes)
		}
	})
}

func joined(rows [][]string) string {
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(`"` + strings.Join(row, `","`) + "\"\n")
	}
	return b.String()
}

func TestFormulasAreNeutralised(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		refused := file(t, "refused.xlsx", nil)
		sheet := "学号,姓名,手机号\n1,=HYPERLINK(\"x\"),+44 20 7946 0000 0000 0000\n"
		c.do(roster.Students, sheet, func(j *roster.Job) { j.Refused = refused })
		rows := readText(t, refused)
		if len(rows) != 2 || rows[1][1] != `=HYPERLINK("x")` || !strings.HasPrefix(rows[1][2], "+44") {
			t.Fatalf("%q", rows)
		}
		// The quote before such a value in a CSV isn't part of it.
		rows[1][1], rows[1][2] = "Ann", "'+44 20 7946 0000"
		c.good(roster.Students, joined(rows), codesTo(t, nil))
		if n := dbtest.Count(t, c.database, `SELECT count(*) FROM account WHERE phone = '+442079460000'`); n != 1 {
			t.Error("the phone came back with its quote")
		}
	})
}

func TestTimetableFollowsTheSheet(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		sheet := "教学班,星期,节次,周次,教室,教师\nMKT201-1,周一,1-2,1-16,明德楼A101,何静\nMKT201-1,周三,3-4,1-15单周,A102,T001\n"
		c.good(roster.Timetable, sheet)
		ids := dbtest.Count(t, c.database, `SELECT count(*) FROM meeting`)
		if ids != 2 {
			t.Fatalf("%d meetings", ids)
		}
		r := c.good(roster.Timetable, strings.ReplaceAll(sheet, "周三,3-4", "周四,3-4"))
		if r.Changed != 1 || r.Unchanged != 1 || r.Removed != 0 {
			t.Fatalf("a moved meeting: %s", reportText(r))
		}
		r = c.good(roster.Timetable, "教学班,星期,开始时间,结束时间,周次,校区\nMKT201-1,周一,19:00,20:30,1-16,北校区\n")
		if r.Changed != 1 || r.Removed != 1 {
			t.Fatalf("one instead of two: %s removed %d", reportText(r), r.Removed)
		}
	})
}

func TestChangesTellTheStudents(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		for _, s := range sheets()[4:6] {
			text := strings.ReplaceAll(s.text, "ECO101-1,Tue,19:00-20:30,2-16 even,线上,\n", "")
			c.good(s.kind, text)
		}
		var groups, mappings, holidays int
		for _, n := range c.news {
			switch {
			case n.Mapping != nil:
				mappings++
			case n.Holiday != nil:
				holidays++
			default:
				groups++
			}
		}
		if groups != 3 || mappings != 1 || holidays != 1 {
			t.Errorf("told of %d changes, %d mappings, %d holidays", groups, mappings, holidays)
		}
		plan := c.plan("MKT201-1")
		states := map[timetable.State]int{}
		for _, class := range timetable.Expand(plan) {
			states[class.State]++
		}
		// Week 7 is cancelled, and Monday to Wednesday of week 4 are in the holiday, except for make-up days.
		if states[timetable.Moved] != 1 || states[timetable.Added] != 1 || states[timetable.Cancelled] < 1 {
			t.Errorf("classes: %v", states)
		}
	})
}

func (c *college) plan(group string) timetable.Plan {
	c.t.Helper()
	var plan timetable.Plan
	err := c.database.Read(c.t.Context(), func(q sqldb.Querier) error {
		id, err := c.services.Courses.GroupID(c.t.Context(), q, "2026-autumn", group)
		if err != nil {
			return err
		}
		plan, err = c.services.Timetable.GroupPlan(c.t.Context(), q, id)
		return err
	})
	if err != nil {
		c.t.Fatal(err)
	}
	return plan
}

// If the caller goes away, the import stops and writes nothing.
func TestGoneCallerWritesNothing(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		var sheet strings.Builder
		sheet.WriteString("学号,姓名\n")
		for i := range 5000 {
			fmt.Fprintf(&sheet, "%d,学生\n", i)
		}
		before := tables(t, c.database)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		shown := 0
		_, err := c.service.Import(ctx, access.System(), roster.Job{
			Kind: roster.Students, Name: "sheet.csv", File: file(t, "sheet.csv", []byte(sheet.String())),
			Language: locale.English, Progress: func(rows, total int) {
				if shown++; shown == 3 {
					cancel()
				}
				if total < 5000 || rows > total {
					t.Errorf("%d of %d rows", rows, total)
				}
			},
		})
		if !errors.Is(err, context.Canceled) || shown < 3 {
			t.Errorf("after %d steps: %v", shown, err)
		}
		if tables(t, c.database) != before {
			t.Error("something was written")
		}
	})
}

// The last progress report covers the whole file, although its number of rows wasn't known before.
func TestProgressEndsAtTheEnd(t *testing.T) {
	dbtestSQLite(t, func(t *testing.T, c *college) {
		rows, total := 0, -1
		c.good(roster.Students, "某大学学生名单\n\n学号,姓名\n1,甲\n\n2,乙\n\n\n", func(j *roster.Job) {
			j.Progress = func(n, of int) { rows, total = n, of }
		})
		if rows != total || rows < 2 {
			t.Errorf("ends at %d of %d", rows, total)
		}
	})
}

func TestOnlyStaffImport(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		for _, who := range []access.Actor{{}, {Account: "a", Student: "s", Role: access.User}} {
			_, err := c.service.Import(t.Context(), who, roster.Job{Kind: roster.Students})
			_, err2 := c.service.Undo(t.Context(), who, "x")
			_, _, err3 := c.service.History(t.Context(), who, roster.HistoryFilter{}, "", 0)
			for _, err := range []error{err, err2, err3} {
				if code := fault.Code(err); code != "access.forbidden" && code != "access.signed_out" {
					t.Errorf("%+v: %v", who, err)
				}
			}
		}
	})
}
