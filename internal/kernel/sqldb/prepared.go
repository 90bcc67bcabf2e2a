package sqldb

import (
	"context"
	"database/sql"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// maxStatements limits the prepared statements. The program has a few hundred, and each has a copy per connection.
const maxStatements = 500

// prepared prepares each SQL text once, because SQLite takes as long to plan a statement as to run it. It keeps those
// that were used last. It is safe for concurrent use.
type prepared struct {
	Querier
	mu         sync.Mutex
	statements *simplelru.LRU[string, *keptStatement]
}

// keptStatement is closed once it is dropped and the last caller has started it. Open rows keep what they need.
type keptStatement struct {
	*sql.Stmt
	users   int
	dropped bool
}

func newPrepared(q Querier) *prepared {
	statements, err := simplelru.NewLRU[string, *keptStatement](maxStatements, nil)
	if err != nil {
		panic(err) // the size is not positive
	}
	return &prepared{Querier: q, statements: statements}
}

// statement returns the statement of a text until done is called.
func (p *prepared) statement(ctx context.Context, query string) (s *keptStatement, done func(), err error) {
	if s := p.use(query, nil); s != nil {
		return s, func() { p.release(s) }, nil
	}
	// Not under the lock, because preparing may wait for a connection.
	made, err := p.PrepareContext(ctx, query)
	if err != nil {
		return nil, nil, err
	}
	s = p.use(query, made)
	if s.Stmt != made {
		_ = made.Close() //nolint:sqlclosecheck // another caller was faster
	}
	return s, func() { p.release(s) }, nil
}

// use returns the statement of a text, which is made if there is none yet; nil if there is none at all.
func (p *prepared) use(query string, made *sql.Stmt) *keptStatement {
	p.mu.Lock()
	defer p.mu.Unlock()
	s, known := p.statements.Get(query)
	if !known {
		if made == nil {
			return nil
		}
		if p.statements.Len() == maxStatements {
			if _, oldest, ok := p.statements.RemoveOldest(); ok {
				oldest.dropped = true
				oldest.closeUnused()
			}
		}
		s = &keptStatement{Stmt: made}
		p.statements.Add(query, s)
	}
	s.users++
	return s
}

func (p *prepared) release(s *keptStatement) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s.users--
	s.closeUnused()
}

func (s *keptStatement) closeUnused() {
	if s.dropped && s.users == 0 {
		_ = s.Close()
	}
}

// ExecContext runs a prepared statement.
func (p *prepared) ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error) {
	s, done, err := p.statement(ctx, query)
	if err != nil {
		return p.Querier.ExecContext(ctx, query, args...)
	}
	defer done()
	return s.ExecContext(ctx, args...)
}

// QueryContext runs a prepared query.
func (p *prepared) QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	s, done, err := p.statement(ctx, query)
	if err != nil {
		//nolint:sqlclosecheck // the caller closes; an invalid text fails the same way
		return p.Querier.QueryContext(ctx, query, args...)
	}
	defer done()
	return s.QueryContext(ctx, args...) //nolint:sqlclosecheck // the caller closes
}

// QueryRowContext runs a prepared query for one row.
func (p *prepared) QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row {
	s, done, err := p.statement(ctx, query)
	if err != nil {
		return p.Querier.QueryRowContext(ctx, query, args...)
	}
	defer done()
	return s.QueryRowContext(ctx, args...)
}

// close closes the statements; so does the end of the transaction.
func (p *prepared) close() {
	for _, s := range p.statements.Values() {
		_ = s.Close()
	}
}
