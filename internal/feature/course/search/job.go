package search

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/bulk"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
)

const (
	lessonKind = "search.lesson" // indexes a lesson with very long captions
	allKind    = "search.all"    // indexes everything

	// version identifies the tokenizer. After a change, the next start indexes everything again.
	version = "1"
	// setting is the row of table setting with the version of the index.
	setting = "search"
	// indexPage is how many lessons or notes one transaction indexes, so that others can write in between.
	indexPage = 5
)

type lessonPayload struct{ Lesson string }

// Handlers returns the handlers of the background jobs.
func (s *Service) Handlers() map[string]job.Handler {
	return map[string]job.Handler{lessonKind: s.runLesson, allKind: s.runAll}
}

func (s *Service) runLesson(ctx context.Context, run *job.Run) error {
	var p lessonPayload
	if err := run.Decode(&p); err != nil {
		return err
	}
	return s.database.Write(ctx, func(q sqldb.Querier) error {
		if err := run.Complete(ctx, q); err != nil {
			return err
		}
		return s.indexLesson(ctx, q, p.Lesson)
	})
}

// Start adds the job that indexes what was written before the index existed; if there is nothing to do, it costs one
// query. Call it when the server starts.
func (s *Service) Start(ctx context.Context) error {
	err := s.database.Write(ctx, func(q sqldb.Querier) error {
		var done string
		err := q.QueryRowContext(ctx, `SELECT value FROM setting WHERE name = $1`, setting).Scan(&done)
		if err == nil && done == version {
			return nil
		}
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		_, err = s.jobs.Add(ctx, q, job.Spec{Kind: allKind, Key: allKind, Payload: struct{}{}})
		return err
	})
	if err != nil {
		return fmt.Errorf("look whether lectures are indexed: %w", err)
	}
	s.jobs.Wake()
	return nil
}

// runAll indexes all lessons and notes in pages. Finished pages stay, so a killed job can continue.
func (s *Service) runAll(ctx context.Context, run *job.Run) error {
	for _, part := range []struct {
		statement string
		index     func(ctx context.Context, q sqldb.Querier, lesson, id string) error
	}{
		{`SELECT id, id FROM lesson WHERE id > $1 ORDER BY id
			LIMIT $2`, func(ctx context.Context, q sqldb.Querier, lesson, _ string) error {
			return s.indexLesson(ctx, q, lesson)
		}},
		{`SELECT lesson_id, id FROM note WHERE id > $1 ORDER BY id LIMIT $2`, s.IndexNote},
	} {
		for after, more := "", true; more; {
			if err := ctx.Err(); err != nil {
				return err
			}
			var last string
			err := s.database.Write(ctx, func(q sqldb.Querier) (err error) {
				last, err = s.indexSome(ctx, q, part.statement, after, part.index)
				return err
			})
			if err != nil {
				return err
			}
			more, after = last != "", last
		}
	}
	return s.database.Write(ctx, func(q sqldb.Querier) error {
		if err := run.Complete(ctx, q); err != nil {
			return err
		}
		_, err := q.ExecContext(ctx, `INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE
			SET value = excluded.value`, setting, version)
		return err
	})
}

func readPair(row *sql.Rows, pair *[2]string) error { return row.Scan(&pair[0], &pair[1]) }

// indexSome indexes the next page and returns the last ID; empty if there are no more.
func (s *Service) indexSome(ctx context.Context, q sqldb.Querier, statement, after string, index func(
	ctx context.Context, q sqldb.Querier, lesson, id string) error,
) (last string, err error) {
	list, err := sqldb.Select(ctx, q, "list what is to be indexed", statement, []any{after, indexPage}, readPair)
	if err != nil {
		return "", err
	}
	for _, one := range list {
		if err := index(ctx, q, one[0], one[1]); err != nil {
			return "", err
		}
		last = one[1]
	}
	return last, nil
}

// ForgetIn removes a student's notes from the index, in the transaction that deletes the record. Staff only.
func (s *Service) ForgetIn(ctx context.Context, q sqldb.Querier, who access.Actor, student string) error {
	_, err := s.MergeIn(ctx, q, who, "", student)
	return err
}

// MergeIn reindexes a student's notes, in the transaction that merges the records, after the notes have moved. Staff
// only.
func (s *Service) MergeIn(
	ctx context.Context, q sqldb.Querier, who access.Actor, _, other string,
) ([]bulk.Moved, error) {
	if err := access.Admin.Check(who); err != nil {
		return nil, err
	}
	list, err := sqldb.Select(ctx, q, "list the notes of a student",
		`SELECT lesson_id, substr(source, 6) FROM search_document WHERE student_id = $1
			AND student_id <> ''`, []any{other}, readPair)
	if err != nil {
		return nil, err
	}
	for _, one := range list {
		if err := s.IndexNote(ctx, q, one[0], one[1]); err != nil {
			return nil, err
		}
	}
	return nil, nil
}
