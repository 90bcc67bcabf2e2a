package timetable

import (
	"context"
	"fmt"
	"slices"
	"time"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/sqldb"
)

// openTaught is openTerm for a teacher, with the groups that they teach.
func openTaught(ctx context.Context, q sqldb.Querier, teacher, term string, today civil.Date) (*studentTerm, error) {
	st, err := openTerm(ctx, q, "", term, today)
	if err != nil {
		return nil, err
	}
	rows, err := db.New(q).SelectTaughtGroups(ctx, db.SelectTaughtGroupsParams{Teacher: teacher, Term: st.term.ID})
	if err != nil {
		return nil, fmt.Errorf("list the groups of a teacher: %w", err)
	}
	st.teacher = teacher
	for _, row := range rows {
		st.confirmed = append(st.confirmed, db.SelectEnrolmentsRow(row))
	}
	return st, nil
}

// ownClasses filters out the classes a teacher doesn't give: those taken by a substitute. Classes without a named
// teacher belong to the teachers of the course. Students keep all classes.
func (st *studentTerm) ownClasses(classes []Class) []Class {
	if st.teacher == "" {
		return classes
	}
	return slices.DeleteFunc(classes, func(c Class) bool { return c.Place.Teacher != "" && c.Place.Teacher != st.teacher })
}

// taughtPlan reads the meetings and changes of a teacher's groups, which are few.
func (st *studentTerm) taughtPlan(ctx context.Context) (Plan, error) {
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
func (st *studentTerm) taughtPast(ctx context.Context, since time.Time) ([]Meeting, error) {
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
