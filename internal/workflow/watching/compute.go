package watching

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"time"

	"lectern/internal/feature/course"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/watching/db"
)

// ComputeKind is the job that computes who has watched what.
const ComputeKind = "watching.compute"

const (
	// interval is the age at which rows are recomputed automatically.
	interval = time.Hour
	// afterTerm is how many days after its end a term is still recomputed. Afterwards its rows no longer change.
	afterTerm = 60
)

type computeJob struct {
	Group string `json:"group,omitempty"` // empty: all
}

func keyOf(group string) string { return "group:" + group }

func key(group string) sql.NullString { return sql.NullString{String: keyOf(group), Valid: true} }

// Handlers returns the package's job handlers.
func (s *Service) Handlers() map[string]job.Handler {
	return map[string]job.Handler{ComputeKind: s.compute}
}

// Schedule requests a computation of everything if the last request is older than interval. The server calls it.
func (s *Service) Schedule(ctx context.Context) error {
	asked, err := db.New(s.o.DB.Reader()).SelectAsked(ctx)
	if err != nil {
		return fmt.Errorf("look when it was computed: %w", err)
	}
	if s.o.Now().Sub(sqldb.Instant(asked)) < interval {
		return nil
	}
	return s.ask(ctx, "")
}

// Compute requests a computation of everything. Registrars and advisers only.
func (s *Service) Compute(ctx context.Context, who access.Actor) error {
	if _, err := staff(who); err != nil {
		return err
	}
	return s.ask(ctx, "")
}

// ComputeGroup requests a computation of a group that the caller teaches. Teachers only. Error: course.no_group.
func (s *Service) ComputeGroup(ctx context.Context, who access.Actor, group string) error {
	if _, _, err := s.teacher(ctx, who, group); err != nil {
		return err
	}
	return s.ask(ctx, group)
}

func (s *Service) ask(ctx context.Context, group string) error {
	spec := job.Spec{Kind: ComputeKind, Payload: computeJob{group}, Key: keyOf(group)}
	err := s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		if err := db.New(q).UpsertAsked(ctx, db.UpsertAskedParams{Scope: group, AskedAt: s.o.Now().UnixMilli()}); err != nil {
			return fmt.Errorf("write when it was asked for: %w", err)
		}
		_, err := s.o.Jobs.Add(ctx, q, spec)
		return err
	})
	s.o.Jobs.Wake()
	return err
}

// age returns when the rows of a group, or all, were computed, and whether a job is computing them.
func (s *Service) age(ctx context.Context, q sqldb.Querier, group string) (Age, error) {
	asOf, err := db.New(q).SelectAsOf(ctx, group)
	if err != nil {
		return Age{}, fmt.Errorf("look when it was computed: %w", err)
	}
	n, err := db.New(q).CountComputing(ctx, db.CountComputingParams{Kind: ComputeKind, Every: key(""), One: key(group)})
	if err != nil {
		return Age{}, fmt.Errorf("look for a job: %w", err)
	}
	return Age{AsOf: sqldb.Instant(asOf), Computing: n > 0}, nil
}

// compute writes what has changed, in one transaction per lesson and group, so that players' reports don't wait
// long. It can be restarted from the beginning at any time.
func (s *Service) compute(ctx context.Context, run *job.Run) error {
	var what computeJob
	if err := run.Decode(&what); err != nil {
		return err
	}
	begun := s.o.Now()
	revision, err := cache.RevisionOf(ctx, s.o.DB.Reader(), "")
	if err != nil {
		return err
	}
	if what.Group == "" {
		err = s.computeTerms(ctx, begun, run.Progress)
	} else {
		err = s.computeGroup(ctx, what.Group)
	}
	if err != nil {
		return err
	}
	return s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		err := db.New(q).UpsertComputed(ctx,
			db.UpsertComputedParams{Scope: what.Group, AsOf: begun.UnixMilli(), Revision: revision})
		if err != nil {
			return fmt.Errorf("write when it was computed: %w", err)
		}
		return run.Complete(ctx, q)
	})
}

// computeGroup computes one group, and the sums of its course. The sums over all courses of a class stay as they were.
func (s *Service) computeGroup(ctx context.Context, group string) error {
	row, err := db.New(s.o.DB.Reader()).SelectGroup(ctx, group)
	if err := sqldb.Missing(err, "course.no_group"); fault.Code(err) == "course.no_group" {
		return job.Permanent(err)
	} else if err != nil {
		return err
	}
	part := courseInTerm{term: row.TermID, course: row.CourseID}
	if part.lessons, err = db.New(s.o.DB.Reader()).ListPlaying(ctx, part.course); err != nil {
		return fmt.Errorf("list lessons: %w", err)
	}
	part.want, part.one = map[string]wanted{group: {all: true}}, group
	if _, err := s.computeUnits(ctx, part); err != nil {
		return err
	}
	return s.sumCourse(ctx, part, "")
}

