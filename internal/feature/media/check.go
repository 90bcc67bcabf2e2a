package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"lectern/internal/feature/media/db"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// checkSize refuses a recording that is empty, too large, or too large for the disk space that remains after all
// running uploads.
func (s *Service) checkSize(ctx context.Context, q sqldb.Querier, size int64) error {
	switch {
	case size <= 0:
		return fault.New(fault.Invalid, "media.empty")
	case size > MaxUpload:
		return fault.New(fault.TooLarge, "media.too_large", "most", gigabytes(MaxUpload))
	}
	pending, err := s.pendingBytes(ctx, q)
	if err != nil {
		return err
	}
	return s.checkDiskSpace(size + pending)
}

// pendingBytes returns how many bytes the running uploads on this node have yet to send.
func (s *Service) pendingBytes(ctx context.Context, q sqldb.Querier) (bytes int64, err error) {
	open, err := db.New(q).SelectUnfinishedUploads(ctx)
	if err != nil {
		return 0, fmt.Errorf("list uploads: %w", err)
	}
	for _, upload := range open {
		if info, err := os.Stat(s.uploadPath(upload.ID)); err == nil { // another node's disk doesn't count
			bytes += max(upload.Size-info.Size(), 0)
		}
	}
	return bytes, nil
}

// checkDiskSpace refuses what would fill the disk.
func (s *Service) checkDiskSpace(size int64) error {
	folder, err := s.localFolder("")
	if err != nil {
		return err
	}
	free, err := s.o.Free(folder)
	if err != nil {
		return err
	}
	if free < uint64(size)+reserve {
		return fault.New(fault.Unavailable, "media.no_room", "needed", gigabytes(size+reserve), "free",
			gigabytes(int64(min(free, 1<<62)))).After(time.Minute)
	}
	return nil
}

func gigabytes(n int64) string { return strconv.FormatFloat(float64(n)/(1<<30), 'f', 1, 64) }

// checkEvery is how many bytes arrive between two checks of the disk.
const checkEvery = 16 << 20

// diskReader fails when the disk's reserve is reached, since others fill the disk too.
type diskReader struct {
	r    io.Reader
	s    *Service
	left int64 // until the next check
}

func (r *diskReader) Read(p []byte) (int, error) {
	if r.left <= 0 {
		if err := r.s.checkDiskSpace(0); err != nil {
			return 0, err
		}
		r.left = checkEvery
	}
	n, err := r.r.Read(p)
	r.left -= int64(n)
	return n, err
}

// checkHead returns the format by the first bytes, or refuses the file.
func checkHead(head []byte) (string, error) {
	format := ffmpeg.Format(head)
	if format == "" {
		return "", fault.New(fault.Unsupported, "media.not_media")
	}
	return format, nil
}

// checkTarget refuses a recording whose target doesn't exist or isn't complete.
func checkTarget(ctx context.Context, q sqldb.Querier, to Target) error {
	if to.Later && to.nowhere() {
		return nil
	}
	look, of, code := db.New(q).SelectLessonExists, to.Lesson, "course.no_lesson"
	if to.Lesson == "" {
		if to.Course == "" || strings.TrimSpace(to.Title) == "" {
			return fault.New(fault.Invalid, "media.no_target")
		}
		look, of, code = db.New(q).SelectCourseExists, to.Course, "course.no_course"
	}
	n, err := look(ctx, of)
	if err != nil {
		return fmt.Errorf("look where a recording goes: %w", err)
	}
	if n == 0 {
		return fault.New(fault.NotFound, code)
	}
	if to.Lesson != "" || to.Group == "" {
		return nil
	}
	n, err = db.New(q).SelectGroupOfCourse(ctx, db.SelectGroupOfCourseParams{ID: to.Group, CourseID: to.Course})
	if err != nil {
		return fmt.Errorf("look where a recording goes: %w", err)
	}
	if n == 0 {
		return fault.New(fault.Invalid, "course.class_elsewhere")
	}
	return nil
}

// lookInside refuses a file with nothing to play, or too much. What can't be found out now is found out when preparing.
func (s *Service) lookInside(ctx context.Context, path, format string) error {
	if s.o.Probe == nil {
		return nil
	}
	m, err := s.o.Probe(ctx, path, format)
	switch {
	case errors.Is(err, ffmpeg.ErrMissing):
		return lookWithout(path, format)
	case errors.Is(err, ffmpeg.ErrUnreadable):
		return fault.New(fault.Invalid, "media.unreadable").Because(err)
	case err != nil:
		s.note(ctx, "a recording could not be looked at", err)
		return nil
	}
	return checkMedia(m)
}

// lookWithout is for nodes without ffmpeg: a file that browsers can't play unchanged would wait forever.
func lookWithout(path, format string) error {
	if format != ffmpeg.MP4 {
		return fault.New(fault.Invalid, "media.no_transcoder")
	}
	f, err := openFile(path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return fmt.Errorf("measure a recording: %w", err)
	}
	if _, err := movieDuration(f, info.Size()); err != nil {
		return fault.New(fault.Invalid, "media.unreadable").Because(err)
	}
	return nil
}

// checkSender returns an error if the sender of an upload has been logged out since, or can't be checked now. In the
// background there is no sender.
func checkSender(ctx context.Context) error {
	r, ok := ctx.Value(uploadRequestKey{}).(*UploadRequest)
	if !ok || r.CheckSender == nil {
		return nil
	}
	return r.CheckSender(ctx)
}

// senderGone is checkSender while bytes arrive: a database that doesn't answer for a moment stops no upload.
func senderGone(ctx context.Context) error {
	if err := checkSender(ctx); lostRight(err) {
		return err
	}
	return nil
}

// lostRight reports whether an error means that the sender may no longer upload.
func lostRight(err error) bool {
	f, ok := errors.AsType[*fault.Error](err)
	return ok && (f.Kind == fault.Unauthenticated || f.Kind == fault.Forbidden)
}

// senderReader reads an upload until its sender is logged out. Sessions are cached, so each piece can be checked.
type senderReader struct {
	ctx context.Context //nolint:containedctx // of the request that sends
	r   io.Reader
}

func (r senderReader) Read(p []byte) (int, error) {
	n, err := r.r.Read(p)
	if gone := senderGone(r.ctx); gone != nil {
		return 0, gone
	}
	return n, err
}

// stopUpload keeps the bytes for the owner's next login, and makes sure that no job finishes the upload before.
func (s *Service) stopUpload(ctx context.Context, upload string, why error) error {
	return errors.Join(why, s.o.DB.WriteOne(ctx, func(q sqldb.Querier) error {
		return db.New(q).UpdateUploadStopped(ctx, upload)
	}))
}

// checkUploader refuses to create a recording for an account that was closed or lost the right, also in the
// background. It runs in the transaction that creates the recording.
func checkUploader(ctx context.Context, q sqldb.Querier, account string) error {
	row, err := db.New(q).SelectUploader(ctx, account)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("look up who uploads: %w", err)
	}
	if !row.Enabled {
		return fault.New(fault.Forbidden, "access.forbidden")
	}
	return access.Recordings.Check(
		access.Actor{Account: account, Role: access.Role(row.Role), Scope: access.Scope(row.Scope)})
}
