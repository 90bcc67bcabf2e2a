package timetable

import (
	"context"
	"database/sql"
	"errors"

	"lectern/internal/feature/timetable/db"
	"lectern/internal/kernel/lookup"
	"lectern/internal/kernel/sqldb"
)

// indexRoom indexes a room by every part of its names, or removes it from the index if the room is gone.
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

// IndexAll indexes the rooms that were written before the index existed. It runs at server start.
func (s *Service) IndexAll(ctx context.Context) error {
	return lookup.Fill(ctx, s.database, lookup.Room, "room", indexRoom)
}
