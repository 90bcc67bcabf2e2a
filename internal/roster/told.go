package roster

import (
	"context"
	"fmt"

	"lectern/internal/roster/db"
)

// countTold counts the students to whom this transaction has written about their timetable. Ids grow with time, so its messages are those
// after its own.
func (x *run) countTold(ctx context.Context) error {
	switch x.job.Kind {
	case Terms, Periods, Timetable, Changes:
	default:
		return nil
	}
	return toldSince(ctx, db.New(x.q), x.report.ID, x.seenRows.told)
}

func toldSince(ctx context.Context, rows *db.Queries, id string, told map[string]int) error {
	sent, err := rows.CountMessagesSince(ctx, id)
	if err != nil {
		return fmt.Errorf("count messages: %w", err)
	}
	if sent == 0 {
		return nil
	}
	count, err := rows.CountToldSince(ctx, id)
	if err != nil {
		return fmt.Errorf("count who is told: %w", err)
	}
	if count > 0 {
		told[ToldTimetable] = int(count)
	}
	return nil
}
