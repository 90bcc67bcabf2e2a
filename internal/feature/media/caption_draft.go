package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"lectern/internal/feature/media/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// The origins of a caption draft.
const (
	DraftEdited      = "edited"
	DraftTranscribed = "transcribed"
	DraftOtherLength = "other_length" // copied from a replaced recording of another length
)

// Captions are a recording's captions in one language as staff edit them.
type Captions struct {
	Language  string `json:"language"`
	Published bool   `json:"published" doc:"There are some that students see."`
	// if so, Version and the following fields are the draft's
	Draft   bool      `json:"draft" doc:"There are some that they do not see yet."`
	Version int64     `json:"version" doc:"Of the draft; 0 when there is none. To be sent back when it is saved."`
	Origin  string    `json:"origin" enum:",edited,transcribed,other_length" doc:"How the draft came to be; empty when there is none."`
	By      string    `json:"by" doc:"Who saved the draft last; empty: the server."`
	At      time.Time `json:"at" doc:"When; empty when there is no draft."`
	Cues    []Cue     `json:"cues" doc:"Of the draft, else of what is published; empty in a list."`
}

// A Cue is one line of dialogue.
type Cue struct {
	Start    time.Duration `json:"start" minimum:"0" doc:"In seconds."`
	End      time.Duration `json:"end" minimum:"0"`
	Text     string        `json:"text" maxLength:"4000"`
	Settings string        `json:"settings,omitempty" maxLength:"200" doc:"Position in the picture, in WebVTT syntax."`
}

// maxCueText limits the characters of a cue.
const maxCueText = 1000

// ListCaptions lists the languages in which a recording has captions or caption drafts. Staff only.
func (s *Service) ListCaptions(ctx context.Context, who access.Actor, asset string) (list []Captions, err error) {
	if err := access.Recordings.Check(who); err != nil {
		return nil, err
	}
	err = s.o.DB.Read(ctx, func(q sqldb.Querier) error {
		list = nil
		if _, err := db.New(q).SelectAsset(ctx, asset); err != nil {
			return sqldb.Missing(err, "media.no_asset")
		}
		published, err := db.New(q).SelectCaptions(ctx, asset)
		if err != nil {
			return fmt.Errorf("list captions: %w", err)
		}
		for _, c := range published {
			list = append(list, Captions{Language: c.Language, Published: true})
		}
		drafts, err := db.New(q).SelectCaptionDrafts(ctx, asset)
		if err != nil {
			return fmt.Errorf("list drafts: %w", err)
		}
		for _, d := range drafts {
			at := slices.IndexFunc(list, func(c Captions) bool { return c.Language == d.Language })
			if at < 0 {
				at, list = len(list), append(list, Captions{Language: d.Language})
			}
			c := &list[at]
			c.Draft, c.Version, c.Origin, c.By, c.At = true, d.Version, d.Origin, d.Name, time.UnixMilli(d.UpdatedAt)
		}
		return nil
	})
	return list, err
}

// CaptionDraft returns the caption draft of a language, or the published captions as version 0, or no cues. Staff only.
func (s *Service) CaptionDraft(
	ctx context.Context, who access.Actor, asset, language string,
) (out Captions, err error) {
	if err := checkCaptions(who, language); err != nil {
		return Captions{}, err
	}
	err = s.o.DB.Read(ctx, func(q sqldb.Querier) error {
		if _, err := db.New(q).SelectAsset(ctx, asset); err != nil {
			return sqldb.Missing(err, "media.no_asset")
		}
		out = Captions{Language: language}
		published, err := db.New(q).SelectCaption(ctx, db.SelectCaptionParams{AssetID: asset, Language: language})
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("read captions: %w", err)
		}
		out.Published = err == nil
		out.Cues = readCues(published)
		d, err := db.New(q).SelectCaptionDraft(ctx, db.SelectCaptionDraftParams{AssetID: asset, Language: language})
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read a draft: %w", err)
		}
		out.Draft, out.Version, out.Origin, out.By, out.At = true, d.Version, d.Origin, d.Name, time.UnixMilli(d.UpdatedAt)
		out.Cues = readCues(d.Text)
		return nil
	})
	return out, err
}

func checkCaptions(who access.Actor, language string) error {
	if err := access.Recordings.Check(who); err != nil {
		return err
	}
	if !languagePattern.MatchString(language) || len(language) > 32 {
		return fault.New(fault.Invalid, "media.language", "language", CleanName(language))
	}
	return nil
}

