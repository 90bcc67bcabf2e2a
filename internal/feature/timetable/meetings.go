package timetable

import (
	"context"
	"fmt"
	"maps"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// Meetings lists the meetings of a group.
func (s *Service) Meetings(ctx context.Context, q sqldb.Querier, group string) ([]Meeting, error) {
	rows, err := db.New(q).SelectMeetingsOfGroup(ctx, group)
	if err != nil {
		return nil, fmt.Errorf("read a group's meetings: %w", err)
	}
	return toMeetings(rows)
}

// ReplaceMeetings replaces the meetings of a group inside the caller's transaction and returns how many changed. A
// meeting without an id takes that of the most similar old one, so that a corrected spreadsheet moves classes instead
// of recreating them. Students are notified about their classes. Staff only. Errors: those of Meeting.Check,
// course.no_group, timetable.unknown_room, timetable.unknown_teacher, and timetable.no_meeting for an id of another
// group.
func (s *Service) ReplaceMeetings(
	ctx context.Context, q sqldb.Querier, who access.Actor, group string, meetings []Meeting,
) (int, error) {
	if err := access.Admin.Check(who); err != nil {
		return 0, err
	}
	plan, err := groupPlan(ctx, q, group)
	if err != nil {
		return 0, err
	}
	gone, err := assignIDs(plan.Meetings, meetings)
	if err != nil {
		return 0, err
	}
	changed := 0
	write := func() error {
		for i := range meetings {
			m := &meetings[i]
			m.Group = group
			if m.Campus, err = knownPlace(ctx, q, m.Campus, m.Room, m.Teacher); err != nil {
				return err
			}
			if err := m.Check(plan.Term, plan.Schemes); err != nil {
				return err
			}
			n, err := db.New(q).UpsertMeeting(ctx, fromMeeting(*m))
			if err != nil {
				return err
			}
			changed += int(n)
		}
		for _, meeting := range gone {
			if _, err := db.New(q).DeleteMeeting(ctx, meeting); err != nil {
				return err
			}
			changed++
		}
		return nil
	}
	what := auditEntry{"timetable.replace_meetings", group, meetingFields(plan.Meetings), map[string]any{}}
	err = s.put(ctx, q, who, what, group, func() (int64, error) {
		err := s.changeMeetings(ctx, q, who, group, plan, write)
		maps.Copy(what.is, meetingFields(meetings)) // with the campuses that knownPlace filled in
		return int64(changed), err
	})
	return changed, err
}

// assignIDs gives every meeting without an id that of the most similar old meeting, or a new one. It returns the ids of
// the unmatched old meetings.
func assignIDs(old, list []Meeting) (gone []string, err error) {
	free := make(map[string]*Meeting, len(old))
	for i := range old {
		free[old[i].ID] = &old[i]
	}
	for i := range list {
		if own := list[i].ID; own != "" {
			if free[own] == nil {
				return nil, fault.New(fault.NotFound, "timetable.no_meeting")
			}
			delete(free, own)
		}
	}
	// Best similarity first across the whole list, so that no meeting takes the id of a closer match.
	for _, alike := range similarities {
		for i := range list {
			if list[i].ID != "" {
				continue
			}
			for j := range old {
				if free[old[j].ID] != nil && list[i].Kind == old[j].Kind && alike(&list[i], &old[j]) {
					list[i].ID = old[j].ID
					delete(free, old[j].ID)
					break
				}
			}
		}
	}
	for i := range list {
		if list[i].ID == "" {
			list[i].ID = sqldb.NewID()
		}
	}
	for i := range old {
		if free[old[i].ID] != nil {
			gone = append(gone, old[i].ID)
		}
	}
	return gone, nil
}

var similarities = []func(a, b *Meeting) bool{
	func(a, b *Meeting) bool {
		return a.Weekday == b.Weekday && a.Hours == b.Hours && a.Weeks == b.Weeks &&
			a.Room == b.Room && a.Teacher == b.Teacher
	},
	func(a, b *Meeting) bool { return a.Weekday == b.Weekday && a.Hours == b.Hours && a.Weeks == b.Weeks },
	func(a, b *Meeting) bool { return a.Weekday == b.Weekday && a.Hours == b.Hours && a.Weeks&b.Weeks != 0 },
	func(a, b *Meeting) bool { return a.Weekday == b.Weekday && a.Weeks&b.Weeks != 0 },
	func(a, b *Meeting) bool { return a.Weeks == b.Weeks },
}
