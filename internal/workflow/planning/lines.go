package planning

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/planning/db"
)

// stored is a draft line as saved: a change, and the state when it was added.
type stored struct {
	change  timetable.Change // its id is the line's
	reason  string
	request string           // id of the teacher's request it grants, or empty
	was     *timetable.Place // nil: the class didn't take place
}

// class returns the id of the class that the line changes.
func (l *stored) class() string {
	if l.change.Action == timetable.Add {
		return l.change.ID
	}
	return l.change.Class
}

func changesOf(lines []stored) []timetable.Change {
	list := make([]timetable.Change, 0, len(lines))
	for _, l := range lines {
		list = append(list, l.change)
	}
	return list
}

// ownLines reads the lines of the caller's draft for a term.
func (s *Service) ownLines(ctx context.Context, q sqldb.Querier, who access.Actor, term string) ([]stored, error) {
	rows, err := db.New(q).SelectOwnLines(ctx, db.SelectOwnLinesParams{TermID: term, Owner: who.Account})
	if err != nil {
		return nil, fmt.Errorf("read a draft: %w", err)
	}
	return toLines(rows), nil
}

func toLines(rows []db.PlanningLine) []stored {
	list := make([]stored, 0, len(rows))
	for _, r := range rows {
		l := stored{reason: r.Reason, request: r.RequestID, change: timetable.Change{
			ID: r.ID, Action: timetable.Action(r.Action), Class: r.ClassID, Group: r.GroupID, Kind: timetable.Kind(r.Kind),
			Day: r.Day, Hours: timetable.Hours{
				FirstPeriod: int(r.FirstPeriod), LastPeriod: int(r.LastPeriod), Starts: r.Starts,
				Ends: r.Ends,
			}, Campus: r.CampusID, Room: r.RoomID, Online: r.Online, Teacher: r.TeacherID, Note: r.Note,
		}}
		if r.WasOn {
			l.was = &timetable.Place{
				Day: r.WasDay, Hours: timetable.Hours{
					FirstPeriod: int(r.WasFirst), LastPeriod: int(r.WasLast), Starts: r.WasStarts,
					Ends: r.WasEnds,
				}, Campus: r.WasCampus, Room: r.WasRoom, Teacher: r.WasTeacher,
			}
		}
		list = append(list, l)
	}
	return list
}

func lineRow(draft string, position int, l stored) db.InsertLineParams {
	c := l.change
	row := db.InsertLineParams{
		ID: c.ID, DraftID: draft, Position: int64(position), GroupID: c.Group, ClassID: c.Class, Action: string(c.Action),
		Kind: string(c.Kind), Day: c.Day, FirstPeriod: int64(c.Hours.FirstPeriod), LastPeriod: int64(c.Hours.LastPeriod),
		Starts: c.Hours.Starts, Ends: c.Hours.Ends, CampusID: c.Campus, RoomID: c.Room, Online: c.Online,
		TeacherID: c.Teacher, Note: c.Note, Reason: l.reason, RequestID: l.request,
	}
	if w := l.was; w != nil {
		row.WasOn, row.WasDay, row.WasFirst, row.WasLast = true, w.Day, int64(w.Hours.FirstPeriod), int64(w.Hours.LastPeriod)
		row.WasStarts, row.WasEnds, row.WasCampus, row.WasRoom, row.WasTeacher = w.Hours.Starts,
			w.Hours.Ends, w.Campus, w.Room, w.Teacher
	}
	return row
}

// placeOf returns where a class takes place; nil if it is cancelled or doesn't exist.
func placeOf(c *timetable.Class) *timetable.Place {
	if c == nil || c.State == timetable.Cancelled {
		return nil
	}
	place := c.Place
	return &place
}

func samePlace(a, b *timetable.Place) bool { return a == b || a != nil && b != nil && *a == *b }

