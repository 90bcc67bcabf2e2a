package system

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/sqldb"
)

// KeysOf returns the fingerprint of the keys that a database belongs to, or "" if it is new.
func KeysOf(ctx context.Context, db *sqldb.DB) (fingerprint string, err error) {
	err = db.Reader().QueryRowContext(ctx, `SELECT value FROM setting WHERE name = 'keys'`).Scan(&fingerprint)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return "", fmt.Errorf("read which keys belong to the database: %w", err)
	}
	return fingerprint, nil
}

// checkKeys compares the keys with those that the database belongs to.
func checkKeys(ctx context.Context, in *Installation) Finding {
	var known string
	if !in.noSchema {
		var err error
		if known, err = KeysOf(ctx, in.DB); err != nil {
			return failed(err)
		}
	}
	path := in.Config.KeysPath()
	switch absent := in.Config.Keys.Empty() && missing(path); {
	case absent && known != "":
		return problem("system.keys_missing", "known", known, "path", path)
	case absent:
		return note("system.no_keys")
	}
	ring, err := keyring.Load(path, in.Config.Keys.Reveal())
	if err != nil {
		return failed(err)
	}
	if known != "" && known != ring.Fingerprint() {
		return problem("system.keys_other", "known", known, "fingerprint", ring.Fingerprint(), "path", path)
	}
	return ok("system.keys", "fingerprint", ring.Fingerprint())
}
