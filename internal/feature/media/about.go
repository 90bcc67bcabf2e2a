package media

import (
	"context"
	"database/sql"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// A Subject is what a job of this package works on.
type Subject struct {
	Asset          string
	Code           string // of the course
	Title, TitleEn string // of the lesson
	File           string
	Height         int          // of the rendition; 0: the first one
	Reason         *fault.Error // why it failed or what it waits for; nil: none
}

// Subjects returns the subjects of jobs by job ID. Jobs whose recording no longer exists are omitted.
func (s *Service) Subjects(ctx context.Context, q sqldb.Querier, jobs []string) (map[string]Subject, error) {
	out := make(map[string]Subject, len(jobs))
	if len(jobs) == 0 {
		return out, nil
	}
	list, args := sqldb.List(1, jobs)
	const of = `LEFT JOIN lesson AS l ON l.id = a.lesson_id LEFT JOIN course AS c ON c.id = l.course_id`
	const columns = `a.id, a.file, COALESCE(l.title, ''), COALESCE(l.title_en, ''), COALESCE(c.code, '')`
	err := sqldb.Each(ctx, q, "find what jobs are about", `SELECT a.job_id, 0, a.reason,
		a.reason_params, `+columns+` FROM asset AS a `+of+` WHERE a.job_id IN (`+list+`)
		UNION ALL SELECT r.job_id, r.height, r.reason, r.reason_params, `+columns+` FROM rendition AS r
			JOIN asset AS a ON a.id = r.asset_id `+of+` WHERE r.job_id IN (`+list+`)
		UNION ALL SELECT j.id, 0, '', '', `+columns+` FROM job AS j JOIN asset AS a ON a.id = j.unique_key `+of+
		` WHERE j.kind = '`+TranscribeKind+`' AND j.id IN (`+list+`)`, args, func(row *sql.Rows) error {
		var id, reason, params string
		var one Subject
		err := row.Scan(&id, &one.Height, &reason, &params, &one.Asset, &one.File, &one.Title, &one.TitleEn, &one.Code)
		one.Reason = reasonOf(reason, params)
		out[id] = one
		return err
	})
	return out, err
}
