package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
	"time"

	"lectern/internal/feature/media/db"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// uploadLife is how long an upload may rest before it is removed; every piece that arrives starts it anew.
const uploadLife = 7 * 24 * time.Hour

// An Upload is a recording on its way in. The row in the database says whose it is and what it is for; tusd's store has
// the bytes, see UploadStore.
type Upload struct {
	ID      string // of the upload, and of the asset that is made of it
	Size    int64
	Expires time.Time
}

type uploadRow = db.SelectUploadRow

// BeginUpload makes the row of an upload, after all checks that need no bytes. Staff only.
func (s *Service) BeginUpload(ctx context.Context, who access.Actor, file Incoming, to Target) (Upload, error) {
	if err := access.Recordings.Check(who); err != nil {
		return Upload{}, err
	}
	now := s.o.Now()
	u := Upload{ID: sqldb.NewID(), Size: file.Size, Expires: now.Add(uploadLife)}
	err := s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		if err := checkTarget(ctx, q, to); err != nil { // a new lesson is made at the end
			return err
		}
		if err := s.checkSize(ctx, q, file.Size); err != nil {
			return err
		}
		return db.New(q).InsertUpload(ctx, db.InsertUploadParams{
			ID: u.ID, AccountID: who.Account, File: CleanName(file.Name), Size: file.Size,
			LessonID: to.Lesson, CourseID: to.Course, Title: to.Title, GroupID: to.Group, ClassID: to.Class, Publish: to.Publish,
			Beside: to.Beside, CreatedAt: now.UnixMilli(), ExpiresAt: u.Expires.UnixMilli(), Fingerprint: file.Fingerprint,
			ModifiedAt: sqldb.Millis(file.Modified),
		})
	})
	return u, err
}

// FindUpload finds an upload of the caller's own, or media.no_upload. Staff only.
func (s *Service) FindUpload(ctx context.Context, who access.Actor, upload string) (Upload, error) {
	if err := access.Recordings.Check(who); err != nil {
		return Upload{}, err
	}
	row, err := s.upload(ctx, upload)
	if err == nil && row.AccountID != who.Account {
		err = fault.New(fault.NotFound, "media.no_upload")
	}
	return Upload{ID: row.ID, Size: row.Size, Expires: time.UnixMilli(row.ExpiresAt)}, err
}

func (s *Service) upload(ctx context.Context, upload string) (uploadRow, error) {
	row, err := db.New(s.o.DB.Reader()).SelectUpload(ctx, upload)
	if err != nil {
		return row, sqldb.Missing(err, "media.no_upload")
	}
	return row, nil
}

// uploadKey is where the bytes of a complete upload are in the blob store. Their format is not known before
// they are there.
func uploadKey(upload string) string { return sourceFolder + upload + "/source" }

// finishUpload makes the asset of a complete upload, and the job that prepares it, in one transaction. It can be
// repeated after any failure and at any node that reaches the bytes. A file that is refused is removed.
func (s *Service) finishUpload(ctx context.Context, who access.Actor, row uploadRow) error {
	ctx = context.WithoutCancel(ctx) // whoever sent the last byte may hang up
	key := uploadKey(row.ID)
	if err := s.storeUpload(ctx, row); err != nil {
		return err
	}
	in := intake{asset: row.ID, file: row.File, size: row.Size, key: key, modified: row.ModifiedAt}
	var err error
	if in.format, in.fingerprint, err = s.inspectBlob(ctx, key, row.Size); err == nil {
		err = s.o.DB.Write(ctx, func(q sqldb.Querier) error { return s.takeUpload(ctx, q, who, in) })
	}
	if err != nil {
		if isRefusal(err) {
			s.remove(ctx, key)
			err = errors.Join(err, s.removeUpload(ctx, row.ID, row.StoreID))
		}
		return err
	}
	s.o.Jobs.Wake()
	s.note(ctx, "what an upload leaves could not be removed yet", s.received.clean(ctx, row.ID))
	return nil
}

