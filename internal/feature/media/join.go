package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"lectern/internal/feature/media/db"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
)

// MaxParts limits how many files one recording may be joined from.
const MaxParts = 20

// JoinIn joins uploads and recordings, in this order, into one recording in the caller's transaction, and waits for
// those that have not arrived. A part may be in another joined recording, which continues with its other parts. The
// lesson keeps playing its old recording until the joined one is ready. Call Forget afterwards. Staff only;
// media.parts_count, media.part_twice, media.no_asset, media.part_without_file and the errors of a target.
func (s *Service) JoinIn(
	ctx context.Context, q sqldb.Querier, who access.Actor, ids []string, to Target,
) (string, error) {
	if err := access.Recordings.Check(who); err != nil {
		return "", err
	}
	if err := checkTarget(ctx, q, to); err != nil {
		return "", err
	}
	var parts []db.AssetPart
	seen := map[string]bool{}
	for _, one := range ids {
		found, err := s.partsOf(ctx, q, one)
		if err != nil {
			return "", err
		}
		for _, p := range found {
			if seen[p.ID] {
				return "", fault.New(fault.Invalid, "media.part_twice", "file", p.File)
			}
			seen[p.ID] = true
		}
		parts = append(parts, found...)
	}
	if len(parts) < 2 || len(parts) > MaxParts {
		return "", fault.New(fault.Invalid, "media.parts_count", "most", strconv.Itoa(MaxParts))
	}
	if of, same, err := joinedAlready(ctx, q, parts); err != nil || same {
		if err == nil {
			_, err = s.MoveIn(ctx, q, who, of, to)
		}
		return of, err
	}
	lesson, err := s.target(ctx, q, who, to)
	if err != nil {
		return "", err
	}
	if err := s.release(ctx, q, who, parts, lesson); err != nil {
		return "", err
	}
	return s.insertJoined(ctx, q, who, parts, lesson, to.Publish)
}

// partsOf resolves an ID to a part, all parts of a joined recording, a recording or an upload. A part without AssetID
// is in no joined recording.
func (s *Service) partsOf(ctx context.Context, q sqldb.Querier, one string) ([]db.AssetPart, error) {
	rows := db.New(q)
	part, err := rows.SelectPart(ctx, one)
	if err == nil {
		return []db.AssetPart{part}, nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("find a part: %w", err)
	}
	asset, err := rows.SelectAsset(ctx, one)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		upload, err := rows.SelectUpload(ctx, one)
		if err == nil && upload.AssetID != "" {
			err = sql.ErrNoRows
		}
		if err != nil {
			return nil, sqldb.Missing(err, "media.no_asset")
		}
		return []db.AssetPart{{
			ID: one, File: upload.File, Size: upload.Size, ModifiedAt: upload.ModifiedAt,
			AccountID: upload.AccountID, CreatedAt: s.ms(),
		}}, nil
	case err != nil:
		return nil, sqldb.Missing(err, "media.no_asset")
	case asset.DeletedAt > 0:
		return nil, fault.New(fault.NotFound, "media.no_asset")
	}
	inside, err := rows.SelectParts(ctx, one)
	if err != nil {
		return nil, fmt.Errorf("list parts: %w", err)
	}
	if len(inside) > 0 {
		return inside, nil
	}
	if asset.Source == "" {
		return nil, fault.New(fault.Conflict, "media.part_without_file", "file", asset.File)
	}
	return []db.AssetPart{{
		ID: one, Source: asset.Source, File: asset.File, Format: asset.Format, Size: asset.Size,
		Fingerprint: asset.Fingerprint, ModifiedAt: asset.ModifiedAt, AccountID: asset.AccountID, CreatedAt: asset.CreatedAt,
	}}, nil
}

