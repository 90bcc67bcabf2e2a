package planning

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
)

const (
	maxPlaceDays = 14
	best         = 3
	// A pause as long as this parts morning, afternoon and evening; no class is put across it.
	longPause = 40 // minutes; a gap this long separates morning, afternoon and evening, and no class spans it
)

// Wanted is a class that needs a place: an existing one, or a new one for a group.
type Wanted struct {
	Class   string
	Group   string
	Periods int
	Room    string // overrides the room of the class
	Teacher string
}

// Places is the result of Service.Places.
type Places struct {
	Slots []Slot
	Best  []Proposal
	Now   []Clash // clashes of the class at its current place
}

// Places returns, for every slot of some days, what a class there would clash with, and proposes the best slots.
// Registrars only. Errors: timetable.no_class, course.no_group, timetable.no_hours, timetable.dates_reversed,
// planning.too_long.
func (s *Service) Places(
	ctx context.Context, who access.Actor, term string, w Wanted, from, to civil.Date,
) (Places, error) {
	x, own, err := s.openDraft(ctx, who, term)
	if err != nil {
		return Places{}, err
	}
	if err := checkSpan(from, to, maxPlaceDays); err != nil {
		return Places{}, err
	}
	view := x.With(changesOf(own))
	place, periods, err := w.place(view)
	if err != nil {
		return Places{}, err
	}
	f := s.finder(view, w.Group, w.Class, place, periods)
	slots := f.slots(from, to)
	out := Places{Slots: make([]Slot, 0, len(slots)), Best: f.best(slots, nil)}
	for _, p := range out.Best {
		for i := range slots {
			if p.Place.Room == place.Room && slots[i].at == p.Place {
				slots[i].Best = p.Rank
			}
		}
	}
	for _, slot := range slots {
		out.Slots = append(out.Slots, slot.Slot)
	}
	if class := view.Find(w.Class); class != nil && class.State != timetable.Cancelled {
		found := foundAt(view, class.Group, class.ID, &class.Place)
		hard, soft := newClashes(view, class.Group, class.ID, found, found)
		out.Now = slices.Concat(hard, soft)
	}
	return out, nil
}

// teacherDays is how far PlacesForTeacher looks: the week of the class and the next.
const teacherDays = 14

// PlacesForTeacher proposes the best slots for one of the caller's classes, as Places does for staff, at times when
// they give no other class. Teachers only. Errors: timetable.no_class, also for another teacher's class.
func (s *Service) PlacesForTeacher(ctx context.Context, who access.Actor, class string) ([]Proposal, error) {
	if err := access.Teaching.Check(who); err != nil {
		return nil, err
	}
	taught, err := s.o.Timetables.Taught(ctx, who.Teacher, class)
	if err != nil {
		return nil, err
	}
	x, err := s.o.Clashes.Index(ctx, taught.Term)
	if err != nil {
		return nil, err
	}
	view, place := x.With(nil), taught.Class.Place
	f := s.finder(view, taught.Class.Group, class, place, periodsOf(&view.Whole.Rules, place))
	monday := place.Day.Monday()
	slots := slices.DeleteFunc(f.slots(monday, monday.AddDays(teacherDays-1)), func(slot slotAt) bool {
		return taught.Busy(slot.at) != nil
	})
	return f.best(slots, nil), nil
}

func checkSpan(from, to civil.Date, days int) error {
	if from.IsZero() || to.Before(from) {
		return fault.New(fault.Invalid, "timetable.dates_reversed", "from", from.String(), "to", to.String())
	}
	if from.DaysUntil(to) >= days {
		return fault.New(fault.Invalid, "planning.too_long", "max", strconv.Itoa(days))
	}
	return nil
}

