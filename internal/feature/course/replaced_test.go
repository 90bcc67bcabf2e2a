package course_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"lectern/internal/feature/course"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// replace makes a lesson play another recording, as package media does.
func (c *watchFixture) replace(lesson int, id string, ms int) {
	c.t.Helper()
	dbtest.Exec(c.t, c.db, `UPDATE asset SET current = FALSE WHERE lesson_id = $1`, c.lessons[lesson])
	if dbtest.Count(c.t, c.db, `SELECT count(*) FROM asset WHERE id = $1`, id) == 0 {
		c.play(id, c.lessons[lesson], "ready", ms, false)
	}
	dbtest.Exec(c.t, c.db, `UPDATE asset SET current = TRUE WHERE id = $1`, id)
	c.playsNow(lesson)
}

func (c *watchFixture) playsNow(lesson int) {
	c.t.Helper()
	c.write(func(q sqldb.Querier) error {
		return c.PlaysNow(c.t.Context(), q, access.System(), c.lessons[lesson], false)
	})
}

func (c *watchFixture) watchers(lesson int) (n int) {
	c.t.Helper()
	c.write(func(q sqldb.Querier) (err error) {
		n, err = c.CountWatchers(c.t.Context(), q, access.System(), c.lessons[lesson])
		return err
	})
	return n
}

// A recording of another length starts watching again, one of the same length does not, and what was watched of a
// length counts again when a recording of that length plays again.
func TestWatchingFollowsTheRecording(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newWatchFixture(t, db)
		for i := range 3 {
			c.playsNow(i)
		}
		for _, lesson := range []int{0, 1, 2} {
			c.watch(0, lin, lesson)
			c.watch(100*time.Second, lin, lesson, 0, 100)
		}
		if got := c.percent(lin); got != 100 || c.watchers(1) != 1 {
			t.Fatalf("[3.4] everything is watched: %d %%, %d watchers", got, c.watchers(1))
		}
		for _, tc := range []struct {
			name       string
			asset      string
			ms         int
			done       bool
			percent    int // of the course
			watchers   int
			continueAt string
		}{
			{"the same length", "cut at another second", 101_000, true, 100, 1, "0-100000"},
			{"a shorter one", "shorter", 7_000, false, 96, 0, ""},
			{"the first again", "asset1", 100_000, true, 100, 1, "0-100000"},
			{"the shorter one again", "shorter", 7_000, false, 96, 0, ""},
			{"a longer one", "longer", 300_000, false, 40, 0, ""},
		} {
			c.replace(1, tc.asset, tc.ms)
			if n := c.watchers(1); n != tc.watchers {
				t.Errorf("%s: %d have watched it", tc.name, n)
			}
			got, err := c.Open(t.Context(), lin, c.lessons[1])
			if err != nil || got.Done != tc.done || got.Spans.String() != tc.continueAt {
				t.Errorf("%s: %+v, %v", tc.name, got, err)
			}
			if percent := c.percent(lin); percent != tc.percent {
				t.Errorf("%s: %d %% of the course", tc.name, percent)
			}
			steps, err := c.MySteps(t.Context(), lin)
			if err != nil || steps[c.lessons[1]].Done != tc.done {
				t.Errorf("%s: %+v, %v", tc.name, steps, err)
			}
		}
		n := dbtest.Count(t, db, `SELECT count(*) FROM watching_earlier WHERE student_id = 'lin' AND percent = 100`)
		if n != 1 {
			t.Errorf("%d records of the earlier recording", n)
		}
		// A report about the recording that plays now counts from the beginning.
		if got := c.watch(300*time.Second, lin, 1, 0, 300); !got.Done || got.Course != 100 {
			t.Errorf("the longer one, watched: %+v", got)
		}
		if _, err := c.ResetProgress(t.Context(), lin, c.course); err != nil {
			t.Fatal(err)
		}
		c.replace(1, "asset1", 100_000)
		if got, err := c.Open(t.Context(), lin, c.lessons[1]); err != nil || got.Done || len(got.Spans) != 0 {
			t.Errorf("after starting over: %+v, %v", got, err)
		}
	})
}

