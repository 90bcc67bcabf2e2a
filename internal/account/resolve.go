package account

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql"
	"errors"
	"net/netip"
	"sync/atomic"
	"time"

	"lectern/internal/access"
	"lectern/internal/account/db"
	"lectern/internal/audit"
	"lectern/internal/fault"
	"lectern/internal/sqldb"
)

// A Call is what a request says about its sender.
type Call struct {
	Token    string // of Authorization: Bearer
	Identity string // MiniProgramIdentity
	Device   string // value of the device cookie
	Address  netip.Addr
}

// Must is what a session has to do before anything else is open to it.
type Must struct {
	ChangePassword bool // its first password is to be replaced
	EnrolFactor    bool // the policy demands a second factor that it does not have
}

// A Visit is a request's sender. With an anonymous token the actor has no account.
type Visit struct {
	Actor access.Actor
	Must  Must
	Token [32]byte // HashToken, for the replay window
}

// Resolve finds the session behind a call, from memory when it has seen it lately. The account comes from the session
// alone; the identity header and, for a browser, the cookie must agree with it, or the answer is
// account.identity_missing, account.identity_mismatch or account.device_mismatch, and a row in the audit log.
func (s *Service) Resolve(ctx context.Context, call Call) (Visit, error) {
	visit := Visit{Token: HashToken(call.Token), Actor: access.Actor{Address: call.Address}}
	now := s.now()
	e := s.cache.get(visit.Token, now.UnixMilli())
	if e == nil || e.idleAt(now, s.policy.SessionIdle) {
		var err error
		if e, err = s.load(ctx, call.Token, visit.Token, now); err != nil || e == nil {
			return visit, err
		}
	}
	if now.UnixMilli() >= e.expires {
		return visit, fault.New(fault.Unauthenticated, "account.session_expired")
	}
	if wrong := e.disagrees(call); wrong != agrees {
		return visit, s.alarm(ctx, e, call, wrong)
	}
	e.seen.Store(now.UnixMilli())
	visit.Actor, visit.Must = e.actor, e.must
	visit.Actor.Address = call.Address
	return visit, nil
}

// idleAt tells whether nobody has used the session for too long, as far as this node knows.
func (e *entry) idleAt(now time.Time, idle time.Duration) bool {
	return now.UnixMilli() > max(e.idleUntil, e.seen.Load()+idle.Milliseconds())
}

// A mismatch is how a call disagrees with its session.
type mismatch int

const (
	noIdentity mismatch = iota
	otherIdentity
	otherDevice
	mismatches
	agrees mismatch = -1
)

// code is what the caller is told, and the action in the audit log.
func (m mismatch) code() string {
	return [mismatches]string{"account.identity_missing", "account.identity_mismatch", "account.device_mismatch"}[m]
}

func (e *entry) disagrees(call Call) mismatch {
	if call.Identity == "" {
		return noIdentity
	}
	if subtle.ConstantTimeCompare([]byte(call.Identity), []byte(e.actor.Account)) != 1 {
		return otherIdentity
	}
	if sum := sha256.Sum256([]byte(call.Device)); len(e.device) > 0 && subtle.ConstantTimeCompare(sum[:], e.device) != 1 {
		return otherDevice
	}
	return agrees
}

// load reads the session from the database. A token of ours without a session is a visitor's: no entry and no error.
func (s *Service) load(ctx context.Context, token string, hash [32]byte, now time.Time) (*entry, error) {
	until, err := parseToken(s.keys, token) // before the database is asked: it costs a forger more than us
	if err != nil {
		return nil, err
	}
	e, err := s.read(ctx, hash, now)
	if errors.Is(err, sql.ErrNoRows) {
		if !now.Before(until) {
			return nil, fault.New(fault.Unauthenticated, "account.token_expired")
		}
		return nil, nil //nolint:nilnil // said above
	}
	return e, err
}

// read brings a session from the database into the cache; sql.ErrNoRows says that there is none.
func (s *Service) read(ctx context.Context, hash [32]byte, now time.Time) (*entry, error) {
	row, err := db.New(s.db.Reader()).SelectSession(ctx, hash[:])
	if err != nil {
		return nil, wrap("read a session", err)
	}
	if row.EndedAt > 0 || !row.Enabled {
		return nil, fault.New(fault.Unauthenticated, "account.session_ended")
	}
	// Other nodes write what they saw with a delay, so that much is granted on top.
	idleUntil := row.SeenAt + s.policy.SessionIdle.Milliseconds() + seenDelay.Milliseconds()
	if now.UnixMilli() > idleUntil {
		return nil, fault.New(fault.Unauthenticated, "account.session_expired")
	}
	e := &entry{
		actor: access.Actor{Account: row.AccountID, Student: row.StudentID, Role: access.Role(row.Role), Session: row.ID, Device: deviceName(row.DeviceHash)},
		token: hash, device: row.DeviceHash, idleUntil: idleUntil, expires: row.ExpiresAt, version: row.ChangedAt, readAt: now.UnixMilli(),
		must: s.must(row),
	}
	e.seen.Store(row.SeenAt)
	e.written.Store(row.SeenAt)
	s.cache.put(e)
	return e, nil
}

func (s *Service) must(row db.SelectSessionRow) Must {
	return Must{
		// A code has been used up by this very login, so there is no other way to come back.
		ChangePassword: row.Kind == KindCode || row.Kind == KindLastSix && s.policy.ForceChange,
		EnrolFactor:    s.policy.SecondFactor == FactorRequired && row.Role == string(access.Staff) && len(row.Totp) == 0,
	}
}

const alarmPause = time.Minute

// An alarm remembers when a mismatch of one sort was last put on record, and how many of them were not since.
type alarm struct{ at, unsaid atomic.Int64 }

// alarm refuses the call and puts it on record, each sort at most once a minute for each session: the log is kept for ever and every row
// costs a write, so whoever has a token must not be able to fill it. A row says how many came before it unwritten.
func (s *Service) alarm(ctx context.Context, e *entry, call Call, wrong mismatch) error {
	code, known := wrong.code(), &e.alarms[wrong]
	refused := fault.New(fault.Unauthenticated, code)
	now, last := s.now(), known.at.Load()
	if now.UnixMilli()-last < alarmPause.Milliseconds() || !known.at.CompareAndSwap(last, now.UnixMilli()) {
		known.unsaid.Add(1)
		return refused
	}
	after := map[string]any{"session": e.actor.Session}
	if unsaid := known.unsaid.Swap(0); unsaid > 0 {
		after["before"] = unsaid
	}
	// Whoever sent this is not proven to be the account, so the row is a visitor's.
	who := access.Actor{Address: call.Address}
	err := s.db.Write(ctx, func(q sqldb.Querier) error {
		return audit.Append(ctx, q, who, audit.Entry{
			At: now, Action: code, Object: e.actor.Account, After: after,
		})
	})
	if err != nil {
		return wrap("record a mismatch", err)
	}
	return refused
}
