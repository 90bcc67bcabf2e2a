package recordings

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"time"

	"lectern/internal/feature/media"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/bulk"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// Move assigns an upload or a recording to a class or lesson.
type Move struct {
	ID string // of an upload or an asset
	To media.Target
	// Replace is the recording that the lesson plays now and that may be replaced; empty: none may.
	Replace string
	// Hide withdraws the lesson if it is published and plays nothing yet, so that students don't see the recording.
	Hide bool
}

// Move assigns uploads and recordings to classes and lessons. It skips those that no longer exist or can't be assigned.
// A lesson's recording is only replaced by a single move that names it (recordings.has_recording,
// recordings.one_at_a_time), and several moves to one lesson are all skipped (recordings.same_place). Titles of new
// lessons are made different. Staff only. Error: timetable.no_class.
func (s *Service) Move(ctx context.Context, who access.Actor, moves []Move) (bulk.Result, error) {
	byID := make(map[string]Move, len(moves))
	ids := make([]string, 0, len(moves))
	wanted := map[string]int{} // moves by class or lesson
	for _, m := range moves {
		if m.To.Class != "" && m.To.Lesson == "" {
			class, err := s.o.Timetables.Class(ctx, m.To.Class)
			if err != nil {
				return bulk.Result{}, err
			}
			m.To.Group = class.Group
		}
		if _, twice := byID[m.ID]; !twice && !m.To.Beside {
			wanted[cmp.Or(m.To.Class, m.To.Lesson)]++
		}
		byID[m.ID], ids = m, append(ids, m.ID)
	}
	return s.each(ctx, who, ids, func(q sqldb.Querier, id string) error {
		m := byID[id]
		if at := cmp.Or(m.To.Class, m.To.Lesson); at != "" && !m.To.Beside && wanted[at] > 1 {
			return fault.New(fault.Conflict, "recordings.same_place")
		}
		return s.moveIn(ctx, q, who, m, len(byID) > 1)
	})
}

func (s *Service) moveIn(ctx context.Context, q sqldb.Querier, who access.Actor, m Move, several bool) error {
	var err error
	if m.To.Lesson, err = s.lessonIn(ctx, q, m.To); err != nil {
		return err
	}
	now, err := s.checkReplace(ctx, q, who, m.To.Lesson, m.Replace, m.ID)
	if err != nil {
		return err
	}
	switch {
	case now.Asset != "" && several:
		return fault.New(fault.Conflict, "recordings.one_at_a_time")
	case m.To.Lesson == "" && (several || m.To.Beside || m.To.Class == ""):
		if err := s.makeTitleNew(ctx, q, who, &m.To); err != nil {
			return err
		}
	}
	if m.Hide && m.To.Lesson != "" && now.Asset == "" {
		if err := s.showLesson(ctx, q, who, m.To.Lesson, Withdraw); err != nil && fault.Code(err) != "recordings.already" {
			return err
		}
	}
	_, err = s.o.Media.MoveIn(ctx, q, who, m.ID, m.To)
	return err
}

// lessonIn returns the existing lesson of a target, also that of a class; empty for a new one.
func (s *Service) lessonIn(ctx context.Context, q sqldb.Querier, to media.Target) (string, error) {
	if to.Class == "" || to.Lesson != "" || to.Beside {
		return to.Lesson, nil
	}
	return s.o.Courses.LessonOfClassIn(ctx, q, to.Class)
}

// checkReplace returns what a lesson plays, if it is none of the moved recordings, and refuses to replace it without
// its name: recordings.has_recording.
func (s *Service) checkReplace(ctx context.Context, q sqldb.Querier, who access.Actor, lesson, replace string,
	moved ...string,
) (media.Playing, error) {
	if lesson == "" {
		return media.Playing{}, nil
	}
	now, err := s.o.Media.PlayingIn(ctx, q, who, lesson)
	if err != nil {
		return media.Playing{}, err
	}
	for _, id := range moved {
		if id == now.Asset {
			return media.Playing{}, nil
		}
	}
	if now.Asset != replace && now.Asset != "" {
		return now, fault.New(fault.Conflict, "recordings.has_recording", "file", now.File)
	}
	return now, nil
}

