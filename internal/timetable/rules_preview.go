package timetable

import (
	"context"
	"errors"
	"fmt"

	"lectern/internal/access"
	"lectern/internal/sqldb"
	"lectern/internal/timetable/db"
)

// Concerned is how many a correction of a term or of period times concerns.
type Concerned struct {
	Classes, Groups, Students int
	Teachers                  int // who log in and have such a class ahead of them
}

// errPreview takes back what was done to see what would be.
var errPreview = errors.New("a preview")

// PreviewCalendarTerm says how many PutCalendarTerm would concern, and writes nothing. Staff only; it refuses what that refuses.
func (s *Service) PreviewCalendarTerm(ctx context.Context, who access.Actor, t Term, exams []WeekSpan) (Concerned, error) {
	return s.previewRules(ctx, func(s *Service, q sqldb.Querier) error { return s.putCalendarTerm(ctx, q, who, t, exams) })
}

// PreviewCalendarScheme says how many PutCalendarScheme would concern, and writes nothing. Staff only; it refuses what that refuses.
func (s *Service) PreviewCalendarScheme(ctx context.Context, who access.Actor, scheme PeriodScheme) (Concerned, error) {
	return s.previewRules(ctx, func(s *Service, q sqldb.Querier) error { return s.putCalendarScheme(ctx, q, who, scheme) })
}

// previewRules runs a correction, counts what it would announce, and takes it back: so it concerns exactly those whom saving concerns.
func (s *Service) previewRules(ctx context.Context, put func(s *Service, q sqldb.Querier) error) (Concerned, error) {
	var out Concerned
	err := s.database.Write(ctx, func(q sqldb.Querier) error {
		out = Concerned{}
		groups := map[string]map[string]bool{} // by term
		counting := *s
		counting.announce = func(_ context.Context, _ sqldb.Querier, _ access.Actor, published []News) error {
			var all []*News
			for _, news := range published {
				all = append(all, &news)
				if groups[news.Term.ID] == nil {
					groups[news.Term.ID] = map[string]bool{}
				}
				groups[news.Term.ID][news.Group] = true
				out.Classes += len(news.Differences)
			}
			out.Teachers = s.countTeachers(all)
			return nil
		}
		if err := put(&counting, q); err != nil {
			return err
		}
		students := map[string]bool{}
		for term, of := range groups {
			out.Groups += len(of)
			enrolled, err := db.New(q).SelectEnrolledOfTerm(ctx, term)
			if err != nil {
				return fmt.Errorf("read enrolments: %w", err)
			}
			for _, row := range enrolled {
				if of[row.GroupID] {
					students[row.StudentID] = true
				}
			}
		}
		out.Students = len(students)
		return errPreview
	})
	if errors.Is(err, errPreview) {
		err = nil
	}
	return out, err
}
