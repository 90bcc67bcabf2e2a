package timetable

import (
	"context"
	"database/sql"
	"errors"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/lookup"
	"lectern/internal/kernel/sqldb"
)

// indexRoom writes what staff find a room by, any part of its names, or deletes it when the room is gone.
func indexRoom(ctx context.Context, q sqldb.Querier, room string) error {
	row, err := db.New(q).SelectRoom(ctx, room)
	if errors.Is(err, sql.ErrNoRows) {
		return lookup.Delete(ctx, q, lookup.Room, room)
	}
	if err != nil {
		return err
	}
	return lookup.Put(ctx, q, lookup.Room, room, []byte(row.Name), lookup.Parts(row.Name, row.NameEn))
}

// IndexAll makes every room findable that was written before there was an index. It is for the start of a server.
func (s *Service) IndexAll(ctx context.Context) error {
	return lookup.Fill(ctx, s.database, lookup.Room, "room", indexRoom)
}
