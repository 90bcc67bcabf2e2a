package engine

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/parse"
)

// class cancels, moves or adds the classes that a row names: one, or one per week. They are published together, so that
// each person gets one message.
func (c *changes) class(ctx context.Context, r *row, action timetable.Action) (student.Effect, error) {
	moves, err := c.moves(ctx, r, action)
	if err != nil || !r.good() {
		return student.Unchanged, err
	}
	list, plan, err := c.read(ctx, r, action, moves)
	if err != nil || !r.good() {
		return student.Unchanged, err
	}
	if action != timetable.Add {
		if list, err = findClasses(plan, list); err != nil {
			field := ""
			if code := fault.Code(err); code == "roster.evening_periods" || code == "roster.noon_period" {
				field = classAt.hoursIn(r)
			}
			r.refuse(field, err)
			return student.Unchanged, nil
		}
		c.notePassedOver(r, plan.Term, moves, list)
	}
	for i := range list {
		if err := list[i].resolveHours(plan); err != nil {
			r.refuse(movedTo.hoursIn(r), err)
			return student.Unchanged, nil
		}
	}
	var all []timetable.Change
	for i := range list {
		if list[i].inEffect(plan) || slices.ContainsFunc(list[:i], func(other classChange) bool {
			return other.same(list[i])
		}) {
			continue
		}
		change := &list[i].Change
		change.ID, err = newChangeID(ctx, db.New(c.q).SelectChangeLife, "change", change.Group, string(action),
			list[i].at.day.String(), fmt.Sprint(list[i].at.hours.Hours), change.Day.String(), fmt.Sprint(change.Hours),
			change.Campus, change.Room, fmt.Sprint(change.Online), change.Teacher)
		if err != nil {
			return student.Unchanged, err
		}
		if change.ID == "" {
			continue
		}
		all = append(all, *change)
		if err := c.previewChange(ctx, r, list[i]); err != nil {
			return student.Unchanged, err
		}
	}
	if len(all) == 0 {
		return student.Unchanged, nil
	}
	if _, err := c.Timetable.PublishIn(ctx, c.q, c.who, all); err != nil {
		return student.Unchanged, err
	}
	for _, change := range all {
		if err := c.journal.published(ctx, r.Line, "change", change.ID); err != nil {
			return student.Unchanged, err
		}
	}
	return student.Created, nil
}

// A classChange is what a row changes about one class.
type classChange struct {
	timetable.Change
	at    moment
	to    classHours       // the new hours
	class *timetable.Class // current state; nil for an added class
}

// resolveHours resolves hours given within a part of the day, using the campus and date the class moves to.
func (c *classChange) resolveHours(plan timetable.Plan) (err error) {
	campus, day := c.Campus, c.Day
	if c.class != nil {
		campus, day = cmp.Or(campus, c.class.Place.Campus), cmp.Or(day, c.class.Place.Day)
	}
	c.Hours, err = c.to.on(plan, campus, day)
	return err
}

func (c *classChange) same(other classChange) bool {
	if c.class == nil || other.class == nil {
		return c.Day == other.Day && c.Hours == other.Hours
	}
	return c.class.ID == other.class.ID
}

// inEffect reports whether the change has already been made.
func (c *classChange) inEffect(plan timetable.Plan) bool {
	if c.Action == timetable.Add {
		return slices.ContainsFunc(plan.Changes, func(old timetable.Change) bool { return sameAddition(old, c.Change) })
	}
	return inEffect(c.Change, c.class)
}

// read builds the changes of a row, without the classes they apply to.
func (c *changes) read(ctx context.Context, r *row, action timetable.Action,
	moves []move,
) ([]classChange, timetable.Plan, error) {
	change := timetable.Change{Action: action, Note: r.text("note")}
	term, err := c.termAt(ctx, r, moves[0].at.day)
	if err := r.refuseOrFail("term", err); err != nil || !r.good() {
		return nil, timetable.Plan{}, err
	}
	if change.Group, err = c.groupOf(ctx, r, term.ID); err != nil {
		return nil, timetable.Plan{}, err
	}
	placements := make([]placement, moves[len(moves)-1].time+1)
	if action != timetable.Cancel {
		if placements, err = c.placements(ctx, r, len(placements), change.Group, roomsBeside(r, moves)...); err != nil {
			return nil, timetable.Plan{}, err
		}
	}
	if action == timetable.Add {
		change.Kind = timetable.Kind(cmp.Or(parsed(r, "kind", parse.ClassKinds.Read), string(timetable.Regular)))
		if moves[0].to.hours == (classHours{}) {
			hours := readHours(r, "hours")
			for i := range moves {
				moves[i].to.hours = hours
			}
		}
	}
	if !r.good() {
		return nil, timetable.Plan{}, nil
	}
	out := make([]classChange, len(moves))
	for i, m := range moves {
		at := placements[m.time]
		change.Day, change.Campus, change.Room, change.Teacher = m.to.day, at.campus, at.room, at.teacher
		if change.Online = action != timetable.Cancel && r.text("room") != "" && change.Room == ""; change.Online {
			change.Campus = "" // unchanged
		}
		out[i] = classChange{Change: change, at: m.at, to: m.to.hours}
	}
	plan, err := c.Timetable.GroupPlan(ctx, c.q, change.Group)
	return out, plan, err
}

