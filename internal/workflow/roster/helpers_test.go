package roster_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"lectern/internal/feature/account"
	"lectern/internal/feature/course"
	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/roster"
)

var today = time.Date(2026, 10, 12, 9, 0, 0, 0, time.UTC) // Monday of week 6

// A college has a term, two campuses and everything else a sheet may name.
type college struct {
	t        *testing.T
	database *sqldb.DB
	service  *roster.Service
	services roster.Services
	news     []timetable.News
}

type policy func(*account.Options)

func open(t *testing.T, database *sqldb.DB, with ...policy) *college {
	t.Helper()
	c := &college{t: t, database: database}
	now := func() time.Time { return today }
	keys := keyring.Generate()
	options := account.Options{
		DB: database, Keys: keys, Now: now,
		Policy: account.Policy{FirstPassword: account.KindLastSix},
	}
	for _, set := range with {
		set(&options)
	}
	c.services = roster.Services{
		Database: database, Now: now, College: "衡山商学院", Accounts: account.New(options),
		Students: student.New(database, keys, now), Courses: course.New(database, now, time.UTC), Timetable: timetable.New(
			database, now, time.UTC, func(_ context.Context, _ sqldb.Querier, _ access.Actor, published []timetable.News) error {
				c.news = append(c.news, published...)
				return nil
			}),
	}
	c.service = roster.New(c.services)
	return c
}

// setUp imports what the other kinds refer to.
func (c *college) setUp() *college {
	c.t.Helper()
	c.good(roster.Terms, "学期编号,学期名称,英文名称,第一周周一,周数\n2026-autumn,2026–2027 学年第一学期,Autumn term 2026,2026-09-07,18\n")
	c.good(roster.Periods, periodSheet)
	c.good(roster.Rooms, "校区,教室,英文名称\n北校区,明德楼 A101,Mingde Hall A101\n北校区,A102,\nlakeside,101,Room 101\n")
	c.good(roster.Programmes, "专业代码,专业名称,英文名称,学院\nMKT,市场营销,Marketing,工商管理学院\n")
	c.good(roster.Teachers, "工号,姓名,英文姓名\nT001,周明远,Zhou Mingyuan\nT002,何静,He Jing\n")
	return c
}

const periodSheet = `校区编号,校区,校区英文名称,生效日期,截止日期,节次,开始时间,结束时间
north,北校区,North Campus,2026-05-01,2026-09-30,1,08:00,08:45
north,北校区,North Campus,2026-05-01,2026-09-30,2,08:55,09:40
north,北校区,North Campus,2026-05-01,2026-09-30,3,10:00,10:45
north,北校区,North Campus,2026-05-01,2026-09-30,4,10:55,11:40
north,北校区,North Campus,2026-10-01,2027-04-30,1,08:30,09:15
north,北校区,North Campus,2026-10-01,2027-04-30,2,09:25,10:10
north,北校区,North Campus,2026-10-01,2027-04-30,3,10:30,11:15
north,北校区,North Campus,2026-10-01,2027-04-30,4,11:25,12:10
lakeside,滨湖校区,Lakeside Campus,2026-01-01,2027-12-31,1,08:00,08:45
lakeside,滨湖校区,Lakeside Campus,2026-01-01,2027-12-31,2,08:55,09:40
`

// teach adds a course, a group and its students.
func (c *college) teach() *college {
	c.t.Helper()
	c.good(roster.Students, studentSheet)
	c.good(roster.Courses, "课程代码,课程名称,英文名称,学分,任课教师\nMKT201,市场营销学,Marketing,3,T002 何静\n")
	c.good(roster.Groups, "学期,教学班编号,课程代码,教学班名称\n2026-autumn,MKT201-1,MKT201,市场营销学 01 班\n")
	c.good(roster.Enrolments, "教学班编号,学号,姓名,状态\nMKT201-1,202501001,林晓雨,已确认\nMKT201-1,202501002,陈浩然,\n")
	return c
}

// The national IDs are invented; the second ends in X.
const (
	id1 = "310115200603048003"
	id2 = "33010620060506803X"
)

const studentSheet = `学号,姓名,性别,手机号,身份证号,专业,校区,班级,年级,学籍状态,预计毕业日期,应修学分
202501001,林晓雨,女,13800000001,` + id1 + `,市场营销,北校区,市营2501,2025级,在读,2029-06-30,160
202501002,陈浩然,男,138-0000-0002,` + id2 + `,MKT,North Campus,市营2501,2025,在读,2029/6/30,160
`

func file(t *testing.T, name string, content []byte) *os.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

type option func(*roster.Job)

