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
	"lectern/internal/kernel/sqldb"
)

// MoveIn matches an upload or a recording to another target, in the caller's transaction. An upload goes there when it
// is complete; a ready recording plays there at once, replacing what the lesson played. A part of a joined recording is
// separated. It returns the lesson, which is empty for an upload that will create one. Call Forget afterwards. Staff
// only; media.no_asset and the errors of a target.
func (s *Service) MoveIn(ctx context.Context, q sqldb.Querier, who access.Actor, id string, to Target) (string, error) {
	if err := access.Recordings.Check(who); err != nil {
		return "", err
	}
	if err := checkTarget(ctx, q, to); err != nil {
		return "", err
	}
	if err := s.separate(ctx, q, who, id, to.Lesson); err != nil {
		return "", err
	}
	rows := db.New(q)
	n, err := rows.UpdateUploadTarget(ctx, db.UpdateUploadTargetParams{
		ID: id, Lesson: to.Lesson, Course: to.Course, Title: to.Title, GroupID: to.Group, Class: to.Class,
		Publish: to.Publish, Beside: to.Beside, TitleEn: to.TitleEn,
	})
	if err != nil {
		return "", fmt.Errorf("move an upload: %w", err)
	}
	if n > 0 {
		return to.Lesson, s.noteMove(ctx, q, who, id, to.Lesson)
	}
	row, err := rows.SelectAsset(ctx, id)
	if err != nil {
		return "", sqldb.Missing(err, "media.no_asset")
	}
	if row.DeletedAt > 0 {
		return "", fault.New(fault.NotFound, "media.no_asset")
	}
	lesson, err := s.target(ctx, q, who, to)
	if err != nil {
		return "", err
	}
	if lesson == row.LessonID && (row.Current || row.State != string(Ready)) {
		return lesson, s.publishIn(ctx, q, row, to.Publish)
	}
	if _, err := rows.UpdateLesson(ctx,
		db.UpdateLessonParams{ID: id, Lesson: lesson, Publish: to.Publish, At: s.ms()}); err != nil {
		return "", fmt.Errorf("move an asset: %w", err)
	}
	if row.Current {
		if err := s.plays(ctx, q, row.LessonID, false); err != nil {
			return "", err
		}
	}
	if row.State == string(Ready) {
		row.LessonID = lesson
		if err := s.playIn(ctx, q, who.Account, row, to.Publish); err != nil {
			return "", err
		}
	}
	return lesson, s.noteMove(ctx, q, who, id, lesson)
}

func (s *Service) noteMove(ctx context.Context, q sqldb.Querier, who access.Actor, id, lesson string) error {
	return audit.Append(ctx, q, who,
		audit.Entry{At: s.o.Now(), Action: "media.move", Object: id, After: map[string]any{"lesson": lesson}})
}

// publishIn publishes the lesson of an asset once it is ready, or at once if it is.
func (s *Service) publishIn(ctx context.Context, q sqldb.Querier, row db.Asset, publish bool) error {
	if !publish || row.LessonID == "" {
		return nil
	}
	if row.State == string(Ready) && row.Current {
		return s.plays(ctx, q, row.LessonID, true)
	}
	if err := db.New(q).UpdatePublish(ctx, db.UpdatePublishParams{ID: row.ID, Publish: true, At: s.ms()}); err != nil {
		return fmt.Errorf("publish an asset when it is ready: %w", err)
	}
	return nil
}

// playIn makes a ready asset what its lesson plays, with the captions of the one that the account replaces. Without a
// lesson it does nothing.
func (s *Service) playIn(ctx context.Context, q sqldb.Querier, account string, asset db.Asset, publish bool) error {
	if asset.LessonID == "" {
		return nil
	}
	if err := s.keepCaptions(ctx, q, asset); err != nil {
		return err
	}
	rows := db.New(q)
	if err := rows.UpdateReplaced(ctx, db.UpdateReplacedParams{
		Lesson: asset.LessonID, Asset: asset.ID, Account: account, At: s.ms(),
	}); err != nil {
		return fmt.Errorf("replace an asset: %w", err)
	}
	if err := rows.UpdateCurrent(ctx, db.UpdateCurrentParams{ID: asset.ID, At: s.ms()}); err != nil {
		return fmt.Errorf("replace an asset: %w", err)
	}
	if err := s.addTranscription(ctx, q, asset); err != nil {
		return err
	}
	return s.plays(ctx, q, asset.LessonID, publish)
}

// plays reports to Options.Plays and Options.Index that a lesson plays something else, or nothing.
func (s *Service) plays(ctx context.Context, q sqldb.Querier, lesson string, publish bool) error {
	if lesson == "" {
		return nil
	}
	if err := s.o.Index(ctx, q, lesson); err != nil || s.o.Plays == nil {
		return err
	}
	return s.o.Plays(ctx, q, lesson, publish)
}

// A Summary is what bulk changes need to know of a recording.
type Summary struct {
	Lesson  string // empty: unmatched
	State   State
	Current bool
	Deleted bool
}

// SummaryIn reads it in the caller's transaction: media.no_asset. Staff only.
func (s *Service) SummaryIn(ctx context.Context, q sqldb.Querier, who access.Actor, asset string) (Summary, error) {
	if err := access.Recordings.Check(who); err != nil {
		return Summary{}, err
	}
	row, err := db.New(q).SelectAsset(ctx, asset)
	if err != nil {
		return Summary{}, sqldb.Missing(err, "media.no_asset")
	}
	return Summary{Lesson: row.LessonID, State: State(row.State), Current: row.Current, Deleted: row.DeletedAt > 0}, nil
}

// PublishWhenReadyIn sets whether the lesson of an asset is published once it is ready, in the caller's transaction.
// Staff only.
func (s *Service) PublishWhenReadyIn(
	ctx context.Context, q sqldb.Querier, who access.Actor, asset string, publish bool,
) error {
	if err := access.Recordings.Check(who); err != nil {
		return err
	}
	if err := db.New(q).UpdatePublish(ctx, db.UpdatePublishParams{ID: asset, Publish: publish, At: s.ms()}); err != nil {
		return fmt.Errorf("publish an asset when it is ready: %w", err)
	}
	return audit.Append(ctx, q, who, audit.Entry{
		At: s.o.Now(), Action: "media.publish_when_ready", Object: asset,
		After: map[string]any{"publish": publish},
	})
}

// TitlesIn returns the titles of lessons that uploads to a course will make, in both languages, in the caller's
// transaction. Staff only.
func (s *Service) TitlesIn(ctx context.Context, q sqldb.Querier, who access.Actor, course string) ([]string, error) {
	if err := access.Recordings.Check(who); err != nil {
		return nil, err
	}
	list, err := db.New(q).SelectUploadTitles(ctx, course)
	if err != nil {
		return nil, fmt.Errorf("list titles: %w", err)
	}
	return list, nil
}

// JoinedIn returns the joined recording that a part belongs to, in the caller's transaction; empty if there is none.
// Staff only.
func (s *Service) JoinedIn(ctx context.Context, q sqldb.Querier, who access.Actor, part string) (string, error) {
	if err := access.Recordings.Check(who); err != nil {
		return "", err
	}
	row, err := db.New(q).SelectPart(ctx, part)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("find a part: %w", err)
	}
	return row.AssetID, nil
}

// Forget clears the cache of what lessons play, after a transaction that changed it, and starts the jobs it queued.
func (s *Service) Forget() {
	s.forget()
	s.o.Jobs.Wake()
}
