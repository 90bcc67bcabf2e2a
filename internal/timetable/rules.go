package timetable

import (
	"context"

	"lectern/internal/sqldb"
)

// TermsIn lists all terms inside the caller's transaction, the earliest first.
func (s *Service) TermsIn(ctx context.Context, q sqldb.Querier) ([]Term, error) {
	return loadTerms(ctx, q)
}

// TermPlan returns what all groups of a term share, inside the caller's transaction: a plan without meetings and changes.
func (s *Service) TermPlan(ctx context.Context, q sqldb.Querier, term string) (Plan, error) {
	f, err := loadShared(ctx, q, term)
	if err != nil {
		return Plan{}, err
	}
	return f.rules(), nil
}

// GroupPlan returns the plan of one group as it is inside the caller's transaction: course.no_group.
func (s *Service) GroupPlan(ctx context.Context, q sqldb.Querier, group string) (Plan, error) {
	return groupPlan(ctx, q, group)
}
