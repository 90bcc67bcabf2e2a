package course_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"lectern/internal/feature/course"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// A watchFixture is a fixture with an adjustable clock and lessons that play.
type watchFixture struct {
	*fixture
	mu      sync.Mutex
	now     time.Time
	lessons []string // 100 s each: the first is a preview, the last is not published
}

func newWatchFixture(t *testing.T, db *sqldb.DB) *watchFixture {
	t.Helper()
	c := &watchFixture{fixture: newFixture(t, db), now: noon}
	zone := time.FixedZone("UTC+8", 8*60*60)
	c.Service = course.New(db, func() time.Time {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.now
	}, zone)
	for i, lesson := range []course.Lesson{
		{Title: "one", Published: true, Preview: true},
		{Title: "two", Published: true},
		{Title: "three", Published: true},
		{Title: "four"},
	} {
		lesson.Course = c.course
		c.write(func(q sqldb.Querier) error {
			made, err := c.PutLessonIn(t.Context(), q, access.System(), lesson)
			c.lessons = append(c.lessons, made.ID)
			return err
		})
		c.play(fmt.Sprint("asset", i), c.lessons[i], "ready", 100_000, true)
	}
	return c
}

// percent is a student's progress in the course.
func (c *watchFixture) percent(who access.Actor) int {
	c.t.Helper()
	list, err := c.Progress(c.t.Context(), who)
	if err != nil || len(list) != 1 {
		c.t.Fatalf("Progress = %+v, %v", list, err)
	}
	return list[0].Percent
}

// play gives a lesson something to play.
func (c *watchFixture) play(id, lesson, state string, ms int, current bool) {
	c.t.Helper()
	dbtest.Asset(c.t, c.db, id, lesson, state, ms, current)
}

func (c *watchFixture) wait(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// watch waits and then reports spans in seconds.
func (c *watchFixture) watch(wait time.Duration, who access.Actor, lesson int, pieces ...int64) course.Receipt {
	c.t.Helper()
	c.wait(wait)
	got, err := c.Report(c.t.Context(), who, c.lessons[lesson], seconds(pieces...))
	if err != nil {
		c.t.Fatal(err)
	}
	return got
}

func seconds(pieces ...int64) course.Report {
	r := course.Report{Player: "p", Speed: 1}
	for i := 0; i+1 < len(pieces); i += 2 {
		r.Spans = append(r.Spans, course.Span{From: pieces[i] * 1000, To: pieces[i+1] * 1000})
		r.Position = pieces[i+1] * 1000
	}
	return r
}

// [3.4] Lesson and course percentages come from what was watched, and never go back.
func TestWatchingMakesProgress(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newWatchFixture(t, db)
		opened, err := c.Open(t.Context(), lin, c.lessons[0])
		if err != nil || opened.Percent != 0 || len(opened.Spans) != 0 {
			t.Fatalf("[3.4] opened: %+v, %v", opened, err)
		}
		got := c.watch(30*time.Second, lin, 0, 0, 30)
		if got.Percent != 30 || got.Done || got.Accepted != 30_000 || got.Position != 30_000 || got.Course != 10 {
			t.Errorf("[3.4] thirty seconds: %+v", got)
		}
		if got = c.watch(0, lin, 0, 0, 100); got.Percent != 45 || got.Accepted != 15_000 {
			t.Errorf("[3.4] forged: %+v", got)
		}
		if got = c.watch(0, lin, 0, 0, 45); got.Accepted != 0 || got.Percent != 45 || got.Course != 15 {
			t.Errorf("[3.4] replayed: %+v", got)
		}
		if got = c.watch(time.Minute, lin, 0, 45, 90); got.Percent != 90 || !got.Done || got.Course != 33 {
			t.Errorf("[3.4] done: %+v", got)
		}
		if got = c.watch(time.Minute, lin, 0, 0, 1); !got.Done || got.Position != 1000 || got.Percent != 90 {
			t.Errorf("[3.4] from the beginning again: %+v", got)
		}
		c.watch(0, lin, 1)
		if got = c.watch(time.Minute, lin, 1, 0, 100); got.Course != 66 {
			t.Errorf("[3.4] two of three lessons: %+v", got)
		}
		// A fourth lesson makes the course longer: the percentage is of more, and what was watched counts as before.
		c.write(func(q sqldb.Querier) error {
			_, err := c.PutLessonIn(t.Context(), q, access.System(),
				course.Lesson{ID: c.lessons[3], Title: "four", Published: true})
			return err
		})
		c.watch(0, lin, 2)
		if got := c.percent(lin); got != 50 {
			t.Errorf("[3.4] two of four lessons: %d %%", got)
		}
		if got = c.watch(time.Minute, lin, 2, 0, 10); got.Course != 52 {
			t.Errorf("[3.4] a part of the third: %+v", got)
		}
		c.watch(time.Minute, lin, 2, 0, 100)
		c.watch(0, lin, 3)
		if got = c.watch(time.Minute, lin, 3, 0, 100); got.Course != 100 || got.Percent != 100 {
			t.Errorf("[3.4] all of it: %+v", got)
		}
		progress, err := c.Progress(t.Context(), lin)
		if err != nil || len(progress) != 1 || progress[0].Percent != 100 {
			t.Errorf("[3.4] Progress = %+v, %v", progress, err)
		}
		again, err := c.Open(t.Context(), lin, c.lessons[1])
		if err != nil || again.Spans.String() != "0-100000" || !again.Done || again.Position != 100_000 || again.At.IsZero() {
			t.Errorf("[3.4] resumed: %+v, %v", again, err)
		}
		steps, err := c.MySteps(t.Context(), lin)
		if err != nil || len(steps) != 4 || steps[c.lessons[0]] != (course.Step{Duration: 100_000, Percent: 90, Done: true}) {
			t.Errorf("[3.4] MySteps = %+v, %v", steps, err)
		}
	})
}

