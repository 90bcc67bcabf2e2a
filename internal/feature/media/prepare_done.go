package media

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"lectern/internal/feature/media/db"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
)

// done is the result of a finished preparation.
type done struct {
	asset, output, parts string
	duration             time.Duration
	width, height        int
	chapters             []ffmpeg.Chapter
	texts                []text
	tracks               []ffmpeg.Track     // what was made; none: there is a master playlist beside the files
	left                 []ffmpeg.Rendition // still to be made
}

// complete makes the asset ready and current and the job done, in one transaction.
func (s *Service) complete(ctx context.Context, run *job.Run, d done) error {
	return s.commit(ctx, run, d.output, func(q sqldb.Querier) error {
		return s.publish(ctx, q, access.System(), run.ID, d)
	})
}

// commit completes a job together with its changes. If another run was first, nothing changes and the stored files are
// removed.
func (s *Service) commit(ctx context.Context, run *job.Run, output string, change func(q sqldb.Querier) error) error {
	err := s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		if err := run.Complete(ctx, q); err != nil {
			return err
		}
		return change(q)
	})
	s.forget()
	if errors.Is(err, job.ErrLost) || errors.Is(err, errSuperseded) {
		s.sweepFolder(context.WithoutCancel(ctx), output) // certainly rolled back: no row names these
		return errSuperseded
	}
	if err == nil {
		s.o.Jobs.Wake() // there may be renditions to make
	}
	return err
}

// serverEnded fails what a job prepared whose process ended too often. The file isn't to blame.
func (s *Service) serverEnded(ctx context.Context, q sqldb.Querier, dead job.Job) error {
	const reason = "media.server_ended"
	params := url.Values{"count": {strconv.Itoa(dead.Losses)}}.Encode()
	if dead.Kind == PrepareKind {
		_, err := db.New(q).FailAssetOfJob(ctx,
			db.FailAssetOfJobParams{Job: dead.ID, Reason: reason, Params: params, At: s.ms()})
		return err
	}
	_, err := db.New(q).FailRenditionOfJob(ctx, db.FailRenditionOfJobParams{Job: dead.ID, Reason: reason, Params: params})
	return err
}

// publish makes an asset ready and current.
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
	if err := s.addRenditions(ctx, q, d); err != nil {
		return err
	}
	if err := s.playIn(ctx, q, asset.AccountID, asset, asset.Publish); err != nil {
		return err
	}
	return audit.Append(ctx, q, who,
		audit.Entry{At: now, Action: "media.ready", Object: d.asset, After: map[string]any{"lesson": asset.LessonID}})
}

// putExtras stores the chapters and captions of the file, unless staff have added others since.
func (s *Service) putExtras(ctx context.Context, q sqldb.Querier, d done) error {
	rows := db.New(q)
	have, err := rows.SelectChapters(ctx, d.asset)
	if err != nil {
		return fmt.Errorf("list chapters: %w", err)
	}
	fromParts, texts, err := extrasOfParts(ctx, q, d.asset)
	if err != nil {
		return err
	}
	if len(have) == 0 {
		if err := insertChapters(ctx, q, d.asset, append(fromFile(d.chapters), fromParts...)); err != nil {
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
	for _, t := range append(texts, d.texts...) {
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
