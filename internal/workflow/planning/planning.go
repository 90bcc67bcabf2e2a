// Package planning lets staff change the timetable. It previews changes, collects them in drafts and publishes
// drafts. It owns drafts and publications; package timetable owns classes and changes, and package clash finds
// clashes. Start at Service.Check and Service.Publish.
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

// Send sends a note to its recipients, in the caller's transaction.
type Send func(ctx context.Context, q sqldb.Querier, who access.Actor, note message.Note) error

// RequestState is the state of a teacher's request after a change to the line that grants it.
type RequestState string

// These are package teaching's names for the states.
const (
	requestAccepted  RequestState = "accepted"  // its line is in a draft
	requestOpen      RequestState = "open"      // its line was removed
	requestPublished RequestState = "published" // its line was published
	requestReverted  RequestState = "reverted"  // the publication was withdrawn
)

// Request changes the state of a class's request, in the caller's transaction. It refuses to accept an answered
// one.
type Request func(ctx context.Context, q sqldb.Querier, who access.Actor, request, class string, to RequestState) error

// Options are the dependencies of the service.
type Options struct {
	DB         *sqldb.DB
	Timetables *timetable.Service
	Clashes    *clash.Service
	Jobs       *job.Queue
	Send       Send
	Request    Request
	Now        func() time.Time
}

// Service previews and publishes changes. It is safe for concurrent use.
type Service struct{ o Options }

// New returns the service.
func New(o Options) *Service { return &Service{o} }

// Named is the id and name of a person or thing.
type Named struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	NameEn string `json:"nameEn"`
}

// Clash is another class that needs the same thing as a class, or is too far away to reach in time.
type Clash struct {
	Kind     clash.Kind
	Of       string // id of the class
	Object   Named  // the room, teacher, group or home class; empty for students
	Other    timetable.Class
	Group    clash.Group // the other class's
	Students int         // number of students affected
	Minutes  int         // travel time between the campuses; only for kind travel
	New      bool        // only with the change
	Accepted string      // the reason it was accepted for earlier; empty: it wasn't
}

// Seats is a room that is too small.
type Seats struct {
	Of    string `json:"class" doc:"Id of the class that the room is too small for."`
	Room  Named  `json:"room"`
	Seats int    `json:"seats"`
	Size  int    `json:"size" doc:"Of the group."`
}

// AffectedCount counts the people a change affects.
type AffectedCount struct {
	Students   int
	Teachers   int // with an account
	NewClashes int
	Names      []Named // some of the students with a new clash
}

// Proposal is a suitable place.
type Proposal struct {
	Place    timetable.Place
	Students int // with a clash
	Rank     int // from 1
}

// Checked is the preview of a change or a swap.
type Checked struct {
	From, To     *timetable.Place // of the first change; nil: doesn't take place
	Hard, Soft   []Clash
	Seats        []Seats
	Told         AffectedCount
	Messages     []message.Note // one per group, none for past classes
	ToTeachers   []TeacherMessage
	Alternatives []Proposal // for a single change
}

// TeacherMessage is the message to one teacher.
type TeacherMessage struct {
	Teacher Named
	message.Note
}

// Slot is a day and periods that a class could move to.
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

// Substitute is a teacher who could take a class.
type Substitute struct {
	Named
	Detail     string `json:"detail" doc:"The number, and courses of the term; may be empty."`
	SameCourse bool   `json:"sameCourse" doc:"Already teaches the course."`
	Free       bool   `json:"free" doc:"At that time."`
	Load       int    `json:"load" doc:"Classes in that week."`
}

// Absence is a class that an absent teacher can't teach.
type Absence struct {
	Class       timetable.Class
	Group       clash.Group
	Substitutes []Substitute
}

// RoomState says whether a room is suitable.
type RoomState string

// Room states, best first.
const (
	RoomFree  RoomState = "free"
	RoomSmall RoomState = "small" // too small for the group
	RoomFar   RoomState = "far"   // on another campus
	RoomTaken RoomState = "taken"
)

// RoomAt is a room and its state at some time.
type RoomAt struct {
	Room  timetable.Room
	State RoomState
	By    *Clash // the class that occupies it
	// Minutes is the travel time from the group's campus; 0 on the same campus, or if unknown.
	Minutes int
}

// Option is something whose timetable can be opened.
type Option struct {
	Named
	Detail string `json:"detail" doc:"Such as a code, a number or a building."`
}

// NewLine is a change to add to a draft.
type NewLine struct {
	Change timetable.Change
	Reason string // for accepting a hard clash
	// Request is the teacher's request that the change grants, or empty. Adding the line accepts it; removing the
	// line reopens it.
	Request string
}

// Line is a change in a draft.
type Line struct {
	ID         string
	Change     timetable.Change
	Reason     string
	Request    string           // the teacher's request it grants, or empty
	Was        *timetable.Place // where the class was when the line was added; nil: it didn't take place
	From, To   *timetable.Place // now, and with the draft
	Group      clash.Group
	Hard, Soft []Clash
	Rooms      []Named // of all its places
	Teachers   []Named
	Stale      string // code; empty: the line can be published
	// StaleParams are the parameters of the code's text.
	StaleParams map[string]string
}

// Draft is one person's unpublished changes to one term.
type Draft struct {
	ID      string
	Term    string
	Owner   Named
	Mine    bool
	Version int64
	Changed time.Time
	Lines   []Line
	Told    RecipientCount
}

// RecipientCount is how many people get a message.
type RecipientCount struct{ Students, Teachers int }

// Publication is a published draft.
type Publication struct {
	ID        string
	At        time.Time
	By        Named
	Note      string
	Changes   int
	Told      RecipientCount
	Withdrawn time.Time // zero: not withdrawn
}
