package course

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"lectern/internal/feature/course/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// Progress is how far a student is in a course.
type Progress struct {
	Course  string    `json:"course"`
	Percent int       `json:"percent"` // 0 to 100
	At      time.Time `json:"at"`      // when it was reached; zero if never
}

// Progress lists the caller's progress by course. A course without a row is at 0.
func (s *Service) Progress(ctx context.Context, who access.Actor) ([]Progress, error) {
	if err := access.SignedIn.Check(who); err != nil {
		return nil, err
	}
	return readAllProgress(ctx, s.database.Reader(), who)
}

func readAllProgress(ctx context.Context, q sqldb.Querier, who access.Actor) ([]Progress, error) {
	rows, err := db.New(q).SelectProgress(ctx, who.Student)
	if err != nil {
		return nil, fmt.Errorf("read progress: %w", err)
	}
	list := make([]Progress, 0, len(rows))
	for _, row := range rows {
		list = append(list, toProgress(row.CourseID, row.Percent, row.At))
	}
	return list, nil
}

// SaveProgress takes a device's percentages by course and returns the stored ones of all courses, which the device
// adopts. It is all or nothing. It counts only for courses without anything to watch: elsewhere progress comes from
// watching. Courses that the caller doesn't study are skipped, because a device may remember them longer than the
// college does. Progress never goes back: a lower percentage changes nothing, nor does one from before the student
// started over. An instant in the future counts as now, so that a wrong clock can't win for ever.
func (s *Service) SaveProgress(
	ctx context.Context, who access.Actor, said map[string]int, at time.Time,
) ([]Progress, error) {
	if err := checkStudent(who); err != nil {
		return nil, err
	}
	for _, percent := range said {
		if percent < 0 || percent > 100 {
			return nil, fault.New(fault.Invalid, "course.percent", "percent", strconv.Itoa(percent))
		}
	}
	if now := s.now(); at.After(now) {
		at = now
	}
	var list []Progress
	err := s.database.Write(ctx, func(q sqldb.Querier) (err error) {
		for _, course := range slices.Sorted(maps.Keys(said)) {
			// In a fixed order, so that two devices can't deadlock.
			err := db.New(q).UpsertReportedProgress(ctx, db.UpsertReportedProgressParams{
				Student: who.Student, Course: course, Percent: int64(said[course]), At: at.UnixMilli(),
			})
			if err != nil {
				return fmt.Errorf("write progress: %w", err)
			}
		}
		list, err = readAllProgress(ctx, q, who)
		return err
	})
	return list, err
}

// ResetProgress starts a course and its lessons over at the student's request. Notes stay.
func (s *Service) ResetProgress(ctx context.Context, who access.Actor, course string) (Progress, error) {
	if err := s.checkStudies(ctx, who, course); err != nil {
		return Progress{}, err
	}
	var row db.ResetProgressRow
	err := s.database.Write(ctx, func(q sqldb.Querier) (err error) {
		at := s.now().UnixMilli()
		if row, err = db.New(q).ResetProgress(ctx,
			db.ResetProgressParams{StudentID: who.Student, CourseID: course, At: at}); err != nil {
			return err
		}
		if err := db.New(q).ResetEarlier(ctx,
			db.ResetEarlierParams{Student: who.Student, Course: course}); err != nil {
			return err
		}
		opened := newAcks(at)
		return db.New(q).ResetWatching(ctx,
			db.ResetWatchingParams{Student: who.Student, Course: course, Acks: opened.String(), At: at})
	})
	if err != nil {
		return Progress{}, fmt.Errorf("reset progress: %w", err)
	}
	return toProgress(course, row.Percent, row.At), nil
}

// checkStudies refuses a course that the caller doesn't study.
func (s *Service) checkStudies(ctx context.Context, who access.Actor, course string) error {
	if err := checkStudent(who); err != nil {
		return err
	}
	enrolled, err := s.Enrolled(ctx, who.Student, course)
	if err == nil && !enrolled {
		return fault.New(fault.NotFound, "course.no_course")
	}
	return err
}

func toProgress(course string, percent, at int64) Progress {
	return Progress{Course: course, Percent: int(percent), At: sqldb.Instant(at)}
}
