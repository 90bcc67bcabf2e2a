package app

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"lectern/internal/blob"
	"lectern/internal/config"
	"lectern/internal/keyring"
	"lectern/internal/sqldb"
)

// A house is what every command that touches data stands on.
type house struct {
	config *config.Config
	db     *sqldb.DB
	keys   *keyring.Ring
	blobs  blob.Store
}

// openHouse makes what is missing (folder, keys, database), in an order in which a failure leaves nothing half-made.
func openHouse(ctx context.Context, c *config.Config) (*house, error) {
	if err := writable(c.Data); err != nil {
		return nil, err
	}
	h := &house{config: c}
	if err := h.findKeys(); err != nil {
		return nil, err
	}
	db, err := sqldb.Open(ctx, sqldb.Options{URL: c.DatabaseURL()})
	if err != nil {
		return nil, err
	}
	h.db = db
	if err := h.furnish(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return h, nil
}

// findKeys loads the keys that are there already, so that broken ones are refused before a database is made.
func (h *house) findKeys() (err error) {
	_, missing := os.Stat(h.config.KeysPath())
	if h.config.Keys.Empty() && errors.Is(missing, fs.ErrNotExist) {
		return nil
	}
	h.keys, err = keyring.Load(h.config.KeysPath(), h.config.Keys.Reveal())
	return err
}

func (h *house) furnish(ctx context.Context) (err error) {
	// First, because a newer database is refused before keys or folders are made for it.
	if _, err := h.db.Migrate(ctx); err != nil {
		return err
	}
	if h.keys == nil {
		if h.keys, err = keyring.Load(h.config.KeysPath(), ""); err != nil {
			return err
		}
	}
	if h.blobs, err = blob.Open(string(h.config.Blobs), h.config.Data); err != nil {
		return err
	}
	return h.matchKeys(ctx)
}

// matchKeys makes sure that these keys belong to this database. New keys beside an old database would start well and
// then find every sealed number unreadable.
func (h *house) matchKeys(ctx context.Context) error {
	const remember = `INSERT INTO setting (name, value) VALUES ('keys', $1) ON CONFLICT (name) DO NOTHING`
	var known string
	read := func(q sqldb.Querier) error {
		return q.QueryRowContext(ctx, `SELECT value FROM setting WHERE name = 'keys'`).Scan(&known)
	}
	err := h.db.WriteOne(ctx, read) // on the connection that is open already
	if errors.Is(err, sql.ErrNoRows) {
		err = h.db.Write(ctx, func(q sqldb.Querier) error {
			if _, err := q.ExecContext(ctx, remember, h.keys.Fingerprint()); err != nil {
				return err
			}
			return read(q)
		})
	}
	if err == nil && known != h.keys.Fingerprint() {
		return fmt.Errorf("these keys do not belong to this database (it knows %s, these are %s): put back the file %s, or set LECTERN_KEYS to the right ones",
			known, h.keys.Fingerprint(), h.config.KeysPath())
	}
	return err
}

func (h *house) close() error { return h.db.Close() }

// secret returns a configured secret, or one derived from the keys: the same on every node and after every start.
func (h *house) derived(configured, purpose string) string {
	if configured != "" {
		return configured
	}
	return h.keys.Derive(purpose, 32)
}

// writable makes the data folder and proves that a file can be made in it.
func writable(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("the data folder %s cannot be made: %w; choose another with --data (LECTERN_DATA)", folder, errors.Unwrap(err))
	}
	probe, err := os.CreateTemp(folder, ".probe-*")
	if err != nil {
		return fmt.Errorf("the data folder %s cannot be written: %w; give it to this user, or choose another with --data (LECTERN_DATA)",
			folder, errors.Unwrap(err))
	}
	return errors.Join(probe.Close(), os.Remove(filepath.Clean(probe.Name())))
}
