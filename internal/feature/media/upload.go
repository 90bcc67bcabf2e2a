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

// uploadLife is how long an upload may pause before it is removed; every piece extends it.
const uploadLife = 7 * 24 * time.Hour

// An Upload is a recording being uploaded. The row holds its owner and target; the bytes are in tusd's store, see
// UploadStore.
type Upload struct {
	ID      string // of the upload and of its future asset
	Size    int64
	Expires time.Time
}

type uploadRow = db.SelectUploadRow

// BeginUpload creates the row of an upload, after all checks that need no bytes. Staff only.
func (s *Service) BeginUpload(ctx context.Context, who access.Actor, file Incoming, to Target) (Upload, error) {
	if err := access.Recordings.Check(who); err != nil {
		return Upload{}, err
	}
	now := s.o.Now()
	u := Upload{ID: sqldb.NewID(), Size: file.Size, Expires: now.Add(uploadLife)}
	err := s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		if err := checkTarget(ctx, q, to); err != nil { // a new lesson is created at the end
			return err
		}
		if err := s.checkSize(ctx, q, file.Size); err != nil {
			return err
		}
		return db.New(q).InsertUpload(ctx, db.InsertUploadParams{
			ID: u.ID, AccountID: who.Account, File: CleanName(file.Name), Size: file.Size,
			LessonID: to.Lesson, CourseID: to.Course, Title: to.Title, TitleEn: to.TitleEn, GroupID: to.Group,
			ClassID: to.Class, Publish: to.Publish, Beside: to.Beside, CreatedAt: now.UnixMilli(),
			ExpiresAt: u.Expires.UnixMilli(), Fingerprint: file.Fingerprint, ModifiedAt: sqldb.Millis(file.Modified),
		})
	})
	return u, err
}

// FindUpload returns one of the caller's uploads, or media.no_upload. Staff only.
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

// uploadKey is the blob of a complete upload. It has no extension because the format isn't known beforehand.
func uploadKey(upload string) string { return sourceFolder + upload + "/source" }

// finishUpload creates the asset of a complete upload and its job in one transaction. It can be repeated after any
// failure, on any node that has access to the bytes. A refused file is removed.
func (s *Service) finishUpload(ctx context.Context, who access.Actor, row uploadRow) error {
	ctx = context.WithoutCancel(ctx) // the client may hang up after the last byte
	key := uploadKey(row.ID)
	if err := checkSender(ctx); err != nil {
		return s.stopUpload(ctx, row.ID, err)
	}
	if err := s.storeUpload(ctx, row); err != nil {
		return err
	}
	in := intake{asset: row.ID, file: row.File, size: row.Size, key: key, modified: row.ModifiedAt}
	var err error
	if in.format, in.fingerprint, err = s.inspectBlob(ctx, key, row.Size); err == nil {
		err = s.o.DB.Write(ctx, func(q sqldb.Querier) error { return s.takeUpload(ctx, q, who, in) })
	}
	if lostRight(err) {
		return s.stopUpload(ctx, row.ID, err)
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

// takeUpload creates the asset, unless another node has.
func (s *Service) takeUpload(ctx context.Context, q sqldb.Querier, who access.Actor, in intake) error {
	n, err := db.New(q).UpdateUploadDone(ctx, in.asset)
	if err != nil {
		return fmt.Errorf("finish an upload: %w", err)
	}
	row, err := db.New(q).SelectUpload(ctx, in.asset) // no row: it was removed
	if err != nil {
		return sqldb.Missing(err, "media.no_upload")
	}
	if n == 0 {
		return nil
	}
	if err := checkUploader(ctx, q, row.AccountID); err != nil {
		return err
	}
	if part, err := s.arrived(ctx, q, in); part || err != nil {
		return err
	}
	// Read here, because staff may have changed it until now.
	in.to = Target{
		Lesson: row.LessonID, Course: row.CourseID, Title: row.Title, TitleEn: row.TitleEn,
		Group: row.GroupID, Class: row.ClassID, Beside: row.Beside, Publish: row.Publish, Later: true,
	}
	return s.take(ctx, q, who, in)
}

// storeUpload moves a complete upload to its blob, unless an earlier attempt has.
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

// inspectBlob returns a recording's format and fingerprint, or refuses it. A local file is also probed; one in an
// object store is probed when it is prepared, because fetching it here would take too long.
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

// isRefusal reports whether an error would be the same next time.
func isRefusal(err error) bool {
	var f *fault.Error
	return errors.As(err, &f) && f.Kind != fault.Unavailable && f.Kind != fault.Internal
}

// full turns a full disk into an error that people can act on.
func full(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG) {
		return fault.New(fault.Unavailable, "blob.disk_full").After(time.Minute).Because(err)
	}
	return err
}

// removeUpload removes an upload and its bytes. If it became an asset, only the row goes. If the bytes can't be removed
// now, the row stays and Sweep tries again.
func (s *Service) removeUpload(ctx context.Context, upload, storeID string) error {
	ctx = context.WithoutCancel(ctx)
	var removed int64
	err := s.o.DB.Write(ctx, func(q sqldb.Querier) (err error) {
		if removed, err = db.New(q).UpdateUploadRemoved(ctx, upload); err != nil || removed == 0 {
			return err
		}
		return s.failJoinedOf(ctx, q, upload)
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

// FinishUploads creates the assets of complete uploads that were interrupted by a crash or an unavailable store. Any
// node with access to the bytes can do it.
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
		if fault.Code(err) != "media.no_upload" { // gone, or its bytes are on another node
			failed = errors.Join(failed, err)
		}
	}
	return failed
}
