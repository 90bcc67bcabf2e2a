package timetableapi

import (
	"time"

	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/planning"
)

// wirePlanPlace is a place, or null if a class doesn't take place.
type wirePlanPlace struct {
	WirePlace
	_ struct{} `nullable:"true"` // huma: nullable wherever it is used
}

type WirePlanClass struct {
	WireClass
	Draft     string   `json:"draft,omitempty" doc:"Id of the line of the caller's draft that changes it."`
	Clashes   int      `json:"clashes" doc:"Number of classes that need its room, teacher or group at the same time."`
	SeatRooms []string `json:"seatRooms" doc:"The other rooms in which part of an exam sits."`
}

// WirePlan is part of a term with the caller's draft applied.
type WirePlan struct {
	Term     WireTerm                 `json:"term"`
	Weeks    []wireWeek               `json:"weeks"`
	TimeZone string                   `json:"timeZone"`
	Today    civil.Date               `json:"today" format:"date"`
	From     civil.Date               `json:"from" format:"date"`
	To       civil.Date               `json:"to" format:"date"`
	Title    wirePlanTitle            `json:"title" doc:"Whose timetable it is."`
	Campuses []timetable.Campus       `json:"campuses"`
	Schemes  []timetable.PeriodScheme `json:"schemes"`
	Rooms    []timetable.Room         `json:"rooms"`
	Teachers []timetable.Teacher      `json:"teachers"`
	Groups   []planning.SizedGroup    `json:"groups"`
	Mappings []timetable.DayMapping   `json:"mappings"`
	Holidays []timetable.Holiday      `json:"holidays"`
	Classes  []WirePlanClass          `json:"classes" doc:"By day and time."`
}

type wirePlanTitle struct {
	Name   string `json:"name"`
	NameEn string `json:"nameEn"`
}

type wirePlanOther struct {
	Class    string    `json:"class"`
	Group    string    `json:"group"`
	Code     string    `json:"code" doc:"Of the group."`
	Course   string    `json:"course"`
	CourseEn string    `json:"courseEn"`
	Place    WirePlace `json:"place"`
}

// WirePlanOther makes wirePlanOther embeddable.
type WirePlanOther = wirePlanOther

// wirePlanTaken is the class that occupies a room, or null.
type wirePlanTaken struct {
	WirePlanOther
	_ struct{} `nullable:"true"` // huma: nullable wherever it is used
}

type wirePlanClash struct {
	Kind     string         `json:"kind" enum:"room,teacher,group,class,students,travel"`
	Class    string         `json:"class" doc:"Id of the class that clashes; either one of a swap."`
	Object   planning.Named `json:"object" doc:"The room, teacher, group or home class; the teacher for travel; empty for students."`
	Other    wirePlanOther  `json:"other"`
	Students int            `json:"students" doc:"Number in both."`
	Minutes  int            `json:"minutes" doc:"Travel time between the campuses; 0 unless the kind is travel."`
	New      bool           `json:"new" doc:"Caused by the change. Only new clashes need a reason."`
	Accepted string         `json:"accepted" doc:"The reason it was accepted for earlier, so that no other is needed, or empty."`
}

func toWirePlanClash(c planning.Clash) wirePlanClash {
	return wirePlanClash{
		Kind: string(c.Kind), Class: c.Of, Object: c.Object, Students: c.Students, Minutes: c.Minutes, New: c.New,
		Accepted: c.Accepted, Other: toWirePlanOther(c),
	}
}

func toWirePlanOther(c planning.Clash) wirePlanOther {
	return wirePlanOther{
		Class: c.Other.ID, Group: c.Other.Group, Code: c.Group.Code, Course: c.Group.Course, CourseEn: c.Group.CourseEn,
		Place: toWirePlace(c.Other.Place),
	}
}

type wirePlanTold struct {
	Students   int              `json:"students"`
	Teachers   int              `json:"teachers" doc:"Teachers with an account whose classes these are, or become."`
	NewClashes int              `json:"newClashes" doc:"Number of students with a new clash."`
	Names      []wirePlanPerson `json:"names" doc:"The first twenty of those."`
}

type wirePlanPerson struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type wirePlanText struct {
	Title   string `json:"title"`
	Content string `json:"content"`
}

type wirePlanMessage struct {
	Zh wirePlanText `json:"zh"`
	En wirePlanText `json:"en"`
}

type wirePlanTeacher struct {
	Teacher planning.Named  `json:"teacher"`
	Message wirePlanMessage `json:"message"`
}

func toWirePlanMessage(m message.Note) wirePlanMessage {
	return wirePlanMessage{Zh: wirePlanText{m.Title.Zh, m.Content.Zh}, En: wirePlanText{m.Title.En, m.Content.En}}
}

type wirePlanProposal struct {
	Place    WirePlace `json:"place"`
	Students int       `json:"students" doc:"Students with a clash there."`
	Rank     int       `json:"rank" doc:"From 1."`
}

