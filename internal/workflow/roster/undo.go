package roster

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"lectern/internal/feature/account"
	"lectern/internal/feature/course"
	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/snapshot"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/db"
	"lectern/internal/workflow/roster/engine"
	"lectern/internal/workflow/roster/parse"
)

// sheetsOf decodes the names of the sheets that an import read as one, or none for a single sheet.
func sheetsOf(stored string) (sheets []string, err error) {
	if stored != "" {
		err = sqldb.DecodeJSON(stored, &sheets)
	}
	return sheets, err
}

// A Conflict is why an object can't be restored.
type Conflict struct {
	Line   int    // of the import's file
	Place  string // shown to people
	Thing  string // student, account, course …
	Name   string // number or code
	Reason *fault.Error
	Link   Link
}

// A Link leads staff to the cause of a conflict: the known IDs of the object and of what it belongs to.
type Link struct{ Student, Course, Group, Room, Teacher string }

// Undo restores what an import changed: created objects are removed, changed ones get their old values, and published
// changes are withdrawn, with messages to the people affected. If any of it has been changed or used since, nothing is
// undone and the conflicts are returned with roster.changed_since. It also fails with roster.no_import or
// roster.undone_already. Staff only.
func (s *Service) Undo(ctx context.Context, who access.Actor, id string) ([]Conflict, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	var conflicts []Conflict
	err := s.Database.WriteWithin(ctx, engine.ImportLimit, func(q sqldb.Querier) error {
		u := undoing{Services: s.Services, q: q, who: who, id: id}
		working := context.WithoutCancel(ctx) // as in an import
		if err := sqldb.OneAtATime(working, q); err != nil {
			return err
		}
		err := u.run(working)
		conflicts = u.conflicts
		return err
	})
	return conflicts, err
}

type undoing struct {
	Services
	q         sqldb.Querier
	who       access.Actor
	id        string
	sheets    []string // read as one
	conflicts []Conflict
	counts    map[string]*UndoCount // by thing; nil: not counted
	progress  func(steps int)       // may be nil
}

const undoPage = 500

func (u *undoing) run(ctx context.Context) error {
	row, err := db.New(u.q).SelectImport(ctx, u.id)
	if err != nil {
		return sqldb.Missing(err, "roster.no_import", "id", parse.Clip(u.id))
	}
	if row.UndoneAt != 0 {
		return fault.New(fault.Conflict, "roster.undone_already")
	}
	if u.sheets, err = sheetsOf(row.Sheets); err != nil {
		return err
	}
	err = u.Timetable.Together(ctx, u.q, u.who, func(gathering *timetable.Service) error {
		u.Timetable = gathering
		return engine.NotifyOnce(ctx, gathering, u.q, u.who, Kind(row.Kind), func() error { return u.steps(ctx) })
	})
	if err != nil {
		return err
	}
	if err := db.New(u.q).DeleteSteps(ctx, u.id); err != nil {
		return fmt.Errorf("forget an import's steps: %w", err)
	}
	if err := db.New(u.q).UpdateRefusedOpen(ctx, u.id); err != nil {
		return fmt.Errorf("open refused rows again: %w", err)
	}
	if err := db.New(u.q).UpdateUndone(ctx,
		db.UpdateUndoneParams{ID: u.id, At: u.Now().UnixMilli(), Account: u.who.Account}); err != nil {
		return fmt.Errorf("mark an import as undone: %w", err)
	}
	return audit.Append(ctx, u.q, u.who,
		audit.Entry{At: u.Now(), Action: "roster.undo", Object: u.id, Before: map[string]any{"kind": row.Kind}})
}

// steps reverts what the import wrote, last step first.
func (u *undoing) steps(ctx context.Context) error {
	done := 0
	for before := int64(math.MaxInt64); ; {
		steps, err := db.New(u.q).SelectSteps(ctx, db.SelectStepsParams{ImportID: u.id, Before: before, Size: undoPage})
		if err != nil {
			return fmt.Errorf("read an import's steps: %w", err)
		}
		for _, step := range steps {
			before = step.Seq
			if err := u.step(ctx, step); err != nil {
				return fmt.Errorf("undo line %d: %w", step.Line, err)
			}
		}
		if done += len(steps); u.progress != nil {
			u.progress(done)
		}
		if len(steps) < undoPage || len(u.conflicts) >= engine.MaxProblems {
			break
		}
	}
	if len(u.conflicts) > 0 {
		return fault.New(fault.Conflict, "roster.changed_since", "count", strconv.Itoa(len(u.conflicts)))
	}
	return nil
}

