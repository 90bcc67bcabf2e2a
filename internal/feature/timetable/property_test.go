package timetable

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/civil"
)

const seeds = 400

// maker creates plans that are mostly sensible and sometimes contradictory.
type maker struct{ *rand.Rand }

func (r maker) chance(percent int) bool { return r.IntN(100) < percent }

func (r maker) life() Life {
	if r.chance(15) {
		return withdrawn(r.IntN(100), 100+r.IntN(100))
	}
	return published(r.IntN(200))
}

func (r maker) date(t Term) civil.Date { return t.FirstMonday.AddDays(r.IntN(t.Weeks*7+6) - 3) }

func (r maker) hours() Hours {
	if r.chance(25) {
		starts := civil.Time(r.IntN(1300))
		ends, _ := starts.Add(1 + r.IntN(130))
		return Hours{Starts: starts, Ends: ends}
	}
	first := 1 + r.IntN(12)
	return periods(first, min(first+r.IntN(3), 12))
}

func (r maker) pick(list ...string) string { return list[r.IntN(len(list))] }

func (r maker) plan() Plan {
	p := Plan{Term: autumn(), Schemes: schemes()}
	p.Term.Weeks = 1 + r.IntN(20)
	for i := range r.IntN(8) {
		p.Meetings = append(p.Meetings, Meeting{
			ID: "m" + strconv.Itoa(i), Group: r.pick("g1", "g2"), Kind: Regular, Weekday: civil.Weekday(1 + r.IntN(7)),
			Hours: r.hours(), Weeks: Weeks(r.Uint64()) & WeekRange(1, p.Term.Weeks), Campus: r.pick("north", "south"),
			Room: r.pick("", "a", "b"), Teacher: "t",
		})
	}
	for i := range r.IntN(4) {
		from := r.date(p.Term)
		p.Holidays = append(p.Holidays,
			Holiday{ID: "h" + strconv.Itoa(i), From: from, To: from.AddDays(r.IntN(8)), Life: r.life()})
	}
	for i := range r.IntN(5) {
		p.Mappings = append(p.Mappings, DayMapping{
			ID: "d" + strconv.Itoa(i), Date: r.date(p.Term), Off: r.chance(30),
			Week: 1 + r.IntN(p.Term.Weeks), Weekday: civil.Weekday(1 + r.IntN(7)), Life: r.life(),
		})
	}
	for i := range r.IntN(12) {
		p.Changes = append(p.Changes, r.change(p, "c"+strconv.Itoa(i)))
	}
	return p
}

func (r maker) change(p Plan, id string) Change {
	c := Change{
		ID: id, Group: "g1", Action: Add, Kind: Exam, Day: r.date(p.Term), Hours: r.hours(),
		Campus: "north", Life: r.life(),
	}
	if len(p.Meetings) == 0 || r.chance(25) {
		return c
	}
	m := p.Meetings[r.IntN(len(p.Meetings))]
	c.Class, c.Group, c.Action = ClassID(m.ID, 1+r.IntN(p.Term.Weeks)), m.Group, Cancel
	if r.chance(70) {
		c.Action, c.Room, c.Teacher = Move, r.pick("", "x", "y"), r.pick("", "u")
		if r.chance(50) {
			c.Day = civil.Date{}
		}
		if r.chance(50) {
			c.Hours = Hours{}
		}
	}
	return c
}

func eachPlan(t *testing.T, fn func(t *testing.T, r maker, p Plan)) {
	t.Helper()
	for seed := range uint64(seeds) {
		r := maker{rand.New(rand.NewPCG(seed, 4))}
		p := r.plan()
		fn(t, r, p)
		if t.Failed() {
			t.Fatalf("seed %d: %+v", seed, p)
		}
	}
}

// [2.21] Every class belongs to exactly one rule, and every rule has exactly its classes.
func TestEveryClassBelongsToExactlyOneRule(t *testing.T) {
	eachPlan(t, func(t *testing.T, _ maker, p Plan) {
		want := map[string]string{} // class id → its rule's group
		for _, m := range p.Meetings {
			for _, week := range m.Weeks.List() {
				want[ClassID(m.ID, week)] = m.Group
			}
		}
		for _, c := range p.Changes {
			if c.Action == Add && c.Life.active() && p.Term.Contains(c.Day) {
				want[c.ID] = c.Group
			}
		}
		for _, class := range Expand(p) {
			if group, ok := want[class.ID]; !ok || group != class.Group {
				t.Errorf("class %s has no rule, or a second class is called so", class.ID)
			}
			delete(want, class.ID)
		}
		if len(want) > 0 {
			t.Errorf("rules without their class: %v", want)
		}
	})
}

