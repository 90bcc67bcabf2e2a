package course

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"lectern/internal/course/db"
	"lectern/internal/fault"
	"lectern/internal/sqldb"
)

// reported is what the reports of one transaction know together. Only what none of them changes may be in it.
type reported struct {
	lessons map[string]db.SelectReportedRow
}

// lesson reads what is reported about, once; course.no_lesson when nobody may watch it.
func (r *reported) lesson(ctx context.Context, q sqldb.Querier, id string) (db.SelectReportedRow, error) {
	row, ok := r.lessons[id]
	if !ok {
		var err error
		if row, err = db.New(q).SelectReported(ctx, id); err != nil {
			return row, missing(err, "course.no_lesson")
		}
		if r.lessons == nil {
			r.lessons = make(map[string]db.SelectReportedRow)
		}
		r.lessons[id] = row
	}
	if !row.Published {
		return row, fault.New(fault.NotFound, "course.no_lesson")
	}
	return row, nil
}

// standing is what counts for a report beside the lesson's own record.
type standing struct {
	enrolled bool
	clock    clock
	progress int // percent of the course
}

// readRecord reads what is kept about a student and a lesson; of a lesson without a word of the server it begins now.
func readRecord(ctx context.Context, q sqldb.Querier, student, lesson, course string, now time.Time) (record, standing, error) {
	row, err := db.New(q).SelectWatched(ctx, db.SelectWatchedParams{Student: student, Lesson: lesson, Course: course})
	var r record
	switch {
	case errors.Is(err, sql.ErrNoRows):
		first, err := db.New(q).SelectUnwatched(ctx, db.SelectUnwatchedParams{Student: student, Course: course})
		if err != nil {
			return record{}, standing{}, fmt.Errorf("read who watches: %w", err)
		}
		row.Enrolled, row.Clock, row.Progress = first.Enrolled, first.Clock, first.Progress
		r.ledger = openLedger(now.UnixMilli())
	case err != nil:
		return record{}, standing{}, fmt.Errorf("read what was watched: %w", err)
	default:
		r = record{position: row.PositionMs, percent: int(row.Percent), done: row.Done}
		if r.spans, err = ParseSpans(row.Spans); err != nil {
			return record{}, standing{}, err
		}
		if r.ledger, err = parseLedger(row.Ledger); err != nil {
			return record{}, standing{}, err
		}
	}
	left, err := parseClock(row.Clock)
	return r, standing{enrolled: row.Enrolled, clock: left, progress: int(row.Progress)}, err
}
