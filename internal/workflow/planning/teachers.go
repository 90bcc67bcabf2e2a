package planning

import (
	"cmp"
	"context"
	"slices"

	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
)

const (
	maxSubstitutes = 50
	maxAbsenceDays = 62
)

// Substitutes lists who could take a class: first those free at that time, then those who teach the course, then
// those with the fewest classes that week. Registrars only. Error: timetable.no_class.
func (s *Service) Substitutes(ctx context.Context, who access.Actor, term, class string) ([]Substitute, error) {
	x, own, err := s.openDraft(ctx, who, term)
	if err != nil {
		return nil, err
	}
	view := x.With(changesOf(own))
	c := view.Find(class)
	if c == nil {
		return nil, fault.New(fault.NotFound, "timetable.no_class")
	}
	return substitutes(view, c, loads(view, c.Place.Day), maxSubstitutes), nil
}

// loads counts the classes of every teacher in the week of a day.
func loads(v *clash.View, day civil.Date) map[string]int {
	counts, monday := map[string]int{}, day.Monday()
	for i := range 7 {
		for c := range v.On(monday.AddDays(i)) {
			if c.State != timetable.Cancelled && c.Place.Teacher != "" {
				counts[c.Place.Teacher]++
			}
		}
	}
	return counts
}

func substitutes(v *clash.View, c *timetable.Class, loads map[string]int, most int) []Substitute {
	busy := map[string]bool{}
	for o := range v.On(c.Place.Day) {
		if o.ID != c.ID && o.State != timetable.Cancelled && o.Place.Hours.Timed() &&
			o.Place.Hours.Starts < c.Place.Hours.Ends && c.Place.Hours.Starts < o.Place.Hours.Ends {
			busy[o.Place.Teacher] = true
		}
	}
	course := v.Group(c.Group).CourseID
	var list []Substitute
	for id, t := range v.Teachers {
		if id != c.Place.Teacher {
			list = append(list, Substitute{
				Named: Named{id, t.Name, t.NameEn}, Detail: v.TeacherDetail(id), SameCourse: v.Teaches[course][id],
				Free: !busy[id], Load: loads[id],
			})
		}
	}
	slices.SortFunc(list, func(a, b Substitute) int {
		return cmp.Or(falseFirst(!a.Free)-falseFirst(!b.Free), falseFirst(!a.SameCourse)-falseFirst(!b.SameCourse),
			a.Load-b.Load, cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
	})
	return list[:min(len(list), most)]
}

// Absences lists a teacher's classes between two dates, earliest first, each with three possible substitutes.
// Registrars only. Errors: timetable.unknown_teacher, timetable.dates_reversed, planning.too_long.
func (s *Service) Absences(
	ctx context.Context, who access.Actor, term, teacher string, from, to civil.Date,
) ([]Absence, error) {
	x, own, err := s.openDraft(ctx, who, term)
	if err != nil {
		return nil, err
	}
	if _, known := x.Teachers[teacher]; !known {
		return nil, fault.New(fault.Invalid, "timetable.unknown_teacher")
	}
	if err := checkSpan(from, to, maxAbsenceDays); err != nil {
		return nil, err
	}
	view := x.With(changesOf(own))
	weeks := map[civil.Date]map[string]int{}
	var list []Absence
	for day := from; !day.After(to); day = day.AddDays(1) {
		for c := range view.On(day) {
			if c.State == timetable.Cancelled || c.Place.Teacher != teacher {
				continue
			}
			monday := day.Monday()
			if weeks[monday] == nil {
				weeks[monday] = loads(view, day)
			}
			list = append(list, Absence{
				Class: *c, Group: x.Group(c.Group),
				Substitutes: substitutes(view, c, weeks[monday], best),
			})
		}
	}
	slices.SortFunc(list, func(a, b Absence) int { return a.Class.Compare(&b.Class) })
	return list, nil
}
