package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"sync"
)

// maxStatements limits the prepared statements; the program has a few hundred.
const maxStatements = 1000

// prepared prepares each SQL text once, because SQLite takes as long to plan a statement as to run it. It is safe for
// concurrent use.
type prepared struct {
	Querier
	mu         sync.Mutex
	statements map[string]*sql.Stmt
}

func newPrepared(q Querier) *prepared {
	return &prepared{Querier: q, statements: map[string]*sql.Stmt{}}
}

var errTooMany = errors.New("too many texts to keep them prepared")

func (p *prepared) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	p.mu.Lock()
	known, full := p.statements[query], len(p.statements) >= maxStatements
	p.mu.Unlock()
	if known != nil {
		return known, nil
	}
	if full {
		return nil, errTooMany
	}
	// Not under the lock, because preparing may wait for a connection.
	made, err := p.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if known := p.statements[query]; known != nil {
		return known, made.Close() //nolint:sqlclosecheck // another caller was faster; its statement stays open
	}
	p.statements[query] = made
	return made, nil
}

// ExecContext runs a prepared statement.
func (p *prepared) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	s, err := p.statement(ctx, query) //nolint:sqlclosecheck // kept open for the next use
	if err != nil {
		return p.Querier.ExecContext(ctx, query, args...)
	}
	return s.ExecContext(ctx, args...)
}

// QueryContext runs a prepared query.
func (p *prepared) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := p.statement(ctx, query) //nolint:sqlclosecheck // kept open for the next use
	if err != nil {
		return p.Querier.QueryContext(ctx, query, args...) // an invalid text fails the same way
	}
	return s.QueryContext(ctx, args...)
}

// QueryRowContext runs a prepared query for one row.
func (p *prepared) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	s, err := p.statement(ctx, query) //nolint:sqlclosecheck // kept open for the next use
	if err != nil {
		return p.Querier.QueryRowContext(ctx, query, args...)
	}
	return s.QueryRowContext(ctx, args...)
}

// close closes the statements; so does the end of the transaction.
func (p *prepared) close() {
	for _, s := range p.statements {
		_ = s.Close()
	}
}
