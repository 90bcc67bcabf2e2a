package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"

	"lectern/internal/access"
	"lectern/internal/audit"
	"lectern/internal/fault"
	"lectern/internal/id"
	"lectern/internal/media/db"
	"lectern/internal/sqldb"
)

// MaxAttachment is how many bytes an attachment may have.
const MaxAttachment = 100 << 20

// attachmentTypes are the allowed types by the extension of a name, and how such a file begins. HTML and scripts are not among them.
var attachmentTypes = map[string]struct{ kind, magic string }{
	".pdf": {"application/pdf", "%PDF-"}, ".zip": {"application/zip", "PK"},
	".docx": {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", "PK"},
	".xlsx": {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "PK"},
	".pptx": {"application/vnd.openxmlformats-officedocument.presentationml.presentation", "PK"},
	".doc":  {"application/msword", "\xd0\xcf\x11\xe0"}, ".xls": {"application/vnd.ms-excel", "\xd0\xcf\x11\xe0"},
	".ppt": {"application/vnd.ms-powerpoint", "\xd0\xcf\x11\xe0"},
	".png": {"image/png", "\x89PNG"}, ".jpg": {"image/jpeg", "\xff\xd8\xff"}, ".jpeg": {"image/jpeg", "\xff\xd8\xff"},
	".txt": {"text/plain; charset=utf-8", ""}, ".md": {"text/markdown; charset=utf-8", ""}, ".csv": {"text/csv; charset=utf-8", ""},
}

// Attach stores a file with a lesson. Its content must agree with its name: media.attachment_type. Staff only.
func (s *Service) Attach(ctx context.Context, who access.Actor, lesson, name string, r io.Reader) (Attachment, error) {
	if err := access.Recordings.Check(who); err != nil {
		return Attachment{}, err
	}
	a := Attachment{ID: id.New(), Name: CleanName(name)}
	allowed, ok := attachmentTypes[strings.ToLower(path.Ext(a.Name))]
	head := make([]byte, 512)
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return Attachment{}, fault.New(fault.Invalid, "request.unreadable").Because(err)
	}
	head = head[:n]
	isText := strings.HasPrefix(allowed.kind, "text/") && !bytes.ContainsRune(head, 0)
	if !ok || n == 0 || !bytes.HasPrefix(head, []byte(allowed.magic)) || allowed.magic == "" && !isText {
		return Attachment{}, fault.New(fault.Unsupported, "media.attachment_type")
	}
	a.Type = allowed.kind
	if err := s.checkSize(ctx, s.o.DB.Reader(), MaxAttachment); err != nil {
		return Attachment{}, err
	}
	key := "attachments/" + a.ID
	whole := &limitedReader{r: io.MultiReader(bytes.NewReader(head), r), left: MaxAttachment}
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

// limitedReader fails after so many bytes.
type limitedReader struct {
	r    io.Reader
	left int64
}

func (c *limitedReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if c.left -= int64(n); c.left < 0 {
		return 0, fault.New(fault.TooLarge, "media.attachment_too_large")
	}
	return n, err
}

// Detach removes an attachment; one that is gone already is no error. Staff only.
func (s *Service) Detach(ctx context.Context, who access.Actor, attachment string) error {
	if err := access.Recordings.Check(who); err != nil {
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
