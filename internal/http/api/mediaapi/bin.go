package mediaapi

import (
	"context"

	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
	"lectern/internal/workflow/recordings"
)

type deleteRecordingsIn struct{ Body WireAssets }

// DeleteRecordings deletes recordings; they can be restored for a day.
func (a *API) DeleteRecordings(ctx context.Context, who access.Actor, in *deleteRecordingsIn) (WireShown, error) {
	result, err := a.Recordings.Delete(ctx, who, in.Body.Assets)
	return toWireShown(ctx, result), err
}

// RestoreRecordings puts deleted and replaced recordings back.
func (a *API) RestoreRecordings(ctx context.Context, who access.Actor, in *deleteRecordingsIn) (WireShown, error) {
	result, err := a.Recordings.Restore(ctx, who, in.Body.Assets)
	return toWireShown(ctx, result), err
}

type listBinIn struct {
	Skip int `query:"skip" minimum:"0" maximum:"1000000" doc:"Number to skip before the page."`
	Size int `query:"size" minimum:"1" maximum:"100" default:"20"`
}

type wireRemoved struct {
	Kind       string `json:"kind" enum:"deleted,replaced,lesson" doc:"A deleted or a replaced recording, or a deleted lesson with all it has."`
	ID         string `json:"id" doc:"Of the recording or lesson."`
	File       string `json:"file" doc:"Of a recording; empty for a lesson."`
	Title      string `json:"title" doc:"Of the lesson; empty if it has none."`
	TitleEn    string `json:"titleEn"`
	Code       string `json:"code" doc:"Of the course; empty if it has none."`
	By         string `json:"by" doc:"Who deleted or replaced it; empty if unknown."`
	At         string `json:"at" doc:"When, RFC 3339."`
	Until      string `json:"until" doc:"Until when it can be put back, RFC 3339."`
	ReplacedBy string `json:"replacedBy" doc:"The file that replaced it, or empty."`
	Plays      string `json:"plays" doc:"The file that its lesson plays now and that putting it back replaces; empty: none."`
}

type WireBin struct {
	Removed []wireRemoved `json:"removed" doc:"The latest first."`
	Total   int           `json:"total" doc:"On all pages."`
}

// ListBin lists recordings and lessons that can be put back.
func (a *API) ListBin(ctx context.Context, who access.Actor, in *listBinIn) (WireBin, error) {
	list, total, err := a.Recordings.Bin(ctx, who, in.Skip, in.Size)
	return WireBin{Total: total, Removed: wire.Each(list, func(r recordings.Removed) wireRemoved {
		return wireRemoved{
			Kind: string(r.Kind), ID: r.ID, File: r.File, Title: r.Title, TitleEn: r.TitleEn, Code: r.Code, By: r.By,
			At: wire.Instant(r.At), Until: wire.Instant(r.Until), ReplacedBy: r.ReplacedBy, Plays: r.Plays,
		}
	})}, err
}

type getPlaceIn struct {
	Lesson string `query:"lesson" maxLength:"64"`
	Class  string `query:"class" maxLength:"80" doc:"Instead of a lesson: the lesson with its recording."`
}

type WireRecordingPlace struct {
	Lesson    string  `json:"lesson" doc:"Id; empty if the class has none yet."`
	Course    string  `json:"course" doc:"Id."`
	Class     string  `json:"class" doc:"The class that the lesson records, or empty."`
	Title     string  `json:"title"`
	TitleEn   string  `json:"titleEn"`
	Published bool    `json:"published" doc:"Students see what is assigned to it at once."`
	Asset     string  `json:"asset" doc:"Id of the recording that it plays; empty: none."`
	File      string  `json:"file" doc:"Of the recording."`
	Duration  float64 `json:"duration" doc:"In seconds."`
	Watched   int     `json:"watched" doc:"Students who have watched some of the recording."`
}

// GetPlace says what a lesson or class plays, before a recording is assigned to it.
func (a *API) GetPlace(ctx context.Context, who access.Actor, in *getPlaceIn) (WireRecordingPlace, error) {
	p, err := a.Recordings.Place(ctx, who, in.Lesson, in.Class)
	return WireRecordingPlace{
		Lesson: p.Lesson, Course: p.Course, Class: p.Class, Title: p.Title, TitleEn: p.TitleEn, Published: p.Published,
		Asset: p.Asset, File: p.File, Duration: p.Duration.Seconds(), Watched: p.Watched,
	}, err
}