// place returns where the class would be apart from day and hours, and how many periods it takes.
func (w *Wanted) place(v *clash.View) (place timetable.Place, periods int, err error) {
	if w.Class != "" {
		class := v.Find(w.Class)
		if class == nil {
			return place, 0, fault.New(fault.NotFound, "timetable.no_class")
		}
		w.Group, place = class.Group, class.Place
		periods = periodsOf(&v.Whole.Rules, place)
	} else {
		if v.Groups[w.Group] == nil {
			return place, 0, fault.New(fault.NotFound, "course.no_group")
		}
		if w.Periods < 1 {
			return place, 0, fault.New(fault.Invalid, "timetable.no_hours")
		}
		place.Campus, periods = campusOf(v, w.Group), w.Periods
	}
	if room, known := v.Rooms[w.Room]; known {
		place.Room, place.Campus = room.ID, room.Campus
	}
	if w.Teacher != "" {
		place.Teacher = w.Teacher
	}
	return place, periods, nil
}

// periodsOf counts the periods of a place; for clock times, the periods they overlap.
func periodsOf(p *timetable.Plan, place timetable.Place) int {
	if place.Hours.FirstPeriod > 0 {
		return place.Hours.LastPeriod - place.Hours.FirstPeriod + 1
	}
	n := 0
	if scheme := p.Scheme(place.Campus, place.Day); scheme != nil {
		for _, period := range scheme.Periods {
			if period.Starts < place.Hours.Ends && place.Hours.Starts < period.Ends {
				n++
			}
		}
	}
	return max(n, 1)
}

// campusOf returns the campus of most of a group's classes.
func campusOf(v *clash.View, group string) string {
	counts := map[string]int{}
	for _, c := range v.Of(group) {
		counts[c.Place.Campus]++
	}
	campus, most := "", 0
	for id, n := range counts {
		if n > most || n == most && id < campus {
			campus, most = id, n
		}
	}
	if campus == "" && len(v.Whole.Campuses) > 0 {
		campus = v.Whole.Campuses[0].ID
	}
	return campus
}

// finder looks for places for one class.
type finder struct {
	view    *clash.View
	probe   *clash.Probe
	place   timetable.Place
	periods int
	size    int
	today   civil.Date
	clock   civil.Time
}

type slotAt struct {
	Slot
	at timetable.Place
}

func (s *Service) finder(v *clash.View, group, class string, place timetable.Place, periods int) *finder {
	f := &finder{view: v, probe: v.Probe(group, class), place: place, periods: periods, size: len(v.Group(group).Students)}
	f.today, f.clock = civil.Of(s.o.Now(), s.o.Timetables.Zone())
	return f
}

// slots lists where the class could be, within each part of the day.
func (f *finder) slots(from, to civil.Date) []slotAt {
	var list []slotAt
	for day := from; !day.After(to); day = day.AddDays(1) {
		if !f.view.Term.Contains(day) {
			continue
		}
		scheme := f.view.Whole.Rules.Scheme(f.place.Campus, day)
		if scheme == nil {
			continue
		}
		off := f.view.Whole.Rules.Off(day)
		for _, hours := range hoursOf(scheme.Periods, f.periods) {
			at := f.place
			at.Day, at.Hours = day, hours
			slot := slotAt{Slot{Day: day, FirstPeriod: hours.FirstPeriod, LastPeriod: hours.LastPeriod, Off: off}, at}
			t := f.probe.Count(at)
			slot.RoomTaken, slot.TeacherBusy, slot.GroupBusy, slot.Students = t.Room, t.Teacher, t.Group, t.Students
			list = append(list, slot)
		}
	}
	return list
}

// hoursOf lists the runs of n periods within the parts of a day.
func hoursOf(periods []timetable.Period, n int) []timetable.Hours {
	var list []timetable.Hours
	add := func(part []timetable.Period) {
		h := timetable.Hours{
			FirstPeriod: part[0].Number, LastPeriod: part[n-1].Number,
			Starts: part[0].Starts, Ends: part[n-1].Ends,
		}
		if !slices.Contains(list, h) {
			list = append(list, h)
		}
	}
	for start := 0; start < len(periods); {
		end := start + 1
		for end < len(periods) && int(periods[end].Starts)-int(periods[end-1].Ends) < longPause {
			end++
		}
		for i := start; i+n <= end; i += n {
			add(periods[i:])
		}
		if end-start > n {
			add(periods[end-n:])
		}
		start = end
	}
	slices.SortFunc(list, func(a, b timetable.Hours) int { return cmp.Compare(a.FirstPeriod, b.FirstPeriod) })
	return list
}

