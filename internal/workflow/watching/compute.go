package watching

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"fmt"
	"time"

	"lectern/internal/feature/course"
	"lectern/internal/kernel/access"
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
	terms, course, err := s.terms(ctx, what.Group)
	if err != nil {
		return err
	}
	for i, term := range terms {
		progress := func(part, of int) error { return run.Progress(ctx, 100*(i*of+part)/(max(of, 1)*len(terms))) }
		if err := s.computeTerm(ctx, term, what.Group, course, progress); err != nil {
			return err
		}
	}
	if what.Group == "" {
		if err := s.removeGone(ctx); err != nil {
			return err
		}
	}
	return s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		if err := db.New(q).UpsertComputed(ctx,
			db.UpsertComputedParams{Scope: what.Group, AsOf: begun.UnixMilli()}); err != nil {
			return fmt.Errorf("write when it was computed: %w", err)
		}
		return run.Complete(ctx, q)
	})
}

// terms returns the terms to compute: the group's term, with its course, or all that haven't been over for long.
func (s *Service) terms(ctx context.Context, group string) (list []string, course string, err error) {
	rows := db.New(s.o.DB.Reader())
	if group != "" {
		row, err := rows.SelectGroup(ctx, group)
		if err := sqldb.Missing(err, "course.no_group"); fault.Code(err) == "course.no_group" {
			return nil, "", job.Permanent(err)
		} else if err != nil {
			return nil, "", err
		}
		return []string{row.TermID}, row.CourseID, nil
	}
	all, err := rows.ListTerms(ctx)
	if err != nil {
		return nil, "", fmt.Errorf("list terms: %w", err)
	}
	today, _ := civil.Of(s.o.Now(), s.o.Zone)
	for _, term := range all {
		monday, err := civil.ParseDate(term.FirstMonday)
		if err != nil {
			return nil, "", fmt.Errorf("read a term: %w", err)
		}
		if !monday.AddDays(int(term.Weeks)*7 + afterTerm).Before(today) {
			list = append(list, term.ID)
		}
	}
	return list, "", nil
}

type unit struct{ group, lesson string }

