package mediaapi

import (
	"context"

	"lectern/internal/feature/media"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
)

// MaxCaptionDraft is the largest draft as JSON, which is longer than what is stored.
const MaxCaptionDraft = 2 * media.MaxCaptions

type WireCue struct {
	Start    float64 `json:"start" minimum:"0" doc:"In seconds."`
	End      float64 `json:"end" minimum:"0"`
	Text     string  `json:"text" maxLength:"4000"`
	Settings string  `json:"settings,omitempty" maxLength:"200" doc:"Position in the picture, in WebVTT syntax."`
}

func (a *API) ListCaptions(ctx context.Context, who access.Actor, in *assetIn) ([]media.Captions, error) {
	return a.Media.ListCaptions(ctx, who, in.Asset)
}

func (a *API) GetCaptionDraft(ctx context.Context, who access.Actor, in *captionsIn) (media.Captions, error) {
	return a.Media.CaptionDraft(ctx, who, in.Asset, in.Language)
}

type saveCaptionDraftIn struct {
	Asset    string `path:"asset" maxLength:"64"`
	Language string `path:"language" maxLength:"32"`
	Body     struct {
		Version int64     `json:"version" minimum:"0" doc:"The version it is based on; 0 if there was no draft."`
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
