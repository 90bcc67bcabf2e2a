package api

import (
	"database/sql"
	"fmt"
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/student"
	"lectern/internal/http/api/courseapi"
	"lectern/internal/http/api/messageapi"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/desk"
	"lectern/internal/workflow/watching"
)

// TestFiguresAgree walks the sample college and compares every figure that occurs in two places: a student's progress
// and messages, what staff see of them, the viewing records with their sums, and the counts of the desk.
func TestFiguresAgree(t *testing.T) {
	eachSchool(t, func(t *testing.T, s *school) {
		s.watchEverywhere()
		post[wire.None](s, "dean", "/api/admin/watching/compute", "")
		s.computeWatching()
		rows := s.watchingRows()
		t.Run("the progress of a course and of its lessons", func(t *testing.T) { testProgressFigures(t, s, rows) })
		t.Run("viewing records and their sums", func(t *testing.T) { testWatchingSums(t, s, rows) })
		t.Run("what a student sees in several places", func(t *testing.T) { testOwnFigures(t, s) })
		t.Run("the desk and the list of students", func(t *testing.T) { testDeskFigures(t, s) })
	})
}

// watchEverywhere gives every course five lessons, of which four play, and lets every student watch
// something else of each. Their courses are at 100 %, as after a lesson was added to a course that was done.
func (s *school) watchEverywhere() {
	s.t.Helper()
	for n := range 5 {
		dbtest.Exec(s.t, s.db, `INSERT INTO lesson (id, course_id, position, title, title_en, group_id, class_id, published,
			preview, created_at, updated_at) SELECT c.id || $1, c.id, $2, $1, '', '', '', TRUE, FALSE, 0, 0 FROM course AS c`,
			fmt.Sprint("-figure", n), n+1)
	}
	lessons, err := sqldb.Select(s.t.Context(), s.db.Reader(), "list lessons", `SELECT id FROM lesson ORDER BY id`, nil,
		func(row *sql.Rows, id *string) error { return row.Scan(id) })
	if err != nil || len(lessons) < 10 {
		s.t.Fatalf("%d lessons, %v", len(lessons), err)
	}
	for i, lesson := range lessons {
		if i%5 < 4 {
			dbtest.Asset(s.t, s.db, "figure-"+lesson, lesson, "ready", 60_500, true)
		}
	}
	for i, parts := range []struct {
		spans          string
		total, percent int
		done           bool
	}{{"", 0, 0, false}, {"0-300", 300, 0, false}, {"0-30000", 30_000, 49, false}, {"0-60500", 60_500, 100, true}} {
		// By the last digit of the number, so that all combinations occur; with 0 everything is done.
		dbtest.Exec(s.t, s.db, `INSERT INTO watching (student_id, lesson_id, spans, total_ms, position_ms, percent,
				done, acks, at)
			SELECT DISTINCT m.student_id, l.id, $1, CAST($2 AS BIGINT), 0, CAST($3 AS BIGINT), CAST($4 AS BOOLEAN), '', 1
			FROM student_course AS m JOIN lesson AS l ON l.course_id = m.course_id
			JOIN student AS x ON x.id = m.student_id
			WHERE CAST(substr(x.number, length(x.number), 1) AS INTEGER) = 0 AND CAST($5 AS BIGINT) = 4 OR
				(l.position + CAST(substr(x.number, length(x.number), 1) AS INTEGER)) % 5 = $5
				AND CAST(substr(x.number, length(x.number), 1) AS INTEGER) <> 0`,
			parts.spans, parts.total, parts.percent, parts.done, i+1)
	}
	dbtest.Exec(s.t, s.db, `INSERT INTO progress (student_id, course_id, percent, at, reset_at, derived)
		SELECT DISTINCT m.student_id, m.course_id, 100, 1, 0, TRUE FROM student_course AS m`)
}

// wireRow is what this test compares of a viewing record.
type wireRow struct {
	Student string         `json:"student"`
	Class   string         `json:"class"`
	Lesson  string         `json:"lesson"`
	Course  watching.Named `json:"course"`
	Seconds int64          `json:"seconds"`
	Percent int            `json:"percent"`
	Done    bool           `json:"done"`
}