func TestStartingOverForgetsWhatWasWatched(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newWatchFixture(t, db)
		c.watch(0, lin, 0)
		c.watch(time.Minute, lin, 0, 0, 100)
		c.watch(0, zhou, 0)
		c.watch(time.Minute, zhou, 0, 0, 100) // a preview of another course
		c.wait(time.Minute)
		if _, err := c.ResetProgress(t.Context(), lin, c.course); err != nil {
			t.Fatal(err)
		}
		if got := c.watch(0, lin, 0, 0, 100); got.Percent != 15 || got.Done || got.Course != 0 {
			t.Errorf("[3.4] what was watched before starting over: %+v", got)
		}
		if got := c.watch(time.Minute, lin, 0, 0, 100); got.Course != 33 {
			t.Errorf("[3.4] after starting over: %+v", got)
		}
		if got, err := c.Open(t.Context(), zhou, c.lessons[0]); err != nil || !got.Done {
			t.Errorf("another student started over too: %+v, %v", got, err)
		}
		if progress, err := c.Progress(t.Context(), zhou); err != nil || len(progress) != 0 {
			t.Errorf("progress in a course that is not theirs: %+v, %v", progress, err)
		}
	})
}

func TestReportRefuses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newWatchFixture(t, db)
		silent := ""
		c.write(func(q sqldb.Querier) error {
			made, err := c.PutLessonIn(t.Context(), q, access.System(),
				course.Lesson{Course: c.course, Title: "silent", Published: true})
			silent = made.ID
			return err
		})
		c.play("waiting", silent, "preparing", 0, false)
		fast, many := seconds(0, 1), seconds(0, 1)
		fast.Speed = 3.1
		for range course.MaxReportSpans {
			many.Spans = append(many.Spans, course.Span{From: 0, To: 1})
		}
		for _, tc := range []struct {
			name   string
			who    access.Actor
			lesson string
			report course.Report
			code   string
		}{
			{"a visitor", access.Actor{}, c.lessons[0], seconds(0, 1), "access.signed_out"},
			{"staff", access.System(), c.lessons[0], seconds(0, 1), "access.forbidden"},
			{"no such lesson", lin, "none", seconds(0, 1), "course.no_lesson"},
			{"not published", lin, c.lessons[3], seconds(0, 1), "course.no_lesson"},
			{"not enrolled", zhou, c.lessons[1], seconds(0, 1), "course.no_lesson"},
			{"nothing plays", lin, silent, seconds(0, 1), "course.nothing_to_watch"},
			{"too fast", lin, c.lessons[0], fast, "course.report"},
			{"no speed", lin, c.lessons[0], course.Report{}, "course.report"},
			{"too many spans", lin, c.lessons[0], many, "course.report"},
			{"a preview", zhou, c.lessons[0], seconds(0, 1), ""},
		} {
			t.Run(tc.name, func(t *testing.T) {
				_, err := c.Report(t.Context(), tc.who, tc.lesson, tc.report)
				wantCode(t, err, tc.code)
				_, err = c.Open(t.Context(), tc.who, tc.lesson)
				if tc.code != "course.report" && tc.code != "course.nothing_to_watch" {
					wantCode(t, err, tc.code)
				}
			})
		}
	})
}

