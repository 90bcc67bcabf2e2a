package timetable

import (
	"context"
	"fmt"
	"slices"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
)

// PublishMapping makes a date follow another teaching day, or takes it off. An empty id is filled in; a mapping already
// in force under its id is left alone. Staff only. Errors: timetable.change_exists, as in Publish, and those of
// DayMapping.Check.
func (s *Service) PublishMapping(ctx context.Context, who access.Actor, term string, m DayMapping) (DayMapping, error) {
	var published DayMapping
	err := s.database.Write(ctx, func(q sqldb.Querier) (err error) {
		published, err = s.PublishMappingIn(ctx, q, who, term, m)
		return err
	})
	return published, err
}

// PublishMappingIn is PublishMapping inside the caller's transaction.
func (s *Service) PublishMappingIn(
	ctx context.Context, q sqldb.Querier, who access.Actor, term string, m DayMapping,
) (published DayMapping, err error) {
	err = s.Together(ctx, q, who, func(s *Service) error {
		published, err = s.publishMapping(ctx, q, who, term, m)
		return err
	})
	return published, err
}

func (s *Service) publishMapping(
	ctx context.Context, q sqldb.Querier, who access.Actor, term string, m DayMapping,
) (DayMapping, error) {
	if err := access.Admin.Check(who); err != nil {
		return m, err
	}
	shared, err := loadShared(ctx, q, term)
	if err != nil {
		return m, err
	}
	if m.ID == "" {
		m.ID = sqldb.NewID()
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
	count, err := s.nextRevision(ctx, q)
	if err != nil {
		return m, err
	}
	m.Life = Life{Published: s.now(), Revision: count}
	n, err := db.New(q).InsertMapping(ctx, db.InsertMappingParams{
		ID: m.ID, TermID: term, Date: m.Date, DayNumber: m.Date.Number(), Off: m.Off, Week: int64(m.Week),
		Weekday: int64(m.Weekday), Note: m.Note,
		PublishedAt: m.Life.Published.UnixMilli(), Revision: count,
	})
	if err == nil && n == 0 { // another term's mapping has this id
		err = changeExists()
	}
	if err != nil {
		return m, err
	}
	if err := s.audit(ctx, q, who, "timetable.publish_mapping", m.ID, nil, m.fields()); err != nil {
		return m, err
	}
	return m, s.bumpAndAnnounce(ctx, q, who, &News{Term: shared.term, Mapping: &m}, term)
}

// WithdrawMapping withdraws a mapping; it may be repeated. Staff only. Errors: timetable.no_mapping.
func (s *Service) WithdrawMapping(ctx context.Context, who access.Actor, mapping string) error {
	return s.database.Write(ctx, func(q sqldb.Querier) error { return s.WithdrawMappingIn(ctx, q, who, mapping) })
}

// WithdrawMappingIn is WithdrawMapping inside the caller's transaction.
func (s *Service) WithdrawMappingIn(ctx context.Context, q sqldb.Querier, who access.Actor, mapping string) error {
	return s.Together(ctx, q, who, func(s *Service) error { return s.withdrawMapping(ctx, q, who, mapping) })
}

func (s *Service) withdrawMapping(ctx context.Context, q sqldb.Querier, who access.Actor, mapping string) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	row, err := db.New(q).SelectMapping(ctx, mapping)
	if err != nil {
		return sqldb.Missing(err, "timetable.no_mapping")
	}
	count, err := s.nextRevision(ctx, q)
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
		ID: row.ID, Date: row.Date, Off: row.Off, Week: row.Week, Weekday: row.Weekday, Note: row.Note,
		PublishedAt: row.PublishedAt, WithdrawnAt: at.UnixMilli(), Revision: count,
	})
	if err := s.audit(ctx, q, who, "timetable.withdraw_mapping", mapping, m.fields(), nil); err != nil {
		return err
	}
	return s.bumpAndAnnounce(ctx, q, who, &News{Term: term, Mapping: &m}, row.TermID)
}

