// Package media owns assets (recordings and their renditions) from the upload to the signed URL, with their captions,
// chapters and attachments. Lessons and who studies them belong to package course. Start at Service, then see
// Service.BeginUpload and UploadStore for uploading, Service.Prepare for preparing and Service.Playback for playing.
//
// What a lesson plays changes in one transaction: a rendition is written under a new prefix and starts to play only
// once it is stored. The lowest comes first and makes the asset ready and current; the others have their own jobs. The
// master playlist is written from the rows of the ready renditions. A crash leaves files that no row names, and Sweep
// removes them.
package media

import (
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/sqldb"
)

// A State is the state of an asset.
type State string

// The values of State.
const (
	Waiting   State = "waiting"
	Preparing State = "preparing"
	Ready     State = "ready"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// A Transcoder prepares recordings: ffmpeg.Tool, or a fake in tests.
type Transcoder interface {
	Probe(ctx context.Context, path, format string) (ffmpeg.Media, error)
	Prepare(ctx context.Context, w ffmpeg.Work) (ffmpeg.Result, error)
	Join(ctx context.Context, j ffmpeg.Joining) (ffmpeg.Joined, error)
}

// Options configure a Service.
type Options struct {
	DB     *sqldb.DB
	Keys   *keyring.Ring
	Blobs  blob.Store
	Jobs   *job.Queue
	Now    func() time.Time
	Folder string // on a local disk: uploads and working files
	// MayWatch returns which of some lessons the caller may watch.
	MayWatch func(ctx context.Context, who access.Actor, lessons ...string) (map[string]bool, error)
	// MakeLesson adds a lesson to a course in the caller's transaction.
	MakeLesson func(ctx context.Context, q sqldb.Querier, who access.Actor, to Target) (string, error)
	// Probe looks into a recording before it is accepted; nil checks only its first bytes.
	Probe func(ctx context.Context, path, format string) (ffmpeg.Media, error)
	// Plays runs in the transaction in which a lesson starts to play something else; publish also publishes it.
	// Optional.
	Plays func(ctx context.Context, q sqldb.Querier, lesson string, publish bool) error
	// Index indexes a lesson for the search, in the transaction that changed it. Optional.
	Index func(ctx context.Context, q sqldb.Querier, lesson string) error
	// MayDelete reports whether the clock can be trusted to delete what is old; nil: always.
	MayDelete func(ctx context.Context) bool
	// Transcribe sets the program that transcribes new recordings.
	Transcribe Transcription
	Free       func(folder string) (uint64, error) // free bytes of a disk; nil asks the system
	Log        *slog.Logger                        // nil: silent
}

// A Service stores and serves media. It is safe for concurrent use, also by several nodes.
type Service struct {
	o        Options
	received received // the bytes of running uploads
	served   *lru.Cache[string, servedAsset]
}

const (
	// MaxUpload is the size limit of a recording in bytes.
	MaxUpload = 10 << 30
	// reserve is the disk space left to the database and everything else.
	reserve = 1 << 30

	sourceFolder = "media/"
	uploadFolder = "uploads"
	workFolder   = "work"
)

// New makes a service. The folder is created when it is first needed.
func New(o Options) *Service {
	if o.Free == nil {
		o.Free = ffmpeg.FreeDisk
	}
	if o.MayDelete == nil {
		o.MayDelete = func(context.Context) bool { return true }
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Index == nil {
		o.Index = func(context.Context, sqldb.Querier, string) error { return nil }
	}
	served, err := lru.New[string, servedAsset](maxServed)
	if err != nil {
		panic(err) // the size is not positive
	}
	s := &Service{o: o, served: served}
	s.received = newReceived(s)
	o.Jobs.OnDead(s.serverEnded, PrepareKind, RenditionKind)
	return s
}

func (s *Service) localFolder(name string) (string, error) {
	folder, err := filepath.Abs(filepath.Join(s.o.Folder, name))
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("make a folder for media: %w", err)
	}
	return folder, nil
}

// lacks reports whether a prepared asset has no rendition of a kind; an original served unchanged was never examined.
func lacks(state, parts, part string) bool {
	return State(state) == Ready && hasPart(parts, partHLS) && !hasPart(parts, part)
}

// reasonOf rebuilds a stored fault; its text is in the reader's language.
func reasonOf(code, params string) *fault.Error {
	if code == "" {
		return nil
	}
	f := fault.New(fault.Invalid, code)
	if values, err := url.ParseQuery(params); err == nil && len(values) > 0 {
		f.Params = map[string]string{}
		for name := range values {
			f.Params[name] = values.Get(name)
		}
	}
	return f
}

// paramsText returns a fault's parameters in their stored form.
func paramsText(f *fault.Error) string {
	values := url.Values{}
	for name, value := range f.Params {
		values.Set(name, value)
	}
	return values.Encode()
}

func (s *Service) ms() int64 { return s.o.Now().UnixMilli() }