func dryRun(j *roster.Job)   { j.DryRun = true }
func goodRows(j *roster.Job) { j.GoodRows = true }

func (c *college) try(kind roster.Kind, content string, options ...option) (roster.Report, error) {
	c.t.Helper()
	job := roster.Job{
		Kind: kind, Name: "sheet.csv", File: file(c.t, "sheet.csv", []byte(content)),
		Language: locale.English, Codes: file(c.t, "codes.csv", nil),
	}
	for _, set := range options {
		set(&job)
	}
	return c.service.Import(c.t.Context(), access.System(), job)
}

func (c *college) do(kind roster.Kind, content string, options ...option) roster.Report {
	c.t.Helper()
	report, err := c.try(kind, content, options...)
	if err != nil {
		c.t.Fatalf("%s: %v", kind, err)
	}
	return report
}

// good imports a sheet without errors.
func (c *college) good(kind roster.Kind, content string, options ...option) roster.Report {
	c.t.Helper()
	report := c.do(kind, content, options...)
	if !report.Applied || report.Refused > 0 {
		c.t.Fatalf("%s was not imported: %s", kind, reportText(report))
	}
	return report
}

// anew imports a timetable as if the groups had none yet, so that it also has classes in the past.
func (c *college) anew(content string) roster.Report {
	c.t.Helper()
	dbtest.Exec(c.t, c.database, `DELETE FROM meeting`)
	dbtest.Exec(c.t, c.database, `DELETE FROM meeting_past`)
	return c.good(roster.Timetable, content)
}

// reportText formats a report as lines.
func reportText(r roster.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "created %d, changed %d, unchanged %d, refused %d, applied %v\n", r.Created, r.Changed,
		r.Unchanged, r.Refused, r.Applied)
	for _, p := range r.Problems {
		fmt.Fprintf(&b, "%d %s %q %s\n", p.Line, p.Column, p.Value, p.Reason.Code)
	}
	return b.String()
}

// tables dumps the tables that an import may write, except the log, the counters and the imports themselves.
func tables(t *testing.T, database *sqldb.DB) string {
	t.Helper()
	var b bytes.Buffer
	for _, table := range []string{
		"programme", "student", "account", "credential", "teacher", "course", "course_teacher", "course_group",
		"enrolment", "term", "campus", "period_scheme", "period", "room", "meeting", "class_change", "exam_seat",
		"day_mapping", "holiday", "lookup",
	} {
		dump(t, database, &b, table)
	}
	return b.String()
}

func dump(t *testing.T, database *sqldb.DB, b *bytes.Buffer, table string) {
	t.Helper()
	rows, err := database.Reader().QueryContext(t.Context(), "SELECT * FROM "+table+" ORDER BY 1, 2, 3")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	cells, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range cells {
		into[i] = &cells[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		for i, column := range columns { // the time of a change is history, which undo doesn't revert
			if rule := table == "term" || table == "period_scheme" || table == "meeting"; rule &&
				(column == "changed_at" || column == "revision") {
				cells[i] = nil
			}
		}
		if table == "lookup" && fmt.Sprintf("%s", cells[0]) == "class" {
			continue // the tokens of classes without students stay, and searches skip them
		}
		fmt.Fprintf(b, "%s %q\n", table, cells)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

func readCSV(t *testing.T, f *os.File) [][]string {
	t.Helper()
	raw, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	text, marked := strings.CutPrefix(string(raw), "\ufeff")
	if !marked && len(raw) > 0 {
		t.Errorf("%s has no mark for Excel", f.Name())
	}
	rows, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// readText reads a workbook whose cells must all be text, and none a formula.
func readText(t *testing.T, f *os.File) [][]string {
	t.Helper()
	book, err := excelize.OpenFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	name := book.GetSheetName(0)
	rows := must1(book.GetRows(name))(t)
	for y, row := range rows {
		for x := range row {
			at := must1(excelize.CoordinatesToCellName(x+1, y+1))(t)
			kind, formula := must1(book.GetCellType(name, at))(t), must1(book.GetCellFormula(name, at))(t)
			style := must1(book.GetStyle(must1(book.GetCellStyle(name, at))(t)))(t)
			if kind != excelize.CellTypeInlineString && kind != excelize.CellTypeSharedString ||
				formula != "" || style.NumFmt != 49 {
				t.Errorf("%s is %v %q in format %d", at, kind, formula, style.NumFmt)
			}
		}
	}
	return rows
}

func each(t *testing.T, fn func(t *testing.T, c *college)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, database *sqldb.DB) { fn(t, open(t, database)) })
}
