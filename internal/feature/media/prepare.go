package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"lectern/internal/feature/media/db"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/recovery"
	"lectern/internal/kernel/sqldb"
)

// longest limits the length of a recording; anything longer is a camera that was left running.
const longest = 12 * time.Hour

// errSuperseded means that the asset was cancelled, retried or removed in between.
var errSuperseded = errors.New("media: the asset is no longer this job's")

// Prepare returns the handler of PrepareKind, which makes a recording playable: it makes the lowest rendition, the
// sound and the pictures, and queues the other renditions. It may run more than once per asset, but only one run makes
// it ready. Without a transcoder, MP4 files are served unchanged.
func (s *Service) Prepare(with Transcoder) job.Handler {
	return func(ctx context.Context, run *job.Run) error {
		var p preparePayload
		if err := run.Decode(&p); err != nil {
			return err
		}
		return s.handle(ctx, run, preparing{s: s, with: with, run: run, asset: p.Asset})
	}
}

// work is an attempt at something that a row describes, with its state.
type work interface {
	begin(ctx context.Context, q sqldb.Querier) (rows int64, err error)
	do(ctx context.Context) error
	end(ctx context.Context, q sqldb.Querier, state State, code, params string) error
}

// handle runs a job and stores its result where staff see it.
func (s *Service) handle(ctx context.Context, run *job.Run, w work) error {
	var begun int64
	err := s.o.DB.WriteOne(ctx, func(q sqldb.Querier) (err error) {
		begun, err = w.begin(ctx, q)
		return err
	})
	if err != nil {
		return fmt.Errorf("begin to prepare: %w", err)
	}
	if begun == 0 {
		return nil // no longer needed
	}
	err = w.do(ctx)
	if err == nil || errors.Is(err, errSuperseded) {
		return nil
	}
	ended := func(ctx context.Context, state State, code, params string) error {
		return s.o.DB.WriteOne(ctx, func(q sqldb.Querier) error { return w.end(ctx, q, state, code, params) })
	}
	if errors.Is(context.Cause(ctx), job.ErrStopping) { // it waits for another node
		last, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		return errors.Join(err, ended(last, Waiting, "", ""))
	}
	if ctx.Err() != nil {
		return err // the runner knows why
	}
	reason, final := explain(err)
	if reason.Kind == fault.Unavailable {
		return job.Postponed(errors.Join(err, ended(ctx, Waiting, reason.Code, paramsText(reason))))
	}
	if !final && run.Attempts < run.MaxAttempts {
		return err
	}
	return job.Permanent(errors.Join(err, ended(ctx, Failed, reason.Code, paramsText(reason))))
}

// explain turns an error into a reason that staff can act on. final means that a retry would fail too.
func explain(err error) (reason *fault.Error, final bool) {
	var known *fault.Error
	switch {
	case errors.As(err, &known) && known.Code == "media.no_room": // the job waits, so there is nothing to upload again
		return fault.New(fault.Unavailable, "media.waits_for_room", "needed", known.Params["needed"], "free",
			known.Params["free"]), false
	case errors.As(err, &known):
		return known, known.Kind == fault.Invalid
	case errors.Is(err, ffmpeg.ErrUnreadable):
		return fault.New(fault.Invalid, "media.unreadable"), true
	case errors.Is(err, ffmpeg.ErrDiskFull):
		return fault.New(fault.Unavailable, "media.disk_full"), false
	case errors.Is(err, ffmpeg.ErrStalled), errors.Is(err, ffmpeg.ErrTimeout):
		return fault.New(fault.Internal, "media.too_slow"), false
	}
	return fault.New(fault.Internal, "media.broke"), false
}

// preparing is one attempt to make a recording playable.
type preparing struct {
	s     *Service
	with  Transcoder
	run   *job.Run
	asset string

	joined bool // this attempt has joined the parts
}