func (u *undoing) step(ctx context.Context, step db.ImportStep) error {
	u.count(step)
	if step.After == nil {
		return u.withdraw(ctx, step)
	}
	key := strings.Fields(step.Object)
	if step.Thing == "programme" { // its ID is its code
		key = []string{step.Object}
	}
	values := make([]any, len(key))
	for i := range key {
		values[i] = key[i]
	}
	now, err := rowsOf(step.Thing).Take(ctx, u.q, values...)
	if err != nil {
		return err
	}
	if !bytes.Equal(now.Digest(), step.After) {
		return u.conflict(ctx, step, fault.New(fault.Conflict, "roster.changed_meanwhile"))
	}
	if step.Before == nil {
		used, err := u.dependents(ctx, step.Thing, key[0])
		if err != nil {
			return fmt.Errorf("look for dependents: %w", err)
		}
		for _, reason := range used {
			if err := u.conflict(ctx, step, reason); err != nil {
				return err
			}
		}
		if len(used) > 0 {
			return nil
		}
		if err := u.Timetable.Forget(ctx, u.q, u.who, step.Thing, key[0]); err != nil {
			return err
		}
	}
	return u.restore(ctx, step, now, key)
}

func (u *undoing) conflict(ctx context.Context, step db.ImportStep, reason *fault.Error) error {
	name, err := u.displayName(ctx, step.Thing, step.Object)
	if err != nil {
		return err
	}
	to, err := u.link(ctx, step.Thing, step.Object)
	u.conflicts = append(u.conflicts, Conflict{
		Line: int(step.Line), Place: columns.Place(u.sheets, int(step.Line)),
		Thing: step.Thing, Name: name, Reason: reason, Link: to,
	})
	return err
}

func rowsOf(thing string) snapshot.Object {
	switch thing {
	case "student":
		return student.Rows()
	case "account":
		return account.Rows()
	case "programme":
		return student.ProgrammeRows()
	}
	if rows := course.Rows(course.Thing(thing)); rows != nil {
		return rows
	}
	return timetable.Rows(timetable.Thing(thing))
}

func (u *undoing) restore(ctx context.Context, step db.ImportStep, now snapshot.Copy, key []string) error {
	switch step.Thing {
	case "student":
		if err := u.Students.Restore(ctx, u.q, u.who, key[0], step.Before); err != nil {
			return err
		}
		return u.Accounts.EndIfLeft(ctx, u.q, key[0])
	case "account":
		return u.Accounts.Restore(ctx, u.q, u.who, key[0], step.Before)
	case "programme":
		return u.Students.RestoreProgramme(ctx, u.q, u.who, key[0], step.Before)
	}
	if thing := course.Thing(step.Thing); thing == course.EnrolmentRows {
		return u.restoreEnrolment(ctx, step, now, key[0], key[1])
	} else if course.Rows(thing) != nil {
		return u.Courses.Restore(ctx, u.q, u.who, thing, now, step.Before, key...)
	}
	return u.Timetable.Restore(ctx, u.q, u.who, timetable.Thing(step.Thing), now, step.Before, key...)
}

// restoreEnrolment restores an enrolment, and notifies the student about joining or leaving the group.
func (u *undoing) restoreEnrolment(
	ctx context.Context, step db.ImportStep, now snapshot.Copy, student, group string,
) error {
	was, err := u.isIn(ctx, student, group)
	if err != nil {
		return err
	}
	if err := u.Courses.Restore(ctx, u.q, u.who, course.EnrolmentRows, now, step.Before, student, group); err != nil {
		return err
	}
	is, err := u.isIn(ctx, student, group)
	if err != nil || was == is {
		return err
	}
	return u.Courses.NotifyEnrolmentChange(ctx, u.q, u.who, student, group, is)
}

func (u *undoing) isIn(ctx context.Context, student, group string) (bool, error) {
	state, err := db.New(u.q).SelectEnrolmentState(ctx, db.SelectEnrolmentStateParams{StudentID: student, GroupID: group})
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return false, fmt.Errorf("read an enrolment: %w", err)
	}
	return state == string(course.Confirmed), nil
}

func (u *undoing) withdraw(ctx context.Context, step db.ImportStep) (err error) {
	switch step.Thing {
	case "change":
		_, err = u.Timetable.WithdrawIn(ctx, u.q, u.who, step.Object)
	case "mapping":
		err = u.Timetable.WithdrawMappingIn(ctx, u.q, u.who, step.Object)
	case "holiday":
		err = u.Timetable.WithdrawHolidayIn(ctx, u.q, u.who, step.Object)
	default:
		err = fmt.Errorf("nothing is known of a %s", step.Thing)
	}
	return err
}
