package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/parse"
)

// namedStudents are the students named in a file with their classes and years, including those in rejected rows.
type namedStudents struct{ numbers, classes, years map[string]bool }

func (n *namedStudents) add(number string, changes student.Changes) {
	if n.numbers == nil {
		*n = namedStudents{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	}
	n.numbers[parse.NameKey(number)] = true
	if class := changes[student.FieldClass]; class != "" {
		n.classes[class] = true
	}
	if year := changes[student.FieldEntryYear]; year != "" {
		n.years[year] = true
	}
}

// noteMissingStudents notes students who aren't in the file although their class is or, if there are no classes, their
// year. No import removes a student.
func (s *students) noteMissingStudents(ctx context.Context) error {
	if s.job.MaxRows > 0 || len(s.named.classes)+len(s.named.years) == 0 {
		return nil
	}
	rows, err := db.New(s.q).SelectStudentClasses(ctx)
	if err != nil {
		return fmt.Errorf("list students: %w", err)
	}
	for _, row := range rows {
		there := s.named.classes[row.Class]
		if len(s.named.classes) == 0 {
			there = s.named.years[itoa(int(row.EntryYear))]
		}
		if there && !s.named.numbers[parse.NameKey(row.Number)] {
			s.noteMissing(row.Name + " " + row.Number + " " + row.Class)
		}
	}
	return nil
}

// noteMissingEnrolments notes students who are in one of the file's groups but not in the file, and with Job.Complete
// drops them. It drops no one from a group with a rejected row: that row may be theirs.
func (e *enrolments) noteMissingEnrolments(ctx context.Context) error {
	if e.job.MaxRows > 0 {
		return nil
	}
	for _, group := range e.order {
		rows, err := db.New(e.q).SelectEnrolledOfGroup(ctx, group)
		if err != nil {
			return fmt.Errorf("list a group's enrolments: %w", err)
		}
		for _, row := range rows {
			if e.present[row.StudentID+" "+group] {
				continue
			}
			name := row.Name + " " + row.Number + " " + row.Code
			if !e.job.Complete || e.doubtful[group] {
				e.noteMissing(name)
				continue
			}
			e.noteRemoved(name, Change{Field: "state", Before: row.State, After: "dropped"})
			if err := e.drop(ctx, group, row.StudentID, row.State); err != nil {
				return err
			}
		}
	}
	return nil
}

// noteLost notes the meetings that the import removes, with the classes and students that it takes them from.
func (m *meetings) noteLost(ctx context.Context, g *meetingGroup, replaced timetable.Replaced) error {
	if replaced.Past {
		m.noteOnce("roster.past_stays", "")
	}
	for _, one := range replaced.Removed {
		names, err := m.names(ctx)
		if err != nil {
			return err
		}
		parts := []string{g.rows[0].text("group"), ValueText(columns.Timetable, "weekday", itoa(int(one.Was.Weekday)),
			m.job.Language), parse.HoursText(one.Was.Hours), names.of(names.rooms, one.Was.Room)}
		m.noteRemoved(strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " "),
			Change{Field: "weeks", Before: one.Was.Weeks.String(), After: one.Now.Weeks.String()})
	}
	if replaced.Lost == 0 {
		return nil
	}
	m.seenRows.affected[AffectedLost] += replaced.Lost
	students, err := m.Courses.Members(ctx, m.q, g.id)
	for _, one := range students {
		if !m.losing[one] {
			m.losing[one] = true
			m.countAffected(AffectedLosing)
		}
	}
	return err
}

// comparePeriods notes which clock times changed, and which periods were removed.
func (p *periods) comparePeriods(s *scheme, was timetable.PeriodScheme) {
	for i, now := range s.Periods {
		for _, old := range was.Periods {
			if old.Number == now.Number {
				p.change(s.rows[i], "starts", old.Starts.String(), now.Starts.String())
				p.change(s.rows[i], "ends", old.Ends.String(), now.Ends.String())
			}
		}
	}
	for _, old := range was.Periods {
		if !slices.ContainsFunc(s.Periods, func(now timetable.Period) bool { return now.Number == old.Number }) {
			p.noteRemoved(s.Campus + " " + itoa(old.Number) + " " + old.Starts.String() + "-" + old.Ends.String())
		}
	}
}
