// Package planning is how staff change the timetable: it says what a change would do, and holds the drafts in which
// changes are collected and the publications that drafts become. It owns drafts and publications; classes and changes
// belong to package timetable, which clashes there are is found by package clash. Start at Service.Check and
// Service.Publish.
package planning

import (
	"context"
	"time"

	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
)

// A Send sends one note to some students, in the transaction that it is given.
type Send func(ctx context.Context, q sqldb.Querier, who access.Actor, note message.Note, students []string) error

// A SendOne sends one note to the account that it names, in the transaction that it is given.
type SendOne func(ctx context.Context, q sqldb.Querier, who access.Actor, note message.Note) error

// A RequestState is what becomes of a teacher's request together with the line that grants it.
type RequestState string

// The states, as package teaching names them.
const (
	requestAccepted  RequestState = "accepted"  // the line is in a draft
	requestOpen      RequestState = "open"      // it is in none any more
	requestPublished RequestState = "published" // with the line
	requestReverted  RequestState = "reverted"  // the publication is withdrawn
)

// Request changes the state of the request about a class, in the transaction that decides it. It refuses to accept one
// that is answered.
type Request func(ctx context.Context, q sqldb.Querier, who access.Actor, request, class string, to RequestState) error

// Options are what the service is built from.
type Options struct {
	DB         *sqldb.DB
	Timetables *timetable.Service
	Clashes    *clash.Service
	Jobs       *job.Queue
	Send       Send
	SendOne    SendOne
	Request    Request
	Now        func() time.Time
}

// A Service answers what changes would do, and publishes them. It is safe for concurrent use.
type Service struct{ o Options }

// New makes the service.
func New(o Options) *Service { return &Service{o} }

// A Named is somebody or something with an id.
type Named struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	NameEn string `json:"nameEn"`
}

// A Clash is something that a class would want at the same time as another class.
type Clash struct {
	Kind     clash.Kind
	Of       string // id of the class
	Object   Named  // the room, teacher, group or administrative class; empty for students
	Other    timetable.Class
	Group    clash.Group // the other class's
	Students int         // how many are concerned
	Minutes  int         // the way between the campuses; for travel alone
	New      bool        // it is not there without the change
	Accepted string      // why it may stand: somebody has said so before; empty: nobody has
}

// Seats is a room that is too small.
type Seats struct {
	Of    string `json:"class" doc:"Id of the class for which the room is too small."`
	Room  Named  `json:"room"`
	Seats int    `json:"seats"`
	Size  int    `json:"size" doc:"Of the group."`
}

// Told is who a change concerns.
type Told struct {
	Students   int
	Teachers   int // who log in
	NewClashes int
	Names      []Named // the first of those with a new clash
}

// A Proposal is a place that would do.
type Proposal struct {
	Place    timetable.Place
	Students int // how many would clash
	Rank     int // from 1
}

// A Checked is what a change would do, or two by which classes change places.
type Checked struct {
	From, To     *timetable.Place // of the first; nil: not on
	Hard, Soft   []Clash
	Seats        []Seats
	Told         Told
	Messages     []message.Note // one for each group; nobody is told what is over
	ToTeachers   []ToTeacher
	Alternatives []Proposal // for a single change
}

// A ToTeacher is what a teacher reads.
type ToTeacher struct {
	Teacher Named
	message.Note
}

// A Slot is where a class could be put.
type Slot struct {
	Day         civil.Date
	FirstPeriod int
	LastPeriod  int
	RoomTaken   bool
	TeacherBusy bool
	GroupBusy   bool
	Students    int
	Off         bool
	Best        int // 1 to 3, or 0
}

// A Substitute is a teacher who could take a class.
type Substitute struct {
	Named
	SameCourse bool `json:"sameCourse" doc:"Teaches the course already."`
	Free       bool `json:"free" doc:"At that time."`
	Load       int  `json:"load" doc:"Classes in that week."`
}

// An Absence is a class that an absent teacher cannot hold.
type Absence struct {
	Class       timetable.Class
	Group       clash.Group
	Substitutes []Substitute
}

// A RoomState says whether a room would do.
type RoomState string

// The states, the best first.
const (
	RoomFree  RoomState = "free"
	RoomSmall RoomState = "small" // for the group
	RoomFar   RoomState = "far"   // on another campus
	RoomTaken RoomState = "taken"
)

// A RoomAt is a room at some time.
type RoomAt struct {
	Room  timetable.Room
	State RoomState
	By    *Clash // what takes it
	// Minutes is the way from the group's campus; 0 when it is there, or nobody has entered the way.
	Minutes int
}

// An Option is something whose timetable can be opened.
type Option struct {
	Named
	Detail string `json:"detail" doc:"Such as a code, a number or a building."`
}

// A NewLine is a change to be put into a draft.
type NewLine struct {
	Change timetable.Change
	Reason string // why a hard clash may stand
	// Request is the teacher's that the change grants; empty: none. It is accepted with the line, and open again when the
	// line is taken out.
	Request string
}

// A Line is a change in a draft.
type Line struct {
	ID         string
	Change     timetable.Change
	Reason     string
	Request    string           // the teacher's that it grants; empty: none
	Was        *timetable.Place // where the class was when the line was put in; nil: it was not on
	From, To   *timetable.Place // now, and with the draft
	Group      clash.Group
	Hard, Soft []Clash
	Rooms      []Named // that its places name
	Teachers   []Named
	Stale      string // code; empty: it can be published
	// StaleParams are what the sentence of the code names.
	StaleParams map[string]string
}

// A Draft is the changes that one person gathers for one term.
type Draft struct {
	ID      string
	Term    string
	Owner   Named
	Mine    bool
	Version int64
	Changed time.Time
	Lines   []Line
	Told    Reached
}

// Reached is how many people get one message each.
type Reached struct{ Students, Teachers int }

// A Publication is a draft that was published.
type Publication struct {
	ID        string
	At        time.Time
	By        Named
	Note      string
	Changes   int
	Told      Reached
	Withdrawn time.Time // zero: it is not
}
