package timetableapi

import (
	"lectern/internal/feature/timetable"
	"lectern/internal/http/api/wire"
)

// The wire types of a term. Things name each other by id, so that a term of two hundred classes stays small; dates and
// times are the college's civil ones (2026-09-07, 08:00), whatever the reader's time zone.

type wireTerm struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	NameEn      string `json:"nameEn"`
	FirstMonday string `json:"firstMonday" format:"date"`
	LastDay     string `json:"lastDay" format:"date"`
	Weeks       int    `json:"weeks"`
}

func toWireTerm(t timetable.Term) wireTerm {
	return wireTerm{ID: t.ID, Name: t.Name, NameEn: t.NameEn, FirstMonday: t.FirstMonday.String(), LastDay: t.LastDay().String(), Weeks: t.Weeks}
}

type wireWeek struct {
	Number int    `json:"number"`
	From   string `json:"from" format:"date"`
	To     string `json:"to" format:"date"`
}

type wirePeriod struct {
	Number int    `json:"number"`
	Starts string `json:"starts"`
	Ends   string `json:"ends"`
}

type wireScheme struct {
	ID      string       `json:"id"`
	Campus  string       `json:"campus"`
	From    string       `json:"from" format:"date"`
	To      string       `json:"to" format:"date"`
	Periods []wirePeriod `json:"periods"`
}

type wireCampus struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	NameEn string `json:"nameEn"`
}

func toWireCampus(c timetable.Campus) wireCampus { return wireCampus(c) }

type WireRoom struct {
	ID     string `json:"id"`
	Campus string `json:"campus"`
	Name   string `json:"name"`
	NameEn string `json:"nameEn"`
}

func toWireRoom(r timetable.Room) WireRoom {
	return WireRoom{ID: r.ID, Campus: r.Campus, Name: r.Name, NameEn: r.NameEn}
}

func toWireTeacher(t timetable.Teacher) wire.Teacher { return wire.Teacher(t) }

type WireGroup struct {
	ID         string `json:"id"`
	Code       string `json:"code"`
	Course     string `json:"course"`
	CourseCode string `json:"courseCode"`
	Name       string `json:"name" doc:"Of the course."`
	NameEn     string `json:"nameEn"`
}

type WireMapping struct {
	ID      string `json:"id"`
	Date    string `json:"date" format:"date"`
	Off     bool   `json:"off" doc:"Nothing is taught on the date; week and weekday are 0."`
	Week    int    `json:"week" doc:"The date follows this week …"`
	Weekday int    `json:"weekday" doc:"… and this weekday; Monday is 1."`
	Note    string `json:"note"`
}

type WireHoliday struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	NameEn string `json:"nameEn"`
	From   string `json:"from" format:"date"`
	To     string `json:"to" format:"date"`
}

// WirePlace is when, where and with whom.
type WirePlace struct {
	Day         string `json:"day" format:"date"`
	FirstPeriod int    `json:"firstPeriod,omitempty" doc:"Missing when the class is at clock times outside any period."`
	LastPeriod  int    `json:"lastPeriod,omitempty"`
	Starts      string `json:"starts,omitempty" doc:"Missing when nobody knows: no scheme has the period on that day."`
	Ends        string `json:"ends,omitempty"`
	Campus      string `json:"campus,omitempty"`
	Room        string `json:"room,omitempty" doc:"Missing when online."`
	Teacher     string `json:"teacher,omitempty"`
}

type WireClass struct {
	ID        string     `json:"id" doc:"Stays the same through every change."`
	Group     string     `json:"group"`
	Kind      string     `json:"kind" enum:"class,exam"`
	Week      int        `json:"week" doc:"The week it teaches; the day may lie in another."`
	Place     WirePlace  `json:"place"`
	State     string     `json:"state" enum:"held,cancelled,moved,added"`
	Was       *WirePlace `json:"was,omitempty" doc:"Where it was by the rule, when that is not where it is."`
	Cause     string     `json:"cause,omitempty" enum:"change,mapping,holiday" doc:"What gave it its state."`
	By        string     `json:"by,omitempty" doc:"Id of that change, mapping or holiday."`
	Note      string     `json:"note,omitempty" doc:"What staff said with the last change."`
	Changed   string     `json:"changed,omitempty" format:"date-time" doc:"When something last happened to it."`
	Recording string     `json:"recording,omitempty" doc:"Id of the lesson that records it."`
	Further   []string   `json:"furtherRecordings,omitempty" doc:"Ids of further lessons that record it."`
	Live      bool       `json:"live,omitempty" doc:"It can be seen live; whether it is on now is for the reader's clock to say."`
}

// wireSeat is where the student sits in an exam.
type wireSeat struct {
	Class string `json:"class"`
	Room  string `json:"room,omitempty" doc:"Missing: the room of the class."`
	Seat  string `json:"seat"`
}

