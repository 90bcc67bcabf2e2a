package media

import (
	"bytes"
	"context"
	"fmt"
	"html"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/asticode/go-astisub"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"lectern/internal/feature/media/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

const (
	// MaxCaptions is the size limit of a caption file in bytes.
	MaxCaptions = 2 << 20
	maxCues     = 20_000
	maxLabel    = 60
)

var (
	languagePattern = regexp.MustCompile(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$`)
	tagPattern      = regexp.MustCompile(`<[/!?A-Za-z0-9][^<>\n]*>`)
	arrowPattern    = regexp.MustCompile(`(?m)^.*-->.*$`)
	timingPattern   = regexp.MustCompile(
		`^\s*((?:\d{1,3}:)?\d{1,2}:\d{1,2})[.,](\d{1,3})\s*-->\s*((?:\d{1,3}:)?\d{1,2}:\d{1,2})[.,](\d{1,3})(.*)$`)
	settingPattern = regexp.MustCompile(`^(vertical|line|position|size|align):[a-z0-9%,.-]{1,20}$`)
)

// ParseCaptions converts WebVTT or SRT (UTF-8, UTF-16 or GB 18030) to WebVTT with only times, positions and plain text,
// and returns the number of cues. Without any, the error is media.captions_unreadable.
func ParseCaptions(raw []byte) (vtt string, cues int, err error) {
	unreadable := fault.New(fault.Invalid, "media.captions_unreadable")
	if len(raw) > MaxCaptions {
		return "", 0, fault.New(fault.TooLarge, "media.captions_too_large")
	}
	content, err := decodeText(raw)
	if err != nil {
		return "", 0, unreadable.Because(err)
	}
	if strings.Count(content, "-->") > maxCues {
		return "", 0, fault.New(fault.TooLarge, "media.captions_too_large")
	}
	content = tagPattern.ReplaceAllString(content, "")
	content = arrowPattern.ReplaceAllStringFunc(content, strictTiming)
	read := astisub.ReadFromSRT
	if strings.HasPrefix(strings.TrimSpace(content), "WEBVTT") {
		read = astisub.ReadFromWebVTT
		content = strings.ReplaceAll(content, "&", "&amp;") // astisub decodes two entities; cleanCue decodes all
	}
	found, err := read(strings.NewReader(content))
	if err != nil {
		return "", 0, unreadable.Because(err)
	}
	var clean astisub.Subtitles // without the styles, regions and comments of the file
	for _, item := range found.Items {
		if cue := cleanCue(item); cue != nil {
			clean.Items = append(clean.Items, cue)
		}
	}
	var b strings.Builder
	if err := clean.WriteToWebVTT(&b); err != nil {
		return "", 0, unreadable.Because(err)
	}
	return b.String(), len(clean.Items), nil
}

// decodeText goes by the byte order mark, then by whether the bytes are valid UTF-8. Line ends become "\n".
func decodeText(raw []byte) (string, error) {
	var err error
	switch {
	case bytes.HasPrefix(raw, []byte("\xff\xfe")), bytes.HasPrefix(raw, []byte("\xfe\xff")):
		raw, err = unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder().Bytes(raw)
	case !utf8.Valid(raw):
		raw, err = simplifiedchinese.GB18030.NewDecoder().Bytes(raw)
	}
	raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))
	return strings.NewReplacer("\r\n", "\n", "\r", "\n", "\x00", "").Replace(string(raw)), err
}

// strictTiming normalizes a timing line for astisub, which refuses the whole file for one bad time or setting. In other
// lines the arrow is text.
func strictTiming(line string) string {
	m := timingPattern.FindStringSubmatch(line)
	if m == nil {
		return plainArrow(line)
	}
	out := []string{m[1] + "." + m[2] + " --> " + m[3] + "." + m[4]}
	for setting := range strings.FieldsSeq(m[5]) {
		if settingPattern.MatchString(setting) {
			out = append(out, setting)
		}
	}
	return strings.Join(out, " ")
}

// plainArrow replaces "-->", which WebVTT allows only in timing lines.
func plainArrow(text string) string { return strings.ReplaceAll(text, "-->", "→") }

// cleanCue keeps the times, the position and the text up to the first empty line; nil if nothing is left to show.
func cleanCue(item *astisub.Item) *astisub.Item {
	if item.EndAt <= item.StartAt {
		return nil
	}
	cue := &astisub.Item{StartAt: item.StartAt, EndAt: item.EndAt, InlineStyle: item.InlineStyle}
	for _, line := range item.Lines {
		var words []string
		for _, part := range line.Items {
			words = append(words, strings.Fields(html.UnescapeString(part.Text))...)
		}
		text := plainArrow(strings.Join(words, " "))
		if text == "" {
			break
		}
		cue.Lines = append(cue.Lines, astisub.Line{Items: []astisub.LineItem{{Text: text}}})
	}
	if len(cue.Lines) == 0 {
		return nil
	}
	return cue
}

// PutCaptions sets an asset's captions in a language, from WebVTT or SRT. An empty label becomes the name of the
// language. It returns the number of cues, so that staff can check it. Staff only.
func (s *Service) PutCaptions(
	ctx context.Context, who access.Actor, asset, language, label string, raw []byte,
) (cues int, err error) {
	if err := access.Recordings.Check(who); err != nil {
		return 0, err
	}
	if !languagePattern.MatchString(language) || len(language) > 32 {
		return 0, fault.New(fault.Invalid, "media.language", "language", CleanName(language))
	}
	vtt, cues, err := ParseCaptions(raw)
	if err != nil {
		return 0, err
	}
	if label = strings.TrimSpace(label); label == "" || utf8.RuneCountInString(label) > maxLabel {
		label = labelOf(language)
	}
	if part, err := s.putPartCaptions(ctx, who, asset, language, label, vtt); part || err != nil {
		return cues, err
	}
	return cues, s.edit(ctx, who, "media.put_captions", asset,
		map[string]any{"language": language}, func(q sqldb.Querier) error {
			if err := insertCaption(ctx, q, asset, language, label, vtt); err != nil {
				return err
			}
			return s.indexAsset(ctx, q, asset)
		})
}

func insertCaption(ctx context.Context, q sqldb.Querier, asset, language, label, vtt string) error {
	last, err := db.New(q).SelectLastCaption(ctx, asset)
	if err != nil {
		return fmt.Errorf("find the last caption: %w", err)
	}
	err = db.New(q).UpsertCaption(ctx,
		db.UpsertCaptionParams{AssetID: asset, Language: language, Label: label, Position: last + 1, Text: vtt})
	if err != nil {
		return fmt.Errorf("store captions: %w", err)
	}
	return nil
}

// RemoveCaptions removes the captions of a language; missing ones are no error. Staff only.
func (s *Service) RemoveCaptions(ctx context.Context, who access.Actor, asset, language string) error {
	if err := access.Recordings.Check(who); err != nil {
		return err
	}
	return s.edit(ctx, who, "media.remove_captions", asset,
		map[string]any{"language": language}, func(q sqldb.Querier) error {
			_, err := db.New(q).DeleteCaption(ctx, db.DeleteCaptionParams{AssetID: asset, Language: language})
			if err != nil {
				return fmt.Errorf("delete captions: %w", err)
			}
			return s.indexAsset(ctx, q, asset)
		})
}

// indexAsset updates the search index for the lesson of an asset.
func (s *Service) indexAsset(ctx context.Context, q sqldb.Querier, asset string) error {
	row, err := db.New(q).SelectAsset(ctx, asset)
	if err != nil {
		return sqldb.Missing(err, "media.no_asset")
	}
	return s.o.Index(ctx, q, row.LessonID)
}

// edit changes an existing asset and logs the change.
func (s *Service) edit(ctx context.Context, who access.Actor, action, asset string, after map[string]any, change func(
	q sqldb.Querier) error,
) error {
	return s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		if _, err := db.New(q).SelectAsset(ctx, asset); err != nil {
			return sqldb.Missing(err, "media.no_asset")
		}
		if err := change(q); err != nil {
			return err
		}
		return audit.Append(ctx, q, who, audit.Entry{At: s.o.Now(), Action: action, Object: asset, After: after})
	})
}

// languageOf converts the three-letter code of a file to the tag that browsers use.
func languageOf(three string) string {
	switch three {
	case "zho", "chi", "cmn":
		return "zh-CN"
	case "eng":
		return "en-US"
	}
	if languagePattern.MatchString(three) {
		return three
	}
	return "und"
}

func labelOf(language string) string {
	switch {
	case strings.HasPrefix(language, "zh"):
		return "中文"
	case strings.HasPrefix(language, "en"):
		return "English"
	}
	return language
}
