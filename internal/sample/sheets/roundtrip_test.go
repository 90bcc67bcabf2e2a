package sheets_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/roster"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/sheet"
)

// byName lists each table with names in place of IDs, which no export can preserve.
var byName = map[string]string{
	"term":   `SELECT id, name, name_en, first_monday, weeks FROM term ORDER BY id`,
	"campus": `SELECT id, name, name_en, position FROM campus ORDER BY id`,
	"period": `SELECT s.campus_id, s.from_date, s.to_date, p.number, p.starts, p.ends FROM period_scheme AS s
		JOIN period AS p ON p.scheme_id = s.id ORDER BY 1, 2, 4`,
	"room":      `SELECT campus_id, name, name_en FROM room ORDER BY campus_id, name`,
	"programme": `SELECT * FROM programme ORDER BY code`,
	"teacher":   `SELECT number, name, name_en FROM teacher ORDER BY number, name`,
	"course":    `SELECT code, name, name_en, credits, summary, summary_en FROM course ORDER BY code`,
	"course_teacher": `SELECT c.code, t.number, ct.place FROM course_teacher AS ct JOIN course AS c ON c.id = ct.course_id
		JOIN teacher AS t ON t.id = ct.teacher_id ORDER BY c.code, ct.place`,
	"course_group": `SELECT g.term_id, g.code, c.code, g.name, g.name_en FROM course_group AS g
		JOIN course AS c ON c.id = g.course_id ORDER BY 1, 2`,
	"enrolment": `SELECT g.term_id, g.code, s.number, e.state, e.from_date, e.until_date FROM enrolment AS e
		JOIN course_group AS g ON g.id = e.group_id JOIN student AS s ON s.id = e.student_id ORDER BY 1, 2, 3`,
	"student": `SELECT number, name, name_latin, gender, photo, phone, campus_id, programme_code, class, entry_year,
		study_mode, status, graduation, adviser,
		credits_earned, credits_required, native_place, emergency_name, emergency_phone, email, address
		FROM student ORDER BY number`,
	"account": `SELECT a.phone, a.name, a.role, s.number FROM account AS a
		JOIN student AS s ON s.account_id = a.id ORDER BY s.number`,
	"meeting": `SELECT g.term_id, g.code, m.kind, m.weekday, m.first_period, m.last_period, m.starts, m.ends, m.weeks,
		m.campus_id, coalesce(r.name, ''), coalesce(t.number, '')
		FROM meeting AS m JOIN course_group AS g ON g.id = m.group_id LEFT JOIN room AS r ON r.id = m.room_id LEFT
		JOIN teacher AS t ON t.id = m.teacher_id
		ORDER BY 1, 2, 4, 5, 7, 9, 11`,
	"class_change": `SELECT g.code, ch.action, ch.kind, coalesce(ch.day, ''), ch.first_period, ch.last_period, ch.starts,
		ch.ends, ch.campus_id, coalesce(r.name, ''), ch.online,
		coalesce(t.number, ''), ch.note, coalesce(m.weekday, 0), coalesce(m.weeks, '') FROM class_change AS ch
		JOIN course_group AS g ON g.id = ch.group_id LEFT JOIN room AS r ON r.id = ch.room_id
		LEFT JOIN teacher AS t ON t.id = ch.teacher_id LEFT JOIN meeting AS m ON ch.class_id LIKE m.id || '.%'
		WHERE ch.withdrawn_at = 0 ORDER BY 1, 2, 4, 5, 7, 10, 12, 13`,
	"exam_seat": `SELECT g.term_id, g.code, s.number, coalesce(r.name, ''), x.seat FROM exam_seat AS x
		JOIN course_group AS g ON g.id = x.group_id
		JOIN student AS s ON s.id = x.student_id LEFT JOIN room AS r ON r.id = x.room_id ORDER BY 1, 2, 3`,
	"day_mapping": `SELECT term_id, date, off, week, weekday, note FROM day_mapping WHERE withdrawn_at = 0 ORDER BY date`,
	"holiday":     `SELECT name, name_en, from_date, to_date FROM holiday WHERE withdrawn_at = 0 ORDER BY from_date, name`,
}

func tables(t *testing.T, db *sqldb.DB) map[string][]string {
	t.Helper()
	out := map[string][]string{}
	for table, query := range byName {
		out[table] = rowsOf(t, db, query)
		if len(out[table]) == 0 {
			t.Errorf("%s is empty: there is nothing to compare", table)
		}
	}
	return out
}

func rowsOf(t *testing.T, db *sqldb.DB, query string) (out []string) {
	t.Helper()
	rows, err := db.Reader().QueryContext(t.Context(), query)
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
		out = append(out, fmt.Sprintf("%q", cells))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

// exported writes a kind into a file.
func exported(t *testing.T, s *roster.Service, kind roster.Kind, lang locale.Language, workbook bool) *os.File {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), string(kind)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	out := sheet.NewCSV(file)
	if workbook {
		out = sheet.NewXLSX(file)
	}
	if err := s.Export(t.Context(), access.System(),
		roster.ExportOptions{Kind: kind, Language: lang, NationalIDs: true}, out); err != nil {
		t.Fatal(err)
	}
	return file
}

// Exporting and importing into an empty college gives the same college, table by table.
func TestRoundTrip(t *testing.T) {
	for _, lang := range locale.Languages {
		t.Run(string(lang), func(t *testing.T) {
			for database, address := range map[string]func(testing.TB) string{
				"SQLite":     dbtest.SQLite,
				"PostgreSQL": dbtest.Postgres,
			} {
				t.Run(database, func(t *testing.T) {
					first, second := roster.New(services(t, dbtest.Open(t, address(t)))),
						roster.New(services(t, dbtest.Open(t, address(t))))
					roundTrip(t, first, second, lang)
				})
			}
		})
	}
}

