package recordings

import (
	"cmp"
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

// Move assigns an upload or a recording to a class or lesson.
type Move struct {
	ID string // of an upload or an asset
	To media.Target
}

// Move assigns uploads and recordings to classes and lessons, and replaces what the lessons played. It skips those
// that no longer exist or can't be assigned. Staff only. Error: timetable.no_class.
func (s *Service) Move(ctx context.Context, who access.Actor, moves []Move) (bulk.Result, error) {
	places := make(map[string]media.Target, len(moves))
	ids := make([]string, 0, len(moves))
	for _, m := range moves {
		if m.To.Class != "" && m.To.Lesson == "" {
			class, err := s.o.Timetables.Class(ctx, m.To.Class)
			if err != nil {
				return bulk.Result{}, err
			}
			m.To.Group = class.Group
		}
		places[m.ID], ids = m.To, append(ids, m.ID)
	}
	taken := map[string]string{} // by lesson or class; a second recording would replace the first
	return s.each(ctx, who, ids, func(q sqldb.Querier, id string) error {
		to := places[id]
		if at := cmp.Or(to.Class, to.Lesson); at != "" && !to.Beside {
			if first := taken[at]; first != "" && first != id {
				return fault.New(fault.Conflict, "recordings.same_place")
			}
			taken[at] = id
		}
		if to.Class != "" && to.Lesson == "" && !to.Beside { // reuse the lesson of the class
			lesson, err := s.o.Courses.LessonOfClassIn(ctx, q, to.Class)
			if err != nil {
				return err
			}
			to.Lesson = lesson
		}
		_, err := s.o.Media.MoveIn(ctx, q, who, id, to)
		return err
	})
}

// Join makes one recording from several uploads and recordings, in this order, and assigns it. It waits for parts
// that are still uploading. Staff only. Errors: timetable.no_class and those of media.JoinIn.
func (s *Service) Join(ctx context.Context, who access.Actor, parts []string,
	to media.Target,
) (asset string, err error) {
	if err := access.Recordings.Check(who); err != nil {
		return "", err
	}
	if to.Class != "" && to.Lesson == "" {
		class, err := s.o.Timetables.Class(ctx, to.Class)
		if err != nil {
			return "", err
		}
		to.Group = class.Group
	}
	err = s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		to := to
		if to.Class != "" && to.Lesson == "" && !to.Beside {
			if to.Lesson, err = s.o.Courses.LessonOfClassIn(ctx, q, to.Class); err != nil {
				return err
			}
		}
		asset, err = s.o.Media.JoinIn(ctx, q, who, parts, to)
		return err
	})
	s.o.Media.Forget()
	return asset, err
}

// Delete deletes recordings; they can be restored for a day. Staff only.
func (s *Service) Delete(ctx context.Context, who access.Actor, assets []string) (bulk.Result, error) {
	return s.each(ctx, who, assets, func(q sqldb.Querier, asset string) error {
		return s.o.Media.DeleteLaterIn(ctx, q, who, asset)
	})
}

// Restore restores deleted recordings. Staff only.
func (s *Service) Restore(ctx context.Context, who access.Actor, assets []string) (bulk.Result, error) {
	return s.each(ctx, who, assets, func(q sqldb.Querier, asset string) error {
		return s.o.Media.RestoreIn(ctx, q, who, asset)
	})
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
