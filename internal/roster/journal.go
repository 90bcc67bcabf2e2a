package roster

import (
	"context"
	"fmt"

	"lectern/internal/snapshot"
	"lectern/internal/sqldb"
)

// A journal writes down what an import does to which object, so that it can be undone.
type journal struct {
	id    string
	seq   int64
	batch *sqldb.Batch
}

func newJournal(q sqldb.Querier, id string) *journal {
	return &journal{id: id, batch: sqldb.NewBatch(q, "import_step", "import_id", "seq", "line", "thing", "object", "before", "after")}
}

// wrote notes rows as they were and as they became.
func (j *journal) wrote(ctx context.Context, line int, thing, object string, before, after snapshot.Copy) error {
	return j.add(ctx, line, thing, object, before, after.Digest())
}

// published notes something that is not put back but withdrawn.
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