func (w preparing) begin(ctx context.Context, q sqldb.Querier) (int64, error) {
	return db.New(q).UpdateBegun(ctx, db.UpdateBegunParams{ID: w.asset, Job: w.run.ID, At: w.s.ms()})
}

func (w preparing) end(ctx context.Context, q sqldb.Querier, state State, code, params string) error {
	return w.s.ended(ctx, q, w.asset, w.run.ID, state, code, params)
}

func (w preparing) do(ctx context.Context) error {
	var err error
	if w.joined, err = w.join(ctx); err != nil {
		return err
	}
	return w.s.withLocalFile(ctx, w.asset, func(row db.Asset, path, folder string) error {
		if w.with == nil {
			return w.s.serveUnchanged(ctx, w.run, row, path)
		}
		return w.prepare(ctx, row, path, folder)
	})
}

// ended stores that an asset failed, or what it waits for; a waiting asset is retried automatically.
func (s *Service) ended(
	ctx context.Context, q sqldb.Querier, asset, jobID string, state State, code, params string,
) (err error) {
	if state == Failed {
		_, err = db.New(q).UpdateFailed(ctx,
			db.UpdateFailedParams{ID: asset, Job: jobID, Reason: code, Params: params, At: s.ms()})
		return err
	}
	_, err = db.New(q).UpdateWaits(ctx,
		db.UpdateWaitsParams{ID: asset, Job: jobID, Reason: code, Params: params, At: s.ms()})
	return err
}

// withLocalFile provides the recording as a local file, and a folder to work in.
func (s *Service) withLocalFile(
	ctx context.Context, asset string, do func(row db.Asset, path, folder string) error,
) (err error) {
	row, err := db.New(s.o.DB.Reader()).SelectAsset(ctx, asset)
	if err != nil {
		return sqldb.Missing(err, "media.no_asset")
	}
	folder, remove, err := s.openWorkFolder(asset)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, remove()) }()
	path, closeSource, err := s.source(ctx, row, folder)
	if err != nil {
		return err
	}
	defer closeSource()
	return do(row, path, folder)
}

// look probes a recording, if there is enough disk space to work on it.
func (s *Service) look(ctx context.Context, with Transcoder, row db.Asset, path string) (ffmpeg.Media, error) {
	if err := s.checkDiskSpace(row.Size); err != nil {
		return ffmpeg.Media{}, err
	}
	m, err := with.Probe(ctx, path, row.Format)
	if err == nil {
		err = checkMedia(m)
	}
	return m, err
}

// prepare makes the lowest rendition and the extras in a local folder, stores them under a new prefix, and makes the
// asset ready.
func (w preparing) prepare(ctx context.Context, row db.Asset, path, folder string) error {
	s := w.s
	m, err := s.look(ctx, w.with, row, path)
	if err != nil {
		return err
	}
	out := filepath.Join(folder, "out")
	if err := os.Mkdir(out, 0o700); err != nil {
		return fmt.Errorf("make a folder for renditions: %w", err)
	}
	all := ffmpeg.Renditions(m.Video)
	lowest := max(len(all)-1, 0)
	result, err := w.with.Prepare(ctx, ffmpeg.Work{
		Path: path, Format: row.Format, Folder: out, Media: m, Renditions: all[lowest:],
		Progress: func(percent int) {
			if w.joined {
				percent = joinShare + percent*(100-joinShare)/100
			}
			w.progress(ctx, percent)
		},
	})
	if err != nil {
		return err
	}
	d := done{
		asset: row.ID, output: sourceFolder + row.ID + "/" + sqldb.NewID(), parts: partsOf(result), duration: result.Duration,
		chapters: m.Chapters, tracks: result.Tracks,
	}
	if m.Video != nil {
		d.width, d.height = m.Video.Width, m.Video.Height
	}
	if d.texts, err = readTexts(out, result.Texts); err != nil {
		return err
	}
	if len(d.tracks) > 0 { // the master playlist is written from the rows
		d.left = all[:lowest]
		if err := os.Remove(filepath.Join(out, ffmpeg.MasterFile)); err != nil {
			return err
		}
	}
	if err := s.storeFolder(ctx, out, d.output); err != nil {
		return err
	}
	return s.complete(ctx, w.run, d)
}

