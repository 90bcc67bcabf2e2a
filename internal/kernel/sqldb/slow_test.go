package sqldb_test

import (
	"context"
	"errors"
	"testing"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// However many slow reads run or wait, others read at once.
func TestSlowReadsLeaveConnectionsForOthers(t *testing.T) {
	db := dbtest.Open(t, dbtest.SQLite(t))
	const slow = 20 // more than any pool has
	begun, ended := make(chan struct{}, slow), make(chan error, slow)
	ctx, stop := context.WithCancel(t.Context())
	for i := range slow {
		go func() {
			read := func(q sqldb.Querier) (err error) {
				rows, err := q.QueryContext(ctx, `SELECT 1`)
				begun <- struct{}{}
				if err != nil {
					return err
				}
				defer func() { err = errors.Join(err, rows.Close()) }()
				<-ctx.Done()
				return rows.Err()
			}
			if i%2 == 0 {
				ended <- db.ReadSlow(ctx, read)
			} else {
				ended <- read(db.SlowReader())
			}
		}()
	}
	<-begun
	<-begun
	if n := dbtest.Count(t, db, `SELECT count(*) FROM setting`); n != 0 {
		t.Errorf("%d rows", n)
	}
	err := db.Read(t.Context(), func(q sqldb.Querier) error {
		return q.QueryRowContext(t.Context(), `SELECT 1`).Scan(new(int))
	})
	if err != nil {
		t.Error(err)
	}
	stop()
	for range slow {
		<-ended
	}
}
