package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"lectern/internal/access"
	"lectern/internal/fault"
	"lectern/internal/ffmpeg"
	"lectern/internal/id"
	"lectern/internal/media/db"
	"lectern/internal/sqldb"
)

// uploadLife is how long an upload may rest before it is forgotten; every piece that arrives starts it anew.
const uploadLife = 7 * 24 * time.Hour

// An Upload is a recording on its way in. How much of it is here is the length of a file on this node, which is written
// through to the disk before anybody is told, so it survives a kill and a power cut.
type Upload struct {
	ID      string
	File    string
	Size    int64
	Offset  int64 // how much of it is safe
	Expires time.Time
	Asset   string // what became of it; empty until all of it is here
}

// Upload begins one, after all checks that need no bytes. Staff only.
func (s *Service) Upload(ctx context.Context, who access.Actor, file string, size int64, to Target) (Upload, error) {
	if err := access.Admin.Check(who); err != nil {
		return Upload{}, err
	}
	now := s.o.Now()
	u := Upload{ID: id.New(), File: CleanName(file), Size: size, Expires: now.Add(uploadLife)}
	err := s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		if err := checkTarget(ctx, q, to); err != nil { // a new lesson is made when all is here
			return err
		}
		if err := s.checkSize(ctx, q, size); err != nil {
			return err
		}
		return db.New(q).InsertUpload(ctx, db.InsertUploadParams{
			ID: u.ID, AccountID: who.Account, File: u.File, Size: size, LessonID: to.Lesson, CourseID: to.Course, Title: to.Title,
			CreatedAt: now.UnixMilli(), ExpiresAt: u.Expires.UnixMilli(),
		})
	})
	if err != nil {
		return Upload{}, err
	}
	return u, s.makeFile(u.ID)
}

func (s *Service) makeFile(upload string) error {
	folder, err := s.localFolder(uploadFolder)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(folder, upload), os.O_CREATE|os.O_WRONLY, 0o600) //nolint:gosec // an id of ours
	if err != nil {
		return fmt.Errorf("make the file of an upload: %w", err)
	}
	return errors.Join(f.Sync(), f.Close(), syncFolder(folder))
}

func (s *Service) uploadPath(upload string) string {
	return filepath.Join(s.o.Folder, uploadFolder, upload)
}

// Offset tells how much of an upload is safe. A writer that still holds it is told to stop: whoever asks has lost it.
func (s *Service) Offset(ctx context.Context, who access.Actor, upload string) (Upload, error) {
	row, err := s.uploadOf(ctx, who, upload)
	if err != nil {
		return Upload{}, err
	}
	release, err := s.uploads.take(ctx, upload, func() {})
	if err != nil {
		return Upload{}, err
	}
	defer release()
	u, f, err := s.openUpload(ctx, who, row)
	if err != nil || f == nil {
		return u, err
	}
	return u, errors.Join(f.Sync(), f.Close())
}

// uploadOf finds an upload of the caller's own, or media.no_upload.
func (s *Service) uploadOf(ctx context.Context, who access.Actor, upload string) (db.Upload, error) {
	if err := access.Admin.Check(who); err != nil {
		return db.Upload{}, err
	}
	row, err := db.New(s.o.DB.Reader()).SelectUpload(ctx, upload)
	if err != nil {
		return db.Upload{}, missing(err, "media.no_upload")
	}
	if row.AccountID != who.Account {
		return db.Upload{}, fault.New(fault.NotFound, "media.no_upload")
	}
	return row, nil
}

