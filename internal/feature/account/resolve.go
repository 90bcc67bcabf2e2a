package account

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"database/sql"
	"encoding/hex"
	"errors"
	"net/netip"
	"sync/atomic"
	"time"

	"lectern/internal/feature/account/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/cache"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

const (
	// sessionScope is counted with every change to a session, or to what a session shows of its account: role, student,
	// password kind, second factor. A remembered session holds only while the number stays the same.
	sessionScope = "sessions"
	// sessionMaxAge is how old the number may be that a node compares with: a change on another node holds
	// here after that.
	sessionMaxAge = 500 * time.Millisecond
	maxSessions   = 64 << 10 // in memory
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

// resolved is a live session as the database had it when it was read. Only the last two fields change.
type resolved struct {
	actor     access.Actor // without the address, which belongs to the request
	device    []byte       // hash of the cookie that is demanded; empty: none
	idleUntil int64        // by the database's seen_at alone
	expires   int64
	must      Must

	seen    atomic.Int64 // the last request on this node
	written atomic.Int64 // the seen_at in the database
}

// errAnonymous says that a token is ours and has no session.
var errAnonymous = errors.New("the token has no session")

// Resolve finds the session behind a call, from memory while no session has changed. The account comes from the session
// alone; the identity header and, for a browser, the cookie must agree with it, or the answer is
// account.identity_missing, account.identity_mismatch or account.device_mismatch, and a row in the audit log.
func (s *Service) Resolve(ctx context.Context, call Call) (Visit, error) {
	visit := Visit{Token: HashToken(call.Token), Actor: access.Actor{Address: call.Address}}
	now := s.now()
	found, err := s.session(ctx, "token "+string(visit.Token[:]), now,
		func(ctx context.Context) (db.SelectSessionRow, error) {
			return s.readByToken(ctx, call.Token, visit.Token, now)
		})
	if errors.Is(err, errAnonymous) {
		return visit, nil
	}
	if err != nil {
		return visit, err
	}
	if wrong := found.disagrees(call); wrong != agrees {
		return visit, s.refuseMismatch(ctx, found, call, wrong)
	}
	found.seen.Store(now.UnixMilli())
	visit.Actor, visit.Must = found.actor, found.must
	visit.Actor.Address = call.Address
	return visit, nil
}

// CheckSession returns who has a session now, for addresses that were signed for it: the browser fetches them itself
// and sends none of our headers. A session that is bound to a device cookie wants that cookie too, so that the address
// is worth nothing in another browser. What is not good is account.session_ended.
func (s *Service) CheckSession(ctx context.Context, id, device string) (Visit, error) {
	now := s.now()
	found, err := s.session(ctx, "id "+id, now, func(ctx context.Context) (db.SelectSessionRow, error) {
		row, err := db.New(s.db.Reader()).SelectSessionByID(ctx, id)
		return db.SelectSessionRow(row), err
	})
	if errors.Is(err, sql.ErrNoRows) || fault.Code(err) == "account.session_expired" ||
		err == nil && !found.hasDevice(device) {
		return Visit{}, sessionEnded()
	}
	if err != nil {
		return Visit{}, err
	}
	found.seen.Store(now.UnixMilli())
	return Visit{Actor: found.actor, Must: found.must}, nil
}

func sessionEnded() error { return fault.New(fault.Unauthenticated, "account.session_ended") }

func sessionExpired() error { return fault.New(fault.Unauthenticated, "account.session_expired") }

// session returns a live session by a key of the cache, or refuses it with account.session_ended or
// account.session_expired.
func (s *Service) session(ctx context.Context, key string, now time.Time, read func(
	context.Context) (db.SelectSessionRow, error),
) (*resolved, error) {
	load := func(ctx context.Context) (*resolved, error) {
		row, err := read(ctx)
		if err != nil {
			return nil, wrap("read a session", err)
		}
		out, err := s.toResolved(row, now)
		if err == nil && row.ViewerAccount != "" {
			err = s.followViewer(ctx, row, out, now)
		}
		return out, err
	}
	found, err := s.sessions.Get(ctx, key, load)
	if err == nil && found.idleAt(now, s.o.Policy.SessionIdle) {
		// It may have been used on another node, which the database knows.
		s.sessions.Remove(key)
		found, err = s.sessions.Get(ctx, key, load)
	}
	if err != nil {
		return nil, err
	}
	if now.UnixMilli() >= found.expires {
		return nil, sessionExpired()
	}
	return found, nil
}

// idleAt reports whether nobody has used the session for too long, as far as this node knows. A view goes by the
// session behind it.
func (r *resolved) idleAt(now time.Time, idle time.Duration) bool {
	if r.actor.Viewer != "" {
		return now.UnixMilli() > r.idleUntil
	}
	return now.UnixMilli() > max(r.idleUntil, r.seen.Load()+idle.Milliseconds())
}

// readByToken reads the session of a token; errAnonymous when it has none.
func (s *Service) readByToken(
	ctx context.Context, token string, hash [32]byte, now time.Time,
) (db.SelectSessionRow, error) {
	until, err := parseToken(s.keys, token) // before the database is asked: it costs a forger more than us
	if err != nil {
		return db.SelectSessionRow{}, err
	}
	row, err := db.New(s.db.Reader()).SelectSession(ctx, hash[:])
	if errors.Is(err, sql.ErrNoRows) {
		if !now.Before(until) {
			return row, fault.New(fault.Unauthenticated, "account.token_expired")
		}
		return row, errAnonymous
	}
	return row, err
}

func (s *Service) toResolved(row db.SelectSessionRow, now time.Time) (*resolved, error) {
	if row.EndedAt > 0 || closed(row.Enabled, "", row.Status) != nil {
		return nil, sessionEnded()
	}
	idleUntil := s.idleUntil(row.SeenAt)
	if now.UnixMilli() > idleUntil {
		return nil, sessionExpired()
	}
	out := &resolved{
		actor: access.Actor{Account: row.AccountID, Student: row.StudentID, Teacher: row.TeacherID, Role: access.Role(
			row.Role), Scope: access.Scope(row.Scope), Classes: row.Classes, Session: row.ID, Device: deviceName(
			row.DeviceHash)}, device: row.DeviceHash, idleUntil: idleUntil, expires: row.ExpiresAt, must: s.must(row),
	}
	out.seen.Store(row.SeenAt)
	out.written.Store(row.SeenAt)
	return out, nil
}

// idleUntil is when a session ends that nobody uses after it was seen. Nodes write what they saw with a delay, so that
// much is granted on top.
func (s *Service) idleUntil(seen int64) int64 {
	return seen + s.o.Policy.SessionIdle.Milliseconds() + seenDelay.Milliseconds()
}

func (s *Service) must(row db.SelectSessionRow) Must {
	return Must{
		// A code has been used up by this very login, so there is no other way to come back.
		ChangePassword: row.Kind == KindCode || row.Kind == KindLastSix && s.o.Policy.ForceChange,
		EnrolFactor:    s.o.Policy.SecondFactor == FactorRequired && row.Role == string(access.Staff) && len(row.Totp) == 0,
	}
}

// hasDevice compares the device cookie with the one that the session is bound to, if it is.
func (r *resolved) hasDevice(device string) bool {
	sum := sha256.Sum256([]byte(device))
	return len(r.device) == 0 || subtle.ConstantTimeCompare(sum[:], r.device) == 1
}

// deviceName is the stored hash of a device cookie as an actor carries it.
func deviceName(hash []byte) string { return hex.EncodeToString(hash) }

// writeSessions is db.Write for what counts a change to sessions: it holds on this node at once, on the others after
// sessionMaxAge.
func (s *Service) writeSessions(ctx context.Context, fn func(q sqldb.Querier) error) error {
	defer s.changes.Refresh()
	return s.db.Write(ctx, fn)
}

// countSessionChange has every node read its sessions anew; see writeSessions.
func countSessionChange(ctx context.Context, q sqldb.Querier) error {
	return cache.Count(ctx, q, sessionScope)
}
