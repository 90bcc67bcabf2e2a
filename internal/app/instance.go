package app

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/config"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/sample"
	"lectern/internal/workflow/system"
)

// instance is an opened installation, for every command that uses data.
type instance struct {
	config *config.Config
	db     *sqldb.DB
	keys   *keyring.Ring
	blobs  blob.Store

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
	if inst.keys == nil {
		if inst.keys, err = keyring.Load(inst.config.KeysPath(), ""); err != nil {
			return err
		}
	}
	if inst.blobs, err = blob.Open(string(inst.config.Blobs), inst.config.Data); err != nil {
		return err
	}
	if err := inst.matchKeys(ctx); err != nil {
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

// matchKeys checks that the keys belong to this database. New keys with an old database would otherwise start and
// then fail to open any sealed value.
func (inst *instance) matchKeys(ctx context.Context) error {
	const remember = `INSERT INTO setting (name, value) VALUES ('keys', $1) ON CONFLICT (name) DO NOTHING`
	var known string
	read := func(q sqldb.Querier) error {
		return q.QueryRowContext(ctx, `SELECT value FROM setting WHERE name = 'keys'`).Scan(&known)
	}
	err := inst.db.WriteOne(ctx, read) // on the connection that is already open
	if errors.Is(err, sql.ErrNoRows) {
		err = inst.db.Write(ctx, func(q sqldb.Querier) error {
			if _, err := q.ExecContext(ctx, remember, inst.keys.Fingerprint()); err != nil {
				return err
			}
			return read(q)
		})
	}
	if err == nil && known != inst.keys.Fingerprint() {
		return fmt.Errorf("these keys do not belong to this database (it knows %s, these are %s): put back the file %s, or "+
			"set LECTERN_KEYS to the right ones", known, inst.keys.Fingerprint(), inst.config.KeysPath())
	}
	return err
}

func (inst *instance) close() error { return inst.db.Close() }

// derived returns a configured secret, or one derived from the keys: the same on every node and after every start.
func (inst *instance) derived(configured, purpose string) string {
	if configured != "" {
		return configured
	}
	return inst.keys.Derive(purpose, 32)
}
