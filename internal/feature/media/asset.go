package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"lectern/internal/feature/media/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
)

// Cancel stops preparing an asset, or further renditions of one that plays already. If there is nothing to stop, the
// error is media.not_cancellable. Staff only.
func (s *Service) Cancel(ctx context.Context, who access.Actor, asset string) error {
	if err := access.Recordings.Check(who); err != nil {
		return err
	}
	return s.edit(ctx, who, "media.cancel", asset, nil, func(q sqldb.Querier) error {
		n, err := db.New(q).UpdateCancelled(ctx, db.UpdateCancelledParams{ID: asset, At: s.ms()})
		if err != nil {
			return fmt.Errorf("cancel an asset: %w", err)
		}
		ended, err := s.cancelRenditions(ctx, q, asset, "")
		if err != nil {
			return err
		}
		if n == 0 && ended == 0 {
			return fault.New(fault.Conflict, "media.not_cancellable")
		}
		if n == 0 {
			return nil
		}
		return s.stopJobOf(ctx, q, asset)
	})
}

// stopJobOf asks an asset's job to stop.
func (s *Service) stopJobOf(ctx context.Context, q sqldb.Querier, asset string) error {
	row, err := db.New(q).SelectAsset(ctx, asset)
	if err != nil {
		return sqldb.Missing(err, "media.no_asset")
	}
	return s.stopJob(ctx, q, row.JobID)
}

// stopJob asks a job to stop; one that has ended is no error.
func (s *Service) stopJob(ctx context.Context, q sqldb.Querier, id string) error {
	if id == "" {
		return nil
	}
	err := s.o.Jobs.Cancel(ctx, q, id)
	if code := fault.Code(err); code == "job.finished" || code == "job.not_found" {
		return nil
	}
	return err
}

// Retry prepares a failed or cancelled asset again, or the missing renditions or captions of one that plays. Otherwise
// the error is media.not_retryable, or media.file_gone if the file was refused and removed. Staff only.
func (s *Service) Retry(ctx context.Context, who access.Actor, asset string) error {
	if err := access.Recordings.Check(who); err != nil {
		return err
	}
	err := s.edit(ctx, who, "media.retry", asset, nil, func(q sqldb.Querier) error {
		row, err := db.New(q).SelectAsset(ctx, asset)
		if err != nil {
			return sqldb.Missing(err, "media.no_asset")
		}
		if joined, err := s.retryJoined(ctx, q, row); joined || err != nil {
			return err
		}
		if row.Source == "" && row.State == string(Failed) {
			return fault.New(fault.Conflict, "media.file_gone")
		}
		if row.State == string(Ready) {
			if n, err := s.retryRenditions(ctx, q, row, ""); err != nil || n > 0 {
				return err
			}
			return s.retryTranscription(ctx, q, asset)
		}
		// A new job: the old one may not have stopped yet.
		queued, err := s.o.Jobs.Add(ctx, q,
			job.Spec{Kind: PrepareKind, Payload: preparePayload{asset}, MaxAttempts: prepareAttempts})
		if err != nil {
			return err
		}
		n, err := db.New(q).UpdateRetried(ctx, db.UpdateRetriedParams{ID: asset, Job: queued, At: s.ms()})
		if err != nil {
			return fmt.Errorf("retry an asset: %w", err)
		}
		if n == 0 {
			return fault.New(fault.Conflict, "media.not_retryable")
		}
		return nil
	})
	if err == nil {
		s.o.Jobs.Wake()
	}
	return err
}

// RetryJob retries what a job was for; if that has another job by now, the error is job.not_retryable. Staff only.
func (s *Service) RetryJob(ctx context.Context, who access.Actor, id string) error {
	asset, err := db.New(s.o.DB.Reader()).SelectAssetByJob(ctx, id)
	if errors.Is(err, sql.ErrNoRows) {
		return s.retryRenditionJob(ctx, who, id)
	}
	if err != nil {
		return fmt.Errorf("find the asset of a job: %w", err)
	}
	return s.Retry(ctx, who, asset)
}

// CancelJob cancels the asset or rendition of a job. Staff only.
func (s *Service) CancelJob(ctx context.Context, who access.Actor, id string) error {
	asset, err := db.New(s.o.DB.Reader()).SelectAssetByJob(ctx, id)
	if errors.Is(err, sql.ErrNoRows) {
		return s.cancelRenditionJob(ctx, who, id)
	}
	if err != nil {
		return fmt.Errorf("find the asset of a job: %w", err)
	}
	return s.Cancel(ctx, who, asset)
}