// takeUpload makes the asset, unless another node has.
func (s *Service) takeUpload(ctx context.Context, q sqldb.Querier, who access.Actor, in intake) error {
	n, err := db.New(q).UpdateUploadDone(ctx, in.asset)
	if err != nil {
		return fmt.Errorf("finish an upload: %w", err)
	}
	row, err := db.New(q).SelectUpload(ctx, in.asset) // a removed one is not there
	if err != nil {
		return sqldb.Missing(err, "media.no_upload")
	}
	if n == 0 {
		return nil
	}
	if part, err := s.arrived(ctx, q, in); part || err != nil {
		return err
	}
	// Read here, because staff may have matched it until now.
	in.to = Target{
		Lesson: row.LessonID, Course: row.CourseID, Title: row.Title, Group: row.GroupID, Class: row.ClassID,
		Beside: row.Beside, Publish: row.Publish, Later: true,
	}
	return s.take(ctx, q, who, in)
}

// storeUpload brings the bytes of a complete upload to their blob, unless an earlier attempt has.
func (s *Service) storeUpload(ctx context.Context, row uploadRow) error {
	info, err := s.o.Blobs.Stat(ctx, uploadKey(row.ID))
	if fault.Code(err) == "blob.not_found" {
		if err := s.received.complete(ctx, row); err != nil {
			return err
		}
		info, err = s.o.Blobs.Stat(ctx, uploadKey(row.ID))
	}
	if err == nil && info.Size != row.Size {
		err = fault.New(fault.NotFound, "media.no_upload")
	}
	return err
}

// inspectBlob tells the format and the fingerprint of a recording, or refuses it. A file of this machine is probed too;
// what is in an object store is not fetched for that, and is probed when it is prepared.
func (s *Service) inspectBlob(ctx context.Context, key string, size int64) (format, fingerprint string, err error) {
	r, _, err := s.o.Blobs.Open(ctx, key)
	if err != nil {
		return "", "", err
	}
	defer r.Close()
	head := make([]byte, ffmpeg.FormatBytes)
	n, err := io.ReadFull(r, head)
	if fault.Code(err) != "" || err != nil && !errors.Is(err, io.ErrUnexpectedEOF) { // a short file is no error
		return "", "", fmt.Errorf("read a recording: %w", err)
	}
	format, err = checkHead(head[:n])
	if err != nil {
		return "", "", err
	}
	if file, ok := r.(*os.File); ok {
		err = s.lookAtFile(ctx, file.Name(), format)
	}
	if err == nil {
		fingerprint, err = Fingerprint(seekerAt{r}, size)
	}
	return format, fingerprint, err
}

// isRefusal tells an error that will be the same next time from one that may pass.
func isRefusal(err error) bool {
	var f *fault.Error
	return errors.As(err, &f) && f.Kind != fault.Unavailable && f.Kind != fault.Internal
}

// full turns a disk without space into what people can act on.
func full(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG) {
		return fault.New(fault.Unavailable, "blob.disk_full").After(time.Minute).Because(err)
	}
	return err
}

// removeUpload removes an upload and its bytes. One that became an asset is only forgotten as an upload. When the bytes
// cannot be removed now, the row stays, and Sweep tries again.
func (s *Service) removeUpload(ctx context.Context, upload, storeID string) error {
	ctx = context.WithoutCancel(ctx)
	var removed int64
	err := s.o.DB.Write(ctx, func(q sqldb.Querier) (err error) {
		if removed, err = db.New(q).UpdateUploadRemoved(ctx, upload); err != nil || removed == 0 {
			return err
		}
		return s.losePart(ctx, q, upload)
	})
	if err != nil {
		return fmt.Errorf("remove an upload: %w", err)
	}
	if removed > 0 {
		err = s.received.discard(ctx, upload, storeID)
	} else {
		err = s.received.clean(ctx, upload)
	}
	if err != nil {
		return err
	}
	return s.o.DB.WriteOne(ctx, func(q sqldb.Querier) error { return db.New(q).DeleteUpload(ctx, upload) })
}

// FinishUploads makes assets of uploads that are complete and are not assets yet: a process was killed, or the store
// was down. Any node that reaches the bytes can do it.
func (s *Service) FinishUploads(ctx context.Context) error {
	unfinished, err := db.New(s.o.DB.Reader()).SelectUnfinishedUploads(ctx)
	if err != nil {
		return fmt.Errorf("list uploads: %w", err)
	}
	var failed error
	for _, upload := range unfinished {
		err := s.whileLocked(ctx, upload.ID, func() error {
			row, err := s.upload(ctx, upload.ID)
			if err != nil {
				return err
			}
			_, err = s.offset(ctx, row)
			return err
		})
		if fault.Code(err) != "media.no_upload" { // gone, or its bytes are at another node
			failed = errors.Join(failed, err)
		}
	}
	return failed
}