// teaches is an independent implementation of which teaching day a date has, if any.
func teaches(p Plan, date civil.Date) (week int, on civil.Weekday, mapped, teaching bool) {
	var holds *DayMapping
	for i := range p.Mappings {
		m := &p.Mappings[i]
		if m.Date == date && m.Life.active() && (holds == nil || laterMapping(m, holds)) {
			holds = m
		}
	}
	if holds != nil {
		return holds.Week, holds.Weekday, true, !holds.Off
	}
	for _, h := range p.Holidays {
		if h.Life.active() && !date.Before(h.From) && !date.After(h.To) {
			return 0, 0, false, false
		}
	}
	return WeekOf(p.Term, date), date.Weekday(), false, p.Term.Contains(date)
}

func TestNothingFallsOnADayOff(t *testing.T) {
	eachPlan(t, func(t *testing.T, _ maker, p Plan) {
		for _, class := range Expand(p) {
			if !p.Term.Contains(class.Place.Day) {
				continue // a move out of the term: Check refuses it
			}
			if _, _, _, teaching := teaches(p, class.Place.Day); !teaching && class.State != Cancelled {
				t.Errorf("%s is %s on %s, which is off", class.ID, class.State, class.Place.Day)
			}
		}
	})
}

// Without changes, a class takes place if and only if some date teaches its teaching day, on the first such date.
func TestTeachingDaysAreTaughtOnce(t *testing.T) {
	eachPlan(t, func(t *testing.T, _ maker, p Plan) {
		p.Changes = nil
		weekday := map[string]civil.Weekday{}
		for _, m := range p.Meetings {
			weekday[m.ID] = m.Weekday
		}
		for _, class := range Expand(p) {
			var want, own civil.Date
			for i := p.Term.Weeks*7 - 1; i >= 0; i-- {
				date := p.Term.FirstMonday.AddDays(i)
				week, on, mapped, teaching := teaches(p, date)
				if teaching && week == class.Week && on == weekday[class.Meeting] {
					if mapped {
						want = date
					} else {
						own = date
					}
				}
			}
			if want.IsZero() {
				want = own
			}
			if on := class.State != Cancelled; on == want.IsZero() || on && class.Place.Day != want {
				t.Errorf("%s is %s on %s, want %q", class.ID, class.State, class.Place.Day, want)
			}
		}
	})
}

func TestMovingTwiceIsMovingOnce(t *testing.T) {
	eachPlan(t, func(t *testing.T, r maker, p Plan) {
		classes := Expand(p)
		if len(classes) == 0 {
			return
		}
		target := classes[r.IntN(len(classes))]
		move := func(id string, when int) Change {
			return Change{
				ID: id, Action: Move, Class: target.ID, Group: target.Group, Day: p.Term.Date(1+r.IntN(p.Term.Weeks), 3),
				Hours: r.hours(), Campus: "south", Room: id, Teacher: id, Life: published(when),
			}
		}
		first, last := move("first", 1000), move("last", 1001)
		twice, once, same := p, p, p
		twice.Changes = append(slices.Clone(p.Changes), last, first)
		once.Changes = append(slices.Clone(p.Changes), last)
		again := last
		again.ID, again.Life = "again", published(1002)
		same.Changes = append(slices.Clone(p.Changes), last, again)
		if diff := cmp.Diff(Expand(once), Expand(twice), compareDates); diff != "" {
			t.Errorf("moved (-once +twice):\n%s", diff)
		}
		got, want := Expand(same), Expand(once)
		i := slices.IndexFunc(got, func(c Class) bool { return c.ID == target.ID })
		j := slices.IndexFunc(want, func(c Class) bool { return c.ID == target.ID })
		if got[i].Place != want[j].Place || got[i].State != want[j].State {
			t.Errorf("the same move twice: %s, once: %s", describe(got[i:i+1]), describe(want[j:j+1]))
		}
	})
}

func ids(classes []Class) []string {
	var list []string
	for _, c := range classes {
		if c.Meeting != "" {
			list = append(list, c.ID)
		}
	}
	slices.Sort(list)
	return list
}

