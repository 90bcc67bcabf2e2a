package course

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"lectern/internal/feature/course/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// A Lesson is one unit of video in a course, in order. It may be the recording of a class.
type Lesson struct {
	ID        string
	Course    string
	Position  int // from 1 within the course
	Title     string
	TitleEn   string
	Group     string // of the class it records; empty otherwise
	Class     string // the class it records; empty otherwise
	Beside    bool   // an additional recording; the class has another one
	Published bool
	Preview   bool // open to visitors
	Created   time.Time
	Updated   time.Time
}

// Lessons lists the lessons of a course that the caller may see, in order. Staff see all, students of the course the
// published ones, teachers the published ones of their groups, and anyone else the published previews.
func (s *Service) Lessons(ctx context.Context, who access.Actor, course string) ([]Lesson, error) {
	if _, err := db.New(s.database.Reader()).SelectCourse(ctx, course); err != nil {
		return nil, sqldb.Missing(err, "course.no_course")
	}
	rows, err := db.New(s.database.Reader()).SelectLessons(ctx, course)
	if err != nil {
		return nil, fmt.Errorf("list lessons: %w", err)
	}
	may, err := s.watcher(ctx, s.database.Reader(), who, course)
	if err != nil {
		return nil, err
	}
	list := make([]Lesson, 0, len(rows))
	for _, row := range rows {
		if may.see(row) {
			list = append(list, toLesson(row))
		}
	}
	return list, nil
}

// MyLessons lists the published lessons of all the caller's courses, by course and in order.
func (s *Service) MyLessons(ctx context.Context, who access.Actor) ([]Lesson, error) {
	if err := access.SignedIn.Check(who); err != nil {
		return nil, err
	}
	rows, err := db.New(s.database.Reader()).SelectMyLessons(ctx, who.Student)
	if err != nil {
		return nil, fmt.Errorf("list a student's lessons: %w", err)
	}
	list := make([]Lesson, 0, len(rows))
	for _, row := range rows {
		list = append(list, toLesson(row))
	}
	return list, nil
}

// Lesson returns one lesson, or course.no_lesson if the caller may not see it.
func (s *Service) Lesson(ctx context.Context, who access.Actor, lesson string) (Lesson, error) {
	row, err := db.New(s.database.Reader()).SelectLesson(ctx, lesson)
	if err != nil {
		return Lesson{}, sqldb.Missing(err, "course.no_lesson")
	}
	may, err := s.watcher(ctx, s.database.Reader(), who, row.CourseID)
	if err != nil {
		return Lesson{}, err
	}
	if !may.see(row) {
		return Lesson{}, fault.New(fault.NotFound, "course.no_lesson")
	}
	return toLesson(row), nil
}

// LessonIn returns one lesson in the caller's transaction: course.no_lesson. Staff only.
func (s *Service) LessonIn(ctx context.Context, q sqldb.Querier, who access.Actor, lesson string) (Lesson, error) {
	if err := access.Recordings.Check(who); err != nil {
		return Lesson{}, err
	}
	row, err := db.New(q).SelectLesson(ctx, lesson)
	if err != nil {
		return Lesson{}, sqldb.Missing(err, "course.no_lesson")
	}
	return toLesson(row), nil
}

// LessonOfClassIn returns the ID of the lesson with the main recording of a class, in the caller's transaction; empty
// if there is none.
func (s *Service) LessonOfClassIn(ctx context.Context, q sqldb.Querier, class string) (string, error) {
	found, err := db.New(q).SelectOwnLessonOfClass(ctx, class)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("find the lesson of a class: %w", err)
	}
	return found, nil
}

// PutLesson writes a lesson. Without an ID it is new and comes last. Staff only.
func (s *Service) PutLesson(ctx context.Context, who access.Actor, lesson Lesson) (Lesson, error) {
	var written Lesson
	err := s.database.Write(ctx, func(q sqldb.Querier) (err error) {
		written, err = s.PutLessonIn(ctx, q, who, lesson)
		return err
	})
	return written, err
}

