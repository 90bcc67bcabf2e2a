package account_test

import (
	"context"
	"net/netip"
	"sync"
	"testing"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// clock is a time that moves only on command.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.at = c.at.Add(d)
}

// college is one installation with a student and a member of staff.
type college struct {
	email string // what the record was given
	*account.Service
	t       *testing.T
	db      *sqldb.DB
	clock   *clock
	keys    *keyring.Ring
	options account.Options
	student string // account IDs
	staff   string
}

const (
	studentPhone = "13800000001"
	staffPhone   = "13900000001"
	lastSix      = "31002X"
	staffSecret  = "Chalk42dust"
)

var (
	home     = netip.MustParseAddr("192.0.2.10")
	attacker = netip.MustParseAddr("203.0.113.66")
)

func eachCollege(t *testing.T, set func(*account.Options), fn func(t *testing.T, c *college)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) { fn(t, newCollege(t, db, set)) })
}

func newCollege(t *testing.T, db *sqldb.DB, set func(*account.Options)) *college {
	t.Helper()
	blobs, err := blob.OpenLocal(t.TempDir(), time.Hour, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = blobs.Close() })
	c := &college{t: t, db: db, clock: &clock{at: noon}, keys: keyring.Generate()}
	c.options = account.Options{
		DB: db, Keys: c.keys, Blobs: blobs, Now: c.clock.now, SetStudentEmail: c.setStudentEmail,
		Cost: account.Cost{Memory: 8, Time: 1, Threads: 1}, // cheap: the cost isn't tested here
		Policy: account.Policy{
			FirstPassword: account.KindLastSix, SecondFactor: account.FactorOptional,
			SessionIdle: 2 * time.Hour, SessionMax: 24 * time.Hour, Issuer: "Hengshan",
		},
	}
	if set != nil {
		set(&c.options)
	}
	c.Service = account.New(c.options)
	c.student = c.create(account.Details{
		Phone: studentPhone, Name: "Lin", Role: access.User, Student: "student-1",
		LastSix: secret.New(lastSix),
	}).ID
	c.staff = c.create(account.Details{
		Phone: staffPhone, Name: "Wang", Role: access.Staff,
		Password: secret.New(staffSecret),
	}).ID
	return c
}

func (c *college) create(d account.Details) account.Created {
	c.t.Helper()
	made, err := c.Create(c.t.Context(), access.System(), d)
	if err != nil {
		c.t.Fatal(err)
	}
	return made
}

// setStudentEmail stands in for package student, which stores students' email addresses.
func (c *college) setStudentEmail(_ context.Context, _ sqldb.Querier, _ access.Actor, email string) error {
	c.email = email
	return nil
}

// node returns another process on the same database.
func (c *college) node() *account.Service { return account.New(c.options) }

// A browser is a client that stores what the server gives it.
type browser struct {
	c        *college
	at       *account.Service
	token    string
	identity string
	device   string
	address  netip.Addr
}

func (c *college) browser() *browser {
	return &browser{c: c, at: c.Service, device: account.NewDevice(), address: home}
}

func (b *browser) login(phone, password string, factor ...string) error {
	token := b.at.IssueToken()
	in := account.Login{
		Token: token, Device: b.device, Address: b.address, Agent: "test", Phone: phone,
		Password: secret.New(password),
	}
	if len(factor) > 0 {
		in.Factor = factor[0]
	}
	out, err := b.at.Login(context.Background(), in)
	if err != nil {
		return err
	}
	b.token, b.identity = token, out.Account
	if out.Device != "" {
		b.device = out.Device
	}
	return nil
}

func (b *browser) mustLogin(phone, password string, factor ...string) access.Actor {
	b.c.t.Helper()
	if err := b.login(phone, password, factor...); err != nil {
		b.c.t.Fatalf("login: %v", err)
	}
	return b.actor()
}

func (b *browser) visit() (account.Visit, error) {
	return b.at.Resolve(context.Background(),
		account.Call{Token: b.token, Identity: b.identity, Device: b.device, Address: b.address})
}

func (b *browser) actor() access.Actor {
	b.c.t.Helper()
	visit, err := b.visit()
	if err != nil {
		b.c.t.Fatalf("resolve: %v", err)
	}
	return visit.Actor
}

func (b *browser) wantCode(code string) {
	b.c.t.Helper()
	if _, err := b.visit(); fault.Code(err) != code {
		b.c.t.Errorf("got %v, want %q", err, code)
	}
}

func wantCode(t *testing.T, err error, code string) {
	t.Helper()
	if fault.Code(err) != code || (err != nil) != (code != "") {
		t.Errorf("got %v, want %q", err, code)
	}
}

func (c *college) staffActor() access.Actor {
	return access.Actor{Account: c.staff, Role: access.Staff, Scope: access.Registrar}
}
