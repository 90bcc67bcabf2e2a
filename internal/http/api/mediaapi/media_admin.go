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

// WireAsset is a recording, with reasons in the caller's language.
type WireAsset struct {
	media.Asset
	Reason     string          `json:"reason" doc:"Why it failed, in the caller's language; empty otherwise."`
	Renditions []wireRendition `json:"renditions" doc:"Heights that it plays in or will play in, lowest first; empty if it was prepared elsewhere."`
}

type wireRendition struct {
	media.Rendition
	Reason string `json:"reason" doc:"Why it failed or what it waits for, in the caller's language; empty otherwise."`
}

type listMediaIn struct {
	ID        string `query:"id" maxLength:"64" doc:"Only the recording with this id."`
	State     string `query:"state" enum:"waiting,preparing,underway,ready,failed,cancelled" doc:"underway: waiting or preparing."`
	Lesson    string `query:"lesson" maxLength:"64"`
	Course    string `query:"course" maxLength:"64"`
	Unmatched bool   `query:"unmatched" doc:"Only recordings without a lesson."`
	Hidden    bool   `query:"hidden" doc:"Only recordings that would play if their lesson were published."`
	Search    string `query:"search" maxLength:"100" doc:"Words that must all occur in the title, a file name, the course, the group or the room."`
	After     string `query:"after" maxLength:"64" doc:"The last id of the previous page."`
	Skip      int    `query:"skip" minimum:"0" maximum:"1000000" doc:"Number to skip before the page."`
	Size      int    `query:"size" minimum:"1" maximum:"200" default:"50"`
}

func (a *API) ListMedia(ctx context.Context, who access.Actor, in *listMediaIn) ([]WireAsset, error) {
	list, err := a.Media.Assets(ctx, who, media.Filter{
		ID: in.ID, State: media.State(in.State), Lesson: in.Lesson, Course: in.Course, Unmatched: in.Unmatched,
		Hidden: in.Hidden, Search: in.Search, After: in.After, Skip: in.Skip, Limit: in.Size,
	})
	return wire.Each(list, func(m media.Asset) WireAsset { return toWireAsset(ctx, &m) }), err
}

func toWireAsset(ctx context.Context, m *media.Asset) WireAsset {
	return WireAsset{
		Asset: *m, Reason: wire.Sentence(ctx, m.Reason),
		Renditions: wire.Each(m.Renditions, func(r media.Rendition) wireRendition {
			return wireRendition{r, wire.Sentence(ctx, r.Reason)}
		}),
	}
}

type countMediaIn struct {
	Course string `query:"course" maxLength:"64"`
	Search string `query:"search" maxLength:"100" doc:"As for the list."`
}

// CountMedia returns the length of the list, in total and filtered.
func (a *API) CountMedia(ctx context.Context, who access.Actor, in *countMediaIn) (media.Counts, error) {
	return a.Media.Count(ctx, who, media.Filter{Course: in.Course, Search: in.Search})
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
	return true, a.Media.DeleteLater(ctx, who, in.Asset)
}

type putChaptersIn struct {
	Asset string `path:"asset" maxLength:"64"`
	Body  struct {
		Chapters []wireNewChapter `json:"chapters" maxItems:"200"`
	}
}

type wireNewChapter struct {
	Start   float64 `json:"start" minimum:"0" doc:"In seconds."`
	End     float64 `json:"end,omitempty" minimum:"0" doc:"Default: the start of the next one."`
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

// duration converts seconds. Longer than a week becomes a week, which is refused later.
func duration(seconds float64) time.Duration {
	return time.Duration(math.Min(seconds, 7*24*3600) * float64(time.Second)).Round(time.Millisecond)
}

// CaptionTypes are the content types that programs send for WebVTT and SRT, often generic ones.
var CaptionTypes = []string{"text/vtt", "application/x-subrip", "text/plain", "application/octet-stream"}

// PutCaptions reads the raw file, because it detects the encoding itself.
func (a *API) PutCaptions(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		server.Fail(w, r, wire.TooLong(err, "media.captions_too_large"))
		return
	}
	cues, err := a.Media.PutCaptions(ctx, server.ActorOf(ctx), r.PathValue("asset"), r.PathValue("language"),
		r.URL.Query().Get("label"), raw)
	wire.Answer(w, r, WireCues{cues}, err)
}

// WireCues is the number of cues found in a file.
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

// Attach stores the first file of a multipart form.
func (a *API) Attach(w http.ResponseWriter, r *http.Request) {
	wire.AllowLongUpload(w)
	part, err := wire.FirstFile(r, "media.attachment_too_large")
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	made, err := a.Media.Attach(r.Context(), server.ActorOf(r.Context()), r.PathValue("lesson"), part.FileName(), part)
	wire.Answer(w, r, wire.Attachment{Attachment: made}, err)
}

type attachmentIn struct {
	Attachment string `path:"attachment" maxLength:"64"`
}

func (a *API) Detach(ctx context.Context, who access.Actor, in *attachmentIn) (bool, error) {
	return true, a.Media.Detach(ctx, who, in.Attachment)
}
