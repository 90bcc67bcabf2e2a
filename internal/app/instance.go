package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/config"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/kernel/steady"
	"lectern/internal/sample"
	"lectern/internal/workflow/system"
)

// instance is an opened installation, for every command that uses data.
type instance struct {
	config *config.Config
	db     *sqldb.DB
	keys   *keyring.Ring
	blobs  blob.Store
	steady *steady.Clock

	collegeZh, collegeEn string // see nameCollege
}

// openInstance creates what is missing (folder, keys, database), in an order in which a failure leaves nothing
// half-made.
func openInstance(cc *commandContext) (*instance, error) {
	ctx, c := cc.ctx, cc.config
	if err := system.Writable(c.Data); err != nil {
		return nil, err
	}
	inst := &instance{config: c}
	if err := inst.findKeys(); err != nil {
		return nil, err
	}
	db, err := sqldb.Open(ctx, sqldb.Options{URL: c.DatabaseURL(), Clock: cc.clock})
	if err != nil {
		return nil, err
	}
	inst.db = db
	if err := inst.prepare(ctx); err != nil {
		if db.IsFull(err) {
			err = fmt.Errorf("the disk of the database is full: free some space, then start again (%w)", err)
		}
		return nil, errors.Join(err, db.Close())
	}
	return inst, nil
}

// findKeys loads existing keys, so that broken ones are refused before a database is created.
func (inst *instance) findKeys() (err error) {
	_, missing := os.Stat(inst.config.KeysPath())
	if inst.config.Keys.Empty() && errors.Is(missing, fs.ErrNotExist) {
		return nil
	}
	inst.keys, err = keyring.Load(inst.config.KeysPath(), inst.config.Keys.Reveal())
	return err
}

// prepare migrates the database and opens keys and media store.
func (inst *instance) prepare(ctx context.Context) (err error) {
	// First, because a newer database must be refused before keys or folders are created.
	if _, err := inst.db.Migrate(ctx); err != nil {
		return err
	}
	if err := inst.matchKeys(ctx); err != nil {
		return err
	}
	inst.steady = steady.New(inst.db, inst.db.Now, nil)
	if inst.blobs, err = blob.Open(string(inst.config.Blobs), inst.config.Data); err != nil {
		return err
	}
	return inst.nameCollege(ctx)
}

// nameCollege fills in missing names of the college: the name in the other language, the sample college's name if
// it is loaded, or a general one.
func (inst *instance) nameCollege(ctx context.Context) error {
	loaded, err := sample.Loaded(ctx, inst.db.Reader())
	if err != nil {
		return err
	}
	generalZh, generalEn := locale.Text(locale.Chinese, "college.unnamed", nil),
		locale.Text(locale.English, "college.unnamed", nil)
	if loaded {
		generalZh, generalEn = sample.Name, sample.NameEn
	}
	zh, en := inst.config.CollegeZh, inst.config.CollegeEn
	inst.collegeZh, inst.collegeEn = cmp.Or(zh, en, generalZh), cmp.Or(en, zh, generalEn)
	return nil
}

// matchKeys checks that the keys belong to this database, and makes keys for a new database. New keys with an old
// database would otherwise start and then fail to open any sealed value.
func (inst *instance) matchKeys(ctx context.Context) error {
	known, err := system.KeysOf(ctx, inst.db)
	if err != nil {
		return err
	}
	path := inst.config.KeysPath()
	if known != "" && (inst.keys == nil || inst.keys.Fingerprint() != known) {
		if err := inst.resumeKeys(known); err != nil {
			return err
		}
	}
	if inst.keys == nil {
		if known != "" {
			return fmt.Errorf("the keys of this database are missing (it knows %s): put back the file %s, or set LECTERN_KEYS "+
				"to them", known, path)
		}
		if inst.keys, err = keyring.Load(path, ""); err != nil {
			return err
		}
	}
	if known == "" {
		if known, err = inst.nameKeys(ctx); err != nil {
			return err
		}
	}
	if known != inst.keys.Fingerprint() {
		return fmt.Errorf("these keys don't belong to this database (it knows %s, these are %s): put back the file %s, or "+
			"set LECTERN_KEYS to the right ones", known, inst.keys.Fingerprint(), path)
	}
	return nil
}

// nameKeys stores which keys belong to a new database, and returns the ones of a process that was faster.
func (inst *instance) nameKeys(ctx context.Context) (known string, err error) {
	err = inst.db.Write(ctx, func(q sqldb.Querier) error {
		_, err := q.ExecContext(ctx, `INSERT INTO setting (name, value) VALUES ('keys', $1) ON CONFLICT (name) DO NOTHING`,
			inst.keys.Fingerprint())
		if err != nil {
			return err
		}
		return q.QueryRowContext(ctx, `SELECT value FROM setting WHERE name = 'keys'`).Scan(&known)
	})
	return known, err
}

// resumeKeys finishes a restore that was killed between the commit and the exchange of the key file.
func (inst *instance) resumeKeys(known string) error {
	next := nextKeys(inst.config)
	if _, err := os.Stat(next); err != nil || !inst.config.Keys.Empty() {
		return nil //nolint:nilerr // nothing to finish
	}
	ring, err := keyring.Load(next, "")
	if err != nil || ring.Fingerprint() != known {
		return err
	}
	inst.keys = ring
	return inst.adoptKeys()
}

// lastSeal limits how long a process that ends seals its entries of the audit log.
const lastSeal = 2 * time.Second

// close seals what this process has appended to the audit log, since no other may be running.
func (inst *instance) close() error {
	ctx, cancel := context.WithTimeout(context.Background(), lastSeal)
	defer cancel()
	_, _ = audit.Seal(ctx, inst.db, inst.db.Now()) // on an error the next process seals them
	return inst.db.Close()
}

// derived returns a configured secret, or one derived from the keys: the same on every node and after every start.
func (inst *instance) derived(configured, purpose string) string {
	if configured != "" {
		return configured
	}
	return inst.keys.Derive(purpose, 32)
}