func (s *Service) retryRenditionJob(ctx context.Context, who access.Actor, id string) error {
	if err := access.Recordings.Check(who); err != nil {
		return err
	}
	of, err := s.renditionOf(ctx, id, "job.not_retryable")
	if err != nil {
		return err
	}
	err = s.edit(ctx, who, "media.retry", of.AssetID, map[string]any{"rendition": of.Name}, func(q sqldb.Querier) error {
		row, err := db.New(q).SelectAsset(ctx, of.AssetID)
		if err != nil {
			return sqldb.Missing(err, "media.no_asset")
		}
		if n, err := s.retryRenditions(ctx, q, row, of.Name); err != nil || n > 0 {
			return err
		}
		return fault.New(fault.Conflict, "job.not_retryable")
	})
	if err == nil {
		s.o.Jobs.Wake()
	}
	return err
}

func (s *Service) cancelRenditionJob(ctx context.Context, who access.Actor, id string) error {
	if err := access.Recordings.Check(who); err != nil {
		return err
	}
	of, err := s.renditionOf(ctx, id, "job.finished")
	if err != nil {
		return err
	}
	return s.edit(ctx, who, "media.cancel", of.AssetID, map[string]any{"rendition": of.Name}, func(q sqldb.Querier) error {
		if n, err := s.cancelRenditions(ctx, q, of.AssetID, of.Name); err != nil || n > 0 {
			return err
		}
		return fault.New(fault.Conflict, "job.finished")
	})
}

// Delete removes an asset with its files and data at once. Its lesson plays nothing until another is added. Staff only.
func (s *Service) Delete(ctx context.Context, who access.Actor, asset string) error {
	if err := access.Recordings.Check(who); err != nil {
		return err
	}
	var parts []db.AssetPart
	err := s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		row, err := db.New(q).SelectAsset(ctx, asset)
		if err != nil {
			return sqldb.Missing(err, "media.no_asset")
		}
		if parts, err = db.New(q).SelectParts(ctx, asset); err != nil {
			return fmt.Errorf("list parts: %w", err)
		}
		if err := s.deleteIn(ctx, q, asset); err != nil {
			return err
		}
		if row.Current {
			if err := s.plays(ctx, q, row.LessonID, false); err != nil {
				return err
			}
		}
		return audit.Append(ctx, q, who, audit.Entry{At: s.o.Now(), Action: "media.delete", Object: asset})
	})
	if err == nil {
		s.forget()
		s.sweepFolder(context.WithoutCancel(ctx), sourceFolder+asset)
		s.removeParts(context.WithoutCancel(ctx), parts)
	}
	return err
}

func (s *Service) deleteIn(ctx context.Context, q sqldb.Querier, asset string) error {
	if err := s.stopJobOf(ctx, q, asset); err != nil {
		return err
	}
	if _, err := s.cancelRenditions(ctx, q, asset, ""); err != nil {
		return err
	}
	if err := deleteParts(ctx, q, asset); err != nil {
		return err
	}
	rows := db.New(q)
	if err := rows.DeleteRenditions(ctx, asset); err != nil {
		return fmt.Errorf("delete an asset: %w", err)
	}
	if err := rows.DeleteCaptions(ctx, asset); err != nil {
		return fmt.Errorf("delete an asset: %w", err)
	}
	if err := rows.DeleteCaptionDrafts(ctx, asset); err != nil {
		return fmt.Errorf("delete an asset: %w", err)
	}
	if err := rows.DeleteChapters(ctx, asset); err != nil {
		return fmt.Errorf("delete an asset: %w", err)
	}
	if _, err := rows.DeleteAsset(ctx, asset); err != nil {
		return fmt.Errorf("delete an asset: %w", err)
	}
	return nil
}

// DeleteAllIn deletes all media of a lesson in the transaction that removes the lesson. The next Sweep removes the
// files.
func (s *Service) DeleteAllIn(ctx context.Context, q sqldb.Querier, who access.Actor, lesson string) error {
	if err := access.Recordings.Check(who); err != nil {
		return err
	}
	list, err := db.New(q).SelectAssetsOfLesson(ctx, lesson)
	if err != nil {
		return fmt.Errorf("list the assets of a lesson: %w", err)
	}
	for _, a := range list {
		if err := s.deleteIn(ctx, q, a.ID); err != nil {
			return err
		}
	}
	if err := db.New(q).DeleteAttachments(ctx, lesson); err != nil {
		return fmt.Errorf("delete the attachments of a lesson: %w", err)
	}
	return audit.Append(ctx, q, who,
		audit.Entry{At: s.o.Now(), Action: "media.forget", Object: lesson, After: map[string]any{"assets": len(list)}})
}
