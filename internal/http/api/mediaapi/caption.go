package mediaapi

import (
	"context"

	"lectern/internal/feature/media"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
)

// MaxCaptionDraft is how large a draft may be on the wire: JSON around what may be stored.
const MaxCaptionDraft = 2 * media.MaxCaptions

// WireCaptions are captions in one language, as staff work on them.
type WireCaptions struct {
	Language  string    `json:"language"`
	Published bool      `json:"published" doc:"There are some that students see."`
	Draft     bool      `json:"draft" doc:"There are some that they do not see yet."`
	Version   int64     `json:"version" doc:"Of the draft; 0 when there is none. To be sent back when it is saved."`
	Origin    string    `json:"origin" enum:",edited,transcribed,other_length" doc:"How the draft came to be; empty when there is none."`
	By        string    `json:"by" doc:"Who saved the draft last; empty: the server."`
	At        string    `json:"at" doc:"When; empty when there is no draft."`
	Cues      []WireCue `json:"cues" doc:"Of the draft, else of what is published; empty in a list."`
}

type WireCue struct {
	Start    float64 `json:"start" minimum:"0" doc:"In seconds."`
	End      float64 `json:"end" minimum:"0"`
	Text     string  `json:"text" maxLength:"4000"`
	Settings string  `json:"settings,omitempty" maxLength:"200" doc:"Where it stands in the picture, as WebVTT writes it."`
}

func toWireCaptions(c media.Captions) WireCaptions {
	return WireCaptions{
		Language: c.Language, Published: c.Published, Draft: c.Draft, Version: c.Version, Origin: c.Origin, By: c.By, At: wire.MaybeInstant(c.At),
		Cues: wire.Each(c.Cues, func(cue media.Cue) WireCue {
			return WireCue{cue.Start.Seconds(), cue.End.Seconds(), cue.Text, cue.Settings}
		}),
	}
}

func (a *API) ListCaptions(ctx context.Context, who access.Actor, in *assetIn) ([]WireCaptions, error) {
	list, err := a.Media.ListCaptions(ctx, who, in.Asset)
	return wire.Each(list, toWireCaptions), err
}

func (a *API) GetCaptionDraft(ctx context.Context, who access.Actor, in *captionsIn) (WireCaptions, error) {
	draft, err := a.Media.CaptionDraft(ctx, who, in.Asset, in.Language)
	return toWireCaptions(draft), err
}

type saveCaptionDraftIn struct {
	Asset    string `path:"asset" maxLength:"64"`
	Language string `path:"language" maxLength:"32"`
	Body     struct {
		Version int64     `json:"version" minimum:"0" doc:"Which version it was made from; 0 when there was no draft."`
		Cues    []WireCue `json:"cues" maxItems:"20000"`
	}
}

type wireVersion struct {
	Version int64 `json:"version"`
}

func (a *API) SaveCaptionDraft(ctx context.Context, who access.Actor, in *saveCaptionDraftIn) (wireVersion, error) {
	cues := wire.Each(in.Body.Cues, func(c WireCue) media.Cue {
		return media.Cue{Start: duration(c.Start), End: duration(c.End), Text: c.Text, Settings: c.Settings}
	})
	version, err := a.Media.SaveCaptionDraft(ctx, who, in.Asset, in.Language, in.Body.Version, cues)
	return wireVersion{version}, err
}

type dropCaptionDraftIn struct {
	Asset    string `path:"asset" maxLength:"64"`
	Language string `path:"language" maxLength:"32"`
	Version  int64  `query:"version" required:"true" minimum:"0"`
}

func (a *API) DropCaptionDraft(ctx context.Context, who access.Actor, in *dropCaptionDraftIn) (bool, error) {
	return true, a.Media.DropCaptionDraft(ctx, who, in.Asset, in.Language, in.Version)
}

type publishCaptionDraftIn struct {
	Asset    string `path:"asset" maxLength:"64"`
	Language string `path:"language" maxLength:"32"`
	Body     wireVersion
}

func (a *API) PublishCaptionDraft(ctx context.Context, who access.Actor, in *publishCaptionDraftIn) (bool, error) {
	return true, a.Media.PublishCaptionDraft(ctx, who, in.Asset, in.Language, in.Body.Version)
}
