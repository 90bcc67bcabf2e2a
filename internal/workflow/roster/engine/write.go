package engine

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"

	"lectern/internal/feature/student"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/snapshot"
	"lectern/internal/kernel/sqldb"
)

// write has a service write one object, and records the changes in the journal. For a new object the ID may be empty;
// put returns it. If the service rejects the object, its changes are rolled back and the row gets the error.
func (x *run) write(ctx context.Context, r *row, thing string, rows snapshot.Object, object string,
	put func() (string, error),
) (student.Effect, error) {
	var before snapshot.Copy
	var err error
	if object != "" {
		if before, err = rows.Take(ctx, x.q, object); err != nil {
			return student.Unchanged, err
		}
	}
	if err := x.attempt(ctx, func() error { object, err = put(); return err }); err != nil {
		return student.Unchanged, r.refuseOrFail("", err)
	}
	after, err := rows.Take(ctx, x.q, object)
	if err != nil || bytes.Equal(before, after) {
		return student.Unchanged, err
	}
	effect := student.Changed
	if len(before) == 0 {
		effect = student.Created
	} else if err := x.compare(ctx, r, thing, rows, before, after); err != nil {
		return effect, err
	}
	return effect, x.journal.wrote(ctx, r.Line, thing, object, before, after)
}

// attempt runs part of the transaction and rolls it back if it fails with a fault, so that a service that stops halfway
// leaves nothing behind.
func (x *run) attempt(ctx context.Context, part func() error) error {
	if _, err := x.q.ExecContext(ctx, "SAVEPOINT row_of_import"); err != nil {
		return fmt.Errorf("begin a row: %w", err)
	}
	failed := part()
	if failed != nil && fault.All(failed) == nil {
		return failed // roll back everything
	}
	end := "RELEASE SAVEPOINT row_of_import"
	if failed != nil {
		end = "ROLLBACK TO SAVEPOINT row_of_import"
	}
	if _, err := x.q.ExecContext(ctx, end); err != nil {
		return fmt.Errorf("end a row: %w", err)
	}
	return failed
}

// existing reads an object's current row, or returns the zero value if it is new.
func existing[R any](ctx context.Context, read func(context.Context, string) (R, error), id string) (R, error) {
	old, err := read(ctx, id)
	if errors.Is(err, sql.ErrNoRows) {
		return old, nil
	}
	if err != nil {
		return old, fmt.Errorf("read what is there: %w", err)
	}
	return old, nil
}

// A journal records what an import does to each object, so that it can be undone.
type journal struct {
	id    string
	seq   int64
	batch *sqldb.Batch
}

func newJournal(q sqldb.Querier, id string) *journal {
	return &journal{id: id, batch: sqldb.NewBatch(q, "import_step", "import_id", "seq", "line",
		"thing", "object", "before", "after")}
}

// wrote records rows before and after.
func (j *journal) wrote(ctx context.Context, line int, thing, object string, before, after snapshot.Copy) error {
	return j.add(ctx, line, thing, object, before, after.Digest())
}

// published records something that is undone by withdrawing it.
func (j *journal) published(ctx context.Context, line int, thing, object string) error {
	return j.add(ctx, line, thing, object, nil, nil)
}

func (j *journal) add(ctx context.Context, line int, thing, object string, before, after []byte) error {
	j.seq++
	if len(before) == 0 {
		before = nil
	}
	if err := j.batch.Add(ctx, j.id, j.seq, int64(line), thing, object, before, after); err != nil {
		return fmt.Errorf("write the import's steps: %w", err)
	}
	return nil
}

func (j *journal) flush(ctx context.Context) error {
	if err := j.batch.Flush(ctx); err != nil {
		return fmt.Errorf("write the import's steps: %w", err)
	}
	return j.batch.Close()
}
