package course

import (
	"context"
	"fmt"
	"time"

	"lectern/internal/feature/course/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
)

// A Recent is a lesson that a student has started.
type Recent struct {
	Lesson   string
	Title    string
	TitleEn  string
	Course   Course // id, code and names
	Position int64  // in ms
	Duration int64  // in ms
	Percent  int
	Done     bool
	At       time.Time
}

// A Day is how long a student watched on one day in the college's time zone.
type Day struct {
	Date civil.Date
	Time time.Duration
}

const (
	maxRecent   = 12
	maxPreviews = 100
)

// Recent lists the lessons the caller has started, unfinished ones first, then the latest. Staff have none.
func (s *Service) Recent(ctx context.Context, who access.Actor) ([]Recent, error) {
	if err := access.SignedIn.Check(who); err != nil {
		return nil, err
	}
	rows, err := db.New(s.database.Reader()).SelectRecent(ctx,
		db.SelectRecentParams{Student: who.Student, Most: maxRecent})
	if err != nil {
		return nil, fmt.Errorf("list what was begun: %w", err)
	}
	list := make([]Recent, 0, len(rows))
	for _, row := range rows {
		list = append(list, Recent{
			Lesson: row.ID, Title: row.Title, TitleEn: row.TitleEn,
			Course: Course{ID: row.CourseID, Code: row.Code, Name: row.Name, NameEn: row.NameEn}, Position: row.PositionMs,
			Duration: row.DurationMs, Percent: int(row.Percent), Done: row.Done, At: time.UnixMilli(row.At),
		})
	}
	return list, nil
}

// Week lists how long the caller watched on each day of this week, Monday first.
func (s *Service) Week(ctx context.Context, who access.Actor) ([]Day, error) {
	if err := access.SignedIn.Check(who); err != nil {
		return nil, err
	}
	today, _ := civil.Of(s.now(), s.zone)
	monday := today.Monday()
	rows, err := db.New(s.database.Reader()).SelectWatchedDays(ctx, db.SelectWatchedDaysParams{
		Student: who.Student, First: monday.String(), Last: monday.AddDays(6).String(),
	})
	if err != nil {
		return nil, fmt.Errorf("read a week's watching: %w", err)
	}
	of := make(map[string]int64, len(rows))
	for _, row := range rows {
		of[row.Day] = row.Ms
	}
	week := make([]Day, 7)
	for i := range week {
		date := monday.AddDays(i)
		week[i] = Day{Date: date, Time: time.Duration(of[date.String()]) * time.Millisecond}
	}
	return week, nil
}

// A Preview is a lesson that visitors can watch.
type Preview struct {
	Lesson   string
	Title    string
	TitleEn  string
	Course   Course // id, code and names
	Duration int64  // in ms
}

// Previews lists the lessons that anyone can watch now.
func (s *Service) Previews(ctx context.Context) ([]Preview, error) {
	rows, err := db.New(s.database.Reader()).SelectPreviews(ctx, maxPreviews)
	if err != nil {
		return nil, fmt.Errorf("list previews: %w", err)
	}
	list := make([]Preview, 0, len(rows))
	for _, row := range rows {
		list = append(list, Preview{
			Lesson: row.ID, Title: row.Title, TitleEn: row.TitleEn, Duration: row.DurationMs,
			Course: Course{ID: row.CourseID, Code: row.Code, Name: row.Name, NameEn: row.NameEn},
		})
	}
	return list, nil
}
