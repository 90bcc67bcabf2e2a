package planning

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lectern/internal/access"
	"lectern/internal/clash"
	"lectern/internal/fault"
	"lectern/internal/id"
	"lectern/internal/message"
	"lectern/internal/news"
	"lectern/internal/sqldb"
	"lectern/internal/timetable"
)

// clashesOf lists what a class would clash with at its new place, and tells which of that is not there now.
func clashesOf(now, then *clash.View, group, class string, from, to *timetable.Place) (hard, soft []Clash) {
	if to == nil {
		return nil, nil
	}
	return newClashes(then, class, foundAt(now, group, class, from), foundAt(then, group, class, to))
}

func foundAt(v *clash.View, group, class string, place *timetable.Place) []clash.Found {
	if place == nil {
		return nil
	}
	return v.Probe(group, class).At(*place)
}

func newClashes(then *clash.View, class string, before, after []clash.Found) (hard, soft []Clash) {
	type key struct{ kind, object, other string }
	known := map[key]bool{}
	for _, f := range before {
		known[key{string(f.Kind), f.Object, f.Other.ID}] = true
	}
	for _, f := range after {
		c := Clash{
			Kind: f.Kind, Of: class, Object: nameOf(then.Index, f), Other: *f.Other, Group: then.Group(f.Other.Group), Students: len(f.Students), Minutes: f.Minutes,
			New: !known[key{string(f.Kind), f.Object, f.Other.ID}],
		}
		if f.Kind.Hard() {
			hard = append(hard, c)
		} else {
			soft = append(soft, c)
		}
	}
	return hard, soft
}

func nameOf(x *clash.Index, f clash.Found) Named {
	out := Named{ID: f.Object, Name: f.Object, NameEn: f.Object}
	switch f.Kind {
	case clash.Room:
		out.Name, out.NameEn = x.Rooms[f.Object].Name, x.Rooms[f.Object].NameEn
	case clash.Teacher, clash.Travel:
		out.Name, out.NameEn = x.Teachers[f.Object].Name, x.Teachers[f.Object].NameEn
	case clash.SameOnes:
		out.Name, out.NameEn = x.Group(f.Object).Code, x.Group(f.Object).Code
	case clash.Class, clash.Students:
	}
	return out
}

// Check says what changes would do on top of the caller's draft when they are made together, and writes nothing: one change, or the two by which
// classes change places. Lines of the own draft that they replace, or that concern the same classes, are left out. Registrars only; refusals are
// those of Change.Check, course.no_group, planning.no_line.
func (s *Service) Check(ctx context.Context, who access.Actor, term string, changes []timetable.Change, line string) (Checked, error) {
	x, own, err := s.open(ctx, who, term)
	if err != nil {
		return Checked{}, err
	}
	if line != "" && !slices.ContainsFunc(own, func(l stored) bool { return l.change.ID == line }) {
		return Checked{}, fault.New(fault.NotFound, "planning.no_line")
	}
	lines := slices.DeleteFunc(own, func(l stored) bool { return l.change.ID == line })
	for _, change := range changes {
		if err := fit(x, &change); err != nil {
			return Checked{}, err
		}
		change.ID = id.New()
		lines = slices.DeleteFunc(lines, func(l stored) bool { return change.Class != "" && l.change.Class == change.Class })
		lines = append(lines, stored{change: change})
	}
	now, then := x.With(nil), x.With(changesOf(lines))
	var out Checked
	fresh, told := map[int]bool{}, map[int]bool{}
	checked := lines[len(lines)-len(changes):]
	for i := range checked {
		one := checkLine(now, then, &checked[i], fresh)
		if i == 0 {
			out.From, out.To = one.From, one.To
		}
		out.Hard, out.Soft, out.Seats = append(out.Hard, one.Hard...), append(out.Soft, one.Soft...), append(out.Seats, one.Seats...)
	}
	for group, classes := range classesByGroup(checked) {
		if note := s.preview(now, then, group, classes); note != nil {
			out.Messages = append(out.Messages, *note)
			for _, i := range x.Group(group).Students {
				told[i] = true
			}
		}
	}
	slices.SortFunc(out.Messages, func(a, b message.Note) int { return strings.Compare(a.Title.En, b.Title.En) })
	if first := &checked[0]; len(checked) == 1 && out.To != nil {
		out.Alternatives = s.alternatives(then, first.change.Group, first.class(), *out.To, out.From)
	}
	out.Told.Students = len(told)
	return out, s.nameNewlyClashing(ctx, x, fresh, &out)
}

