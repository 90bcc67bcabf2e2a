package timetable

import (
	"context"
	"slices"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// Arrangement lists holidays and make-up days to publish together, all or nothing. Entries that are already in force
// are skipped, so the same arrangement can be submitted again.
type Arrangement struct {
	Holidays []Holiday // without ids
	Days     []DayPlan
	// Ids of holidays and mappings to withdraw first.
	WithdrawHolidays []string
	WithdrawMappings []string
}

// DayPlan makes a date follow the teaching day whose own date is Follows, or takes the date off.
type DayPlan struct {
	Date    civil.Date
	Follows civil.Date // zero: off
	Note    string
}

// Published lists what an arrangement wrote.
type Published struct {
	Holidays []Holiday     `json:"holidays" doc:"New ones; those already in force are omitted."`
	Mappings []TermMapping `json:"mappings"`
}

// PublishArrangement publishes an arrangement in one transaction. Students get one message per holiday and per day,
// teachers one for everything. Staff only. Errors: those of PublishHoliday and PublishMapping, timetable.no_term_on,
// timetable.follows_other_term.
func (s *Service) PublishArrangement(ctx context.Context, who access.Actor, a Arrangement) (Published, error) {
	if err := access.Admin.Check(who); err != nil {
		return Published{}, err
	}
	var out Published
	err := s.database.Write(ctx, func(q sqldb.Querier) error {
		return s.Together(ctx, q, who, func(s *Service) (err error) {
			out, err = s.publishArrangement(ctx, q, who, a)
			return err
		})
	})
	return out, err
}

func (s *Service) publishArrangement(
	ctx context.Context, q sqldb.Querier, who access.Actor, a Arrangement,
) (out Published, err error) {
	for _, id := range a.WithdrawHolidays {
		if err := s.WithdrawHolidayIn(ctx, q, who, id); err != nil {
			return out, err
		}
	}
	for _, id := range a.WithdrawMappings {
		if err := s.WithdrawMappingIn(ctx, q, who, id); err != nil {
			return out, err
		}
	}
	terms, err := loadTerms(ctx, q)
	if err != nil {
		return out, err
	}
	for _, h := range a.Holidays {
		inForce, err := holidayInForce(ctx, q, h)
		if err != nil {
			return out, err
		}
		if inForce {
			continue
		}
		if h, err = s.PublishHolidayIn(ctx, q, who, h); err != nil {
			return out, err
		}
		out.Holidays = append(out.Holidays, h)
	}
	for _, d := range a.Days {
		m, err := d.mapping(terms)
		if err != nil {
			return out, err
		}
		inForce, err := mappingInForce(ctx, q, m)
		if err != nil {
			return out, err
		}
		if inForce {
			continue
		}
		if m.DayMapping, err = s.PublishMappingIn(ctx, q, who, m.Term, m.DayMapping); err != nil {
			return out, err
		}
		out.Mappings = append(out.Mappings, m)
	}
	return out, nil
}

// mapping finds the day's term and the week and weekday it follows.
func (d DayPlan) mapping(terms []Term) (TermMapping, error) {
	i := slices.IndexFunc(terms, func(t Term) bool { return t.Contains(d.Date) })
	if i < 0 {
		return TermMapping{}, fault.New(fault.Invalid, "timetable.no_term_on", "date", d.Date.String())
	}
	term := terms[i]
	out := TermMapping{term.ID, DayMapping{Date: d.Date, Off: d.Follows.IsZero(), Note: d.Note}}
	if out.Off {
		return out, nil
	}
	if !term.Contains(d.Follows) {
		return out, fault.New(fault.Invalid, "timetable.follows_other_term", "date", d.Date.String(),
			"follows", d.Follows.String())
	}
	out.Week = WeekOf(term, d.Follows)
	out.Weekday = d.Follows.Weekday()
	return out, nil
}

func holidayInForce(ctx context.Context, q sqldb.Querier, h Holiday) (bool, error) {
	holidays, err := loadHolidays(ctx, q, h.From, h.To)
	return slices.ContainsFunc(holidays, h.sameInForce), err
}

// sameInForce reports whether the other holiday is in force with the same dates and names.
func (h *Holiday) sameInForce(other Holiday) bool {
	return other.Life.active() && other.From == h.From && other.To == h.To &&
		other.Name == h.Name && other.NameEn == h.NameEn
}

func mappingInForce(ctx context.Context, q sqldb.Querier, m TermMapping) (bool, error) {
	mappings, err := loadMappings(ctx, q, m.Term)
	return slices.ContainsFunc(mappings, m.sameInForce), err
}

func (m *DayMapping) sameInForce(other DayMapping) bool {
	return other.Life.active() && other.Date == m.Date && other.Off == m.Off &&
		other.Week == m.Week && other.Weekday == m.Weekday
}