// computeTerms computes all terms that haven't been over for long.
func (s *Service) computeTerms(ctx context.Context, now time.Time, progress func(context.Context, int) error) error {
	what, err := s.lastRun(ctx, now)
	if err != nil {
		return err
	}
	if err := s.removeGone(ctx, what); err != nil {
		return err
	}
	all, err := db.New(s.o.DB.Reader()).ListTerms(ctx)
	if err != nil {
		return fmt.Errorf("list terms: %w", err)
	}
	today, _ := civil.Of(now, s.o.Zone)
	var terms []string
	for _, term := range all {
		monday, err := civil.ParseDate(term.FirstMonday)
		if err != nil {
			return fmt.Errorf("read a term: %w", err)
		}
		if !monday.AddDays(int(term.Weeks)*7 + afterTerm).Before(today) {
			terms = append(terms, term.ID)
		}
	}
	for i, term := range terms {
		part := func(part, of int) error { return progress(ctx, 100*(i*of+part)/(max(of, 1)*len(terms))) }
		if err := s.computeTerm(ctx, term, what, part); err != nil {
			return err
		}
	}
	return nil
}

type unit struct{ group, lesson string }

// computeTerm computes the courses of a term in which something has changed.
func (s *Service) computeTerm(
	ctx context.Context, term string, what *changes, progress func(part, of int) error,
) error {
	courses, err := db.New(s.o.DB.Reader()).ListCourses(ctx, term)
	if err != nil {
		return fmt.Errorf("list courses: %w", err)
	}
	groups, err := s.changedGroups(ctx, term, what)
	if err != nil {
		return err
	}
	computed, members := false, what.since == 0 || what.turn == 0 || len(what.gone) > 0
	for i, course := range courses {
		some, others, err := s.computeCourse(ctx, term, course, what, groups)
		if err != nil {
			return err
		}
		computed, members = computed || some, members || others
		if err := progress(i+1, len(courses)); err != nil {
			return err
		}
	}
	if !computed {
		return nil
	}
	return s.sumClasses(ctx, term, members)
}

// computeCourse reports whether there was anything to compute, and whether groups may have other students.
func (s *Service) computeCourse(
	ctx context.Context, term, course string, what *changes, changed map[string]wanted,
) (computed, members bool, err error) {
	rows := db.New(s.o.DB.Reader())
	c := courseInTerm{term: term, course: course, want: map[string]wanted{}}
	if c.lessons, err = rows.ListPlaying(ctx, course); err != nil {
		return false, false, fmt.Errorf("list lessons: %w", err)
	}
	before, err := rows.SelectLessonsOf(ctx, db.SelectLessonsOfParams{Course: course, Term: term})
	if sqldb.IgnoreMissing(err) != nil {
		return false, false, fmt.Errorf("read the last list of lessons: %w", err)
	}
	groups, err := rows.ListGroupsOf(ctx, db.ListGroupsOfParams{Course: course, Term: term})
	if err != nil {
		return false, false, fmt.Errorf("list groups: %w", err)
	}
	lessons := c.fingerprint()
	c.all = before != lessons || what.due(course)
	for _, g := range groups {
		if some := changed[g.ID]; c.all || some.all || len(some.lessons) > 0 {
			c.want[g.ID] = wanted{all: c.all || some.all, lessons: some.lessons}
			members = members || some.all
		}
	}
	if !c.all && len(c.want) == 0 {
		return false, false, nil
	}
	wrote, err := s.computeUnits(ctx, c)
	if err != nil {
		return false, false, err
	}
	return true, members || c.all && wrote, s.sumCourse(ctx, c, lessons)
}

