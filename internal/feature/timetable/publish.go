package timetable

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// Publish checks, writes, audits and announces changes to classes in one transaction, in the order given. A change that
// is already in force under its id is left alone, so a request can be repeated; an id that belongs to something else or
// was withdrawn is timetable.change_exists. Staff only. Other errors: those of Change.Check, course.no_group,
// timetable.unknown_room, timetable.unknown_teacher.
func (s *Service) Publish(ctx context.Context, who access.Actor, changes []Change) ([]News, error) {
	var news []News
	err := s.database.Write(ctx, func(q sqldb.Querier) (err error) {
		news, err = s.PublishIn(ctx, q, who, slices.Clone(changes))
		return err
	})
	return news, err
}

// PublishIn is Publish inside the caller's transaction. It fills in ids and times.
func (s *Service) PublishIn(ctx context.Context, q sqldb.Querier, who access.Actor, changes []Change) ([]News, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	var groups []string
	for _, c := range changes {
		if !slices.Contains(groups, c.Group) {
			groups = append(groups, c.Group)
		}
	}
	var all []News
	err := s.Together(ctx, q, who, func(s *Service) error {
		for _, group := range groups {
			news, err := s.publishGroup(ctx, q, who, group, changes)
			if err != nil {
				return err
			}
			if news != nil {
				all = append(all, *news)
			}
		}
		return nil
	})
	return all, err
}

// PublishTogether is PublishIn without messages: the caller sends them, because one student may be affected by the news
// of several groups.
func (s *Service) PublishTogether(
	ctx context.Context, q sqldb.Querier, who access.Actor, changes []Change,
) ([]News, error) {
	return s.silent().PublishIn(ctx, q, who, changes)
}

// silent returns a copy of the service that announces nothing.
func (s *Service) silent() *Service {
	silent := *s
	silent.announce, silent.gathered = nil, nil
	return &silent
}

// publishGroup writes the changes of one group. It returns nil if all of them were already in force.
func (s *Service) publishGroup(
	ctx context.Context, q sqldb.Querier, who access.Actor, group string, changes []Change,
) (*News, error) {
	plan, err := groupPlan(ctx, q, group)
	if err != nil {
		return nil, err
	}
	count, err := s.nextRevision(ctx, q)
	if err != nil {
		return nil, err
	}
	before := Expand(plan)
	classes, at, written := before, s.nextInstant(plan.Changes), 0
	for i := range changes {
		c := &changes[i]
		if c.Group != group {
			continue
		}
		if c.ID == "" {
			c.ID = sqldb.NewID()
		}
		if c.Campus, err = knownPlace(ctx, q, c.Campus, c.Room, c.Teacher); err != nil {
			return nil, err
		}
		if i := slices.IndexFunc(plan.Changes, func(old Change) bool { return old.ID == c.ID }); i >= 0 {
			if !plan.Changes[i].sameInForce(*c) {
				return nil, changeExists()
			}
			continue
		}
		if err := c.Check(&plan, classes); err != nil {
			return nil, err
		}
		c.Life = Life{Published: at, Revision: count}
		at = at.Add(time.Millisecond)
		n, err := db.New(q).InsertChange(ctx, fromChange(*c))
		if err != nil {
			return nil, fmt.Errorf("write a change: %w", err)
		}
		if n == 0 { // another group's change has this id
			return nil, changeExists()
		}
		was, is, planned := c.fields(classes)
		is["planned"] = planned
		if err := s.audit(ctx, q, who, "timetable.publish_change", c.ID, was, is); err != nil {
			return nil, err
		}
		plan.Changes = append(plan.Changes, *c)
		classes = Expand(plan)
		written++
	}
	if written == 0 {
		return nil, nil
	}
	news := News{Term: plan.Term, Group: group, Differences: Diff(before, classes)}
	return &news, s.bumpAndAnnounce(ctx, q, who, &news, group)
}

func changeExists() error { return fault.New(fault.Conflict, "timetable.change_exists") }

// sameInForce reports whether the other change is in force and has the same effect.
func (c Change) sameInForce(other Change) bool {
	other.Life = c.Life
	return c.Life.active() && c == other
}

// nextRevision returns the college's next revision. Writing transactions run one after the other, so no one else gets
// it.
func (s *Service) nextRevision(ctx context.Context, q sqldb.Querier) (int64, error) {
	n, err := cache.RevisionOf(ctx, q, "")
	return n + 1, err
}

// nextInstant returns now, or an instant after the latest publication if the clock was set back.
func (s *Service) nextInstant(changes []Change) time.Time {
	at := s.now().Truncate(time.Millisecond)
	for i := range changes {
		if !changes[i].Life.Published.Before(at) {
			at = changes[i].Life.Published.Add(time.Millisecond)
		}
	}
	return at
}

