package sqldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"lectern/internal/kernel/fault"
)

// Each runs a query and calls read for each row. what names the query in errors.
func Each(ctx context.Context, q Querier, what, query string, args []any, read func(row *sql.Rows) error) (err error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := read(rows); err != nil {
			return fmt.Errorf("%s: %w", what, err)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// Select is Each for a list: read fills one item from a row.
func Select[T any](ctx context.Context, q Querier, what, query string, args []any, read func(
	row *sql.Rows, item *T) error,
) (list []T, err error) {
	err = Each(ctx, q, what, query, args, func(row *sql.Rows) error {
		var item T
		err := read(row, &item)
		list = append(list, item)
		return err
	})
	return list, err
}

// IgnoreMissing returns nil for "no such row", and every other error unchanged.
func IgnoreMissing(err error) error {
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	return err
}

// Missing turns "no such row" into a fault and wraps every other error.
func Missing(err error, code string, params ...string) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, sql.ErrNoRows):
		return fault.New(fault.NotFound, code, params...)
	}
	return fmt.Errorf("read a row (%s if there is none): %w", code, err)
}
