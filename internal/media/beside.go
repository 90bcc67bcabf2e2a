package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"lectern/internal/access"
	"lectern/internal/audit"
	"lectern/internal/fault"
	"lectern/internal/ffmpeg"
	"lectern/internal/id"
	"lectern/internal/media/db"
	"lectern/internal/sqldb"
)

const (
	maxChapters = 200
	maxTitle    = 200
)

// PutChapters replaces the chapters of an asset. A chapter without an end ends where the next begins, the last one with the
// recording. Staff only.
func (s *Service) PutChapters(ctx context.Context, who access.Actor, asset string, list []Chapter) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	if len(list) > maxChapters {
		return fault.New(fault.Invalid, "media.chapters")
	}
	return s.edit(ctx, who, "media.put_chapters", asset, map[string]any{"chapters": len(list)}, func(q sqldb.Querier) error {
		row, err := db.New(q).SelectAsset(ctx, asset)
		if err != nil {
			return missing(err, "media.no_asset")
		}
		ordered, err := order(list, time.Duration(row.DurationMs)*time.Millisecond)
		if err != nil {
			return err
		}
		if err := db.New(q).DeleteChapters(ctx, asset); err != nil {
			return fmt.Errorf("replace chapters: %w", err)
		}
		return insertChapters(ctx, q, asset, ordered)
	})
}

// order sorts chapters by their start, fills in ends and refuses what makes no sense.
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
		if c.Start < 0 || c.End <= c.Start || c.End > longest || c.Title == "" || utf8.RuneCountInString(c.Title+c.TitleEn) > 2*maxTitle {
			return nil, fault.New(fault.Invalid, "media.chapters")
		}
	}
	return list, nil
}

// fromFile takes what a file has for chapters, if they make sense.
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
			AssetID: asset, Position: int64(i + 1), StartMs: c.Start.Milliseconds(), EndMs: c.End.Milliseconds(), Title: c.Title, TitleEn: c.TitleEn,
		})
		if err != nil {
			return fmt.Errorf("store a chapter: %w", err)
		}
	}
	return nil
}

// MaxAttachment is how many bytes an attachment may have.
const MaxAttachment = 100 << 20

// papers is what an attachment may be, by the end of its name, and how such a file begins. Pages and scripts are not among them.
var papers = map[string]struct{ kind, magic string }{
	".pdf": {"application/pdf", "%PDF-"}, ".zip": {"application/zip", "PK"},
	".docx": {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", "PK"},
	".xlsx": {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "PK"},
	".pptx": {"application/vnd.openxmlformats-officedocument.presentationml.presentation", "PK"},
	".doc":  {"application/msword", "\xd0\xcf\x11\xe0"}, ".xls": {"application/vnd.ms-excel", "\xd0\xcf\x11\xe0"},
	".ppt": {"application/vnd.ms-powerpoint", "\xd0\xcf\x11\xe0"},
	".png": {"image/png", "\x89PNG"}, ".jpg": {"image/jpeg", "\xff\xd8\xff"}, ".jpeg": {"image/jpeg", "\xff\xd8\xff"},
	".txt": {"text/plain; charset=utf-8", ""}, ".md": {"text/markdown; charset=utf-8", ""}, ".csv": {"text/csv; charset=utf-8", ""},
}

// Attach stores a paper beside a lesson. What it is must agree with its name: media.attachment_type. Staff only.
func (s *Service) Attach(ctx context.Context, who access.Actor, lesson, name string, r io.Reader) (Attachment, error) {
	if err := access.Admin.Check(who); err != nil {
		return Attachment{}, err
	}
	a := Attachment{ID: id.New(), Name: CleanName(name)}
	paper, ok := papers[strings.ToLower(path.Ext(a.Name))]
	head := make([]byte, 512)
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return Attachment{}, fault.New(fault.Invalid, "request.unreadable").Because(err)
	}
	head = head[:n]
	isText := strings.HasPrefix(paper.kind, "text/") && !bytes.ContainsRune(head, 0)
	if !ok || n == 0 || !bytes.HasPrefix(head, []byte(paper.magic)) || paper.magic == "" && !isText {
		return Attachment{}, fault.New(fault.Unsupported, "media.attachment_type")
	}
	a.Type = paper.kind
	if err := s.checkSize(ctx, s.o.DB.Reader(), MaxAttachment); err != nil {
		return Attachment{}, err
	}
	key := "attachments/" + a.ID
	whole := &counting{r: io.MultiReader(bytes.NewReader(head), r), left: MaxAttachment}
	info, err := s.o.Blobs.Put(ctx, key, whole)
	if err != nil {
		return Attachment{}, err
	}
	a.Size = info.Size
	err = s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		if _, err := s.target(ctx, q, who, Target{Lesson: lesson}); err != nil {
			return err
		}
		now := s.o.Now()
		err := db.New(q).InsertAttachment(ctx, db.InsertAttachmentParams{
			ID: a.ID, LessonID: lesson, Name: a.Name, Type: a.Type, Size: a.Size, Key: key, CreatedAt: now.UnixMilli(),
		})
		if err != nil {
			return fmt.Errorf("store an attachment: %w", err)
		}
		return audit.Append(ctx, q, who, audit.Entry{At: now, Action: "media.attach", Object: a.ID, After: map[string]any{"lesson": lesson, "name": a.Name}})
	})
	if err != nil {
		s.drop(ctx, err, key)
		return Attachment{}, err
	}
	return a, nil
}

// counting refuses to read more than it may.
type counting struct {
	r    io.Reader
	left int64
}

func (c *counting) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if c.left -= int64(n); c.left < 0 {
		return 0, fault.New(fault.TooLarge, "media.attachment_too_large")
	}
	return n, err
}

// Detach removes a paper; one that is gone already is no error. Staff only.
func (s *Service) Detach(ctx context.Context, who access.Actor, attachment string) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	var key string
	err := s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		row, err := db.New(q).SelectAttachment(ctx, attachment)
		if err != nil {
			if err = missing(err, "media.no_attachment"); fault.Code(err) != "" {
				return nil
			}
			return err
		}
		key = row.Key
		if _, err := db.New(q).DeleteAttachment(ctx, attachment); err != nil {
			return fmt.Errorf("remove an attachment: %w", err)
		}
		return audit.Append(ctx, q, who, audit.Entry{At: s.o.Now(), Action: "media.detach", Object: attachment})
	})
	if err == nil && key != "" {
		s.remove(context.WithoutCancel(ctx), key)
	}
	return err
}
