package media

import (
	"context"
	"errors"
	"fmt"
	"io"

	"lectern/internal/feature/media/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/attachment"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// MaxAttachment is the size limit of an attachment in bytes.
const MaxAttachment = 100 << 20

// Attach adds a file to a lesson. Its content must match its name: media.attachment_type. Staff only.
func (s *Service) Attach(ctx context.Context, who access.Actor, lesson, name string, r io.Reader) (Attachment, error) {
	if err := access.Recordings.Check(who); err != nil {
		return Attachment{}, err
	}
	a := Attachment{ID: sqldb.NewID(), Name: CleanName(name)}
	kind, whole, err := attachment.Check(a.Name, r)
	if errors.Is(err, attachment.ErrType) {
		return Attachment{}, fault.New(fault.Unsupported, "media.attachment_type")
	}
	if err != nil {
		return Attachment{}, fault.New(fault.Invalid, "request.unreadable").Because(err)
	}
	a.Type = kind
	if err := s.checkSize(ctx, s.o.DB.Reader(), MaxAttachment); err != nil {
		return Attachment{}, err
	}
	key := "attachments/" + a.ID
	info, err := s.o.Blobs.Put(ctx, key,
		attachment.AtMost(MaxAttachment, whole, fault.New(fault.TooLarge, "media.attachment_too_large")))
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
		if err := s.o.Index(ctx, q, lesson); err != nil {
			return err
		}
		return audit.Append(ctx, q, who,
			audit.Entry{
				At: now, Action: "media.attach", Object: a.ID,
				After: map[string]any{"lesson": lesson, "name": audit.FileName(a.Name)},
			})
	})
	if err != nil {
		s.drop(ctx, err, key)
		return Attachment{}, err
	}
	return a, nil
}

// Detach removes an attachment; a missing one is no error. Staff only.
func (s *Service) Detach(ctx context.Context, who access.Actor, file string) error {
	if err := access.Recordings.Check(who); err != nil {
		return err
	}
	var key string
	err := s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		row, err := db.New(q).SelectAttachment(ctx, file)
		if err != nil {
			if err = sqldb.Missing(err, "media.no_attachment"); fault.Code(err) != "" {
				return nil
			}
			return err
		}
		key = row.Key
		if _, err := db.New(q).DeleteAttachment(ctx, file); err != nil {
			return fmt.Errorf("remove an attachment: %w", err)
		}
		if err := s.o.Index(ctx, q, row.LessonID); err != nil {
			return err
		}
		return audit.Append(ctx, q, who, audit.Entry{At: s.o.Now(), Action: "media.detach", Object: file})
	})
	if err == nil && key != "" {
		s.remove(context.WithoutCancel(ctx), key)
	}
	return err
}
