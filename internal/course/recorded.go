package course

import (
	"context"
	"fmt"

	"lectern/internal/access"
	"lectern/internal/course/db"
	"lectern/internal/sqldb"
)

// A Recorded is what became of the recording of a class.
type Recorded struct {
	Lesson Lesson
	Course Course
	There  bool // it can be watched now; otherwise it cannot, or not any more
}

// OnRecorded says what is done when the recording of a class can be watched, or no longer can, in the transaction that makes it so. It may be told
// the same again. It is for putting the portal together, before the first lesson.
func (s *Service) OnRecorded(do func(ctx context.Context, q sqldb.Querier, who access.Actor, what Recorded) error) {
	s.onRecorded = do
}

// Recorded looks whether the recording of a class is there, inside the caller's transaction. It is called by whoever changes what a lesson plays, and
// does nothing for a lesson that records no class.
func (s *Service) Recorded(ctx context.Context, q sqldb.Querier, who access.Actor, lesson string) error {
	if s.onRecorded == nil {
		return nil
	}
	row, err := db.New(q).SelectLesson(ctx, lesson)
	if err != nil {
		return missing(err, "course.no_lesson")
	}
	if row.ClassID == "" {
		return nil
	}
	n, err := db.New(q).SelectPlayable(ctx, lesson)
	if err != nil {
		return fmt.Errorf("look for a recording: %w", err)
	}
	course, err := s.CourseIn(ctx, q, row.CourseID)
	if err != nil {
		return err
	}
	return s.onRecorded(ctx, q, who, Recorded{Lesson: toLesson(row), Course: course, There: n > 0})
}
