package timetable

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// Meetings lists the meetings of a group.
func (s *Service) Meetings(ctx context.Context, q sqldb.Querier, group string) ([]Meeting, error) {
	rows, err := db.New(q).SelectMeetingsOfGroup(ctx, group)
	if err != nil {
		return nil, fmt.Errorf("read a group's meetings: %w", err)
	}
	return toMeetings(rows)
}

// ReplaceMeetings replaces the meetings of a group inside the caller's transaction and returns how many changed. A
// meeting without an id takes that of the most similar old one, so that a corrected spreadsheet moves classes instead
// of recreating them. Students are notified about their classes. Staff only. Errors: those of Meeting.Check,
// course.no_group, timetable.unknown_room, timetable.unknown_teacher, and timetable.no_meeting for an id of another
// group.
func (s *Service) ReplaceMeetings(
	ctx context.Context, q sqldb.Querier, who access.Actor, group string, meetings []Meeting,
) (int, error) {
	if err := access.Admin.Check(who); err != nil {
		return 0, err
	}
	plan, err := groupPlan(ctx, q, group)
	if err != nil {
		return 0, err
	}
	if _, err = assignIDs(plan.Meetings, meetings); err != nil {
		return 0, err
	}
	return s.writeMeetings(ctx, q, who, group, plan, meetings)
}

// A Replacement is a meeting before and after its group's meetings were replaced.
type Replacement struct {
	Was Meeting // zero: new
	Now Meeting // without weeks: nothing of it is to come, or it is removed
}

// Replaced is the result of ReplaceComing.
type Replaced struct {
	Meetings []Replacement // of each given meeting
	Removed  []Replacement // those with classes to come that no given meeting continues
	Lost     int           // classes that were to come and no longer take place
	Past     bool          // the past differs, and stays as it is
}

// ReplaceComing is ReplaceMeetings for the classes that are still to come, from a week of the term on; 0: from now on.
// Classes that have begun stay as they are, with their recordings. A meeting that changes keeps the ids of its classes,
// and so what was published about them. The first meetings of a group also have classes in the past. Errors: those of
// ReplaceMeetings.
func (s *Service) ReplaceComing(
	ctx context.Context, q sqldb.Querier, who access.Actor, group string, meetings []Meeting, week int,
) (Replaced, error) {
	if err := access.Admin.Check(who); err != nil {
		return Replaced{}, err
	}
	plan, err := groupPlan(ctx, q, group)
	if err != nil {
		return Replaced{}, err
	}
	for i := range meetings {
		m := &meetings[i]
		m.Group = group
		if m.Campus, err = knownPlace(ctx, q, m.Campus, m.Room, m.Teacher); err != nil {
			return Replaced{}, err
		}
		if err := m.Check(plan.Term, plan.Schemes); err != nil {
			return Replaced{}, err
		}
	}
	today, clock := s.Clock()
	first := len(plan.Meetings) == 0
	over := func(c *Class) bool { return !first && (c.Week < week || c.Place.Begun(today, clock)) }
	rows, out, err := replaceComing(plan, meetings, over)
	if err != nil {
		return Replaced{}, err
	}
	after := plan
	after.Meetings = rows
	for _, d := range Diff(Expand(plan), Expand(after)) {
		if d.Before != nil && d.Before.State != Cancelled && (d.After == nil || d.After.State == Cancelled) {
			out.Lost++
		}
	}
	_, err = s.writeMeetings(ctx, q, who, group, plan, rows)
	return out, err
}

// writeMeetings writes all meetings of a group; those with other ids are deleted. It returns how many changed.
func (s *Service) writeMeetings(
	ctx context.Context, q sqldb.Querier, who access.Actor, group string, plan Plan, meetings []Meeting,
) (int, error) {
	changed := 0
	write := func() (err error) {
		for i := range meetings {
			m := &meetings[i]
			m.Group = group
			if slices.ContainsFunc(plan.Meetings, m.Same) {
				continue
			}
			if m.Campus, err = knownPlace(ctx, q, m.Campus, m.Room, m.Teacher); err != nil {
				return err
			}
			if err := m.Check(plan.Term, plan.Schemes); err != nil {
				return err
			}
			n, err := db.New(q).UpsertMeeting(ctx, fromMeeting(*m))
			if err != nil {
				return err
			}
			changed += int(n)
		}
		for _, was := range plan.Meetings {
			if slices.ContainsFunc(meetings, func(m Meeting) bool { return m.ID == was.ID }) {
				continue
			}
			if _, err := db.New(q).DeleteMeeting(ctx, was.ID); err != nil {
				return err
			}
			changed++
		}
		return nil
	}
	what := auditEntry{"timetable.replace_meetings", group, meetingFields(plan.Meetings), map[string]any{}}
	err := s.put(ctx, q, who, what, group, func() (int64, error) {
		err := s.changeMeetings(ctx, q, who, group, plan, write)
		maps.Copy(what.is, meetingFields(meetings)) // with the campuses that knownPlace filled in
		return int64(changed), err
	})
	return changed, err
}

