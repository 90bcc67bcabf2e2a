package media

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"lectern/internal/feature/media/db"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

const (
	maxChapters = 200
	maxTitle    = 200
)

// PutChapters replaces an asset's chapters. A chapter without an end lasts until the next one, the last until the end
// of the recording. Staff only.
func (s *Service) PutChapters(ctx context.Context, who access.Actor, asset string, list []Chapter) error {
	if err := access.Recordings.Check(who); err != nil {
		return err
	}
	if len(list) > maxChapters {
		return fault.New(fault.Invalid, "media.chapters")
	}
	if part, err := s.putPartChapters(ctx, who, asset, list); part || err != nil {
		return err
	}
	return s.edit(ctx, who, "media.put_chapters", asset,
		map[string]any{"chapters": len(list)}, func(q sqldb.Querier) error {
			row, err := db.New(q).SelectAsset(ctx, asset)
			if err != nil {
				return sqldb.Missing(err, "media.no_asset")
			}
			ordered, err := order(list, time.Duration(row.DurationMs)*time.Millisecond)
			if err != nil {
				return err
			}
			if err := db.New(q).DeleteChapters(ctx, asset); err != nil {
				return fmt.Errorf("replace chapters: %w", err)
			}
			if err := insertChapters(ctx, q, asset, ordered); err != nil {
				return err
			}
			return s.o.Index(ctx, q, row.LessonID)
		})
}

// order sorts chapters by their start, fills in ends and refuses invalid ones.
func order(list []Chapter, whole time.Duration) ([]Chapter, error) {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b Chapter) int { return int(a.Start - b.Start) })
	for i := range list {
		c := &list[i]
		if c.End == 0 {
			if c.End = max(whole, c.Start+time.Second); i+1 < len(list) {
				c.End = list[i+1].Start
			}
		}
		c.Title = strings.TrimSpace(c.Title)
		if c.Start < 0 || c.End <= c.Start || c.End > longest || c.Title == "" ||
			utf8.RuneCountInString(c.Title+c.TitleEn) > 2*maxTitle {
			return nil, fault.New(fault.Invalid, "media.chapters")
		}
	}
	return list, nil
}

// fromFile returns a file's chapters if they are valid.
func fromFile(found []ffmpeg.Chapter) []Chapter {
	if len(found) > maxChapters {
		return nil
	}
	var list []Chapter
	for i, c := range found {
		title := c.Title
		if title == "" {
			title = strconv.Itoa(i + 1)
		}
		list = append(list, Chapter{Start: c.Start, End: c.End, Title: strings.ToValidUTF8(title, "?")})
	}
	ordered, err := order(list, longest)
	if err != nil {
		return nil
	}
	return ordered
}

func insertChapters(ctx context.Context, q sqldb.Querier, asset string, list []Chapter) error {
	for i, c := range list {
		err := db.New(q).InsertChapter(ctx, db.InsertChapterParams{
			AssetID: asset, Position: int64(i + 1), StartMs: c.Start.Milliseconds(), EndMs: c.End.Milliseconds(),
			Title: c.Title, TitleEn: c.TitleEn,
		})
		if err != nil {
			return fmt.Errorf("store a chapter: %w", err)
		}
	}
	return nil
}
