package watching

import (
	"context"
	"fmt"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/watching/db"
)

// newSums prepares to write sums. Each row is term, course, class, students, lessons, started, done and seconds.
func newSums(q sqldb.Querier) *sqldb.Batch {
	return sqldb.NewBatch(q, "watching_summary", "term_id", "course_id", "class", "students",
		"lessons", "started", "done", "seconds")
}

// sumCourse adds up the lessons of a course, and notes which lessons they were unless lessons is empty.
func (s *Service) sumCourse(ctx context.Context, c courseInTerm, lessons string) error {
	rows := db.New(s.o.DB.Reader())
	sums, err := rows.SumCourse(ctx, db.SumCourseParams{Course: c.course, Term: c.term})
	if err != nil {
		return fmt.Errorf("add up a course: %w", err)
	}
	students, err := s.countStudents(ctx, c.term, c.course)
	if err != nil {
		return err
	}
	return s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		err := db.New(q).DeleteSummary(ctx, db.DeleteSummaryParams{Term: c.term, Course: c.course})
		if err != nil {
			return fmt.Errorf("remove sums: %w", err)
		}
		batch := newSums(q)
		for _, r := range sums {
			err := batch.Add(ctx, c.term, c.course, r.Class, students[r.Class], r.Lessons, r.Started, r.Done, r.Seconds)
			if err != nil {
				return fmt.Errorf("write sums: %w", err)
			}
		}
		if err := finish(ctx, batch); err != nil || lessons == "" {
			return err
		}
		err = db.New(q).UpsertLessonsOf(ctx,
			db.UpsertLessonsOfParams{CourseID: c.course, TermID: c.term, Fingerprint: lessons})
		if err != nil {
			return fmt.Errorf("note the lessons of a course: %w", err)
		}
		return nil
	})
}

// sumClasses adds up the courses of each class in a term. It counts the students only if groups have other students.
func (s *Service) sumClasses(ctx context.Context, term string, members bool) error {
	sums, err := db.New(s.o.DB.Reader()).SumClasses(ctx, term)
	if err != nil {
		return fmt.Errorf("add up classes: %w", err)
	}
	students, err := s.studentsOfClasses(ctx, term, members)
	if err != nil {
		return err
	}
	return s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		if err := db.New(q).DeleteSummary(ctx, db.DeleteSummaryParams{Term: term, Course: ""}); err != nil {
			return fmt.Errorf("remove sums: %w", err)
		}
		batch := newSums(q)
		for _, r := range sums {
			err := batch.Add(ctx, term, "", r.Class, students[r.Class], r.Lessons, r.Started, r.Done, r.Seconds)
			if err != nil {
				return fmt.Errorf("write sums: %w", err)
			}
		}
		return finish(ctx, batch)
	})
}

// countStudents counts the students of a term by class, in one course or in all.
func (s *Service) countStudents(ctx context.Context, term, course string) (map[string]int64, error) {
	rows, err := db.New(s.o.DB.Reader()).CountStudents(ctx, db.CountStudentsParams{Term: term, Course: course})
	if err != nil {
		return nil, fmt.Errorf("count students: %w", err)
	}
	out := make(map[string]int64, len(rows))
	for _, row := range rows {
		out[row.Class] = row.Students
	}
	return out, nil
}

func (s *Service) studentsOfClasses(ctx context.Context, term string, members bool) (map[string]int64, error) {
	if members {
		return s.countStudents(ctx, term, "")
	}
	rows, err := db.New(s.o.DB.Reader()).ListCounted(ctx, term)
	if err != nil {
		return nil, fmt.Errorf("read the number of students: %w", err)
	}
	out := make(map[string]int64, len(rows))
	for _, row := range rows {
		out[row.Class] = row.Students
	}
	return out, nil
}