// Withdraw withdraws a change; it may be repeated. Staff only. Errors: timetable.no_change.
func (s *Service) Withdraw(ctx context.Context, who access.Actor, change string) (News, error) {
	var news News
	err := s.database.Write(ctx, func(q sqldb.Querier) (err error) {
		news, err = s.WithdrawIn(ctx, q, who, change)
		return err
	})
	return news, err
}

// WithdrawIn is Withdraw inside the caller's transaction.
func (s *Service) WithdrawIn(ctx context.Context, q sqldb.Querier, who access.Actor, change string) (News, error) {
	if err := access.Admin.Check(who); err != nil {
		return News{}, err
	}
	row, err := db.New(q).SelectChange(ctx, change)
	if err != nil {
		return News{}, sqldb.Missing(err, "timetable.no_change")
	}
	return s.withdrawGroup(ctx, q, who, row.GroupID, []string{change})
}

// WithdrawTogether withdraws changes inside the caller's transaction without messages: the caller sends them, because
// one student may be affected by the news of several groups. Changes that are already withdrawn or don't exist are
// skipped. Staff only.
func (s *Service) WithdrawTogether(
	ctx context.Context, q sqldb.Querier, who access.Actor, changes []string,
) ([]News, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	s = s.silent()
	var groups []string
	byGroup := map[string][]string{}
	for _, change := range changes {
		row, err := db.New(q).SelectChange(ctx, change)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("read a change: %w", err)
		}
		if byGroup[row.GroupID] == nil {
			groups = append(groups, row.GroupID)
		}
		byGroup[row.GroupID] = append(byGroup[row.GroupID], change)
	}
	var all []News
	for _, group := range groups {
		news, err := s.withdrawGroup(ctx, q, who, group, byGroup[group])
		if err != nil {
			return nil, err
		}
		all = append(all, news)
	}
	return all, nil
}

func (s *Service) withdrawGroup(
	ctx context.Context, q sqldb.Querier, who access.Actor, group string, changes []string,
) (News, error) {
	plan, err := groupPlan(ctx, q, group)
	if err != nil {
		return News{}, err
	}
	before, at := Expand(plan), s.now()
	news := News{Term: plan.Term, Group: group}
	count, err := s.nextRevision(ctx, q)
	if err != nil {
		return News{}, err
	}
	withdrawn := 0
	for _, change := range changes {
		n, err := db.New(q).WithdrawChange(ctx, db.WithdrawChangeParams{ID: change, At: at.UnixMilli(), Revision: count})
		if err != nil {
			return News{}, fmt.Errorf("withdraw a change: %w", err)
		}
		if n == 0 {
			continue
		}
		withdrawn++
		for i := range plan.Changes {
			if c := &plan.Changes[i]; c.ID == change {
				c.Life.Withdrawn, c.Life.Revision = at, count
				was, is, planned := c.fields(Expand(plan))
				if planned != "" {
					was["planned"] = planned
				}
				if err := s.audit(ctx, q, who, "timetable.withdraw_change", change, is, was); err != nil {
					return News{}, err
				}
			}
		}
	}
	if withdrawn == 0 {
		return news, nil
	}
	news.Differences = Diff(before, Expand(plan))
	err = s.bumpAndAnnounce(ctx, q, who, &news, group)
	return news, err
}

// bumpAndAnnounce bumps the revision, adds the names and announces the news.
func (s *Service) bumpAndAnnounce(
	ctx context.Context, q sqldb.Querier, who access.Actor, news *News, scope string,
) error {
	if err := cache.Bump(ctx, q, scope); err != nil {
		return err
	}
	if err := news.addNames(ctx, q); err != nil {
		return err
	}
	return s.announceOrGather(ctx, q, who, *news)
}

// audit records only the fields that differ.
func (s *Service) audit(
	ctx context.Context, q sqldb.Querier, who access.Actor, action, object string, was, is map[string]any,
) error {
	entry := audit.Entry{At: s.now(), Action: action, Object: object}
	entry.Before, entry.After = audit.Difference(was, is)
	return audit.Append(ctx, q, who, entry)
}

// groupPlan reads a group's plan in the caller's transaction instead of from the cache, so that it includes uncommitted
// writes.
func groupPlan(ctx context.Context, q sqldb.Querier, group string) (Plan, error) {
	term, err := db.New(q).SelectGroupTerm(ctx, group)
	if err != nil {
		return Plan{}, sqldb.Missing(err, "course.no_group")
	}
	f, err := loadShared(ctx, q, term)
	if err != nil {
		return Plan{}, err
	}
	plan := f.rules()
	meetings, err := db.New(q).SelectMeetingsOfGroup(ctx, group)
	if err != nil {
		return Plan{}, fmt.Errorf("read a group's meetings: %w", err)
	}
	if plan.Meetings, err = toMeetings(meetings); err != nil {
		return Plan{}, err
	}
	changes, err := db.New(q).SelectChangesOfGroup(ctx, group)
	if err != nil {
		return Plan{}, fmt.Errorf("read a group's changes: %w", err)
	}
	plan.Changes = toChanges(changes)
	return plan, nil
}
