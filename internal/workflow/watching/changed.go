package watching

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash/fnv"
	"time"

	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/watching/db"
)

const (
	// overlap is how much later than its own time a change may become visible.
	overlap = 10 * time.Minute
	// recheck is within how many hourly runs every course is compared, whether or not it is known to have changed.
	recheck = 24
)

// changes are what a run has to compare with the rows.
type changes struct {
	since    int64 // ms; 0: everything is new
	revision int64 // of the college at the last run
	turn     uint32
	gone     map[string]bool // courses that have lost groups
}

// wanted are the lessons of a group to compute.
type wanted struct {
	all     bool
	lessons map[string]bool
}

func (w wanted) includes(lesson string) bool { return w.all || w.lessons[lesson] }

// courseInTerm is a course with its lessons, and what is wanted of it.
type courseInTerm struct {
	term, course string
	lessons      []db.ListPlayingRow
	want         map[string]wanted // by group
	all          bool              // want has all groups
	one          string            // want has only this group
}

// fingerprint identifies the list of lessons.
func (c courseInTerm) fingerprint() string {
	hash := sha256.New()
	for _, l := range c.lessons {
		fmt.Fprintln(hash, l.ID, l.GroupID, l.Position, l.DurationMs)
	}
	return hex.EncodeToString(hash.Sum(nil))
}

// lastRun returns what has to be compared since the last run over everything.
func (s *Service) lastRun(ctx context.Context, now time.Time) (*changes, error) {
	what := &changes{turn: uint32(now.Unix() / 3600 % recheck), gone: map[string]bool{}}
	last, err := db.New(s.o.DB.Reader()).SelectComputed(ctx)
	if sqldb.IgnoreMissing(err) != nil {
		return nil, fmt.Errorf("look when it was computed: %w", err)
	}
	if last.AsOf > 0 {
		what.since, what.revision = last.AsOf-overlap.Milliseconds(), last.Revision
	}
	return what, nil
}

// due reports whether all of a course is compared in this run.
func (c *changes) due(course string) bool {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(course)) // never fails
	return c.since == 0 || c.gone[course] || hash.Sum32()%recheck == c.turn
}

// changedGroups returns what is known to have changed in the groups of a term: the students, or what they have watched.
func (s *Service) changedGroups(ctx context.Context, term string, what *changes) (map[string]wanted, error) {
	changed := map[string]wanted{}
	if what.since == 0 {
		return changed, nil // every course is due
	}
	rows := db.New(s.o.DB.Reader())
	groups, err := rows.ListChangedGroups(ctx,
		db.ListChangedGroupsParams{Term: term, Since: what.since, Revision: what.revision})
	if err != nil {
		return nil, fmt.Errorf("list groups that have changed: %w", err)
	}
	for _, group := range groups {
		changed[group] = wanted{all: true}
	}
	watched, err := rows.ListNewlyWatched(ctx, db.ListNewlyWatchedParams{Term: term, Since: what.since})
	if err != nil {
		return nil, fmt.Errorf("list what was watched: %w", err)
	}
	for _, row := range watched {
		some := changed[row.GroupID]
		if some.lessons == nil {
			some.lessons = map[string]bool{}
		}
		some.lessons[row.LessonID] = true
		changed[row.GroupID] = some
	}
	return changed, nil
}

// removeGone removes the rows of deleted groups, and notes their courses.
func (s *Service) removeGone(ctx context.Context, what *changes) error {
	rows := db.New(s.o.DB.Reader())
	groups, err := rows.ListGone(ctx)
	if err != nil {
		return fmt.Errorf("look for groups that are gone: %w", err)
	}
	for _, group := range groups {
		courses, err := rows.ListCoursesOfGone(ctx, group)
		if err != nil {
			return fmt.Errorf("list the courses of a group that is gone: %w", err)
		}
		for _, course := range courses {
			what.gone[course] = true
		}
		err = s.o.DB.Write(ctx, func(q sqldb.Querier) error {
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

// noteGroupsOf marks the groups in which a student has rows as changed.
func noteGroupsOf(ctx context.Context, q sqldb.Querier, student string) error {
	groups, err := db.New(q).ListGroupsWithRows(ctx, student)
	if err != nil {
		return fmt.Errorf("list the groups of a student: %w", err)
	}
	return cache.Bump(ctx, q, groups...)
}
