package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"lectern/internal/kernel/config"
	"lectern/internal/kernel/sqldb"
)

// noInstallationError means that a command found no installation, and says where it looked and how to point it to one.
type noInstallationError struct{ looked string }

func (e *noInstallationError) Error() string {
	return "there is no installation here: " + e.looked + ". If it is elsewhere, say where: --data FOLDER " +
		"(LECTERN_DATA), --database URL (LECTERN_DATABASE), or all settings with --config FILE (LECTERN_CONFIG), such as " +
		"/etc/lectern/lectern.env. 'lectern serve' creates a new installation"
}

// openExisting is openInstance for commands that need an installation: they never create one.
func openExisting(cc *commandContext) (*instance, error) {
	if err := cc.findInstallation(cc.ctx); err != nil {
		return nil, err
	}
	return openInstance(cc)
}

// findInstallation returns a noInstallationError if the database doesn't exist or has no tables.
func (cc *commandContext) findInstallation(ctx context.Context) (err error) {
	url := cc.config.DatabaseURL()
	if !strings.Contains(url, "://") {
		if info, err := os.Stat(url); err != nil || info.Size() == 0 {
			return &noInstallationError{"no database at " + url}
		}
	}
	db, err := sqldb.Open(ctx, sqldb.Options{URL: url, Clock: cc.clock})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if schema, err := db.Schema(ctx); err == nil && schema.Version == 0 { // other errors are for openInstance
		return &noInstallationError{fmt.Sprintf("the %s database %s has no tables", db.Engine(), config.Address(url).Place())}
	}
	return nil
}
