package course

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"lectern/internal/feature/course/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// Watching is a student's progress in a lesson.
type Watching struct {
	Spans    Spans // what was watched
	Position int64 // where to resume, in ms
	Percent  int
	Done     bool
	At       time.Time // of the last report
}

// A Receipt is the result of a report.
type Receipt struct {
	Watching
	Accepted int64 // how many ms the report added
	Course   int   // percent of the course
}

const (
	// MaxReportSpans limits the spans of one report.
	MaxReportSpans = 200
	minSpeed       = 0.5
)

// Report accepts what a player reports as watched, as far as the server's clock allows it, and returns the stored
// result. Percent and done never go back. The clock of a lesson runs from Open. Errors: course.no_lesson,
// course.nothing_to_watch and course.report.
func (s *Service) Report(ctx context.Context, who access.Actor, lesson string, report Report) (Receipt, error) {
	if err := checkStudent(who); err != nil {
		return Receipt{}, err
	}
	if !(report.Speed >= minSpeed && report.Speed <= MaxSpeed) || len(report.Spans) > MaxReportSpans {
		return Receipt{}, fault.New(fault.Invalid, "course.report")
	}
	var out Receipt
	err := s.reports.Write(ctx, func(ctx context.Context, q sqldb.Querier, known *lessonRows) (err error) {
		out, err = s.takeReport(ctx, q, known, who.Student, lesson, report)
		return err
	})
	if err != nil {
		return Receipt{}, err // the batch may still write to out after the caller has gone
	}
	return out, nil
}

func (s *Service) takeReport(
	ctx context.Context, q sqldb.Querier, known *lessonRows, student, lesson string, report Report,
) (Receipt, error) {
	about, err := known.lesson(ctx, q, lesson)
	if err != nil {
		return Receipt{}, err
	}
	now := s.now()
	r, of, err := readRecord(ctx, q, student, lesson, about.CourseID, now)
	if err != nil {
		return Receipt{}, err
	}
	if !of.enrolled && !about.Preview {
		return Receipt{}, fault.New(fault.NotFound, "course.no_lesson")
	}
	if about.DurationMs == 0 {
		return Receipt{}, fault.New(fault.Conflict, "course.nothing_to_watch")
	}
	percent, done := r.percent, r.done
	took := r.take(&of.clock, now, about.DurationMs, report)
	err = db.New(q).UpsertWatching(ctx, db.UpsertWatchingParams{
		StudentID: student, LessonID: lesson, Spans: r.spans.String(), TotalMs: r.spans.Total(), PositionMs: r.position,
		Percent: int64(r.percent), Done: r.done, Acks: r.acks.String(), At: now.UnixMilli(),
	})
	if err != nil {
		return Receipt{}, fmt.Errorf("write a report: %w", err)
	}
	err = db.New(q).UpsertClock(ctx, db.UpsertClockParams{StudentID: student, Clock: of.clock.String()})
	if err != nil {
		return Receipt{}, fmt.Errorf("write a student's clock: %w", err)
	}
	if err := s.addStudy(ctx, q, student, now, took.studied); err != nil {
		return Receipt{}, err
	}
	out := Receipt{Watching: r.watching(now), Accepted: took.accepted}
	switch {
	case !of.enrolled: // a preview of another course
	case r.percent != percent || r.done != done:
		out.Course, err = deriveProgress(ctx, q, student, about.CourseID, now)
	default:
		out.Course = of.progress
	}
	return out, err
}

func readProgress(ctx context.Context, q sqldb.Querier, student, course string) (int, error) {
	percent, err := db.New(q).SelectProgressOf(ctx, db.SelectProgressOfParams{StudentID: student, CourseID: course})
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("read progress: %w", err)
	}
	return int(percent), nil
}

// checkWatchable refuses a lesson that a student may not watch: course.no_lesson.
func checkWatchable(ctx context.Context, q sqldb.Querier, student, lesson string) error {
	row, err := db.New(q).SelectWatchable(ctx, db.SelectWatchableParams{Student: student, Lesson: lesson})
	if err != nil {
		return sqldb.Missing(err, "course.no_lesson")
	}
	if !row.Published || !row.Enrolled && !row.Preview {
		return fault.New(fault.NotFound, "course.no_lesson")
	}
	return nil
}

func (r *record) watching(at time.Time) Watching {
	return Watching{Spans: r.spans, Position: r.position, Percent: r.percent, Done: r.done, At: at}
}

// addStudy adds study time to the days (in the college's time zone) in which it ended.
func (s *Service) addStudy(ctx context.Context, q sqldb.Querier, student string, now time.Time, ms int64) error {
	for end := now; ms > 0; {
		day, _ := civil.Of(end, s.zone)
		part := min(ms, max(end.Sub(day.At(0, s.zone)).Milliseconds(), 0))
		if part > 0 {
			if err := db.New(q).UpsertWatchedDay(ctx,
				db.UpsertWatchedDayParams{StudentID: student, Day: day.String(), Ms: part}); err != nil {
				return fmt.Errorf("count a day's watching: %w", err)
			}
		}
		ms, end = ms-part, day.At(0, s.zone).Add(-time.Millisecond)
	}
	return nil
}

// deriveProgress computes the percentage of a course from its lessons, as the view student_progress does.
func deriveProgress(ctx context.Context, q sqldb.Querier, student, course string, now time.Time) (int, error) {
	sum, err := db.New(q).SelectCourseWatched(ctx, db.SelectCourseWatchedParams{Student: student, Course: course})
	if err != nil {
		return 0, fmt.Errorf("add up a course: %w", err)
	}
	if sum.DurationMs == 0 {
		return 0, nil
	}
	row, err := db.New(q).UpsertProgress(ctx, db.UpsertProgressParams{
		StudentID: student, CourseID: course, Percent: 100 * sum.WatchedMs / sum.DurationMs, At: now.UnixMilli(),
	})
	if err != nil {
		return 0, fmt.Errorf("write progress: %w", err)
	}
	return int(row.Percent), nil
}

// Open returns the caller's progress in a lesson and, the first time, starts its clock: reports count only as far as it
// has run. For students who may watch the lesson: course.no_lesson.
func (s *Service) Open(ctx context.Context, who access.Actor, lesson string) (Watching, error) {
	if err := checkStudent(who); err != nil {
		return Watching{}, err
	}
	if err := checkWatchable(ctx, s.database.Reader(), who.Student, lesson); err != nil {
		return Watching{}, err
	}
	row, err := db.New(s.database.Reader()).SelectWatching(ctx,
		db.SelectWatchingParams{StudentID: who.Student, LessonID: lesson})
	if errors.Is(err, sql.ErrNoRows) {
		now := s.now()
		if who.Viewer != "" { // staff in the student view
			return Watching{At: now}, nil
		}
		opened := newAcks(now.UnixMilli())
		err = s.reports.Write(ctx, func(ctx context.Context, q sqldb.Querier, _ *lessonRows) error {
			return db.New(q).InsertWatching(ctx, db.InsertWatchingParams{
				StudentID: who.Student, LessonID: lesson, Acks: opened.String(), At: now.UnixMilli(),
			})
		})
		return Watching{At: now}, err
	}
	if err != nil {
		return Watching{}, fmt.Errorf("read what was watched: %w", err)
	}
	spans, err := ParseSpans(row.Spans)
	return Watching{
		Spans: spans, Position: row.PositionMs, Percent: int(row.Percent), Done: row.Done,
		At: time.UnixMilli(row.At),
	}, err
}