// roomsBeside returns the room given in the cell of each new time, or nil if there is a room column or one of the times
// has no room.
func roomsBeside(r *row, moves []move) []string {
	if r.text("room") != "" {
		return nil
	}
	rooms := make([]string, moves[len(moves)-1].time+1)
	for _, m := range moves {
		if rooms[m.time] = m.to.room; m.to.room == "" {
			return nil
		}
	}
	return rooms
}

// findClasses finds the class of each change. Weeks without a class are skipped as long as another week has one; a
// change of whole weeks applies to every class in them.
func findClasses(plan timetable.Plan, list []classChange) ([]classChange, error) {
	var out []classChange
	var none error
	for _, one := range list {
		if one.at.wholeWeek {
			out = append(out, classesOfWeek(plan, one)...)
			continue
		}
		class, hours, err := findClass(plan, one.at.day, one.at.hours)
		if len(list) > 1 && fault.Code(err) == "roster.no_class" {
			none = cmp.Or(none, err)
			continue
		}
		if err != nil {
			return nil, err
		}
		one.class, one.Class, one.at.hours = class, class.ID, classHours{Hours: hours}
		out = append(out, one)
	}
	if len(out) == 0 && none == nil {
		none = noClass(timetable.Expand(plan), list[0].at.day, timetable.Hours{})
	}
	if len(out) == 0 {
		return nil, none
	}
	return out, nil
}

// classesOfWeek returns a change for each class of the week that starts on the change's day. Classes that were added or
// individually moved into the week are left out, or importing the same sheet again would move them too.
func classesOfWeek(plan timetable.Plan, one classChange) []classChange {
	var out []classChange
	within := func(p timetable.Place) bool {
		ahead := one.at.day.DaysUntil(p.Day)
		return ahead >= 0 && ahead < 7
	}
	classes := timetable.Expand(plan)
	for i := range classes {
		class := &classes[i]
		byRule := class.Meeting != "" && within(class.Place) && (class.Was == nil || within(*class.Was))
		if !byRule || class.State == timetable.Cancelled && class.Cause != timetable.ByChange {
			continue
		}
		each := one
		each.class, each.Class = class, class.ID
		each.at = moment{day: class.Place.Day, hours: classHours{Hours: class.Place.Hours}}
		out = append(out, each)
	}
	return out
}

// notePassedOver notes in which weeks the group has no class.
func (c *changes) notePassedOver(r *row, term timetable.Term, moves []move, list []classChange) {
	var weeks timetable.Weeks
	for _, m := range moves {
		found := slices.ContainsFunc(list, func(one classChange) bool {
			ahead := m.at.day.DaysUntil(one.at.day)
			return ahead == 0 || m.at.wholeWeek && ahead > 0 && ahead < 7
		})
		if week := timetable.WeekOf(term, m.at.day); !found {
			weeks |= timetable.WeekRange(week, week)
		}
	}
	if weeks != 0 && c.passedOver < maxSkippedNotes {
		c.passedOver++
		c.report.Notes = append(c.report.Notes,
			fault.New(fault.Invalid, "roster.weeks_passed_over", "line", r.Place(), "weeks", weeks.String()))
	}
}

// previewChange records for the preview what a row that names several classes changes about one of them.
func (c *changes) previewChange(ctx context.Context, r *row, one classChange) error {
	names, err := c.names(ctx)
	if err != nil {
		return err
	}
	text := func(day civil.Date, hours timetable.Hours, room, teacher string) string {
		if one.Room == "" && !one.Online {
			room = ""
		}
		if one.Teacher == "" {
			teacher = ""
		}
		return strings.Join(strings.Fields(day.String()+" "+parse.HoursText(hours)+" "+names.of(names.rooms,
			room)+" "+names.of(names.teachers, teacher)), " ")
	}
	change := Change{Field: "when"}
	if one.class != nil {
		place := one.class.Place
		change.Before = text(place.Day, place.Hours, place.Room, place.Teacher)
		one.Day = cmp.Or(one.Day, place.Day)
		one.Hours = cmp.Or(one.Hours, place.Hours)
	}
	if one.Action != timetable.Cancel {
		change.After = text(one.Day, one.Hours, one.Room, one.Teacher)
	}
	r.results = append(r.results, change)
	return nil
}

