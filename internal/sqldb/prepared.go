package sqldb

import (
	"context"
	"database/sql"
)

// prepared runs each text of SQL as a statement that is prepared once, for transactions that run the same few texts many times.
type prepared struct {
	Querier
	statements map[string]*sql.Stmt
}

func newPrepared(q Querier) *prepared { return &prepared{q, map[string]*sql.Stmt{}} }

func (p *prepared) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	if known := p.statements[query]; known != nil {
		return known, nil
	}
	made, err := p.PrepareContext(ctx, query)
	if err == nil {
		p.statements[query] = made
	}
	return made, err
}

// ExecContext runs a prepared statement.
func (p *prepared) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	s, err := p.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.ExecContext(ctx, args...)
}

// QueryContext asks a prepared statement.
func (p *prepared) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, err := p.statement(ctx, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

// QueryRowContext asks a prepared statement for one row.
func (p *prepared) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	s, err := p.statement(ctx, query)
	if err != nil {
		return p.Querier.QueryRowContext(ctx, query, args...) // it fails alike, and a Row holds the error
	}
	return s.QueryRowContext(ctx, args...)
}

// close lets go of the statements; the transaction's end does so too.
func (p *prepared) close() {
	for _, s := range p.statements {
		_ = s.Close()
	}
}