// computeUnits computes what is wanted of a course, and removes what is no longer there: of withdrawn lessons, of
// groups without students, and of groups that have left the course if all of it is wanted. It reports whether it wrote
// anything.
func (s *Service) computeUnits(ctx context.Context, c courseInTerm) (wrote bool, err error) {
	known, err := db.New(s.o.DB.Reader()).ListWritten(ctx,
		db.ListWrittenParams{Course: c.course, Term: c.term, One: c.one})
	if err != nil {
		return false, fmt.Errorf("list what was computed: %w", err)
	}
	written := make(map[unit]string, len(known))
	for _, row := range known {
		if some, ok := c.want[row.GroupID]; c.all || ok && some.includes(row.LessonID) {
			written[unit{row.GroupID, row.LessonID}] = row.Fingerprint
		}
	}
	for _, group := range slices.Sorted(maps.Keys(c.want)) {
		for _, lesson := range c.lessons {
			if lesson.GroupID != "" && lesson.GroupID != group || !c.want[group].includes(lesson.ID) {
				continue
			}
			at := unit{group, lesson.ID}
			fingerprint, err := s.computeUnit(ctx, c, at, lesson, written[at])
			if err != nil {
				return false, err
			}
			if fingerprint != "" {
				wrote = wrote || fingerprint != written[at]
				delete(written, at)
			}
		}
	}
	for at := range written {
		if err := s.o.DB.Write(ctx, func(q sqldb.Querier) error { return remove(ctx, q, at) }); err != nil {
			return false, err
		}
	}
	return wrote || len(written) > 0, nil
}

func remove(ctx context.Context, q sqldb.Querier, at unit) error {
	if err := db.New(q).DeleteRows(ctx, db.DeleteRowsParams{GroupID: at.group, Lesson: at.lesson}); err != nil {
		return fmt.Errorf("remove rows: %w", err)
	}
	if err := db.New(q).DeleteLesson(ctx, db.DeleteLessonParams{GroupID: at.group, Lesson: at.lesson}); err != nil {
		return fmt.Errorf("remove a lesson: %w", err)
	}
	return nil
}

// computeUnit writes the rows of one lesson of one group if they have changed, and returns their fingerprint, which
// is empty if there are none.
func (s *Service) computeUnit(
	ctx context.Context, c courseInTerm, at unit, l db.ListPlayingRow, before string,
) (fingerprint string, err error) {
	students, err := db.New(s.o.DB.Reader()).ListWatched(ctx, db.ListWatchedParams{GroupID: at.group, Lesson: at.lesson})
	if err != nil {
		return "", fmt.Errorf("list who has watched: %w", err)
	}
	if len(students) == 0 {
		return "", nil
	}
	type sums struct {
		Counts
		curve curve
	}
	classes := map[string]*sums{}
	hash := sha256.New()
	fmt.Fprintln(hash, c.course, c.term, l.Position, l.DurationMs)
	for i := range students {
		row := &students[i]
		row.TotalMs = min(row.TotalMs, l.DurationMs) / 1000 * 1000
		fmt.Fprintf(hash, "%s %q %x %d %d %t %d %s\n", row.ID, row.Class, row.NumberKey, row.TotalMs,
			row.Percent, row.Done, row.At, row.Spans)
		class := classes[row.Class]
		if class == nil {
			class = &sums{}
			classes[row.Class] = class
		}
		class.add(Counts{
			Students: 1, Lessons: 1, Started: count(row.TotalMs > 0),
			Done: count(row.Done), Seconds: row.TotalMs / 1000,
		})
		spans, err := course.ParseSpans(row.Spans)
		if err != nil {
			return "", err
		}
		class.curve.add(spans, l.DurationMs)
	}
	fingerprint = hex.EncodeToString(hash.Sum(nil))
	if fingerprint == before {
		return fingerprint, nil
	}
	return fingerprint, s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		if err := remove(ctx, q, at); err != nil {
			return err
		}
		rows := sqldb.NewBatch(q, "watching_row", "group_id", "lesson_id", "student_id", "course_id", "term_id", "class",
			"number_key", "position", "seconds", "percent", "done", "seen_at")
		for _, r := range students {
			if err := rows.Add(ctx, at.group, at.lesson, r.ID, c.course, c.term, r.Class, r.NumberKey, l.Position,
				r.TotalMs/1000, r.Percent, r.Done, r.At); err != nil {
				return fmt.Errorf("write rows: %w", err)
			}
		}
		if err := finish(ctx, rows); err != nil {
			return err
		}
		lessons := sqldb.NewBatch(q, "watching_count", "group_id", "lesson_id", "class", "course_id", "term_id",
			"duration_ms", "students", "started", "done", "seconds", "curve", "fingerprint")
		for class, n := range classes {
			err := lessons.Add(ctx, at.group, at.lesson, class, c.course, c.term, l.DurationMs, int64(n.Students),
				int64(n.Started), int64(n.Done), n.Seconds, n.curve.String(), fingerprint)
			if err != nil {
				return fmt.Errorf("write a lesson: %w", err)
			}
		}
		return finish(ctx, lessons)
	})
}

func finish(ctx context.Context, rows *sqldb.Batch) error {
	if err := rows.Flush(ctx); err != nil {
		return fmt.Errorf("write rows: %w", err)
	}
	return rows.Close()
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}
