package timetable

import (
	"context"
	"slices"
	"strings"
	"time"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// Class returns a class as it is now. It doesn't check whether the caller may see it. Errors: timetable.no_class.
func (s *Service) Class(ctx context.Context, class string) (Class, error) {
	var found Class
	err := s.database.Read(ctx, func(q sqldb.Querier) (err error) {
		found, err = s.ClassIn(ctx, q, class)
		return err
	})
	return found, err
}

// CheckMove validates a move as Publish does, without writing anything, and returns where the class would be.
func (s *Service) CheckMove(ctx context.Context, c Change) (Place, error) {
	var to Place
	err := s.database.Read(ctx, func(q sqldb.Querier) error {
		plan, err := groupPlan(ctx, q, c.Group)
		if err != nil {
			return err
		}
		classes := Expand(plan)
		if err := c.Check(&plan, classes); err != nil {
			return err
		}
		to = findClass(classes, c.Class).Place
		to.apply(&c)
		(&expansion{plan: &plan}).fillHours(&to)
		return nil
	})
	return to, err
}

// ClassIn is Class in the caller's transaction.
func (s *Service) ClassIn(ctx context.Context, q sqldb.Querier, class string) (Class, error) {
	group, err := groupOfClass(ctx, q, class)
	if err != nil {
		return Class{}, err
	}
	plan, err := groupPlan(ctx, q, group)
	if err != nil {
		return Class{}, err
	}
	found := findClass(Expand(plan), class)
	if found == nil {
		return Class{}, fault.New(fault.NotFound, "timetable.no_class")
	}
	return *found, nil
}

func groupOfClass(ctx context.Context, q sqldb.Querier, class string) (string, error) {
	meeting := class
	if dot := strings.LastIndexByte(class, '.'); dot > 0 {
		meeting = class[:dot]
	}
	group, err := db.New(q).SelectGroupOfClass(ctx, db.SelectGroupOfClassParams{Meeting: meeting, Class: class})
	return group, sqldb.Missing(err, "timetable.no_class")
}

// Hours returns when a class begins and ends; false if it has no clock times or is cancelled.
func (s *Service) Hours(c *Class) (starts, ends time.Time, ok bool) {
	if c.State == Cancelled || !c.Place.Hours.Timed() {
		return starts, ends, false
	}
	return c.Place.Day.At(c.Place.Hours.Starts, s.zone), c.Place.Day.At(c.Place.Hours.Ends, s.zone), true
}

// GroupClasses lists the classes of some groups that aren't cancelled, the earliest first. Staff only.
func (s *Service) GroupClasses(ctx context.Context, who access.Actor, groups []string) ([]Class, error) {
	if err := access.Recordings.Check(who); err != nil {
		return nil, err
	}
	var list []Class
	err := s.database.Read(ctx, func(q sqldb.Querier) error {
		for _, group := range groups {
			plan, err := groupPlan(ctx, q, group)
			if err != nil {
				return err
			}
			for _, c := range Expand(plan) {
				if c.Group == group && c.State != Cancelled {
					list = append(list, c)
				}
			}
		}
		return nil
	})
	slices.SortFunc(list, func(a, b Class) int { return a.Compare(&b) })
	return list, err
}