// openUpload opens the file for appending. A finished upload has none.
func (s *Service) openUpload(ctx context.Context, who access.Actor, row db.Upload) (Upload, *os.File, error) {
	u := Upload{ID: row.ID, File: row.File, Size: row.Size, Expires: time.UnixMilli(row.ExpiresAt), Asset: row.AssetID}
	if row.AssetID != "" {
		u.Offset = row.Size
		return u, nil, nil
	}
	f, err := os.OpenFile(s.uploadPath(row.ID), os.O_RDWR|os.O_APPEND, 0o600)
	if errors.Is(err, fs.ErrNotExist) {
		// Moved into the store by a try that did not get to its end; or begun on another node, and then it is media.no_upload.
		u.Asset, err = s.finish(context.WithoutCancel(ctx), who, row)
		u.Offset = row.Size
		return u, nil, err
	}
	if err != nil {
		return u, nil, fmt.Errorf("open an upload: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		return u, nil, errors.Join(fmt.Errorf("measure an upload: %w", err), f.Close())
	}
	u.Offset = info.Size()
	return u, f, nil
}

// Write appends what r gives from an offset, which must be where the last piece ended: media.upload_offset. What has arrived when r
// fails is kept. When the last byte is here the asset is made, its job is queued, and both are in one transaction. The stop
// function makes r fail: it is called when somebody else takes the upload over.
func (s *Service) Write(ctx context.Context, who access.Actor, upload string, offset int64, r io.Reader, stop func()) (Upload, error) {
	if _, err := s.uploadOf(ctx, who, upload); err != nil {
		return Upload{}, err
	}
	release, err := s.uploads.take(ctx, upload, stop)
	if err != nil {
		return Upload{}, err
	}
	defer release()
	row, err := s.uploadOf(ctx, who, upload) // once more: it may have been finished while we waited
	if err != nil {
		return Upload{}, err
	}
	u, f, err := s.openUpload(ctx, who, row)
	switch {
	case err != nil:
		return u, err
	case offset != u.Offset:
		if f != nil {
			_ = f.Close() // nothing was written
		}
		return u, fault.New(fault.Conflict, "media.upload_offset")
	case f == nil:
		return u, nil
	}
	u, err = s.receive(ctx, u, f, r)
	if err != nil {
		return u, err
	}
	if u.Offset < u.Size {
		return u, s.o.DB.WriteOne(ctx, func(q sqldb.Querier) error {
			return db.New(q).UpdateUploadExpiry(ctx, db.UpdateUploadExpiryParams{ID: u.ID, At: u.Expires.UnixMilli()})
		})
	}
	// Whoever sent the last byte may hang up now: the rest is ours.
	u.Asset, err = s.finish(context.WithoutCancel(ctx), who, row)
	return u, err
}

// receive appends, looks at the first bytes as soon as they are there, and writes through to the disk.
func (s *Service) receive(ctx context.Context, u Upload, f *os.File, r io.Reader) (Upload, error) {
	left := io.LimitReader(&roomy{r: r, s: s}, u.Size-u.Offset)
	var failed error
	if u.Offset < ffmpeg.FormatBytes {
		_, failed = io.Copy(f, io.LimitReader(left, ffmpeg.FormatBytes-u.Offset))
		if err := s.checkBegun(f, u.Size); err != nil {
			return u, errors.Join(err, f.Close(), s.forgetUpload(ctx, u.ID))
		}
	}
	if failed == nil {
		_, failed = io.CopyBuffer(struct{ io.Writer }{f}, struct{ io.Reader }{left}, make([]byte, 1<<20))
	}
	synced := f.Sync()
	info, err := f.Stat()
	if err = errors.Join(synced, err, f.Close()); err != nil {
		return u, full(err)
	}
	u.Offset = info.Size()
	u.Expires = s.o.Now().Add(uploadLife)
	return u, full(failed)
}

// full names what a person can do about a disk without room.
func full(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG) {
		return fault.New(fault.Unavailable, "blob.disk_full").After(time.Minute).Because(err)
	}
	return err
}

// checkBegun looks at the first bytes once there are enough of them to tell.
func (s *Service) checkBegun(f *os.File, size int64) error {
	head := make([]byte, ffmpeg.FormatBytes)
	n, err := f.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("look at an upload: %w", err)
	}
	if int64(n) < min(size, ffmpeg.FormatBytes) {
		return nil // more is to come
	}
	_, err = checkHead(head[:n])
	return err
}

