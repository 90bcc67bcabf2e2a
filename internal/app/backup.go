package app

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"lectern/internal/kernel/backup"
	"lectern/internal/kernel/keyring"
	"lectern/internal/workflow/desk"
)

func (cc *commandContext) backupCommand() *cobra.Command {
	c := command("backup FILE",
		"Back up the database, keys and local media into one file, also while the portal is running.",
		func(args []string) error { return cc.backup(args[0]) })
	c.Long = c.Short + "\n\nFILE holds the keys, so keep it as safe as them."
	return c
}

// backup writes to a temporary name and renames, so that a file with the final name is always complete.
func (cc *commandContext) backup(path string) error {
	inst, err := openInstance(cc)
	if err != nil {
		return err
	}
	defer inst.close()
	file, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+"-*")
	if err != nil {
		return fmt.Errorf("the backup cannot be written there: %w", err)
	}
	sum, err := backup.Write(cc.ctx, file,
		backup.Source{DB: inst.db, Keys: inst.keys, Blobs: inst.blobs, Version: Version, Now: time.Now()})
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(file.Name()))
	}
	if err := desk.New(inst.db, time.Now).NoteBackup(cc.ctx); err != nil {
		return fmt.Errorf("the backup is written, but staff cannot see when: %w", err)
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
		return fmt.Errorf("the backup cannot be read: %w", err)
	}
	defer file.Close()
	inst, err := openInstance(cc)
	if err != nil {
		return err
	}
	defer inst.close()
	empty, err := inst.db.Empty(cc.ctx)
	if err != nil {
		return err
	}
	if !empty && !force {
		return errors.New(
			"the database is not empty: choose another --data folder or --database, or overwrite it with --force")
	}
	sum, keys, err := backup.Restore(cc.ctx, file, backup.Target{DB: inst.db, Blobs: inst.blobs})
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

// putKeys replaces the key file and keeps the old one next to it, because keys can't be recreated. The server
// administrator must replace keys from a setting.
func (inst *instance) putKeys(cc *commandContext, keys *keyring.Ring) error {
	if keys.Fingerprint() == inst.keys.Fingerprint() {
		return nil
	}
	if inst.config.Keys.Empty() {
		path := inst.config.KeysPath()
		if err := os.Rename(path, path+".before-"+time.Now().UTC().Format("20060102T150405")); err != nil {
			return err
		}
		return keys.Save(path)
	}
	_, err := fmt.Fprintf(cc.err, "the backup uses other keys than LECTERN_KEYS: set LECTERN_KEYS to those (fingerprint "+
		"%s) before you start the portal\n", keys.Fingerprint())
	return err
}
