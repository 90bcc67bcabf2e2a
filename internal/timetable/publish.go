package timetable

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"lectern/internal/access"
	"lectern/internal/audit"
	"lectern/internal/fault"
	"lectern/internal/id"
	"lectern/internal/revision"
	"lectern/internal/sqldb"
	"lectern/internal/timetable/db"
)

// Publish makes changes to classes public: checked, written, counted, audited and announced as one. They apply in the order given.
// A change that stands already under its id is left alone, so that a request may be repeated; an id that stands for something
// else, or was withdrawn, is timetable.change_exists. Staff only; other refusals are those of Change.Check, course.no_group,
// timetable.unknown_room and timetable.unknown_teacher.
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
	for _, group := range groups {
		news, err := s.publishGroup(ctx, q, who, group, changes)
		if err != nil {
			return nil, err
		}
		if news != nil {
			all = append(all, *news)
		}
	}
	return all, nil
}

// publishGroup writes those of the changes that concern a group; nil news mean that all were there already.
func (s *Service) publishGroup(ctx context.Context, q sqldb.Querier, who access.Actor, group string, changes []Change) (*News, error) {
	plan, err := groupPlan(ctx, q, group)
	if err != nil {
		return nil, err
	}
	count, err := s.next(ctx, q)
	if err != nil {
		return nil, err
	}
	before := Expand(plan)
	classes, at, written := before, s.after(plan.Changes), 0
	for i := range changes {
		c := &changes[i]
		if c.Group != group {
			continue
		}
		if c.ID == "" {
			c.ID = id.New()
		}
		if c.Campus, err = knownPlace(ctx, q, c.Campus, c.Room, c.Teacher); err != nil {
			return nil, err
		}
		if i := slices.IndexFunc(plan.Changes, func(old Change) bool { return old.ID == c.ID }); i >= 0 {
			if !plan.Changes[i].stands(*c) {
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
		plan.Changes = append(plan.Changes, *c)
		classes = Expand(plan)
		written++
		if err := s.audit(ctx, q, who, "timetable.publish_change", c.ID, map[string]any{
			"action": c.Action, "group": c.Group, "class": c.Class, "day": c.Day.String(), "note": c.Note,
		}); err != nil {
			return nil, err
		}
	}
	if written == 0 {
		return nil, nil
	}
	news := News{Term: plan.Term, Group: group, Differences: Diff(before, classes)}
	return &news, s.tell(ctx, q, who, news, group)
}

func changeExists() error { return fault.New(fault.Conflict, "timetable.change_exists") }

// stands tells whether a change is in force and says the same as another.
func (c Change) stands(other Change) bool {
	other.Life = c.Life
	return c.Life.active() && c == other
}

// next is the number that the college's count of changes will have once this change is counted: transactions that change
// something run one after the other.
func (s *Service) next(ctx context.Context, q sqldb.Querier) (int64, error) {
	n, err := revision.Of(ctx, q, "")
	return n + 1, err
}

// after returns the instant of the next change: now, but after all that were published before, whatever the clock did since.
func (s *Service) after(changes []Change) time.Time {
	at := s.now().Truncate(time.Millisecond)
	for i := range changes {
		if !changes[i].Life.Published.Before(at) {
			at = changes[i].Life.Published.Add(time.Millisecond)
		}
	}
	return at
}

// Withdraw takes a change back, as if it had never been; one withdrawn already is no error. Staff only; timetable.no_change.
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
		return News{}, missing(err, "timetable.no_change")
	}
	plan, err := groupPlan(ctx, q, row.GroupID)
	if err != nil {
		return News{}, err
	}
	before, at := Expand(plan), s.now()
	news := News{Term: plan.Term, Group: row.GroupID}
	count, err := s.next(ctx, q)
	if err != nil {
		return News{}, err
	}
	n, err := db.New(q).WithdrawChange(ctx, db.WithdrawChangeParams{ID: change, At: at.UnixMilli(), Revision: count})
	if err != nil || n == 0 {
		return news, err
	}
	for i := range plan.Changes {
		if plan.Changes[i].ID == change {
			plan.Changes[i].Life.Withdrawn, plan.Changes[i].Life.Revision = at, count
		}
	}
	news.Differences = Diff(before, Expand(plan))
	if err := s.audit(ctx, q, who, "timetable.withdraw_change", change, nil); err != nil {
		return News{}, err
	}
	return news, s.tell(ctx, q, who, news, row.GroupID)
}

