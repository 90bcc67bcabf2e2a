package clash

import (
	"context"
	"slices"
	"time"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/sqldb"
)

// Service reports and accepts clashes. It is safe for concurrent use.
type Service struct {
	database   *sqldb.DB
	timetables *timetable.Service
	reports    *cache.Cache[Report]
	indexes    *cache.Cache[*Index]
}

// maxTerms is how many terms are cached.
const maxTerms = 4

// New creates the service.
func New(database *sqldb.DB, timetables *timetable.Service) *Service {
	revision := timetables.Revision()
	return &Service{database, timetables, cache.New[Report](revision, maxTerms), cache.New[*Index](revision, maxTerms)}
}

// Group is a group of the term with its course and students.
type Group struct {
	ID, Code, Course, CourseEn string
	CourseID, CourseCode       string
	Students                   []int // indexes of Index.Students
}

// Label is the name of a room or teacher.
type Label struct {
	Name, NameEn string
}

// Report lists all clashes of a term from a day on, with the names they refer to.
type Report struct {
	Term     timetable.Term
	From     civil.Date
	At       time.Time       // when it was computed; nothing has changed since
	Clashes  []Clash         // not accepted
	Accepted []AcceptedClash // the newest first
	Groups   map[string]Group
	Names    map[string]Label // rooms and teachers
}

// Report finds the clashes of a term from today on. An empty term means the current one. It is cached until anything in
// the college changes. Registrars only. Errors: timetable.no_term, timetable.no_terms.
func (s *Service) Report(ctx context.Context, who access.Actor, term string) (Report, error) {
	if err := access.Admin.Check(who); err != nil {
		return Report{}, err
	}
	today := s.timetables.Today()
	return s.reports.Get(ctx, term+" "+today.String(), func(ctx context.Context) (Report, error) {
		x, err := s.Index(ctx, term)
		if err != nil {
			return Report{}, err
		}
		return x.report(today), nil
	})
}

func (x *Index) report(today civil.Date) Report {
	out := Report{Term: x.Term, From: today, At: x.At, Groups: map[string]Group{}, Names: map[string]Label{}}
	out.Clashes, out.Accepted = x.splitAccepted(x.findFrom(today))
	for i := range out.Clashes {
		out.name(x, &out.Clashes[i])
	}
	for i := range out.Accepted {
		out.name(x, &out.Accepted[i].Clash)
	}
	return out
}

// findFrom lists the clashes from a day on, accepted or not.
func (x *Index) findFrom(from civil.Date) []Clash {
	first := slices.IndexFunc(x.Classes, func(c timetable.Class) bool { return !c.Place.Day.Before(from) })
	if first < 0 {
		return nil
	}
	members := func(group string) []int { return x.Group(group).Students }
	list := slices.Concat(find(x.Classes[first:], x.Whole.SeatRooms, x.ways, members), x.smallRooms(x.Classes[first:]))
	sortClashes(list)
	return list
}

// OpenIn lists the clashes from today on that need a reason and have none, of all terms that aren't over, in the
// caller's transaction. Without students it reads far less than an Index.
func (s *Service) OpenIn(ctx context.Context, q sqldb.Querier) ([]OpenClash, error) {
	terms, err := s.timetables.TermsIn(ctx, q)
	if err != nil {
		return nil, err
	}
	today := s.timetables.Today()
	var list []OpenClash
	for _, term := range terms {
		if term.LastDay().Before(today) {
			continue
		}
		whole, err := s.timetables.WholeTerm(ctx, q, term.ID)
		if err != nil {
			return nil, err
		}
		x := &Index{Term: term, Whole: whole, Classes: whole.Classes()}
		if x.accepted, err = readAccepted(ctx, q, term.ID); err != nil {
			return nil, err
		}
		open, _ := x.splitAccepted(x.findFrom(today))
		for _, c := range open {
			if c.Kind.Hard() {
				list = append(list, OpenClash{c, term.ID})
			}
		}
	}
	return list, nil
}

// OpenClash is a clash that needs a reason.
type OpenClash struct {
	Clash
	Term string
}

// Pair returns what a reason is given for.
func (c *OpenClash) Pair() Pair { return Pair{c.Kind, c.Object, c.Groups} }

// Added lists the clashes that are new, or occur on days on which they didn't before, with these days only.
func Added(before, after []OpenClash) (list []OpenClash) {
	known := map[key][]civil.Date{}
	for i := range before {
		known[before[i].Pair().key()] = before[i].Days
	}
	for _, c := range after {
		c.Days = slices.DeleteFunc(slices.Clone(c.Days),
			func(day civil.Date) bool { return slices.Contains(known[c.Pair().key()], day) })
		if len(c.Days) > 0 {
			list = append(list, c)
		}
	}
	return list
}

// smallRooms lists rooms with fewer seats than their group has students. All rooms of an exam count together.
func (x *Index) smallRooms(classes []timetable.Class) (list []Clash) {
	known := map[[2]string]int{} // indexes of list, by room and group
	for i := range classes {
		c := &classes[i]
		seats, group := x.Rooms[c.Place.Room].Seats, x.Groups[c.Group]
		if c.State == timetable.Cancelled || seats == 0 || group == nil {
			continue
		}
		size := len(group.Students)
		for _, room := range x.RoomsOf(c)[1:] {
			seats += x.Rooms[room].Seats
		}
		if seats >= size {
			continue
		}
		at, again := known[[2]string{c.Place.Room, c.Group}]
		if !again {
			at = len(list)
			known[[2]string{c.Place.Room, c.Group}] = at
			list = append(list, Clash{
				Kind: SmallRoom, Object: c.Place.Room, Groups: [2]string{c.Group, c.Group}, Students: size,
				Seats: seats, First: [2]timetable.Place{c.Place, c.Place},
			})
		}
		if one := &list[at]; len(one.Days) == 0 || one.Days[len(one.Days)-1] != c.Place.Day {
			one.Days = append(one.Days, c.Place.Day)
			one.Classes = append(one.Classes, [2]string{c.ID, c.ID})
		}
	}
	return list
}

func (r *Report) name(x *Index, c *Clash) {
	for _, group := range c.Groups {
		if _, known := r.Groups[group]; !known {
			r.Groups[group] = x.Group(group)
		}
	}
	if room, known := x.Rooms[c.Object]; known {
		r.Names[c.Object] = Label{room.Name, room.NameEn}
	} else if teacher, known := x.Teachers[c.Object]; known {
		r.Names[c.Object] = Label{teacher.Name, teacher.NameEn}
	}
}
