package timetable

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
)

const (
	// college is the revision scope of data that all terms share: campuses and period schemes.
	college = "college"
	// recordings is the revision scope of lessons and live sources, counted by package course.
	recordings = "recordings"
)

// sharedTerm holds the data that all students of a term share.
type sharedTerm struct {
	term     Term
	moved    Stamp
	campuses []Campus
	schemes  []PeriodScheme
	old      []PeriodScheme // former versions of schemes
	mappings []DayMapping
	holidays []Holiday
	stamp    string // the revisions it was read at
}

// rules returns the term's plan without meetings and changes.
func (f *sharedTerm) rules() Plan {
	return Plan{
		Term: f.term, Moved: f.moved, Schemes: f.schemes, OldSchemes: f.old,
		Mappings: f.mappings, Holidays: f.holidays,
	}
}

// personTerm is the term of one student or teacher, read in one transaction.
type personTerm struct {
	*sharedTerm
	q         sqldb.Querier
	terms     []Term // all
	student   string
	teacher   string                   // only the classes of this teacher; empty for a student
	unnamed   map[string]bool          // groups whose classes without a named teacher are the teacher's
	confirmed []db.SelectEnrolmentsRow // in this term
	missing   []Missing
	rooms     map[string]Room
	teachers  map[string]Teacher
	seats     map[string]Seat // by class
	seatRooms []Room
	seatText  strings.Builder // all seats, for the version

	recordings []db.SelectRecordingsRow
	live       []string // classes with a live source
}

// openTerm reads what identifies the version of a student's term. An empty term means the current one.
func openTerm(ctx context.Context, q sqldb.Querier, student, term string, today civil.Date) (*personTerm, error) {
	terms, err := loadTerms(ctx, q)
	if err != nil {
		return nil, err
	}
	if term == "" {
		now, _ := CurrentTerm(terms, today)
		term = now.ID
	}
	shared, err := openShared(ctx, q, term)
	if err != nil {
		return nil, err
	}
	rows, err := db.New(q).SelectEnrolments(ctx, student)
	if err != nil {
		return nil, fmt.Errorf("read enrolments: %w", err)
	}
	st := &personTerm{sharedTerm: shared, q: q, terms: terms, student: student}
	st.sortEnrolments(rows)
	return st, st.readSeats(ctx)
}

// sortEnrolments separates the groups that have classes from those to list as missing.
func (st *personTerm) sortEnrolments(rows []db.SelectEnrolmentsRow) {
	here := make(map[string]bool)
	for _, row := range rows {
		if row.TermID == st.term.ID && row.State == "confirmed" {
			st.confirmed = append(st.confirmed, row)
			here[row.CourseID] = true
		}
	}
	for _, row := range rows {
		if here[row.CourseID] {
			continue
		}
		reason := Reason(row.State)
		if row.TermID != st.term.ID {
			if row.State == "dropped" || st.isOver(row.TermID) {
				continue
			}
			reason = OtherTerm
		}
		st.missing = append(st.missing, Missing{Group: toGroup(row), Term: row.TermID, Reason: reason})
	}
}

// isOver reports whether a term ended before this one began: its courses aren't listed as missing.
func (st *personTerm) isOver(term string) bool {
	for _, t := range st.terms {
		if t.ID == term {
			return t.LastDay().Before(st.term.FirstMonday)
		}
	}
	return true
}

func toGroup(row db.SelectEnrolmentsRow) Group {
	return Group{
		ID: row.ID, Code: row.Code, Course: row.CourseID, CourseCode: row.CourseCode,
		Name: row.Name, NameEn: row.NameEn,
	}
}

// version joins the revisions of everything in the timetable, and the text of what has no revision. Which recordings a
// teacher may watch depends on the day, and which classes of a group are theirs on the teacher.
func (st *personTerm) version() string {
	h := sha256.New()
	fmt.Fprintf(h, "2\n%s\n%s\n%q\n", st.stamp, st.teacher, st.live)
	for _, row := range st.confirmed {
		fmt.Fprintf(h, "%s %d\n", row.ID, row.Revision)
	}
	for _, row := range st.recordings {
		fmt.Fprintf(h, "%s %s\n", row.ClassID, row.ID)
	}
	for _, m := range st.missing {
		fmt.Fprintf(h, "%q\n", []string{
			m.Group.ID, m.Group.Code, m.Group.CourseCode, m.Group.Name,
			m.Group.NameEn, m.Term, string(m.Reason),
		})
	}
	fmt.Fprint(h, st.seatText.String())
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:15])
}