type studentLesson struct{ student, lesson string }

// watchingRows reads all viewing records of the term as staff see them.
func (s *school) watchingRows() (rows []wireRow) {
	s.t.Helper()
	for after := ""; ; {
		page := get[struct {
			Rows  []wireRow `json:"rows"`
			Total int       `json:"total"`
			More  bool      `json:"more"`
			Next  string    `json:"next"`
		}](s, "dean", "/api/admin/watching/rows?size=200&after="+url.QueryEscape(after))
		rows = append(rows, page.Rows...)
		if after = page.Next; after == "" {
			if !page.More && page.Total != len(rows) {
				s.t.Errorf("%d rows, but %d in total", len(rows), page.Total)
			}
			return rows
		}
	}
}

// testProgressFigures compares what staff see of every student with the viewing records. A course is at 100 % only if
// every lesson that plays is done.
func testProgressFigures(t *testing.T, s *school, rows []wireRow) {
	s.in(t)
	records := map[studentLesson]wireRow{}
	for _, row := range rows {
		records[studentLesson{row.Student, row.Lesson}] = row
	}
	compared, whole, part := 0, 0, 0
	for after := ""; ; {
		page := get[wireStudentPage](s, "dean", "/api/admin/students?size=200&after="+url.QueryEscape(after))
		for _, one := range page.Items {
			for _, c := range get[[]courseapi.WireMyCourse](s, "dean", "/api/admin/students/"+one.ID+"/courses") {
				playing, done := 0, 0
				for _, l := range c.Lessons {
					if l.Duration > 0 {
						playing++
						done += count(l.Done)
					}
					row, ok := records[studentLesson{one.ID, l.ID}]
					if !ok {
						continue // of another group's class, or of an earlier term
					}
					compared++
					if row.Percent != l.Percent || row.Done != l.Done || float64(row.Seconds) > l.Duration {
						t.Errorf("%s, %s: the list has %+v, the record %+v", one.Name, l.Title, l, row)
					}
				}
				if playing > 0 && (c.Progress == 100) != (done == playing) {
					t.Errorf("%s, %s: %d %% and %d of %d done", one.Name, c.Name, c.Progress, done, playing)
				}
				whole += count(playing > 0 && done == playing)
				part += count(done < playing)
			}
		}
		if after = page.Next; after == "" {
			break
		}
	}
	if compared < 500 || compared < len(rows)/2 || part < 100 {
		t.Errorf("%d of %d records compared; %d courses done, %d in part", compared, len(rows), whole, part)
	}
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

// testWatchingSums adds up the viewing records and compares the sums.
func testWatchingSums(t *testing.T, s *school, rows []wireRow) {
	s.in(t)
	overview := get[courseapi.WireWatchingOverview](s, "dean", "/api/admin/watching")
	byCourse, byClass, byLesson := map[string]watching.Counts{}, map[string]watching.Counts{}, map[string]watching.Counts{}
	seen := map[[2]string]bool{}
	for _, row := range rows {
		for into, key := range map[*map[string]watching.Counts]string{
			&byCourse: row.Course.ID, &byClass: row.Class, &byLesson: row.Lesson,
		} {
			sum := (*into)[key]
			sum.Lessons++
			sum.Started += count(row.Seconds > 0)
			sum.Done += count(row.Done)
			sum.Seconds += row.Seconds
			if student := [2]string{row.Student, fmt.Sprintf("%p %s", into, key)}; !seen[student] {
				seen[student] = true
				sum.Students++
			}
			(*into)[key] = sum
		}
	}
	courses, classes := map[string]watching.Counts{}, map[string]watching.Counts{}
	for _, c := range overview.Courses {
		courses[c.Course.ID] = c.Counts
		for _, l := range get[courseapi.WireWatchingView](s, "dean", "/api/admin/watching/courses/"+c.Course.ID).Lessons {
			if diff := cmp.Diff(byLesson[l.ID], l.Counts); diff != "" {
				t.Errorf("%s, %s (-records +sums):\n%s", c.Course.Name, l.Title, diff)
			}
		}
	}
	for _, c := range overview.Classes {
		classes[c.Class] = c.Counts
	}
	if diff := cmp.Diff(byCourse, courses); diff != "" || len(courses) < 2 {
		t.Errorf("courses (-records +sums):\n%s", diff)
	}
	if diff := cmp.Diff(byClass, classes); diff != "" || len(classes) < 2 {
		t.Errorf("classes (-records +sums):\n%s", diff)
	}
}

// testOwnFigures compares what three students see of their progress and messages.
func testOwnFigures(t *testing.T, s *school) {
	for _, name := range []string{"lin", "zhao", "qian"} {
		s.in(t)
		progress := get[map[string]int](s, name, "/api/courses/progress")
		recent := get[courseapi.WireMyWatching](s, name, "/api/watching").Recent
		lessons := map[string]courseapi.WireLesson{}
		for _, c := range get[[]courseapi.WireMyCourse](s, name, "/api/courses") {
			if c.State != "confirmed" {
				continue
			}
			one := get[courseapi.WireCourse](s, name, "/api/courses/"+c.ID)
			if diff := cmp.Diff(c.Lessons, one.Lessons); diff != "" || progress[c.ID] != c.Progress ||
				one.Progress != c.Progress {
				t.Errorf("%s, %s: %d, %d and %d %%, %s", name, c.Name, c.Progress, progress[c.ID], one.Progress, diff)
			}
			for _, l := range c.Lessons {
				lessons[l.ID] = l
				view := get[courseapi.WireWatch](s, name, "/api/lessons/"+l.ID)
				if view.Course.Progress != c.Progress || len(view.Lessons) != len(c.Lessons) ||
					view.Watching != nil && (view.Watching.Percent != l.Percent || view.Watching.Done != l.Done) {
					t.Errorf("%s, %s: %+v, but the list has %+v and %d %%", name, l.Title, view, l, c.Progress)
				}
			}
		}
		for _, r := range recent {
			if l, ok := lessons[r.Lesson]; ok && (l.Percent != r.Percent || l.Done != r.Done || l.Duration != r.Duration) {
				t.Errorf("%s, %s: recent %+v, in the list %+v", name, r.Title, r, l)
			}
		}
		if len(lessons) == 0 || len(recent) == 0 {
			t.Errorf("%s: %d lessons, %d recent", name, len(lessons), len(recent))
		}
		unread, listed := get[messageapi.WireUnread](s, name, "/api/message/unread"), 0
		for _, m := range post[[]messageapi.WireMessage](s, name, "/api/message/list", "{}") {
			listed += count(m.Status == 0)
		}
		if unread.Total != listed || unread.Message+unread.Notice+unread.Todo != listed {
			t.Errorf("%s: %+v unread, %d listed", name, unread, listed)
		}
	}
}

// testDeskFigures compares the desk's counts with the lists that they lead to.
func testDeskFigures(t *testing.T, s *school) {
	s.in(t)
	d := get[desk.Desk](s, "dean", "/api/admin/desk")
	total := func(query string) int {
		return get[wireStudentPage](s, "dean", "/api/admin/students?size=1"+query).Total
	}
	counts := map[string]int{}
	for _, w := range d.Waiting {
		counts[w.Kind] = w.Count
	}
	for _, step := range d.Steps {
		counts[step.Kind] = step.Count
	}
	filters := get[student.Filters](s, "dean", "/api/admin/students/filters")
	for kind, want := range map[string]int{
		"students": total(""), "accounts.never": total("&login=never"),
		"accounts.firstPassword": total("&login=firstPassword"), "programmes": len(filters.Programmes),
		"terms": len(get[struct {
			Terms []any `json:"terms"`
		}](s, "dean", "/api/terms").Terms),
	} {
		if counts[kind] != want {
			t.Errorf("%s: %d on the desk, %d in the list", kind, counts[kind], want)
		}
	}
}