// checkLine says where one line puts its class and what hinders that, and notes who would have to be at two places and now has not.
func checkLine(now, then *clash.View, l *stored, fresh map[int]bool) Checked {
	group, class := l.change.Group, l.class()
	out := Checked{From: placeOf(now.Class(group, class)), To: placeOf(then.Class(group, class))}
	if out.To == nil {
		return out
	}
	before, after := foundAt(now, group, class, out.From), foundAt(then, group, class, out.To)
	out.Hard, out.Soft = newClashes(then, class, before, after)
	met := meeting(before)
	for i := range meeting(after) {
		if !met[i] {
			fresh[i] = true
		}
	}
	size := len(now.Group(group).Students)
	if room := now.Rooms[out.To.Room]; room.Seats > 0 && room.Seats < size {
		out.Seats = []Seats{{Of: class, Room: Named{room.ID, room.Name, room.NameEn}, Seats: room.Seats, Size: size}}
	}
	return out
}

func classesByGroup(lines []stored) map[string][]string {
	classes := map[string][]string{}
	for i := range lines {
		group := lines[i].change.Group
		classes[group] = append(classes[group], lines[i].class())
	}
	return classes
}

// meeting is the students who would have to be at two places.
func meeting(found []clash.Found) map[int]bool {
	students := map[int]bool{}
	for _, f := range found {
		if f.Kind == clash.Students || f.Kind == clash.SameOnes {
			for _, i := range f.Students {
				students[i] = true
			}
		}
	}
	return students
}

// open reads the term and the caller's draft of it.
func (s *Service) open(ctx context.Context, who access.Actor, term string) (*clash.Index, []stored, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, nil, err
	}
	x, err := s.o.Clashes.Index(ctx, term)
	if err != nil {
		return nil, nil, err
	}
	own, err := s.ownLines(ctx, s.o.DB.Reader(), who, x.Term.ID)
	return x, own, err
}

// preview is the message about some classes of a group as its students will read it; nil when they are over.
func (s *Service) preview(now, then *clash.View, group string, classes []string) *message.Note {
	published := difference(now, then, group)
	published.Differences = slices.DeleteFunc(published.Differences, func(d timetable.Difference) bool {
		return d.Before != nil && !slices.Contains(classes, d.Before.ID) || d.After != nil && !slices.Contains(classes, d.After.ID)
	})
	digest, some := news.Together(published, "", s.o.Now().In(s.o.Timetables.Zone()))
	if !some {
		return nil
	}
	note := digest.Note()
	return &note
}

// difference is what becomes of a group's classes.
func difference(now, then *clash.View, group string) timetable.News {
	x, g := now.Index, now.Group(group)
	names := timetable.Names{
		Course: timetable.Group{ID: g.ID, Code: g.Code, Course: g.CourseID, CourseCode: g.CourseCode, Name: g.Course, NameEn: g.CourseEn},
		Rooms:  x.Rooms, Teachers: x.Teachers, Campuses: map[string]timetable.Campus{},
	}
	for _, c := range x.Whole.Campuses {
		names.Campuses[c.ID] = c
	}
	return timetable.News{Term: x.Term, Group: group, Differences: timetable.Diff(now.Of(group), then.Of(group)), Names: names}
}

// maxNames is how many of those with a new clash are named.
const maxNames = 20

// nameNewlyClashing names the first of those who would have to be at two places and now have not.
func (s *Service) nameNewlyClashing(ctx context.Context, x *clash.Index, fresh map[int]bool, out *Checked) error {
	ids := make([]string, 0, len(fresh))
	for i := range fresh {
		ids = append(ids, x.Students[i].ID)
	}
	out.Told.NewClashes = len(ids)
	slices.Sort(ids)
	var err error
	out.Told.Names, err = s.studentNames(ctx, ids[:min(len(ids), maxNames)])
	return err
}

// studentNames reads the names of a few students.
func (s *Service) studentNames(ctx context.Context, ids []string) ([]Named, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	places, args := sqldb.List(1, ids)
	var list []Named
	rows, err := s.o.DB.Reader().QueryContext(ctx, `SELECT id, name, name_latin FROM student WHERE id IN (`+places+`) ORDER BY number_key`, args...)
	if err != nil {
		return nil, fmt.Errorf("read students' names: %w", err)
	}
	defer func() { _ = rows.Close() }() // it was read to its end, or there is an error already
	for rows.Next() {
		var n Named
		if err := rows.Scan(&n.ID, &n.Name, &n.NameEn); err != nil {
			return nil, fmt.Errorf("read students' names: %w", err)
		}
		list = append(list, n)
	}
	return list, rows.Err()
}