// Many students report at once, some of them invalid reports: each gets the right response, and every accepted report
// is stored.
func TestReportsOfManyAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newWatchFixture(t, db)
		c.write(func(q sqldb.Querier) error {
			var all []course.Enrolment
			for i := range 40 {
				all = append(all, course.Enrolment{Student: fmt.Sprint("s", i), Group: c.group, State: course.Confirmed})
			}
			_, err := c.Enrol(t.Context(), q, access.System(), all)
			return err
		})
		var wg sync.WaitGroup
		for i := range 40 {
			wg.Go(func() {
				who := access.Actor{Account: "a", Student: fmt.Sprint("s", i), Role: access.User}
				if i%5 == 0 {
					_, err := c.Report(t.Context(), who, "none", seconds(0, 1))
					wantCode(t, err, "course.no_lesson")
					return
				}
				for n := range int64(5) {
					got, err := c.Report(t.Context(), who, c.lessons[1], seconds(n, n+1))
					if err != nil || got.Spans.Total() != (n+1)*1000 {
						t.Errorf("%s: %+v, %v", who.Student, got, err)
					}
				}
			})
		}
		wg.Wait()
		if n := dbtest.Count(t, db, `SELECT count(*) FROM watching WHERE total_ms = 5000`); n != 32 {
			t.Errorf("%d students were believed", n)
		}
	})
}

// Two devices of one student report at the same time; together they get as much as one would.
func TestTwoDevicesAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newWatchFixture(t, db)
		for _, player := range []string{"a", "b"} {
			if _, err := c.Report(t.Context(), lin, c.lessons[1], course.Report{Player: player, Speed: 1}); err != nil {
				t.Fatal(err)
			}
		}
		c.wait(10 * time.Second)
		var wg sync.WaitGroup
		for i := range int64(20) {
			wg.Go(func() {
				r := seconds(5*i, 5*i+5)
				r.Player = string(rune('a' + i%2))
				if _, err := c.Report(t.Context(), lin, c.lessons[1], r); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		got, err := c.Open(t.Context(), lin, c.lessons[1])
		// Rounding costs them a third of a millisecond per report.
		if total := got.Spans.Total(); err != nil || total > 45_000 || total < 44_900 {
			t.Errorf("a hundred seconds said in ten: %+v, %v", got, err)
		}
	})
}

// [3.4] A student opens all lessons at once and claims to have watched them all: the clock runs once.
func TestLessonsSideBySide(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newWatchFixture(t, db)
		for lesson := range 3 {
			if _, err := c.Open(t.Context(), lin, c.lessons[lesson]); err != nil {
				t.Fatal(err)
			}
		}
		c.wait(17 * time.Second)
		accepted := int64(0)
		for lesson := range 3 {
			accepted += c.watch(0, lin, lesson, 0, 51).Accepted
		}
		if accepted != 66_000 {
			t.Errorf("[3.4] %d ms of three lessons in 17 s", accepted)
		}
		if n := dbtest.Count(t, db, `SELECT sum(ms) FROM watched_day WHERE student_id = 'lin'`); n != 17_000 {
			t.Errorf("[3.4] %d ms of study in 17 s", n)
		}
	})
}

// [3.4] A recording is replaced by a shorter one: what was watched of the old one finishes neither the lesson nor its
// course.
func TestAReplacedRecordingIsNotDone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newWatchFixture(t, db)
		c.watch(0, lin, 1)
		c.watch(time.Minute, lin, 1, 50, 100)
		dbtest.Exec(t, db, `UPDATE asset SET duration_ms = 50000 WHERE lesson_id = $1`, c.lessons[1])
		c.watch(0, lin, 0)
		if got := c.watch(time.Minute, lin, 0, 0, 1); got.Course != 10 {
			t.Errorf("[3.4] half of one lesson is %d %% of the course", got.Course)
		}
		if got := c.watch(time.Minute, lin, 1, 0, 2); got.Done || got.Percent != 50 || got.Spans.Total() != 2000 {
			t.Errorf("[3.4] two seconds of fifty: %+v", got)
		}
		if n := dbtest.Count(t, db, `SELECT total_ms FROM watching WHERE lesson_id = $1`, c.lessons[1]); n != 2000 {
			t.Errorf("[3.4] %d ms are on record", n)
		}
	})
}

