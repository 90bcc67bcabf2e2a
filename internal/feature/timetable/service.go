package timetable

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// A Campus is a place with periods of its own.
type Campus struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	NameEn string `json:"nameEn"`
}

// A Room is where classes are.
type Room struct {
	ID       string `json:"id"`
	Campus   string `json:"campus"`
	Name     string `json:"name"`
	NameEn   string `json:"nameEn"`
	Building string `json:"building" doc:"Empty: not known."`
	Seats    int    `json:"seats" doc:"0: not known."`
}

// A Teacher is the name of one who teaches; the person belongs to package course.
type Teacher struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	NameEn string `json:"nameEn"`
}

// A Group is what a student is taught in; it belongs to package course.
type Group struct {
	ID         string `json:"id"`
	Code       string `json:"code"`
	Course     string `json:"course"`
	CourseCode string `json:"courseCode"`
	Name       string `json:"name" doc:"Of the course."`
	NameEn     string `json:"nameEn"`
}

// A Reason says why a course has no classes in a term.
type Reason string

// The reasons.
const (
	Pending     Reason = "pending"     // the enrolment is not confirmed yet
	Dropped     Reason = "dropped"     // the student left the group
	OtherTerm   Reason = "other_term"  // it is taught in another term that is not over yet
	Unscheduled Reason = "unscheduled" // the group has no meeting yet
)

// A Missing course is one that a student may look for in vain, and why.
type Missing struct {
	Group  Group  `json:"group"`
	Term   string `json:"term"`
	Reason Reason `json:"reason" enum:"pending,dropped,other_term,unscheduled"`
}

// A Timetable is a student's whole term. It holds nothing personal but the choice of courses and the seats in exams:
// whoever has the same groups and no seat yet has the same timetable, with the same Version.
type Timetable struct {
	Version    string // changes when, and only when, the answer does
	Term       Term
	Campuses   []Campus
	Schemes    []PeriodScheme // those that hold on some day of the term
	Mappings   []DayMapping   // in force
	Holidays   []Holiday      // in force
	Groups     []Group
	Rooms      []Room
	Teachers   []Teacher
	Classes    []Class // in the order of Expand
	Conflicts  []Conflict
	Recordings map[string][]string // class id → ids of lessons, the class's own before those beside it
	Live       map[string]bool     // ids of the classes that can be seen while they are on
	Missing    []Missing
	Seats      map[string]Seat // class id → where the student sits in that exam
}

// An Announce tells the people concerned, in the transaction that publishes the news: students of each piece of it, a
// teacher once of all that was published together.
type Announce func(ctx context.Context, q sqldb.Querier, who access.Actor, published []News) error

// A Service reads and writes timetables. It is safe for concurrent use.
type Service struct {
	database *sqldb.DB
	now      func() time.Time
	zone     *time.Location
	announce Announce // nil: nobody is told
	gathered *[]News  // what Together announces at its end; nil: everything is announced at once
	revision *cache.Revision
}

// New makes the service of a college in a time zone. Announce may be nil.
func New(database *sqldb.DB, now func() time.Time, zone *time.Location, announce Announce) *Service {
	return &Service{
		database: database, now: now, zone: zone, announce: announce,
		revision: cache.NewRevision(database, "", 0),
	}
}

// Revision counts the changes to all that timetables are made of, for whoever caches them.
func (s *Service) Revision() *cache.Revision { return s.revision }

// Zone returns the college's time zone: every class is held by its clock.
func (s *Service) Zone() *time.Location { return s.zone }

// Today returns the college's date.
func (s *Service) Today() civil.Date {
	today, _ := civil.Of(s.now(), s.zone)
	return today
}

// Clock returns the college's date and time of day.
func (s *Service) Clock() (civil.Date, civil.Time) { return civil.Of(s.now(), s.zone) }

