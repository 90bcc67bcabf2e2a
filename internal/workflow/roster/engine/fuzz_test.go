package engine

import (
	"strings"
	"testing"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/parse"
	"lectern/internal/workflow/roster/sheet"
)

// Any row is data or is skipped with a reason that can be translated; a row with a realistic number and name is always
// data.
func FuzzFooter(f *testing.F) {
	for _, seed := range []string{
		"合计|302人", "制表人：张三|审核：李四", "||教务处 盖章", "备注：休学学生未列入", "第 1 页，共 3 页", "2025|共小计", "学号|姓名",
		"total:|5", "*注1.|", "\x00|\ufeff",
	} {
		f.Add(seed)
	}
	m, err := columns.NewMatcher(columns.Students, nil, nil)
	if err != nil {
		f.Fatal(err)
	}
	l, err := m.Layout([]string{"学号", "姓名", "班级"}, locale.Chinese)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cells := strings.Split(text, "|")
		r := &row{Row: sheet.Row{Line: 7, Cells: cells}, layout: l}
		if reason := r.notData(); reason != nil {
			for _, lang := range locale.Languages {
				if said := locale.Text(lang, reason.Code, reason.Params); !strings.Contains(said, "7") || said == reason.Code {
					t.Fatalf("%q: %q", text, said)
				}
			}
		}
		record := &row{Row: sheet.Row{Line: 7, Cells: append([]string{"202501001", "林晓雨"}, cells...)}, layout: l}
		if reason := record.notData(); reason != nil {
			t.Fatalf("a student with %q was left out: %s", text, reason.Code)
		}
	})
}

// A guess never fails, and returns a kind only if the file has its columns.
func FuzzGuessKind(f *testing.F) {
	for _, seed := range []string{"学号|姓名\n1|林晓雨", "名单\n\n工号|姓名", "课程代码|课程名称|学分", "教学班|上课时间", "a|b", ""} {
		f.Add(seed, "学 号", "number")
	}
	f.Fuzz(func(t *testing.T, text, header, field string) {
		var head []sheet.Row
		for i, line := range strings.Split(text, "\n") {
			head = append(head, sheet.Row{Line: i + 1, Cells: strings.Split(line, "|")})
		}
		taught := map[columns.Kind]map[string]string{columns.Students: {header: field}}
		g := columns.GuessKind(head, taught)
		_ = g.Text(locale.Chinese)
		if g.Kind == "" {
			return
		}
		if len(g.Missing(locale.English)) > 0 || g.Line < 1 || g.Line > len(head) {
			t.Fatalf("%q: %+v", text, g)
		}
		m, err := columns.NewMatcher(g.Kind, nil, taught[g.Kind])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Layout(head[g.Line-1].Cells, locale.English); err != nil && fault.Code(err) != "roster.header_twice" {
			t.Fatalf("%q is taken for %s: %v", text, g.Kind, err)
		}
	})
}

