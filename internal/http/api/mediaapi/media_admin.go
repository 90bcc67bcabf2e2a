package mediaapi

import (
	"context"
	"io"
	"math"
	"net/http"
	"time"

	"lectern/internal/feature/media"
	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
)

type WireAsset struct {
	ID         string          `json:"id"`
	Lesson     string          `json:"lesson" doc:"Id of the lesson; empty when it has none."`
	Title      string          `json:"title" doc:"Of the lesson."`
	TitleEn    string          `json:"titleEn"`
	Course     string          `json:"course"`
	Code       string          `json:"code" doc:"Of the course."`
	Group      string          `json:"group" doc:"Id of the group that the lesson is for; empty: all of the course."`
	GroupCode  string          `json:"groupCode"`
	Class      string          `json:"class" doc:"The class that the lesson records; empty: none."`
	Published  bool            `json:"published" doc:"Students see the lesson."`
	Preview    bool            `json:"preview" doc:"Visitors see it too."`
	State      string          `json:"state" enum:"waiting,preparing,ready,failed,cancelled"`
	Percent    int             `json:"percent"`
	Reason     string          `json:"reason" doc:"Why it failed, in the caller's language; empty otherwise."`
	File       string          `json:"file"`
	Files      []string        `json:"files" doc:"Of a recording that is joined of several, in their order; empty otherwise."`
	Size       int64           `json:"size"`
	Duration   float64         `json:"duration" doc:"In seconds; 0 while nobody knows."`
	Width      int             `json:"width"`
	Height     int             `json:"height"`
	Current    bool            `json:"current" doc:"The one that its lesson plays."`
	Publish    bool            `json:"publish" doc:"Its lesson is published when it is ready."`
	Silent     bool            `json:"silent" doc:"It is prepared, and has no sound."`
	Blank      bool            `json:"blank" doc:"It is prepared, and has no picture."`
	Renditions []wireRendition `json:"renditions" doc:"The heights that it plays in or will play in, the lowest first; empty for one that was prepared elsewhere."`
	Modified   int64           `json:"modified" doc:"When its file was last written, in milliseconds since 1970; 0: not known."`
	Created    string          `json:"created"`
	Updated    string          `json:"updated"`
}

type wireRendition struct {
	Height  int    `json:"height"`
	State   string `json:"state" enum:"waiting,preparing,ready,failed,cancelled"`
	Percent int    `json:"percent"`
	Reason  string `json:"reason" doc:"Why it failed or what it waits for, in the caller's language; empty otherwise."`
}

type listMediaIn struct {
	ID        string `query:"id" maxLength:"64" doc:"Only the recording of this id."`
	State     string `query:"state" enum:"waiting,preparing,underway,ready,failed,cancelled" doc:"underway: waiting or preparing."`
	Lesson    string `query:"lesson" maxLength:"64"`
	Course    string `query:"course" maxLength:"64"`
	Unmatched bool   `query:"unmatched" doc:"Only recordings that belong to no lesson yet."`
	Hidden    bool   `query:"hidden" doc:"Only recordings that would play if their lesson were published."`
	Search    string `query:"search" maxLength:"100" doc:"Words, each of which stands in the title, the name of a file, the course, the group or the room."`
	After     string `query:"after" maxLength:"64" doc:"The last id of the page before."`
	Skip      int    `query:"skip" minimum:"0" maximum:"1000000" doc:"How many are left out before the page."`
	Size      int    `query:"size" minimum:"1" maximum:"200" default:"50"`
}

func (a *API) ListMedia(ctx context.Context, who access.Actor, in *listMediaIn) ([]WireAsset, error) {
	list, err := a.Media.Assets(ctx, who, media.Filter{
		ID: in.ID, State: media.State(in.State), Lesson: in.Lesson, Course: in.Course, Unmatched: in.Unmatched, Hidden: in.Hidden, Search: in.Search, After: in.After, Skip: in.Skip, Limit: in.Size,
	})
	return wire.Each(list, func(m media.Asset) WireAsset { return toWireAsset(ctx, &m) }), err
}

func toWireAsset(ctx context.Context, m *media.Asset) WireAsset {
	return WireAsset{
		ID: m.ID, Lesson: m.Lesson, Title: m.Title, TitleEn: m.TitleEn, Course: m.Course, Code: m.Code, State: string(m.State), Percent: m.Percent,
		Group: m.Group, GroupCode: m.GroupCode, Class: m.Class, Published: m.Published, Preview: m.Preview,
		Reason: wire.Sentence(ctx, m.Reason), File: m.File, Files: append([]string{}, m.Files...), Size: m.Size, Duration: m.Duration.Seconds(), Width: m.Width, Height: m.Height,
		Renditions: wire.Each(m.Renditions, func(r media.Rendition) wireRendition {
			return wireRendition{Height: r.Height, State: string(r.State), Percent: r.Percent, Reason: wire.Sentence(ctx, r.Reason)}
		}),
		Current: m.Current, Publish: m.Publish, Silent: m.Silent, Blank: m.Blank, Modified: m.Modified, Created: wire.Instant(m.Created), Updated: wire.Instant(m.Updated),
	}
}

