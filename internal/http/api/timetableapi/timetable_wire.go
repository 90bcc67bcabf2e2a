package timetableapi

import (
	"time"

	"lectern/internal/feature/timetable"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/civil"
)

// The wire types of a term. Objects refer to each other by id, to keep a term of two hundred classes small. Dates
// and times are the college's civil ones (2026-09-07, 08:00), whatever the reader's time zone.

// WireTerm is a term with its last day.
type WireTerm struct {
	timetable.Term
	LastDay civil.Date `json:"lastDay" format:"date"`
}

func toWireTerm(t timetable.Term) WireTerm { return WireTerm{t, t.LastDay()} }

type wireWeek struct {
	Number int    `json:"number"`
	From   string `json:"from" format:"date"`
	To     string `json:"to" format:"date"`
}

type WireRoom struct {
	ID     string `json:"id"`
	Campus string `json:"campus"`
	Name   string `json:"name"`
	NameEn string `json:"nameEn"`
}

func toWireRoom(r timetable.Room) WireRoom {
	return WireRoom{ID: r.ID, Campus: r.Campus, Name: r.Name, NameEn: r.NameEn}
}

// WirePlace is when and where a class takes place, and its teacher.
type WirePlace struct {
	Day         string `json:"day" format:"date"`
	FirstPeriod int    `json:"firstPeriod,omitempty" doc:"Missing if the class is at clock times outside any period."`
	LastPeriod  int    `json:"lastPeriod,omitempty"`
	Starts      string `json:"starts,omitempty" doc:"Missing if unknown: the period has no times on that day."`
	Ends        string `json:"ends,omitempty"`
	Campus      string `json:"campus,omitempty"`
	Room        string `json:"room,omitempty" doc:"Missing when online."`
	Teacher     string `json:"teacher,omitempty"`
}

type WireClass struct {
	ID        string     `json:"id" doc:"Never changes."`
	Group     string     `json:"group"`
	Kind      string     `json:"kind" enum:"class,exam"`
	Week      int        `json:"week" doc:"The teaching week; the day may be in another."`
	Place     WirePlace  `json:"place"`
	State     string     `json:"state" enum:"held,cancelled,moved,added"`
	Was       *WirePlace `json:"was,omitempty" doc:"Its original place, if different."`
	Cause     string     `json:"cause,omitempty" enum:"change,mapping,holiday" doc:"The reason for its state."`
	By        string     `json:"by,omitempty" doc:"Id of that change, make-up day or holiday."`
	Note      string     `json:"note,omitempty" doc:"Staff's note on the last change."`
	Changed   time.Time  `json:"changed,omitzero" format:"date-time" doc:"When it last changed."`
	Recording string     `json:"recording,omitempty" doc:"Id of the lesson that records it."`
	Further   []string   `json:"furtherRecordings,omitempty" doc:"Ids of further lessons that record it."`
	Live      bool       `json:"live,omitempty" doc:"It has a live source; compare its times with the clock to see whether it is on."`
}

// wireSeat is the student's seat in an exam.
type wireSeat struct {
	Class string `json:"class"`
	Room  string `json:"room,omitempty" doc:"Missing: the room of the class."`
	Seat  string `json:"seat"`
}

// WireTermTable has the fields that the timetables of students, rooms and teachers share.
type WireTermTable struct {
	TimeZone string                   `json:"timeZone" doc:"All dates and times are in this zone."`
	Term     WireTerm                 `json:"term"`
	Weeks    []wireWeek               `json:"weeks"`
	Campuses []timetable.Campus       `json:"campuses"`
	Schemes  []timetable.PeriodScheme `json:"schemes" doc:"Period times by campus and dates."`
	Groups   []timetable.Group        `json:"groups"`
	Rooms    []WireRoom               `json:"rooms"`
	Teachers []timetable.Teacher      `json:"teachers"`
	Classes  []WireClass              `json:"classes" doc:"By day and time."`
	Mappings []timetable.DayMapping   `json:"mappings"`
	Holidays []timetable.Holiday      `json:"holidays"`
}

func toWireTermTable(t *timetable.Timetable, zone string) WireTermTable {
	return WireTermTable{
		TimeZone: zone, Term: toWireTerm(t.Term), Weeks: toWireWeeks(t.Term), Campuses: t.Campuses, Schemes: t.Schemes,
		Groups: t.Groups, Rooms: wire.Each(t.Rooms, toWireRoom), Teachers: t.Teachers, Mappings: t.Mappings,
		Holidays: t.Holidays, Classes: wire.Each(t.Classes, func(c timetable.Class) WireClass {
			return toWireClass(c,
				t.Recordings[c.ID], t.Live[c.ID])
		}),
	}
}

// WireTimetable is a student's whole term.
type WireTimetable struct {
	Version string `json:"version" doc:"Changes if, and only if, the answer does; the ETag is derived from it."`
	WireTermTable
	Conflicts []timetable.Conflict `json:"conflicts"`
	Missing   []timetable.Missing  `json:"missing" doc:"Courses that aren't in the timetable, and why."`
	Seats     []wireSeat           `json:"seats,omitempty" doc:"In exams; missing if there are none."`
}

// ToWireTimetable converts a term; its dates and times are in the given zone.
func ToWireTimetable(t *timetable.Timetable, zone string) WireTimetable {
	out := WireTimetable{
		Version: t.Version, WireTermTable: toWireTermTable(t, zone),
		Conflicts: t.Conflicts, Missing: t.Missing,
	}
	for _, c := range t.Classes {
		if seat, seated := t.Seats[c.ID]; seated {
			out.Seats = append(out.Seats, wireSeat{Class: c.ID, Room: seat.Room, Seat: seat.Seat})
		}
	}
	return out
}

func toWireWeeks(t timetable.Term) []wireWeek {
	out := make([]wireWeek, 0, t.Weeks)
	for n := range t.Weeks {
		monday := t.FirstMonday.AddDays(7 * n)
		out = append(out, wireWeek{Number: n + 1, From: monday.String(), To: monday.AddDays(6).String()})
	}
	return out
}

func toWirePlace(p timetable.Place) WirePlace {
	out := WirePlace{
		Day: p.Day.String(), FirstPeriod: p.Hours.FirstPeriod, LastPeriod: p.Hours.LastPeriod, Campus: p.Campus,
		Room: p.Room, Teacher: p.Teacher,
	}
	if p.Hours.Timed() {
		out.Starts, out.Ends = p.Hours.Starts.String(), p.Hours.Ends.String()
	}
	return out
}

func toWireClass(c timetable.Class, recordings []string, live bool) WireClass {
	out := WireClass{
		ID: c.ID, Group: c.Group, Kind: string(c.Kind), Week: c.Week, Place: toWirePlace(c.Place), State: string(c.State),
		Cause: string(c.Cause), By: c.By, Note: c.Note, Changed: c.Changed, Live: live,
	}
	if len(recordings) > 0 {
		out.Recording, out.Further = recordings[0], recordings[1:]
	}
	if c.Was != nil {
		was := toWirePlace(*c.Was)
		out.Was = &was
	}
	return out
}