// [3.4] What a device reports counts for nothing in courses that have, or had, something to watch.
func TestDevicesCannotReportProgress(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newWatchFixture(t, db)
		c.watch(0, lin, 0)
		c.watch(30*time.Second, lin, 0, 0, 30)
		say := func(name string, want int) {
			t.Helper()
			got, err := c.SaveProgress(t.Context(), lin, map[string]int{c.course: 100}, c.now)
			if err != nil || got[0].Percent != want {
				t.Errorf("[3.4] %s: %+v, %v", name, got, err)
			}
		}
		say("a course with lessons", 10)
		for _, lesson := range c.lessons {
			if err := c.RemoveLesson(t.Context(), access.System(), lesson); err != nil {
				t.Fatal(err)
			}
		}
		say("a course that had lessons", 10)
		dbtest.Exec(t, db, `DELETE FROM progress`)
		say("a course that never had any", 100)
		c.write(func(q sqldb.Querier) error {
			_, err := c.PutLessonIn(t.Context(), q, access.System(), course.Lesson{Course: c.course, Title: "first"})
			return err
		})
		say("the first lesson comes", 0)
	})
}

func TestRecentWeekAndPreviews(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newWatchFixture(t, db) // Monday, 20:00 in the college's time zone
		c.watch(0, lin, 0)
		c.watch(40*time.Second, lin, 0, 0, 100)
		c.watch(0, lin, 1)
		c.watch(10*time.Second, lin, 1, 0, 10)
		c.watch(0, lin, 2)
		c.watch(4*time.Hour-30*time.Second-50*time.Second, lin, 2) // half a minute before midnight …
		got := c.watch(time.Minute, lin, 2, 0, 60)                 // … and half a minute after
		if got.Percent != 60 {
			t.Errorf("%+v", got)
		}
		week, err := c.Week(t.Context(), lin)
		var days []string
		for _, d := range week {
			days = append(days, d.Date.String()+" "+d.Time.String())
		}
		want := "2026-09-07 1m20s,2026-09-08 30s,2026-09-09 0s,2026-09-10 0s,2026-09-11 0s,2026-09-12 0s,2026-09-13 0s"
		if err != nil || strings.Join(days, ",") != want {
			t.Errorf("Week = %s, %v", strings.Join(days, ","), err)
		}
		recent, err := c.Recent(t.Context(), lin)
		if err != nil || len(recent) != 3 || recent[0].Title != "three" || recent[1].Title != "two" ||
			recent[2].Title != "one" || recent[0].Position != 60_000 || recent[0].Duration != 100_000 ||
			recent[0].Course.NameEn != "Marketing" || !recent[2].Done {
			t.Errorf("Recent = %+v, %v", recent, err)
		}
		if recent, err := c.Recent(t.Context(), access.System()); err != nil || len(recent) != 0 {
			t.Errorf("staff began %+v, %v", recent, err)
		}
		_, err = c.Week(t.Context(), access.Actor{})
		wantCode(t, err, "access.signed_out")
		_, err = c.Recent(t.Context(), access.Actor{})
		wantCode(t, err, "access.signed_out")
		_, err = c.MySteps(t.Context(), access.Actor{})
		wantCode(t, err, "access.signed_out")
		previews, err := c.Previews(t.Context())
		if err != nil || len(previews) != 1 || previews[0].Title != "one" || previews[0].Duration != 100_000 ||
			previews[0].Course.Code != "MKT101" {
			t.Errorf("Previews = %+v, %v", previews, err)
		}
	})
}

