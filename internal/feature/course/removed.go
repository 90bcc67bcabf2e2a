package course

import (
	"context"
	"fmt"
	"strings"
	"time"

	"lectern/internal/feature/course/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// RestorableFor is how long a deleted lesson can be restored.
const RestorableFor = 24 * time.Hour

// OnForgetLesson sets what else is deleted when a lesson is deleted for good, in the same transaction. Call it before
// the first request.
func (s *Service) OnForgetLesson(do func(ctx context.Context, q sqldb.Querier, who access.Actor, lesson string) error) {
	s.onForgetLesson = do
}

// RemoveLesson deletes a lesson. It can be restored for a day; then SweepLessons deletes it for good. A missing one is
// no error. Staff only.
func (s *Service) RemoveLesson(ctx context.Context, who access.Actor, lesson string) error {
	if err := access.Recordings.Check(who); err != nil {
		return err
	}
	return s.database.Write(ctx, func(q sqldb.Querier) error { return s.removeLesson(ctx, q, who, lesson) })
}

func (s *Service) removeLesson(ctx context.Context, q sqldb.Querier, who access.Actor, lesson string) error {
	rows := db.New(q)
	row, err := rows.SelectLesson(ctx, lesson)
	if err != nil {
		if err = sqldb.Missing(err, "course.no_lesson"); fault.Code(err) != "" {
			return nil
		}
		return err
	}
	err = rows.InsertRemovedLesson(ctx,
		db.InsertRemovedLessonParams{ID: lesson, At: s.now().UnixMilli(), Account: who.Account})
	if err != nil {
		return fmt.Errorf("delete a lesson: %w", err)
	}
	if err := rows.DeleteLesson(ctx, lesson); err != nil {
		return fmt.Errorf("delete a lesson: %w", err)
	}
	if err := s.indexLesson(ctx, q, lesson); err != nil {
		return err
	}
	if s.onRecorded != nil {
		if err := s.onRecorded(ctx, q, who, RecordingChange{Lesson: toLesson(row)}); err != nil {
			return err
		}
	}
	return s.noteLesson(ctx, q, who, "course.remove_lesson", lesson, row.GroupID)
}

// RestoreLesson restores a deleted lesson with everything it had: course.no_lesson if it is gone for good or was not
// deleted. Staff only.
func (s *Service) RestoreLesson(ctx context.Context, who access.Actor, lesson string) error {
	if err := access.Recordings.Check(who); err != nil {
		return err
	}
	return s.database.Write(ctx, func(q sqldb.Querier) error {
		rows := db.New(q)
		row, err := rows.SelectRemovedLesson(ctx, lesson)
		if err != nil {
			return sqldb.Missing(err, "course.no_lesson")
		}
		if s.now().UnixMilli() >= row.RemovedAt+RestorableFor.Milliseconds() {
			return fault.New(fault.NotFound, "course.no_lesson")
		}
		if err := rows.InsertRestoredLesson(ctx, lesson); err != nil {
			return fmt.Errorf("restore a lesson: %w", err)
		}
		if err := rows.DeleteRemovedLesson(ctx, lesson); err != nil {
			return fmt.Errorf("restore a lesson: %w", err)
		}
		if err := s.indexLesson(ctx, q, lesson); err != nil {
			return err
		}
		if err := s.noteLesson(ctx, q, who, "course.restore_lesson", lesson, row.GroupID); err != nil {
			return err
		}
		return s.PlaysNow(ctx, q, who, lesson, false)
	})
}

// SweepLessons deletes for good the lessons that were deleted a day ago, with their media and students' viewing records
// and notes. It may run on several instances at once.
func (s *Service) SweepLessons(ctx context.Context) error {
	for {
		before := s.now().Add(-RestorableFor).UnixMilli()
		expired, err := db.New(s.database.Reader()).SelectExpiredLessons(ctx, before)
		if err != nil {
			return fmt.Errorf("list deleted lessons: %w", err)
		}
		if len(expired) == 0 {
			return nil
		}
		for _, lesson := range expired {
			err := s.database.Write(ctx, func(q sqldb.Querier) error { return s.forgetLesson(ctx, q, lesson) })
			if err != nil {
				return err
			}
		}
	}
}

func (s *Service) forgetLesson(ctx context.Context, q sqldb.Querier, lesson string) error {
	if s.onForgetLesson != nil {
		if err := s.onForgetLesson(ctx, q, access.System(), lesson); err != nil {
			return err
		}
	}
	rows := db.New(q)
	for _, remove := range []func(context.Context, string) error{
		rows.DeleteRemovedLesson, rows.DeleteWatchingOf, rows.DeleteEarlierOf, rows.DeleteNotesOf,
	} {
		if err := remove(ctx, lesson); err != nil {
			return fmt.Errorf("delete a lesson for good: %w", err)
		}
	}
	if err := s.indexLesson(ctx, q, lesson); err != nil {
		return err
	}
	return audit.Append(ctx, q, access.System(),
		audit.Entry{At: s.now(), Action: "course.forget_lesson", Object: lesson})
}

// RenameLesson changes the titles of a lesson; an empty English title shows the other one. Staff only;
// course.no_lesson.
func (s *Service) RenameLesson(ctx context.Context, who access.Actor, lesson, title, titleEn string) error {
	if err := access.Recordings.Check(who); err != nil {
		return err
	}
	title, titleEn = strings.TrimSpace(title), strings.TrimSpace(titleEn)
	if title == "" {
		return required("title")
	}
	return s.database.Write(ctx, func(q sqldb.Querier) error {
		row, err := db.New(q).SelectLesson(ctx, lesson)
		if err != nil {
			return sqldb.Missing(err, "course.no_lesson")
		}
		_, err = db.New(q).UpdateTitles(ctx,
			db.UpdateTitlesParams{ID: lesson, Title: title, TitleEn: titleEn, At: s.now().UnixMilli()})
		if err != nil {
			return fmt.Errorf("rename a lesson: %w", err)
		}
		if err := s.indexLesson(ctx, q, lesson); err != nil {
			return err
		}
		return s.noteLesson(ctx, q, who, "course.rename_lesson", lesson, row.GroupID)
	})
}

// TitlesIn returns the titles of a course's lessons in both languages, in the caller's transaction. Staff only.
func (s *Service) TitlesIn(ctx context.Context, q sqldb.Querier, who access.Actor, course string) ([]string, error) {
	if err := access.Recordings.Check(who); err != nil {
		return nil, err
	}
	list, err := db.New(q).SelectTitles(ctx, course)
	if err != nil {
		return nil, fmt.Errorf("list titles: %w", err)
	}
	return list, nil
}
