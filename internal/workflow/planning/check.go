package planning

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"strings"

	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/news"
)

// clashesAt lists what a class would clash with at its new place, and marks the clashes that it doesn't have now.
func clashesAt(now, then *clash.View, group, class string, from, to *timetable.Place) (hard, soft []Clash) {
	if to == nil {
		return nil, nil
	}
	return newClashes(then, group, class, foundAt(now, group, class, from), foundAt(then, group, class, to))
}

func foundAt(v *clash.View, group, class string, place *timetable.Place) []clash.Found {
	if place == nil {
		return nil
	}
	return v.Probe(group, class).At(*place)
}

func newClashes(then *clash.View, group, class string, before, after []clash.Found) (hard, soft []Clash) {
	type key struct{ kind, object, other string }
	known := map[key]bool{}
	for _, f := range before {
		known[key{string(f.Kind), f.Object, f.Other.ID}] = true
	}
	for _, f := range after {
		c := Clash{
			Kind: f.Kind, Of: class, Object: nameOf(then.Index, f), Other: *f.Other, Group: then.Group(f.Other.Group),
			Students: len(f.Students), Minutes: f.Minutes, New: !known[key{string(f.Kind), f.Object, f.Other.ID}],
		}
		if f.Kind.Hard() {
			accepted, _ := then.Index.Accepted(f.Kind, f.Object, group, f.Other.Group)
			c.Accepted = accepted.Reason
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
	case clash.SameGroup:
		out.Name, out.NameEn = x.Group(f.Object).Code, x.Group(f.Object).Code
	case clash.Class, clash.Students:
	}
	return out
}

// Check previews changes made together on top of the caller's draft, and writes nothing: one change, or the two of
// a swap. It ignores lines of the caller's draft that they replace or that concern the same classes. Registrars
// only. Errors: those of Change.Check, course.no_group, planning.no_line.
func (s *Service) Check(
	ctx context.Context, who access.Actor, term string, changes []timetable.Change, line string,
) (Checked, error) {
	x, own, err := s.openDraft(ctx, who, term)
	if err != nil {
		return Checked{}, err
	}
	if line != "" && !slices.ContainsFunc(own, func(l stored) bool { return l.change.ID == line }) {
		return Checked{}, fault.New(fault.NotFound, "planning.no_line")
	}
	lines := slices.DeleteFunc(own, func(l stored) bool { return l.change.ID == line })
	for _, change := range changes {
		if err := checkFits(x, &change); err != nil {
			return Checked{}, err
		}
		change.ID = sqldb.NewID()
		lines = slices.DeleteFunc(lines, func(l stored) bool { return change.Class != "" && l.change.Class == change.Class })
		lines = append(lines, stored{change: change})
	}
	now, then := x.With(nil), x.With(changesOf(lines))
	var out Checked
	newlyClashing := map[int]bool{}
	checked := lines[len(lines)-len(changes):]
	for i := range checked {
		one := checkLine(now, then, &checked[i], newlyClashing)
		if i == 0 {
			out.From, out.To = one.From, one.To
		}
		out.Hard, out.Soft, out.Seats = append(out.Hard, one.Hard...), append(out.Soft, one.Soft...),
			append(out.Seats, one.Seats...)
	}
	if err := s.preview(ctx, now, then, classesByGroup(checked), &out); err != nil {
		return Checked{}, err
	}
	if first := &checked[0]; len(checked) == 1 && out.To != nil {
		out.Alternatives = s.alternatives(then, first.change.Group, first.class(), *out.To, out.From)
	}
	return out, s.nameNewlyClashing(ctx, x, newlyClashing, &out)
}

// checkLine returns where one line moves its class and the problems with that. It adds to newlyClashing the
// students who would be double-booked and aren't now.
func checkLine(now, then *clash.View, l *stored, newlyClashing map[int]bool) Checked {
	group, class := l.change.Group, l.class()
	out := Checked{From: placeOf(now.Class(group, class)), To: placeOf(then.Class(group, class))}
	if out.To == nil {
		return out
	}
	before, after := foundAt(now, group, class, out.From), foundAt(then, group, class, out.To)
	out.Hard, out.Soft = newClashes(then, group, class, before, after)
	met := doubleBooked(before)
	for i := range doubleBooked(after) {
		if !met[i] {
			newlyClashing[i] = true
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

// doubleBooked returns the students who would have to be in two places at once.
func doubleBooked(found []clash.Found) map[int]bool {
	students := map[int]bool{}
	for _, f := range found {
		if f.Kind == clash.Students || f.Kind == clash.SameGroup {
			for _, i := range f.Students {
				students[i] = true
			}
		}
	}
	return students
}

// openDraft reads a term and the caller's draft for it.
func (s *Service) openDraft(ctx context.Context, who access.Actor, term string) (*clash.Index, []stored, error) {
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

// preview adds who would be notified about some classes, and the messages. Past classes cause none.
func (s *Service) preview(ctx context.Context, now, then *clash.View, classes map[string][]string, out *Checked) error {
	var list []*timetable.News
	for _, group := range slices.Sorted(maps.Keys(classes)) {
		published := difference(now, then, group)
		published.Differences = slices.DeleteFunc(published.Differences, func(d timetable.Difference) bool {
			return d.Before != nil && !slices.Contains(classes[group], d.Before.ID) ||
				d.After != nil && !slices.Contains(classes[group], d.After.ID)
		})
		list = append(list, &published)
	}
	all, err := s.expected(ctx, s.o.DB.Reader(), list)
	if err != nil {
		return err
	}
	reached := all.reach(now.Index)
	out.Told.Students, out.Told.Teachers = reached.Students, reached.Teachers
	for i, d := range all.groups {
		if i == 0 || all.groups[i-1].Group != d.Group { // one as an example: those about an exam have each student's seat
			out.Messages = append(out.Messages, d.Message())
		}
	}
	var accounts []string
	concerned := map[string][]news.Digest{}
	for _, d := range all.teachers {
		if concerned[d.Account] == nil {
			teacher := now.Teachers[d.Teacher]
			accounts, out.ToTeachers = append(accounts, d.Account),
				append(out.ToTeachers, TeacherMessage{Teacher: Named{teacher.ID, teacher.Name, teacher.NameEn}})
		}
		concerned[d.Account] = append(concerned[d.Account], d.Digest)
	}
	for i, account := range accounts {
		out.ToTeachers[i].Note = news.CombineDigests(concerned[account], "")
	}
	slices.SortFunc(out.Messages, func(a, b message.Note) int { return strings.Compare(a.Title.En, b.Title.En) })
	return nil
}

// expected returns the digests for changes that aren't published yet.
func (s *Service) expected(ctx context.Context, q sqldb.Querier, list []*timetable.News) (digests, error) {
	if err := timetable.NameReaders(ctx, q, list); err != nil {
		return digests{}, err
	}
	published := make([]timetable.News, 0, len(list))
	for _, n := range list {
		published = append(published, *n)
	}
	return s.digests(published, ""), nil
}

// difference returns the changes to a group's classes.
func difference(now, then *clash.View, group string) timetable.News {
	x, g := now.Index, now.Group(group)
	names := timetable.Names{
		Course: timetable.Group{
			ID: g.ID, Code: g.Code, Course: g.CourseID, CourseCode: g.CourseCode, Name: g.Course,
			NameEn: g.CourseEn,
		}, Rooms: x.Rooms, Teachers: x.Teachers, Campuses: map[string]timetable.Campus{},
	}
	for _, c := range x.Whole.Campuses {
		names.Campuses[c.ID] = c
	}
	return timetable.News{
		Term: x.Term, Group: group,
		Differences: timetable.Diff(now.Of(group), then.Of(group)), Names: names,
	}
}

// maxNames limits how many students with a new clash are named.
const maxNames = 20

// nameNewlyClashing counts the students who would be newly double-booked and names the first of them.
func (s *Service) nameNewlyClashing(
	ctx context.Context, x *clash.Index, newlyClashing map[int]bool, out *Checked,
) error {
	ids := make([]string, 0, len(newlyClashing))
	for i := range newlyClashing {
		ids = append(ids, x.Students[i].ID)
	}
	out.Told.NewClashes = len(ids)
	slices.Sort(ids)
	var err error
	out.Told.Names, err = s.studentNames(ctx, ids[:min(len(ids), maxNames)])
	return err
}

func (s *Service) studentNames(ctx context.Context, ids []string) ([]Named, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	places, args := sqldb.List(1, ids)
	text := `SELECT id, name, name_latin FROM student WHERE id IN (` + places + `) ORDER BY number_key`
	return sqldb.Select(ctx, s.o.DB.Reader(), "read students' names", text, args,
		func(row *sql.Rows, n *Named) error { return row.Scan(&n.ID, &n.Name, &n.NameEn) })
}
