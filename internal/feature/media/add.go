package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"lectern/internal/feature/media/db"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/attachment"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
)

// A Target is where a recording goes: a lesson, or a new lesson of a course with this title.
type Target struct {
	Lesson string
	Course string
	Title  string
	// TitleEn is the new lesson's title for readers of English, if it differs.
	TitleEn string
	// The class that a new lesson records.
	Group, Class string
	// Beside makes an additional lesson if the class already has one.
	Beside bool
	// Publish publishes the lesson once the recording is ready.
	Publish bool
	// Later allows a recording without a target: staff match it during the upload or afterwards.
	Later bool
}

// nowhere reports whether no lesson is named.
func (t Target) nowhere() bool { return t.Lesson == "" && t.Course == "" && t.Title == "" }

// An Incoming is a file to be uploaded, as its sender describes it.
type Incoming struct {
	Name        string
	Size        int64
	Modified    time.Time // when it was last written; zero: unknown
	Fingerprint string    // see Fingerprint; empty: unknown
}

// PrepareKind is the kind of jobs that prepare assets.
const PrepareKind = "media.prepare"

// prepareAttempts allows for a crash or a full disk; a third failure won't go away.
const prepareAttempts = 3

type preparePayload struct{ Asset string }

// Add stores a recording from a reader at its start, as the command line does. The checks and the processing are those
// of an upload. Staff only.
func (s *Service) Add(ctx context.Context, who access.Actor, file string, r io.ReadSeeker,
	to Target,
) (asset string, err error) {
	if err := access.Recordings.Check(who); err != nil {
		return "", err
	}
	size, err := r.Seek(0, io.SeekEnd)
	if err != nil {
		return "", fmt.Errorf("measure a recording: %w", err)
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return "", fmt.Errorf("read a recording: %w", err)
	}
	if err := s.checkSize(ctx, s.o.DB.Reader(), size); err != nil {
		return "", err
	}
	if err := checkTarget(ctx, s.o.DB.Reader(), to); err != nil {
		return "", err
	}
	head := make([]byte, min(size, ffmpeg.FormatBytes))
	if _, err := io.ReadFull(r, head); err != nil {
		return "", fmt.Errorf("read a recording: %w", err)
	}
	format, err := checkHead(head)
	if err != nil {
		return "", err
	}
	if _, err := r.Seek(0, io.SeekStart); err != nil {
		return "", fmt.Errorf("read a recording: %w", err)
	}
	if named, ok := r.(*os.File); ok {
		if err := s.lookAtFile(ctx, named.Name(), format); err != nil {
			return "", err
		}
	}
	asset = sqldb.NewID()
	key := sourceKey(asset, format)
	if _, err := s.o.Blobs.Put(ctx, key, r); err != nil {
		return "", err
	}
	in := intake{asset: asset, file: CleanName(file), format: format, size: size, key: key, to: to}
	if in.fingerprint, err = s.fingerprintOf(ctx, key, size); err != nil {
		return "", err
	}
	err = s.o.DB.Write(ctx, func(q sqldb.Querier) error { return s.take(ctx, q, who, in) })
	if err != nil {
		s.drop(ctx, err, key)
		return "", err
	}
	s.o.Jobs.Wake()
	return asset, nil
}

func (s *Service) lookAtFile(ctx context.Context, name, format string) error {
	path, err := filepath.Abs(name)
	if err != nil {
		return fmt.Errorf("find a recording: %w", err)
	}
	return s.lookInside(ctx, path, format)
}

func sourceKey(asset, format string) string { return sourceFolder + asset + "/source." + format }

// An intake is a checked recording whose bytes are in the store.
type intake struct {
	asset, file, format, key string
	fingerprint              string
	size, modified           int64
	to                       Target
}

// take creates the asset and the job that prepares it, in one transaction.
func (s *Service) take(ctx context.Context, q sqldb.Querier, who access.Actor, in intake) error {
	lesson, err := s.target(ctx, q, who, in.to)
	if err != nil {
		return err
	}
	queued, err := s.o.Jobs.Add(ctx, q,
		job.Spec{Kind: PrepareKind, Payload: preparePayload{in.asset}, MaxAttempts: prepareAttempts})
	if err != nil {
		return err
	}
	now := s.o.Now()
	err = db.New(q).InsertAsset(ctx, db.InsertAssetParams{
		ID: in.asset, LessonID: lesson, State: string(Waiting), File: in.file, Format: in.format, Size: in.size,
		Source: in.key, Publish: in.to.Publish, JobID: queued, AccountID: who.Account, CreatedAt: now.UnixMilli(),
		Fingerprint: in.fingerprint, ModifiedAt: in.modified,
	})
	if err != nil {
		return fmt.Errorf("store an asset: %w", err)
	}
	return audit.Append(ctx, q, who, audit.Entry{
		At: now, Action: "media.add", Object: in.asset,
		After: map[string]any{"file": audit.FileName(in.file), "bytes": in.size, "lesson": lesson},
	})
}

// target finds or creates the lesson; the ID is empty for a recording that is matched later.
func (s *Service) target(ctx context.Context, q sqldb.Querier, who access.Actor, to Target) (string, error) {
	if err := checkTarget(ctx, q, to); err != nil {
		return "", err
	}
	if to.nowhere() {
		return "", nil
	}
	if to.Lesson == "" {
		return s.o.MakeLesson(ctx, q, who, to)
	}
	return to.Lesson, nil
}

// drop removes blobs that a refused transaction leaves without an owner. After any other error the transaction may
// still have been committed, so they stay and Sweep decides.
func (s *Service) drop(ctx context.Context, refused error, keys ...string) {
	if fault.Code(refused) == "" {
		return
	}
	for _, key := range keys {
		if err := s.o.Blobs.Delete(context.WithoutCancel(ctx), key); err != nil {
			s.o.Log.WarnContext(ctx, "a blob without an owner could not be removed yet", "key", key, "error", err)
		}
	}
}

// CleanName makes a file's name safe to show and store.
func CleanName(name string) string { return attachment.CleanName(name, "recording") }

// An adopter is a store that can move a file in without copying it.
type adopter interface {
	Adopt(ctx context.Context, key, path string) (blob.Info, error)
}

// store moves a local file into the blob store.
func (s *Service) store(ctx context.Context, key, file string) error {
	if local, ok := s.o.Blobs.(adopter); ok {
		_, err := local.Adopt(ctx, key, file)
		return err
	}
	return s.copyIn(ctx, key, file)
}

func (s *Service) copyIn(ctx context.Context, key, file string) error {
	f, err := openFile(file)
	if err != nil {
		return err
	}
	_, err = s.o.Blobs.Put(ctx, key, f)
	return errors.Join(err, f.Close())
}
