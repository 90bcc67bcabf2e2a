package timetable

import (
	"context"
	"fmt"
	"slices"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
)

// These functions record what rules were before an import or its undo changed them, so that calendars and students can
// be notified about moved classes.

// changeMeetings writes the meetings of a group and notifies its students. The first meetings of a group move nothing,
// so nobody is notified.
func (s *Service) changeMeetings(
	ctx context.Context, q sqldb.Querier, who access.Actor, group string, plan Plan, write func() error,
) error {
	if err := write(); err != nil {
		return err
	}
	rows := db.New(q)
	written, err := rows.SelectMeetingsOfGroup(ctx, group)
	if err != nil {
		return fmt.Errorf("read a group's meetings: %w", err)
	}
	now, err := toMeetings(written)
	if err != nil {
		return err
	}
	if len(plan.Meetings) == 0 {
		if n, err := rows.CountPastMeetings(ctx, group); err != nil || n == 0 {
			return err
		}
	}
	stamp, err := s.stamp(ctx, q)
	if err != nil {
		return err
	}
	different := false
	for _, was := range plan.Meetings {
		if slices.ContainsFunc(now, was.Same) {
			continue
		}
		different = true
		if err := rows.InsertPastMeeting(ctx, fromPastMeeting(was, stamp)); err != nil {
			return fmt.Errorf("keep what a meeting was: %w", err)
		}
	}
	for i := range now {
		if slices.ContainsFunc(plan.Meetings, now[i].Same) {
			continue
		}
		different = true
		now[i].Life = Life{Published: stamp.At, Revision: stamp.Revision}
		err := rows.StampMeeting(ctx,
			db.StampMeetingParams{ID: now[i].ID, ChangedAt: stamp.At.UnixMilli(), Revision: stamp.Revision})
		if err != nil {
			return fmt.Errorf("note when a meeting changed: %w", err)
		}
	}
	if !different {
		return nil
	}
	news := News{Term: plan.Term, Group: group, Rules: true}
	before := Expand(plan)
	plan.Meetings = now
	if news.Differences = Diff(before, Expand(plan)); len(news.Differences) == 0 {
		return nil
	}
	if err := news.addNames(ctx, q); err != nil {
		return err
	}
	return s.announceOrGather(ctx, q, who, news)
}

// stamp returns the Stamp of a change that is being written.
func (s *Service) stamp(ctx context.Context, q sqldb.Querier) (Stamp, error) {
	count, err := s.nextRevision(ctx, q)
	return Stamp{At: s.now(), Revision: count}, err
}

func fromPastMeeting(m Meeting, until Stamp) db.InsertPastMeetingParams {
	row := fromMeeting(m)
	return db.InsertPastMeetingParams{
		ID: row.ID, GroupID: row.GroupID, Kind: row.Kind, Weekday: row.Weekday, FirstPeriod: row.FirstPeriod,
		LastPeriod: row.LastPeriod, Starts: row.Starts, Ends: row.Ends, Weeks: row.Weeks,
		CampusID: row.CampusID, RoomID: row.RoomID, TeacherID: row.TeacherID, ChangedAt: m.Life.changedAt(),
		Until: until.At.UnixMilli(), Revision: until.Revision, Series: row.Series,
	}
}

// changedAt returns the published time as it is stored.
func (l Life) changedAt() int64 {
	if l.Published.IsZero() {
		return 0
	}
	return l.Published.UnixMilli()
}

func (s *Service) schemes(ctx context.Context, q sqldb.Querier) ([]PeriodScheme, error) {
	rows, err := db.New(q).SelectAllPeriods(ctx)
	if err != nil {
		return nil, fmt.Errorf("read period schemes: %w", err)
	}
	periods := make([]db.SelectPeriodsRow, 0, len(rows))
	for _, row := range rows {
		periods = append(periods, db.SelectPeriodsRow(row))
	}
	return toSchemes(periods), nil
}

// changeScheme writes or removes a period scheme and records its former version. A scheme that precedes all teaching on
// its campus counts as valid from the beginning.
func (s *Service) changeScheme(ctx context.Context, q sqldb.Querier, scheme string, write func() error) error {
	mine := func(other PeriodScheme) bool { return other.ID == scheme }
	all, err := s.schemes(ctx, q)
	if err != nil {
		return err
	}
	was := slices.IndexFunc(all, mine)
	if err := write(); err != nil {
		return err
	}
	now, err := s.schemes(ctx, q)
	if err != nil {
		return err
	}
	is := slices.IndexFunc(now, mine)
	if was >= 0 && is >= 0 && all[was].equal(now[is]) {
		return nil
	}
	stamp, err := s.stamp(ctx, q)
	if err != nil {
		return err
	}
	rows := db.New(q)
	if was >= 0 {
		old := all[was]
		for _, p := range old.Periods {
			err := rows.InsertPastPeriod(ctx, db.InsertPastPeriodParams{
				SchemeID: old.ID, CampusID: old.Campus, FromDate: old.From,
				ToDate: old.To, Number: int64(p.Number), Starts: p.Starts, Ends: p.Ends, ChangedAt: old.Life.changedAt(),
				Until: stamp.At.UnixMilli(), Revision: stamp.Revision,
			})
			if err != nil {
				return fmt.Errorf("keep what a period scheme was: %w", err)
			}
		}
	}
	if is < 0 {
		return nil
	}
	if was < 0 {
		if n, err := rows.CountMeetingsOfCampus(ctx, now[is].Campus); err != nil || n == 0 {
			return err
		}
	}
	return rows.StampScheme(ctx,
		db.StampSchemeParams{ID: scheme, ChangedAt: stamp.At.UnixMilli(), Revision: stamp.Revision})
}

// writeTerm writes a term. If its first Monday moves, it records the former one, because every class moves with it.
func (s *Service) writeTerm(ctx context.Context, q sqldb.Querier, term string, write func() error) error {
	terms, err := loadTerms(ctx, q)
	if err != nil {
		return err
	}
	if err := write(); err != nil {
		return err
	}
	was := slices.IndexFunc(terms, func(t Term) bool { return t.ID == term })
	if was < 0 {
		return nil
	}
	now, err := db.New(q).SelectTerm(ctx, term)
	if err != nil || now.FirstMonday == terms[was].FirstMonday {
		return sqldb.IgnoreMissing(err)
	}
	stamp, err := s.stamp(ctx, q)
	if err != nil {
		return err
	}
	at := stamp.At.UnixMilli()
	err = db.New(q).InsertPastTerm(ctx, db.InsertPastTermParams{
		TermID: term, FirstMonday: terms[was].FirstMonday, Weeks: int64(terms[was].Weeks),
		Until: at, Revision: stamp.Revision,
	})
	if err != nil {
		return fmt.Errorf("keep where a term was: %w", err)
	}
	return db.New(q).StampTerm(ctx, db.StampTermParams{ID: term, ChangedAt: at, Revision: stamp.Revision})
}
