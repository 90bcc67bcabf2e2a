package courseapi

import (
	"context"
	"time"

	"lectern/internal/feature/media"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
)

// WireMedia is what a lesson plays. Its addresses expire and only work in this session.
type WireMedia struct {
	_        struct{}        `nullable:"true"` // huma: nullable wherever it is used
	Duration time.Duration   `json:"duration" doc:"In seconds."`
	Playlist string          `json:"playlist" doc:"HLS, or empty."`
	Audio    string          `json:"audio" doc:"HLS with sound only, or empty."`
	Original string          `json:"original" doc:"The original file, if there is no HLS."`
	Poster   string          `json:"poster"`
	Sprite   string          `json:"sprite" doc:"WebVTT whose cues are parts of a picture, for scrubbing."`
	Captions []wireCaption   `json:"captions"`
	Chapters []media.Chapter `json:"chapters"`
	Expires  time.Time       `json:"expires" format:"date-time"`
}

type wireCaption struct {
	Language string `json:"language"`
	Label    string `json:"label"`
	URL      string `json:"url"`
	Default  bool   `json:"default"`
}

// mediaState is the state of a lesson's recording.
type mediaState struct {
	State   string // ready, processing, failed, none
	Percent int    // of the preparation
	Reason  string // of the failure, in the caller's language
}

// Playback returns what a lesson plays to a caller who may watch it.
func (a *API) Playback(ctx context.Context, who access.Actor, lesson string) (*WireMedia, mediaState, error) {
	p, err := a.Media.Playback(ctx, who, lesson)
	if err != nil {
		return nil, mediaState{}, err
	}
	state := mediaState{State: p.State, Percent: p.Percent, Reason: wire.Sentence(ctx, p.Reason)}
	if p.State != media.PlaysReady {
		return nil, state, nil
	}
	at := func(there bool, path string) string {
		if !there {
			return ""
		}
		return "/media/" + p.Ticket + "/" + path
	}
	out := &WireMedia{
		Duration: p.Duration, Playlist: at(p.HLS, "master.m3u8"), Audio: at(p.Audio, "audio.m3u8"),
		Original: at(!p.HLS, "original.mp4"), Poster: at(p.Poster, "poster.jpg"), Sprite: at(p.Sprite, "sprite.vtt"),
		Expires: p.Expires, Captions: []wireCaption{}, Chapters: p.Chapters,
	}
	for i, c := range p.Captions {
		out.Captions = append(out.Captions,
			wireCaption{Language: c.Language, Label: c.Label, URL: at(true, "captions/"+c.Language+".vtt"), Default: i == 0})
	}
	return out, state, nil
}

// Attachments returns the files of a lesson, for a caller who may watch it.
func (a *API) Attachments(ctx context.Context, who access.Actor, lesson string) ([]wire.Attachment, error) {
	list, ticket, err := a.Media.Attachments(ctx, who, lesson)
	return wire.Each(list, func(f media.Attachment) wire.Attachment {
		return wire.Attachment{Attachment: f, URL: "/media/" + ticket + "/attachments/" + f.ID}
	}), err
}
