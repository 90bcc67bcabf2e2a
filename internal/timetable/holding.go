package timetable

import (
	"context"
	"fmt"

	"lectern/internal/access"
	"lectern/internal/bulk"
	"lectern/internal/sqldb"
	"lectern/internal/timetable/db"
)

// ForgetIn takes the address of a student's calendar and the seats in exams back, in the transaction that deletes the record. Staff only.
func (f *Feeds) ForgetIn(ctx context.Context, q sqldb.Querier, who access.Actor, student string) error {
	_, err := f.MergeIn(ctx, q, who, "", student)
	return err
}

// MergeIn takes the address of the other's calendar back, in the transaction that merges the records: an address follows from the id of its
// student, so it cannot be another's. Seats in exams go over where the kept record has none. Staff only.
func (f *Feeds) MergeIn(ctx context.Context, q sqldb.Querier, who access.Actor, kept, other string) ([]bulk.Moved, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	n, err := db.New(q).DeleteFeed(ctx, other)
	if err != nil {
		return nil, fmt.Errorf("take a calendar's address back: %w", err)
	}
	seats := bulk.Moved{What: "seats"}
	if kept != "" {
		moved, err := db.New(q).MoveSeats(ctx, db.MoveSeatsParams{Kept: kept, Other: other})
		if err != nil {
			return nil, fmt.Errorf("move seats: %w", err)
		}
		seats.Moved = int(moved)
	}
	dropped, err := db.New(q).DeleteSeatsOfStudent(ctx, other)
	if err != nil {
		return nil, fmt.Errorf("drop seats: %w", err)
	}
	seats.Dropped = int(dropped)
	return []bulk.Moved{{What: "calendar", Dropped: int(n)}, seats}, nil
}
