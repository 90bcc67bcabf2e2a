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
	Draft     string   `json:"draft,omitempty" doc:"Id of the line of the caller's draft that makes it so."`
	Clashes   int      `json:"clashes" doc:"Other classes that want its room, teacher or group at the same time."`
	SeatRooms []string `json:"seatRooms" doc:"Of an exam: the rooms in which part of it sits besides the room of the class."`
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
	Class    string         `json:"class" doc:"Id of the class that clashes; of two that change places it may be either."`
	Object   planning.Named `json:"object" doc:"The room, teacher, group or administrative class; of travel the teacher; empty for students."`
	Other    wirePlanOther  `json:"other"`
	Students int            `json:"students" doc:"How many are in both."`
	Minutes  int            `json:"minutes" doc:"The way between the two campuses; 0 unless the kind is travel."`
	New      bool           `json:"new" doc:"It is not there without the change. Only new ones need a reason."`
	Accepted string         `json:"accepted" doc:"Why the two may clash: somebody has said so, and no other reason is needed. Empty: nobody has."`
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
	Teachers   int              `json:"teachers" doc:"Of those who log in: whose classes these are, or become."`
	NewClashes int              `json:"newClashes" doc:"How many of the students get a clash that they do not have now."`
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
	Students int       `json:"students" doc:"How many would clash there."`
	Rank     int       `json:"rank" doc:"From 1."`
}

func toWirePlanProposal(p planning.Proposal) wirePlanProposal {
	return wirePlanProposal{Place: toWirePlace(p.Place), Students: p.Students, Rank: p.Rank}
}

type WirePlanChecked struct {
	From         *wirePlanPlace     `json:"from"`
	To           *wirePlanPlace     `json:"to"`
	Hard         []wirePlanClash    `json:"hard" doc:"Room, teacher, group: new ones stand with a reason alone."`
	Soft         []wirePlanClash    `json:"soft" doc:"Class, students, travel."`
	Seats        []planning.Seats   `json:"seats" doc:"Rooms that are too small."`
	Told         wirePlanTold       `json:"told"`
	Messages     []wirePlanMessage  `json:"messages" doc:"As students will read it, one for each group; empty when it is over and nobody is told."`
	ToTeachers   []wirePlanTeacher  `json:"toTeachers" doc:"As each teacher will read it."`
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
		ToTeachers: wire.Each(c.ToTeachers, func(t planning.ToTeacher) wirePlanTeacher {
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
	Group       string     `json:"group" enum:"free,busy" doc:"Busy: the group itself has another class then."`
	Students    int        `json:"students" doc:"How many would clash."`
	Off         bool       `json:"off" doc:"Nothing is taught on the day."`
	Best        int        `json:"best" minimum:"0" maximum:"3" doc:"1 to 3 for the three best, else 0."`
}

type WirePlanRoomAt struct {
	timetable.Room
	State   planning.RoomState `json:"state" enum:"free,taken,small,far"`
	By      *wirePlanTaken     `json:"by" doc:"What takes the room."`
	Minutes int                `json:"minutes" doc:"The way from the group's campus; 0 when the room is there, or the way is not known."`
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
	Was      *wirePlanPlace   `json:"was" doc:"Where the class was when the line was put in."`
	From     *wirePlanPlace   `json:"from" doc:"Where the class is now; another place than was when somebody has changed it since."`
	To       *wirePlanPlace   `json:"to" doc:"Where it will be; null when it is cancelled."`
	Hard     []wirePlanClash  `json:"hard"`
	Soft     []wirePlanClash  `json:"soft"`
	Reason   string           `json:"reason" doc:"Why a hard clash may stand."`
	Rooms    []planning.Named `json:"rooms" doc:"That was, from and to name."`
	Teachers []planning.Named `json:"teachers" doc:"That was, from and to name."`
	Request  string           `json:"request,omitempty" doc:"The teacher's request that it grants."`
	Stale    string           `json:"stale" doc:"Code of what hinders the publication; empty: nothing."`
	// In the caller's language, like error messages.
	StaleText string `json:"staleText" doc:"What hinders the publication, and what to do; empty: nothing."`
}

type WirePlanDraft struct {
	ID      string         `json:"id"`
	Term    string         `json:"term"`
	Owner   wirePlanPerson `json:"owner"`
	Mine    bool           `json:"mine"`
	Version int64          `json:"version"`
	Changed time.Time      `json:"changed" format:"date-time"`
	Lines   []wirePlanLine `json:"lines"`
	Told    int            `json:"told" doc:"How many students get a message when it is published."`
	// Only teachers with an account.
	Teachers int `json:"teachers" doc:"How many teachers get one too."`
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
	Told      int            `json:"told" doc:"How many students were told."`
	Teachers  int            `json:"teachers" doc:"How many teachers were told."`
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
	To       *wirePlanPlace   `json:"to" doc:"Where it was put; null when it was cancelled."`
	Reason   string           `json:"reason" doc:"Why its clashes may stand."`
	Rooms    []planning.Named `json:"rooms" doc:"That was and to name."`
	Teachers []planning.Named `json:"teachers" doc:"That was and to name."`
}

type WirePublishedLines struct {
	Lines []wirePublishedLine `json:"lines" doc:"Empty for publications from before lines were kept."`
	Back  []wirePlanClash     `json:"back" doc:"What the classes would newly clash with if it were withdrawn now: that needs a reason."`
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
