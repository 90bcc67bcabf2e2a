// Package account owns logging in: phones, passwords, roles, sessions, devices and the second factor, and the profile
// of an account. The college's record of a student belongs to package student; here it is only an ID.
//
// Login turns an anonymous token, a phone and a password into a session. Resolve turns a token into the actor behind a
// request, from memory if possible. Every password goes through authenticate: throttle first, then exactly one hash.
// Start at New.
package account

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"lectern/internal/feature/account/argon"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/phone"
	"lectern/internal/kernel/picture"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
)

// Policy holds the operator's choices.
type Policy struct {
	FirstPassword string        // KindLastSix or KindCode
	ForceChange   bool          // until it is changed, a first password allows nothing else
	SecondFactor  string        // for staff: off, optional or required
	SessionIdle   time.Duration // a session ends after this long without a request
	StaffIdle     time.Duration // the same for staff, if shorter; 0: as SessionIdle
	SessionMax    time.Duration // and after this long in any case
	Issuer        string        // the college's name in an authenticator app
	College       []string      // its names, which are no passwords
}

// idle returns how long an unused session of a role lasts.
func (p Policy) idle(role access.Role) time.Duration {
	if role == access.Staff && p.StaffIdle > 0 {
		return min(p.StaffIdle, p.SessionIdle)
	}
	return p.SessionIdle
}

// Options configure a Service. A zero Cost, Slots, Queue or Limits means the default.
type Options struct {
	DB    *sqldb.DB
	Keys  *keyring.Ring
	Blobs blob.Store // for avatars
	// Pictures reads avatars. Share one per node: it bounds the memory for all pictures. nil: a new one.
	Pictures *picture.Limiter
	Now      func() time.Time
	Policy   Policy
	Cost     Cost
	Slots    int // passwords hashed at once; see argon.Options
	Queue    int // logins that may wait for a slot
	Limits   *Limits
	// RemindToChangePassword adds the to-do to choose a password when someone logs in with a first password, and
	// removes it once they have chosen one, in the same transaction. It runs at logins so that an import of thousands
	// writes none. Optional.
	RemindToChangePassword func(ctx context.Context, q sqldb.Querier, account string, first bool) error
	// Warn notifies an account's owner, in the transaction of the audit log entry, that someone is guessing the
	// password, and whether the first password is now closed for new devices. Optional.
	Warn func(ctx context.Context, q sqldb.Querier, account string, closed bool) error
	// FactorReset notifies an account's owner, in the same transaction, that staff have removed the second factor.
	// Optional.
	FactorReset func(ctx context.Context, q sqldb.Querier, account string) error
	// Reset ends what else opens the account of a student or teacher, in the transaction in which staff reset it: the
	// calendar address. An empty id is none. Optional.
	Reset func(ctx context.Context, q sqldb.Querier, who access.Actor, student, teacher string) error
	// MayDelete reports whether the clock can be trusted to delete what is old; nil: always.
	MayDelete func(ctx context.Context) bool
	// Failed counts a failed login by its reason, for metrics. Optional.
	Failed func(reason string)
	// LinkStudent writes the account and its email address, if any, into a student's record: student.LinkIn.
	LinkStudent func(ctx context.Context, q sqldb.Querier, who access.Actor, student, account, email string) error
	// KnownOfStudent returns what others may know of a student and try as a password: student.KnownIn. Optional.
	KnownOfStudent func(ctx context.Context, q sqldb.Querier, student string) (numbers, names []string, err error)
	// SetStudentEmail writes the calling student's email address into the record: student.SetEmailIn.
	SetStudentEmail func(ctx context.Context, q sqldb.Querier, who access.Actor, email string) error
}

// LoginLoad returns how many logins this process is checking or has queued.
func (s *Service) LoginLoad() argon.Load { return s.hasher.Load() }

// A Service manages the accounts of one installation. It is safe for concurrent use.
type Service struct {
	o        Options
	db       *sqldb.DB
	keys     *keyring.Ring
	now      func() time.Time
	hasher   *argon.Hasher
	hashes   atomic.Int64 // how many passwords were hashed, for tests
	throttle *throttle
	sessions *cache.Cache[*resolved]
	changes  *cache.Revision // of sessions
	// mismatches limits the audit log entries for calls that disagree with their session.
	mismatches *lru.Cache[mismatchKey, *mismatchRecord]
}

// New makes a service. Run starts its background work.
func New(o Options) *Service {
	if o.Limits == nil {
		o.Limits = &DefaultLimits
	}
	if o.Pictures == nil {
		o.Pictures = picture.NewLimiter()
	}
	if o.RemindToChangePassword == nil {
		o.RemindToChangePassword = func(context.Context, sqldb.Querier, string, bool) error { return nil }
	}
	if o.Warn == nil {
		o.Warn = func(context.Context, sqldb.Querier, string, bool) error { return nil }
	}
	if o.FactorReset == nil {
		o.FactorReset = func(context.Context, sqldb.Querier, string) error { return nil }
	}
	if o.Reset == nil {
		o.Reset = func(context.Context, sqldb.Querier, access.Actor, string, string) error { return nil }
	}
	if o.Failed == nil {
		o.Failed = func(string) {}
	}
	if o.LinkStudent == nil {
		o.LinkStudent = func(context.Context, sqldb.Querier, access.Actor, string, string, string) error { return nil }
	}
	if o.KnownOfStudent == nil {
		o.KnownOfStudent = func(context.Context, sqldb.Querier, string) ([]string, []string, error) { return nil, nil, nil }
	}
	if o.SetStudentEmail == nil {
		o.SetStudentEmail = func(context.Context, sqldb.Querier, access.Actor, string) error {
			return errors.New("accounts are not wired to students' records")
		}
	}
	changes := cache.NewRevision(o.DB, sessionMaxAge, sessionScope)
	mismatches, err := lru.New[mismatchKey, *mismatchRecord](maxMismatches)
	if err != nil {
		panic(err) // the size is not positive
	}
	return &Service{
		o: o, db: o.DB, keys: o.Keys, now: o.Now,
		hasher:   argon.New(argon.Options{Cost: o.Cost, Slots: o.Slots, Queue: o.Queue}),
		throttle: &throttle{db: o.DB, keys: o.Keys, limits: *o.Limits, failed: o.Failed},
		sessions: cache.New[*resolved](changes, maxSessions), changes: changes, mismatches: mismatches,
	}
}

