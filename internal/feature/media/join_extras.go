package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"lectern/internal/feature/media/db"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/sqldb"
)

// putExtrasOfFile stores the chapters and captions in a part's file, unless staff have added others.
func putExtrasOfFile(ctx context.Context, q sqldb.Querier, part string, chapters []ffmpeg.Chapter, texts []text) error {
	rows := db.New(q)
	have, err := rows.CountPartChapters(ctx, part)
	if err != nil {
		return fmt.Errorf("list chapters: %w", err)
	}
	if have == 0 {
		if err := insertPartChapters(ctx, q, part, fromFile(chapters)); err != nil {
			return err
		}
	}
	for _, t := range texts {
		err := rows.InsertPartCaption(ctx,
			db.InsertPartCaptionParams{PartID: part, Language: t.language, Label: labelOf(t.language), Text: t.vtt})
		if err != nil {
			return fmt.Errorf("store captions: %w", err)
		}
	}
	return nil
}

func insertPartChapters(ctx context.Context, q sqldb.Querier, part string, list []Chapter) error {
	for i, c := range list {
		err := db.New(q).InsertPartChapter(ctx, db.InsertPartChapterParams{
			PartID: part, Position: int64(i + 1), StartMs: c.Start.Milliseconds(), EndMs: c.End.Milliseconds(),
			Title: c.Title, TitleEn: c.TitleEn,
		})
		if err != nil {
			return fmt.Errorf("store a chapter: %w", err)
		}
	}
	return nil
}

// extrasOfParts returns a joined recording's chapters and captions: those of each part, shifted by the length of the
// parts before it.
func extrasOfParts(ctx context.Context, q sqldb.Querier, asset string) (chapters []Chapter, texts []text, err error) {
	rows := db.New(q)
	parts, err := rows.SelectParts(ctx, asset)
	if err != nil || len(parts) == 0 {
		return nil, nil, err
	}
	begins := map[string]time.Duration{}
	var whole time.Duration
	for _, p := range parts {
		begins[p.ID] = whole
		whole += time.Duration(p.DurationMs) * time.Millisecond
	}
	found, err := rows.SelectPartChapters(ctx, asset)
	if err != nil {
		return nil, nil, fmt.Errorf("list chapters: %w", err)
	}
	for _, c := range found {
		one := Chapter{Start: begins[c.ID] + time.Duration(c.StartMs)*time.Millisecond, Title: c.Title, TitleEn: c.TitleEn}
		if c.EndMs > 0 {
			one.End = begins[c.ID] + time.Duration(c.EndMs)*time.Millisecond
		}
		chapters = append(chapters, one)
	}
	if chapters, err = order(chapters, whole); err != nil || len(chapters) > maxChapters {
		chapters = nil
	}
	captions, err := rows.SelectPartCaptions(ctx, asset)
	if err != nil {
		return nil, nil, fmt.Errorf("list captions: %w", err)
	}
	for from := 0; from < len(captions); {
		to := from
		var b strings.Builder
		b.WriteString("WEBVTT\n\n")
		for ; to < len(captions) && captions[to].Language == captions[from].Language; to++ {
			b.WriteString(shift(captions[to].Text, begins[captions[to].ID]))
		}
		if vtt, _, err := ParseCaptions([]byte(b.String())); err == nil { // omit captions that are too long
			texts = append(texts, text{captions[from].Language, vtt})
		}
		from = to
	}
	return chapters, texts, nil
}

var clockPattern = regexp.MustCompile(`(?:(\d+):)?(\d\d):(\d\d)\.(\d\d\d)`)