// PublishMapping makes a date follow another teaching day, or takes it off, inside the caller's transaction. Without an id it gets
// one; one that stands already under its id is left alone. Staff only; refusals are timetable.change_exists, as in Publish, and those
// of DayMapping.Check.
func (s *Service) PublishMapping(ctx context.Context, q sqldb.Querier, who access.Actor, term string, m DayMapping) (DayMapping, error) {
	if err := access.Admin.Check(who); err != nil {
		return m, err
	}
	shared, err := loadShared(ctx, q, term)
	if err != nil {
		return m, err
	}
	if m.ID == "" {
		m.ID = id.New()
	}
	if m.Off {
		m.Week, m.Weekday = 0, 0
	}
	if i := slices.IndexFunc(shared.mappings, func(old DayMapping) bool { return old.ID == m.ID }); i >= 0 {
		old := shared.mappings[i]
		m.Life = old.Life
		if !old.Life.active() || m != old {
			return m, changeExists()
		}
		return m, nil
	}
	if err := m.Check(shared.term, shared.mappings); err != nil {
		return m, err
	}
	count, err := s.next(ctx, q)
	if err != nil {
		return m, err
	}
	m.Life = Life{Published: s.now(), Revision: count}
	n, err := db.New(q).InsertMapping(ctx, db.InsertMappingParams{
		ID: m.ID, TermID: term, Date: m.Date, Off: m.Off, Week: int64(m.Week), Weekday: int64(m.Weekday), Note: m.Note, PublishedAt: m.Life.Published.UnixMilli(),
		Revision: count,
	})
	if err == nil && n == 0 { // another term's mapping has this id
		err = changeExists()
	}
	if err != nil {
		return m, err
	}
	if err := s.audit(ctx, q, who, "timetable.publish_mapping", m.ID, map[string]any{"date": m.Date.String(), "off": m.Off, "week": m.Week, "weekday": int(m.Weekday)}); err != nil {
		return m, err
	}
	return m, s.tell(ctx, q, who, News{Term: shared.term, Mapping: &m}, term)
}

// WithdrawMapping takes a mapping back; one withdrawn already is no error. Staff only; timetable.no_mapping.
func (s *Service) WithdrawMapping(ctx context.Context, q sqldb.Querier, who access.Actor, mapping string) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	row, err := db.New(q).SelectMapping(ctx, mapping)
	if err != nil {
		return missing(err, "timetable.no_mapping")
	}
	count, err := s.next(ctx, q)
	if err != nil {
		return err
	}
	at := s.now()
	n, err := db.New(q).WithdrawMapping(ctx, db.WithdrawMappingParams{ID: mapping, At: at.UnixMilli(), Revision: count})
	if err != nil || n == 0 {
		return err
	}
	term, err := loadTerm(ctx, q, row.TermID)
	if err != nil {
		return err
	}
	m := toMapping(db.SelectMappingsRow{
		ID: row.ID, Date: row.Date, Off: row.Off, Week: row.Week, Weekday: row.Weekday, Note: row.Note, PublishedAt: row.PublishedAt, WithdrawnAt: at.UnixMilli(),
		Revision: count,
	})
	if err := s.audit(ctx, q, who, "timetable.withdraw_mapping", mapping, nil); err != nil {
		return err
	}
	return s.tell(ctx, q, who, News{Term: term, Mapping: &m}, row.TermID)
}

