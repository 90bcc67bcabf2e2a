package roster

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"lectern/internal/feature/course"
	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/engine"
)

// An UndoPreview is what undoing an import would do.
type UndoPreview struct {
	Objects   []UndoCount
	Affected  []Affected
	Conflicts []Conflict
}

// An UndoCount is how many objects of a kind would be removed, and how many would get their old values.
type UndoCount struct {
	Thing   string
	Created int
	Changed int
}

// PreviewUndo undoes an import and rolls it back. It fails with roster.no_import or roster.undone_already; conflicts
// are in the preview. Staff only.
func (s *Service) PreviewUndo(ctx context.Context, who access.Actor, imported string) (UndoPreview, error) {
	if err := access.Admin.Check(who); err != nil {
		return UndoPreview{}, err
	}
	return s.previewUndo(ctx, s.Database, who, imported, nil)
}

func (s *Service) previewUndo(ctx context.Context, database *sqldb.DB, who access.Actor, imported string, progress func(
	steps int),
) (UndoPreview, error) {
	var out UndoPreview
	err := database.WriteWithin(ctx, engine.ImportLimit, func(q sqldb.Querier) error {
		u := undoing{Services: s.Services, q: q, who: who, id: imported, counts: map[string]*UndoCount{}, progress: progress}
		affected := map[string]int{}
		working, sent := message.CollectSent(context.WithoutCancel(ctx)) // without cancellation, as in an import
		err := u.run(working)
		if err == nil {
			err = engine.CountTold(working, q, sent, affected)
		}
		out = u.preview()
		for what, count := range affected {
			out.Affected = append(out.Affected, Affected{What: what, Count: count})
		}
		return cmp.Or(err, engine.ErrRollBack)
	})
	if errors.Is(err, engine.ErrRollBack) || fault.Code(err) == "roster.changed_since" {
		err = nil
	}
	return out, err
}

// preview returns the counts and conflicts.
func (u *undoing) preview() UndoPreview {
	out := UndoPreview{Conflicts: u.conflicts}
	for _, count := range u.counts {
		out.Objects = append(out.Objects, *count)
	}
	slices.SortFunc(out.Objects, func(a, b UndoCount) int { return cmp.Compare(a.Thing, b.Thing) })
	return out
}

// count counts what a step reverts.
func (u *undoing) count(step db.ImportStep) {
	if u.counts == nil {
		return
	}
	one := u.counts[step.Thing]
	if one == nil {
		one = &UndoCount{Thing: step.Thing}
		u.counts[step.Thing] = one
	}
	if step.Before == nil {
		one.Created++
	} else {
		one.Changed++
	}
}

// link returns where staff can see the cause of a conflict.
func (u *undoing) link(ctx context.Context, thing, object string) (to Link, err error) {
	first, second, _ := strings.Cut(object, " ")
	switch thing {
	case "student":
		to.Student = object
	case string(course.EnrolmentRows):
		to.Student, to.Group = first, second
		to.Course, err = db.New(u.q).SelectCourseOfGroup(ctx, second)
	case string(timetable.SeatRows):
		to.Student = second
	case "account":
		to.Student, err = db.New(u.q).SelectStudentOfAccount(ctx, object)
	case string(course.CourseRows):
		to.Course = object
	case string(course.GroupRows), string(timetable.MeetingRows):
		to.Group = object
		to.Course, err = db.New(u.q).SelectCourseOfGroup(ctx, object)
	case string(course.TeacherRows):
		to.Teacher = object
	case string(timetable.RoomRows):
		to.Room = object
	}
	if errors.Is(err, sql.ErrNoRows) {
		err = nil
	}
	if err != nil {
		return Link{}, fmt.Errorf("look for what stands in the way: %w", err)
	}
	return to, nil
}
