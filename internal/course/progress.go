package course

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"lectern/internal/access"
	"lectern/internal/course/db"
	"lectern/internal/fault"
	"lectern/internal/sqldb"
)

// Progress is how far a student is in a course.
type Progress struct {
	Course  string
	Percent int       // 0 to 100
	At      time.Time // when it was reached; zero when nothing was
}

// Progress lists how far the caller is, by course; a course without a row is at 0.
func (s *Service) Progress(ctx context.Context, who access.Actor) ([]Progress, error) {
	if err := access.SignedIn.Check(who); err != nil {
		return nil, err
	}
	rows, err := db.New(s.database.Reader()).SelectProgress(ctx, who.Student)
	if err != nil {
		return nil, fmt.Errorf("read progress: %w", err)
	}
	list := make([]Progress, 0, len(rows))
	for _, row := range rows {
		list = append(list, toProgress(row.CourseID, row.Percent, row.At))
	}
	return list, nil
}

// SaveProgress takes what a device says of a course in which there is nothing to watch, and returns what holds now: the caller takes
// that over. Of a course with lessons nothing is believed: its progress is made of what was watched, and a device only learns it.
// Progress never goes back by accident. A lower percent changes nothing, and neither does anything reached before the student started
// over. An instant in the future counts as now: a wrong clock must not win for ever.
func (s *Service) SaveProgress(ctx context.Context, who access.Actor, course string, percent int, at time.Time) (Progress, error) {
	if err := s.progressOf(ctx, who, course); err != nil {
		return Progress{}, err
	}
	if percent < 0 || percent > 100 {
		return Progress{}, fault.New(fault.Invalid, "course.percent", "percent", strconv.Itoa(percent))
	}
	if now := s.now(); at.After(now) {
		at = now
	}
	var row db.SelectOneProgressRow
	err := s.database.Write(ctx, func(q sqldb.Querier) error {
		err := db.New(q).UpsertSaidProgress(ctx, db.UpsertSaidProgressParams{
			Student: who.Student, Course: course, Percent: int64(percent), At: at.UnixMilli(),
		})
		if err != nil {
			return err
		}
		row, err = db.New(q).SelectOneProgress(ctx, db.SelectOneProgressParams{StudentID: who.Student, CourseID: course})
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	if err != nil {
		return Progress{}, fmt.Errorf("write progress: %w", err)
	}
	return toProgress(course, row.Percent, row.At), nil
}

// ResetProgress starts a course over, because the student asked for it: its lessons too. Notes stay.
func (s *Service) ResetProgress(ctx context.Context, who access.Actor, course string) (Progress, error) {
	if err := s.progressOf(ctx, who, course); err != nil {
		return Progress{}, err
	}
	var row db.ResetProgressRow
	err := s.database.Write(ctx, func(q sqldb.Querier) (err error) {
		at := s.now().UnixMilli()
		if row, err = db.New(q).ResetProgress(ctx, db.ResetProgressParams{StudentID: who.Student, CourseID: course, At: at}); err != nil {
			return err
		}
		opened := newAcks(at)
		return db.New(q).ResetWatching(ctx, db.ResetWatchingParams{Student: who.Student, Course: course, Acks: opened.String(), At: at})
	})
	if err != nil {
		return Progress{}, fmt.Errorf("reset progress: %w", err)
	}
	return toProgress(course, row.Percent, row.At), nil
}

// progressOf refuses progress in a course the caller does not study.
func (s *Service) progressOf(ctx context.Context, who access.Actor, course string) error {
	if err := studying(who); err != nil {
		return err
	}
	enrolled, err := s.Enrolled(ctx, who.Student, course)
	if err == nil && !enrolled {
		return fault.New(fault.NotFound, "course.no_course")
	}
	return err
}

func toProgress(course string, percent, at int64) Progress {
	p := Progress{Course: course, Percent: int(percent)}
	if at != 0 {
		p.At = time.UnixMilli(at)
	}
	return p
}