func (s *Service) computeTerm(
	ctx context.Context, term, group, course string, progress func(part, of int) error,
) error {
	rows := db.New(s.o.DB.Reader())
	units, err := rows.ListUnits(ctx, db.ListUnitsParams{Term: term, One: group})
	if err != nil {
		return fmt.Errorf("list lessons of groups: %w", err)
	}
	known, err := rows.ListWritten(ctx, db.ListWrittenParams{Term: term, One: group})
	if err != nil {
		return fmt.Errorf("list what was computed: %w", err)
	}
	written := make(map[unit]string, len(known))
	for _, row := range known {
		written[unit{row.GroupID, row.LessonID}] = row.Fingerprint
	}
	for i, row := range units {
		at := unit{row.GroupID, row.LessonID}
		some, err := s.computeUnit(ctx, row, written[at])
		if err != nil {
			return err
		}
		if some {
			delete(written, at)
		}
		if err := progress(i+1, len(units)); err != nil {
			return err
		}
	}
	for at := range written { // of withdrawn lessons and empty groups
		if err := s.o.DB.Write(ctx, func(q sqldb.Querier) error { return remove(ctx, q, at) }); err != nil {
			return err
		}
	}
	return s.sumTerm(ctx, term, course)
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

// computeUnit writes the rows of one lesson of one group if they have changed, and reports whether there are any.
func (s *Service) computeUnit(ctx context.Context, u db.ListUnitsRow, before string) (bool, error) {
	students, err := db.New(s.o.DB.Reader()).ListWatched(ctx, db.ListWatchedParams{GroupID: u.GroupID, Lesson: u.LessonID})
	if err != nil {
		return false, fmt.Errorf("list who has watched: %w", err)
	}
	if len(students) == 0 {
		return false, nil
	}
	type sums struct {
		Counts
		curve curve
	}
	classes := map[string]*sums{}
	hash := sha256.New()
	fmt.Fprintln(hash, u.CourseID, u.TermID, u.Position, u.DurationMs)
	for i := range students {
		row := &students[i]
		row.TotalMs = min(row.TotalMs, u.DurationMs) / 1000 * 1000
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
			return false, err
		}
		class.curve.add(spans, u.DurationMs)
	}
	fingerprint := hex.EncodeToString(hash.Sum(nil))
	if fingerprint == before {
		return true, nil
	}
	return true, s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		if err := remove(ctx, q, unit{u.GroupID, u.LessonID}); err != nil {
			return err
		}
		rows := sqldb.NewBatch(q, "watching_row", "group_id", "lesson_id", "student_id", "course_id", "term_id", "class",
			"number_key", "position", "seconds", "percent", "done", "seen_at")
		for _, r := range students {
			if err := rows.Add(ctx, u.GroupID, u.LessonID, r.ID, u.CourseID, u.TermID, r.Class, r.NumberKey, u.Position,
				r.TotalMs/1000, r.Percent, r.Done, r.At); err != nil {
				return fmt.Errorf("write rows: %w", err)
			}
		}
		if err := finish(ctx, rows); err != nil {
			return err
		}
		lessons := sqldb.NewBatch(q, "watching_count", "group_id", "lesson_id", "class", "course_id", "term_id",
			"duration_ms", "students", "started", "done", "seconds", "curve", "fingerprint")
		for class, c := range classes {
			err := lessons.Add(ctx, u.GroupID, u.LessonID, class, u.CourseID, u.TermID, u.DurationMs, int64(c.Students),
				int64(c.Started), int64(c.Done), c.Seconds, c.curve.String(), fingerprint)
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

// sumTerm computes the sums of a term, or of one course in it. The latter leaves the sums over all courses of a
// class unchanged.
func (s *Service) sumTerm(ctx context.Context, term, course string) error {
	queries := db.New(s.o.DB.Reader())
	courses, err := queries.SumCourses(ctx, db.SumCoursesParams{Term: term, Course: course})
	if err != nil {
		return fmt.Errorf("add up courses: %w", err)
	}
	var classes []db.SumClassesRow
	if course == "" {
		if classes, err = queries.SumClasses(ctx, term); err != nil {
			return fmt.Errorf("add up classes: %w", err)
		}
	}
	return s.o.DB.Write(ctx, func(q sqldb.Querier) error {
		if err := db.New(q).DeleteSummary(ctx, db.DeleteSummaryParams{Term: term, Course: course}); err != nil {
			return fmt.Errorf("remove sums: %w", err)
		}
		rows := sqldb.NewBatch(q, "watching_summary", "term_id", "course_id", "class", "students",
			"lessons", "started", "done", "seconds")
		for _, r := range courses {
			if err := rows.Add(ctx, term, r.CourseID, r.Class, r.Students, r.Lessons, r.Started, r.Done, r.Seconds); err != nil {
				return fmt.Errorf("write sums: %w", err)
			}
		}
		for _, r := range classes {
			if err := rows.Add(ctx, term, "", r.Class, r.Students, r.Lessons, r.Started, r.Done, r.Seconds); err != nil {
				return fmt.Errorf("write sums: %w", err)
			}
		}
		return finish(ctx, rows)
	})
}

// removeGone removes the rows of deleted groups.
func (s *Service) removeGone(ctx context.Context) error {
	groups, err := db.New(s.o.DB.Reader()).ListGone(ctx)
	if err != nil {
		return fmt.Errorf("look for groups that are gone: %w", err)
	}
	for _, group := range groups {
		err := s.o.DB.Write(ctx, func(q sqldb.Querier) error {
			if err := db.New(q).DeleteRowsOfGroup(ctx, group); err != nil {
				return fmt.Errorf("remove rows: %w", err)
			}
			return db.New(q).DeleteLessonsOfGroup(ctx, group)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
