package media

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"lectern/internal/access"
	"lectern/internal/audit"
	"lectern/internal/fault"
	"lectern/internal/ffmpeg"
	"lectern/internal/media/db"
	"lectern/internal/pattern"
	"lectern/internal/sqldb"
)

const (
	// MaxCaptions is how many bytes a caption file may have.
	MaxCaptions = 2 << 20
	maxCues     = 20_000
	maxLabel    = 60
)

var (
	languagePattern = pattern.New(`^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$`)
	timingPattern   = pattern.New(`^(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})\s*-->\s*(?:(\d{1,3}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})(.*)$`)
	settingPattern  = pattern.New(`^(vertical|line|position|size|align):[a-z0-9%,.-]{1,20}$`)
)

// ParseCaptions reads WebVTT or SRT, in UTF-8, UTF-16 or GB 18030, and returns it as WebVTT with the number of its cues: their times and
// texts, and nothing else that a file may hold. Without a single cue it is media.captions_unreadable.
func ParseCaptions(raw []byte) (vtt string, cues int, err error) {
	unreadable := fault.New(fault.Invalid, "media.captions_unreadable")
	if len(raw) > MaxCaptions {
		return "", 0, fault.New(fault.TooLarge, "media.captions_too_large")
	}
	content, err := decodeText(raw)
	if err != nil {
		return "", 0, unreadable.Because(err)
	}
	var b strings.Builder
	b.WriteString("WEBVTT\n")
	for _, block := range blocks(content) {
		cue, ok := parseCue(block)
		if !ok {
			continue
		}
		if cues++; cues > maxCues {
			return "", 0, fault.New(fault.TooLarge, "media.captions_too_large")
		}
		b.WriteString("\n" + cue)
	}
	if cues == 0 {
		return "", 0, unreadable
	}
	return b.String(), cues, nil
}

// decodeText goes by the byte order mark, then by what the bytes can be. Line ends become those of WebVTT.
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

// blocks are what lies between empty lines; editors leave spaces in those.
func blocks(content string) (out []string) {
	var block []string
	for line := range strings.SplitSeq(content+"\n\n", "\n") {
		if strings.TrimSpace(line) != "" {
			block = append(block, line)
			continue
		}
		if len(block) > 0 {
			out = append(out, strings.Join(block, "\n"))
		}
		block = block[:0]
	}
	return out
}

// parseCue takes an optional name, a line of times and the text below it.
func parseCue(block string) (string, bool) {
	lines := strings.Split(strings.Trim(block, "\n"), "\n")
	for at, line := range lines {
		m := timingPattern.FindStringSubmatch(strings.TrimSpace(line))
		if m == nil {
			if at == 0 {
				continue // the name of the cue
			}
			return "", false
		}
		from, to := clock(m[1:5]), clock(m[5:9])
		text := strings.TrimSpace(strings.Join(lines[at+1:], "\n"))
		if text == "" || to <= from || strings.Contains(text, "-->") {
			return "", false
		}
		var settings strings.Builder
		for word := range strings.FieldsSeq(m[9]) {
			if settingPattern.MatchString(word) {
				settings.WriteString(" " + word)
			}
		}
		return ffmpeg.Timestamp(from) + " --> " + ffmpeg.Timestamp(to) + settings.String() + "\n" + text + "\n", true
	}
	return "", false
}

// clock reads hours, minutes, seconds and a fraction that the pattern has let through.
func clock(parts []string) time.Duration {
	n := make([]int, len(parts))
	for i, part := range parts {
		n[i], _ = strconv.Atoi(part) // no hours are none
	}
	ms := n[3]
	for range 3 - len(parts[3]) {
		ms *= 10
	}
	return time.Duration(n[0])*time.Hour + time.Duration(n[1])*time.Minute + time.Duration(n[2])*time.Second + time.Duration(ms)*time.Millisecond
}

// PutCaptions sets the captions of an asset in a language, from WebVTT or SRT. Without a label the language gives it. It
// returns how many cues were read, for whoever gave the file to compare. Staff only.
func (s *Service) PutCaptions(ctx context.Context, who access.Actor, asset, language, label string, raw []byte) (cues int, err error) {
	if err := access.Admin.Check(who); err != nil {
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
	return cues, s.edit(ctx, who, "media.put_captions", asset, map[string]any{"language": language}, func(q sqldb.Querier) error {
		return insertCaption(ctx, q, asset, language, label, vtt)
	})
}

func insertCaption(ctx context.Context, q sqldb.Querier, asset, language, label, vtt string) error {
	last, err := db.New(q).SelectLastCaption(ctx, asset)
	if err != nil {
		return fmt.Errorf("find the last caption: %w", err)
	}
	err = db.New(q).UpsertCaption(ctx, db.UpsertCaptionParams{AssetID: asset, Language: language, Label: label, Position: last + 1, Text: vtt})
	if err != nil {
		return fmt.Errorf("store captions: %w", err)
	}
	return nil
}

// RemoveCaptions takes the captions of a language away; without any it is no error. Staff only.
func (s *Service) RemoveCaptions(ctx context.Context, who access.Actor, asset, language string) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	return s.edit(ctx, who, "media.remove_captions", asset, map[string]any{"language": language}, func(q sqldb.Querier) error {
		_, err := db.New(q).DeleteCaption(ctx, db.DeleteCaptionParams{AssetID: asset, Language: language})
		return err
	})
}

// edit changes something of an asset that is there, and puts it on record.
func (s *Service) edit(ctx context.Context, who access.Actor, action, asset string, after map[string]any, change func(q sqldb.Querier) error) error {
	return s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		if _, err := db.New(q).SelectAsset(ctx, asset); err != nil {
			return missing(err, "media.no_asset")
		}
		if err := change(q); err != nil {
			return err
		}
		return audit.Append(ctx, q, who, audit.Entry{At: s.o.Now(), Action: action, Object: asset, After: after})
	})
}

// languageOf turns the three letters of a file into a language as browsers have it.
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