// [2.22] Who may watch, and what the others get.
func TestView(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newWatchFixture(t, db)
		visitor, staff := access.Actor{}, access.System()
		for _, tc := range []struct {
			name    string
			who     access.Actor
			lesson  int
			access  course.Access
			code    string
			listed  int
			between string // positions of the neighbours
		}{
			{"a student of the course", lin, 1, course.Granted, "", 3, "1 3"},
			{"the first", lin, 0, course.Granted, "", 3, "0 2"},
			{"not published", lin, 3, course.NotPublished, "", 3, "3 0"},
			{"not published, not enrolled", zhou, 3, "", "course.no_lesson", 0, ""},
			{"not published, visitor", visitor, 3, "", "course.no_lesson", 0, ""},
			{"not enrolled", zhou, 1, course.NotEnrolled, "", 1, "1 0"},
			{"a visitor", visitor, 1, course.NeedsLogin, "", 1, "1 0"},
			{"a visitor at a preview", visitor, 0, course.Granted, "", 1, "0 0"},
			{"staff", staff, 3, course.Granted, "", 4, "3 0"},
		} {
			t.Run("[2.22] "+tc.name, func(t *testing.T) {
				v, err := c.View(t.Context(), tc.who, c.lessons[tc.lesson])
				wantCode(t, err, tc.code)
				if tc.code != "" {
					return
				}
				position := map[string]int{"": 0}
				for i, id := range c.lessons {
					position[id] = i + 1
				}
				between := fmt.Sprint(position[v.Previous], " ", position[v.Next])
				if v.Access != tc.access || len(v.Lessons) != tc.listed || between != tc.between ||
					v.Course.Code != "MKT101" || len(v.Course.Teachers) != 2 {
					t.Errorf("%+v, between %s", v, between)
				}
				if (v.Lesson.Title == "") != (tc.access == course.NotPublished) {
					t.Errorf("title %q", v.Lesson.Title)
				}
			})
		}
		c.play("x1", c.lessons[2], "preparing", 0, false) // the old one keeps playing
		dbtest.Exec(t, db, `DELETE FROM asset WHERE lesson_id = $1`, c.lessons[0])
		dbtest.Exec(t, db, `DELETE FROM asset WHERE lesson_id = $1`, c.lessons[1])
		dbtest.Exec(t, db, `DELETE FROM asset WHERE lesson_id = $1`, c.lessons[3])
		c.play("x2", c.lessons[0], "failed", 0, false)
		c.play("x3", c.lessons[1], "waiting", 0, false)
		v, err := c.View(t.Context(), staff, c.lessons[0])
		var states []string
		for _, l := range v.Lessons {
			states = append(states, string(l.State))
		}
		if got := strings.Join(states, " "); err != nil || got != "failed processing ready none" {
			t.Errorf("states %s, %v", got, err)
		}
	})
}

func TestNotes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newWatchFixture(t, db)
		ctx := t.Context()
		second, err := c.AddNote(ctx, lin, c.lessons[1], 20_000, " later ")
		if err != nil || second.Text != "later" {
			t.Fatal(second, err)
		}
		if _, err := c.AddNote(ctx, lin, c.lessons[1], 10_000, "earlier"); err != nil {
			t.Fatal(err)
		}
		c.wait(time.Minute)
		edited, err := c.EditNote(ctx, lin, c.lessons[1], second.ID, 5_000, "first")
		if err != nil || edited.Text != "first" || !edited.Updated.After(edited.Created) || edited.Lesson != c.lessons[1] {
			t.Errorf("edited: %+v, %v", edited, err)
		}
		list, err := c.Notes(ctx, lin, c.lessons[1])
		if err != nil || len(list) != 2 || list[0].Text != "first" || list[1].Text != "earlier" {
			t.Errorf("Notes = %+v, %v", list, err)
		}
		c.watch(0, zhou, 0)
		for name, tc := range map[string]struct {
			err  error
			code string
		}{
			"a visitor":         {errorOf(c.Notes(ctx, access.Actor{}, c.lessons[1])), "access.signed_out"},
			"staff":             {errorOf(c.AddNote(ctx, access.System(), c.lessons[1], 0, "x")), "access.forbidden"},
			"not theirs":        {errorOf(c.AddNote(ctx, zhou, c.lessons[1], 0, "x")), "course.no_lesson"},
			"empty":             {errorOf(c.AddNote(ctx, lin, c.lessons[1], 0, "  ")), "course.note_empty"},
			"long":              {errorOf(c.AddNote(ctx, lin, c.lessons[1], 0, strings.Repeat("长", 2001))), "course.note_long"},
			"before the start":  {errorOf(c.AddNote(ctx, lin, c.lessons[1], -1, "x")), "course.note_place"},
			"another's, edited": {errorOf(c.EditNote(ctx, zhou, c.lessons[1], second.ID, 0, "x")), "course.no_note"},
			"another's, gone":   {c.RemoveNote(ctx, zhou, c.lessons[1], second.ID), "course.no_note"},
			"another lesson's":  {c.RemoveNote(ctx, lin, c.lessons[0], second.ID), "course.no_note"},
			"staff remove":      {c.RemoveNote(ctx, access.System(), c.lessons[1], second.ID), "access.forbidden"},
		} {
			t.Run(name, func(t *testing.T) { wantCode(t, tc.err, tc.code) })
		}
		if err := c.RemoveNote(ctx, lin, c.lessons[1], second.ID); err != nil {
			t.Error(err)
		}
		wantCode(t, c.RemoveNote(ctx, lin, c.lessons[1], second.ID), "course.no_note")
		dbtest.Exec(t, db, `INSERT INTO note (id, student_id, lesson_id, at_ms, text, created_at, updated_at)
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 499)
			SELECT 'n' || i, 'lin', CAST($1 AS TEXT), 0, 'x', 0, 0 FROM n`, c.lessons[1])
		_, err = c.AddNote(ctx, lin, c.lessons[1], 0, "x")
		wantCode(t, err, "course.notes_full")
		c.watch(0, lin, 1)
		if err := c.RemoveLesson(ctx, access.System(), c.lessons[1]); err != nil {
			t.Fatal(err)
		}
		c.wait(course.RestorableFor)
		if err := c.SweepLessons(ctx); err != nil {
			t.Fatal(err)
		}
		if n := dbtest.Count(t, db,
			`SELECT (SELECT count(*) FROM note) + (SELECT count(*) FROM watching WHERE lesson_id = $1)`, c.lessons[1]); n != 0 {
			t.Errorf("%d rows about a lesson that is gone", n)
		}
	})
}