// numbered is the number that titleBeside adds.
var numbered = regexp.MustCompile(` \(\d+\)$`)

// makeTitleNew adds a number to the title of a new lesson if the course has a lesson with this title.
func (s *Service) makeTitleNew(ctx context.Context, q sqldb.Querier, who access.Actor, to *media.Target) error {
	titles, err := s.o.Courses.TitlesIn(ctx, q, who, to.Course)
	if err != nil {
		return err
	}
	waiting, err := s.o.Media.TitlesIn(ctx, q, who, to.Course) // of uploads, which make their lessons later
	if err != nil {
		return err
	}
	taken := map[string]bool{}
	for _, title := range append(titles, waiting...) {
		taken[title] = true
	}
	title, titleEn := numbered.ReplaceAllString(to.Title, ""), numbered.ReplaceAllString(to.TitleEn, "")
	for n := 2; to.Title != "" && (taken[to.Title] || taken[to.TitleEn]); n++ {
		to.Title = titleBeside(title, n)
		if titleEn != "" {
			to.TitleEn = titleBeside(titleEn, n)
		}
	}
	return nil
}

// Join makes one recording from several uploads and recordings, in this order, and assigns it. It waits for parts
// that are still uploading. Unless it is one of the parts, a recording that the lesson plays must be named in replace.
// Staff only. Errors: timetable.no_class, recordings.has_recording and those of media.JoinIn.
func (s *Service) Join(ctx context.Context, who access.Actor, parts []string, to media.Target, replace string,
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
		if to.Lesson, err = s.lessonIn(ctx, q, to); err != nil {
			return err
		}
		known, err := s.withJoined(ctx, q, who, parts)
		if err != nil {
			return err
		}
		if asset, err = s.o.Media.JoinIn(ctx, q, who, parts, to); err != nil {
			return err
		}
		_, err = s.checkReplace(ctx, q, who, to.Lesson, replace, known...)
		return err
	})
	s.o.Media.Forget()
	return asset, err
}

// withJoined returns parts together with the joined recordings that they belong to.
func (s *Service) withJoined(ctx context.Context, q sqldb.Querier, who access.Actor, parts []string,
) ([]string, error) {
	known := slices.Clone(parts)
	for _, part := range parts {
		of, err := s.o.Media.JoinedIn(ctx, q, who, part)
		if err != nil {
			return nil, err
		}
		known = append(known, of)
	}
	return known, nil
}

// Place is a lesson or class that a recording may be assigned to, with what it plays now.
type Place struct {
	Lesson    string // empty: a new one
	Course    string
	Class     string // that the lesson records, or empty
	Title     string
	TitleEn   string
	Published bool // students see what is assigned at once
	Asset     string
	File      string
	Duration  time.Duration
	Watched   int // students who have watched some of it
}

// Place returns what a lesson, or the lesson of a class, plays now. Staff only. Error: course.no_lesson.
func (s *Service) Place(ctx context.Context, who access.Actor, lesson, class string) (out Place, err error) {
	if err := access.Recordings.Check(who); err != nil {
		return out, err
	}
	err = s.o.DB.Read(ctx, func(q sqldb.Querier) error {
		if out.Lesson, err = s.lessonIn(ctx, q, media.Target{Lesson: lesson, Class: class}); err != nil || out.Lesson == "" {
			return err
		}
		l, err := s.o.Courses.LessonIn(ctx, q, who, out.Lesson)
		if err != nil {
			return err
		}
		out.Course, out.Class = l.Course, l.Class
		out.Title, out.TitleEn, out.Published = l.Title, l.TitleEn, l.Published
		now, err := s.o.Media.PlayingIn(ctx, q, who, out.Lesson)
		if err != nil || now.Asset == "" {
			return err
		}
		out.Asset, out.File, out.Duration = now.Asset, now.File, now.Duration
		out.Watched, err = s.o.Courses.CountWatchers(ctx, q, who, out.Lesson)
		return err
	})
	if err != nil {
		return Place{}, fmt.Errorf("read what a place plays: %w", err)
	}
	return out, nil
}
