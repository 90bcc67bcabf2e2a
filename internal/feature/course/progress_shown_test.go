package course_test

import (
	"testing"
	"time"

	"lectern/internal/feature/course"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// A course is at 100 % only if all lessons that play are done, wherever its progress is shown.
func TestWholeCourseIsDone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		c := newWatchFixture(t, db)
		for i := range 3 {
			c.watch(0, lin, i)
			c.watch(2*time.Minute, lin, i, 0, 100)
		}
		shows := func(what string, want int) {
			t.Helper()
			progress, err := c.Progress(t.Context(), lin)
			if err != nil || len(progress) != 1 || progress[0].Percent != want {
				t.Errorf("[3.4] %s: Progress = %+v, %v, want %d", what, progress, err, want)
			}
			mine, err := c.Mine(t.Context(), lin)
			if err != nil || len(mine) == 0 || mine[0].Progress.Percent != want {
				t.Errorf("[3.4] %s: Mine = %+v, %v, want %d", what, mine, err, want)
			}
			v, err := c.View(t.Context(), lin, c.lessons[0])
			if err != nil || v.Progress != want {
				t.Errorf("[3.4] %s: View = %d, %v, want %d", what, v.Progress, err, want)
			}
			if got := c.watch(time.Minute, lin, 0, 0, 1); got.Course != want {
				t.Errorf("[3.4] %s: Report = %d, want %d", what, got.Course, want)
			}
		}
		shows("all done", 100)
		c.write(func(q sqldb.Querier) error {
			made, err := c.PutLessonIn(t.Context(), q, access.System(),
				course.Lesson{Course: c.course, Title: "five", Published: true})
			c.lessons = append(c.lessons, made.ID)
			return err
		})
		shows("a lesson without a recording", 100)
		c.play("asset-five", c.lessons[4], "ready", 100_000, true)
		shows("a lesson to watch", 75)
		c.watch(0, lin, 4)
		if got := c.watch(time.Minute, lin, 4, 0, 20); got.Course >= 100 {
			t.Errorf("[3.4] a part of it: %d", got.Course)
		}
		c.watch(2*time.Minute, lin, 4, 0, 100)
		shows("that is done too", 100)
	})
}