// Details describe an account to create.
type Details struct {
	Phone            string
	Name             string
	Role             access.Role
	Scope            access.Scope // of staff; empty: registrar
	Classes          []string     // of an adviser
	Student          string       // id of the student's record; empty for staff
	Email            string       // of staff; a student's is in the record
	Organization     string
	OrganizationName string
	Certification    string
	// Registered and LastLogin backdate the accounts of a sample college. Zero: now, and never.
	Registered, LastLogin time.Time
	// LastSix is the end of the national ID number, for the policy of that name. If empty, the first password is a code.
	LastSix secret.Text
	// Password is chosen in advance, as in `lectern admin create`.
	Password secret.Text

	hashed string // Password, hashed by Hash
}

// Created is a new account, with the one-time code for its owner if that is its first password.
type Created struct {
	ID   string
	Code secret.Text
}

// Create makes an account and links it to its student's record.
func (s *Service) Create(ctx context.Context, who access.Actor, d Details) (Created, error) {
	d, err := s.Hash(ctx, d)
	if err != nil {
		return Created{}, err
	}
	var made Created
	err = s.db.Write(ctx, func(q sqldb.Querier) (err error) {
		made, err = s.CreateIn(ctx, q, who, d)
		if err != nil || d.Student == "" {
			return err
		}
		return s.o.LinkStudent(ctx, q, who, d.Student, made.ID, d.Email)
	})
	return made, err
}

// Hash hashes the password for CreateIn: hashing takes too long for a transaction.
func (s *Service) Hash(ctx context.Context, d Details) (Details, error) {
	if !d.Password.Empty() {
		if err := CheckPassword(d.Password); err != nil {
			return d, err
		}
		known := Known{
			Numbers: []string{d.Phone, d.LastSix.Reveal()},
			Names:   []string{d.Name, mailbox(d.Email)}, College: s.o.Policy.College,
		}
		if err := known.check(d.Password); err != nil {
			return d, err
		}
	}
	hashed, err := s.hashOwn(ctx, d.Password)
	d.hashed, d.Password = hashed, secret.Text{}
	return d, err
}

// CreateIn creates an account in the caller's transaction, for imports. Call Hash first if there is a password.
func (s *Service) CreateIn(ctx context.Context, q sqldb.Querier, who access.Actor, d Details) (Created, error) {
	if !d.Password.Empty() {
		return Created{}, errors.New("the account's password is not hashed")
	}
	if err := access.Admin.Check(who); err != nil {
		return Created{}, err
	}
	clean, err := d.clean()
	if err != nil {
		return Created{}, err
	}
	return s.insert(ctx, q, who, clean)
}

func (s *Service) hashOwn(ctx context.Context, password secret.Text) (string, error) {
	if password.Empty() {
		return "", nil
	}
	release, err := s.hasher.Acquire(ctx)
	if err != nil {
		return "", err
	}
	defer release()
	return s.hashPassword(password), nil
}

// parsePhone returns a number in its stored form, or account.phone_malformed.
func parsePhone(text string) (string, error) {
	number, ok := phone.Parse(text)
	if !ok {
		return "", fault.New(fault.Invalid, "account.phone_malformed")
	}
	return number, nil
}

// clean checks the details and brings the phone into the stored form.
func (d Details) clean() (Details, error) {
	var err error
	if d.Phone, err = parsePhone(d.Phone); err != nil {
		return d, err
	}
	if d.Name, err = cleanText("name", d.Name, 100, false); err != nil {
		return d, err
	}
	if d.Role != access.User && d.Role != access.Staff {
		return d, fault.New(fault.Invalid, "account.role_unknown")
	}
	if d.Scope, d.Classes, err = cleanScope(d.Role, d.Scope, d.Classes); err != nil {
		return d, err
	}
	if d.Student != "" {
		d.Email = ""
	}
	if d.Email != "" {
		if d.Email, err = cleanEmail(d.Email); err != nil {
			return d, err
		}
	}
	for _, field := range []*string{&d.Organization, &d.OrganizationName, &d.Certification} {
		if *field, err = cleanText("organization", *field, 100, false); err != nil {
			return d, err
		}
	}
	if d.Name == "" {
		return d, fault.New(fault.Invalid, "account.field_required", "field", "name")
	}
	return d, nil
}

func wrap(doing string, err error) error {
	if err == nil || fault.All(err) != nil {
		return err
	}
	return fmt.Errorf("%s: %w", doing, err)
}