// joinedAlready reports whether a recording is joined from exactly these parts in this order.
func joinedAlready(ctx context.Context, q sqldb.Querier, parts []db.AssetPart) (asset string, same bool, err error) {
	of := parts[0].AssetID
	if of == "" {
		return "", false, nil
	}
	have, err := db.New(q).SelectParts(ctx, of)
	if err != nil {
		return "", false, fmt.Errorf("list parts: %w", err)
	}
	return of, slices.EqualFunc(have, parts, func(a, b db.AssetPart) bool { return a.ID == b.ID }), nil
}

// release removes parts from the recordings they belong to, so that they can be joined elsewhere. A recording that this
// lesson plays stays until it is replaced; others are deleted. Joined recordings continue with their other parts.
func (s *Service) release(
	ctx context.Context, q sqldb.Querier, who access.Actor, parts []db.AssetPart, lesson string,
) error {
	rows := db.New(q)
	var from []string // joined recordings
	for _, p := range parts {
		if p.AssetID != "" {
			if !slices.Contains(from, p.AssetID) {
				from = append(from, p.AssetID)
			}
			if err := rows.DeletePart(ctx, p.ID); err != nil {
				return fmt.Errorf("take a part out: %w", err)
			}
			continue
		}
		if err := s.makePart(ctx, q, p.ID, lesson); err != nil {
			return err
		}
	}
	for _, asset := range from {
		row, err := rows.SelectAsset(ctx, asset)
		if err != nil {
			return sqldb.Missing(err, "media.no_asset")
		}
		rest, err := rows.SelectParts(ctx, asset)
		if err != nil {
			return fmt.Errorf("list parts: %w", err)
		}
		for _, p := range rest {
			if err := rows.DeletePart(ctx, p.ID); err != nil {
				return fmt.Errorf("take a part out: %w", err)
			}
		}
		if !row.Current || row.LessonID != lesson && len(rest) == 0 {
			if err := s.deleteIn(ctx, q, asset); err != nil {
				return err
			}
			if row.Current {
				if err := s.plays(ctx, q, row.LessonID, false); err != nil {
					return err
				}
			}
		}
		if len(rest) > 0 {
			to := row.LessonID
			if to == lesson { // it gets another recording, so the rest is unmatched
				to = ""
			}
			if _, err := s.insertJoined(ctx, q, who, rest, to, row.Publish); err != nil {
				return err
			}
		}
	}
	return nil
}

// makePart turns an upload or a recording into a part, including its captions and chapters.
func (s *Service) makePart(ctx context.Context, q sqldb.Querier, one, lesson string) error {
	rows := db.New(q)
	row, err := rows.SelectAsset(ctx, one)
	if errors.Is(err, sql.ErrNoRows) { // it is still uploading, and goes where the joined recording goes
		_, err := rows.UpdateUploadTarget(ctx, db.UpdateUploadTargetParams{ID: one})
		return err
	}
	if err != nil {
		return fmt.Errorf("read an asset: %w", err)
	}
	if err := errors.Join(rows.CopyCaptionsToPart(ctx, one), rows.DeletePartChapters(ctx, one),
		rows.CopyChaptersToPart(ctx, one)); err != nil {
		return fmt.Errorf("keep what a part has: %w", err)
	}
	if row.Current && row.LessonID == lesson {
		return nil
	}
	if err := s.deleteIn(ctx, q, one); err != nil {
		return err
	}
	if row.Current {
		return s.plays(ctx, q, row.LessonID, false)
	}
	return nil
}

