package courseapi

import (
	"context"

	"lectern/internal/feature/course"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
)

type WireNote struct {
	ID      string  `json:"id"`
	At      float64 `json:"at" doc:"Position in the lesson, in seconds."`
	Text    string  `json:"text"`
	Created string  `json:"created" format:"date-time"`
	Updated string  `json:"updated" format:"date-time"`
}

func toWireNote(n course.Note) WireNote {
	return WireNote{
		ID: n.ID, At: inSeconds(n.At), Text: n.Text, Created: wire.MaybeInstant(n.Created),
		Updated: wire.MaybeInstant(n.Updated),
	}
}

func (a *API) ListNotes(ctx context.Context, who access.Actor, in *lessonIn) ([]WireNote, error) {
	list, err := a.Courses.Notes(ctx, who, in.Lesson)
	return wire.Each(list, toWireNote), err
}

type wireNoteText struct {
	At   float64 `json:"at" minimum:"0" doc:"Position in the lesson, in seconds."`
	Text string  `json:"text" maxLength:"2000"`
}

type addNoteIn struct {
	Lesson string `path:"lesson" maxLength:"64"`
	Body   wireNoteText
}

func (a *API) AddNote(ctx context.Context, who access.Actor, in *addNoteIn) (WireNote, error) {
	at, err := inMilliseconds("at", in.Body.At)
	if err != nil {
		return WireNote{}, err
	}
	note, err := a.Courses.AddNote(ctx, who, in.Lesson, at, in.Body.Text)
	return toWireNote(note), err
}

type editNoteIn struct {
	Lesson string `path:"lesson" maxLength:"64"`
	Note   string `path:"note" maxLength:"64"`
	Body   wireNoteText
}

func (a *API) EditNote(ctx context.Context, who access.Actor, in *editNoteIn) (WireNote, error) {
	at, err := inMilliseconds("at", in.Body.At)
	if err != nil {
		return WireNote{}, err
	}
	note, err := a.Courses.EditNote(ctx, who, in.Lesson, in.Note, at, in.Body.Text)
	return toWireNote(note), err
}

type noteIn struct {
	Lesson string `path:"lesson" maxLength:"64"`
	Note   string `path:"note" maxLength:"64"`
}

func (a *API) RemoveNote(ctx context.Context, who access.Actor, in *noteIn) (wire.None, error) {
	return nil, a.Courses.RemoveNote(ctx, who, in.Lesson, in.Note)
}