// PublishHoliday takes dates off for the whole college. An empty id is filled in; a holiday already in force under its
// id is left alone. Staff only. Errors: timetable.dates_reversed, and timetable.change_exists as in Publish.
func (s *Service) PublishHoliday(ctx context.Context, who access.Actor, h Holiday) (Holiday, error) {
	var published Holiday
	err := s.database.Write(ctx, func(q sqldb.Querier) (err error) {
		published, err = s.PublishHolidayIn(ctx, q, who, h)
		return err
	})
	return published, err
}

// PublishHolidayIn is PublishHoliday inside the caller's transaction.
func (s *Service) PublishHolidayIn(
	ctx context.Context, q sqldb.Querier, who access.Actor, h Holiday,
) (published Holiday, err error) {
	err = s.Together(ctx, q, who, func(s *Service) error {
		published, err = s.publishHoliday(ctx, q, who, h)
		return err
	})
	return published, err
}

func (s *Service) publishHoliday(ctx context.Context, q sqldb.Querier, who access.Actor, h Holiday) (Holiday, error) {
	if err := access.Admin.Check(who); err != nil {
		return h, err
	}
	if err := h.Check(); err != nil {
		return h, err
	}
	if h.ID == "" {
		h.ID = sqldb.NewID()
	}
	switch row, err := db.New(q).SelectHoliday(ctx, h.ID); {
	case err == nil:
		old := toHoliday(row)
		if h.Life = old.Life; !old.Life.active() || h != old {
			return h, changeExists()
		}
		return h, nil
	case sqldb.IgnoreMissing(err) != nil:
		return h, fmt.Errorf("read a holiday: %w", err)
	}
	count, err := s.nextRevision(ctx, q)
	if err != nil {
		return h, err
	}
	h.Life = Life{Published: s.now(), Revision: count}
	n, err := db.New(q).InsertHoliday(ctx, db.InsertHolidayParams{
		ID: h.ID, Name: h.Name, NameEn: h.NameEn, FromDate: h.From, ToDate: h.To,
		PublishedAt: h.Life.Published.UnixMilli(), Revision: count,
	})
	if err != nil || n == 0 {
		return h, err
	}
	return h, s.announceHoliday(ctx, q, who, "timetable.publish_holiday", h)
}

// WithdrawHoliday withdraws a holiday; it may be repeated. Staff only. Errors: timetable.no_holiday.
func (s *Service) WithdrawHoliday(ctx context.Context, who access.Actor, holiday string) error {
	return s.database.Write(ctx, func(q sqldb.Querier) error { return s.WithdrawHolidayIn(ctx, q, who, holiday) })
}

// WithdrawHolidayIn is WithdrawHoliday inside the caller's transaction.
func (s *Service) WithdrawHolidayIn(ctx context.Context, q sqldb.Querier, who access.Actor, holiday string) error {
	return s.Together(ctx, q, who, func(s *Service) error { return s.withdrawHoliday(ctx, q, who, holiday) })
}

func (s *Service) withdrawHoliday(ctx context.Context, q sqldb.Querier, who access.Actor, holiday string) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	row, err := db.New(q).SelectHoliday(ctx, holiday)
	if err != nil {
		return sqldb.Missing(err, "timetable.no_holiday")
	}
	row.WithdrawnAt = s.now().UnixMilli()
	if row.Revision, err = s.nextRevision(ctx, q); err != nil {
		return err
	}
	n, err := db.New(q).WithdrawHoliday(ctx,
		db.WithdrawHolidayParams{ID: holiday, At: row.WithdrawnAt, Revision: row.Revision})
	if err != nil || n == 0 {
		return err
	}
	return s.announceHoliday(ctx, q, who, "timetable.withdraw_holiday", toHoliday(row))
}

// announceHoliday announces the holiday in every term it touches.
func (s *Service) announceHoliday(
	ctx context.Context, q sqldb.Querier, who access.Actor, action string, h Holiday,
) error {
	terms, err := loadTerms(ctx, q)
	if err != nil {
		return err
	}
	for _, term := range terms {
		if !term.Overlaps(h.From, h.To) {
			continue
		}
		if err := s.bumpAndAnnounce(ctx, q, who, &News{Term: term, Holiday: &h}, term.ID); err != nil {
			return err
		}
	}
	if !h.Life.active() {
		return s.audit(ctx, q, who, action, h.ID, h.fields(), nil)
	}
	return s.audit(ctx, q, who, action, h.ID, nil, h.fields())
}
