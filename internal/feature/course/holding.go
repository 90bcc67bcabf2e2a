package course

import (
	"context"
	"fmt"

	"lectern/internal/feature/course/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/bulk"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/sqldb"
)

// held lists the tables with data about a student.
var held = []struct {
	what, table string   // what is empty if it isn't reported separately
	key         []string // unique per student
}{
	{"enrolments", "enrolment", []string{"group_id"}},
	{"progress", "progress", []string{"course_id"}},
	{"watching", "watching", []string{"lesson_id"}},
	{"", "watching_earlier", []string{"lesson_id", "length_ms"}},
	{"studyDays", "watched_day", []string{"day"}},
	{"notes", "note", nil},
	{"watchClock", "watch_clock", []string{"student_id"}},
}

// UsedBy returns why a student's record can't be a mistake: student.has_progress, student.has_notes, student.past_term.
// It doesn't check who calls it.
func (s *Service) UsedBy(ctx context.Context, q sqldb.Querier, student string) (codes []string, err error) {
	used, err := db.New(q).SelectUsed(ctx, student)
	if err != nil {
		return nil, fmt.Errorf("look for what a student did: %w", err)
	}
	if used.Progress+used.Watching > 0 {
		codes = append(codes, "student.has_progress")
	}
	if used.Notes > 0 {
		codes = append(codes, "student.has_notes")
	}
	terms, err := db.New(q).SelectTermsOfStudent(ctx, student)
	if err != nil {
		return nil, fmt.Errorf("list a student's terms: %w", err)
	}
	for _, term := range terms {
		monday, err := civil.ParseDate(term.FirstMonday)
		if err != nil {
			return nil, fmt.Errorf("read a term: %w", err)
		}
		if monday.AddDays(int(term.Weeks)*7 - 1).Before(s.today()) {
			return append(codes, "student.past_term"), nil
		}
	}
	return codes, nil
}

// ForgetIn deletes all data about a student, in the transaction that deletes the record. Staff only.
func (s *Service) ForgetIn(ctx context.Context, q sqldb.Querier, who access.Actor, student string) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	rows, err := db.New(q).SelectMine(ctx, student)
	if err != nil {
		return fmt.Errorf("list a student's enrolments: %w", err)
	}
	for _, row := range rows {
		entry := audit.Entry{At: s.now(), Action: "course.delete_enrolment", Object: student}
		entry.Before, _ = audit.Difference(enrolment{row.State, row.FromDate, row.UntilDate}.fields(row.GroupCode), nil)
		if err := audit.Append(ctx, q, who, entry); err != nil {
			return err
		}
	}
	for _, one := range held {
		if _, err := q.ExecContext(ctx, "DELETE FROM "+one.table+" WHERE student_id = $1", student); err != nil {
			return fmt.Errorf("delete from %s: %w", one.table, err)
		}
	}
	return nil
}

// MergeIn gives a student the data of another, in the transaction that merges the records. What both have stays as the
// first has it; only the time watched per day is added up. Staff only.
func (s *Service) MergeIn(
	ctx context.Context, q sqldb.Querier, who access.Actor, kept, other string,
) (list []bulk.Moved, err error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	if err := db.New(q).AddWatchedDays(ctx, db.AddWatchedDaysParams{Kept: kept, Other: other}); err != nil {
		return nil, fmt.Errorf("add up watched days: %w", err)
	}
	for _, one := range held {
		moved, dropped, err := sqldb.Move(ctx, q, one.table, "student_id", other, kept, one.key...)
		if err != nil {
			return nil, err
		}
		if one.what != "" {
			list = append(list, bulk.Moved{What: one.what, Moved: moved, Dropped: dropped})
		}
	}
	return list, nil
}
