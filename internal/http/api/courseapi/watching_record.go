package courseapi

import (
	"context"
	"slices"

	"lectern/internal/feature/course"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
	"lectern/internal/workflow/watching"
)

// wireWatchedLesson is everything stored about a student and a lesson, except the server's last answers to players.
type wireWatchedLesson struct {
	_        struct{}         `nullable:"false"` // unlike WireWatching elsewhere
	Lesson   string           `json:"lesson"`
	Title    string           `json:"title" doc:"Empty if the lesson was deleted."`
	TitleEn  string           `json:"titleEn"`
	Course   wire.NamedCourse `json:"course"`
	Duration float64          `json:"duration" doc:"In seconds; 0 if it has no recording now."`
	WireWatching
}

func toWireWatchedLesson(l course.WatchedLesson) wireWatchedLesson {
	return wireWatchedLesson{
		Lesson: l.Lesson, Title: l.Title, TitleEn: l.TitleEn, Course: toWireNamedCourse(l.Course),
		Duration: inSeconds(l.Duration), WireWatching: toWireWatching(l.Watching),
	}
}

type WireWatchingRecord struct {
	Lessons   []wireWatchedLesson    `json:"lessons" doc:"Lessons that the caller has opened, latest first."`
	Days      []wireWatchedDay       `json:"days" doc:"Time watched per day, latest first."`
	Notes     int                    `json:"notes" doc:"Number of the caller's notes."`
	Reminders []watching.OwnReminder `json:"reminders"`
}

// GetWatchingRecord shows students their own viewing record.
func (a *API) GetWatchingRecord(ctx context.Context, who access.Actor, _ *struct{}) (WireWatchingRecord, error) {
	held, err := a.Courses.PersonalData(ctx, who)
	if err != nil {
		return WireWatchingRecord{}, err
	}
	reminders, err := a.Watching.Reminders(ctx, who)
	if err != nil {
		return WireWatchingRecord{}, err
	}
	slices.Reverse(held.Lessons)
	slices.Reverse(held.Days)
	return WireWatchingRecord{
		Lessons: wire.Each(held.Lessons, toWireWatchedLesson), Days: wire.Each(held.Days, toWireWatchedDay),
		Notes: len(held.Notes), Reminders: reminders,
	}, nil
}

// WireWatchingData is the viewing record in a student's export.
type WireWatchingData struct {
	Lessons   []wireWatchedLesson    `json:"lessons"`
	Days      []wireWatchedDay       `json:"days"`
	Notes     []wireLessonNote       `json:"notes"`
	Reminders []watching.OwnReminder `json:"reminders"`
}

type wireLessonNote struct {
	Lesson string `json:"lesson"`
	WireNote
}

// ExportWatchingData returns the viewing record of a student.
func (a *API) ExportWatchingData(ctx context.Context, who access.Actor) (WireWatchingData, error) {
	held, err := a.Courses.PersonalData(ctx, who)
	if err != nil {
		return WireWatchingData{}, err
	}
	reminders, err := a.Watching.Reminders(ctx, who)
	return WireWatchingData{
		Lessons: wire.Each(held.Lessons, toWireWatchedLesson),
		Days:    wire.Each(held.Days, toWireWatchedDay),
		Notes: wire.Each(held.Notes, func(n course.Note) wireLessonNote {
			return wireLessonNote{n.Lesson, toWireNote(n)}
		}),
		Reminders: reminders,
	}, err
}