func (st *personTerm) plan(ctx context.Context) (Plan, error) {
	if st.teacher != "" {
		return st.taughtPlan(ctx)
	}
	plan := st.rules()
	st.rooms, st.teachers = make(map[string]Room), make(map[string]Teacher)
	meetings, err := db.New(st.q).SelectMeetingsOfStudent(ctx,
		db.SelectMeetingsOfStudentParams{Student: st.student, Term: st.term.ID})
	if err != nil {
		return Plan{}, fmt.Errorf("read meetings: %w", err)
	}
	for _, row := range meetings {
		m, err := toMeeting(row.Meeting)
		if err != nil {
			return Plan{}, err
		}
		plan.Meetings = append(plan.Meetings, m)
		st.addNames(Room{ID: m.Room, Campus: row.RoomCampus, Name: row.Room, NameEn: row.RoomEn},
			Teacher{m.Teacher, row.Teacher, row.TeacherEn})
	}
	changes, err := db.New(st.q).SelectChangesOfStudent(ctx,
		db.SelectChangesOfStudentParams{Student: st.student, Term: st.term.ID})
	if err != nil {
		return Plan{}, fmt.Errorf("read changes: %w", err)
	}
	for _, row := range changes {
		c := toChange(row.ClassChange)
		plan.Changes = append(plan.Changes, c)
		st.addNames(Room{ID: c.Room, Campus: row.RoomCampus, Name: row.Room, NameEn: row.RoomEn},
			Teacher{c.Teacher, row.Teacher, row.TeacherEn})
	}
	return plan, nil
}

// past reads the rules of the student's groups that were in force at an instant and have changed since.
func (st *personTerm) past(ctx context.Context, since time.Time) ([]Meeting, error) {
	if st.teacher != "" {
		return st.taughtPast(ctx, since)
	}
	rows, err := db.New(st.q).SelectPastMeetingsOfStudent(ctx, db.SelectPastMeetingsOfStudentParams{
		Student: st.student, Term: st.term.ID, Since: since.UnixMilli(),
	})
	if err != nil {
		return nil, fmt.Errorf("read what meetings were: %w", err)
	}
	var list []Meeting
	for _, row := range rows {
		m, err := toPastMeeting(row.MeetingPast)
		if err != nil {
			return nil, err
		}
		list = append(list, m)
	}
	return list, nil
}

// planAt returns the student's plan at an instant, given the current one.
func (st *personTerm) planAt(ctx context.Context, plan Plan, since time.Time) (Plan, error) {
	var err error
	if plan.OldMeetings, err = st.past(ctx, since); err != nil {
		return Plan{}, err
	}
	row, err := db.New(st.q).SelectTermAt(ctx, db.SelectTermAtParams{Term: plan.Term.ID, Since: since.UnixMilli()})
	if errors.Is(err, sql.ErrNoRows) {
		return plan.AsOf(since), nil
	}
	if err != nil {
		return Plan{}, fmt.Errorf("read where a term was: %w", err)
	}
	term := plan.Term
	term.FirstMonday, term.Weeks = row.FirstMonday, int(row.Weeks)
	f := &sharedTerm{term: term, moved: plan.Moved}
	if err := f.load(ctx, st.q); err != nil {
		return Plan{}, err
	}
	then := f.rules()
	then.Meetings, then.OldMeetings, then.Changes = plan.Meetings, plan.OldMeetings, plan.Changes
	return then.AsOf(since), nil
}

func (st *personTerm) addNames(room Room, teacher Teacher) {
	if room.ID != "" {
		st.rooms[room.ID] = room
	}
	if teacher.ID != "" {
		st.teachers[teacher.ID] = teacher
	}
}

func (st *personTerm) timetable(plan Plan) Timetable {
	out := Timetable{
		Version: st.version(), Term: plan.Term, Campuses: st.campuses, Schemes: plan.Schemes,
		Classes: st.ownClasses(Expand(plan)), Missing: slices.Clone(st.missing), Seats: st.seats,
		Recordings: make(map[string][]string, len(st.recordings)), Live: make(map[string]bool, len(st.live)),
	}
	for _, r := range st.recordings {
		out.Recordings[r.ClassID] = append(out.Recordings[r.ClassID], r.ID)
	}
	for _, class := range st.live {
		out.Live[class] = true
	}
	for _, room := range st.seatRooms {
		st.addNames(room, Teacher{})
	}
	out.Conflicts = Conflicts(out.Classes)
	out.Mappings, out.Holidays = plan.InForce()
	taught := make(map[string]bool, len(st.confirmed))
	for i := range out.Classes {
		taught[out.Classes[i].Group] = true
	}
	for _, row := range st.confirmed {
		out.Groups = append(out.Groups, toGroup(row))
		if !taught[row.ID] {
			out.Missing = append(out.Missing, Missing{Group: toGroup(row), Term: row.TermID, Reason: Unscheduled})
		}
	}
	out.Rooms = slices.SortedFunc(maps.Values(st.rooms), func(a, b Room) int { return strings.Compare(a.ID, b.ID) })
	out.Teachers = slices.SortedFunc(maps.Values(st.teachers), func(a, b Teacher) int {
		return strings.Compare(a.ID, b.ID)
	})
	return out
}