func toWirePlanProposal(p planning.Proposal) wirePlanProposal {
	return wirePlanProposal{Place: toWirePlace(p.Place), Students: p.Students, Rank: p.Rank}
}

type WirePlanChecked struct {
	From         *wirePlanPlace     `json:"from"`
	To           *wirePlanPlace     `json:"to"`
	Hard         []wirePlanClash    `json:"hard" doc:"Room, teacher, group: new ones need a reason."`
	Soft         []wirePlanClash    `json:"soft" doc:"Class, students, travel."`
	Seats        []planning.Seats   `json:"seats" doc:"Rooms that are too small."`
	Told         wirePlanTold       `json:"told"`
	Messages     []wirePlanMessage  `json:"messages" doc:"The messages to students, one per group; empty for past classes."`
	ToTeachers   []wirePlanTeacher  `json:"toTeachers" doc:"The messages to teachers."`
	Alternatives []wirePlanProposal `json:"alternatives"`
}

func toWirePlanChecked(c planning.Checked) WirePlanChecked {
	return WirePlanChecked{
		From: maybePlace(c.From), To: maybePlace(c.To), Hard: wire.Each(c.Hard, toWirePlanClash),
		Soft: wire.Each(c.Soft, toWirePlanClash), Told: wirePlanTold{
			Students: c.Told.Students, Teachers: c.Told.Teachers,
			NewClashes: c.Told.NewClashes, Names: wire.Each(c.Told.Names, func(n planning.Named) wirePlanPerson {
				return wirePlanPerson{n.ID, n.Name}
			}),
		},
		Alternatives: wire.Each(c.Alternatives, toWirePlanProposal),
		Seats:        c.Seats,
		Messages:     wire.Each(c.Messages, toWirePlanMessage),
		ToTeachers: wire.Each(c.ToTeachers, func(t planning.TeacherMessage) wirePlanTeacher {
			return wirePlanTeacher{Teacher: t.Teacher, Message: toWirePlanMessage(t.Note)}
		}),
	}
}

func maybePlace(p *timetable.Place) *wirePlanPlace {
	if p == nil {
		return nil
	}
	return &wirePlanPlace{WirePlace: toWirePlace(*p)}
}

type wirePlanSlot struct {
	Day         civil.Date `json:"day" format:"date"`
	FirstPeriod int        `json:"firstPeriod"`
	LastPeriod  int        `json:"lastPeriod"`
	Room        string     `json:"room" enum:"free,taken"`
	Teacher     string     `json:"teacher" enum:"free,busy"`
	Group       string     `json:"group" enum:"free,busy" doc:"The group has another class then."`
	Students    int        `json:"students" doc:"Students with a clash."`
	Off         bool       `json:"off" doc:"No classes on the day."`
	Best        int        `json:"best" minimum:"0" maximum:"3" doc:"1 to 3 for the three best, else 0."`
}

type WirePlanRoomAt struct {
	timetable.Room
	State   planning.RoomState `json:"state" enum:"free,taken,small,far"`
	By      *wirePlanTaken     `json:"by" doc:"The class that occupies the room."`
	Minutes int                `json:"minutes" doc:"Travel time from the group's campus; 0 on the same campus, or if unknown."`
}

type wirePlanAbsence struct {
	Class       string                `json:"class"`
	Group       string                `json:"group"`
	Code        string                `json:"code" doc:"Of the group."`
	Course      string                `json:"course"`
	CourseEn    string                `json:"courseEn"`
	Place       WirePlace             `json:"place"`
	Substitutes []planning.Substitute `json:"substitutes" doc:"The first three."`
}

type wirePlanLine struct {
	ID       string           `json:"id"`
	Change   wireChange       `json:"change"`
	Code     string           `json:"code" doc:"Of the group."`
	Course   string           `json:"course"`
	CourseEn string           `json:"courseEn"`
	Was      *wirePlanPlace   `json:"was" doc:"Where the class was when the line was added."`
	From     *wirePlanPlace   `json:"from" doc:"Where the class is now; differs from was if it has been changed since."`
	To       *wirePlanPlace   `json:"to" doc:"Where it will be; null if cancelled."`
	Hard     []wirePlanClash  `json:"hard"`
	Soft     []wirePlanClash  `json:"soft"`
	Reason   string           `json:"reason" doc:"The reason for accepting a hard clash."`
	Rooms    []planning.Named `json:"rooms" doc:"Of was, from and to."`
	Teachers []planning.Named `json:"teachers" doc:"Of was, from and to."`
	Request  string           `json:"request,omitempty" doc:"The teacher's request it grants."`
	Stale    string           `json:"stale" doc:"Code of the problem that prevents publishing, or empty."`
	// In the caller's language, like error messages.
	StaleText string `json:"staleText" doc:"The problem that prevents publishing, and what to do, or empty."`
}