type countMediaIn struct {
	Course string `query:"course" maxLength:"64"`
	Search string `query:"search" maxLength:"100" doc:"As for the list."`
}

type wireMediaCounts struct {
	All       int `json:"all"`
	UnderWay  int `json:"underway" doc:"Waiting or being prepared."`
	Ready     int `json:"ready"`
	Hidden    int `json:"hidden" doc:"Of all, those that would play if their lesson were published."`
	Failed    int `json:"failed"`
	Cancelled int `json:"cancelled"`
	Unmatched int `json:"unmatched" doc:"Of all, those that belong to no lesson yet."`
}

// CountMedia tells how long the list is, as a whole and narrowed down.
func (a *API) CountMedia(ctx context.Context, who access.Actor, in *countMediaIn) (wireMediaCounts, error) {
	n, err := a.Media.Count(ctx, who, media.Filter{Course: in.Course, Search: in.Search})
	return wireMediaCounts(n), err
}

type assetIn struct {
	Asset string `path:"asset" maxLength:"64"`
}

func (a *API) RetryMedia(ctx context.Context, who access.Actor, in *assetIn) (bool, error) {
	return true, a.Media.Retry(ctx, who, in.Asset)
}

func (a *API) CancelMedia(ctx context.Context, who access.Actor, in *assetIn) (bool, error) {
	return true, a.Media.Cancel(ctx, who, in.Asset)
}

func (a *API) DeleteMedia(ctx context.Context, who access.Actor, in *assetIn) (bool, error) {
	return true, a.Media.Delete(ctx, who, in.Asset)
}

type putChaptersIn struct {
	Asset string `path:"asset" maxLength:"64"`
	Body  struct {
		Chapters []wireNewChapter `json:"chapters" maxItems:"200"`
	}
}

type wireNewChapter struct {
	Start   float64 `json:"start" minimum:"0" doc:"In seconds."`
	End     float64 `json:"end,omitempty" minimum:"0" doc:"Where the next begins, when missing."`
	Title   string  `json:"title" minLength:"1" maxLength:"200"`
	TitleEn string  `json:"titleEn,omitempty" maxLength:"200"`
}

func (a *API) PutChapters(ctx context.Context, who access.Actor, in *putChaptersIn) (bool, error) {
	list := make([]media.Chapter, 0, len(in.Body.Chapters))
	for _, c := range in.Body.Chapters {
		list = append(list, media.Chapter{Start: duration(c.Start), End: duration(c.End), Title: c.Title, TitleEn: c.TitleEn})
	}
	return true, a.Media.PutChapters(ctx, who, in.Asset, list)
}

// duration of seconds; what no recording can last is cut to a week, which is refused further on.
func duration(seconds float64) time.Duration {
	return time.Duration(math.Min(seconds, 7*24*3600) * float64(time.Second)).Round(time.Millisecond)
}

// CaptionTypes are what programs call WebVTT and SRT, which is often nothing in particular.
var CaptionTypes = []string{"text/vtt", "application/x-subrip", "text/plain", "application/octet-stream"}

// PutCaptions reads the file as it is: its encoding is looked at, not believed.
func (a *API) PutCaptions(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		server.Fail(w, r, wire.TooLong(err, "media.captions_too_large"))
		return
	}
	cues, err := a.Media.PutCaptions(ctx, server.ActorOf(ctx), r.PathValue("asset"), r.PathValue("language"), r.URL.Query().Get("label"), raw)
	wire.Answer(w, r, WireCues{cues}, err)
}

// WireCues is how many lines of dialogue were found in a file.
type WireCues struct {
	Cues int `json:"cues"`
}

type captionsIn struct {
	Asset    string `path:"asset" maxLength:"64"`
	Language string `path:"language" maxLength:"32"`
}

func (a *API) DeleteCaptions(ctx context.Context, who access.Actor, in *captionsIn) (bool, error) {
	return true, a.Media.RemoveCaptions(ctx, who, in.Asset, in.Language)
}

// Attach reads the first file of a multipart form.
func (a *API) Attach(w http.ResponseWriter, r *http.Request) {
	wire.AllowLongUpload(w)
	part, err := wire.FirstFile(r, "media.attachment_too_large")
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	made, err := a.Media.Attach(r.Context(), server.ActorOf(r.Context()), r.PathValue("lesson"), part.FileName(), part)
	wire.Answer(w, r, wire.Attachment{ID: made.ID, Name: made.Name, Size: made.Size, Type: made.Type}, err)
}

type attachmentIn struct {
	Attachment string `path:"attachment" maxLength:"64"`
}

func (a *API) Detach(ctx context.Context, who access.Actor, in *attachmentIn) (bool, error) {
	return true, a.Media.Detach(ctx, who, in.Attachment)
}
