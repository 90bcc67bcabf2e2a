// Package sample is one invented college, 衡山商学院 / Hengshan Business College, for tests, the browser's journeys and the
// demo. Nobody in it exists. College makes the data, the same for the same day and with a term under way whatever
// the day is; Load puts it into an empty database through the services. Each kind of data has a file of its own.
package sample

import (
	"math/rand/v2"
	"time"

	"lectern/internal/feature/message"
	"lectern/internal/feature/student"
	"lectern/internal/feature/student/nationalid"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
)

// The college's name.
const (
	Name   = "衡山商学院"
	NameEn = "Hengshan Business College"
)

// Data is the whole college. Rows name each other by what the college calls them: a student or teacher by number, a
// course by code, a group by Group.Key, a campus, room or meeting by id.
type Data struct {
	Today      civil.Date
	Past       timetable.Term
	Current    timetable.Term
	Campuses   []Campus
	Schemes    []timetable.PeriodScheme
	Rooms      []Room
	Teachers   []Teacher
	Programmes []student.Programme
	Courses    []Course
	Groups     []Group
	Students   []Student
	Enrolments []Enrolment
	Meetings   []timetable.Meeting // of both terms, exams too
	Changes    []timetable.Change  // of the current term, as all that follows
	Mappings   []timetable.DayMapping
	Holidays   []timetable.Holiday
	Messages   []Message
	Lessons    []Lesson
	Admins     []Admin
}

// A Campus is a place with period schemes of its own.
type Campus struct{ ID, Name, NameEn string }

// A Room is on a campus.
type Room struct {
	ID, Campus, Name, NameEn, Building string
	Seats                              int
}

// A Teacher is one of ten.
type Teacher struct{ Number, Name, NameEn string }

// A Course is one of twelve.
type Course struct {
	Code, Name, NameEn string
	Credits            int // in tenths
	Summary, SummaryEn string
	Teachers           []string
}

// A Group is one of twenty-four.
type Group struct {
	Term, Code, Course string
	Name, NameEn       string
	Cohorts            []string // classes of students that are in it as a whole
}

// Key names the group in this package's data.
func (g Group) Key() string { return g.Term + "/" + g.Code }

// A Student is one of three hundred.
type Student struct {
	Number, Name, NameLatin, Gender, Phone string
	NationalID                             nationalid.ID
	Campus, Programme, Class               string
	EntryYear                              int
	Status                                 string
	Graduation                             civil.Date
	Adviser                                string
	CreditsEarned, CreditsRequired         student.Credits
	NativePlace, Email                     string
}

// An Enrolment is a student in a group: confirmed, pending or dropped.
type Enrolment struct{ Student, Group, State string }

// A Message is a note, how long ago it was sent and to whom: all, programme:CODE, group:KEY or student:NUMBER.
type Message struct {
	Note message.Note
	To   string
	Ago  time.Duration
}

// An Admin is one of the staff.
type Admin struct {
	Name, Phone, Password string
	Scope                 access.Scope
	Classes               []string // of an adviser
}

// zone is the college's, for instants in the data.
func zone() *time.Location { return time.FixedZone("UTC+8", 8*60*60) }

// College makes the college as it is on a day: in the sixth week of its current term.
func College(today civil.Date) *Data {
	d := &Data{Today: today, Programmes: programmes(), Courses: courses(), Teachers: teachers()}
	d.Past, d.Current = terms(today)
	d.Campuses, d.Rooms = campuses(), rooms()
	d.Schemes = schemes(d.Past.FirstMonday, d.Current.LastDay())
	d.Students = students(d.Current, rand.New(rand.NewPCG(2026, 9)))
	d.Admins = admins(d.Students)
	d.Groups = groups(d.Past, d.Current, d.Students)
	d.Enrolments = enrolments(d.Groups, d.Students, d.Current)
	d.Meetings = meetings(d.Past, d.Current)
	d.Changes = changes(d.Current, today)
	d.Holidays, d.Mappings = calendar(d.Past, d.Current, today)
	d.Messages = messages(d)
	d.Lessons = lessons()
	return d
}

// Plan returns a student's term as package timetable expands it.
func (d *Data) Plan(term timetable.Term, number string) timetable.Plan {
	plan := timetable.Plan{Term: term, Schemes: d.Schemes, Mappings: d.Mappings, Holidays: d.Holidays}
	if term.ID != d.Current.ID {
		plan.Mappings = nil
	}
	in := map[string]bool{}
	for _, e := range d.Enrolments {
		if e.Student == number && e.State == "confirmed" {
			in[e.Group] = true
		}
	}
	for _, g := range d.Groups {
		in[g.Key()] = in[g.Key()] && g.Term == term.ID
	}
	for _, m := range d.Meetings {
		if in[m.Group] {
			plan.Meetings = append(plan.Meetings, m)
		}
	}
	for _, c := range d.Changes {
		if in[c.Group] {
			plan.Changes = append(plan.Changes, c)
		}
	}
	return plan
}
