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
			e.noteMissing(name, Change{Field: "state", Before: row.State, After: "dropped"})
			e.report.Removed++
			if err := e.drop(ctx, group, row.StudentID, row.State); err != nil {
				return err
			}
		}
	}
	return nil
}

// noteReplacedMeetings notes the meetings of a group that its rows replace.
func (m *meetings) noteReplacedMeetings(ctx context.Context, g *meetingGroup, old, list []timetable.Meeting) error {
	for _, was := range old {
		if slices.ContainsFunc(list, func(now timetable.Meeting) bool { return now.ID == was.ID }) {
			continue
		}
		names, err := m.names(ctx)
		if err != nil {
			return err
		}
		parts := []string{g.rows[0].text("group"), ValueText(columns.Timetable, "weekday", itoa(int(was.Weekday)),
			m.job.Language), parse.HoursText(was.Hours), was.Weeks.String(), names.of(names.rooms, was.Room)}
		m.noteMissing(strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " "))
	}
	return nil
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
	without := was.Without(s.PeriodScheme)
	p.report.Removed += len(without)
	for _, old := range was.Periods {
		if !slices.ContainsFunc(s.Periods, func(now timetable.Period) bool { return now.Number == old.Number }) {
			p.noteMissing(s.Campus + " " + itoa(old.Number) + " " + old.Starts.String() + "-" + old.Ends.String())
		}
	}
}