type wireConflict struct {
	First  string `json:"first" doc:"Class id; the one that starts first."`
	Second string `json:"second"`
	Day    string `json:"day" format:"date"`
	Starts string `json:"starts" doc:"The overlap itself."`
	Ends   string `json:"ends"`
}

type wireMissing struct {
	Group  WireGroup `json:"group"`
	Term   string    `json:"term"`
	Reason string    `json:"reason" enum:"pending,dropped,other_term,unscheduled"`
}

// WireTimetable is a student's whole term.
type WireTimetable struct {
	Version   string         `json:"version" doc:"Changes when, and only when, the answer does; the ETag is made of it."`
	TimeZone  string         `json:"timeZone" doc:"Every date and time here is by the clocks of this zone."`
	Term      wireTerm       `json:"term"`
	Weeks     []wireWeek     `json:"weeks"`
	Campuses  []wireCampus   `json:"campuses"`
	Schemes   []wireScheme   `json:"schemes" doc:"Period times by campus and dates."`
	Groups    []WireGroup    `json:"groups"`
	Rooms     []WireRoom     `json:"rooms"`
	Teachers  []wire.Teacher `json:"teachers"`
	Classes   []WireClass    `json:"classes" doc:"By day and time."`
	Conflicts []wireConflict `json:"conflicts"`
	Mappings  []WireMapping  `json:"mappings"`
	Holidays  []WireHoliday  `json:"holidays"`
	Missing   []wireMissing  `json:"missing" doc:"Courses that one may look for in vain, and why."`
	Seats     []wireSeat     `json:"seats,omitempty" doc:"In exams; missing when there are none."`
}

// ToWireTimetable writes a term for the wire; every date and time of it is by the clocks of the zone.
func ToWireTimetable(t *timetable.Timetable, zone string) WireTimetable {
	out := WireTimetable{
		Version: t.Version, TimeZone: zone, Term: toWireTerm(t.Term), Weeks: toWireWeeks(t.Term),
		Campuses:  wire.Each(t.Campuses, toWireCampus),
		Schemes:   wire.Each(t.Schemes, toWireScheme),
		Groups:    wire.Each(t.Groups, toWireGroup),
		Rooms:     wire.Each(t.Rooms, toWireRoom),
		Teachers:  wire.Each(t.Teachers, toWireTeacher),
		Classes:   wire.Each(t.Classes, func(c timetable.Class) WireClass { return toWireClass(c, t.Recordings[c.ID], t.Live[c.ID]) }),
		Conflicts: wire.Each(t.Conflicts, toWireConflict),
		Mappings:  wire.Each(t.Mappings, toWireMapping),
		Holidays:  wire.Each(t.Holidays, toWireHoliday),
		Missing: wire.Each(t.Missing, func(m timetable.Missing) wireMissing {
			return wireMissing{Group: toWireGroup(m.Group), Term: m.Term, Reason: string(m.Reason)}
		}),
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

func toWireScheme(s timetable.PeriodScheme) wireScheme {
	return wireScheme{ID: s.ID, Campus: s.Campus, From: s.From.String(), To: s.To.String(), Periods: wire.Each(s.Periods, func(p timetable.Period) wirePeriod {
		return wirePeriod{Number: p.Number, Starts: p.Starts.String(), Ends: p.Ends.String()}
	})}
}

func toWireGroup(g timetable.Group) WireGroup { return WireGroup(g) }

func toWireConflict(c timetable.Conflict) wireConflict {
	return wireConflict{First: c.First, Second: c.Second, Day: c.Day.String(), Starts: c.Starts.String(), Ends: c.Ends.String()}
}

func toWireMapping(m timetable.DayMapping) WireMapping {
	return WireMapping{ID: m.ID, Date: m.Date.String(), Off: m.Off, Week: m.Week, Weekday: int(m.Weekday), Note: m.Note}
}

func toWireHoliday(h timetable.Holiday) WireHoliday {
	return WireHoliday{ID: h.ID, Name: h.Name, NameEn: h.NameEn, From: h.From.String(), To: h.To.String()}
}

func toWirePlace(p timetable.Place) WirePlace {
	out := WirePlace{
		Day: p.Day.String(), FirstPeriod: p.Hours.FirstPeriod, LastPeriod: p.Hours.LastPeriod, Campus: p.Campus, Room: p.Room, Teacher: p.Teacher,
	}
	if p.Hours.Timed() {
		out.Starts, out.Ends = p.Hours.Starts.String(), p.Hours.Ends.String()
	}
	return out
}

func toWireClass(c timetable.Class, recordings []string, live bool) WireClass {
	out := WireClass{
		ID: c.ID, Group: c.Group, Kind: string(c.Kind), Week: c.Week, Place: toWirePlace(c.Place), State: string(c.State),
		Cause: string(c.Cause), By: c.By, Note: c.Note, Changed: wire.MaybeInstant(c.Changed), Live: live,
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