// checkFits refuses a change that doesn't fit the published timetable, and fills in the campus of its room.
func checkFits(x *clash.Index, c *timetable.Change) error {
	if x.Groups[c.Group] == nil {
		return fault.New(fault.NotFound, "course.no_group")
	}
	if _, known := x.Teachers[c.Teacher]; !known && c.Teacher != "" {
		return fault.New(fault.Invalid, "timetable.unknown_teacher")
	}
	if c.Room != "" {
		room, known := x.Rooms[c.Room]
		if !known {
			return fault.New(fault.Invalid, "timetable.unknown_room")
		}
		c.Campus = room.Campus
	} else if c.Campus != "" && !slices.ContainsFunc(x.Whole.Campuses, func(k timetable.Campus) bool {
		return k.ID == c.Campus
	}) {
		return fault.New(fault.Invalid, "timetable.unknown_campus", "campus", c.Campus)
	}
	return c.Check(x.PlanOf(c.Group), x.With(nil).Of(c.Group))
}

// evaluate returns the effect of each line if all of them are published, and the problems.
func evaluate(x *clash.Index, lines []stored) []Line {
	now, then := x.With(nil), x.With(changesOf(lines))
	list := make([]Line, 0, len(lines))
	for i := range lines {
		l := &lines[i]
		before := now.Class(l.change.Group, l.class())
		out := Line{
			ID: l.change.ID, Change: l.change, Reason: l.reason, Request: l.request, Was: l.was, From: placeOf(before),
			To: placeOf(then.Class(l.change.Group, l.class())), Group: x.Group(l.change.Group),
		}
		out.Hard, out.Soft = clashesAt(now, then, l.change.Group, l.class(), out.From, out.To)
		out.Rooms, out.Teachers = placeNames(x, out.Was, out.From, out.To)
		if why := stale(x, l, before, &out); why != nil {
			out.Stale, out.StaleParams = why.Code, why.Params
		}
		list = append(list, out)
	}
	return list
}

// placeNames names the rooms and teachers of places, because they may be outside the part of the timetable on
// screen.
func placeNames(x *clash.Index, places ...*timetable.Place) (rooms, teachers []Named) {
	known := map[string]bool{}
	for _, place := range places {
		if place == nil {
			continue
		}
		if room, found := x.Rooms[place.Room]; found && !known["room "+room.ID] {
			known["room "+room.ID] = true
			rooms = append(rooms, Named{room.ID, room.Name, room.NameEn})
		}
		if teacher, found := x.Teachers[place.Teacher]; found && !known["teacher "+teacher.ID] {
			known["teacher "+teacher.ID] = true
			teachers = append(teachers, Named{teacher.ID, teacher.Name, teacher.NameEn})
		}
	}
	return rooms, teachers
}

// stale returns the change to the timetable since the line was added that its owner should see before publishing,
// or nil.
func stale(x *clash.Index, l *stored, before *timetable.Class, out *Line) *fault.Error {
	change := l.change
	switch {
	case change.Action != timetable.Add && before == nil:
		return fault.New(fault.Conflict, "planning.class_gone")
	case change.Action != timetable.Add && !samePlace(l.was, out.From):
		return fault.New(fault.Conflict, "planning.class_changed")
	}
	if err := checkFits(x, &change); err != nil {
		if why := (*fault.Error)(nil); errors.As(err, &why) {
			return why
		}
		return fault.New(fault.Conflict, "planning.class_changed")
	}
	if needsReason(out.Hard, l.reason) {
		return fault.New(fault.Conflict, "planning.new_clash")
	}
	return nil
}

// needsReason reports whether a clash is new and nobody has accepted it yet.
func (c *Clash) needsReason() bool { return c.New && c.Accepted == "" }

func needsReason(hard []Clash, reason string) bool {
	return slices.ContainsFunc(hard, func(c Clash) bool { return c.needsReason() }) &&
		utf8.RuneCountInString(reason) < clash.MinReason
}
