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

// Campus is a site with its own periods.
type Campus struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	NameEn string `json:"nameEn"`
}

// Room is a room of a campus.
type Room struct {
	ID       string `json:"id"`
	Campus   string `json:"campus"`
	Name     string `json:"name"`
	NameEn   string `json:"nameEn"`
	Building string `json:"building" doc:"Empty: unknown."`
	Seats    int    `json:"seats" doc:"0: unknown."`
}

// Teacher is a teacher's name; package course owns the teachers.
type Teacher struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	NameEn string `json:"nameEn"`
}

// Group is a group and its course, which belong to package course.
type Group struct {
	ID         string `json:"id"`
	Code       string `json:"code"`
	Course     string `json:"course"`
	CourseCode string `json:"courseCode"`
	Name       string `json:"name" doc:"Of the course."`
	NameEn     string `json:"nameEn"`
}

// Reason tells why a course has no classes in a term.
type Reason string

// The reasons.
const (
	Pending     Reason = "pending"     // the enrolment is not confirmed yet
	Dropped     Reason = "dropped"     // the student left the group
	OtherTerm   Reason = "other_term"  // taught in another term that isn't over
	Unscheduled Reason = "unscheduled" // the group has no meeting yet
)

// Missing is a course that a student may look for, and why it has no classes.
type Missing struct {
	Group  Group  `json:"group"`
	Term   string `json:"term"`
	Reason Reason `json:"reason" enum:"pending,dropped,other_term,unscheduled"`
}

// Timetable is a student's whole term. Only the choice of courses and the exam seats are personal: students with the
// same groups and no seats get the same timetable and Version.
type Timetable struct {
	Version    string // changes if and only if the timetable does
	Term       Term
	Campuses   []Campus
	Schemes    []PeriodScheme // in force on some day of the term
	Mappings   []DayMapping   // in force
	Holidays   []Holiday      // in force
	Groups     []Group
	Rooms      []Room
	Teachers   []Teacher
	Classes    []Class // in the order of Expand
	Conflicts  []Conflict
	Recordings map[string][]string // class id → lesson ids, the class's own before further recordings
	Live       map[string]bool     // ids of the classes with a live source
	Missing    []Missing
	Seats      map[string]Seat // class id → the student's seat in that exam
}

// Announce notifies the people affected, in the publishing transaction: students for each News, teachers once for
// everything published together.
type Announce func(ctx context.Context, q sqldb.Querier, who access.Actor, published []News) error

// A Service reads and writes timetables. It is safe for concurrent use.
type Service struct {
	database *sqldb.DB
	now      func() time.Time
	zone     *time.Location
	announce Announce // nil: no messages
	gathered *[]News  // collected for Together; nil: announce at once
	revision *cache.Revision
	personal *cache.Revision
}

// New creates the service. announce may be nil.
func New(database *sqldb.DB, now func() time.Time, zone *time.Location, announce Announce) *Service {
	return &Service{
		database: database, now: now, zone: zone, announce: announce,
		revision: cache.NewRevision(database, 0, ""), personal: cache.NewRevision(database, 0, "", recordings),
	}
}

// Revision counts the changes to classes and who has them, for caches.
func (s *Service) Revision() *cache.Revision { return s.revision }

// PersonalRevision also counts the changes to recordings and live sources, which people's own timetables show.
func (s *Service) PersonalRevision() *cache.Revision { return s.personal }

// Zone returns the college's time zone.
func (s *Service) Zone() *time.Location { return s.zone }

// Today returns the current date at the college.
func (s *Service) Today() civil.Date {
	today, _ := civil.Of(s.now(), s.zone)
	return today
}

// Clock returns the current date and time at the college.
func (s *Service) Clock() (civil.Date, civil.Time) { return civil.Of(s.now(), s.zone) }

// Terms lists all terms, the earliest first, and the id of the current one, which is empty if there are no terms.
func (s *Service) Terms(ctx context.Context) (terms []Term, current string, err error) {
	if terms, err = loadTerms(ctx, s.database.Reader()); err != nil {
		return nil, "", err
	}
	now, _ := CurrentTerm(terms, s.Today())
	return terms, now.ID, nil
}

// Timetable returns the caller's whole term: a student's, or a teacher's own classes. An empty term means the current
// one. Staff have no classes and get an empty term. Errors: timetable.no_term.
func (s *Service) Timetable(ctx context.Context, who access.Actor, term string) (Timetable, error) {
	var out Timetable
	err := s.read(ctx, who, term, func(st *personTerm) error {
		plan, err := st.plan(ctx)
		if err != nil {
			return err
		}
		if err := st.readRecordings(ctx, s.Today()); err != nil {
			return err
		}
		out = st.timetable(plan)
		return nil
	})
	return out, err
}

// Version returns the Version of Timetable at a fraction of its cost. Errors: those of Timetable.
func (s *Service) Version(ctx context.Context, who access.Actor, term string) (version string, err error) {
	err = s.open(ctx, who, term, func(st *personTerm) error {
		if err := st.readRecordings(ctx, s.Today()); err != nil {
			return err
		}
		version = st.version()
		return nil
	})
	return version, err
}

// readRecordings reads the recordings of the term's classes that the student or teacher may watch, and the student's
// live sources.
func (st *personTerm) readRecordings(ctx context.Context, today civil.Date) (err error) {
	rows := db.New(st.q)
	if st.teacher != "" {
		taught, err := rows.SelectTaughtRecordings(ctx,
			db.SelectTaughtRecordingsParams{Teacher: st.teacher, Term: st.term.ID, Today: today.Number()})
		if err != nil {
			return fmt.Errorf("read the recordings: %w", err)
		}
		for _, row := range taught {
			st.recordings = append(st.recordings, db.SelectRecordingsRow(row))
		}
		return nil
	}
	st.recordings, err = rows.SelectRecordings(ctx, db.SelectRecordingsParams{Student: st.student, Term: st.term.ID})
	if err != nil {
		return fmt.Errorf("read the recordings: %w", err)
	}
	if st.live, err = rows.SelectLive(ctx, db.SelectLiveParams{Student: st.student, Term: st.term.ID}); err != nil {
		return fmt.Errorf("read the live sources: %w", err)
	}
	return nil
}

// ChangesSince lists what changed in the caller's term after an instant, whether by publication or by correction of the
// rules. Errors: those of Timetable.
func (s *Service) ChangesSince(
	ctx context.Context, who access.Actor, term string, since time.Time,
) ([]Difference, error) {
	var out []Difference
	err := s.read(ctx, who, term, func(st *personTerm) error {
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

// read opens the caller's term with its rules.
func (s *Service) read(ctx context.Context, who access.Actor, term string, fn func(st *personTerm) error) error {
	return s.open(ctx, who, term, func(st *personTerm) error {
		if err := st.load(ctx, st.q); err != nil {
			return err
		}
		return fn(st)
	})
}

// open opens the caller's term.
func (s *Service) open(ctx context.Context, who access.Actor, term string, fn func(st *personTerm) error) error {
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

// ownerOf returns the student or else the teacher whose timetable the caller sees. Other callers are refused.
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
