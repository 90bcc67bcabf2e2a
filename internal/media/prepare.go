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

	"lectern/internal/access"
	"lectern/internal/audit"
	"lectern/internal/fault"
	"lectern/internal/ffmpeg"
	"lectern/internal/id"
	"lectern/internal/job"
	"lectern/internal/media/db"
	"lectern/internal/sqldb"
)

// longest is how long a recording may be; a lecture that lasts a day is a camera that was left running.
const longest = 12 * time.Hour

// errSuperseded says that the asset was cancelled, retried or removed meanwhile.
var errSuperseded = errors.New("media: the asset is no longer this job's")

// Prepare makes the handler of PrepareKind. It may run more than once for the same asset; only one run makes it ready. A nil
// transcoder says that there is none on this machine: then MP4 files are served as they are.
func (s *Service) Prepare(with Transcoder) job.Handler {
	return func(ctx context.Context, run *job.Run) error { return s.handle(ctx, with, run) }
}

func (s *Service) handle(ctx context.Context, with Transcoder, run *job.Run) error {
	var p preparePayload
	if err := run.Decode(&p); err != nil {
		return err
	}
	var begun int64
	err := s.o.DB.WriteOne(ctx, func(q sqldb.Querier) (err error) {
		begun, err = db.New(q).UpdateBegun(ctx, db.UpdateBegunParams{ID: p.Asset, Job: run.ID, At: s.ms()})
		return err
	})
	if err != nil {
		return fmt.Errorf("begin to prepare: %w", err)
	}
	if begun == 0 {
		return nil // nobody wants it any more
	}
	err = s.prepare(ctx, with, run, p.Asset)
	if err == nil || errors.Is(err, errSuperseded) {
		return nil
	}
	if ctx.Err() != nil {
		return err // the runner knows why
	}
	reason, final := explain(err)
	if reason.Kind == fault.Unavailable {
		return job.Postponed(errors.Join(err, s.waits(ctx, p.Asset, run.ID, reason)))
	}
	if !final && run.Attempts < run.MaxAttempts {
		return err
	}
	return job.Permanent(errors.Join(err, s.failed(ctx, p.Asset, run.ID, reason)))
}

func (s *Service) failed(ctx context.Context, asset, jobID string, reason *fault.Error) error {
	return s.o.DB.WriteOne(ctx, func(q sqldb.Querier) error {
		_, err := db.New(q).UpdateFailed(ctx, db.UpdateFailedParams{ID: asset, Job: jobID, Reason: reason.Code, Params: paramsText(reason), At: s.ms()})
		return err
	})
}

// waits stores what a recording waits for, for staff to see; the job is tried again by itself.
func (s *Service) waits(ctx context.Context, asset, jobID string, reason *fault.Error) error {
	return s.o.DB.WriteOne(ctx, func(q sqldb.Querier) error {
		_, err := db.New(q).UpdateWaits(ctx, db.UpdateWaitsParams{ID: asset, Job: jobID, Reason: reason.Code, Params: paramsText(reason), At: s.ms()})
		return err
	})
}

// explain turns an error into a reason that staff can act on. final means that another attempt would fail too.
func explain(err error) (reason *fault.Error, final bool) {
	var known *fault.Error
	switch {
	case errors.Is(err, ffmpeg.ErrUnreadable):
		return fault.New(fault.Invalid, "media.unreadable"), true
	case errors.Is(err, ffmpeg.ErrDiskFull):
		return fault.New(fault.Unavailable, "media.disk_full"), false
	case errors.Is(err, ffmpeg.ErrStalled), errors.Is(err, ffmpeg.ErrTimeout):
		return fault.New(fault.Internal, "media.too_slow"), false
	case errors.As(err, &known):
		return known, known.Kind == fault.Invalid
	}
	return fault.New(fault.Internal, "media.broke"), false
}

