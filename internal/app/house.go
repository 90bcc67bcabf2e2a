package app

import (
	"context"
	"errors"
	"fmt"
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
	db, err := sqldb.Open(ctx, sqldb.Options{URL: c.DatabaseURL()})
	if err != nil {
		return nil, err
	}
	h := &house{config: c, db: db}
	if err := h.furnish(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return h, nil
}

func (h *house) furnish(ctx context.Context) (err error) {
	// A newer database is refused before keys or folders are made for it.
	if _, err := h.db.Schema(ctx); err != nil {
		return err
	}
	if h.keys, err = keyring.Load(h.config.KeysPath(), h.config.Keys.Reveal()); err != nil {
		return err
	}
	if h.blobs, err = blob.Open(string(h.config.Blobs), h.config.Data); err != nil {
		return err
	}
	_, err = h.db.Migrate(ctx)
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