func roundTrip(t *testing.T, first, second *roster.Service, lang locale.Language) {
	t.Helper()
	for _, kind := range columns.Kinds() {
		importSheet(t, first, "zh", kind, false)
	}
	for _, change := range []string{ // as staff enter them in the browser
		`UPDATE enrolment SET from_date = '2026-10-08' WHERE state = 'confirmed'`,
		`UPDATE enrolment SET until_date = '2026-10-20' WHERE state = 'dropped'`,
	} {
		dbtest.Exec(t, first.Database, change)
	}
	for i, kind := range columns.Kinds() {
		file := exported(t, first, kind, lang, i%2 == 0)
		report, err := second.Import(t.Context(), access.System(),
			roster.Job{Kind: kind, Name: "export", File: file, Language: locale.English})
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		if surprising(report) || report.Refused > 0 || !report.Applied {
			t.Fatalf("%s: %v", kind, strings.Join(report.Lines(locale.English), "\n"))
		}
	}
	if diff := cmp.Diff(tables(t, first.Database), tables(t, second.Database)); diff != "" {
		t.Error(diff)
	}
	// The second college's export is the same again, national IDs included.
	for _, kind := range columns.Kinds() {
		a, err := os.ReadFile(exported(t, first, kind, lang, false).Name())
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(exported(t, second, kind, lang, false).Name())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(a), string(b)); diff != "" {
			t.Errorf("%s: %s", kind, diff)
		}
	}
}

// What OneRoster supports survives the round trip: terms, programmes, people, courses, groups and enrolments.
func TestOneRosterRoundTrip(t *testing.T) {
	for database, address := range map[string]func(testing.TB) string{
		"SQLite":     dbtest.SQLite,
		"PostgreSQL": dbtest.Postgres,
	} {
		t.Run(database, func(t *testing.T) {
			first, second := roster.New(services(t, dbtest.Open(t, address(t)))),
				roster.New(services(t, dbtest.Open(t, address(t))))
			for _, kind := range columns.Kinds() {
				importSheet(t, first, "zh", kind, false)
			}
			file, err := os.Create(filepath.Join(t.TempDir(), "oneroster.zip"))
			if err != nil {
				t.Fatal(err)
			}
			defer file.Close()
			if err := first.ExportOneRoster(t.Context(), access.System(), file); err != nil {
				t.Fatal(err)
			}
			if !roster.IsOneRoster(file) {
				t.Error("it is not known for what it is")
			}
			checkOneRoster(t, file)
			parts, err := roster.OpenOneRoster(file)
			if err != nil {
				t.Fatal(err)
			}
			var kinds []roster.Kind
			for _, part := range parts {
				kinds = append(kinds, part.Kind)
				importPart(t, second, part)
			}
			want := []roster.Kind{
				roster.Terms, roster.Programmes, roster.Teachers, roster.Students, roster.Courses,
				roster.Groups, roster.Enrolments,
			}
			if diff := cmp.Diff(want, kinds); diff != "" {
				t.Error(diff)
			}
			for table, query := range map[string]string{
				"term":      `SELECT id, name, first_monday, weeks FROM term ORDER BY id`,
				"programme": `SELECT code, name, college FROM programme ORDER BY code`,
				"teacher":   `SELECT number, name FROM teacher ORDER BY number, name`,
				"student":   `SELECT number, name, phone, email, programme_code FROM student ORDER BY number`,
				"course":    `SELECT code, name FROM course ORDER BY code`,
				"course_group": `SELECT g.term_id, g.code, c.code, g.name FROM course_group AS g
					JOIN course AS c ON c.id = g.course_id ORDER BY 1, 2`,
				"course_teacher": `SELECT c.code, t.number, ct.place
					FROM course_teacher AS ct JOIN course AS c ON c.id = ct.course_id JOIN teacher AS t ON t.id = ct.teacher_id
					JOIN course_group AS g ON g.course_id = c.id GROUP BY 1, 2, 3 ORDER BY 1, 3`,
				"enrolment": `SELECT g.term_id, g.code, s.number FROM enrolment AS e JOIN course_group AS g ON g.id = e.group_id
					JOIN student AS s ON s.id = e.student_id WHERE e.state <> 'dropped' ORDER BY 1, 2, 3`,
			} {
				if diff := cmp.Diff(rowsOf(t, first.Database, query), rowsOf(t, second.Database, query)); diff != "" {
					t.Errorf("%s: %s", table, diff)
				}
			}
		})
	}
}

func importPart(t *testing.T, s *roster.Service, part roster.PartialSheet) {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), part.Name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := part.Write(file); err != nil {
		t.Fatal(err)
	}
	codes, err := os.Create(filepath.Join(t.TempDir(), "codes.csv")) // OneRoster has no national IDs for passwords
	if err != nil {
		t.Fatal(err)
	}
	defer codes.Close()
	report, err := s.Import(t.Context(), access.System(),
		roster.Job{Kind: part.Kind, Name: part.Name, File: file, Codes: codes, Language: locale.English})
	if err != nil || report.Refused > 0 || !report.Applied {
		t.Fatalf("%s: %v %s", part.Kind, err, strings.Join(report.Lines(locale.English), "\n"))
	}
}
