package timetable

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// WeekSpan is a range of weeks of a term, both ends included.
type WeekSpan struct {
	First int `json:"from" minimum:"1" maximum:"53"`
	Last  int `json:"to" minimum:"1" maximum:"53"`
}

// Way is the travel time between two campuses, in either direction.
type Way struct {
	Campus  string `json:"campus" maxLength:"64"` // the smaller id
	Other   string `json:"other" maxLength:"64"`
	Minutes int    `json:"minutes" minimum:"1" maximum:"600"`
}

// A TermMapping is a day mapping and the term it belongs to.
type TermMapping struct {
	Term string `json:"term"`
	DayMapping
}

// Year is the college's calendar of one year.
type Year struct {
	Number   int                   `json:"year"`
	Terms    []Term                `json:"-"` // that have a day in the year
	Exams    map[string][]WeekSpan `json:"-"` // by term
	Campuses []Campus              `json:"campuses"`
	Schemes  []PeriodScheme        `json:"schemes"`
	Holidays []Holiday             `json:"holidays" doc:"In force."`
	Mappings []TermMapping         `json:"mappings" doc:"In force."`
	Ways     []Way                 `json:"ways" doc:"Travel times between campuses, in either direction."`
}

// Year reads the calendar of a year; 0 means this year. Staff only.
func (s *Service) Year(ctx context.Context, who access.Actor, year int) (Year, error) {
	if err := access.Admin.Check(who); err != nil {
		return Year{}, err
	}
	if year == 0 {
		year, _, _ = s.Today().Parts()
	}
	first, okFirst := civil.NewDate(year, time.January, 1)
	last, okLast := civil.NewDate(year, time.December, 31)
	if !okFirst || !okLast {
		return Year{}, fault.New(fault.Invalid, "request.field_value", "field", "year")
	}
	out := Year{Number: year, Exams: map[string][]WeekSpan{}}
	err := s.database.Read(ctx, func(q sqldb.Querier) error { return out.load(ctx, q, first, last) })
	return out, err
}

func (y *Year) load(ctx context.Context, q sqldb.Querier, first, last civil.Date) error {
	terms, err := loadTerms(ctx, q)
	if err != nil {
		return err
	}
	for _, t := range terms {
		if !t.Overlaps(first, last) {
			continue
		}
		y.Terms = append(y.Terms, t)
		mappings, err := loadMappings(ctx, q, t.ID)
		if err != nil {
			return err
		}
		for _, m := range mappings {
			if m.Life.active() {
				y.Mappings = append(y.Mappings, TermMapping{t.ID, m})
			}
		}
	}
	if y.Campuses, err = loadCampuses(ctx, q); err != nil {
		return err
	}
	periods, err := db.New(q).SelectPeriods(ctx, db.SelectPeriodsParams{First: first, Last: last})
	if err != nil {
		return fmt.Errorf("read period schemes: %w", err)
	}
	y.Schemes = toSchemes(periods)
	holidays, err := loadHolidays(ctx, q, first, last)
	if err != nil {
		return err
	}
	y.Holidays = slices.DeleteFunc(holidays, func(h Holiday) bool { return !h.Life.active() })
	if y.Exams, err = loadExamWeeks(ctx, q); err != nil {
		return err
	}
	y.Ways, err = loadWays(ctx, q)
	return err
}

func loadExamWeeks(ctx context.Context, q sqldb.Querier) (map[string][]WeekSpan, error) {
	rows, err := db.New(q).SelectExamWeeks(ctx)
	if err != nil {
		return nil, fmt.Errorf("read exam weeks: %w", err)
	}
	out := map[string][]WeekSpan{}
	for _, row := range rows {
		out[row.TermID] = append(out[row.TermID], WeekSpan{int(row.FirstWeek), int(row.LastWeek)})
	}
	return out, nil
}

func loadWays(ctx context.Context, q sqldb.Querier) ([]Way, error) {
	rows, err := db.New(q).SelectCampusWays(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the ways between campuses: %w", err)
	}
	var out []Way
	for _, row := range rows {
		out = append(out, Way{row.CampusID, row.OtherID, int(row.Minutes)})
	}
	return out, nil
}

// PutCalendarTerm writes a term and its exam weeks, and notifies students and teachers about their changed classes.
// Staff only. Errors: those of PutTerm and Term.CheckApart, timetable.exam_weeks.
func (s *Service) PutCalendarTerm(ctx context.Context, who access.Actor, t Term, exams []WeekSpan) error {
	return s.database.Write(ctx, func(q sqldb.Querier) error { return s.putCalendarTerm(ctx, q, who, t, exams) })
}

func (s *Service) putCalendarTerm(
	ctx context.Context, q sqldb.Querier, who access.Actor, t Term, exams []WeekSpan,
) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	for i, e := range exams {
		if e.First < 1 || e.Last < e.First || e.Last > t.Weeks || i > 0 && e.First <= exams[i-1].Last {
			return fault.New(fault.Invalid, "timetable.exam_weeks", "last", strconv.Itoa(t.Weeks))
		}
	}
	err := s.Correct(ctx, q, who, func() error {
		terms, err := loadTerms(ctx, q)
		if err != nil {
			return err
		}
		for _, other := range terms {
			if err := t.CheckApart(other); err != nil {
				return err
			}
		}
		return s.PutTerm(ctx, q, who, t)
	})
	if err != nil {
		return err
	}
	return s.putExamWeeks(ctx, q, who, t.ID, exams)
}

