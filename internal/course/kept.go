package course

import (
	"context"
	"fmt"
	"time"

	"lectern/internal/access"
	"lectern/internal/civil"
	"lectern/internal/course/db"
)

// Kept is all that is kept about a student's watching.
type Kept struct {
	Lessons []KeptLesson
	Days    []Day
	Notes   []Note
}

// A KeptLesson is how far a student is in a lesson.
type KeptLesson struct {
	Lesson string
	Title  string
	Watching
}

// Kept returns all that is kept about the caller's watching, for the copy of one's data that the law asks for.
func (s *Service) Kept(ctx context.Context, who access.Actor) (Kept, error) {
	if err := studying(who); err != nil {
		return Kept{}, err
	}
	var out Kept
	queries := db.New(s.database.Reader())
	lessons, err := queries.SelectAllWatching(ctx, who.Student)
	if err != nil {
		return Kept{}, fmt.Errorf("list what was watched: %w", err)
	}
	for _, row := range lessons {
		spans, err := ParseSpans(row.Spans)
		if err != nil {
			return Kept{}, err
		}
		out.Lessons = append(out.Lessons, KeptLesson{row.LessonID, row.Title, Watching{
			Spans: spans, Position: row.PositionMs, Percent: int(row.Percent), Done: row.Done, At: time.UnixMilli(row.At),
		}})
	}
	days, err := queries.SelectAllDays(ctx, who.Student)
	if err != nil {
		return Kept{}, fmt.Errorf("list days of watching: %w", err)
	}
	for _, row := range days {
		date, err := civil.ParseDate(row.Day)
		if err != nil {
			return Kept{}, err
		}
		out.Days = append(out.Days, Day{date, time.Duration(row.Ms) * time.Millisecond})
	}
	notes, err := queries.SelectAllNotes(ctx, who.Student)
	if err != nil {
		return Kept{}, fmt.Errorf("list notes: %w", err)
	}
	for _, row := range notes {
		out.Notes = append(out.Notes, toNote(row))
	}
	return out, nil
}
