package wiring_test

import (
	"strings"
	"testing"

	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/teaching"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
)

// asking is a teacher who requests changes to a class.
type asking struct {
	*notifiedCollege
	class timetable.Class
	who   access.Actor
}

// eachAsking runs fn for the teacher of a marketing class, on both engines.
func eachAsking(t *testing.T, fn func(t *testing.T, a *asking)) {
	t.Helper()
	eachNotified(t, func(t *testing.T, c *notifiedCollege) {
		letTeachersIn(t, c.db)
		class := c.held("MKT201", 9)
		fn(t, &asking{c, class, actorOf(class.Place.Teacher)})
	})
}

func actorOf(teacher string) access.Actor {
	return access.Actor{Account: "teaches-" + teacher, Teacher: teacher, Role: access.User}
}

// code requests a change and returns the code of its refusal. A request that was accepted is withdrawn again.
func (a *asking) code(who access.Actor, r teaching.Request) string {
	a.t.Helper()
	r.Reason = "at a conference"
	made, err := a.Teaching.Ask(a.t.Context(), who, r)
	if err != nil {
		return fault.Code(err)
	}
	if err := a.Teaching.Withdraw(a.t.Context(), who, made); err != nil {
		a.t.Fatal(err)
	}
	return ""
}

// anotherTeacher returns a teacher who doesn't teach the class's course.
func (a *asking) anotherTeacher() string {
	a.t.Helper()
	for i := range a.table.Classes {
		c := &a.table.Classes[i]
		if c.Place.Teacher != "" && c.Place.Teacher != a.who.Teacher && c.Group != a.class.Group {
			return c.Place.Teacher
		}
	}
	a.t.Fatal("there is one teacher")
	return ""
}

// A teacher may ask about every class in their timetable that isn't over, and about no other.
func TestTeachersAskAboutTheClassesTheySee(t *testing.T) {
	eachAsking(t, func(t *testing.T, a *asking) {
		today, now := civil.Of(notifiedNow(), notifiedZone)
		hour := func(minutes int) timetable.Hours {
			return timetable.Hours{Starts: now + civil.Time(minutes-30), Ends: now + civil.Time(minutes)}
		}
		for id, hours := range map[string]timetable.Hours{"over": hour(-1), "under way": hour(10), "tonight": hour(600)} {
			a.publish(timetable.Change{
				ID: id, Action: timetable.Add, Group: a.class.Group, Kind: timetable.Regular, Day: today, Hours: hours,
				Campus: a.class.Place.Campus,
			})
		}
		mine, err := a.Timetables.Timetable(t.Context(), a.who, "")
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]bool{}
		for i := range mine.Classes {
			seen[mine.Classes[i].ID] = true
		}
		other := actorOf(a.anotherTeacher())
		for class, want := range map[string]string{
			"over": "teaching.class_over", "under way": "", "tonight": "", a.class.ID: "",
		} {
			request := teaching.Request{Class: class, Action: teaching.Cancel}
			if got := a.code(a.who, request); got != want || !seen[class] {
				t.Errorf("%s: %q, want %q; shown: %t", class, got, want, seen[class])
			}
			if got := a.code(other, request); got != "timetable.no_class" {
				t.Errorf("%s, another teacher: %q", class, got)
			}
		}
	})
}

// A request for a time that has passed, or at which the teacher gives another class, is refused; every proposed time
// is accepted.
func TestTeachersAskForTimesTheyHave(t *testing.T) {
	eachAsking(t, func(t *testing.T, a *asking) {
		day := a.class.Place.Day
		later := timetable.Hours{FirstPeriod: 7, LastPeriod: 8}
		move := teaching.Request{Class: a.class.ID, Action: teaching.Move, Day: day, First: 7, Last: 8}
		if got := a.code(a.who, move); got != "" {
			t.Fatalf("a free time: %q", got)
		}
		for _, class := range a.table.Classes {
			if class.Place.Teacher != a.who.Teacher && class.Place.Campus == a.class.Place.Campus {
				a.publish(timetable.Change{
					ID: "other group", Action: timetable.Add, Group: class.Group, Kind: timetable.Regular, Day: day, Hours: later,
					Campus: class.Place.Campus, Teacher: a.who.Teacher,
				})
				break
			}
		}
		if got := a.code(a.who, move); got != "teaching.busy" {
			t.Errorf("while teaching another group: %q", got)
		}
		today, _ := civil.Of(notifiedNow(), notifiedZone)
		if got := a.code(a.who, teaching.Request{
			Class: a.class.ID, Action: teaching.Move, Day: today, First: 1, Last: 1,
		}); got != "teaching.day_past" {
			t.Errorf("this morning: %q", got)
		}
		places, err := a.Planning.PlacesForTeacher(t.Context(), a.who, a.class.ID)
		if err != nil || len(places) != 3 {
			t.Fatalf("%+v, %v", places, err)
		}
		for _, p := range places {
			at := p.Place
			if got := a.code(a.who, teaching.Request{
				Class: a.class.ID, Action: teaching.Move, Day: at.Day, First: at.Hours.FirstPeriod, Last: at.Hours.LastPeriod,
			}); got != "" || at.Day == day && at.Hours.Overlaps(later) {
				t.Errorf("%+v was proposed: %q", at, got)
			}
		}
		if _, err := a.Planning.PlacesForTeacher(t.Context(), actorOf(a.anotherTeacher()),
			a.class.ID); fault.Code(err) != "timetable.no_class" {
			t.Errorf("another teacher: %v", err)
		}
	})
}

// The teacher and staff see a request's class on the same day, and the answer names the course and the class.
func TestRequestsNameTheirClass(t *testing.T) {
	eachAsking(t, func(t *testing.T, a *asking) {
		moved := a.class.Place.Day.AddDays(1)
		a.publish(timetable.Change{
			ID: "earlier", Action: timetable.Move, Group: a.class.Group, Class: a.class.ID, Day: moved,
		})
		made, err := a.Teaching.Ask(t.Context(), a.who,
			teaching.Request{Class: a.class.ID, Action: teaching.Cancel, Reason: "ill"})
		if err != nil {
			t.Fatal(err)
		}
		for name, list := range map[string]func() ([]teaching.Request, error){
			"teacher": func() ([]teaching.Request, error) { return a.Teaching.Own(t.Context(), a.who) },
			"staff":   func() ([]teaching.Request, error) { return a.Teaching.Waiting(t.Context(), access.System()) },
		} {
			if got, err := list(); err != nil || len(got) != 1 || got[0].Place == nil || got[0].Place.Day != moved {
				t.Errorf("%s: %+v, %v", name, got, err)
			}
		}
		if err := a.Teaching.Decline(t.Context(), access.System(), made, "no room is free"); err != nil {
			t.Fatal(err)
		}
		note := a.toTeachers()[a.who.Account][0]
		if !strings.HasPrefix(note.Title.En, "Change request declined: Marketing · Tue 3 Nov") ||
			!strings.HasPrefix(note.Title.Zh, "调课申请未获同意：市场营销学 · 11月3日（周二）") || note.Content.En != "no room is free" {
			t.Errorf("the teacher reads %+v", note)
		}
	})
}
