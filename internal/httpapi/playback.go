package httpapi

import (
	"context"

	"lectern/internal/access"
)

// wireMedia is what a lesson plays. Every address in it is good until it expires, and for this session alone.
type wireMedia struct {
	Duration    float64          `json:"duration" doc:"In seconds."`
	Playlist    string           `json:"playlist" doc:"HLS; empty when there is none."`
	Audio       string           `json:"audio" doc:"HLS without the picture; empty when there is none."`
	Original    string           `json:"original" doc:"The file as it was given, when there is no HLS."`
	Poster      string           `json:"poster"`
	Sprite      string           `json:"sprite" doc:"WebVTT whose cues are parts of a picture, for scrubbing."`
	Captions    []wireCaption    `json:"captions"`
	Chapters    []wireChapter    `json:"chapters"`
	Attachments []wireAttachment `json:"attachments"`
	Expires     string           `json:"expires" format:"date-time"`
}

type wireCaption struct {
	Language string `json:"language"`
	Label    string `json:"label"`
	URL      string `json:"url"`
	Default  bool   `json:"default"`
}

type wireChapter struct {
	Start   float64 `json:"start"`
	End     float64 `json:"end"`
	Title   string  `json:"title"`
	TitleEn string  `json:"titleEn"`
}

type wireAttachment struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Size int64  `json:"size"`
	Type string `json:"type"`
	URL  string `json:"url"`
}

// mediaState is what is becoming of a lesson's recording.
type mediaState struct {
	State   string // ready, processing, failed, none
	Percent int    // of the preparing
	Reason  string // why it failed, in the caller's language
}

// playback says what a lesson plays to somebody who may watch it.
func (a *api) playback(ctx context.Context, who access.Actor, lesson string) (*wireMedia, mediaState, error) {
	if a.play == nil {
		return nil, mediaState{State: "none"}, nil
	}
	return a.play(ctx, who, lesson)
}
