package course

import (
	"context"
	"fmt"

	"lectern/internal/feature/course/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// An Access says whether the caller may watch a lesson, and if not, why.
type Access string

// The values of Access.
const (
	Granted      Access = "granted"
	NeedsLogin   Access = "login"         // not a preview
	NotEnrolled  Access = "not_enrolled"  // for students of the course
	NotPublished Access = "not_published" // it is not out yet
)

// A PlayState says what a lesson has to play.
type PlayState string

// The values of PlayState.
const (
	Ready      PlayState = "ready"
	Processing PlayState = "processing"
	Failed     PlayState = "failed"
	Nothing    PlayState = "none"
)

// A Listed is a lesson in the list of its course, with the student's progress.
type Listed struct {
	Lesson
	State    PlayState
	Duration int64 // in ms; 0 when there is nothing to play
	Percent  int
	Done     bool
}

// A View is a lesson as the caller sees it, with its course, the lessons they can see, and its neighbours.
type View struct {
	Lesson   Lesson // without title if it is not published
	Access   Access
	Course   Course
	Enrolled bool
	Progress int // percent of the course
	Lessons  []Listed
	Previous string // IDs of the visible lessons before and after; empty if none
	Next     string
	may      watcher
}

// View shows a lesson to anyone. Only staff and students of the course may know that an unpublished one exists:
// course.no_lesson.
func (s *Service) View(ctx context.Context, who access.Actor, lesson string) (View, error) {
	var v View
	err := s.database.Read(ctx, func(q sqldb.Querier) error {
		row, err := db.New(q).SelectLesson(ctx, lesson)
		if err != nil {
			return sqldb.Missing(err, "course.no_lesson")
		}
		v = View{Lesson: toLesson(row)}
		if v.Course, err = s.CourseIn(ctx, q, row.CourseID); err != nil {
			return err
		}
		if err := s.enrolment(ctx, q, who, &v); err != nil {
			return err
		}
		if v.Access = v.decide(who, row); v.Access == "" {
			return fault.New(fault.NotFound, "course.no_lesson")
		}
		if v.Access == NotPublished {
			v.Lesson.Title, v.Lesson.TitleEn = "", ""
		}
		return v.list(ctx, q, who)
	})
	return v, err
}

// ViewGroup shows the course of a group to its students, its teachers and staff: a View without a lesson. Others get
// NotEnrolled; course.no_group.
func (s *Service) ViewGroup(ctx context.Context, who access.Actor, group string) (View, error) {
	member, err := s.InGroup(ctx, who, group)
	if err != nil {
		return View{}, err
	}
	v := View{Access: NotEnrolled}
	if member {
		v.Access = Granted
	}
	err = s.database.Read(ctx, func(q sqldb.Querier) error {
		g, err := s.GroupIn(ctx, q, group)
		if err != nil {
			return err
		}
		if v.Course, err = s.CourseIn(ctx, q, g.Course); err != nil {
			return err
		}
		if err := s.enrolment(ctx, q, who, &v); err != nil {
			return err
		}
		return v.list(ctx, q, who)
	})
	v.Previous, v.Next = "", ""
	return v, err
}

func (s *Service) enrolment(ctx context.Context, q sqldb.Querier, who access.Actor, v *View) (err error) {
	if v.may, err = s.watcher(ctx, q, who, v.Course.ID); err != nil || who.Student == "" {
		return err
	}
	v.Enrolled = v.may.in[v.Course.ID]
	v.Progress, err = readProgress(ctx, q, who.Student, v.Course.ID)
	return err
}

// decide returns the caller's access, or an empty Access if they may not know that the lesson exists.
func (v *View) decide(who access.Actor, row db.Lesson) Access {
	switch {
	case v.may.see(row):
		return Granted
	case !row.Published && v.Enrolled:
		return NotPublished
	case !row.Published:
		return ""
	case !who.SignedIn():
		return NeedsLogin
	}
	return NotEnrolled
}

// list reads the lessons of the course that the caller may see.
func (v *View) list(ctx context.Context, q sqldb.Querier, who access.Actor) error {
	rows, err := db.New(q).SelectLessons(ctx, v.Course.ID)
	if err != nil {
		return fmt.Errorf("list lessons: %w", err)
	}
	states, err := db.New(q).SelectStates(ctx, db.SelectStatesParams{Student: who.Student, Course: v.Course.ID})
	if err != nil {
		return fmt.Errorf("read what lessons play: %w", err)
	}
	of := make(map[string]db.SelectStatesRow, len(states))
	for _, state := range states {
		of[state.ID] = state
	}
	past := false
	for _, row := range rows {
		past = past || row.ID == v.Lesson.ID
		if !v.may.see(row) {
			continue
		}
		state := of[row.ID]
		v.Lessons = append(v.Lessons, Listed{
			Lesson: toLesson(row), State: playState(state.Playable, state.Newest), Duration: state.DurationMs,
			Percent: int(state.Percent), Done: state.Done,
		})
		switch {
		case !past:
			v.Previous = row.ID
		case v.Next == "" && row.ID != v.Lesson.ID:
			v.Next = row.ID
		}
	}
	return nil
}

// playState returns what there is to play. A recording keeps playing while a newer one is being prepared.
func playState(playable bool, newest string) PlayState {
	switch {
	case playable:
		return Ready
	case newest == "waiting" || newest == "preparing":
		return Processing
	case newest == "failed":
		return Failed
	}
	return Nothing
}

// A Step is a student's progress in one lesson.
type Step struct {
	Duration int64 // in ms; 0 when there is nothing to play
	Percent  int
	Done     bool
}

// MySteps returns the caller's progress in the published lessons of all their courses, by lesson.
func (s *Service) MySteps(ctx context.Context, who access.Actor) (map[string]Step, error) {
	if err := access.SignedIn.Check(who); err != nil {
		return nil, err
	}
	rows, err := db.New(s.database.Reader()).SelectMyStates(ctx, who.Student)
	if err != nil {
		return nil, fmt.Errorf("read how far a student is: %w", err)
	}
	out := make(map[string]Step, len(rows))
	for _, row := range rows {
		out[row.ID] = Step{Duration: row.DurationMs, Percent: int(row.Percent), Done: row.Done}
	}
	return out, nil
}
