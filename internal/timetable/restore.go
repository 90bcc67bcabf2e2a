package timetable

import (
	"context"
	"fmt"

	"lectern/internal/access"
	"lectern/internal/snapshot"
	"lectern/internal/sqldb"
	"lectern/internal/timetable/db"
)

// A Thing is a sort of object that an import can make and its undoing can put back. What was published is not among them:
// it is withdrawn and stays in the history.
type Thing string

// The things; their key is the id, and of meetings that of the group.
const (
	TermRows    Thing = "term"
	CampusRows  Thing = "campus"
	RoomRows    Thing = "room"
	SchemeRows  Thing = "scheme"
	MeetingRows Thing = "meetings"
)

// Rows says which rows make up a thing; none when the thing belongs to another package.
func Rows(thing Thing) snapshot.Object {
	one := func(table string) snapshot.Object {
		return snapshot.Object{{Name: table, By: []string{"id"}, Key: []string{"id"}}}
	}
	switch thing {
	case TermRows, CampusRows, RoomRows:
		return one(string(thing))
	case SchemeRows:
		return append(one("period_scheme"), snapshot.Table{Name: "period", By: []string{"scheme_id"}, Key: []string{"scheme_id", "number"}})
	case MeetingRows:
		return snapshot.Object{{Name: "meeting", By: []string{"group_id"}, Key: []string{"id"}}}
	}
	return nil
}

// Restore puts a thing back as it was, or removes it when the copy is empty, inside the caller's transaction. Staff only.
func (s *Service) Restore(ctx context.Context, q sqldb.Querier, who access.Actor, thing Thing, was snapshot.Copy, key string) error {
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
	case CampusRows, SchemeRows:
	}
	return s.put(ctx, q, who, "timetable.restore", key, scope, func() (int64, error) {
		return 1, Rows(thing).Put(ctx, q, was, key)
	}, groups...)
}
