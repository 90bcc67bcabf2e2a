package httpapi

import (
	"context"

	"lectern/internal/access"
	"lectern/internal/httpapi/wire"
	"lectern/internal/media"
)

// maxCaptionDraft is how large a draft may be on the wire: JSON around what may be stored.
const maxCaptionDraft = 2 * media.MaxCaptions

// wireCaptions are captions in one language, as staff work on them.
type wireCaptions struct {
	Language  string    `json:"language"`
	Published bool      `json:"published" doc:"There are some that students see."`
	Draft     bool      `json:"draft" doc:"There are some that they do not see yet."`
	Version   int64     `json:"version" doc:"Of the draft; 0 when there is none. To be sent back when it is saved."`
	Origin    string    `json:"origin" enum:",edited,transcribed,other_length" doc:"How the draft came to be; empty when there is none."`
	By        string    `json:"by" doc:"Who saved the draft last; empty: the server."`
	At        string    `json:"at" doc:"When; empty when there is no draft."`
	Cues      []wireCue `json:"cues" doc:"Of the draft, else of what is published; empty in a list."`
}

type wireCue struct {
	Start    float64 `json:"start" minimum:"0" doc:"In seconds."`
	End      float64 `json:"end" minimum:"0"`
	Text     string  `json:"text" maxLength:"4000"`
	Settings string  `json:"settings,omitempty" maxLength:"200" doc:"Where it stands in the picture, as WebVTT writes it."`
}

func toWireCaptions(c media.Captions) wireCaptions {
	return wireCaptions{
		Language: c.Language, Published: c.Published, Draft: c.Draft, Version: c.Version, Origin: c.Origin, By: c.By, At: wire.MaybeInstant(c.At),
		Cues: wire.Each(c.Cues, func(cue media.Cue) wireCue {
			return wireCue{cue.Start.Seconds(), cue.End.Seconds(), cue.Text, cue.Settings}
		}),
	}
}

func (a *api) listCaptions(ctx context.Context, who access.Actor, in *assetIn) ([]wireCaptions, error) {
	list, err := a.Media.ListCaptions(ctx, who, in.Asset)
	return wire.Each(list, toWireCaptions), err
}

func (a *api) getCaptionDraft(ctx context.Context, who access.Actor, in *captionsIn) (wireCaptions, error) {
	draft, err := a.Media.CaptionDraft(ctx, who, in.Asset, in.Language)
	return toWireCaptions(draft), err
}

type saveCaptionDraftIn struct {
	Asset    string `path:"asset" maxLength:"64"`
	Language string `path:"language" maxLength:"32"`
	Body     struct {
		Version int64     `json:"version" minimum:"0" doc:"Which version it was made from; 0 when there was no draft."`
		Cues    []wireCue `json:"cues" maxItems:"20000"`
	}
}

type wireVersion struct {
	Version int64 `json:"version"`
}

func (a *api) saveCaptionDraft(ctx context.Context, who access.Actor, in *saveCaptionDraftIn) (wireVersion, error) {
	cues := wire.Each(in.Body.Cues, func(c wireCue) media.Cue {
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

func (a *api) dropCaptionDraft(ctx context.Context, who access.Actor, in *dropCaptionDraftIn) (bool, error) {
	return true, a.Media.DropCaptionDraft(ctx, who, in.Asset, in.Language, in.Version)
}

type publishCaptionDraftIn struct {
	Asset    string `path:"asset" maxLength:"64"`
	Language string `path:"language" maxLength:"32"`
	Body     wireVersion
}

func (a *api) publishCaptionDraft(ctx context.Context, who access.Actor, in *publishCaptionDraftIn) (bool, error) {
	return true, a.Media.PublishCaptionDraft(ctx, who, in.Asset, in.Language, in.Body.Version)
}
