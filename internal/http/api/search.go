package api

import (
	"context"

	"lectern/internal/feature/course/search"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
)

type findLecturesIn struct {
	Text  string `query:"text" required:"true" minLength:"1" maxLength:"100" doc:"Words. Chinese needs no spaces; the last word may be incomplete."`
	After string `query:"after" maxLength:"20" doc:"next of the previous page."`
}

// wireLecture is a matching part of a lesson.
type wireLecture struct {
	Kind     string           `json:"kind" enum:"title,chapter,file,note,caption"`
	Lesson   string           `json:"lesson"`
	Position int              `json:"position" doc:"Of the lesson in its course."`
	Title    string           `json:"title"`
	TitleEn  string           `json:"titleEn"`
	Course   wire.NamedCourse `json:"course"`
	Language string           `json:"language" doc:"Of captions; empty otherwise."`
	Count    int              `json:"count" doc:"Number of matches in it."`
	Hits     []wireLectureHit `json:"hits" doc:"The first three matches."`
}

type wireLectureHit struct {
	At   float64 `json:"at" doc:"Position in the recording, in seconds; 0 for titles and files."`
	Text string  `json:"text"`
}

type wireLectures struct {
	Items []wireLecture `json:"items"`
	Next  string        `json:"next" doc:"after for the next page; empty on the last. A page may be short or empty and still have a next one, because each call searches a limited number of recordings."`
}

// findLectures is open to everyone: visitors find what is open to them.
func (a *api) findLectures(ctx context.Context, who access.Actor, in *findLecturesIn) (wireLectures, error) {
	page, err := a.Search.Find(ctx, who, in.Text, in.After)
	return wireLectures{Items: wire.Each(page.Found, toWireLecture), Next: page.Next}, err
}

func toWireLecture(f search.Found) wireLecture {
	return wireLecture{
		Kind: string(f.Kind), Lesson: f.Lesson,
		Position: f.Position, Title: f.Title, TitleEn: f.TitleEn, Language: f.Language, Count: f.Count,
		Course: wire.NamedCourse{ID: f.Course, Code: f.Code, Name: f.Name, NameEn: f.NameEn},
		Hits:   wire.Each(f.Hits, func(h search.Hit) wireLectureHit { return wireLectureHit{h.At.Seconds(), h.Text} }),
	}
}