// finish makes an asset of an upload that is whole. It may be tried again after any failure: the asset has the upload's id.
func (s *Service) finish(ctx context.Context, who access.Actor, row db.Upload) (string, error) {
	in := intake{asset: row.ID, file: row.File, size: row.Size, to: Target{Lesson: row.LessonID, Course: row.CourseID, Title: row.Title}}
	var err error
	if in.format, in.key, err = s.moveIn(ctx, row); err != nil {
		return "", err
	}
	err = s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		n, err := db.New(q).UpdateUploadDone(ctx, db.UpdateUploadDoneParams{ID: row.ID, Asset: in.asset})
		if err != nil {
			return fmt.Errorf("finish an upload: %w", err)
		}
		if n == 0 {
			return nil // somebody else has finished it
		}
		return s.take(ctx, q, who, in)
	})
	if err != nil {
		if fault.Code(err) != "" { // refused for good: nothing is left of it
			s.drop(ctx, err, in.key)
			err = errors.Join(err, s.forgetUpload(ctx, row.ID))
		}
		return "", err
	}
	s.o.Jobs.Wake()
	return in.asset, os.RemoveAll(s.uploadPath(row.ID))
}

// moveIn brings the bytes into the store, unless an earlier try has.
func (s *Service) moveIn(ctx context.Context, row db.Upload) (format, key string, err error) {
	f, err := os.Open(s.uploadPath(row.ID))
	if errors.Is(err, fs.ErrNotExist) {
		return s.movedIn(ctx, row)
	}
	if err != nil {
		return "", "", fmt.Errorf("open a finished upload: %w", err)
	}
	head := make([]byte, ffmpeg.FormatBytes)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", "", errors.Join(fmt.Errorf("look at a finished upload: %w", err), f.Close())
	}
	if err := f.Close(); err != nil {
		return "", "", err
	}
	if format, err = checkHead(head[:n]); err != nil {
		return "", "", errors.Join(err, s.forgetUpload(ctx, row.ID))
	}
	path, err := filepath.Abs(s.uploadPath(row.ID))
	if err != nil {
		return "", "", err
	}
	if err := s.lookInside(ctx, path, format); err != nil {
		if fault.Code(err) != "" { // refused: nothing is left of it
			err = errors.Join(err, s.forgetUpload(ctx, row.ID))
		}
		return "", "", err
	}
	key = sourceKey(row.ID, format)
	return format, key, s.store(ctx, key, s.uploadPath(row.ID))
}

func (s *Service) movedIn(ctx context.Context, row db.Upload) (format, key string, err error) {
	begins := sourceKey(row.ID, "")
	for info, err := range s.o.Blobs.List(ctx, path.Dir(begins)+"/") {
		if err != nil {
			return "", "", err
		}
		if format, ok := strings.CutPrefix(info.Key, begins); ok && info.Size == row.Size {
			return format, info.Key, nil
		}
	}
	return "", "", fault.New(fault.NotFound, "media.no_upload")
}

// Remove ends an upload and leaves nothing of it. One that became an asset is only forgotten as an upload.
func (s *Service) Remove(ctx context.Context, who access.Actor, upload string) error {
	if _, err := s.uploadOf(ctx, who, upload); err != nil {
		return err
	}
	release, err := s.uploads.take(ctx, upload, func() {})
	if err != nil {
		return err
	}
	defer release()
	return s.forgetUpload(ctx, upload)
}

func (s *Service) forgetUpload(ctx context.Context, upload string) error {
	ctx = context.WithoutCancel(ctx)
	err := s.o.DB.WriteOne(ctx, func(q sqldb.Querier) error { return db.New(q).DeleteUpload(ctx, upload) })
	return errors.Join(err, os.RemoveAll(s.uploadPath(upload)))
}
