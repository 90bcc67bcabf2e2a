package recordings

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"lectern/internal/feature/course"
	"lectern/internal/feature/media"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/bulk"
	"lectern/internal/kernel/sqldb"
)

// MaxBin is the longest page of the bin.
const MaxBin = 100

// RemovedKind is the kind of a removed thing.
type RemovedKind string

// The kinds.
const (
	DeletedRecording  RemovedKind = "deleted"
	ReplacedRecording RemovedKind = "replaced"
	DeletedLesson     RemovedKind = "lesson"
)

// Removed is a recording or lesson that can be put back.
type Removed struct {
	Kind           RemovedKind
	ID             string
	File           string // of a recording
	Title, TitleEn string // of the lesson, or empty
	Code           string // of the course, or empty
	By             string // the name of who removed it; empty: unknown
	At, Until      time.Time
	ReplacedBy     string // the file that replaced it
	Plays          string // the file that its lesson plays now and that putting it back replaces; empty: none
}

// bin selects what was removed and can still be put back. Media of a removed lesson come back with it.
const bin = `SELECT a.id, 'deleted' AS kind, a.deleted_at AS at, a.file, a.deleted_lesson AS lesson_id,
		'' AS replaced_by, a.removed_by, a.deleted_current AS played
	FROM asset AS a WHERE a.deleted_at > $1
	UNION ALL SELECT a.id, 'replaced', a.replaced_at, a.file, a.lesson_id, a.replaced_by, a.removed_by, TRUE
	FROM asset AS a WHERE a.replaced_at > $2 AND a.deleted_at = 0
		AND NOT EXISTS (SELECT 1 FROM removed_lesson AS r WHERE r.id = a.lesson_id)
	UNION ALL SELECT r.id, 'lesson', r.removed_at, '', r.id, '', r.removed_by, FALSE
	FROM removed_lesson AS r WHERE r.removed_at > $3`

// Bin lists what was deleted or replaced and can be put back, the latest first, and counts it. Staff only.
func (s *Service) Bin(ctx context.Context, who access.Actor, skip, size int) (list []Removed, total int, err error) {
	if err := access.Recordings.Check(who); err != nil {
		return nil, 0, err
	}
	now := s.o.Now()
	recordings, lessons := now.Add(-media.RestorableFor).UnixMilli(), now.Add(-course.RestorableFor).UnixMilli()
	args := []any{recordings, recordings, lessons}
	err = s.o.DB.Read(ctx, func(q sqldb.Querier) error {
		if err := q.QueryRowContext(ctx, `SELECT count(*) FROM (`+bin+`) AS b`, args...).Scan(&total); err != nil {
			return fmt.Errorf("count what was removed: %w", err)
		}
		// Select the page first, so that the rest needs no joins.
		list, err = sqldb.Select(ctx, q, "list what was removed", `SELECT b.kind, b.id, b.at, b.file,
			COALESCE(l.title, r.title, ''), COALESCE(l.title_en, r.title_en, ''), COALESCE(c.code, ''),
			COALESCE(u.name, ''), COALESCE(n.file, ''), CASE WHEN b.played THEN COALESCE(p.file, '') ELSE '' END
			FROM (SELECT * FROM (`+bin+`) AS every ORDER BY at DESC, id DESC LIMIT $4 OFFSET $5) AS b
			LEFT JOIN lesson AS l ON l.id = b.lesson_id
			LEFT JOIN removed_lesson AS r ON r.id = b.lesson_id
			LEFT JOIN course AS c ON c.id = COALESCE(l.course_id, r.course_id)
			LEFT JOIN account AS u ON u.id = b.removed_by
			LEFT JOIN asset AS n ON n.id = b.replaced_by
			LEFT JOIN asset AS p ON p.lesson_id = l.id AND p.current
			ORDER BY b.at DESC, b.id DESC`, append(args, min(max(size, 1), MaxBin), max(skip, 0)), readRemoved)
		return err
	})
	return list, total, err
}

func readRemoved(row *sql.Rows, one *Removed) error {
	var at int64
	err := row.Scan(&one.Kind, &one.ID, &at, &one.File, &one.Title, &one.TitleEn, &one.Code, &one.By, &one.ReplacedBy,
		&one.Plays)
	one.At = time.UnixMilli(at)
	one.Until = one.At.Add(media.RestorableFor)
	if one.Kind == DeletedLesson {
		one.Until = one.At.Add(course.RestorableFor)
	}
	return err
}

// Delete deletes recordings; they can be restored for a day. Staff only.
func (s *Service) Delete(ctx context.Context, who access.Actor, assets []string) (bulk.Result, error) {
	return s.each(ctx, who, assets, func(q sqldb.Querier, asset string) error {
		return s.o.Media.DeleteLaterIn(ctx, q, who, asset)
	})
}

// Restore puts deleted and replaced recordings back. A single one replaces what its lesson plays by now. Staff only.
func (s *Service) Restore(ctx context.Context, who access.Actor, assets []string) (bulk.Result, error) {
	return s.each(ctx, who, assets, func(q sqldb.Querier, asset string) error {
		return s.o.Media.RestoreIn(ctx, q, who, asset, len(assets) == 1)
	})
}
