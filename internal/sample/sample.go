// Package sample invents a college, 衡山商学院 / Hengshan Business College, for tests and the demo. College makes the data,
// always the same for a day and always with a term under way; Load puts it into an empty database through the services.
// Each kind of data has its own file.
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

// The name of the college.
const (
	Name   = "衡山商学院"
	NameEn = "Hengshan Business College"
)

// Data is the whole college. Rows refer to each other by the college's keys: students and teachers by number, courses
// by code, groups by Group.Key; campuses, rooms and meetings by ID.
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
	Meetings   []timetable.Meeting // of both terms, including exams
	Changes    []timetable.Change  // of the current term, as are the following
	Mappings   []timetable.DayMapping
	Holidays   []timetable.Holiday
	Messages   []Message
	Lessons    []Lesson
	Admins     []Admin
}

// A Campus is a site with its own period times.
type Campus struct{ ID, Name, NameEn string }

// A Room is a room on a campus.
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
	Cohorts            []string // classes whose students are all in it
}

// Key is the group's key in this package's data.
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

// A Message is a note, how long ago it was sent and its recipients: all, programme:CODE, group:KEY or student:NUMBER.
type Message struct {
	Note message.Note
	To   string
	Ago  time.Duration
}

// An Admin is a member of staff.
type Admin struct {
	Name, Phone, Password string
	Scope                 access.Scope
	Classes               []string // of an adviser
}

func zone() *time.Location { return time.FixedZone("UTC+8", 8*60*60) }

// College returns the college as of a day in the sixth week of its current term.
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

// Plan returns a student's term in the form that package timetable expands.
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
