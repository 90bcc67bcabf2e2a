package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"lectern/internal/kernel/backup"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/config"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/kernel/workdir"
	"lectern/internal/workflow/desk"
	"lectern/internal/workflow/system"
)

func (cc *commandContext) backupCommand() *cobra.Command {
	c := command("backup FILE",
		"Back up the database, keys and local media into one file, also while the portal is running.",
		func(args []string) error { return cc.backup(args[0]) })
	c.Long = c.Short + "\n\nFILE contains the keys, so keep it as safe as them."
	return c
}

// backupTemporary is the beginning of the names of unfinished backups.
const backupTemporary = ".lectern-backup-"

// backup writes to a temporary name and renames, so that a file with the final name is always complete. What a killed
// backup left, with the keys in it, is removed first.
func (cc *commandContext) backup(path string) error {
	inst, err := openExisting(cc)
	if err != nil {
		return err
	}
	defer inst.close()
	if err := workdir.Sweep(filepath.Dir(path), backupTemporary); err != nil {
		return fmt.Errorf("an unfinished backup can't be removed: %w", err)
	}
	file, err := workdir.MakeFile(filepath.Dir(path), backupTemporary)
	if err != nil {
		return fmt.Errorf("the backup can't be written there: %w", err)
	}
	sum, err := backup.Write(cc.ctx, file,
		backup.Source{DB: inst.db, Keys: inst.keys, Blobs: inst.blobs, Version: Version, Now: time.Now()})
	if err == nil {
		err = file.Sync()
	}
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()), file.Close())
	}
	if err := file.Close(); err != nil { // it is synced
		return err
	}
	if err := desk.New(inst.db, time.Now).NoteBackup(cc.ctx); err != nil {
		return fmt.Errorf("the backup was written, but its time couldn't be stored for staff: %w", err)
	}
	_, err = fmt.Fprintf(cc.out, "wrote %s: %d rows of %d tables, %d media files, and the keys\n", path,
		sum.Rows, sum.Tables, sum.Blobs)
	return err
}

func (cc *commandContext) restoreCommand() *cobra.Command {
	var force bool
	c := command("restore FILE", "Restore a backup into SQLite or PostgreSQL.", func(args []string) error {
		return cc.restore(args[0], force)
	})
	c.Flags().BoolVar(&force, "force", false, "Overwrite the existing database and keys.")
	return c
}

// restore reads the backup into the configured database, whichever engine wrote it.
func (cc *commandContext) restore(path string, force bool) error {
	file, err := os.Open(path) //nolint:gosec // the operator names the file
	if err != nil {
		return fmt.Errorf("the backup can't be read: %w", err)
	}
	defer file.Close()
	inst, err := openToRestore(cc)
	if err != nil {
		return err
	}
	defer inst.close()
	if err := inst.mayRestore(cc.ctx, force); err != nil {
		return err
	}
	sum, keys, err := backup.Restore(cc.ctx, file, backup.Target{
		DB: inst.db, Blobs: inst.blobs,
		Ready: func(ctx context.Context, q sqldb.Querier, keys *keyring.Ring) error {
			if err := inst.saveNextKeys(keys); err != nil {
				return err
			}
			return system.ForgetNodes(ctx, q) // of the portal that made the backup
		},
	})
	if err != nil {
		return err
	}
	if err := inst.putKeys(cc, keys); err != nil {
		return err
	}
	_, err = fmt.Fprintf(cc.out, "restored %d rows and %d media files of %s; restart the portal\n", sum.Rows, sum.Blobs,
		sum.Made.Format(time.DateTime))
	return err
}

// openToRestore opens the database without keys: they needn't fit what is about to be replaced.
func openToRestore(cc *commandContext) (*instance, error) {
	if err := system.Writable(cc.config.Data); err != nil {
		return nil, err
	}
	inst := &instance{config: cc.config}
	_ = inst.findKeys() // they may be broken
	db, err := sqldb.Open(cc.ctx, sqldb.Options{URL: cc.config.DatabaseURL(), Clock: cc.clock})
	if err != nil {
		return nil, err
	}
	inst.db = db
	if inst.blobs, err = blob.Open(string(cc.config.Blobs), cc.config.Data); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return inst, nil
}

// mayRestore refuses a database that holds data, unless forced to, and one that a portal uses, always.
func (inst *instance) mayRestore(ctx context.Context, force bool) error {
	empty, err := inst.db.Empty(ctx)
	if err != nil {
		return err
	}
	if !empty && !force {
		return errors.New(
			"the database isn't empty: choose another --data folder or --database, or overwrite it with --force")
	}
	if schema, err := inst.db.Schema(ctx); err != nil || schema.Pending > 0 {
		return nil //nolint:nilerr // tables of another version, which are replaced
	}
	running, err := system.Running(ctx, inst.db.Reader(), inst.db.Now())
	if err != nil {
		return err
	}
	if len(running) > 0 {
		return fmt.Errorf("the portal is running (%s): stop it everywhere, then restore; if it was killed, wait a minute",
			strings.Join(running, ", "))
	}
	return nil
}

// saveNextKeys stores the keys of a restored database beside the key file before the database is committed. If the
// process is killed in between, the next start finds them: see adoptKeys.
func (inst *instance) saveNextKeys(keys *keyring.Ring) error {
	if !inst.config.Keys.Empty() || inst.keys != nil && keys.Fingerprint() == inst.keys.Fingerprint() {
		return nil
	}
	return keys.Save(nextKeys(inst.config))
}

// nextKeys is the file for the keys of a database that is being restored.
func nextKeys(c *config.Config) string { return c.KeysPath() + ".next" }

// putKeys replaces the key file and keeps the old one next to it, because keys can't be recreated. The server
// administrator must replace keys from a setting.
func (inst *instance) putKeys(cc *commandContext, keys *keyring.Ring) error {
	if inst.keys != nil && keys.Fingerprint() == inst.keys.Fingerprint() {
		return nil
	}
	if inst.config.Keys.Empty() {
		return inst.adoptKeys()
	}
	_, err := fmt.Fprintf(cc.err, "the backup uses other keys than LECTERN_KEYS: set LECTERN_KEYS to those (fingerprint "+
		"%s) before you start the portal\n", keys.Fingerprint())
	return err
}

// adoptKeys puts the keys of a restored database in place.
func (inst *instance) adoptKeys() error {
	path := inst.config.KeysPath()
	return keyring.Replace(path, nextKeys(inst.config), path+".before-"+time.Now().UTC().Format("20060102T150405.000"))
}