// prepare makes renditions in a folder of this machine, stores them under a prefix of their own, and makes the asset ready.
func (s *Service) prepare(ctx context.Context, with Transcoder, run *job.Run, asset string) (err error) {
	row, err := db.New(s.o.DB.Reader()).SelectAsset(ctx, asset)
	if err != nil {
		return missing(err, "media.no_asset")
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
	if with == nil {
		return s.asIs(ctx, run, row, path)
	}
	if err := s.checkDiskSpace(row.Size); err != nil {
		return err
	}
	m, err := with.Probe(ctx, path, row.Format)
	if err != nil {
		return err
	}
	if err := checkMedia(m); err != nil {
		return err
	}
	out := filepath.Join(folder, "out")
	if err := os.Mkdir(out, 0o700); err != nil {
		return fmt.Errorf("make a folder for renditions: %w", err)
	}
	result, err := with.Prepare(ctx, ffmpeg.Work{
		Path: path, Format: row.Format, Folder: out, Media: m, Progress: func(percent int) { s.progress(ctx, asset, run.ID, percent) },
	})
	if err != nil {
		return err
	}
	d := done{asset: asset, output: sourceFolder + asset + "/" + id.New(), parts: partsOf(result), duration: result.Duration, chapters: m.Chapters}
	if m.Video != nil {
		d.width, d.height = m.Video.Width, m.Video.Height
	}
	if d.texts, err = readTexts(out, result.Texts); err != nil {
		return err
	}
	if err := s.storeFolder(ctx, out, d.output); err != nil {
		return err
	}
	return s.complete(ctx, run, d)
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

// source is the recording as a file of this machine: the local store has it already, another gives a copy.
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
	ctx context.Context //nolint:containedctx // it lives for one Copy
	r   io.Reader
}

func (r reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}

// progress stores the percent that staff and students see; when that fails the work goes on.
func (s *Service) progress(ctx context.Context, asset, jobID string, percent int) {
	err := s.o.DB.WriteOne(ctx, func(q sqldb.Querier) error {
		_, err := db.New(q).UpdatePercent(ctx, db.UpdatePercentParams{ID: asset, Job: jobID, Percent: int64(percent)})
		return err
	})
	if err != nil && ctx.Err() == nil {
		s.o.Log.WarnContext(ctx, "progress could not be stored", "asset", asset, "error", err)
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

// text is a subtitle on its way into the database.
type text struct{ language, vtt string }

func readTexts(folder string, files []ffmpeg.TextFile) ([]text, error) {
	var list []text
	for _, f := range files {
		path := filepath.Join(folder, f.File)
		raw, err := os.ReadFile(path) //nolint:gosec // a folder and names of ours
		if err != nil {
			return nil, fmt.Errorf("read a subtitle: %w", err)
		}
		if vtt, _, err := ParseCaptions(raw); err == nil { // one that is empty or damaged is left out
			list = append(list, text{languageOf(f.Language), vtt})
		}
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// storeAtOnce is how many files are stored at the same time.
const storeAtOnce = 4

// storeFolder stores every file of a folder below a prefix.
func (s *Service) storeFolder(ctx context.Context, folder, prefix string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return fmt.Errorf("list renditions: %w", err)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(storeAtOnce)
	for _, entry := range entries {
		group.Go(func() error { return s.store(ctx, prefix+"/"+entry.Name(), filepath.Join(folder, entry.Name())) })
	}
	return group.Wait()
}

// done is what a finished preparing leaves.
type done struct {
	asset, output, parts string
	duration             time.Duration
	width, height        int
	chapters             []ffmpeg.Chapter
	texts                []text
}

// complete makes the asset ready and current and the job done, all at once or not at all.
func (s *Service) complete(ctx context.Context, run *job.Run, d done) error {
	err := s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		if err := run.Complete(ctx, q); err != nil {
			return err
		}
		return s.publish(ctx, q, access.System(), run.ID, d)
	})
	s.forget()
	if errors.Is(err, job.ErrLost) || errors.Is(err, errSuperseded) {
		s.sweepFolder(context.WithoutCancel(ctx), d.output) // certainly rolled back: nothing names these
		return errSuperseded
	}
	return err
}

// publish makes an asset ready and what its lesson plays.
func (s *Service) publish(ctx context.Context, q sqldb.Querier, who access.Actor, jobID string, d done) error {
	rows := db.New(q)
	now := s.o.Now()
	n, err := rows.UpdateReady(ctx, db.UpdateReadyParams{
		ID: d.asset, Job: jobID, Output: d.output, Parts: d.parts, DurationMs: d.duration.Milliseconds(),
		Width: int64(d.width), Height: int64(d.height), At: now.UnixMilli(),
	})
	if err != nil {
		return fmt.Errorf("make an asset ready: %w", err)
	}
	if n == 0 {
		return errSuperseded
	}
	asset, err := rows.SelectAsset(ctx, d.asset)
	if err != nil {
		return fmt.Errorf("read an asset: %w", err)
	}
	if err := s.putExtras(ctx, q, d); err != nil {
		return err
	}
	if asset.LessonID != "" {
		if err := s.keepCaptions(ctx, q, asset); err != nil {
			return err
		}
		if err := rows.UpdateReplaced(ctx, db.UpdateReplacedParams{Lesson: asset.LessonID, At: now.UnixMilli()}); err != nil {
			return fmt.Errorf("replace an asset: %w", err)
		}
		if err := rows.UpdateCurrent(ctx, db.UpdateCurrentParams{ID: d.asset, At: now.UnixMilli()}); err != nil {
			return fmt.Errorf("replace an asset: %w", err)
		}
		if err := errors.Join(s.o.Index(ctx, q, asset.LessonID), s.addTranscription(ctx, q, asset)); err != nil {
			return err
		}
		if s.o.Plays != nil {
			if err := s.o.Plays(ctx, q, asset.LessonID, asset.Publish); err != nil {
				return err
			}
		}
	}
	return audit.Append(ctx, q, who, audit.Entry{At: now, Action: "media.ready", Object: d.asset, After: map[string]any{"lesson": asset.LessonID}})
}

// putExtras stores the chapters and captions of the file, unless staff gave others meanwhile.
func (s *Service) putExtras(ctx context.Context, q sqldb.Querier, d done) error {
	rows := db.New(q)
	have, err := rows.SelectChapters(ctx, d.asset)
	if err != nil {
		return fmt.Errorf("list chapters: %w", err)
	}
	if len(have) == 0 {
		if err := insertChapters(ctx, q, d.asset, fromFile(d.chapters)); err != nil {
			return err
		}
	}
	captions, err := rows.SelectCaptions(ctx, d.asset)
	if err != nil {
		return fmt.Errorf("list captions: %w", err)
	}
	known := map[string]bool{}
	for _, c := range captions {
		known[c.Language] = true
	}
	for _, t := range d.texts {
		if known[t.language] {
			continue
		}
		known[t.language] = true
		if err := insertCaption(ctx, q, d.asset, t.language, labelOf(t.language), t.vtt); err != nil {
			return err
		}
	}
	return nil
}
