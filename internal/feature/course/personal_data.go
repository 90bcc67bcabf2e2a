package course

import (
	"context"
	"fmt"
	"time"

	"lectern/internal/feature/course/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
)

// PersonalData is everything that is stored about a student's watching.
type PersonalData struct {
	Lessons []WatchedLesson
	Days    []Day
	Notes   []Note
}

// A WatchedLesson is how far a student is in a lesson.
type WatchedLesson struct {
	Lesson   string
	Title    string
	TitleEn  string
	Course   Course // id, code and names alone
	Duration int64  // of what the lesson plays now, in ms; 0: nothing
	Watching
}

// PersonalData returns everything that is stored about the caller's watching, for the copy of their data that
// the law gives them.
func (s *Service) PersonalData(ctx context.Context, who access.Actor) (PersonalData, error) {
	if err := checkStudent(who); err != nil {
		return PersonalData{}, err
	}
	var out PersonalData
	queries := db.New(s.database.Reader())
	lessons, err := queries.SelectAllWatching(ctx, who.Student)
	if err != nil {
		return PersonalData{}, fmt.Errorf("list what was watched: %w", err)
	}
	for _, row := range lessons {
		spans, err := ParseSpans(row.Spans)
		if err != nil {
			return PersonalData{}, err
		}
		out.Lessons = append(out.Lessons, WatchedLesson{
			Lesson: row.LessonID, Title: row.Title, TitleEn: row.TitleEn, Duration: row.DurationMs,
			Course: Course{ID: row.CourseID, Code: row.Code, Name: row.Name, NameEn: row.NameEn},
			Watching: Watching{
				Spans: spans, Position: row.PositionMs, Percent: int(row.Percent),
				Done: row.Done, At: time.UnixMilli(row.At),
			},
		})
	}
	days, err := queries.SelectAllDays(ctx, who.Student)
	if err != nil {
		return PersonalData{}, fmt.Errorf("list days of watching: %w", err)
	}
	for _, row := range days {
		date, err := civil.ParseDate(row.Day)
		if err != nil {
			return PersonalData{}, err
		}
		out.Days = append(out.Days, Day{date, time.Duration(row.Ms) * time.Millisecond})
	}
	notes, err := queries.SelectAllNotes(ctx, who.Student)
	if err != nil {
		return PersonalData{}, fmt.Errorf("list notes: %w", err)
	}
	for _, row := range notes {
		out.Notes = append(out.Notes, toNote(row))
	}
	return out, nil
}
