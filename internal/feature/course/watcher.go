package course

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"lectern/internal/feature/course/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
)

// A watcher knows which lessons of some courses the caller may watch. Its method see is the only such rule, except that
// package search repeats it over its index.
type watcher struct {
	staff  bool            // everything
	in     map[string]bool // courses of a student: what is published
	taught map[string]bool // published lessons of a teacher's groups
}

func (w watcher) see(row db.Lesson) bool {
	return w.staff || row.Published && (row.Preview || w.in[row.CourseID] || w.taught[row.ID])
}

// watcher reads what the caller may watch in some courses.
func (s *Service) watcher(ctx context.Context, q sqldb.Querier, who access.Actor, courses ...string) (watcher, error) {
	may := watcher{staff: access.Recordings.Check(who) == nil, in: map[string]bool{}, taught: map[string]bool{}}
	if who.Student != "" {
		studied, err := db.New(q).SelectStudied(ctx, who.Student)
		if err != nil {
			return may, fmt.Errorf("list the courses of a student: %w", err)
		}
		for _, course := range studied {
			may.in[course] = true
		}
	}
	if who.Teacher == "" || may.staff {
		return may, nil
	}
	today := s.today().Number()
	for _, course := range courses {
		lessons, err := db.New(q).SelectTaughtLessons(ctx,
			db.SelectTaughtLessonsParams{Teacher: who.Teacher, Course: course, Today: today})
		if err != nil {
			return may, fmt.Errorf("look for the lessons of a teacher: %w", err)
		}
		for _, lesson := range lessons {
			may.taught[lesson] = true
		}
	}
	return may, nil
}

// MayWatch returns which of some lessons the caller may watch: staff who look after recordings all; others the
// published previews and the published lessons of courses they study or groups they teach.
func (s *Service) MayWatch(ctx context.Context, who access.Actor, lessons ...string) (map[string]bool, error) {
	places, args := sqldb.List(1, lessons)
	rows, err := sqldb.Select(ctx, s.database.Reader(), "look for lessons", `SELECT id, course_id, published, preview
		FROM lesson WHERE id IN (`+places+`)`, args, func(row *sql.Rows, l *db.Lesson) error {
		return row.Scan(&l.ID,
			&l.CourseID, &l.Published, &l.Preview)
	})
	if err != nil {
		return nil, err
	}
	var courses []string
	for _, row := range rows {
		courses = append(courses, row.CourseID)
	}
	slices.Sort(courses)
	watcher, err := s.watcher(ctx, s.database.Reader(), who, slices.Compact(courses)...)
	may := make(map[string]bool, len(rows))
	for _, row := range rows {
		may[row.ID] = watcher.see(row)
	}
	return may, err
}
