package course

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"lectern/internal/feature/course/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// A Note is what a student wrote at a moment of a lesson.
type Note struct {
	ID      string
	Lesson  string
	At      int64 // in ms
	Text    string
	Created time.Time
	Updated time.Time
}

const (
	maxNoteText = 2000
	maxNotes    = 500
	maxNoteAt   = 24 * 60 * 60 * 1000
)

// Notes lists the caller's notes about a lesson, ordered by time.
func (s *Service) Notes(ctx context.Context, who access.Actor, lesson string) ([]Note, error) {
	if err := checkStudent(who); err != nil {
		return nil, err
	}
	rows, err := db.New(s.database.Reader()).SelectNotes(ctx,
		db.SelectNotesParams{StudentID: who.Student, LessonID: lesson})
	if err != nil {
		return nil, fmt.Errorf("list notes: %w", err)
	}
	list := make([]Note, 0, len(rows))
	for _, row := range rows {
		list = append(list, toNote(row))
	}
	return list, nil
}

// AddNote stores a note about a lesson that the caller may watch: course.no_lesson, course.note_empty,
// course.note_long, course.note_place, course.notes_full.
func (s *Service) AddNote(ctx context.Context, who access.Actor, lesson string, at int64, text string) (Note, error) {
	text, err := checkNote(who, at, text)
	if err != nil {
		return Note{}, err
	}
	now := s.now()
	note := Note{ID: sqldb.NewID(), Lesson: lesson, At: at, Text: text, Created: now, Updated: now}
	err = s.database.Write(ctx, func(q sqldb.Querier) error {
		if err := checkWatchable(ctx, q, who.Student, lesson); err != nil {
			return err
		}
		n, err := db.New(q).CountNotes(ctx, db.CountNotesParams{StudentID: who.Student, LessonID: lesson})
		if err != nil {
			return fmt.Errorf("count notes: %w", err)
		}
		if n >= maxNotes {
			return fault.New(fault.Conflict, "course.notes_full", "most", strconv.Itoa(maxNotes))
		}
		err = db.New(q).InsertNote(ctx, db.InsertNoteParams{
			ID: note.ID, StudentID: who.Student, LessonID: lesson, AtMs: at, Text: text,
			CreatedAt: now.UnixMilli(), UpdatedAt: now.UnixMilli(),
		})
		if err != nil {
			return fmt.Errorf("store a note: %w", err)
		}
		return s.indexNote(ctx, q, lesson, note.ID)
	})
	return note, err
}

// EditNote changes one of the caller's notes about a lesson: course.no_note.
func (s *Service) EditNote(
	ctx context.Context, who access.Actor, lesson, note string, at int64, text string,
) (Note, error) {
	text, err := checkNote(who, at, text)
	if err != nil {
		return Note{}, err
	}
	var row db.Note
	err = s.database.Write(ctx, func(q sqldb.Querier) (err error) {
		row, err = db.New(q).UpdateNote(ctx, db.UpdateNoteParams{
			StudentID: who.Student, LessonID: lesson, ID: note, AtMs: at, Text: text, UpdatedAt: s.now().UnixMilli(),
		})
		if err != nil {
			return sqldb.Missing(err, "course.no_note")
		}
		return s.indexNote(ctx, q, lesson, note)
	})
	if err != nil {
		return Note{}, err
	}
	return toNote(row), nil
}

// RemoveNote deletes one of the caller's notes about a lesson: course.no_note.
func (s *Service) RemoveNote(ctx context.Context, who access.Actor, lesson, note string) error {
	if err := checkStudent(who); err != nil {
		return err
	}
	return s.database.Write(ctx, func(q sqldb.Querier) error {
		n, err := db.New(q).DeleteNote(ctx, db.DeleteNoteParams{StudentID: who.Student, LessonID: lesson, ID: note})
		if err != nil {
			return fmt.Errorf("delete a note: %w", err)
		}
		if n == 0 {
			return fault.New(fault.NotFound, "course.no_note")
		}
		return s.indexNote(ctx, q, lesson, note)
	})
}

func checkNote(who access.Actor, at int64, text string) (string, error) {
	text = strings.TrimSpace(text)
	switch err := checkStudent(who); {
	case err != nil:
		return "", err
	case text == "":
		return "", fault.New(fault.Invalid, "course.note_empty")
	case utf8.RuneCountInString(text) > maxNoteText:
		return "", fault.New(fault.Invalid, "course.note_long", "most", strconv.Itoa(maxNoteText))
	case at < 0 || at > maxNoteAt:
		return "", fault.New(fault.Invalid, "course.note_place")
	}
	return text, nil
}

func toNote(row db.Note) Note {
	return Note{
		ID: row.ID, Lesson: row.LessonID, At: row.AtMs, Text: row.Text, Created: time.UnixMilli(row.CreatedAt),
		Updated: time.UnixMilli(row.UpdatedAt),
	}
}