func (w preparing) progress(ctx context.Context, percent int) {
	w.s.progress(ctx, w.run, percent, func(q sqldb.Querier) error {
		_, err := db.New(q).UpdatePercent(ctx, db.UpdatePercentParams{ID: w.asset, Job: w.run.ID, Percent: int64(percent)})
		return err
	})
}

func checkMedia(m ffmpeg.Media) error {
	switch {
	case m.Video == nil && m.Audio == nil:
		return fault.New(fault.Invalid, "media.nothing_inside")
	case m.Duration > longest:
		return fault.New(fault.Invalid, "media.too_long", "most", strconv.Itoa(int(longest/time.Hour)))
	}
	return nil
}

// source returns the recording as a local file: the local store has it already, another store copies it.
func (s *Service) source(ctx context.Context, row db.Asset, folder string) (path string, closeIt func(), err error) {
	r, info, err := s.o.Blobs.Open(ctx, row.Source)
	if err != nil {
		return "", nil, err
	}
	if file, ok := r.(*os.File); ok {
		path, err := filepath.Abs(file.Name())
		return path, func() { _ = file.Close() }, err // only read
	}
	defer r.Close()
	if err := s.checkDiskSpace(info.Size); err != nil {
		return "", nil, err
	}
	path = filepath.Join(folder, "source")
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) //nolint:gosec // made here
	if err != nil {
		return "", nil, fmt.Errorf("make a copy of a recording: %w", err)
	}
	_, err = io.Copy(f, reader{ctx, r})
	return path, func() {}, full(errors.Join(err, f.Close()))
}

// reader stops when its context ends.
type reader struct {
	ctx context.Context //nolint:containedctx // it lasts for one Copy
	r   io.Reader
}

func (r reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}

// progress stores the percentage that staff and students see; if that fails, the work continues.
func (s *Service) progress(ctx context.Context, run *job.Run, percent int, store func(q sqldb.Querier) error) {
	err := errors.Join(run.Progress(ctx, percent), s.o.DB.WriteOne(ctx, store))
	if err != nil && ctx.Err() == nil && !errors.Is(err, job.ErrLost) {
		s.o.Log.WarnContext(ctx, "progress could not be stored", "job", run.ID, "error", err)
	}
}

func partsOf(r ffmpeg.Result) string {
	parts := []string{partHLS}
	if r.Audio {
		parts = append(parts, partAudio)
	}
	if r.Poster {
		parts = append(parts, partPoster)
	}
	if r.Sprite {
		parts = append(parts, partSprite)
	}
	return strings.Join(parts, " ")
}

// text is a subtitle track to be stored.
type text struct{ language, vtt string }

func readTexts(folder string, files []ffmpeg.TextFile) ([]text, error) {
	var list []text
	for _, f := range files {
		path := filepath.Join(folder, f.File)
		raw, err := os.ReadFile(path) //nolint:gosec // a folder and names of ours
		if err != nil {
			return nil, fmt.Errorf("read a subtitle: %w", err)
		}
		if vtt, _, err := ParseCaptions(raw); err == nil { // omit empty or damaged ones
			list = append(list, text{languageOf(f.Language), vtt})
		}
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// storeAtOnce is how many files are stored concurrently.
const storeAtOnce = 4

func (s *Service) storeFolder(ctx context.Context, folder, prefix string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("list renditions: %w", err)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(storeAtOnce)
	for _, entry := range entries {
		group.Go(func() error {
			return recovery.Do(func() error {
				return s.store(ctx, prefix+"/"+entry.Name(), filepath.Join(folder, entry.Name()))
			})
		})
	}
	return group.Wait()
}
