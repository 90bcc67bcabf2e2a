package recordings

import (
	"context"

	"lectern/internal/feature/media"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/bulk"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// Visibility is a change to who may watch a recording.
type Visibility string

// The possible changes, and who may watch afterwards.
const (
	Publish   Visibility = "publish"       // students of the course, now
	WhenReady Visibility = "publish_ready" // students of the course, once it is prepared
	Withdraw  Visibility = "withdraw"      // only staff
	Open      Visibility = "open"          // visitors too
	Close     Visibility = "close"         // only students of the course
)

// Show changes who may watch some recordings, by changing their lessons. It skips recordings without a lesson
// (recordings.no_lesson), those that their lesson doesn't play (recordings.not_ready, recordings.replaced), and
// those that need no change (recordings.already). Staff only.
func (s *Service) Show(ctx context.Context, who access.Actor, assets []string, how Visibility) (bulk.Result, error) {
	return s.each(ctx, who, assets, func(q sqldb.Querier, asset string) error {
		is, err := s.o.Media.SummaryIn(ctx, q, who, asset)
		if err != nil {
			return err
		}
		switch {
		case is.Deleted:
			return fault.New(fault.NotFound, "media.no_asset")
		case is.Lesson == "":
			return fault.New(fault.Conflict, "recordings.no_lesson")
		case how == WhenReady && is.State != media.Ready:
			if is.State == media.Failed || is.State == media.Cancelled {
				return fault.New(fault.Conflict, "recordings.not_prepared")
			}
			return s.o.Media.PublishWhenReadyIn(ctx, q, who, asset, true)
		case is.State != media.Ready && how != Withdraw:
			return fault.New(fault.Conflict, "recordings.not_ready")
		case is.State == media.Ready && !is.Current:
			return fault.New(fault.Conflict, "recordings.replaced")
		}
		err = s.showLesson(ctx, q, who, is.Lesson, how)
		if is.State == media.Ready || err != nil && fault.Code(err) != "recordings.already" {
			return err
		}
		return s.o.Media.PublishWhenReadyIn(ctx, q, who, asset, false) // undo WhenReady
	})
}

func (s *Service) showLesson(
	ctx context.Context, q sqldb.Querier, who access.Actor, lesson string, how Visibility,
) error {
	l, err := s.o.Courses.LessonIn(ctx, q, who, lesson)
	if err != nil {
		return err
	}
	was := l
	switch how {
	case Publish, WhenReady:
		l.Published = true
	case Withdraw:
		l.Published, l.Preview = false, false
	case Open:
		l.Published, l.Preview = true, true
	case Close:
		l.Preview = false
	}
	if l == was {
		return fault.New(fault.Conflict, "recordings.already")
	}
	_, err = s.o.Courses.PutLessonIn(ctx, q, who, l)
	return err
}

// each calls do for each id in one transaction and skips the refused ones, so do must check everything before it
// writes.
func (s *Service) each(ctx context.Context, who access.Actor, ids []string, do func(
	q sqldb.Querier, id string) error,
) (out bulk.Result, err error) {
	if err := access.Recordings.Check(who); err != nil {
		return out, err
	}
	err = s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		out, err = bulk.Each(ids, func(id string) (string, error) {
			err := do(q, id)
			if code := fault.Code(err); code != "" {
				return code, nil
			}
			return "", err
		})
		return err
	})
	s.o.Media.Forget()
	return out, err
}
