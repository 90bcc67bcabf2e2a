package roster_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/roster"
	"lectern/internal/workflow/roster/columns"
)

var update = flag.Bool("update", false, "write the golden files again")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", "golden", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s:\n%s", name, diff)
	}
}

// A template of either format is recognised by its own import, and its example is a good row.
func TestTemplates(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Timetable, meeting("周一", "1-2", "1-16", "A102", "何静"))
		for _, lang := range locale.Languages {
			for _, kind := range columns.Kinds() {
				for _, xlsx := range []bool{false, true} {
					var out bytes.Buffer
					if err := columns.Template(&out, kind, lang, xlsx); err != nil {
						t.Fatal(err)
					}
					if !xlsx {
						golden(t, "template-"+string(kind)+"-"+string(lang)+".csv", out.String())
					}
					if _, err := c.try(kind, out.String()); fault.Code(err) != "roster.only_example" {
						t.Errorf("%s %s xlsx=%v as it was printed: %v", kind, lang, xlsx, err)
					}
					if xlsx {
						continue
					}
					filled := strings.NewReplacer("（示例）", "", " (example)", "").Replace(out.String())
					report, err := c.try(kind, filled, dryRun)
					notes := slices.DeleteFunc(report.Notes, func(n *fault.Error) bool { return n.Code == "roster.past_stays" })
					if err != nil || len(notes) > 0 {
						t.Errorf("%s %s: %v %v", kind, lang, err, notes)
					}
					if report.Refused > 0 && kind != roster.Courses && kind != roster.Periods {
						// They name things that this college lacks or has with other values.
						t.Errorf("%s %s: the example is refused: %s", kind, lang, reportText(report))
					}
				}
			}
		}
		if err := columns.Template(&bytes.Buffer{}, "potatoes", locale.English,
			false); fault.Code(err) != "roster.unknown_kind" {
			t.Error(err)
		}
	})
}

// An example left above the real rows is skipped, with a note in the report; a partly filled-in one isn't imported
// either.
func TestExamplesAreLeftOut(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp()
		var out bytes.Buffer
		if err := columns.Template(&out, roster.Teachers, locale.Chinese, false); err != nil {
			t.Fatal(err)
		}
		r := c.good(roster.Teachers, out.String()+"T009,王芳,\n")
		if r.Created != 1 || r.Rows() != 1 || len(r.Notes) != 1 || r.Notes[0].Code != "roster.example_skipped" ||
			r.Notes[0].Params["line"] != "2" {
			t.Errorf("%s%v", reportText(r), r.Notes)
		}
		r = c.do(roster.Teachers, strings.ReplaceAll(out.String(), "T002", "T010"))
		if r.Refused != 1 || r.Problems[0].Reason.Code != "roster.example_left" || r.Problems[0].Column != "姓名" {
			t.Error(reportText(r))
		}
	})
}

// A sheet of periods can't remove periods with classes, and the report counts those it removes.
func TestPeriodsThatGo(t *testing.T) {
	each(t, func(t *testing.T, c *college) {
		c.setUp().teach()
		c.good(roster.Timetable, meeting("周一", "3-4", "1-16", "A102", "何静"))
		const header = "校区编号,生效日期,截止日期,节次,开始时间,结束时间\n"
		before := tables(t, c.database)
		r := c.do(roster.Periods, header+"north,2026-05-01,2026-09-30,1,08:00,08:45\n")
		if r.Refused != 1 || r.Problems[0].Reason.Code != "timetable.period_used" ||
			r.Problems[0].Reason.Params["group"] != "MKT201-1" {
			t.Fatal(reportText(r))
		}
		if diff := cmp.Diff(before, tables(t, c.database)); diff != "" {
			t.Fatal(diff)
		}
		r = c.good(roster.Periods,
			header+"north,2026-05-01,2026-09-30,3,10:00,10:45\nnorth,2026-05-01,2026-09-30,4,10:55,11:40\n")
		if r.Removed != 2 || r.Changed != 2 {
			t.Fatalf("%s removed %d", reportText(r), r.Removed)
		}
	})
}

// The complete report of a file with many errors, and its file of rejected rows, in both languages.
func TestReportReadsWell(t *testing.T) {
	const sheet = `学号,姓名,手机号,身份证号,性别,校区,专业,年级,预计毕业日期,爱好
202501001,林晓雨,13800000001,310115200603048003,女,北校区,市场营销,2025级,2029-06-30,羽毛球
202501002,=cmd(),1.38E+10,310115200603048004,?,火星,炼金术,去年,下辈子,
,无,,,,,,,,
202501001,林小雨,13800000001,,,,,,,
202501003,陈浩然,13800000001,,,,,,,"-2+3"
`
	dbtestSQLite(t, func(t *testing.T, c *college) {
		c.setUp()
		for _, lang := range locale.Languages {
			refused := file(t, "refused.xlsx", nil)
			report := c.do(roster.Students, sheet, dryRun, func(j *roster.Job) { j.Refused, j.Language = refused, lang })
			var b strings.Builder
			for _, note := range report.Notes {
				b.WriteString(locale.Text(lang, note.Code, note.Params) + "\n")
			}
			for _, p := range report.Problems {
				b.WriteString(strings.Join([]string{strconv.Itoa(p.Line), p.Column, p.Value, p.Reason.Code, p.Text(lang)},
					" | ") + "\n")
			}
			golden(t, "report-"+string(lang)+".txt", b.String())
			golden(t, "refused-"+string(lang)+".csv", joined(readText(t, refused)))
		}
	})
}

// dbtestSQLite runs tests that don't depend on the database on SQLite only.
func dbtestSQLite(t *testing.T, fn func(t *testing.T, c *college)) {
	t.Helper()
	fn(t, open(t, dbtest.Open(t, dbtest.SQLite(t))))
}