// insertJoined creates the recording, and the job that prepares it if all parts have arrived.
func (s *Service) insertJoined(ctx context.Context, q sqldb.Querier, who access.Actor, parts []db.AssetPart,
	lesson string, publish bool,
) (string, error) {
	rows := db.New(q)
	asset, now := sqldb.NewID(), s.o.Now()
	var size int64
	var files []string
	for _, p := range parts {
		size, files = size+p.Size, append(files, p.File)
	}
	err := rows.InsertAsset(ctx, db.InsertAssetParams{
		ID: asset, LessonID: lesson, State: string(Waiting), File: parts[0].File, Format: ffmpeg.Matroska, Size: size,
		Publish: publish, AccountID: who.Account, CreatedAt: now.UnixMilli(),
	})
	if err != nil {
		return "", fmt.Errorf("store an asset: %w", err)
	}
	for i, p := range parts {
		err := rows.InsertPart(ctx, db.InsertPartParams{
			AssetID: asset, Position: int64(i + 1), ID: p.ID, Source: p.Source, File: p.File, Format: p.Format, Size: p.Size,
			Fingerprint: p.Fingerprint, ModifiedAt: p.ModifiedAt, AccountID: p.AccountID, CreatedAt: p.CreatedAt,
		})
		if err != nil {
			return "", fmt.Errorf("store a part: %w", err)
		}
	}
	if err := s.queueJoined(ctx, q, asset); err != nil {
		return "", err
	}
	return asset, audit.Append(ctx, q, who,
		audit.Entry{At: now, Action: "media.join", Object: asset, After: map[string]any{"files": files, "lesson": lesson}})
}

// queueJoined queues a joined recording if all of its parts have arrived, and otherwise stores which one it waits for.
func (s *Service) queueJoined(ctx context.Context, q sqldb.Querier, asset string) error {
	parts, err := db.New(q).SelectParts(ctx, asset)
	if err != nil {
		return fmt.Errorf("list parts: %w", err)
	}
	update := db.UpdateQueuedParams{ID: asset, At: s.ms()}
	if at := slices.IndexFunc(parts, func(p db.AssetPart) bool { return p.Source == "" }); at >= 0 {
		reason := partFault("media.waits_for_part", parts[at])
		update.Reason, update.Params = reason.Code, paramsText(reason)
	} else if update.Job, err = s.o.Jobs.Add(ctx, q,
		job.Spec{Kind: PrepareKind, Payload: preparePayload{asset}, MaxAttempts: prepareAttempts}); err != nil {
		return err
	}
	n, err := db.New(q).UpdateQueued(ctx, update)
	if err == nil && n == 0 && update.Job != "" { // cancelled in between
		return s.stopJob(ctx, q, update.Job)
	}
	return err
}

// partFault is an error that names a part.
func partFault(code string, p db.AssetPart) *fault.Error {
	return fault.New(fault.Invalid, code, "file", p.File, "number", strconv.FormatInt(p.Position, 10))
}

// arrived stores an upload that is part of a joined recording, and reports whether it is one.
func (s *Service) arrived(ctx context.Context, q sqldb.Querier, in intake) (bool, error) {
	part, err := db.New(q).SelectPart(ctx, in.asset)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("find a part: %w", err)
	}
	_, err = db.New(q).UpdatePartArrived(ctx,
		db.UpdatePartArrivedParams{ID: part.ID, Source: in.key, Format: in.format, Fingerprint: in.fingerprint})
	if err != nil {
		return false, fmt.Errorf("store a part: %w", err)
	}
	return true, s.queueJoined(ctx, q, part.AssetID)
}

// separate turns a part back into a separate recording or upload; other IDs are left alone. Its joined recording
// continues with the other parts.
func (s *Service) separate(ctx context.Context, q sqldb.Querier, who access.Actor, one, lesson string) error {
	rows := db.New(q)
	p, err := rows.SelectPart(ctx, one)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("find a part: %w", err)
	}
	if err := s.release(ctx, q, who, []db.AssetPart{p}, lesson); err != nil {
		return err
	}
	if _, err := rows.SelectAsset(ctx, one); err == nil || p.Source == "" {
		return nil
	} else if !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("read an asset: %w", err)
	}
	in := intake{
		asset: one, file: p.File, format: p.Format, size: p.Size, key: p.Source, modified: p.ModifiedAt,
		fingerprint: p.Fingerprint, to: Target{Later: true},
	}
	if err := s.take(ctx, q, who, in); err != nil {
		return err
	}
	if err := errors.Join(rows.CopyCaptionsFromPart(ctx, one), rows.CopyChaptersFromPart(ctx, one)); err != nil {
		return fmt.Errorf("keep what a part has: %w", err)
	}
	return deletePartExtras(ctx, q, one)
}

