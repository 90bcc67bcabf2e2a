package main

import (
	"context"
	"fmt"
	"strings"

	"lectern/internal/sqldb"
)

// lessonMS is how long a lesson lasts.
const lessonMS = 45 * 60 * 1000

func studentID(n int) string { return fmt.Sprintf("bench-student-%06d", n) }
func lessonID(n int) string  { return fmt.Sprintf("bench-lesson-%02d", n) }

const (
	upsertWatching = `INSERT INTO watching (student_id, lesson_id, spans, total_ms, position_ms, percent, done, ledger, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
		ON CONFLICT (student_id, lesson_id) DO UPDATE SET spans = excluded.spans, total_ms = excluded.total_ms, position_ms = excluded.position_ms,
			percent = excluded.percent, done = excluded.done, ledger = excluded.ledger, at = excluded.at`
	upsertDay = `INSERT INTO watched_day (student_id, day, ms) VALUES ($1, $2, $3)
		ON CONFLICT (student_id, day) DO UPDATE SET ms = watched_day.ms + excluded.ms`
)

// fill makes a course with lessons that play, and students who take it.
func fill(ctx context.Context, db *sqldb.DB) error {
	statements := []string{
		`INSERT INTO course (id, code, name, name_en, credits, summary, summary_en) VALUES ('bench', 'BENCH', 'x', 'x', 0, '', '')`,
		`INSERT INTO course_group (id, course_id, term_id, code, name, name_en) VALUES ('bench', 'bench', 'bench', 'BENCH', '', '')`,
		numbers(students) + `INSERT INTO enrolment (student_id, group_id, state, changed_at) SELECT 'bench-student-' || substr('00000' || i, -6), 'bench', 'confirmed', 0 FROM n`,
		numbers(lessons) + `INSERT INTO lesson (id, course_id, position, title, title_en, group_id, class_id, published, preview, created_at, updated_at)
			SELECT 'bench-lesson-' || substr('0' || i, -2), 'bench', i + 1, 'x', 'x', '', '', TRUE, FALSE, 0, 0 FROM n`,
		numbers(lessons) + fmt.Sprintf(`INSERT INTO asset (id, lesson_id, state, percent, reason, reason_params, file, format, size, source, output, parts,
			duration_ms, width, height, current, job_id, account_id, created_at, updated_at)
			SELECT 'bench-asset-' || i, 'bench-lesson-' || substr('0' || i, -2), 'ready', 100, '', '', '', 'mp4', 0, '', '', 'hls', %d, 0, 0, TRUE, '', '', 0, 0 FROM n`, lessonMS),
	}
	return db.Write(ctx, func(q sqldb.Querier) error {
		for _, statement := range statements {
			if _, err := q.ExecContext(ctx, statement); err != nil {
				return fmt.Errorf("%.60s: %w", strings.TrimSpace(statement), err)
			}
		}
		return nil
	})
}

// numbers begins a statement that has the numbers from 0 in n.
func numbers(n int) string {
	return fmt.Sprintf("WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < %d) ", n-1)
}
