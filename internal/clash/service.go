package clash

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"lectern/internal/access"
	"lectern/internal/cache"
	"lectern/internal/civil"
	"lectern/internal/sqldb"
	"lectern/internal/timetable"
)

// A Service reports. It is safe for concurrent use.
type Service struct {
	database   *sqldb.DB
	timetables *timetable.Service
	reports    *cache.Cache[Report]
}

// maxReports is how many terms are remembered.
const maxReports = 4

// New makes the service.
func New(database *sqldb.DB, timetables *timetable.Service) *Service {
	return &Service{database, timetables, cache.New[Report](timetables.Revision(), maxReports)}
}

// A Group is one of the two that clash.
type Group struct {
	ID, Code, Course, CourseEn string
}

// A Named is a room or a teacher.
type Named struct {
	Name, NameEn string
}

// A Report is all clashes of a term from a day on, with the names of what they are about.
type Report struct {
	Term    timetable.Term
	From    civil.Date
	At      time.Time // when it was made; the college has not changed since
	Clashes []Clash
	Groups  map[string]Group
	Named   map[string]Named // rooms and teachers
}

// Report finds the clashes of a term, the current one when none is named, from today to its end. It is made anew whenever anything in the
// college has changed: an import, a new enrolment, other period times. Registrars only; timetable.no_term, timetable.no_terms.
func (s *Service) Report(ctx context.Context, who access.Actor, term string) (Report, error) {
	if err := access.Admin.Check(who); err != nil {
		return Report{}, err
	}
	today := s.timetables.Today()
	return s.reports.Get(ctx, term+" "+today.String(), func(ctx context.Context) (out Report, err error) {
		err = s.database.Read(ctx, func(q sqldb.Querier) error {
			out, err = s.read(ctx, q, term, today)
			return err
		})
		return out, err
	})
}

func (s *Service) read(ctx context.Context, q sqldb.Querier, id string, today civil.Date) (Report, error) {
	term, classes, err := s.timetables.ClassesOfTerm(ctx, q, id)
	if err != nil {
		return Report{}, err
	}
	classes = slices.DeleteFunc(classes, func(c timetable.Class) bool { return c.Place.Day.Before(today) })
	shared, err := readShared(ctx, q, term.ID)
	if err != nil {
		return Report{}, err
	}
	out := Report{Term: term, From: today, At: s.database.Now(), Clashes: Find(classes, shared.of), Groups: map[string]Group{}, Named: map[string]Named{}}
	return out, out.name(ctx, q)
}

// enrolled counts the students that pairs of groups have in common.
type enrolled struct {
	index map[string]int32 // of a group
	both  map[[2]int32]int // by the indexes, the smaller first; a group with itself: how many it has
}

func (e *enrolled) of(a, b string) int {
	x, known := e.index[a]
	y, also := e.index[b]
	if !known || !also {
		return 0
	}
	return e.both[[2]int32{min(x, y), max(x, y)}]
}

func readShared(ctx context.Context, q sqldb.Querier, term string) (out *enrolled, err error) {
	out = &enrolled{index: map[string]int32{}, both: map[[2]int32]int{}}
	rows, err := q.QueryContext(ctx, `SELECT e.student_id, e.group_id FROM enrolment AS e JOIN course_group AS g ON g.id = e.group_id
		WHERE g.term_id = $1 AND e.state = 'confirmed' ORDER BY e.student_id`, term)
	if err != nil {
		return nil, fmt.Errorf("read enrolments: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	var last string
	var groups []int32
	for rows.Next() {
		var student, group string
		if err := rows.Scan(&student, &group); err != nil {
			return nil, fmt.Errorf("read enrolments: %w", err)
		}
		if student != last {
			last, groups = student, groups[:0]
		}
		i, known := out.index[group]
		if !known {
			i = int32(len(out.index))
			out.index[group] = i
		}
		groups = append(groups, i)
		for _, other := range groups { // itself included
			out.both[[2]int32{min(i, other), max(i, other)}]++
		}
	}
	return out, rows.Err()
}

// name looks up what the clashes refer to.
func (r *Report) name(ctx context.Context, q sqldb.Querier) error {
	if len(r.Clashes) == 0 {
		return nil
	}
	err := each(ctx, q, `SELECT g.id, g.code, c.name, c.name_en FROM course_group AS g JOIN course AS c ON c.id = g.course_id WHERE g.term_id = $1`,
		func(id, code, name, english string) { r.Groups[id] = Group{id, code, name, english} }, r.Term.ID)
	if err != nil {
		return err
	}
	return each(ctx, q, `SELECT id, '', name, name_en FROM room UNION ALL SELECT id, number, name, name_en FROM teacher`,
		func(id, _, name, english string) { r.Named[id] = Named{name, english} })
}

func each(ctx context.Context, q sqldb.Querier, statement string, put func(id, code, name, english string), args ...any) (err error) {
	rows, err := q.QueryContext(ctx, statement, args...)
	if err != nil {
		return fmt.Errorf("read names: %w", err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var id, code, name, english string
		if err := rows.Scan(&id, &code, &name, &english); err != nil {
			return fmt.Errorf("read names: %w", err)
		}
		put(id, code, name, english)
	}
	return rows.Err()
}
