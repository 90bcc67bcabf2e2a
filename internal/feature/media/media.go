// Package media answers "what does this lesson play?". It owns assets, which are recordings and their renditions, from
// the upload to the signed address; captions, chapters and attachments with them. Which lessons there are and who
// studies them belongs to package course; how bytes are stored to package blob; how ffmpeg is run to package ffmpeg.
// Start at Service, then Service.BeginUpload and UploadStore for the way in, Service.Prepare for what happens there,
// and Service.Playback for the way out.
//
// What a lesson plays changes in one transaction: a rendition is written under a prefix that nobody has used before,
// and only when it is safe does it become part of what plays. The lowest comes first and makes the asset ready and
// current; the others are jobs of their own. The playlist of playlists is written from the rows of those that are
// ready. A crash leaves files that nothing names, and Sweep collects them.
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

// A State is where an asset stands.
type State string

// The states.
const (
	Waiting   State = "waiting"
	Preparing State = "preparing"
	Ready     State = "ready"
	Failed    State = "failed"
	Cancelled State = "cancelled"
)

// A Transcoder makes recordings ready. It is a seam: the real one is ffmpeg.Tool.
type Transcoder interface {
	Probe(ctx context.Context, path, format string) (ffmpeg.Media, error)
	Prepare(ctx context.Context, w ffmpeg.Work) (ffmpeg.Result, error)
	Join(ctx context.Context, j ffmpeg.Joining) (ffmpeg.Joined, error)
}

// Options are what the service stands on.
type Options struct {
	DB     *sqldb.DB
	Keys   *keyring.Ring
	Blobs  blob.Store
	Jobs   *job.Queue
	Now    func() time.Time
	Folder string // on a disk of this machine: uploads and work under way
	// MayWatch says which of some lessons somebody may watch; that is not ours to say.
	MayWatch func(ctx context.Context, who access.Actor, lessons ...string) (map[string]bool, error)
	// MakeLesson adds a lesson to a course in the caller's transaction; lessons are not ours.
	MakeLesson func(ctx context.Context, q sqldb.Querier, who access.Actor, to Target) (string, error)
	// Probe looks into a recording before it is taken; nil looks at its first bytes alone.
	Probe func(ctx context.Context, path, format string) (ffmpeg.Media, error)
	// Plays is told, in the transaction that makes it so, that a lesson plays something else from now on, and whether it
	// is to be published with it; nil: nobody is.
	Plays func(ctx context.Context, q sqldb.Querier, lesson string, publish bool) error
	// Index makes a lesson findable by what it has now, in the transaction that changed it; nil: nothing is found.
	Index func(ctx context.Context, q sqldb.Querier, lesson string) error
	// Transcribe says which program writes down what is said in new recordings.
	Transcribe Transcription
	Free       func(folder string) (uint64, error) // free bytes of a disk; nil asks the system
	Log        *slog.Logger                        // nil: silent
}

// A Service stores and serves media. It is safe for concurrent use, by several nodes too.
type Service struct {
	o        Options
	received received // the bytes of uploads under way
	served   *lru.Cache[string, servedAsset]
}

const (
	// MaxUpload is how many bytes a recording may have.
	MaxUpload = 10 << 30
	// reserve is how much of the disk is left to the database and everybody else.
	reserve = 1 << 30

	sourceFolder = "media/"
	uploadFolder = "uploads"
	workFolder   = "work"
)

// New makes the service. The folder is made when it is first needed.
func New(o Options) *Service {
	if o.Free == nil {
		o.Free = ffmpeg.FreeDisk
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
	return s
}

// localFolder creates a folder of this service on the local disk.
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

// lacks tells whether a prepared asset has no rendition of a kind; what is served as it was uploaded was
// not looked into.
func lacks(state, parts, part string) bool {
	return State(state) == Ready && hasPart(parts, partHLS) && !hasPart(parts, part)
}

// reasonOf puts a stored refusal together again; its sentence is told in the reader's language.
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

// paramsText is how a refusal's parameters are stored.
func paramsText(f *fault.Error) string {
	values := url.Values{}
	for name, value := range f.Params {
		values.Set(name, value)
	}
	return values.Encode()
}

func (s *Service) ms() int64 { return s.o.Now().UnixMilli() }
