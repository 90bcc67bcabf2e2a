package timetable

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
)

// Correct runs a write of terms and period schemes inside the caller's transaction. Afterwards it notifies the students
// and teachers of each group once about their changed classes, however much was written. Meetings and published changes
// send their own messages and must not be written here. Nobody is notified about past terms. Staff only.
func (s *Service) Correct(ctx context.Context, q sqldb.Querier, who access.Actor, write func() error) error {
	return s.Together(ctx, q, who, func(s *Service) error { return s.correct(ctx, q, who, write) })
}

func (s *Service) correct(ctx context.Context, q sqldb.Querier, who access.Actor, write func() error) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	before, err := allShared(ctx, q)
	if err != nil {
		return err
	}
	if err := write(); err != nil {
		return err
	}
	after, err := allShared(ctx, q)
	if err != nil {
		return err
	}
	today := s.Today()
	for _, id := range slices.Sorted(maps.Keys(after)) {
		was, now := before[id], after[id]
		if was == nil || was.stamp == now.stamp || was.term.LastDay().Before(today) && now.term.LastDay().Before(today) {
			continue
		}
		if err := s.announceTerm(ctx, q, who, was, now); err != nil {
			return err
		}
	}
	return nil
}

// allShared reads the shared data of each term, by term id.
func allShared(ctx context.Context, q sqldb.Querier) (map[string]*sharedTerm, error) {
	terms, err := loadTerms(ctx, q)
	if err != nil {
		return nil, err
	}
	all := make(map[string]*sharedTerm, len(terms))
	for _, term := range terms {
		if all[term.ID], err = loadShared(ctx, q, term.ID); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// announceTerm notifies every group of a term about its changed classes. New period times are told to students once for
// all groups.
func (s *Service) announceTerm(ctx context.Context, q sqldb.Querier, who access.Actor, was, now *sharedTerm) error {
	list, err := groupNews(ctx, q, was, now)
	if err != nil {
		return err
	}
	moved := was.term.FirstMonday != now.term.FirstMonday
	hours := !moved && !slices.EqualFunc(was.schemes, now.schemes, func(a, b PeriodScheme) bool { return a.equal(b) })
	for _, news := range list {
		if news.Rules, news.Hours, news.Days = true, hours, hours; moved {
			news.Was = was.term
		}
		if err := news.addNames(ctx, q); err != nil {
			return err
		}
		if err := s.announceOrGather(ctx, q, who, *news); err != nil {
			return err
		}
	}
	if !hours {
		return nil
	}
	news := News{Term: now.term, Rules: true, Hours: true}
	if news.Times, err = s.times(ctx, q, now.term.ID, list); err != nil || len(news.Times.Students) == 0 {
		return err
	}
	return s.announceOrGather(ctx, q, who, news)
}

// times gathers the changed classes of all groups, and their students.
func (s *Service) times(ctx context.Context, q sqldb.Querier, term string, list []*News) (*Times, error) {
	today, clock := s.Clock()
	out := &Times{Changed: map[string][]Difference{}, Students: map[string][]string{}}
	campuses := map[string]map[string]bool{} // by group
	for _, n := range list {
		for _, d := range Ahead(n.Differences, today, clock) {
			campus := d.class().Place.Campus
			out.Changed[campus] = append(out.Changed[campus], d)
			if campuses[n.Group] == nil {
				campuses[n.Group] = map[string]bool{}
			}
			campuses[n.Group][campus] = true
		}
	}
	enrolled, err := db.New(q).SelectEnrolledOfTerm(ctx, term)
	if err != nil {
		return nil, fmt.Errorf("read enrolments: %w", err)
	}
	of := map[string]map[string]bool{} // by student
	for _, row := range enrolled {
		if campuses[row.GroupID] != nil {
			if of[row.StudentID] == nil {
				of[row.StudentID] = map[string]bool{}
			}
			maps.Copy(of[row.StudentID], campuses[row.GroupID])
		}
	}
	for _, student := range slices.Sorted(maps.Keys(of)) {
		key := strings.Join(slices.Sorted(maps.Keys(of[student])), " ")
		out.Students[key] = append(out.Students[key], student)
	}
	return out, nil
}

// plansByGroup reads the plans of all groups of a term that have classes.
func plansByGroup(ctx context.Context, q sqldb.Querier, f *sharedTerm) (map[string]*Plan, error) {
	plans := map[string]*Plan{}
	of := func(group string) *Plan {
		if plans[group] == nil {
			plan := f.rules()
			plans[group] = &plan
		}
		return plans[group]
	}
	meetings, err := db.New(q).SelectMeetingsOfTerm(ctx, f.term.ID)
	if err != nil {
		return nil, fmt.Errorf("read a term's meetings: %w", err)
	}
	for _, row := range meetings {
		m, err := toMeeting(row.Meeting)
		if err != nil {
			return nil, err
		}
		plan := of(m.Group)
		plan.Meetings = append(plan.Meetings, m)
	}
	changes, err := db.New(q).SelectChangesOfTerm(ctx, f.term.ID)
	if err != nil {
		return nil, fmt.Errorf("read a term's changes: %w", err)
	}
	for _, row := range changes {
		plan := of(row.ClassChange.GroupID)
		plan.Changes = append(plan.Changes, toChange(row.ClassChange))
	}
	return plans, nil
}
