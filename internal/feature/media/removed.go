package media

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"lectern/internal/feature/media/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// RestorableFor is how long a deleted or replaced recording can be restored. Then Sweep deletes it for good.
const RestorableFor = 24 * time.Hour

// DeleteLater removes an asset from its lesson, see DeleteLaterIn.
func (s *Service) DeleteLater(ctx context.Context, who access.Actor, asset string) error {
	err := s.o.DB.Write(ctx, func(q sqldb.Querier) error { return s.DeleteLaterIn(ctx, q, who, asset) })
	s.Forget()
	return err
}

// DeleteLaterIn removes an asset from its lesson in the caller's transaction. It can be restored for RestorableFor.
// Call Forget afterwards. Staff only; media.no_asset.
func (s *Service) DeleteLaterIn(ctx context.Context, q sqldb.Querier, who access.Actor, asset string) error {
	was, err := s.SummaryIn(ctx, q, who, asset)
	if err != nil {
		return err
	}
	n, err := db.New(q).UpdateDeleted(ctx, db.UpdateDeletedParams{ID: asset, Account: who.Account, At: s.ms()})
	if err != nil {
		return fmt.Errorf("delete an asset: %w", err)
	}
	if n == 0 {
		return fault.New(fault.NotFound, "media.no_asset")
	}
	if was.Current {
		if err := s.plays(ctx, q, was.Lesson, false); err != nil {
			return err
		}
	}
	return audit.Append(ctx, q, who,
		audit.Entry{At: s.o.Now(), Action: "media.delete", Object: asset, Before: map[string]any{"lesson": was.Lesson}})
}

// RestoreIn puts a deleted or replaced asset back, in the caller's transaction. Its lesson plays it again, instead of
// another one only with replace; that one can be put back in turn. Call Forget afterwards. Staff only; media.no_asset
// if it is gone for good, or was neither deleted nor replaced.
func (s *Service) RestoreIn(ctx context.Context, q sqldb.Querier, who access.Actor, asset string, replace bool) error {
	if err := access.Recordings.Check(who); err != nil {
		return err
	}
	row, err := db.New(q).SelectAsset(ctx, asset)
	if err != nil {
		return sqldb.Missing(err, "media.no_asset")
	}
	removed := max(row.DeletedAt, row.ReplacedAt)
	if removed == 0 || s.ms() >= removed+RestorableFor.Milliseconds() {
		return fault.New(fault.NotFound, "media.no_asset")
	}
	wasPlayed := row.DeletedAt == 0 || row.DeletedCurrent
	publish := row.DeletedAt > 0 && row.Publish && !row.DeletedCurrent
	if row.DeletedAt > 0 {
		if row.LessonID, err = s.undelete(ctx, q, row); err != nil {
			return err
		}
	}
	if err := s.playAgain(ctx, q, who, row, publish, wasPlayed && replace); err != nil {
		return err
	}
	return audit.Append(ctx, q, who, audit.Entry{
		At: s.o.Now(), Action: "media.restore", Object: asset, After: map[string]any{"lesson": row.LessonID},
	})
}

// undelete returns the lesson that a deleted asset belongs to again; empty if that was deleted too.
func (s *Service) undelete(ctx context.Context, q sqldb.Querier, row db.Asset) (string, error) {
	rows := db.New(q)
	if _, err := rows.UpdateRestored(ctx, db.UpdateRestoredParams{ID: row.ID, At: s.ms()}); err != nil {
		return "", fmt.Errorf("restore an asset: %w", err)
	}
	lesson := row.DeletedLesson
	if lesson == "" {
		return "", nil
	}
	err := checkTarget(ctx, q, Target{Lesson: lesson})
	if fault.Code(err) != "course.no_lesson" {
		return lesson, err
	}
	_, err = rows.UpdateLesson(ctx, db.UpdateLessonParams{ID: row.ID, Lesson: "", Publish: row.Publish, At: s.ms()})
	if err != nil {
		return "", fmt.Errorf("restore an asset: %w", err)
	}
	return "", nil
}

// playAgain makes a restored asset what its lesson plays. If that plays another one that may not be replaced, the asset
// is listed as replaced by it.
func (s *Service) playAgain(
	ctx context.Context, q sqldb.Querier, who access.Actor, row db.Asset, publish, replace bool,
) error {
	if row.LessonID == "" || row.State != string(Ready) { // preparing it makes it play
		return nil
	}
	now, err := s.PlayingIn(ctx, q, who, row.LessonID)
	if err != nil {
		return err
	}
	if now.Asset == "" || replace {
		return s.playIn(ctx, q, who.Account, row, publish)
	}
	err = db.New(q).UpdateReplacedOne(ctx,
		db.UpdateReplacedOneParams{ID: row.ID, Asset: now.Asset, Account: who.Account, At: s.ms()})
	if err != nil {
		return fmt.Errorf("restore an asset: %w", err)
	}
	return nil
}

// Playing is what a lesson plays.
type Playing struct {
	Asset    string // empty: nothing
	File     string
	Duration time.Duration
}

// PlayingIn returns what a lesson plays, in the caller's transaction. Staff only.
func (s *Service) PlayingIn(ctx context.Context, q sqldb.Querier, who access.Actor, lesson string) (Playing, error) {
	if err := access.Recordings.Check(who); err != nil {
		return Playing{}, err
	}
	row, err := db.New(q).SelectCurrentOf(ctx, lesson)
	if errors.Is(err, sql.ErrNoRows) {
		return Playing{}, nil
	}
	if err != nil {
		return Playing{}, fmt.Errorf("read what a lesson plays: %w", err)
	}
	return Playing{row.ID, row.File, time.Duration(row.DurationMs) * time.Millisecond}, nil
}

// sweepRemoved deletes for good what was deleted or replaced a day ago and not restored.
func (s *Service) sweepRemoved(ctx context.Context) error {
	for {
		removed, err := db.New(s.o.DB.Reader()).SelectRemoved(ctx, s.o.Now().Add(-RestorableFor).UnixMilli())
		if err != nil {
			return fmt.Errorf("list removed assets: %w", err)
		}
		if len(removed) == 0 {
			return nil
		}
		for _, asset := range removed {
			if err := s.Delete(ctx, access.System(), asset); err != nil && fault.Code(err) != "media.no_asset" {
				return err // the next sweep tries again
			}
		}
	}
}