// replaceComing returns all meetings of a group once the wanted ones apply to the classes that aren't over. Wanted
// meetings have no ids.
func replaceComing(plan Plan, wanted []Meeting, over func(*Class) bool) ([]Meeting, Replaced, error) {
	out := Replaced{Meetings: make([]Replacement, len(wanted))}
	keeps, late := overWeeks(plan, over), lateWeeks(plan, wanted, over)
	out.Past = !maps.Equal(weeksByRule(plan.Meetings, keeps), weeksByRule(wanted, late))
	wantedOf, err := continued(plan.Meetings, wanted, keeps, late)
	if err != nil {
		return nil, out, err
	}
	a := amendment{of: map[string]*seriesWeeks{}}
	for j := range plan.Meetings {
		weeks := a.series(&plan.Meetings[j])
		weeks.over |= keeps[j]
		if i, continues := wantedOf[j]; continues {
			weeks.late |= wanted[i].Weeks & late[i]
		}
	}
	for j, was := range plan.Meetings {
		if _, continues := wantedOf[j]; continues {
			continue
		}
		stays := was
		if stays.Weeks = keeps[j] | was.Weeks&a.series(&was).late; stays.Weeks != was.Weeks {
			out.Removed = append(out.Removed, Replacement{was, stays})
		}
		a.add(stays)
	}
	known := make([]bool, len(wanted))
	for j, was := range plan.Meetings {
		if i, continues := wantedOf[j]; continues {
			known[i] = true
			out.Meetings[i] = Replacement{was, a.become(was, wanted[i], keeps[j], late[i])}
		}
	}
	for i, m := range wanted {
		if m.Weeks &^= late[i]; !known[i] && m.Weeks != 0 {
			m.ID = sqldb.NewID()
			out.Meetings[i].Now = m
			a.add(m)
		}
	}
	return a.rows, out, nil
}

// An amendment collects the meetings of a group after a change during the term.
type amendment struct {
	rows []Meeting
	of   map[string]*seriesWeeks
}

// seriesWeeks are the weeks of a series whose classes are over, that are too late for the rules that continue it, and
// that have a class already.
type seriesWeeks struct{ over, late, used Weeks }

func (a *amendment) series(m *Meeting) *seriesWeeks {
	weeks := a.of[m.series()]
	if weeks == nil {
		weeks = &seriesWeeks{}
		a.of[m.series()] = weeks
	}
	return weeks
}

// add adds a meeting. Weeks that another one of its series has become a series of their own.
func (a *amendment) add(m Meeting) {
	weeks, own := a.series(&m), m
	own.Weeks &= weeks.used
	m.Weeks &^= weeks.used
	weeks.used |= m.Weeks
	if m.Weeks != 0 {
		a.rows = append(a.rows, m)
	}
	if own.Weeks != 0 {
		own.ID, own.Series = sqldb.NewID(), ""
		a.add(own)
	}
}

// become changes a meeting to another one, except for the weeks that are over, and returns it as a whole. A week in
// which the class is still to come, but that is too late for the new rule, stays too: otherwise it would have no class.
func (a *amendment) become(was, other Meeting, over, late Weeks) Meeting {
	stays, next := was, other
	stays.Weeks = over | was.Weeks&other.Weeks&late
	next.ID, next.Series, next.Life = was.ID, was.Series, was.Life
	if next.Weeks = other.Weeks &^ late &^ a.series(&was).over &^ stays.Weeks; next.Weeks == 0 {
		a.add(stays)
		return stays
	}
	whole := next
	whole.Weeks |= stays.Weeks
	if stays.Weeks == 0 || was.rule() == other.rule() {
		a.add(whole)
		return whole
	}
	a.add(stays)
	next.ID, next.Series = sqldb.NewID(), was.series()
	a.add(next)
	return whole
}

// overWeeks returns the weeks of each meeting whose classes are over.
func overWeeks(plan Plan, over func(*Class) bool) []Weeks {
	weeks := make([]Weeks, len(plan.Meetings))
	for _, class := range Expand(plan) {
		at := slices.IndexFunc(plan.Meetings, func(m Meeting) bool { return m.ID == class.Meeting })
		if at >= 0 && over(&class) {
			weeks[at] |= 1 << class.Week
		}
	}
	return weeks
}