// findClass finds a group's class on a date, by its current date or else its original one. Several classes on one day
// are told apart by their hours, which are returned resolved.
func findClass(plan timetable.Plan, day civil.Date, wanted classHours) (*timetable.Class, timetable.Hours, error) {
	classes := timetable.Expand(plan)
	at := wanted.Hours
	var unknown error
	for _, original := range []bool{false, true} {
		var found []*timetable.Class
		var then timetable.Hours
		for i := range classes {
			place := classes[i].Place
			if original && classes[i].Was != nil {
				place = *classes[i].Was
			}
			if place.Day != day || !original && classes[i].State == timetable.Cancelled {
				continue
			}
			hours, err := wanted.on(plan, place.Campus, day)
			if err != nil { // this campus has no such period
				unknown = err
				continue
			}
			if at = hours; sameHours(place.Hours, hours) {
				found, then = append(found, &classes[i]), hours
			}
		}
		switch {
		case len(found) == 1:
			return found[0], then, nil
		case len(found) > 1:
			return nil, at, fault.New(fault.Conflict, "roster.several_classes")
		}
	}
	if unknown != nil && at == (timetable.Hours{}) {
		return nil, at, unknown
	}
	return nil, at, noClass(classes, day, at)
}

// nearest is how many classes the error lists for a date without one.
const nearest = 3

// noClass reports that a group has no class on a date, and when it does: at other hours that day, or on the days before
// and after.
func noClass(classes []timetable.Class, day civil.Date, at timetable.Hours) error {
	held := slices.DeleteFunc(classes, func(c timetable.Class) bool { return c.State == timetable.Cancelled })
	if len(held) == 0 {
		return fault.New(fault.NotFound, "roster.no_classes")
	}
	var then []string
	for _, c := range held {
		if c.Place.Day == day && at != (timetable.Hours{}) {
			then = append(then, parse.HoursText(c.Place.Hours))
		}
	}
	if len(then) > 0 {
		return fault.New(fault.NotFound, "roster.no_class_then", "when", strings.Join(then, ", "))
	}
	distance := func(c timetable.Class) int { return max(day.DaysUntil(c.Place.Day), c.Place.Day.DaysUntil(day)) }
	slices.SortStableFunc(held, func(a, b timetable.Class) int { return cmp.Compare(distance(a), distance(b)) })
	held = held[:min(len(held), nearest)]
	slices.SortFunc(held, func(a, b timetable.Class) int { return a.Place.Day.Compare(b.Place.Day) })
	var when []string
	for _, c := range held {
		text := c.Place.Day.String()
		if c.Place.Hours.Timed() {
			text += " " + c.Place.Hours.Starts.String()
		}
		when = append(when, text)
	}
	return fault.New(fault.NotFound, "roster.no_class", "when", strings.Join(when, ", "))
}

// inEffect reports whether a class is already cancelled, or already where a move would put it.
func inEffect(c timetable.Change, class *timetable.Class) bool {
	if c.Action == timetable.Cancel {
		return class.State == timetable.Cancelled && class.Cause == timetable.ByChange
	}
	where, p := class.State != timetable.Cancelled && !c.Empty(), class.Place
	return where && (c.Day.IsZero() || c.Day == p.Day) && sameHours(p.Hours, c.Hours) &&
		(c.Campus == "" || c.Campus == p.Campus) && (c.Room == "" && !c.Online || c.Room == p.Room) &&
		(c.Teacher == "" || c.Teacher == p.Teacher)
}

// sameAddition reports whether the class has already been added.
func sameAddition(old, c timetable.Change) bool {
	return old.Action == timetable.Add && old.Life.Withdrawn.IsZero() && old.Day == c.Day && old.Hours == c.Hours &&
		old.Room == c.Room && old.Teacher == c.Teacher
}

func sameHours(is, wanted timetable.Hours) bool {
	switch {
	case wanted == timetable.Hours{}:
		return true
	case wanted.FirstPeriod > 0:
		return is.FirstPeriod == wanted.FirstPeriod && is.LastPeriod == wanted.LastPeriod
	}
	return is.Starts == wanted.Starts && is.Ends == wanted.Ends
}