// The term of a row is one of the college's terms or none, whatever the two cells contain.
func FuzzTerm(f *testing.F) {
	for _, seed := range [][3]string{
		{"2026-2027", "1", ""},
		{"", "2026-2027-1", ""},
		{"2026", "秋", "x"},
		{"", "", "2026-autumn"},
		{"２０２６", "第三学期", "1"},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	terms := termsForFuzz()
	f.Fuzz(func(t *testing.T, year, text, chosen string) {
		l := &lookup{terms: terms, term: chosen}
		term, ok := l.findTerm(year, text)
		if ok && termByID(terms, term.ID) < 0 {
			t.Fatalf("%q %q became %+v", year, text, term)
		}
		if err := l.noTerm(text); fault.Code(err) != "roster.no_term" {
			t.Fatal(err)
		}
	})
}

func termsForFuzz() []timetable.Term {
	var out []timetable.Term
	for id, day := range map[string]string{"2026-autumn": "2026-09-07", "spring": "2027-03-01", "x": "2027-07-05"} {
		monday, err := civil.ParseDate(day)
		if err != nil {
			panic(err)
		}
		out = append(out, timetable.Term{ID: id, Name: id + " 学期", FirstMonday: monday, Weeks: 18})
	}
	return out
}

// Whatever the cell contains, the day and hours of an exam are complete or the row is rejected.
func FuzzExamTime(f *testing.F) {
	for _, seed := range []string{
		"2026-12-28 14:00-16:00", "2026年12月28日（14:00~16:00）", "46384", "14:00-16:00",
		"2026-12-28", "2026-12-28 25:00-26:00", "(", "\x00",
	} {
		f.Add(seed)
	}
	m, err := columns.NewMatcher(columns.Exams, nil, nil)
	if err != nil {
		f.Fatal(err)
	}
	l, err := m.Layout([]string{"教学班编号", "考试时间", "考场"}, locale.Chinese)
	if err != nil {
		f.Fatal(err)
	}
	term := termsForFuzz()[0]
	f.Fuzz(func(t *testing.T, text string) {
		r := &row{Row: sheet.Row{Line: 2, Cells: []string{"MKT201-1", text, "A101"}}, layout: l}
		day, at := examTime(r)
		if r.good() && (day.IsZero() || at == classHours{}) {
			t.Fatalf("%q became %v %+v", text, day, at)
		}
		if list, err := parse.Weeks(parse.Clean(text), term); err != nil && fault.Code(err) == "" {
			t.Fatalf("%q: an accident: %v", text, err)
		} else if err == nil && list.String() == "" {
			t.Fatalf("%q are no weeks and no refusal", text)
		}
	})
}

// A moment has a valid date, and hours; a range of dates has both ends.
func FuzzMoment(f *testing.F) {
	for _, seed := range []string{
		"第12周星期一第1-2节", "2026-11-23(周一)第1-2节", "2026年10月1日—10月7日", "2026-10-01至7日", "46272",
		"下午2点-4点30分", "1-2", "周一", "10102", "第5-8周", "星期一第1-2节{3周};星期三第1-2节{3周}",
	} {
		f.Add(seed, "3-5")
	}
	monday, err := civil.ParseDate("2026-09-07")
	if err != nil {
		f.Fatal(err)
	}
	term := timetable.Term{ID: "t", FirstMonday: monday, Weeks: 20}
	f.Fuzz(func(t *testing.T, text, week string) {
		list, weeks, err := readTimes(text, classTime{}, false, false)
		if err != nil && fault.Code(err) == "" {
			t.Fatalf("%q: an accident: %v", text, err)
		}
		if len(list) == 0 || len(list) != len(weeks) {
			t.Fatalf("%q became %v with the weeks %q", text, list, weeks)
		}
		if from, to, err := dates(text, false); err == nil && from.IsZero() {
			t.Fatalf("%q became %v to %v", text, from, to)
		}
		if n, err := oneWeek(week, term); err == nil && (n < 1 || n > term.Weeks) {
			t.Fatalf("%q became week %d", week, n)
		}
		if n, err := periodNumber(text); err == nil && n < 1 {
			t.Fatalf("%q became period %d", text, n)
		}
	})
}

// A pair of header rows yields as many headers as the wider one has cells; a single header row stays unchanged.
func FuzzHeaders(f *testing.F) {
	f.Add("类型,原安排,,调整后,", "a,周次,星期,周次,星期")
	f.Fuzz(func(t *testing.T, above, below string) {
		head := []sheet.Row{{Line: 1, Cells: strings.Split(above, ",")}, {Line: 2, Cells: strings.Split(below, ",")}}
		if got := columns.Headers(head, 0); len(got) != len(head[0].Cells) {
			t.Fatalf("%q became %q", above, got)
		}
		if got := columns.Headers(head, 1); len(got) != len(head[1].Cells) &&
			len(got) != max(len(head[0].Cells), len(head[1].Cells)) {
			t.Fatalf("%q over %q became %q", above, below, got)
		}
	})
}
