// Package desk gathers for staff what needs attention and what a new college still lacks. It reads the tables of
// other packages and writes only the time of the last backup. Start at Service.Desk and Service.Search.
package desk

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
)

// Service reads the desk. It is safe for concurrent use.
type Service struct {
	database *sqldb.DB
	now      func() time.Time
}

// New returns the service.
func New(database *sqldb.DB, now func() time.Time) *Service {
	return &Service{database, now}
}

// MaxCount is where counting stops; no one needs the exact number above a thousand.
const MaxCount = 1000

// Waiting is something that staff should look at.
type Waiting struct {
	Kind  string    `json:"kind" enum:"logins.guessed,timetable.clashes,timetable.requests,recordings.failed,recordings.unmatched,imports.refused,notices.unanswered,accounts.never,accounts.firstPassword,jobs.dead"`
	Count int       `json:"count" doc:"At most 1000; then there may be more."`
	Since time.Time `json:"since" doc:"Since when the oldest has been waiting, or empty."`
}

// Step is one kind of data that a college imports, in order.
type Step struct {
	Kind  string `json:"kind" enum:"terms,periods,rooms,programmes,students,teachers,courses,groups,enrolments,timetable"`
	Count int    `json:"count" doc:"At most 1000."`
}

// Desk is the first page of staff.
type Desk struct {
	Waiting []Waiting `json:"waiting" doc:"Most urgent first."`
	Steps   []Step    `json:"steps" doc:"The data a college needs, in the order of import."`
	Backup  time.Time `json:"backup" doc:"When the last backup was written; empty if never."`
}

// unanswered is the kind of notices that not everyone has acknowledged.
const unanswered = "notices.unanswered"

// waiting lists what to count, most urgent first. Each statement selects the time of every item, 0 if it has none.
var waiting = []struct{ kind, statement string }{
	{"logins.guessed", `SELECT first_at FROM guess WHERE tries + own_tries >= $1 AND last_at > $2`},
	{"timetable.requests", `SELECT created_at FROM change_request WHERE state = 'open'`},
	{"recordings.failed", `SELECT updated_at FROM asset WHERE state = 'failed' AND deleted_at = 0`},
	{"recordings.unmatched", `SELECT created_at FROM asset WHERE lesson_id = '' AND deleted_at = 0`},
	{"imports.refused", `SELECT at FROM import AS i WHERE refused > 0 AND undone_at = 0 AND resolved_at = 0 AND at > $1
		AND EXISTS (SELECT 1 FROM import_refused AS r WHERE r.import_id = i.id AND r.done_by = '')`},
	{unanswered, ""}, // see countUnanswered
	{"accounts.never", `SELECT 0 FROM account WHERE login_at = 0 AND enabled AND student_id <> ''`},
	{"accounts.firstPassword", `SELECT 0 FROM credential AS c JOIN account AS a ON a.id = c.account_id
		WHERE c.kind <> 'own' AND a.enabled AND a.student_id <> ''`},
	{"jobs.dead", `SELECT finished_at FROM job WHERE state = 'dead'`},
}

// steps lists what a college needs, in the order of import.
var steps = []struct{ kind, table string }{
	{"terms", "term"},
	{"periods", "period_scheme"},
	{"rooms", "room"},
	{"programmes", "programme"},
	{"teachers", "teacher"},
	{"students", "student"},
	{"courses", "course"},
	{"groups", "course_group"},
	{"enrolments", "enrolment"},
	{"timetable", "meeting"},
}

// recent is how long sent or imported things need attention.
const recent = 30 * 24 * time.Hour

// guesses is the number of failed logins from which staff see an account. Its owner is notified at the same number.
const guesses = 10

// backupSetting is the row of the table setting with the time of the last backup.
const backupSetting = "backup"

// isWorkOf reports whether a kind of waiting item is part of the caller's responsibilities.
func isWorkOf(who access.Actor, kind string) bool {
	switch who.Scope {
	case access.Registrar:
		return true
	case access.Recordist:
		return strings.HasPrefix(kind, "recordings.")
	case access.Adviser:
		return kind == unanswered
	}
	return false
}

// Desk returns what needs the caller's attention. Staff only.
func (s *Service) Desk(ctx context.Context, who access.Actor) (Desk, error) {
	if err := access.Working.Check(who); err != nil {
		return Desk{}, err
	}
	var desk Desk
	err := s.database.Read(ctx, func(q sqldb.Querier) (err error) {
		if desk.Waiting, err = s.waiting(ctx, q, who); err != nil {
			return err
		}
		if who.Scope != access.Registrar {
			return nil
		}
		for _, step := range steps {
			n, _, err := count(ctx, q, `SELECT 0 FROM `+step.table)
			if err != nil {
				return err
			}
			desk.Steps = append(desk.Steps, Step{step.kind, n})
		}
		desk.Backup, err = LastBackup(ctx, q)
		return err
	})
	return desk, err
}

func (s *Service) waiting(ctx context.Context, q sqldb.Querier, who access.Actor) ([]Waiting, error) {
	var list []Waiting
	now := s.now()
	args := map[string][]any{
		"logins.guessed":  {guesses, now.Add(-24 * time.Hour).UnixMilli()},
		"imports.refused": {now.Add(-recent).UnixMilli()},
	}
	for _, w := range waiting {
		if !isWorkOf(who, w.kind) {
			continue
		}
		var n int
		var since time.Time
		var err error
		if w.kind == unanswered {
			n, since, err = countUnanswered(ctx, q, who, now)
		} else {
			n, since, err = count(ctx, q, w.statement, args[w.kind]...)
		}
		if err != nil {
			return nil, err
		}
		if n > 0 {
			list = append(list, Waiting{w.kind, n, since})
		}
	}
	return list, nil
}

// count returns the number of rows of a statement, up to MaxCount, and the oldest of the times in its first column.
func count(ctx context.Context, q sqldb.Querier, statement string, args ...any) (n int, oldest time.Time, err error) {
	var at sql.NullInt64
	err = q.QueryRowContext(ctx, `WITH x(t) AS (`+statement+` LIMIT `+strconv.Itoa(MaxCount)+`) SELECT count(*), min(t)
		FROM x`, args...).Scan(&n, &at)
	if err != nil {
		return 0, time.Time{}, fmt.Errorf("count what waits: %w", err)
	}
	return n, sqldb.Instant(at.Int64), nil
}

// LastBackup returns the time of the last backup, or the zero time if there was none.
func LastBackup(ctx context.Context, q sqldb.Querier) (time.Time, error) {
	var text string
	err := q.QueryRowContext(ctx, `SELECT value FROM setting WHERE name = $1`, backupSetting).Scan(&text)
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, fmt.Errorf("look for the last backup: %w", err)
	}
	return time.Parse(time.RFC3339, text)
}

// NoteBackup stores that a backup was written now. The backup command calls it.
func (s *Service) NoteBackup(ctx context.Context) error {
	return s.database.WriteOne(ctx, func(q sqldb.Querier) error {
		_, err := q.ExecContext(ctx, `INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE
			SET value = excluded.value`, backupSetting, s.now().UTC().Format(time.RFC3339))
		if err != nil {
			return fmt.Errorf("note the backup: %w", err)
		}
		return nil
	})
}