// best proposes at most three places without a hard clash, by the rule in docs/staff.md: first another room at the
// wanted time, if only the room clashes; then the class's own room at other times; then other rooms at other times.
// Other rooms are on the same campus and have enough seats. Times are ordered by students who clash, nearest day,
// earliest hour.
func (f *finder) best(slots []slotAt, wanted *timetable.Place) []Proposal {
	var list []Proposal
	put := func(place timetable.Place, students int) {
		if len(list) < best {
			list = append(list, Proposal{Place: place, Students: students, Rank: len(list) + 1})
		}
	}
	near := f.place.Day
	if wanted != nil {
		near = wanted.Day
		t := f.probe.Count(*wanted)
		if room := f.otherRoom(*wanted); t.Room && !t.Teacher && !t.Group && room != "" {
			place := *wanted
			place.Room = room
			put(place, t.Students)
		}
	}
	free := slices.DeleteFunc(slices.Clone(slots), func(s slotAt) bool {
		over := s.Day.Before(f.today) || s.Day == f.today && s.at.Hours.Starts <= f.clock
		here := s.at.Day == f.place.Day && s.at.Hours == f.place.Hours ||
			wanted != nil && s.at.Day == wanted.Day && s.at.Hours == wanted.Hours
		return over || here || s.Off || s.TeacherBusy || s.GroupBusy
	})
	slices.SortStableFunc(free, func(a, b slotAt) int {
		return cmp.Or(cmp.Compare(a.Students, b.Students), cmp.Compare(distance(near, a.Day), distance(near, b.Day)),
			cmp.Compare(a.at.Hours.Starts, b.at.Hours.Starts), a.Day.Compare(b.Day))
	})
	for _, slot := range free {
		if !slot.RoomTaken {
			put(slot.at, slot.Students)
		}
	}
	for _, slot := range free {
		if !slot.RoomTaken || len(list) == best {
			continue
		}
		if room := f.otherRoom(slot.at); room != "" {
			slot.at.Room = room
			put(slot.at, slot.Students)
		}
	}
	return list
}

func distance(a, b civil.Date) int { return max(a.DaysUntil(b), b.DaysUntil(a)) }

// otherRoom returns the smallest free room of the campus with enough seats, preferring the same building.
func (f *finder) otherRoom(at timetable.Place) string {
	taken := takenRooms(f.view, at, "")
	var found timetable.Room
	building := f.view.Rooms[at.Room].Building
	for _, r := range f.view.Rooms {
		if r.Campus != at.Campus || r.Seats < max(f.size, 1) || r.ID == at.Room || taken[r.ID] != nil {
			continue
		}
		if found.ID == "" || cmp.Or(falseFirst(r.Building != building)-falseFirst(found.Building != building),
			r.Seats-found.Seats, cmp.Compare(r.ID, found.ID)) < 0 {
			found = r
		}
	}
	return found.ID
}

// falseFirst sorts false before true.
func falseFirst(b bool) int {
	if b {
		return 1
	}
	return 0
}

// alternatives returns the best places in the week that a class moves to.
func (s *Service) alternatives(
	v *clash.View, group, class string, to timetable.Place, from *timetable.Place,
) []Proposal {
	if !to.Hours.Timed() {
		return nil
	}
	f := s.finder(v, group, class, to, periodsOf(&v.Whole.Rules, to))
	monday := to.Day.Monday()
	slots := f.slots(monday, monday.AddDays(6))
	if from != nil { // the current place is no alternative
		slots = slices.DeleteFunc(slots, func(s slotAt) bool { return s.at == *from })
	}
	return f.best(slots, &to)
}
