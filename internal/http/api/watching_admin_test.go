package api

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"lectern/internal/feature/account"
	"lectern/internal/http/api/courseapi"
	"lectern/internal/http/api/timetableapi"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/secret"
	"lectern/internal/sample"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/watching"
)

// computeWatching runs the jobs that compute who has watched.
func (s *school) computeWatching() {
	s.t.Helper()
	queue := job.New(s.db, time.Now)
	for {
		run, err := queue.Claim(s.t.Context(), "test", time.Minute, watching.ComputeKind)
		if err != nil {
			s.t.Fatal(err)
		}
		if run == nil {
			return
		}
		if err := s.deps.Watching.Handlers()[watching.ComputeKind](s.t.Context(), run); err != nil {
			s.t.Fatal(err)
		}
	}
}

// What staff, a teacher, another teacher, advisers and students see of viewing records, with real ids.
func TestWhoHasWatched(t *testing.T) {
	eachSchool(t, func(t *testing.T, school *school) {
		s := newMatrixSchoolOn(t, school)
		table := get[timetableapi.WireTimetable](s.school, "lin", "/api/timetable")
		mine := classIn(t, table, "of the course", func(c timetableapi.WireClass) bool {
			return c.Group == s.course.Group && c.Place.Teacher != ""
		})
		other := classIn(t, table, "of another teacher", func(c timetableapi.WireClass) bool {
			return c.Place.Teacher != "" && c.Place.Teacher != mine.Place.Teacher && c.Group != mine.Group
		})
		s.teach("teacher", "13700000021", mine.Place.Teacher)
		s.teach("other teacher", "13700000022", other.Place.Teacher)
		lin := get[wireStudent](s.school, "lin", infoPath)
		for name, class := range map[string]string{"adviser": lin.Class, "another adviser": "nobody's class"} {
			const password = "Kite+Lamp+77"
			phone := fmt.Sprintf("1370000003%d", len(name)%10)
			draft := account.Details{
				Phone: phone, Name: name, Role: access.Staff, Scope: access.Adviser, Classes: []string{class},
				Password: secret.New(password),
			}
			if _, err := s.deps.Accounts.Create(t.Context(), access.System(), draft); err != nil {
				t.Fatal(err)
			}
			s.logins[name] = sample.Login{Phone: phone, Password: password}
		}
		lesson := s.lessonOfLin()
		s.recorded(lesson)
		linID := s.actor("lin").Student
		duration := dbtest.Count(t, s.db, `SELECT duration_ms FROM asset WHERE lesson_id = $1 AND current`, lesson)
		dbtest.Exec(t, s.db, `INSERT INTO watching (student_id, lesson_id, spans, total_ms, position_ms, percent,
			done, acks, at) VALUES ($1, $2, $3, $4, 0, 100, TRUE, '', $5)`, linID, lesson, fmt.Sprintf("0-%d", duration),
			duration, time.Now().UnixMilli())

		if before := get[courseapi.WireWatchingOverview](s.school, "dean", "/api/admin/watching"); !before.AsOf.IsZero() ||
			len(before.Courses) != 0 {
			t.Errorf("before it was computed: %+v", before)
		}
		post[wire.None](s.school, "dean", "/api/admin/watching/compute", "")
		if !get[courseapi.WireWatchingOverview](s.school, "dean", "/api/admin/watching").Computing {
			t.Error("a job waits, and nobody says so")
		}
		s.computeWatching()
		group, course := "/api/teaching/groups/"+mine.Group+"/watching", "course="+s.course.ID
		all := get[courseapi.WireWatchingPage](s.school, "dean",
			"/api/admin/watching/rows?"+course+"&size=200&lesson="+lesson)
		own := get[courseapi.WireWatchingPage](s.school, "adviser",
			"/api/admin/watching/rows?"+course+"&size=200&lesson="+lesson)
		none := get[courseapi.WireWatchingPage](s.school, "another adviser",
			"/api/admin/watching/rows?"+course+"&lesson="+lesson)
		taught := get[courseapi.WireWatchingPage](s.school, "teacher", group+"/rows?size=200&lesson="+lesson)
		t.Run("[6.1] each sees their own students", func(t *testing.T) {
			if all.Total < 2 || all.AsOf.IsZero() || all.Computing || own.Total == 0 || own.Total >= all.Total ||
				none.Total != 0 || taught.Total == 0 || taught.Total > all.Total {
				t.Errorf("dean %d, adviser %d, another adviser %d, teacher %d", all.Total, own.Total, none.Total, taught.Total)
			}
			for _, row := range own.Rows {
				if row.Class != lin.Class {
					t.Errorf("the adviser sees %s of %s", row.Name, row.Class)
				}
			}
			done := 0
			for _, row := range taught.Rows {
				if row.Done {
					done++
					if row.Student != linID || row.Seconds != int64(duration/1000) || row.Seen.IsZero() || row.Percent != 100 {
						t.Errorf("%+v", row)
					}
				}
			}
			if done != 1 {
				t.Errorf("%d are done", done)
			}
			if view := get[courseapi.WireWatchingView](s.school, "teacher", group); len(view.Lessons) != 1 ||
				view.Lessons[0].Done != 1 || view.Lessons[0].Curve[30] != 1 {
				t.Errorf("%+v", view)
			}
		})
		t.Run("[6.1] nobody else", func(t *testing.T) {
			remind := `{"id":"0123456789abcdef","lesson":"` + lesson + `","state":"never"}`
			for _, name := range []string{"other teacher", "lin", "zhao"} {
				status := map[string]int{"other teacher": 404}[name]
				if status == 0 {
					status = 403
				}
				for _, path := range []string{"", "/rows", "/export"} {
					if got := s.as(name).send("GET", group+path, ""); got.status != status {
						t.Errorf("%s, %s: %d %s", name, path, got.status, got.body)
					}
				}
				for path, body := range map[string]string{
					"/compute": "", "/reminders": remind,
					"/reminders/preview": `{"state":"never"}`,
				} {
					if got := s.as(name).send("POST", group+path, body); got.status != status {
						t.Errorf("%s, %s: %d %s", name, path, got.status, got.body)
					}
				}
			}
			got := s.as("another adviser").send("POST", "/api/admin/watching/reminders",
				`{"id":"0123456789abcdef","course":"`+s.course.ID+`","state":"never"}`)
			if got.status != http.StatusConflict || !strings.Contains(got.body, "watching.nobody") {
				t.Errorf("another adviser reminds: %d %s", got.status, got.body)
			}
		})
		t.Run("sheets hold what the list shows", func(t *testing.T) {
			for _, format := range []string{"csv", "xlsx"} {
				got := s.as("teacher").send("GET", group+"/export?format="+format+"&lesson="+lesson, "")
				if got.status != http.StatusOK || got.header.Get("Cache-Control") != "no-store" {
					t.Fatalf("%s: %d %.200s", format, got.status, got.body)
				}
				if lines := sheetLines(t, got.body, format); lines != taught.Total+1 {
					t.Errorf("%s: %d lines, want %d", format, lines, taught.Total+1)
				}
			}
			if got := s.as("another adviser").send("GET", "/api/admin/watching/export?"+course,
				""); strings.Count(strings.TrimSpace(got.body), "\n") != 0 || got.status != http.StatusOK {
				t.Errorf("another adviser: %d %.300s", got.status, got.body)
			}
			for _, query := range []string{"format=pdf", "state=x", "sort=x", "order=x"} {
				if got := s.as("dean").send("GET", "/api/admin/watching/export?"+query, ""); got.status != http.StatusBadRequest {
					t.Errorf("%s: %d", query, got.status)
				}
			}
		})
		t.Run("a reminder goes to those who have not watched, once", func(t *testing.T) {
			who := `"lesson":"` + lesson + `","state":"unfinished"}`
			preview := post[courseapi.WireReminderPreview](s.school, "teacher", group+"/reminders/preview", "{"+who)
			if preview.Students != taught.Total-1 || preview.Hours != 72 || preview.Title.En == "" {
				t.Errorf("%+v", preview)
			}
			for range 2 {
				if sent := post[wire.Reminded](s.school, "teacher", group+"/reminders",
					`{"id":"0123456789abcdef",`+who); sent.Students != preview.Students {
					t.Errorf("%+v", sent)
				}
			}
			if got := s.as("teacher").send("POST", group+"/reminders",
				`{"id":"0123456789abcdeg",`+who); got.status != http.StatusConflict {
				t.Errorf("again: %d %s", got.status, got.body)
			}
			if got := s.as("lin").send("POST", "/api/message/list", ""); strings.Contains(got.body, preview.Title.En) ||
				strings.Contains(got.body, preview.Title.Zh) {
				t.Error("lin is done and was reminded")
			}
		})
		t.Run("a student sees what is recorded, in the page and in the copy of their data", func(t *testing.T) {
			record := get[courseapi.WireWatchingRecord](s.school, "lin", "/api/watching/record")
			if len(record.Lessons) != 1 || record.Lessons[0].Lesson != lesson || !record.Lessons[0].Done ||
				record.Lessons[0].Course.ID != s.course.ID {
				t.Errorf("%+v", record)
			}
			if others := get[courseapi.WireWatchingRecord](s.school, "zhao", "/api/watching/record"); len(others.Lessons) != 0 {
				t.Errorf("zhao sees %+v", others)
			}
			if copied := s.as("lin").send("GET", "/api/student/export", ""); !strings.Contains(copied.body, lesson) ||
				!strings.Contains(copied.body, `"reminders"`) {
				t.Errorf("the copy lacks it: %.300s", copied.body)
			}
		})
	})
}

// sheetLines counts the rows of a sheet, including its header.
func sheetLines(t *testing.T, body, format string) (n int) {
	t.Helper()
	if format == "csv" {
		return strings.Count(strings.TrimSpace(body), "\n") + 1
	}
	book, err := excelize.OpenReader(strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	for column, text := range map[string]bool{"A2": true, "H2": false, "J2": false, "K2": false, "L2": false} {
		if kind, err := book.GetCellType("Sheet1", column); err != nil || (kind == excelize.CellTypeInlineString) != text {
			t.Errorf("%s is of type %d, %v", column, kind, err)
		}
	}
	rows, err := book.GetRows("Sheet1")
	if err != nil {
		t.Fatal(err)
	}
	return len(rows)
}