func (s *Service) putExamWeeks(
	ctx context.Context, q sqldb.Querier, who access.Actor, term string, exams []WeekSpan,
) error {
	was, err := loadExamWeeks(ctx, q)
	if err != nil {
		return err
	}
	if slices.Equal(was[term], exams) {
		return nil
	}
	if err := db.New(q).DeleteExamWeeks(ctx, term); err != nil {
		return fmt.Errorf("write exam weeks: %w", err)
	}
	for _, e := range exams {
		err := db.New(q).InsertExamWeeks(ctx,
			db.InsertExamWeeksParams{TermID: term, FirstWeek: int64(e.First), LastWeek: int64(e.Last)})
		if err != nil {
			return fmt.Errorf("write exam weeks: %w", err)
		}
	}
	return s.audit(ctx, q, who, "timetable.put_exam_weeks", term, map[string]any{"examWeeks": weekTexts(was[term])},
		map[string]any{"examWeeks": weekTexts(exams)})
}

// PutCalendarScheme writes a period scheme, and notifies the students and teachers whose classes begin or end at other
// times. Staff only. Errors: those of PutScheme.
func (s *Service) PutCalendarScheme(ctx context.Context, who access.Actor, scheme PeriodScheme) error {
	return s.database.Write(ctx, func(q sqldb.Querier) error { return s.putCalendarScheme(ctx, q, who, scheme) })
}

func (s *Service) putCalendarScheme(ctx context.Context, q sqldb.Querier, who access.Actor, scheme PeriodScheme) error {
	return s.Correct(ctx, q, who, func() error { return s.PutScheme(ctx, q, who, scheme) })
}

// NewTimes are period times of a campus from a date on, until the end of those in force on that date.
type NewTimes struct {
	Campus  string
	From    civil.Date
	Periods []Period
}

// PutTimesFrom ends the period times of a campus the day before a date and writes new ones from then on. Everyone whose
// classes begin or end at other times gets one message. Staff only. Errors: those of PutScheme, timetable.no_scheme,
// timetable.same_times.
func (s *Service) PutTimesFrom(ctx context.Context, who access.Actor, times NewTimes) error {
	return s.database.Write(ctx, func(q sqldb.Querier) error { return s.putTimesFrom(ctx, q, who, times) })
}

// PreviewTimesFrom counts what PutTimesFrom would affect, without writing anything. Staff only. Errors: the same.
func (s *Service) PreviewTimesFrom(ctx context.Context, who access.Actor, times NewTimes) (Concerned, error) {
	return s.previewRules(ctx, func(s *Service, q sqldb.Querier) error { return s.putTimesFrom(ctx, q, who, times) })
}

func (s *Service) putTimesFrom(ctx context.Context, q sqldb.Querier, who access.Actor, times NewTimes) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	if err := knownCampus(ctx, q, times.Campus); err != nil {
		return err
	}
	all, err := s.schemes(ctx, q)
	if err != nil {
		return err
	}
	old := schemeFor(all, times.Campus, times.From)
	if old == nil {
		return fault.New(fault.Invalid, "timetable.no_scheme", "campus", times.Campus, "date", times.From.String())
	}
	if slices.Equal(old.Periods, times.Periods) {
		return fault.New(fault.Conflict, "timetable.same_times", "date", times.From.String())
	}
	next, ended := *old, *old
	next.From, next.Periods = times.From, times.Periods
	if err := checkUnused(ctx, q, next, old.Without(next)); err != nil {
		return err
	}
	return s.Correct(ctx, q, who, func() error {
		if old.From == times.From {
			return s.PutScheme(ctx, q, who, next)
		}
		ended.To = times.From.AddDays(-1)
		if err := s.PutScheme(ctx, q, who, ended); err != nil {
			return err
		}
		next.ID = sqldb.NewID()
		return s.PutScheme(ctx, q, who, next)
	})
}

// maxWay is the longest travel time, in minutes.
const maxWay = 600

// PutWays replaces all travel times. Staff only. Errors: timetable.unknown_campus, timetable.bad_way.
func (s *Service) PutWays(ctx context.Context, who access.Actor, ways []Way) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	return s.database.Write(ctx, func(q sqldb.Querier) error {
		was, err := loadWays(ctx, q)
		if err != nil {
			return err
		}
		if err := db.New(q).DeleteCampusWays(ctx); err != nil {
			return fmt.Errorf("write the ways between campuses: %w", err)
		}
		seen := map[[2]string]bool{}
		for _, w := range ways {
			if w.Campus > w.Other {
				w.Campus, w.Other = w.Other, w.Campus
			}
			pair := [2]string{w.Campus, w.Other}
			if w.Campus == w.Other || w.Minutes < 1 || w.Minutes > maxWay || seen[pair] {
				return fault.New(fault.Invalid, "timetable.bad_way", "max", strconv.Itoa(maxWay))
			}
			seen[pair] = true
			for _, campus := range pair {
				if err := knownCampus(ctx, q, campus); err != nil {
					return err
				}
			}
			err := db.New(q).InsertCampusWay(ctx,
				db.InsertCampusWayParams{CampusID: w.Campus, OtherID: w.Other, Minutes: int64(w.Minutes)})
			if err != nil {
				return fmt.Errorf("write the ways between campuses: %w", err)
			}
		}
		if err := cache.Bump(ctx, q); err != nil {
			return err
		}
		return s.audit(ctx, q, who, "timetable.put_ways", "", map[string]any{"ways": wayTexts(was)},
			map[string]any{"ways": wayTexts(ways)})
	})
}