func deletePartExtras(ctx context.Context, q sqldb.Querier, part string) error {
	if err := errors.Join(db.New(q).DeletePartCaptions(ctx, part), db.New(q).DeletePartChapters(ctx, part)); err != nil {
		return fmt.Errorf("delete what a part has: %w", err)
	}
	return nil
}

func deleteParts(ctx context.Context, q sqldb.Querier, asset string) error {
	parts, err := db.New(q).SelectParts(ctx, asset)
	if err != nil {
		return fmt.Errorf("list parts: %w", err)
	}
	for _, p := range parts {
		if err := errors.Join(db.New(q).DeletePart(ctx, p.ID), deletePartExtras(ctx, q, p.ID)); err != nil {
			return fmt.Errorf("delete a part: %w", err)
		}
	}
	return nil
}

// failJoinedOf fails the joined recording that waits for an upload that will not arrive.
func (s *Service) failJoinedOf(ctx context.Context, q sqldb.Querier, upload string) error {
	p, err := db.New(q).SelectPart(ctx, upload)
	if errors.Is(err, sql.ErrNoRows) || err == nil && p.Source != "" {
		return nil
	}
	if err != nil {
		return fmt.Errorf("find a part: %w", err)
	}
	reason := partFault("media.part_missing", p)
	return s.ended(ctx, q, p.AssetID, "", Failed, reason.Code, paramsText(reason))
}

// dropPart lets a joined recording continue without an upload that its sender has cancelled.
func (s *Service) dropPart(ctx context.Context, who access.Actor, upload string) error {
	defer s.o.Jobs.Wake() // the rest may be complete
	return s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		p, err := db.New(q).SelectPart(ctx, upload)
		if errors.Is(err, sql.ErrNoRows) || err == nil && p.Source != "" {
			return nil
		}
		if err != nil {
			return fmt.Errorf("find a part: %w", err)
		}
		return s.release(ctx, q, who, []db.AssetPart{p}, "")
	})
}

// sweepLostParts fails joined recordings that wait for an upload that no longer exists.
func (s *Service) sweepLostParts(ctx context.Context) error {
	lost, err := db.New(s.o.DB.Reader()).SelectLostParts(ctx)
	if err != nil {
		return fmt.Errorf("list lost parts: %w", err)
	}
	for _, part := range lost {
		err = errors.Join(err, s.o.DB.WriteOne(ctx, func(q sqldb.Querier) error { return s.failJoinedOf(ctx, q, part) }))
	}
	return err
}

// retryJoined queues a joined recording again if its parts are not one file yet, and reports whether it did.
func (s *Service) retryJoined(ctx context.Context, q sqldb.Querier, asset db.Asset) (bool, error) {
	rows := db.New(q)
	parts, err := rows.SelectParts(ctx, asset.ID)
	if err != nil || len(parts) == 0 || asset.Source != "" {
		return false, err
	}
	for _, p := range parts {
		if p.Source != "" {
			continue
		}
		if upload, err := rows.SelectUpload(ctx, p.ID); errors.Is(err, sql.ErrNoRows) || err == nil && upload.AssetID != "" {
			refused := partFault("media.part_missing", p)
			refused.Kind = fault.Conflict
			return true, refused
		} else if err != nil {
			return true, fmt.Errorf("read an upload: %w", err)
		}
	}
	n, err := rows.UpdateRetried(ctx, db.UpdateRetriedParams{ID: asset.ID, At: s.ms()})
	if err == nil && n == 0 {
		return true, fault.New(fault.Conflict, "media.not_retryable")
	}
	if err != nil {
		return true, fmt.Errorf("retry an asset: %w", err)
	}
	return true, s.queueJoined(ctx, q, asset.ID)
}
