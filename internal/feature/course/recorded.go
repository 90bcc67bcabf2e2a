package course

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

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
// lesson. A deleted lesson is followed up when it is restored.
func (s *Service) PlaysNow(ctx context.Context, q sqldb.Querier, who access.Actor, lesson string, publish bool) error {
	row, err := db.New(q).SelectLesson(ctx, lesson)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read a lesson: %w", err)
	}
	if err := s.measure(ctx, q, row); err != nil {
		return err
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

// sameLength is how much two recordings of the same class may differ: cameras and encoders cut at whole seconds.
const sameLength = 2 * time.Second

func isSame(a, b int64) bool { return max(a-b, b-a) <= sameLength.Milliseconds() }

// measure starts watching again if a lesson now plays a recording of another length, since the seconds watched are
// those of the earlier one. They count again if a recording of that length plays again.
func (s *Service) measure(ctx context.Context, q sqldb.Querier, lesson db.Lesson) error {
	rows := db.New(q)
	length, err := rows.SelectPlayingLength(ctx, lesson.ID)
	if errors.Is(err, sql.ErrNoRows) || err == nil && (length == 0 || length == lesson.LengthMs) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read what a lesson plays: %w", err)
	}
	if lesson.LengthMs > 0 && !isSame(length, lesson.LengthMs) {
		if err := s.exchangeWatching(ctx, q, lesson, length); err != nil {
			return err
		}
	}
	if err := rows.UpdateLength(ctx, db.UpdateLengthParams{ID: lesson.ID, LengthMs: length}); err != nil {
		return fmt.Errorf("store the length of a lesson: %w", err)
	}
	return nil
}

// exchangeWatching archives what was watched of a lesson, and restores what had been watched of a recording of the new
// length.
func (s *Service) exchangeWatching(ctx context.Context, q sqldb.Querier, lesson db.Lesson, length int64) error {
	rows := db.New(q)
	earlier, err := rows.SelectEarlierLengths(ctx, lesson.ID)
	if err != nil {
		return fmt.Errorf("list earlier recordings: %w", err)
	}
	if err := rows.ArchiveWatching(ctx,
		db.ArchiveWatchingParams{Lesson: lesson.ID, LengthMs: lesson.LengthMs}); err != nil {
		return fmt.Errorf("archive what was watched: %w", err)
	}
	if err := rows.DeleteWatchingOf(ctx, lesson.ID); err != nil {
		return fmt.Errorf("archive what was watched: %w", err)
	}
	i := slices.IndexFunc(earlier, func(one int64) bool { return isSame(one, length) })
	if i < 0 {
		return nil
	}
	opened := newAcks(s.now().UnixMilli())
	err = rows.RestoreWatching(ctx,
		db.RestoreWatchingParams{Lesson: lesson.ID, LengthMs: earlier[i], Acks: opened.String()})
	if err != nil {
		return fmt.Errorf("restore what was watched: %w", err)
	}
	if err := rows.DeleteEarlier(ctx,
		db.DeleteEarlierParams{Lesson: lesson.ID, LengthMs: earlier[i]}); err != nil {
		return fmt.Errorf("restore what was watched: %w", err)
	}
	return nil
}

// CountWatchers returns how many students have watched some of what a lesson plays, in the caller's transaction. Staff
// only.
func (s *Service) CountWatchers(ctx context.Context, q sqldb.Querier, who access.Actor, lesson string) (int, error) {
	if err := access.Recordings.Check(who); err != nil {
		return 0, err
	}
	n, err := db.New(q).CountWatchers(ctx, lesson)
	if err != nil {
		return 0, fmt.Errorf("count who has watched a lesson: %w", err)
	}
	return int(n), nil
}
