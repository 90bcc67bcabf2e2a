package course

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"lectern/internal/feature/course/db"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// MaxSpeed is the fastest playback speed.
const MaxSpeed = 3

// A Report is what a player reports as watched.
type Report struct {
	Player   string  // a random name of this open player
	Speed    float64 // of playback, 0.5 to MaxSpeed
	Position int64   // where it is now, in ms
	Spans    []Span  // what was watched, in any order; may repeat what was reported before
}

// record is the stored progress of a student in a lesson.
type record struct {
	spans    Spans
	position int64
	percent  int
	done     bool
	acks     acks
}

// taken is what a report added.
type taken struct {
	accepted int64 // ms of the lesson that now count
	studied  int64 // ms by the clock, repeated watching included
}

// doneTenths is how many tenths of a lesson a student has to watch to finish it.
const doneTenths = 9

// take adds a report to the record and pays for it from the student's clock. Nothing that was watched is lost, except
// what is beyond the end of a recording that a shorter one has replaced. The position is that of the last report.
func (r *record) take(c *clock, now time.Time, duration int64, report Report) taken {
	ms, player := now.UnixMilli(), playerNumber(report.Player)
	if duration > 0 {
		r.spans = r.spans.within(duration)
	}
	since := r.acks.lastAck(player).at
	var out taken
	var reported Spans
	left := c.allowed(since, ms)
	for _, span := range report.Spans {
		span = span.within(duration)
		reported, _ = reported.add(span, duration)
		var grown int64
		r.spans, grown = r.spans.add(span, left-out.accepted)
		out.accepted += grown
	}
	out.studied = c.study(since, ms, int64(float64(reported.Total())/report.Speed))
	c.pay(since, r.acks.oldest(), ms, out.accepted)
	r.acks.add(ms, player)
	r.position = min(max(report.Position, 0), duration)
	if duration > 0 {
		total := r.spans.Total()
		r.percent = max(r.percent, int(100*total/duration))
		r.done = r.done || 10*total >= doneTenths*duration
	}
	return out
}

// lessonRows caches the lessons of the reports in one transaction. No report changes them.
type lessonRows map[string]db.SelectReportedRow

// lesson reads a lesson once. If it isn't published, the error is course.no_lesson.
func (l *lessonRows) lesson(ctx context.Context, q sqldb.Querier, id string) (db.SelectReportedRow, error) {
	row, ok := (*l)[id]
	if !ok {
		var err error
		if row, err = db.New(q).SelectReported(ctx, id); err != nil {
			return row, sqldb.Missing(err, "course.no_lesson")
		}
		if *l == nil {
			*l = lessonRows{}
		}
		(*l)[id] = row
	}
	if !row.Published {
		return row, fault.New(fault.NotFound, "course.no_lesson")
	}
	return row, nil
}

// studentState is what a report depends on besides the record of its lesson.
type studentState struct {
	enrolled bool
	clock    clock
	progress int // percent of the course
}

// readRecord reads the record of a student and a lesson. A lesson that the student has not opened starts now.
func readRecord(ctx context.Context, q sqldb.Querier, student, lesson, course string,
	now time.Time,
) (record, studentState, error) {
	row, err := db.New(q).SelectWatched(ctx, db.SelectWatchedParams{Student: student, Lesson: lesson, Course: course})
	var r record
	switch {
	case errors.Is(err, sql.ErrNoRows):
		first, err := db.New(q).SelectUnwatched(ctx, db.SelectUnwatchedParams{Student: student, Course: course})
		if err != nil {
			return record{}, studentState{}, fmt.Errorf("read who watches: %w", err)
		}
		row.Enrolled, row.Clock, row.Progress = first.Enrolled, first.Clock, first.Progress
		r.acks = newAcks(now.UnixMilli())
	case err != nil:
		return record{}, studentState{}, fmt.Errorf("read what was watched: %w", err)
	default:
		r = record{position: row.PositionMs, percent: int(row.Percent), done: row.Done}
		if r.spans, err = ParseSpans(row.Spans); err != nil {
			return record{}, studentState{}, err
		}
		if r.acks, err = parseAcks(row.Acks); err != nil {
			return record{}, studentState{}, err
		}
	}
	left, err := parseClock(row.Clock)
	return r, studentState{enrolled: row.Enrolled, clock: left, progress: int(row.Progress)}, err
}