type WirePlanDraft struct {
	ID      string         `json:"id"`
	Term    string         `json:"term"`
	Owner   wirePlanPerson `json:"owner"`
	Mine    bool           `json:"mine"`
	Version int64          `json:"version"`
	Changed time.Time      `json:"changed" format:"date-time"`
	Lines   []wirePlanLine `json:"lines"`
	Told    int            `json:"told" doc:"Number of students who get a message when it is published."`
	// Only teachers with an account.
	Teachers int `json:"teachers" doc:"Number of teachers who also get one."`
}

func toWirePlanDraft(lang locale.Language, d planning.Draft) WirePlanDraft {
	return WirePlanDraft{
		ID: d.ID, Term: d.Term, Owner: wirePlanPerson{d.Owner.ID, d.Owner.Name},
		Mine: d.Mine, Version: d.Version, Changed: d.Changed, Told: d.Told.Students, Teachers: d.Told.Teachers,
		Lines: wire.Each(d.Lines, func(l planning.Line) wirePlanLine {
			why := ""
			if l.Stale != "" {
				why = locale.Text(lang, l.Stale, l.StaleParams)
			}
			return wirePlanLine{
				ID: l.ID, Change: fromChange(l.Change), Code: l.Group.Code, Course: l.Group.Course, CourseEn: l.Group.CourseEn,
				Was: maybePlace(l.Was), From: maybePlace(l.From), To: maybePlace(l.To), Hard: wire.Each(l.Hard, toWirePlanClash),
				Soft: wire.Each(l.Soft, toWirePlanClash), Rooms: l.Rooms, Teachers: l.Teachers, Reason: l.Reason,
				Request: l.Request, Stale: l.Stale, StaleText: why,
			}
		}),
	}
}

// fromChange is the inverse of wireChange.change.
func fromChange(c timetable.Change) wireChange {
	out := wireChange{
		ID: c.ID, Action: string(c.Action), Group: c.Group, Class: c.Class, Kind: string(c.Kind),
		FirstPeriod: c.Hours.FirstPeriod, LastPeriod: c.Hours.LastPeriod, Campus: c.Campus, Room: c.Room, Online: c.Online,
		Teacher: c.Teacher, Note: c.Note,
	}
	if !c.Day.IsZero() {
		out.Day = c.Day.String()
	}
	if c.Hours.FirstPeriod == 0 && c.Hours.Timed() {
		out.Starts, out.Ends = c.Hours.Starts.String(), c.Hours.Ends.String()
	}
	return out
}

type WirePublication struct {
	ID        string         `json:"id"`
	At        string         `json:"at" format:"date-time"`
	By        wirePlanPerson `json:"by"`
	Note      string         `json:"note"`
	Changes   int            `json:"changes"`
	Told      int            `json:"told" doc:"Number of students who got a message."`
	Teachers  int            `json:"teachers" doc:"Number of teachers who got a message."`
	Withdrawn time.Time      `json:"withdrawn,omitzero" format:"date-time"`
}

func toWirePublication(p planning.Publication) WirePublication {
	return WirePublication{
		ID: p.ID, At: p.At.UTC().Format(time.RFC3339Nano), By: wirePlanPerson{p.By.ID, p.By.Name}, Note: p.Note,
		Changes: p.Changes, Told: p.Told.Students, Teachers: p.Told.Teachers, Withdrawn: p.Withdrawn,
	}
}

// wirePublishedLine is a change as it was published.
type wirePublishedLine struct {
	Group    string           `json:"group"`
	Code     string           `json:"code" doc:"Of the group."`
	Course   string           `json:"course"`
	CourseEn string           `json:"courseEn"`
	Class    string           `json:"class"`
	Action   string           `json:"action" enum:"cancel,move,add"`
	Was      *wirePlanPlace   `json:"was" doc:"Where the class was before."`
	To       *wirePlanPlace   `json:"to" doc:"Where it was moved; null if cancelled."`
	Reason   string           `json:"reason" doc:"The reason for accepting its clashes."`
	Rooms    []planning.Named `json:"rooms" doc:"Of was and to."`
	Teachers []planning.Named `json:"teachers" doc:"Of was and to."`
}

type WirePublishedLines struct {
	Lines []wirePublishedLine `json:"lines" doc:"Empty for publications older than these records."`
	Back  []wirePlanClash     `json:"back" doc:"New clashes if it were withdrawn now, which needs a reason."`
}

func toWirePublishedLines(p planning.Published) WirePublishedLines {
	return WirePublishedLines{
		Lines: wire.Each(p.Lines, func(l planning.PublishedLine) wirePublishedLine {
			return wirePublishedLine{
				Group: l.Group.ID, Code: l.Group.Code, Course: l.Group.Course, CourseEn: l.Group.CourseEn,
				Class: l.Class, Action: string(l.Action), Was: maybePlace(l.Was), To: maybePlace(l.To), Reason: l.Reason,
				Rooms: l.Rooms, Teachers: l.Teachers,
			}
		}),
		Back: wire.Each(p.Back, toWirePlanClash),
	}
}
