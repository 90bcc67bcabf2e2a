package timetable

import (
	"context"
	"maps"
	"slices"

	"lectern/internal/fault"
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

// ClassesOfTerm expands what all groups of a term are taught, inside the caller's transaction, in the order of Expand. An empty term is the
// current one: timetable.no_term, timetable.no_terms.
func (s *Service) ClassesOfTerm(ctx context.Context, q sqldb.Querier, term string) (Term, []Class, error) {
	terms, err := loadTerms(ctx, q)
	if err != nil {
		return Term{}, nil, err
	}
	if term == "" {
		now, ok := CurrentTerm(terms, s.Today())
		if !ok {
			return Term{}, nil, fault.New(fault.NotFound, "timetable.no_terms")
		}
		term = now.ID
	}
	shared, err := loadShared(ctx, q, term)
	if err != nil {
		return Term{}, nil, err
	}
	plans, err := plansByGroup(ctx, q, shared)
	if err != nil {
		return Term{}, nil, err
	}
	all := shared.rules()
	for _, group := range slices.Sorted(maps.Keys(plans)) {
		all.Meetings = append(all.Meetings, plans[group].Meetings...)
		all.Changes = append(all.Changes, plans[group].Changes...)
	}
	return shared.term, Expand(all), nil
}

// GroupPlan returns the plan of one group as it is inside the caller's transaction: course.no_group.
func (s *Service) GroupPlan(ctx context.Context, q sqldb.Querier, group string) (Plan, error) {
	return groupPlan(ctx, q, group)
}
