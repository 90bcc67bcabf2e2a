package media

import (
	"context"
	"fmt"

	"lectern/internal/access"
	"lectern/internal/sqldb"
)

// Posters returns the posters of many lessons in one query, as paths below /media/ by the id of the lesson. A lesson that has none, or
// that who may not watch, is not in the map.
func (s *Service) Posters(ctx context.Context, who access.Actor, lessons []string) (map[string]string, error) {
	posters := make(map[string]string, len(lessons))
	if len(lessons) == 0 {
		return posters, nil
	}
	places, args := sqldb.List(4, lessons)
	// The rules are those of mayWatch.
	mayWatch := `l.published AND (l.preview OR EXISTS (
		SELECT 1 FROM enrolment AS e JOIN course_group AS g ON g.id = e.group_id
		WHERE g.course_id = l.course_id AND e.student_id = $1 AND e.state = 'confirmed')
		OR CAST($2 AS TEXT) <> '' AND EXISTS (SELECT 1 FROM teacher_lesson AS t WHERE t.teacher_id = $2 AND t.lesson_id = l.id AND t.from_day <= $3 AND t.until_day >= $3))`
	if access.Recordings.Check(who) == nil {
		mayWatch = `CAST($1 AS TEXT) = $1 AND CAST($2 AS TEXT) = $2 AND CAST($3 AS BIGINT) = $3`
	}
	rows, err := s.o.DB.Reader().QueryContext(ctx, `SELECT l.id, a.id, a.parts FROM lesson AS l
		JOIN asset AS a ON a.lesson_id = l.id AND a.current AND a.state = 'ready'
		WHERE l.id IN (`+places+`) AND `+mayWatch, append([]any{who.Student, who.Teacher, s.today()}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("find posters: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var lesson, asset, parts string
		if err := rows.Scan(&lesson, &asset, &parts); err != nil {
			return nil, fmt.Errorf("read a poster: %w", err)
		}
		if hasPart(parts, partPoster) {
			ticket, _ := s.sign(asset, who)
			posters[lesson] = ticket + "/poster.jpg"
		}
	}
	return posters, rows.Err()
}
