package course

import (
	"context"
	"fmt"
	"time"

	"lectern/internal/feature/course/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
)

// PersonalData is all stored data about what a student has watched.
type PersonalData struct {
	Lessons []WatchedLesson
	Days    []Day
	Notes   []Note
}

// A WatchedLesson is a student's progress in a lesson.
type WatchedLesson struct {
	Lesson   string
	Title    string
	TitleEn  string
	Course   Course // only ID, code and names
	Duration int64  // of the current recording, in ms; 0: none
	Watching
}

// PersonalData returns all stored data about what the caller has watched, for the copy that the law grants them.
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