// SaveCaptionDraft stores a caption draft and returns its version. version is the one it was edited from, 0 for a new
// draft. If someone else has saved since, nothing is written: media.captions_stale. media.cue_time and media.cue_text
// name the cue by its number from 1. Staff only.
func (s *Service) SaveCaptionDraft(
	ctx context.Context, who access.Actor, asset, language string, version int64, cues []Cue,
) (int64, error) {
	if err := checkCaptions(who, language); err != nil {
		return 0, err
	}
	text, err := writeCues(cues)
	if err != nil {
		return 0, err
	}
	err = s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		if _, err := db.New(q).SelectAsset(ctx, asset); err != nil {
			return sqldb.Missing(err, "media.no_asset")
		}
		n, err := saveDraft(ctx, q, who, asset, language, version, text, s.ms())
		if err != nil {
			return fmt.Errorf("save a draft: %w", err)
		}
		if n == 0 {
			return fault.New(fault.Conflict, "media.captions_stale")
		}
		return nil
	})
	return version + 1, err
}

func saveDraft(ctx context.Context, q sqldb.Querier, who access.Actor, asset, language string, version int64,
	text string, at int64,
) (int64, error) {
	if version == 0 {
		return db.New(q).InsertCaptionDraft(ctx, db.InsertCaptionDraftParams{
			AssetID: asset, Language: language, Text: text, Origin: DraftEdited, AccountID: who.Account, UpdatedAt: at,
		})
	}
	return db.New(q).UpdateCaptionDraft(ctx, db.UpdateCaptionDraftParams{
		Asset: asset, Language: language, Version: version, Text: text, Account: who.Account, At: at,
	})
}

// PublishCaptionDraft publishes the draft if it still has the version that the caller saw: media.captions_stale. It may
// also be media.no_captions, or media.captions_unreadable without a cue. Staff only.
func (s *Service) PublishCaptionDraft(
	ctx context.Context, who access.Actor, asset, language string, version int64,
) error {
	if err := checkCaptions(who, language); err != nil {
		return err
	}
	return s.edit(ctx, who, "media.publish_captions", asset, map[string]any{"language": language}, func(
		q sqldb.Querier,
	) error {
		d, err := db.New(q).SelectCaptionDraft(ctx, db.SelectCaptionDraftParams{AssetID: asset, Language: language})
		if err != nil {
			return sqldb.Missing(err, "media.no_captions")
		}
		if d.Version != version {
			return fault.New(fault.Conflict, "media.captions_stale")
		}
		vtt, cues, err := ParseCaptions([]byte(d.Text))
		if err != nil {
			return err
		}
		if cues == 0 {
			return fault.New(fault.Invalid, "media.captions_unreadable")
		}
		if err := insertCaption(ctx, q, asset, language, labelOf(language), vtt); err != nil {
			return err
		}
		if _, err := db.New(q).DeleteCaptionDraft(ctx,
			db.DeleteCaptionDraftParams{Asset: asset, Language: language, Version: version}); err != nil {
			return fmt.Errorf("end a draft: %w", err)
		}
		return s.indexAsset(ctx, q, asset)
	})
}

// DropCaptionDraft discards the draft if it still has the version that the caller saw: media.captions_stale. A missing
// draft is no error. Staff only.
func (s *Service) DropCaptionDraft(ctx context.Context, who access.Actor, asset, language string, version int64) error {
	if err := checkCaptions(who, language); err != nil {
		return err
	}
	return s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		d, err := db.New(q).SelectCaptionDraft(ctx, db.SelectCaptionDraftParams{AssetID: asset, Language: language})
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("read a draft: %w", err)
		}
		if d.Version != version {
			return fault.New(fault.Conflict, "media.captions_stale")
		}
		if _, err := db.New(q).DeleteCaptionDraft(ctx,
			db.DeleteCaptionDraftParams{Asset: asset, Language: language, Version: version}); err != nil {
			return fmt.Errorf("delete a draft: %w", err)
		}
		return audit.Append(ctx, q, who, audit.Entry{
			At: s.o.Now(), Action: "media.drop_captions", Object: asset,
			After: map[string]any{"language": language},
		})
	})
}

// sameLength is how much two recordings of the same class may differ: cameras and encoders cut at whole seconds.
const sameLength = 2 * time.Second

