package sqldb

import (
	"context"
	"database/sql/driver"
	"errors"
	"strings"

	"modernc.org/sqlite"
)

// keeper opens SQLite connections that remember what they have understood. To read and plan a statement takes SQLite as long as to
// run it, and ours are a few hundred texts that never change: each connection keeps them ready, as pgx does for PostgreSQL.
type keeper struct {
	dsn    string
	driver sqlite.Driver
}

// Connect opens one connection.
func (k *keeper) Connect(context.Context) (driver.Conn, error) {
	conn, err := k.driver.Open(k.dsn)
	if err != nil {
		return nil, err
	}
	whole, ok := conn.(sqliteConn)
	if !ok {
		return nil, errors.Join(errLost, conn.Close())
	}
	return &keptConn{sqliteConn: whole, kept: map[string]*keptStmt{}}, nil
}

// Driver is asked for by database/sql.
func (k *keeper) Driver() driver.Driver { return &k.driver }

// sqliteConn is what database/sql uses of a connection.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.ExecerContext
	driver.Pinger
	driver.QueryerContext
	driver.SessionResetter
	driver.Validator
}

// sqliteRows is what database/sql uses of rows; a backup asks for the types of their columns.
type sqliteRows interface {
	driver.Rows
	driver.RowsColumnTypeDatabaseTypeName
	driver.RowsColumnTypeLength
	driver.RowsColumnTypeNullable
	driver.RowsColumnTypePrecisionScale
	driver.RowsColumnTypeScanType
}

// errLost is for the day on which the driver is replaced by one that can do less.
var errLost = errors.New("the SQLite driver has lost an interface")

// A keptConn is a connection with its statements. Like every driver's, it is used by one goroutine at a time.
type keptConn struct {
	sqliteConn
	kept map[string]*keptStmt
}

type keptStmt struct {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
	busy bool // its rows are still being read
}

const (
	maxKept     = 512
	maxKeptText = 8 << 10
)

// ExecContext runs a kept statement, or the text as it is.
func (c *keptConn) ExecContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Result, error) {
	if s := c.find(ctx, text); s != nil {
		return s.StmtExecContext.ExecContext(ctx, args)
	}
	return c.sqliteConn.ExecContext(ctx, text, args)
}

// QueryContext runs a kept statement, or the text as it is.
func (c *keptConn) QueryContext(ctx context.Context, text string, args []driver.NamedValue) (driver.Rows, error) {
	s := c.find(ctx, text)
	if s == nil {
		return c.sqliteConn.QueryContext(ctx, text, args)
	}
	rows, err := s.StmtQueryContext.QueryContext(ctx, args)
	if err != nil {
		return nil, err
	}
	whole, ok := rows.(sqliteRows)
	if !ok {
		return nil, errors.Join(errLost, rows.Close())
	}
	s.busy = true
	return &keptRows{whole, s}, nil
}

// find returns the statement of a text, or nil when it is not to be kept, is being read from, or cannot be understood: whoever
// runs the text then learns why.
func (c *keptConn) find(ctx context.Context, text string) *keptStmt {
	if s, ok := c.kept[text]; ok {
		if s.busy {
			return nil
		}
		return s
	}
	if len(c.kept) >= maxKept || len(text) > maxKeptText || !worthKeeping(text) {
		return nil
	}
	made, err := c.PrepareContext(ctx, text)
	if err != nil {
		return nil
	}
	exec, can := made.(driver.StmtExecContext)
	query, alsoCan := made.(driver.StmtQueryContext)
	if !can || !alsoCan {
		_ = made.Close() // nothing was run
		return nil
	}
	s := &keptStmt{Stmt: made, StmtExecContext: exec, StmtQueryContext: query}
	c.kept[text] = s
	return s
}

// worthKeeping tells a statement that comes again from one that makes tables or settings.
func worthKeeping(text string) bool {
	for {
		text = strings.TrimLeft(text, " \t\r\n")
		comment, ok := strings.CutPrefix(text, "--")
		if !ok {
			break
		}
		_, text, _ = strings.Cut(comment, "\n")
	}
	first, _, _ := strings.Cut(text, " ")
	switch strings.ToUpper(strings.TrimSpace(first)) {
	case "SELECT", "INSERT", "UPDATE", "DELETE", "WITH":
		return true
	}
	return false
}

// Close gives the statements back first.
func (c *keptConn) Close() error {
	var failed error
	for _, s := range c.kept {
		failed = errors.Join(failed, s.Close())
	}
	clear(c.kept)
	return errors.Join(failed, c.sqliteConn.Close())
}

// keptRows frees its statement when it has been read.
type keptRows struct {
	sqliteRows
	of *keptStmt
}

// Close ends the reading.
func (r *keptRows) Close() error {
	r.of.busy = false
	return r.sqliteRows.Close()
}
