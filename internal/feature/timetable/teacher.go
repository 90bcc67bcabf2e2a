package timetable

import (
	"context"
	"fmt"
	"slices"
	"time"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// openTaught is openTerm for a teacher, with the groups that they teach.
func openTaught(ctx context.Context, q sqldb.Querier, teacher, term string, today civil.Date) (*personTerm, error) {
	st, err := openTerm(ctx, q, "", term, today)
	if err != nil {
		return nil, err
	}
	rows, err := db.New(q).SelectTaughtGroups(ctx, db.SelectTaughtGroupsParams{Teacher: teacher, Term: st.term.ID})
	if err != nil {
		return nil, fmt.Errorf("list the groups of a teacher: %w", err)
	}
	st.teacher, st.unnamed = teacher, map[string]bool{}
	for _, row := range rows {
		st.confirmed = append(st.confirmed, db.SelectEnrolmentsRow(row))
		if st.unnamed[row.ID], err = takesUnnamed(ctx, q, row.ID, teacher); err != nil {
			return nil, err
		}
	}
	return st, nil
}

// takesUnnamed reports whether a group's classes without a named teacher are the teacher's.
func takesUnnamed(ctx context.Context, q sqldb.Querier, group, teacher string) (bool, error) {
	list, err := db.New(q).SelectTeachersOfGroup(ctx, group)
	if err != nil {
		return false, fmt.Errorf("list the teachers of a group: %w", err)
	}
	return slices.Contains(list, teacher), nil
}

// ownClasses filters out the classes that aren't the teacher's, such as those taken by a substitute. Students keep all
// classes, with exams at their own seats.
func (st *personTerm) ownClasses(classes []Class) []Class {
	if st.teacher == "" {
		for i := range classes {
			if seat, ok := st.seats[classes[i].ID]; ok {
				classes[i] = classes[i].Seated(seat)
			}
		}
		return classes
	}
	return slices.DeleteFunc(classes, func(c Class) bool { return !c.taughtBy(st.teacher, st.unnamed[c.Group]) })
}

// taughtBy reports whether a class is a teacher's: it names them, or names nobody and the unnamed ones of its group are
// theirs.
func (c *Class) taughtBy(teacher string, unnamed bool) bool {
	return c.Place.Teacher == teacher || c.Place.Teacher == "" && unnamed
}

// Taught is a class of a teacher with all of their classes in its term.
type Taught struct {
	Term  string
	Class Class
	All   []Class // by time, cancelled ones too
}

// Taught returns a class of a teacher as it is now. Errors: timetable.no_class, also for a class that isn't in the
// teacher's timetable.
func (s *Service) Taught(ctx context.Context, teacher, class string) (Taught, error) {
	var out Taught
	err := s.database.Read(ctx, func(q sqldb.Querier) error {
		group, err := groupOfClass(ctx, q, class)
		if err != nil {
			return err
		}
		if out.Term, err = db.New(q).SelectGroupTerm(ctx, group); err != nil {
			return sqldb.Missing(err, "course.no_group")
		}
		st, err := openTaught(ctx, q, teacher, out.Term, s.Today())
		if err != nil {
			return err
		}
		if err := st.load(ctx, q); err != nil {
			return err
		}
		plan, err := st.plan(ctx)
		if err != nil {
			return err
		}
		out.All = st.ownClasses(Expand(plan))
		found := findClass(out.All, class)
		if found == nil {
			return fault.New(fault.NotFound, "timetable.no_class")
		}
		out.Class = *found
		return nil
	})
	return out, err
}

// Busy returns another class that the teacher gives at the time of a place, or nil.
func (t *Taught) Busy(at Place) *Class {
	for i := range t.All {
		c := &t.All[i]
		if c.ID != t.Class.ID && c.State != Cancelled && c.Place.Day == at.Day && c.Place.Hours.Overlaps(at.Hours) {
			return c
		}
	}
	return nil
}

// taughtPlan reads the meetings and changes of a teacher's groups, which are few.
func (st *personTerm) taughtPlan(ctx context.Context) (Plan, error) {
	plan, rows := st.rules(), db.New(st.q)
	names := Names{Rooms: map[string]Room{}, Teachers: map[string]Teacher{}}
	for _, group := range st.confirmed {
		meetings, err := rows.SelectMeetingsOfGroup(ctx, group.ID)
		if err != nil {
			return Plan{}, fmt.Errorf("read a group's meetings: %w", err)
		}
		list, err := toMeetings(meetings)
		if err != nil {
			return Plan{}, err
		}
		changes, err := rows.SelectChangesOfGroup(ctx, group.ID)
		if err != nil {
			return Plan{}, fmt.Errorf("read a group's changes: %w", err)
		}
		plan.Meetings, plan.Changes = append(plan.Meetings, list...), append(plan.Changes, toChanges(changes)...)
	}
	for _, m := range plan.Meetings {
		if err := names.addPlace(ctx, rows, Place{Room: m.Room, Teacher: m.Teacher}); err != nil {
			return Plan{}, err
		}
	}
	for _, c := range plan.Changes {
		if err := names.addPlace(ctx, rows, Place{Room: c.Room, Teacher: c.Teacher}); err != nil {
			return Plan{}, err
		}
	}
	st.rooms, st.teachers = names.Rooms, names.Teachers
	return plan, nil
}

// taughtPast is past for a teacher's groups.
func (st *personTerm) taughtPast(ctx context.Context, since time.Time) ([]Meeting, error) {
	var list []Meeting
	for _, group := range st.confirmed {
		rows, err := db.New(st.q).SelectPastMeetingsOfGroup(ctx,
			db.SelectPastMeetingsOfGroupParams{GroupID: group.ID, Since: since.UnixMilli()})
		if err != nil {
			return nil, fmt.Errorf("read what meetings were: %w", err)
		}
		for _, row := range rows {
			m, err := toPastMeeting(row)
			if err != nil {
				return nil, err
			}
			list = append(list, m)
		}
	}
	return list, nil
}