// keepCaptions copies the captions of a replaced recording to its successor. If their lengths differ, they become
// drafts, so that someone checks the times first.
func (s *Service) keepCaptions(ctx context.Context, q sqldb.Querier, asset db.Asset) error {
	rows := db.New(q)
	old, err := rows.SelectCurrentAsset(ctx, asset.LessonID)
	if errors.Is(err, sql.ErrNoRows) || err == nil && old.ID == asset.ID {
		return nil
	}
	if err != nil {
		return fmt.Errorf("find the recording before: %w", err)
	}
	differs := time.Duration(max(old.DurationMs-asset.DurationMs, asset.DurationMs-old.DurationMs)) * time.Millisecond
	origin := ""
	if differs > sameLength {
		origin = DraftOtherLength
	}
	if err := rows.CopyCaptionDrafts(ctx,
		db.CopyCaptionDraftsParams{ToAsset: asset.ID, FromAsset: old.ID, Origin: origin}); err != nil {
		return fmt.Errorf("keep drafts: %w", err)
	}
	if differs <= sameLength {
		err = rows.CopyCaptions(ctx, db.CopyCaptionsParams{ToAsset: asset.ID, FromAsset: old.ID})
	} else {
		err = rows.CopyCaptionsAsDrafts(ctx, db.CopyCaptionsAsDraftsParams{ToAsset: asset.ID, FromAsset: old.ID, At: s.ms()})
	}
	if err != nil {
		return fmt.Errorf("keep captions: %w", err)
	}
	return nil
}

// readCues reads WebVTT as stored.
func readCues(vtt string) (list []Cue) {
	inside := false
	for text := range strings.Lines(vtt) {
		text = strings.TrimSpace(text)
		from, rest, timed := strings.Cut(text, " --> ")
		switch {
		case text == "":
			inside = false
		case timed:
			to, settings, _ := strings.Cut(rest, " ")
			list, inside = append(list, Cue{Start: clock(from), End: clock(to), Settings: settings}), true
		case inside:
			last := &list[len(list)-1]
			last.Text = strings.TrimPrefix(last.Text+"\n"+unescape.Replace(text), "\n")
		}
	}
	return list
}

// These characters have a meaning in WebVTT.
var (
	escape   = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	unescape = strings.NewReplacer("&amp;", "&", "&lt;", "<", "&gt;", ">")
)

// clock reads a stored time such as 01:02:03.456.
func clock(text string) time.Duration {
	whole, rest, _ := strings.Cut(text, ".")
	var seconds int64
	for part := range strings.SplitSeq(whole, ":") {
		n, _ := strconv.ParseInt(part, 10, 64) // we wrote it, so it is valid
		seconds = seconds*60 + n
	}
	ms, _ := strconv.ParseInt((rest + "000")[:3], 10, 64)
	return time.Duration(seconds)*time.Second + time.Duration(ms)*time.Millisecond
}

// writeCues checks cues and writes them as WebVTT, in order, without empty ones.
func writeCues(cues []Cue) (string, error) {
	if len(cues) > maxCues {
		return "", fault.New(fault.TooLarge, "media.captions_too_large")
	}
	for i, c := range cues {
		cue := strconv.Itoa(i + 1)
		switch {
		case c.Start < 0 || c.End <= c.Start || c.End > longest:
			return "", fault.New(fault.Invalid, "media.cue_time", "cue", cue)
		case utf8.RuneCountInString(c.Text) > maxCueText:
			return "", fault.New(fault.Invalid, "media.cue_text", "cue", cue, "most", strconv.Itoa(maxCueText))
		}
	}
	cues = slices.Clone(cues)
	slices.SortStableFunc(cues, func(a, b Cue) int { return int(a.Start - b.Start) })
	var b strings.Builder
	b.WriteString("WEBVTT\n")
	for _, c := range cues {
		lines := slices.DeleteFunc(strings.Split(decodedLines.Replace(c.Text), "\n"), func(line string) bool {
			return strings.TrimSpace(line) == ""
		})
		if len(lines) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n%s --> %s", clockText(c.Start), clockText(c.End))
		for setting := range strings.FieldsSeq(c.Settings) {
			if settingPattern.MatchString(setting) {
				b.WriteString(" " + setting)
			}
		}
		for _, line := range lines {
			b.WriteString("\n" + escape.Replace(plainArrow(strings.Join(strings.Fields(line), " "))))
		}
		b.WriteString("\n")
	}
	if b.Len() > MaxCaptions {
		return "", fault.New(fault.TooLarge, "media.captions_too_large")
	}
	return b.String(), nil
}

var decodedLines = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "")

// clockText writes a time as 01:02:03.456.
func clockText(d time.Duration) string {
	ms := d.Milliseconds()
	return fmt.Sprintf("%02d:%02d:%02d.%03d", ms/3_600_000, ms/60_000%60, ms/1000%60, ms%1000)
}
