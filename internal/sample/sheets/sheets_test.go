package sheets_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/account"
	"lectern/internal/feature/course"
	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/sample"
	"lectern/internal/sample/sheets"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/roster"
	"lectern/internal/workflow/roster/columns"
)

// Importing the sheets creates the sample college: a student's timetable is the one from the sample's own rules.
func TestSheetsMakeTheCollege(t *testing.T) {
	for _, lang := range []string{"zh", "en"} {
		t.Run(lang, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
				s := services(t, db)
				day := s.Timetable.Today()
				for _, again := range []bool{false, true} {
					for _, kind := range columns.Kinds() {
						importSheet(t, roster.New(s), lang, kind, again)
					}
				}
				// The other language's sheet has the same data.
				importSheet(t, roster.New(s), map[string]string{"zh": "en", "en": "zh"}[lang], roster.Changes, true)
				data := sample.College(day)
				for _, number := range []string{data.Students[0].Number, data.Students[1].Number, data.Students[30].Number} {
					compare(t, db, s.Timetable, data, number)
				}
			})
		})
	}
}

// An imported college can be undone completely.
func TestSheetsCanBeUndone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := roster.New(services(t, db))
		var done []string
		for _, kind := range columns.Kinds() {
			done = append(done, importSheet(t, s, "zh", kind, false))
		}
		slices.Reverse(done)
		for _, id := range done {
			if conflicts, err := s.Undo(t.Context(), access.System(), id); err != nil {
				t.Fatalf("%v %+v", err, conflicts)
			}
		}
		for _, table := range []string{
			"programme", "student", "account", "credential", "teacher", "course", "course_teacher", "course_group",
			"enrolment", "term", "campus", "period_scheme", "period", "period_past", "room", "meeting", "meeting_past",
			"term_past", "class_change", "exam_seat", "day_mapping", "holiday", "import_step",
		} {
			if n := dbtest.Count(t, db, "SELECT count(*) FROM "+table); n != 0 {
				t.Errorf("%d rows are left in %s", n, table)
			}
		}
	})
}

func services(t *testing.T, db *sqldb.DB) roster.Services {
	t.Helper()
	day, err := civil.ParseDate(sheets.Day)
	if err != nil {
		t.Fatal(err)
	}
	zone := time.FixedZone("UTC+8", 8*60*60)
	morning, _ := civil.NewTime(9, 0)
	now := func() time.Time { return day.At(morning, zone) }
	keys := keyring.Generate()
	return roster.Services{
		Database: db, Now: now, College: sample.Name, Students: student.New(db, keys, now),
		Courses: course.New(db, now, time.UTC), Accounts: account.New(account.Options{
			DB: db, Keys: keys, Now: now,
			Policy: account.Policy{FirstPassword: account.KindLastSix},
		}), Timetable: timetable.New(db, now, zone, nil),
	}
}

// importSheet returns the ID of the import.
func importSheet(t *testing.T, s *roster.Service, lang string, kind roster.Kind, again bool) string {
	t.Helper()
	raw, err := sheets.Files.ReadFile(sheets.Name(lang, kind))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), filepath.Base(sheets.Name(lang, kind)))
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	report, err := s.Import(t.Context(), access.System(),
		roster.Job{Kind: kind, Name: filepath.Base(path), File: file, Language: locale.English})
	if err != nil {
		t.Fatalf("%s: %v", kind, err)
	}
	if surprising(report) || report.Refused > 0 || report.Applied == again || again && report.Unchanged != report.Rows() {
		t.Fatalf("%s: %+v", kind, report)
	}
	return report.ID
}

// compare compares a student's term.
func compare(t *testing.T, db *sqldb.DB, s *timetable.Service, data *sample.Data, number string) {
	t.Helper()
	var id string
	if err := db.Reader().QueryRowContext(t.Context(), `SELECT id FROM student WHERE number = $1`,
		number).Scan(&id); err != nil {
		t.Fatal(err)
	}
	got, err := s.Timetable(t.Context(), access.Actor{Account: "a", Student: id, Role: access.User}, "")
	if err != nil {
		t.Fatal(err)
	}
	rooms, teachers, groups := map[string]string{}, map[string]string{}, map[string]string{}
	for _, r := range got.Rooms {
		rooms[r.ID] = r.Name
	}
	for _, x := range got.Teachers {
		teachers[x.ID] = x.Name
	}
	for _, g := range got.Groups {
		groups[g.ID] = g.Code
	}
	have := show(got.Classes, groups, rooms, teachers)
	rooms, teachers, groups = map[string]string{}, map[string]string{}, map[string]string{}
	for _, r := range data.Rooms {
		rooms[r.ID] = r.Name
	}
	for _, x := range data.Teachers {
		teachers[x.Number] = x.Name
	}
	for _, g := range data.Groups {
		groups[g.Key()] = g.Code
	}
	want := show(timetable.Expand(data.Plan(data.Current, number)), groups, rooms, teachers)
	if len(want) < 30 {
		t.Fatalf("the sample has only %d classes", len(want))
	}
	if diff := cmp.Diff(want, have); diff != "" {
		t.Errorf("student %s:\n%s", number, diff)
	}
}

func show(classes []timetable.Class, groups, rooms, teachers map[string]string) []string {
	var out []string
	for _, c := range classes {
		p := c.Place
		out = append(out, strings.TrimSpace(fmt.Sprintf("%s %s–%s %s %s %s %s %s %s %s", p.Day, p.Hours.Starts, p.Hours.Ends,
			groups[c.Group], p.Campus, rooms[p.Room], teachers[p.Teacher], c.Kind, c.State, c.Note)))
	}
	slices.Sort(out)
	return out
}

// surprising reports whether a report has notes, except about the term that was read from a title.
func surprising(r roster.Report) bool {
	return slices.ContainsFunc(r.Notes, func(note *fault.Error) bool {
		return note.Code != "roster.title_column" || note.Params["label"] != "学期"
	})
}