func TestClassIDsAreStableThroughEveryEdit(t *testing.T) {
	eachPlan(t, func(t *testing.T, r maker, p Plan) {
		before := ids(Expand(p))
		edited := r.plan() // other changes, mappings and holidays
		edited.Term, edited.Meetings = p.Term, slices.Clone(p.Meetings)
		for i := range edited.Meetings {
			m := &edited.Meetings[i]
			m.Weekday, m.Hours, m.Room, m.Teacher = civil.Weekday(1+r.IntN(7)), r.hours(), "other", "other"
		}
		if diff := cmp.Diff(before, ids(Expand(edited))); diff != "" {
			t.Errorf("ids (-before +after):\n%s", diff)
		}
	})
}

func TestExpandIsDeterministicAndOrdered(t *testing.T) {
	eachPlan(t, func(t *testing.T, r maker, p Plan) {
		want := Expand(p)
		shuffled := Plan{
			Term: p.Term, Schemes: slices.Clone(p.Schemes), Meetings: slices.Clone(p.Meetings), Changes: slices.Clone(p.Changes),
			Mappings: slices.Clone(p.Mappings), Holidays: slices.Clone(p.Holidays),
		}
		r.Shuffle(len(shuffled.Schemes), reflect.Swapper(shuffled.Schemes))
		r.Shuffle(len(shuffled.Meetings), reflect.Swapper(shuffled.Meetings))
		r.Shuffle(len(shuffled.Changes), reflect.Swapper(shuffled.Changes))
		r.Shuffle(len(shuffled.Mappings), reflect.Swapper(shuffled.Mappings))
		r.Shuffle(len(shuffled.Holidays), reflect.Swapper(shuffled.Holidays))
		if diff := cmp.Diff(want, Expand(shuffled), compareDates); diff != "" {
			t.Errorf("(-in order +shuffled):\n%s", diff)
		}
		for i, c := range want {
			if h := c.Place.Hours; h.FirstPeriod == 0 && !h.Timed() || !h.Starts.Valid() || !h.Ends.Valid() {
				t.Errorf("%s has hours %v", c.ID, h)
			}
			if i > 0 && (c.Place.Day.Before(want[i-1].Place.Day) ||
				c.Place.Day == want[i-1].Place.Day && c.Place.Hours.Starts < want[i-1].Place.Hours.Starts) {
				t.Errorf("%s stands after %s", c.ID, want[i-1].ID)
			}
		}
	})
}

// AsOf is what Expand would have returned then: without later publications, with what was withdrawn later.
func TestAsOf(t *testing.T) {
	eachPlan(t, func(t *testing.T, _ maker, p Plan) {
		if diff := cmp.Diff(Expand(p), Expand(p.AsOf(noon.Add(1000*time.Hour))), compareDates); diff != "" {
			t.Errorf("the plan as of the far future is not the plan (-want +got):\n%s", diff)
		}
		bare := p
		bare.Changes, bare.Mappings, bare.Holidays = nil, nil, nil
		if diff := cmp.Diff(Expand(bare), Expand(p.AsOf(noon.Add(-time.Hour))), compareDates); diff != "" {
			t.Errorf("the plan before anything was published is not the rule (-want +got):\n%s", diff)
		}
	})
}

func BenchmarkExpand(b *testing.B) {
	p := Plan{Term: autumn(), Schemes: schemes(), Holidays: []Holiday{off("national", "2026-10-01", "2026-10-08")}}
	p.Mappings = []DayMapping{follow("m", "2026-09-20", 4, civil.Thursday), follow("n", "2026-10-10", 4, civil.Friday)}
	for i := range 12 {
		p.Meetings = append(p.Meetings, Meeting{
			ID: "01980000-0000-7000-8000-0000000000" + strconv.Itoa(10+i), Group: "g" + strconv.Itoa(i), Kind: Regular,
			Weekday: civil.Weekday(1 + i%5), Hours: periods(1+i%10, 2+i%10), Weeks: WeekRange(1, 18),
			Campus: "north", Room: "r", Teacher: "t",
		})
		p.Changes = append(p.Changes,
			Change{ID: "c" + strconv.Itoa(i), Action: Move, Class: ClassID(p.Meetings[i].ID, 5), Room: "x", Life: published(i)})
	}
	b.ReportAllocs()
	for b.Loop() {
		if len(Expand(p)) != 12*18 {
			b.Fatal("wrong number of classes")
		}
	}
}