func errorOf[T any](_ T, err error) error { return err }

func TestLive(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newWatchFixture(t, db)
		ctx, staff := t.Context(), access.System()
		origins := []string{"https://live.example.edu", "http://127.0.0.1:9000"}
		before := c.revision("recordings")
		for address, code := range map[string]string{
			"https://live.example.edu/a.m3u8":        "",
			"https://live.example.edu:443/a.m3u8":    "",
			"http://127.0.0.1:9000/a.m3u8":           "",
			"http://live.example.edu/a.m3u8":         "course.live_address",
			"https://user@live.example.edu/a.m3u8":   "course.live_address",
			"javascript:alert(1)":                    "course.live_address",
			"/a.m3u8":                                "course.live_address",
			"https://other.example.edu/a.m3u8":       "course.live_origin",
			"https://live.example.edu:8443/a.m3u8":   "course.live_origin",
			"https://live.example.edu.evil.org/a.m3": "course.live_origin",
		} {
			wantCode(t, c.SetLive(ctx, staff, c.group, "m.1", address, origins), code)
		}
		wantCode(t, c.SetLive(ctx, lin, c.group, "m.1", "https://live.example.edu/a.m3u8", origins), "access.forbidden")
		wantCode(t, c.ClearLive(ctx, lin, c.group, "m.1"), "access.forbidden")
		if err := c.SetLive(ctx, staff, c.group, "m.1", "https://live.example.edu/b.m3u8", origins); err != nil {
			t.Fatal(err)
		}
		if got, err := c.Live(ctx, "m.1"); err != nil || got != "https://live.example.edu/b.m3u8" {
			t.Errorf("Live = %q, %v", got, err)
		}
		after := c.revision("recordings")
		if after <= before {
			t.Error("a live source is not counted")
		}
		for range 2 {
			if err := c.ClearLive(ctx, staff, c.group, "m.1"); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := c.Live(ctx, "m.1"); err != nil || got != "" || c.revision("recordings") <= after {
			t.Errorf("Live = %q, %v", got, err)
		}
		for _, tc := range []struct {
			who  access.Actor
			want bool
		}{{lin, true}, {zhou, false}, {staff, true}, {access.Actor{}, false}} {
			if got, err := c.InGroup(ctx, tc.who, c.group); err != nil || got != tc.want {
				t.Errorf("InGroup(%q) = %v, %v", tc.who.Student, got, err)
			}
		}
		c.write(func(q sqldb.Querier) error {
			_, err := c.PutLessonIn(ctx, q, staff,
				course.Lesson{ID: c.lessons[1], Title: "two", Published: true, Group: c.group, Class: "m.1"})
			return err
		})
		for who, want := range map[access.Actor]string{lin: c.lessons[1], zhou: "", staff: c.lessons[1]} {
			if got, err := c.RecordingOf(ctx, who, "m.1"); err != nil || got != want {
				t.Errorf("RecordingOf as %q = %q, %v", who.Student, got, err)
			}
		}
		if got, err := c.RecordingOf(ctx, lin, "m.2"); err != nil || got != "" {
			t.Errorf("RecordingOf = %q, %v", got, err)
		}
	})
}
