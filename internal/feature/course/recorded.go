package course

import (
	"context"
	"fmt"

	"lectern/internal/feature/course/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
)

// RecordingChange reports a change to the recording of a lesson.
type RecordingChange struct {
	Lesson Lesson
	Course Course
	There  bool // it can be watched now
}

// OnRecorded sets what runs when the recording of a lesson can be watched, or no longer can, in the same transaction.
// It may run twice with the same state. Call it before the first lesson.
func (s *Service) OnRecorded(
	do func(ctx context.Context, q sqldb.Querier, who access.Actor, what RecordingChange) error,
) {
	s.onRecorded = do
}

// PlaysNow must be called in every transaction that changes what a lesson plays. With publish it also publishes the
// lesson.
func (s *Service) PlaysNow(ctx context.Context, q sqldb.Querier, who access.Actor, lesson string, publish bool) error {
	row, err := db.New(q).SelectLesson(ctx, lesson)
	if err != nil {
		return sqldb.Missing(err, "course.no_lesson")
	}
	if publish && !row.Published {
		published := toLesson(row)
		published.Published = true
		_, err := s.PutLessonIn(ctx, q, who, published)
		return err
	}
	return s.notifyRecording(ctx, q, who, lesson)
}

// notifyRecording calls onRecorded with whether the lesson's recording can be watched, in the caller's transaction.
func (s *Service) notifyRecording(ctx context.Context, q sqldb.Querier, who access.Actor, lesson string) error {
	if s.onRecorded == nil {
		return nil
	}
	row, err := db.New(q).SelectLesson(ctx, lesson)
	if err != nil {
		return sqldb.Missing(err, "course.no_lesson")
	}
	n, err := db.New(q).SelectPlayable(ctx, lesson)
	if err != nil {
		return fmt.Errorf("look for a recording: %w", err)
	}
	course, err := s.CourseIn(ctx, q, row.CourseID)
	if err != nil {
		return err
	}
	return s.onRecorded(ctx, q, who, RecordingChange{Lesson: toLesson(row), Course: course, There: n > 0})
}
