// Package recordings brings many recordings in at once. It answers which class or lesson each file of a folder is of,
// with how sure that is and why, and does one thing to many recordings. It owns no table: files become assets in
// package media, lessons belong to package course, classes to package timetable. Start at Service.Match; the command
// line and the pages use the same.
package recordings

import (
	"time"

	"lectern/internal/feature/course"
	"lectern/internal/feature/media"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/recordings/filename"
)

// Options are what the service works with.
type Options struct {
	DB         *sqldb.DB
	Courses    *course.Service
	Timetables *timetable.Service
	Media      *media.Service
}

// A Service matches files and changes recordings in bulk. It is safe for concurrent use.
type Service struct{ o Options }

// New makes the service.
func New(o Options) *Service { return &Service{o} }

// MaxFiles is how many files a call may ask about: a term of a department. They are asked about together, because
// parts, repetitions and what goes with a recording are found among them.
const MaxFiles = 3000

// A File is what is known of a file before a byte of it is sent.
type File struct {
	Path        string // with the folders it lies in, separated by slashes
	Size        int64
	Length      time.Duration // 0: not known
	Modified    time.Time     // when it was last written, which is when the recording ended; zero: not known
	Fingerprint string        // media.Fingerprint; empty: not known
	// somebody says that it is not what the portal has; an own upload of it that was begun goes on
	Anew bool
}

// A Kind is what a file is for.
type Kind string

// The kinds.
const (
	Recording Kind = "recording"
	Captions  Kind = "captions"
	Chapters  Kind = "chapters"
	Slides    Kind = "slides"
	Other     Kind = "other" // nothing that belongs to a recording
)

// A State says what is to be done about a file.
type State string

// The states.
const (
	Sure   State = "sure"   // one place, and everything fits
	Likely State = "likely" // one place is the best by far
	Doubt  State = "doubt"  // a person should choose
	None   State = "none"   // nothing fits
	Here   State = "here"   // this very file is in the portal already, in a lesson
	Twice  State = "twice"  // the folder has it twice
	Part   State = "part"   // a further part of another file
	Beside State = "beside" // it goes with a recording
	Left   State = "left"   // it is of no use here
)

const (
	sureFrom   = 90
	likelyFrom = 60
	// maxCandidates is how many number keys there are.
	maxCandidates = 9
)

// A Reason is a sentence and what is filled into it. It is no refusal; the type has what a sentence needs.
type Reason = *fault.Error

func because(code string, params ...string) Reason { return fault.New(fault.Invalid, code, params...) }

// A Candidate is a place that a file may go to.
type Candidate struct {
	media.Target            // of a new lesson, or of one that is there
	Code         string     // of the group, or else of the course
	CourseName   string     //
	CourseNameEn string     //
	Position     int        // of the lesson; 0 for a new one
	TitleEn      string     // of the lesson
	Room         string     // name of the class's room; empty otherwise
	RoomEn       string     //
	Day          civil.Date // of the class; zero otherwise
	Hours        timetable.Hours
	Replaces     string // the file that the lesson plays now; empty: none
	Percent      int    // how sure it is
	Reasons      []Reason
}

// A Known is a file that the portal has, or that somebody is bringing in.
type Known struct {
	Asset   string // of the recording, or of the part that it came as; empty while it is under way
	Upload  string // empty when it has arrived
	Lesson  string
	Title   string
	Code    string // of the course
	By      string // who brought it
	Mine    bool
	Created time.Time
	To      media.Target // of an upload
	Joined  string       // the recording that it is a part of; empty: none
}

// A Match is what is said about one file.
type Match struct {
	Kind       Kind
	State      State
	Name       filename.Name // what its name says
	Candidates []Candidate   // the best first
	Reason     Reason        // what a person should know first; nil: nothing
	Of         int           // the file that it is a part of, goes with or repeats; -1: none
	Number     int           // of the part, from 2; 0 otherwise
	Join       bool          // it is certain that it is a part: it is to be joined with the others
	Language   string        // of captions, where the name says it
	Known      *Known        // nil: it is new
}

// Best is the first candidate, or nil.
func (m *Match) Best() *Candidate {
	if len(m.Candidates) == 0 {
		return nil
	}
	return &m.Candidates[0]
}

// Beside is a lesson of its own beside the candidate: for a further part that is not joined, or when both recordings
// are to stay. It is of the same class, and the next recording of the class does not replace it.
func (c *Candidate) Beside(number int) media.Target {
	return media.Target{
		Course: c.Course, Title: titleBeside(c.Title, number), Group: c.Group, Class: c.Class,
		Beside: c.Class != "", Publish: c.Publish,
	}
}