// PutLessonIn is PutLesson in the caller's transaction.
func (s *Service) PutLessonIn(ctx context.Context, q sqldb.Querier, who access.Actor, lesson Lesson) (Lesson, error) {
	if err := access.Recordings.Check(who); err != nil {
		return Lesson{}, err
	}
	lesson.Title = strings.TrimSpace(lesson.Title)
	if lesson.Title == "" {
		return Lesson{}, required("title")
	}
	var before Lesson
	if lesson.ID == "" {
		if _, err := db.New(q).SelectCourse(ctx, lesson.Course); err != nil {
			return Lesson{}, sqldb.Missing(err, "course.no_course")
		}
		last, err := db.New(q).SelectLastPosition(ctx, lesson.Course)
		if err != nil {
			return Lesson{}, fmt.Errorf("find the last lesson: %w", err)
		}
		if err := db.New(q).DropReportedProgress(ctx, lesson.Course); err != nil {
			return Lesson{}, fmt.Errorf("drop what was only said: %w", err)
		}
		lesson.ID, lesson.Position, lesson.Created = sqldb.NewID(), int(last)+1, s.now()
	} else {
		row, err := db.New(q).SelectLesson(ctx, lesson.ID)
		if err != nil {
			return Lesson{}, sqldb.Missing(err, "course.no_lesson")
		}
		before = toLesson(row)
		lesson.Course, lesson.Position, lesson.Created = before.Course, before.Position, before.Created
		lesson.Beside = before.Beside && lesson.Class == before.Class // in another class it is the main recording
	}
	if lesson.Group != "" {
		group, err := db.New(q).SelectGroup(ctx, lesson.Group)
		if err != nil {
			return Lesson{}, sqldb.Missing(err, "course.no_group")
		}
		if group.CourseID != lesson.Course {
			return Lesson{}, fault.New(fault.Invalid, "course.class_elsewhere")
		}
	}
	lesson.Updated = s.now()
	err := db.New(q).UpsertLesson(ctx, db.UpsertLessonParams{
		ID: lesson.ID, CourseID: lesson.Course,
		Position: int64(lesson.Position), Title: lesson.Title, TitleEn: lesson.TitleEn, GroupID: lesson.Group,
		ClassID: lesson.Class, Published: lesson.Published, Preview: lesson.Preview, CreatedAt: lesson.Created.UnixMilli(),
		UpdatedAt: lesson.Updated.UnixMilli(), Beside: lesson.Beside,
	})
	if err != nil {
		return Lesson{}, fmt.Errorf("write a lesson: %w", err)
	}
	if err := s.noteLesson(ctx, q, who, "course.put_lesson", lesson.ID, before.Group, lesson.Group); err != nil {
		return Lesson{}, err
	}
	if err := s.indexLesson(ctx, q, lesson.ID); err != nil {
		return Lesson{}, err
	}
	return lesson, s.notifyRecording(ctx, q, who, lesson.ID)
}

// IndexWith sets what indexes lessons and notes for the search, in the transaction that changes them. Call it before
// the first request.
func (s *Service) IndexWith(lesson func(ctx context.Context, q sqldb.Querier, lesson string) error, note func(
	ctx context.Context, q sqldb.Querier, lesson, note string) error,
) {
	s.indexLesson, s.indexNote = lesson, note
}

// ArrangeLessons reorders the lessons of a course. If the list doesn't name each of them exactly once, someone has
// added or removed one: course.lessons_differ. Staff only.
func (s *Service) ArrangeLessons(ctx context.Context, who access.Actor, course string, order []string) error {
	if err := access.Recordings.Check(who); err != nil {
		return err
	}
	return s.database.Write(ctx, func(q sqldb.Querier) error { return s.arrangeLessons(ctx, q, who, course, order) })
}

func (s *Service) arrangeLessons(
	ctx context.Context, q sqldb.Querier, who access.Actor, course string, order []string,
) error {
	rows, err := db.New(q).SelectLessons(ctx, course)
	if err != nil {
		return fmt.Errorf("list lessons: %w", err)
	}
	named := make(map[string]bool, len(order))
	for i, lesson := range order {
		n, err := db.New(q).UpdatePosition(ctx, db.UpdatePositionParams{Position: int64(i + 1), ID: lesson, Course: course})
		if err != nil {
			return fmt.Errorf("move a lesson: %w", err)
		}
		if n == 0 || named[lesson] {
			return fault.New(fault.Conflict, "course.lessons_differ")
		}
		named[lesson] = true
	}
	if len(named) != len(rows) {
		return fault.New(fault.Conflict, "course.lessons_differ")
	}
	return s.noteLesson(ctx, q, who, "course.arrange_lessons", course)
}

// recordings is the revision scope of lessons and live sources. Package timetable watches it for people's timetables;
// classes and who has them don't depend on it.
const recordings = "recordings"

// noteLesson marks the timetables of groups whose classes gained or lost a recording as changed.
func (s *Service) noteLesson(
	ctx context.Context, q sqldb.Querier, who access.Actor, action, object string, groups ...string,
) error {
	if slices.ContainsFunc(groups, func(group string) bool { return group != "" }) {
		if err := cache.Count(ctx, q, recordings); err != nil {
			return err
		}
	}
	return audit.Append(ctx, q, who, audit.Entry{At: s.now(), Action: action, Object: object})
}

func toLesson(row db.Lesson) Lesson {
	return Lesson{
		ID: row.ID, Course: row.CourseID, Position: int(row.Position), Title: row.Title, TitleEn: row.TitleEn,
		Group: row.GroupID, Class: row.ClassID, Beside: row.Beside, Published: row.Published, Preview: row.Preview,
		Created: time.UnixMilli(row.CreatedAt), Updated: time.UnixMilli(row.UpdatedAt),
	}
}
