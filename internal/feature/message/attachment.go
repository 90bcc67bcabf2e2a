package message

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"lectern/internal/feature/message/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/attachment"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

const (
	// MaxAttachment is the maximum size of a file in bytes.
	MaxAttachment = 20 << 20
	// MaxAttachments is the maximum number of files of a notice.
	MaxAttachments = 5
	// unattachedFor is how long an uploaded file is stored before its notice is sent.
	unattachedFor = 24 * time.Hour
)

// Attachment is a file of a notice.
type Attachment struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Type string `json:"type"`
	Size int64  `json:"size"`
	Key  string `json:"-"` // in the blob store
}

// Attach stores a file for a notice that is still being written. Registrars, advisers and teachers only. Errors:
// message.attachment_type if the content doesn't match the name.
func (s *Service) Attach(ctx context.Context, who access.Actor, name string, r io.Reader) (Attachment, error) {
	if err := access.Noticing.Check(who); err != nil {
		return Attachment{}, err
	}
	a := Attachment{ID: sqldb.NewID(), Name: attachment.CleanName(name, "file")}
	var whole io.Reader
	var err error
	a.Type, whole, err = attachment.Check(a.Name, r)
	if errors.Is(err, attachment.ErrType) {
		return Attachment{}, fault.New(fault.Unsupported, "message.attachment_type")
	}
	if err != nil {
		return Attachment{}, fault.New(fault.Invalid, "request.unreadable").Because(err)
	}
	a.Key = "messages/" + a.ID
	// Insert the row first, so that every blob has one and Sweep finds leftovers of a crash.
	err = s.database.WriteOne(ctx, func(q sqldb.Querier) error {
		return db.New(q).InsertAttachment(ctx,
			db.InsertAttachmentParams{
				ID: a.ID, Name: a.Name, Type: a.Type, Key: a.Key, CreatedAt: s.now().UnixMilli(), Owner: who.Account,
			})
	})
	if err != nil {
		return Attachment{}, fmt.Errorf("store an attachment: %w", err)
	}
	over := fault.New(fault.TooLarge, "message.attachment_too_large", "max", strconv.Itoa(MaxAttachment>>20))
	info, err := s.blobs.Put(ctx, a.Key, attachment.AtMost(MaxAttachment, whole, over))
	if err != nil {
		return Attachment{}, err
	}
	a.Size = info.Size
	err = s.database.WriteOne(ctx, func(q sqldb.Querier) error {
		return db.New(q).UpdateReceived(ctx, db.UpdateReceivedParams{ID: a.ID, Size: a.Size})
	})
	if err != nil {
		return Attachment{}, fmt.Errorf("store an attachment: %w", err)
	}
	return a, nil
}

// attach links files of the sender to a message.
func attach(ctx context.Context, q sqldb.Querier, who access.Actor, message string, files []string) error {
	for i, file := range files {
		n, err := db.New(q).UpdateAttached(ctx,
			db.UpdateAttachedParams{Message: message, Position: int64(i + 1), ID: file, Owner: who.Account})
		if err != nil {
			return fmt.Errorf("attach a file: %w", err)
		}
		if n == 0 {
			return fault.New(fault.NotFound, "message.no_attachment")
		}
	}
	return nil
}

// addAttachments loads the files of messages in one query.
func addAttachments(ctx context.Context, q sqldb.Querier, list []Message) (err error) {
	with := map[string]*Message{}
	var ids []string
	for i := range list {
		if m := &list[i]; m.files > 0 && m.Attachments == nil {
			with[m.ID] = m
			ids = append(ids, m.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	places, args := sqldb.List(1, ids)
	return sqldb.Each(ctx, q, "list attachments", `SELECT message_id, id, name, type, size, key FROM message_attachment
		WHERE message_id IN (`+places+`) ORDER BY message_id, position`, args, func(row *sql.Rows) error {
		var message string
		var a Attachment
		if err := row.Scan(&message, &a.ID, &a.Name, &a.Type, &a.Size, &a.Key); err != nil {
			return err
		}
		with[message].Attachments = append(with[message].Attachments, a)
		return nil
	})
}

// Attachment returns a file of a message to its audience and to those who manage the message. Errors:
// message.no_attachment.
func (s *Service) Attachment(ctx context.Context, who access.Actor, message, file string) (Attachment, error) {
	if err := access.SignedIn.Check(who); err != nil {
		return Attachment{}, err
	}
	m, err := s.readVisible(ctx, s.database.Reader(), who, message)
	if fault.Code(err) == "message.not_found" && access.Noticing.Check(who) == nil {
		m, err = s.readManaged(ctx, s.database.Reader(), who, message)
	}
	if err != nil {
		return Attachment{}, err
	}
	for _, a := range m.Attachments {
		if a.ID == file {
			return a, nil
		}
	}
	return Attachment{}, fault.New(fault.NotFound, "message.no_attachment")
}

// Sweep deletes files whose notice wasn't sent within a day. Several nodes may run it at once.
func (s *Service) Sweep(ctx context.Context) error {
	rows, err := db.New(s.database.Reader()).SelectUnattached(ctx, s.now().Add(-unattachedFor).UnixMilli())
	if err != nil {
		return fmt.Errorf("list files without a notice: %w", err)
	}
	for _, row := range rows {
		err = errors.Join(err, s.sweepFile(ctx, row.ID, row.Key))
	}
	return err
}

// sweepFile first makes sure that no notice can take the file. It deletes the row last, so that the next sweep can
// retry the blob.
func (s *Service) sweepFile(ctx context.Context, file, key string) error {
	var n int64
	err := s.database.WriteOne(ctx, func(q sqldb.Querier) (err error) {
		n, err = db.New(q).UpdateUnattached(ctx, file)
		return err
	})
	if err != nil || n == 0 {
		return err
	}
	if err := s.blobs.Delete(ctx, key); err != nil {
		return err
	}
	return s.database.WriteOne(ctx, func(q sqldb.Querier) error { return db.New(q).DeleteAttachment(ctx, file) })
}
