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
type Concerned struct{ Classes, Groups, Students int }

// errPreview takes back what was done to see what would be.
var errPreview = errors.New("a preview")

// PreviewCalendarTerm says how many PutCalendarTerm would concern, and writes nothing. Staff only; it refuses what that refuses.
func (s *Service) PreviewCalendarTerm(ctx context.Context, who access.Actor, t Term, exams []WeekSpan) (Concerned, error) {
	return s.previewRules(ctx, func(q sqldb.Querier, count Announce) error { return s.putCalendarTerm(ctx, q, who, t, exams, count) })
}

// PreviewCalendarScheme says how many PutCalendarScheme would concern, and writes nothing. Staff only; it refuses what that refuses.
func (s *Service) PreviewCalendarScheme(ctx context.Context, who access.Actor, scheme PeriodScheme) (Concerned, error) {
	return s.previewRules(ctx, func(q sqldb.Querier, count Announce) error { return s.putCalendarScheme(ctx, q, who, scheme, count) })
}

// previewRules runs a correction, counts what it would announce, and takes it back: so it concerns exactly those whom saving concerns.
func (s *Service) previewRules(ctx context.Context, put func(q sqldb.Querier, count Announce) error) (Concerned, error) {
	var out Concerned
	err := s.database.Write(ctx, func(q sqldb.Querier) error {
		out = Concerned{}
		groups := map[string]map[string]bool{} // by term
		err := put(q, func(_ context.Context, _ sqldb.Querier, _ access.Actor, news News) error {
			if groups[news.Term.ID] == nil {
				groups[news.Term.ID] = map[string]bool{}
			}
			groups[news.Term.ID][news.Group] = true
			out.Classes += len(news.Differences)
			return nil
		})
		if err != nil {
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
