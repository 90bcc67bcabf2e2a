package planning

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lectern/internal/access"
	"lectern/internal/clash"
	"lectern/internal/fault"
	"lectern/internal/id"
	"lectern/internal/message"
	"lectern/internal/news"
	"lectern/internal/timetable"
)

// clashesOf lists what a class would clash with at its new place, and tells which of that is not there now.
func clashesOf(now, then *clash.View, group, class string, from, to *timetable.Place) (hard, soft []Clash) {
	if to == nil {
		return nil, nil
	}
	type key struct{ kind, object, other string }
	known := map[key]bool{}
	if from != nil {
		for _, f := range now.Probe(group, class).At(*from) {
			known[key{string(f.Kind), f.Object, f.Other.ID}] = true
		}
	}
	for _, f := range then.Probe(group, class).At(*to) {
		c := Clash{
			Kind: f.Kind, Object: nameOf(then.Index, f), Other: *f.Other, Group: then.Group(f.Other.Group), Students: len(f.Students), Minutes: f.Minutes,
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

// Check says what a change would do on top of the caller's draft, and writes nothing. A line of the own draft that it replaces, or that
// concerns the same class, is left out. Registrars only; refusals are those of Change.Check, course.no_group, planning.no_line.
func (s *Service) Check(ctx context.Context, who access.Actor, term string, change timetable.Change, line string) (Checked, error) {
	x, own, err := s.open(ctx, who, term)
	if err != nil {
		return Checked{}, err
	}
	if line != "" && !slices.ContainsFunc(own, func(l stored) bool { return l.change.ID == line }) {
		return Checked{}, fault.New(fault.NotFound, "planning.no_line")
	}
	if err := fit(x, &change); err != nil {
		return Checked{}, err
	}
	change.ID = id.New()
	lines := slices.DeleteFunc(own, func(l stored) bool {
		return l.change.ID == line || change.Class != "" && l.change.Class == change.Class
	})
	lines = append(lines, stored{change: change})
	now, then := x.With(nil), x.With(changesOf(lines))
	class := lines[len(lines)-1].class()
	out := Checked{From: placeOf(now.Class(change.Group, class)), To: placeOf(then.Class(change.Group, class))}
	out.Hard, out.Soft = clashesOf(now, then, change.Group, class, out.From, out.To)
	size := len(x.Group(change.Group).Students)
	if out.To != nil {
		if room := x.Rooms[out.To.Room]; room.Seats > 0 && room.Seats < size {
			out.Seats = &Seats{Room: Named{room.ID, room.Name, room.NameEn}, Seats: room.Seats, Size: size}
		}
		out.Alternatives = s.alternatives(then, change.Group, class, *out.To, out.From)
	}
	out.Message = s.preview(now, then, change.Group, class)
	if out.Message != nil {
		out.Told.Students = size
	}
	return out, s.newlyClashing(ctx, now, then, change.Group, class, &out)
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

// preview is the message about one class as its students will read it; nil when it is over.
func (s *Service) preview(now, then *clash.View, group, class string) *message.Note {
	published := difference(now, then, group)
	published.Differences = slices.DeleteFunc(published.Differences, func(d timetable.Difference) bool {
		return d.Before != nil && d.Before.ID != class || d.After != nil && d.After.ID != class
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

// newlyClashing counts the students of the group who would have to be at two places and now have not.
func (s *Service) newlyClashing(ctx context.Context, now, then *clash.View, group, class string, out *Checked) error {
	if out.To == nil {
		return nil
	}
	met := func(v *clash.View, place *timetable.Place) map[int]bool {
		found := map[int]bool{}
		if place != nil {
			for _, f := range v.Probe(group, class).At(*place) {
				if f.Kind == clash.Students || f.Kind == clash.SameOnes {
					for _, i := range f.Students {
						found[i] = true
					}
				}
			}
		}
		return found
	}
	before := met(now, out.From)
	var fresh []string
	for i := range met(then, out.To) {
		if !before[i] {
			fresh = append(fresh, now.Students[i].ID)
		}
	}
	out.Told.NewClashes = len(fresh)
	slices.Sort(fresh)
	var err error
	out.Told.Names, err = s.studentNames(ctx, fresh[:min(len(fresh), maxNames)])
	return err
}

// studentNames reads the names of a few students; one placeholder each, because no list type is common to both engines.
func (s *Service) studentNames(ctx context.Context, ids []string) ([]Named, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	places, args := make([]string, len(ids)), make([]any, len(ids))
	for i, id := range ids {
		places[i], args[i] = "$"+strconv.Itoa(i+1), id
	}
	var list []Named
	rows, err := s.o.DB.Reader().QueryContext(ctx, `SELECT id, name, name_latin FROM student WHERE id IN (`+strings.Join(places, ", ")+`) ORDER BY number_key`, args...)
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