// Whatever happens to lessons, a course is at 100 % exactly if all of its lessons are done.
func TestACourseIsCompleteWhenItsLessonsAre(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newWatchFixture(t, db)
		for i := range c.lessons {
			c.playsNow(i)
		}
		for _, lesson := range []int{0, 1, 2} {
			c.watch(0, lin, lesson)
			c.watch(100*time.Second, lin, lesson, 0, 100)
		}
		put := func(lesson int, published bool) func() {
			return func() {
				c.write(func(q sqldb.Querier) error {
					_, err := c.PutLessonIn(t.Context(), q, access.System(),
						course.Lesson{ID: c.lessons[lesson], Title: "x", Published: published})
					return err
				})
			}
		}
		remove := func() {
			if err := c.RemoveLesson(t.Context(), access.System(), c.lessons[3]); err != nil {
				t.Fatal(err)
			}
		}
		restore := func() {
			if err := c.RestoreLesson(t.Context(), access.System(), c.lessons[3]); err != nil {
				t.Fatal(err)
			}
		}
		for i, step := range []func(){
			put(3, true), put(3, false), put(3, true), remove, restore,
			func() { c.replace(0, "other", 50_000) }, func() { c.replace(0, "asset0", 100_000) },
		} {
			step()
			steps, err := c.MySteps(t.Context(), lin)
			if err != nil {
				t.Fatal(err)
			}
			done := 0
			for _, one := range steps {
				if one.Done {
					done++
				}
			}
			if percent := c.percent(lin); (percent == 100) != (done == len(steps)) {
				t.Errorf("step %d: %d of %d lessons done · %d %%", i, done, len(steps), percent)
			}
		}
	})
}

// A deleted lesson can be put back for exactly a day, with what students watched and noted.
func TestADeletedLessonIsPutBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newWatchFixture(t, db)
		ctx, staff, lesson := t.Context(), access.System(), c.lessons[1]
		forgotten := ""
		c.OnForgetLesson(func(_ context.Context, _ sqldb.Querier, _ access.Actor, lesson string) error {
			forgotten += lesson
			return nil
		})
		c.watch(0, lin, 1)
		c.watch(100*time.Second, lin, 1, 0, 100)
		if _, err := c.AddNote(ctx, lin, lesson, 0, "x"); err != nil {
			t.Fatal(err)
		}
		wantCode(t, c.RestoreLesson(ctx, staff, lesson), "course.no_lesson")
		for range 2 {
			if err := c.RemoveLesson(ctx, staff, lesson); err != nil {
				t.Fatal(err)
			}
		}
		_, err := c.Lesson(ctx, staff, lesson)
		wantCode(t, err, "course.no_lesson")
		wantCode(t, c.RestoreLesson(ctx, lin, lesson), "access.forbidden")
		c.wait(course.RestorableFor - time.Millisecond)
		if err := c.SweepLessons(ctx); err != nil {
			t.Fatal(err)
		}
		if err := c.RestoreLesson(ctx, staff, lesson); err != nil || forgotten != "" {
			t.Fatalf("until the last moment: %v, %q", err, forgotten)
		}
		notes, err := c.Notes(ctx, lin, lesson)
		if got, failed := c.Open(ctx, lin, lesson); failed != nil || !got.Done || err != nil || len(notes) != 1 {
			t.Errorf("put back: %+v, %+v, %v, %v", got, notes, failed, err)
		}
		if err := c.RemoveLesson(ctx, staff, lesson); err != nil {
			t.Fatal(err)
		}
		c.wait(course.RestorableFor)
		wantCode(t, c.RestoreLesson(ctx, staff, lesson), "course.no_lesson")
		if err := c.SweepLessons(ctx); err != nil {
			t.Fatal(err)
		}
		left := dbtest.Count(t, db, `SELECT (SELECT count(*) FROM removed_lesson) + (SELECT count(*) FROM note) +
			(SELECT count(*) FROM watching WHERE lesson_id = $1)`, lesson)
		if left != 0 || forgotten != lesson {
			t.Errorf("%d rows are left, forgotten %q", left, forgotten)
		}
	})
}

// Staff rename lessons in both languages; nobody else does.
func TestLessonsAreRenamed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newWatchFixture(t, db)
		for i, tc := range []struct {
			who   access.Actor
			title string
			code  string
		}{
			{access.System(), "Renamed", ""},
			{access.System(), "  ", "course.field_required"},
			{lin, "Mine", "access.forbidden"},
			{access.Actor{Account: "t", Teacher: "t1", Role: access.User}, "Taught", "access.forbidden"},
		} {
			t.Run(fmt.Sprint(i), func(t *testing.T) {
				wantCode(t, c.RenameLesson(t.Context(), tc.who, c.lessons[1], tc.title, tc.title+" en"), tc.code)
				l, err := c.Lesson(t.Context(), access.System(), c.lessons[1])
				if err != nil || (l.Title == tc.title && l.TitleEn == tc.title+" en") != (tc.code == "") {
					t.Errorf("%+v, %v", l, err)
				}
			})
		}
	})
}