// lateWeeks returns the weeks of each wanted meeting whose classes would be over already.
func lateWeeks(plan Plan, wanted []Meeting, over func(*Class) bool) []Weeks {
	plan.Meetings, plan.Changes = slices.Clone(wanted), nil
	for i := range plan.Meetings {
		plan.Meetings[i].ID = strconv.Itoa(i)
	}
	return overWeeks(plan, over)
}

// rule returns the meeting without its weeks and history.
func (m Meeting) rule() Meeting {
	m.ID, m.Series, m.Weeks, m.Life = "", "", 0, Life{}
	return m
}

func weeksByRule(list []Meeting, weeks []Weeks) map[Meeting]Weeks {
	of := map[Meeting]Weeks{}
	for i, m := range list {
		if weeks[i] != 0 {
			of[m.rule()] |= weeks[i]
		}
	}
	return of
}

// continued finds which wanted meeting continues each old one that has classes to come. It compares the weeks in which
// nothing is over yet.
func continued(old, wanted []Meeting, keeps, late []Weeks) (map[int]int, error) {
	var past Weeks
	for _, weeks := range slices.Concat(keeps, late) {
		past |= weeks
	}
	coming := func(list []Meeting, over []Weeks) (some []Meeting, index []int) {
		for i, m := range list {
			if m.Weeks &^= over[i]; m.Weeks == 0 {
				continue
			}
			if rest := m.Weeks &^ past; rest != 0 {
				m.Weeks = rest
			}
			some, index = append(some, m), append(index, i)
		}
		return some, index
	}
	was, oldAt := coming(old, keeps)
	now, wantedAt := coming(wanted, late)
	paired := map[string]bool{}
	for i := range now { // first those that are the same but for their weeks
		for j := range was {
			if now[i].ID == "" && !paired[was[j].ID] && was[j].rule() == now[i].rule() &&
				old[oldAt[j]].Weeks&wanted[wantedAt[i]].Weeks != 0 {
				now[i].ID, paired[was[j].ID] = was[j].ID, true
			}
		}
	}
	if _, err := assignIDs(was, now); err != nil {
		return nil, err
	}
	of := map[int]int{}
	for i := range now {
		if j := slices.IndexFunc(was, func(m Meeting) bool { return m.ID == now[i].ID }); j >= 0 {
			of[oldAt[j]] = wantedAt[i]
		}
	}
	return of, nil
}

// assignIDs gives every meeting without an id that of the most similar old meeting, or a new one. It returns the ids of
// the unmatched old meetings.
func assignIDs(old, list []Meeting) (gone []string, err error) {
	free := make(map[string]*Meeting, len(old))
	for i := range old {
		free[old[i].ID] = &old[i]
	}
	for i := range list {
		if own := list[i].ID; own != "" {
			if free[own] == nil {
				return nil, fault.New(fault.NotFound, "timetable.no_meeting")
			}
			delete(free, own)
		}
	}
	// Best similarity first across the whole list, so that no meeting takes the id of a closer match.
	for _, alike := range similarities {
		for i := range list {
			if list[i].ID != "" {
				continue
			}
			for j := range old {
				if free[old[j].ID] != nil && list[i].Kind == old[j].Kind && alike(&list[i], &old[j]) {
					list[i].ID = old[j].ID
					delete(free, old[j].ID)
					break
				}
			}
		}
	}
	for i := range list {
		if list[i].ID == "" {
			list[i].ID = sqldb.NewID()
		}
	}
	for i := range old {
		if free[old[i].ID] != nil {
			gone = append(gone, old[i].ID)
		}
	}
	return gone, nil
}

var similarities = []func(a, b *Meeting) bool{
	func(a, b *Meeting) bool {
		return a.Weekday == b.Weekday && a.Hours == b.Hours && a.Weeks == b.Weeks &&
			a.Room == b.Room && a.Teacher == b.Teacher
	},
	func(a, b *Meeting) bool { return a.Weekday == b.Weekday && a.Hours == b.Hours && a.Weeks == b.Weeks },
	func(a, b *Meeting) bool { return a.Weekday == b.Weekday && a.Hours == b.Hours && a.Weeks&b.Weeks != 0 },
	func(a, b *Meeting) bool { return a.Weekday == b.Weekday && a.Weeks&b.Weeks != 0 },
	func(a, b *Meeting) bool { return a.Weeks == b.Weeks },
}
