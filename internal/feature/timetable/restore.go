package timetable

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/snapshot"
	"lectern/internal/kernel/sqldb"
)

// Thing is a kind of object that an import writes and its undo restores. Published changes aren't among them: they are
// withdrawn and stay in the history.
type Thing string

// The things. Their key is their id; for meetings it is the group, for seats the class and the student.
const (
	TermRows    Thing = "term"
	CampusRows  Thing = "campus"
	RoomRows    Thing = "room"
	SchemeRows  Thing = "scheme"
	MeetingRows Thing = "meetings"
	SeatRows    Thing = "seat"
)

// Rows lists the rows of a thing, or none if another package owns it.
func Rows(thing Thing) snapshot.Object {
	// An undo must not reset these: calendar feeds depend on them.
	history := []string{"changed_at", "revision"}
	one := func(table string, skip ...string) snapshot.Object {
		return snapshot.Object{{Name: table, By: []string{"id"}, Key: []string{"id"}, Skip: skip}}
	}
	switch thing {
	case CampusRows, RoomRows:
		return one(string(thing))
	case TermRows:
		return one(string(thing), history...)
	case SchemeRows:
		return append(one("period_scheme", history...),
			snapshot.Table{Name: "period", By: []string{"scheme_id"}, Key: []string{"scheme_id", "number"}})
	case MeetingRows:
		return snapshot.Object{{Name: "meeting", By: []string{"group_id"}, Key: []string{"id"}, Skip: history}}
	case SeatRows:
		key := []string{"class_id", "student_id"}
		return snapshot.Object{{Name: "exam_seat", By: key, Key: key, Skip: append(history, "told")}}
	}
	return nil
}

// Forget deletes the history (withdrawn entries and former rules) of a group, term or campus that is about to be
// removed. The caller must have checked that nothing is in force. The audit log is untouched. Other things have no
// history here. Staff only.
func (s *Service) Forget(ctx context.Context, q sqldb.Querier, who access.Actor, thing, key string) error {
	if err := access.Admin.Check(who); err != nil {
		return err
	}
	rows := db.New(q)
	var err error
	switch thing {
	case "group": // of package course
		err = errors.Join(rows.DeleteWithdrawnChanges(ctx, key), rows.DeletePastMeetings(ctx, key))
	case string(TermRows):
		err = errors.Join(rows.DeleteWithdrawnMappings(ctx, key), rows.DeletePastTerms(ctx, key),
			s.forgetHolidays(ctx, q, key))
	case string(CampusRows):
		err = rows.DeletePastPeriods(ctx, key)
	}
	if err != nil {
		return fmt.Errorf("forget the history of a %s: %w", thing, err)
	}
	return nil
}

// forgetHolidays deletes the withdrawn holidays that touch only this term.
func (s *Service) forgetHolidays(ctx context.Context, q sqldb.Querier, term string) error {
	terms, err := loadTerms(ctx, q)
	if err != nil {
		return err
	}
	holidays, err := db.New(q).SelectWithdrawnHolidays(ctx)
	if err != nil {
		return err
	}
	for _, h := range holidays {
		if slices.ContainsFunc(terms, func(t Term) bool { return t.ID != term && t.Overlaps(h.FromDate, h.ToDate) }) {
			continue
		}
		if err := db.New(q).DeleteHoliday(ctx, h.ID); err != nil {
			return err
		}
	}
	return nil
}

// restoreTerm restores a term, unless that would cut off newer classes: timetable.term_used.
func (s *Service) restoreTerm(ctx context.Context, q sqldb.Querier, term string, write func() error) error {
	now, err := loadTerm(ctx, q, term)
	if err != nil {
		return err
	}
	if err := s.writeTerm(ctx, q, term, write); err != nil {
		return err
	}
	was, err := db.New(q).SelectTerm(ctx, term)
	if err != nil {
		return sqldb.IgnoreMissing(err) // removed
	}
	lost, err := cutOff(ctx, q, now, toTerm(was))
	if err == nil && lost > 0 {
		err = fault.New(fault.Conflict, "timetable.term_used", "count", strconv.Itoa(lost))
	}
	return err
}

// Restore restores a thing, or removes it if the copy is empty, inside the caller's transaction. The caller must have
// read its current state. Changed classes are announced as for any correction: at once for meetings, by Correct for
// terms and schemes. Staff only.
func (s *Service) Restore(
	ctx context.Context, q sqldb.Querier, who access.Actor, thing Thing, now, was snapshot.Copy, keys ...string,
) error {
	if thing == SeatRows {
		if err := access.Admin.Check(who); err != nil {
			return err
		}
		return s.restoreSeat(ctx, q, who, now, was, keys[0], keys[1])
	}
	key := keys[0]
	scope, groups := college, []string(nil)
	switch thing {
	case TermRows, MeetingRows:
		scope = key
	case RoomRows:
		var err error
		if groups, err = db.New(q).SelectGroupsOfRoom(ctx, key); err != nil {
			return fmt.Errorf("list the groups of a room: %w", err)
		}
		scope = ""
	case CampusRows, SchemeRows, SeatRows:
	}
	before, err := copiedFields(thing, now)
	if err != nil {
		return err
	}
	after, err := copiedFields(thing, was)
	if err != nil {
		return err
	}
	if len(was) == 0 {
		after = map[string]any{"removed": true}
	}
	write := func() error { return Rows(thing).Put(ctx, q, was, key) }
	return s.put(ctx, q, who, auditEntry{"timetable.restore", key, before, after}, scope, func() (int64, error) {
		switch thing {
		case TermRows:
			return 1, s.restoreTerm(ctx, q, key, write)
		case SchemeRows:
			return 1, s.changeScheme(ctx, q, key, write)
		case MeetingRows:
			plan, err := groupPlan(ctx, q, key)
			if err != nil {
				return 0, err
			}
			return 1, s.changeMeetings(ctx, q, who, key, plan, write)
		case RoomRows:
			if err := write(); err != nil {
				return 0, err
			}
			return 1, indexRoom(ctx, q, key)
		case CampusRows, SeatRows:
		}
		return 1, write()
	}, groups...)
}