// PublishHoliday takes dates off for the whole college, inside the caller's transaction. Without an id it gets one; one that stands
// already under its id is left alone. Staff only; timetable.dates_reversed, and timetable.change_exists as in Publish.
func (s *Service) PublishHoliday(ctx context.Context, q sqldb.Querier, who access.Actor, h Holiday) (Holiday, error) {
	if err := access.Admin.Check(who); err != nil {
		return h, err
	}
	if err := h.Check(); err != nil {
		return h, err
	}
	if h.ID == "" {
		h.ID = id.New()
	}
	switch row, err := db.New(q).SelectHoliday(ctx, h.ID); {
	case err == nil:
		old := toHoliday(row)
		if h.Life = old.Life; !old.Life.active() || h != old {
			return h, changeExists()
		}
		return h, nil
	case noRow(err) != nil:
		return h, fmt.Errorf("read a holiday: %w", err)
	}
	count, err := s.next(ctx, q)
	if err != nil {
		return h, err
	}
	h.Life = Life{Published: s.now(), Revision: count}
	n, err := db.New(q).InsertHoliday(ctx, db.InsertHolidayParams{
		ID: h.ID, Name: h.Name, NameEn: h.NameEn, FromDate: h.From, ToDate: h.To, PublishedAt: h.Life.Published.UnixMilli(), Revision: count,
	})
	if err != nil || n == 0 {
		return h, err
	}
	return h, s.tellHoliday(ctx, q, who, "timetable.publish_holiday", h)
}

// WithdrawHoliday takes a holiday back; one withdrawn already is no error. Staff only; timetable.no_holiday.
func (s *Service) WithdrawHoliday(ctx context.Context, q sqldb.Querier, who access.Actor, holiday string) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	row, err := db.New(q).SelectHoliday(ctx, holiday)
	if err != nil {
		return missing(err, "timetable.no_holiday")
	}
	row.WithdrawnAt = s.now().UnixMilli()
	if row.Revision, err = s.next(ctx, q); err != nil {
		return err
	}
	n, err := db.New(q).WithdrawHoliday(ctx, db.WithdrawHolidayParams{ID: holiday, At: row.WithdrawnAt, Revision: row.Revision})
	if err != nil || n == 0 {
		return err
	}
	return s.tellHoliday(ctx, q, who, "timetable.withdraw_holiday", toHoliday(row))
}

// tellHoliday tells every term that the holiday touches.
func (s *Service) tellHoliday(ctx context.Context, q sqldb.Querier, who access.Actor, action string, h Holiday) error {
	terms, err := loadTerms(ctx, q)
	if err != nil {
		return err
	}
	for _, term := range terms {
		if h.From.After(term.LastDay()) || h.To.Before(term.FirstMonday) {
			continue
		}
		if err := s.tell(ctx, q, who, News{Term: term, Holiday: &h}, term.ID); err != nil {
			return err
		}
	}
	return s.audit(ctx, q, who, action, h.ID, map[string]any{"from": h.From.String(), "to": h.To.String(), "name": h.Name})
}

// tell counts the change and announces it.
func (s *Service) tell(ctx context.Context, q sqldb.Querier, who access.Actor, news News, scope string) error {
	if err := revision.Bump(ctx, q, scope); err != nil {
		return err
	}
	if err := news.name(ctx, q); err != nil {
		return err
	}
	return s.announce(ctx, q, who, news)
}

func (s *Service) audit(ctx context.Context, q sqldb.Querier, who access.Actor, action, object string, after map[string]any) error {
	return audit.Append(ctx, q, who, audit.Entry{At: s.now(), Action: action, Object: object, After: after})
}

// groupPlan reads the plan of one group from the transaction itself, never from memory: it must see what was just written.
func groupPlan(ctx context.Context, q sqldb.Querier, group string) (Plan, error) {
	term, err := db.New(q).SelectGroupTerm(ctx, group)
	if err != nil {
		return Plan{}, missing(err, "course.no_group")
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

// noRow lets a row be missing.
func noRow(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return err
}

// missing turns "no such row" into a refusal and leaves every other error an accident.
func missing(err error, code string) error {
	if errors.Is(err, sql.ErrNoRows) {
		return fault.New(fault.NotFound, code)
	}
	return fmt.Errorf("read from package timetable: %w", err)
}
