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
	At      time.Time `json:"at"`      // when it was reached; zero when nothing was
}

// Progress lists how far the caller is, by course; a course without a row is at 0.
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

// SaveProgress takes what a device says, percent by course, and returns what holds now for all courses: the caller
// takes that over. All of it is written or nothing. It counts for courses in which there is nothing to watch: the
// progress of a course with lessons is made of what was watched, and a device only learns it. A course that the caller
// does not study is passed over, because a device may remember it for longer than the college does. Progress never goes
// back by accident. A lower percent changes nothing, and neither does anything reached before the student started over.
// An instant in the future counts as now: a wrong clock must not win for ever.
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
			// in one order, so that two devices do not wait for each other
			err := db.New(q).UpsertSaidProgress(ctx, db.UpsertSaidProgressParams{
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

// ResetProgress starts a course over, because the student asked for it: its lessons too. Notes stay.
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
		opened := newAcks(at)
		return db.New(q).ResetWatching(ctx,
			db.ResetWatchingParams{Student: who.Student, Course: course, Acks: opened.String(), At: at})
	})
	if err != nil {
		return Progress{}, fmt.Errorf("reset progress: %w", err)
	}
	return toProgress(course, row.Percent, row.At), nil
}

// checkStudies refuses progress in a course the caller does not study.
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
