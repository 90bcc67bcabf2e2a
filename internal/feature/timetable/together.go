package timetable

import (
	"context"
	"maps"
	"slices"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
)

// Together announces everything that publish publishes inside the caller's transaction at the end: students get each
// piece of news, a teacher one message for all. publish must use the service it is given.
func (s *Service) Together(ctx context.Context, q sqldb.Querier, who access.Actor, publish func(*Service) error) error {
	if s.announce == nil || s.gathered != nil {
		return publish(s)
	}
	before, err := allShared(ctx, q)
	if err != nil {
		return err
	}
	var news []News
	gathering := *s
	gathering.gathered = &news
	if err := publish(&gathering); err != nil || len(news) == 0 {
		return err
	}
	classes, err := s.classesOfDays(ctx, q, before, news)
	if err != nil {
		return err
	}
	return s.announce(ctx, q, who, append(news, classes...))
}

// announceOrGather announces news, or collects it for Together.
func (s *Service) announceOrGather(ctx context.Context, q sqldb.Querier, who access.Actor, news News) error {
	switch {
	case s.announce == nil:
	case s.gathered != nil:
		*s.gathered = append(*s.gathered, news)
	default:
		return s.announce(ctx, q, who, []News{news})
	}
	return nil
}

// classesOfDays lists the teachers' classes that the holidays and day mappings among the news change.
func (s *Service) classesOfDays(
	ctx context.Context, q sqldb.Querier, before map[string]*sharedTerm, news []News,
) ([]News, error) {
	terms := map[string]bool{}
	for _, n := range news {
		if n.Mapping != nil || n.Holiday != nil {
			terms[n.Term.ID] = true
		}
	}
	var list []*News
	for _, term := range slices.Sorted(maps.Keys(terms)) {
		if before[term] == nil { // just created
			continue
		}
		now, err := loadShared(ctx, q, term)
		if err != nil {
			return nil, err
		}
		was := *now
		was.mappings, was.holidays = before[term].mappings, before[term].holidays
		of, err := groupNews(ctx, q, &was, now)
		if err != nil {
			return nil, err
		}
		list = append(list, of...)
	}
	if err := NameReaders(ctx, q, list); err != nil {
		return nil, err
	}
	var out []News
	for _, n := range list {
		if n.Days = true; s.countTeachers([]*News{n}) == 0 {
			continue
		}
		if err := n.addNames(ctx, q); err != nil {
			return nil, err
		}
		out = append(out, *n)
	}
	return out, nil
}

// groupNews compares the classes of all groups of a term under two sets of rules. Names are not filled in yet.
func groupNews(ctx context.Context, q sqldb.Querier, was, now *sharedTerm) ([]*News, error) {
	plans, err := plansByGroup(ctx, q, now)
	if err != nil {
		return nil, err
	}
	var list []*News
	for _, group := range slices.Sorted(maps.Keys(plans)) {
		plan := plans[group]
		then := was.rules()
		then.Meetings, then.Changes = plan.Meetings, plan.Changes
		if differences := Diff(Expand(then), Expand(*plan)); len(differences) > 0 {
			list = append(list, &News{Term: now.term, Group: group, Differences: differences})
		}
	}
	return list, nil
}

// countTeachers counts the teachers who would get a message.
func (s *Service) countTeachers(published []*News) int {
	today, clock := s.Clock()
	teachers := map[string]bool{}
	for _, n := range published {
		for teacher := range n.ForTeachers(today, clock) {
			teachers[teacher] = true
		}
	}
	return len(teachers)
}