func loadTerms(ctx context.Context, q sqldb.Querier) ([]Term, error) {
	rows, err := db.New(q).SelectTerms(ctx)
	if err != nil {
		return nil, fmt.Errorf("list terms: %w", err)
	}
	list := make([]Term, 0, len(rows))
	for _, row := range rows {
		list = append(list, toTerm(row))
	}
	return list, nil
}

func loadCampuses(ctx context.Context, q sqldb.Querier) ([]Campus, error) {
	rows, err := db.New(q).SelectCampuses(ctx)
	if err != nil {
		return nil, fmt.Errorf("list campuses: %w", err)
	}
	list := make([]Campus, 0, len(rows))
	for _, row := range rows {
		list = append(list, Campus(row))
	}
	return list, nil
}

func loadMappings(ctx context.Context, q sqldb.Querier, term string) ([]DayMapping, error) {
	rows, err := db.New(q).SelectMappings(ctx, term)
	if err != nil {
		return nil, fmt.Errorf("read day mappings: %w", err)
	}
	list := make([]DayMapping, 0, len(rows))
	for _, row := range rows {
		list = append(list, toMapping(row))
	}
	return list, nil
}

// loadHolidays reads the holidays between two dates, including withdrawn ones.
func loadHolidays(ctx context.Context, q sqldb.Querier, first, last civil.Date) ([]Holiday, error) {
	rows, err := db.New(q).SelectHolidays(ctx, db.SelectHolidaysParams{First: first, Last: last})
	if err != nil {
		return nil, fmt.Errorf("read holidays: %w", err)
	}
	list := make([]Holiday, 0, len(rows))
	for _, row := range rows {
		list = append(list, toHoliday(row))
	}
	return list, nil
}

func loadTerm(ctx context.Context, q sqldb.Querier, term string) (Term, error) {
	found, _, err := loadMovedTerm(ctx, q, term)
	return found, err
}

// loadMovedTerm also returns when the first Monday last moved.
func loadMovedTerm(ctx context.Context, q sqldb.Querier, term string) (Term, Stamp, error) {
	row, err := db.New(q).SelectTerm(ctx, term)
	if errors.Is(err, sql.ErrNoRows) && term == "" {
		return Term{}, Stamp{}, fault.New(fault.NotFound, "timetable.no_terms")
	}
	if err != nil {
		return Term{}, Stamp{}, sqldb.Missing(err, "timetable.no_term", "term", locale.Shorten(term, maxEcho))
	}
	return toTerm(row), ruleLife(row.ChangedAt, 0, row.Revision).last(), nil
}

func loadShared(ctx context.Context, q sqldb.Querier, term string) (*sharedTerm, error) {
	f, err := openShared(ctx, q, term)
	if err != nil {
		return nil, err
	}
	return f, f.load(ctx, q)
}

// openShared reads a term and its revisions only.
func openShared(ctx context.Context, q sqldb.Querier, term string) (*sharedTerm, error) {
	found, moved, err := loadMovedTerm(ctx, q, term)
	if err != nil {
		return nil, err
	}
	ofTerm, err := cache.RevisionOf(ctx, q, found.ID)
	if err != nil {
		return nil, err
	}
	ofCollege, err := cache.RevisionOf(ctx, q, college)
	return &sharedTerm{term: found, moved: moved, stamp: fmt.Sprintf("%s %d %d", found.ID, ofTerm, ofCollege)}, err
}

// load reads everything but meetings and changes. A former term has other dates and so other schemes and holidays.
func (f *sharedTerm) load(ctx context.Context, q sqldb.Querier) error {
	var err error
	if f.campuses, err = loadCampuses(ctx, q); err != nil {
		return err
	}
	first, last := f.term.FirstMonday, f.term.LastDay()
	periods, err := db.New(q).SelectPeriods(ctx, db.SelectPeriodsParams{First: first, Last: last})
	if err != nil {
		return fmt.Errorf("read period schemes: %w", err)
	}
	f.schemes = toSchemes(periods)
	past, err := db.New(q).SelectPastPeriods(ctx, db.SelectPastPeriodsParams{First: first, Last: last})
	if err != nil {
		return fmt.Errorf("read what period schemes were: %w", err)
	}
	f.old = toPastSchemes(past)
	if f.mappings, err = loadMappings(ctx, q, f.term.ID); err != nil {
		return err
	}
	f.holidays, err = loadHolidays(ctx, q, first, last)
	return err
}