// Terms lists all terms, the earliest first, and the id of the current one, which is empty when there is no
// term at all.
func (s *Service) Terms(ctx context.Context) (terms []Term, current string, err error) {
	if terms, err = loadTerms(ctx, s.database.Reader()); err != nil {
		return nil, "", err
	}
	now, _ := CurrentTerm(terms, s.Today())
	return terms, now.ID, nil
}

// Timetable returns the caller's whole term: a student's, or what a teacher teaches. An empty term is the current one.
// Staff have no classes of their own and see an empty term. The refusal is timetable.no_term.
func (s *Service) Timetable(ctx context.Context, who access.Actor, term string) (Timetable, error) {
	var out Timetable
	err := s.read(ctx, who, term, func(st *studentTerm) error {
		plan, err := st.plan(ctx)
		if err != nil {
			return err
		}
		recordings, err := st.recordings(ctx, s.Today())
		if err != nil {
			return fmt.Errorf("read the recordings: %w", err)
		}
		out = st.timetable(plan)
		out.Recordings = make(map[string][]string, len(recordings))
		for _, r := range recordings {
			out.Recordings[r.ClassID] = append(out.Recordings[r.ClassID], r.ID)
		}
		live, err := db.New(st.q).SelectLive(ctx, db.SelectLiveParams{Student: who.Student, Term: st.term.ID})
		if err != nil {
			return fmt.Errorf("read the live sources: %w", err)
		}
		out.Live = make(map[string]bool, len(live))
		for _, class := range live {
			out.Live[class] = true
		}
		return nil
	})
	return out, err
}

// recordings lists those of the classes that the student or teacher may watch.
func (st *studentTerm) recordings(ctx context.Context, today civil.Date) ([]db.SelectRecordingsRow, error) {
	if st.teacher == "" {
		return db.New(st.q).SelectRecordings(ctx, db.SelectRecordingsParams{Student: st.student, Term: st.term.ID})
	}
	taught, err := db.New(st.q).SelectTaughtRecordings(ctx,
		db.SelectTaughtRecordingsParams{Teacher: st.teacher, Term: st.term.ID, Today: today.Number()})
	list := make([]db.SelectRecordingsRow, 0, len(taught))
	for _, row := range taught {
		list = append(list, db.SelectRecordingsRow(row))
	}
	return list, err
}

// ChangesSince lists what became different in the caller's term after an instant: what they last saw and what holds
// now. It does not matter whether a change was published or the rules were corrected. Refusals are those of Timetable.
func (s *Service) ChangesSince(
	ctx context.Context, who access.Actor, term string, since time.Time,
) ([]Difference, error) {
	var out []Difference
	err := s.read(ctx, who, term, func(st *studentTerm) error {
		plan, err := st.plan(ctx)
		if err != nil {
			return err
		}
		then, err := st.planAt(ctx, plan, since)
		if err != nil {
			return err
		}
		out = Diff(st.ownClasses(Expand(then)), st.ownClasses(Expand(plan)))
		return nil
	})
	return out, err
}

func (s *Service) read(ctx context.Context, who access.Actor, term string, fn func(st *studentTerm) error) error {
	if err := access.SignedIn.Check(who); err != nil {
		return err
	}
	return s.database.Read(ctx, func(q sqldb.Querier) error {
		open := openTerm
		owner := who.Student
		if owner == "" && who.Teacher != "" {
			open, owner = openTaught, who.Teacher
		}
		st, err := open(ctx, q, owner, term, s.Today())
		if err != nil {
			return err
		}
		return fn(st)
	})
}

// ownerOf is whose timetable the caller has: a student's, or else a teacher's. Anybody else is refused: there is
// nothing of their own to show.
func ownerOf(who access.Actor) (string, error) {
	if err := access.SignedIn.Check(who); err != nil {
		return "", err
	}
	owner := cmp.Or(who.Student, who.Teacher)
	if owner == "" {
		return "", fault.New(fault.Forbidden, "access.forbidden")
	}
	return owner, nil
}