// shift moves the cues of captions from ParseCaptions and omits the header line.
func shift(vtt string, by time.Duration) string {
	_, cues, _ := strings.Cut(vtt, "\n")
	return strings.TrimSpace(arrowPattern.ReplaceAllStringFunc(cues, func(line string) string {
		return clockPattern.ReplaceAllStringFunc(line, func(clock string) string {
			m := clockPattern.FindStringSubmatch(clock)
			var at time.Duration
			for i, unit := range []time.Duration{time.Hour, time.Minute, time.Second, time.Millisecond} {
				n, _ := strconv.Atoi("0" + m[i+1]) // only digits
				at += time.Duration(n) * unit
			}
			at += by
			return fmt.Sprintf("%02d:%02d:%02d.%03d", at/time.Hour, at/time.Minute%60,
				at/time.Second%60, at/time.Millisecond%1000)
		})
	})) + "\n\n"
}

// putPartCaptions stores captions of a part with times from its start, and reports whether it is a part.
func (s *Service) putPartCaptions(
	ctx context.Context, who access.Actor, part, language, label, vtt string,
) (bool, error) {
	return s.editPart(ctx, who, "media.put_captions", part, func(q sqldb.Querier) error {
		return db.New(q).UpsertPartCaption(ctx,
			db.UpsertPartCaptionParams{PartID: part, Language: language, Label: label, Text: vtt})
	}, func(q sqldb.Querier, asset string, _ []Chapter, texts []text) error {
		for _, t := range texts {
			if t.language != language {
				continue
			}
			if err := insertCaption(ctx, q, asset, language, label, t.vtt); err != nil {
				return err
			}
		}
		return nil
	})
}

// putPartChapters stores chapters of a part with times from its start, and reports whether it is a part.
func (s *Service) putPartChapters(ctx context.Context, who access.Actor, part string, list []Chapter) (bool, error) {
	return s.editPart(ctx, who, "media.put_chapters", part, func(q sqldb.Querier) error {
		if _, err := order(list, longest); err != nil {
			return err
		}
		if err := db.New(q).DeletePartChapters(ctx, part); err != nil {
			return fmt.Errorf("replace chapters: %w", err)
		}
		return insertPartChapters(ctx, q, part, list)
	}, func(q sqldb.Querier, asset string, chapters []Chapter, _ []text) error {
		if err := db.New(q).DeleteChapters(ctx, asset); err != nil {
			return fmt.Errorf("replace chapters: %w", err)
		}
		return insertChapters(ctx, q, asset, chapters)
	})
}

// editPart changes a part's captions or chapters. If the recording is ready, its own are rebuilt from the parts.
func (s *Service) editPart(ctx context.Context, who access.Actor, action, part string, change func(
	q sqldb.Querier) error, apply func(q sqldb.Querier, asset string, chapters []Chapter, texts []text) error,
) (is bool, err error) {
	err = s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		p, err := db.New(q).SelectPart(ctx, part)
		if is = err == nil; errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("find a part: %w", err)
		}
		if err := change(q); err != nil {
			return err
		}
		row, err := db.New(q).SelectAsset(ctx, p.AssetID)
		if err != nil {
			return sqldb.Missing(err, "media.no_asset")
		}
		if row.State == string(Ready) {
			chapters, texts, err := extrasOfParts(ctx, q, p.AssetID)
			if err == nil {
				err = apply(q, p.AssetID, chapters, texts)
			}
			if err == nil {
				err = s.o.Index(ctx, q, row.LessonID)
			}
			if err != nil {
				return err
			}
		}
		return audit.Append(ctx, q, who,
			audit.Entry{At: s.o.Now(), Action: action, Object: p.AssetID, After: map[string]any{"part": p.Position}})
	})
	return is, err
}

// withParts fills in the files of joined recordings, in one query.
func (s *Service) withParts(ctx context.Context, list []Asset) error {
	if len(list) == 0 {
		return nil
	}
	places, args, at := placesOf(list)
	text := `SELECT asset_id, file FROM asset_part WHERE asset_id IN (` + places + `) ORDER BY asset_id, position`
	return sqldb.Each(ctx, s.o.DB.Reader(), "list parts", text, args, func(row *sql.Rows) error {
		var asset, file string
		err := row.Scan(&asset, &file)
		list[at[asset]].Files = append(list[at[asset]].Files, file)
		return err
	})
}
