// Package recordings imports and changes recordings in bulk. It matches the files of a folder to classes and
// lessons, with a certainty and the reasons. It owns no tables: package media owns assets, package course lessons,
// package timetable classes. Start at Service.Match, which the command line and the pages share.
package recordings

import (
	"slices"
	"time"

	"lectern/internal/feature/course"
	"lectern/internal/feature/media"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/recordings/filename"
)

// Options are the dependencies of the service.
type Options struct {
	DB         *sqldb.DB
	Courses    *course.Service
	Timetables *timetable.Service
	Media      *media.Service
	Now        func() time.Time
}

// Service matches files and changes recordings in bulk. It is safe for concurrent use.
type Service struct{ o Options }

// New returns the service.
func New(o Options) *Service { return &Service{o} }

// MaxFiles limits the files per call: a department's term. They must come in one call, because parts, duplicates
// and companion files are found among them.
const MaxFiles = 3000

// File describes a file before any of it is uploaded.
type File struct {
	Path        string // with its folders, separated by slashes
	Size        int64
	Length      time.Duration // 0 if unknown
	Modified    time.Time     // last modification, which is the end of the recording; zero if unknown
	Fingerprint string        // media.Fingerprint, or empty
	// Anew uploads the file although the portal has it. The caller's own unfinished upload still continues.
	Anew bool
}

// Kind is the purpose of a file.
type Kind string

// The kinds.
const (
	Recording Kind = "recording"
	Captions  Kind = "captions"
	Chapters  Kind = "chapters"
	Slides    Kind = "slides"
	Other     Kind = "other" // unrelated to recordings
)

// State says what to do with a file.
type State string

// The states.
const (
	Sure   State = "sure"   // one place, and everything matches
	Likely State = "likely" // one place is far better than the others
	Doubt  State = "doubt"  // a person should choose
	None   State = "none"   // no match
	Here   State = "here"   // this file already belongs to a lesson
	Twice  State = "twice"  // duplicate of another file in the folder
	Part   State = "part"   // further part of another file
	Beside State = "beside" // belongs to a recording, as captions do
	Left   State = "left"   // not needed
)

const (
	sureFrom   = 90
	likelyFrom = 60
	// the number of keys that choose one
	maxCandidates = 9
)

// Reason is a text with parameters. It uses the type fault.Error but isn't an error.
type Reason = *fault.Error

func because(code string, params ...string) Reason { return fault.New(fault.Invalid, code, params...) }

// Candidate is a class or lesson that a file may belong to.
type Candidate struct {
	media.Target            // a new or existing lesson
	Code         string     // of the group, or of the course
	CourseName   string     //
	CourseNameEn string     //
	Position     int        // of the lesson; 0 for a new one
	Room         string     // the class's room, or empty
	RoomEn       string     //
	Day          civil.Date // of the class, or zero
	Hours        timetable.Hours
	Replaces     string // name of the file that the lesson plays now, or empty
	Published    bool   // students see the lesson, so they will see the recording
	Percent      int    // certainty
	Reasons      []Reason
}

// Known is a file that the portal has, or that is being uploaded.
type Known struct {
	Asset   string // the recording, or its part; empty during upload
	Upload  string // empty after upload
	Lesson  string
	Title   string
	Code    string // of the course
	By      string // who uploads or uploaded it
	Mine    bool
	Created time.Time
	To      media.Target // of an upload
	Joined  string       // the recording that it is a part of, or empty
}

// Match is the result for one file.
type Match struct {
	Kind       Kind
	State      State
	Name       filename.Name // parsed file name
	Candidates []Candidate   // best first
	Reason     Reason        // what to check first, or nil
	Of         int           // the file that it is a part of, belongs to or repeats; -1: none
	Number     int           // of the part, from 2; 0 otherwise
	Join       bool          // certainly a part, to join with the others
	Language   string        // of captions, if the name has it
	Known      *Known        // nil: new
}

// Best returns the first candidate, or nil.
func (m *Match) Best() *Candidate {
	if len(m.Candidates) == 0 {
		return nil
	}
	return &m.Candidates[0]
}

// reason returns the index of a reason, or -1.
func (c *Candidate) reason(code string) int {
	return slices.IndexFunc(c.Reasons, func(r Reason) bool { return r.Code == code })
}

func (c *Candidate) has(code string) bool { return c.reason(code) >= 0 }

// Beside returns an additional lesson of the candidate's class, for a part that isn't joined, or to keep both
// recordings. The next recording of the class doesn't replace it.
func (c *Candidate) Beside(number int) media.Target {
	titleEn := c.TitleEn
	if titleEn != "" {
		titleEn = titleBeside(titleEn, number)
	}
	return media.Target{
		Course: c.Course, Title: titleBeside(c.Title, number), TitleEn: titleEn, Group: c.Group, Class: c.Class,
		Beside: c.Class != "", Publish: c.Publish,
	}
}
