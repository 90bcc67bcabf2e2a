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
	// sessionScope is counted up with every change to a session, or to what it shows of its account: role, student,
	// kind of password, second factor. A cached session is valid while the number stays the same.
	sessionScope = "sessions"
	// sessionMaxAge is how old the number may be that a node compares with, so how long a change on another node takes
	// to arrive.
	sessionMaxAge = 500 * time.Millisecond
	maxSessions   = 64 << 10 // in memory
)

// A Call is what a request sends about its sender.
type Call struct {
	Token    string // of Authorization: Bearer
	Identity string // MiniProgramIdentity
	Device   string // value of the device cookie
	Address  netip.Addr
}

// Must is what a session has to do before it may do anything else.
type Must struct {
	ChangePassword bool // replace the first password
	EnrolFactor    bool // set up the second factor that the policy demands
}

// A Visit is a request's sender. With an anonymous token the actor has no account.
type Visit struct {
	Actor access.Actor
	Must  Must
	Token [32]byte // HashToken, for the replay window
}

// resolved is a live session as read from the database. Only the last two fields change.
type resolved struct {
	actor     access.Actor // without the address, which differs by request
	device    []byte       // hash of the required cookie; empty: none
	idleUntil int64        // by the database's seen_at only
	expires   int64
	must      Must

	seen    atomic.Int64 // the last request on this node
	written atomic.Int64 // the seen_at in the database
}

// errAnonymous means that a token is valid and has no session.
var errAnonymous = errors.New("the token has no session")

// Resolve finds the session behind a call, from memory while no session has changed. The account comes only from the
// session. If the identity header or, in a browser, the cookie disagrees with it, the error is
// account.identity_missing, account.identity_mismatch or account.device_mismatch, and the audit log gets a row.
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

// CheckSession returns the owner of a session, for signed URLs, which the browser fetches without our headers. A
// session that is bound to a device cookie needs it here too, so that the URL is worthless in another browser.
// Otherwise the error is account.session_ended.
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

// session returns a live session by its cache key, or account.session_ended or account.session_expired.
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
	if err == nil && found.idleAt(now, s.o.Policy.idle(found.actor.Role)) {
		// Another node may have seen it since; the database knows.
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

// idleAt reports whether the session has been unused for too long, as far as this node knows. A view depends on the
// session behind it.
func (r *resolved) idleAt(now time.Time, idle time.Duration) bool {
	if r.actor.Viewer != "" {
		return now.UnixMilli() > r.idleUntil
	}
	return now.UnixMilli() > max(r.idleUntil, r.seen.Load()+idle.Milliseconds())
}

// readByToken reads the session of a token, or returns errAnonymous.
func (s *Service) readByToken(
	ctx context.Context, token string, hash [32]byte, now time.Time,
) (db.SelectSessionRow, error) {
	until, err := parseToken(s.keys, token) // before querying: this costs a forger more than us
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
	idleUntil := s.idleUntil(row.SeenAt, access.Role(row.Role))
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

// idleUntil returns when a session last seen at that time ends. Nodes write seen_at with a delay, so that is added.
func (s *Service) idleUntil(seen int64, role access.Role) int64 {
	return seen + s.o.Policy.idle(role).Milliseconds() + seenDelay.Milliseconds()
}

func (s *Service) must(row db.SelectSessionRow) Must {
	return Must{
		// This login has used up the code, so there is no other way back in.
		ChangePassword: row.Kind == KindCode || row.Kind == KindLastSix && s.o.Policy.ForceChange,
		EnrolFactor:    s.o.Policy.SecondFactor == FactorRequired && row.Role == string(access.Staff) && len(row.Totp) == 0,
	}
}

// hasDevice checks the device cookie if the session is bound to one.
func (r *resolved) hasDevice(device string) bool {
	sum := sha256.Sum256([]byte(device))
	return len(r.device) == 0 || subtle.ConstantTimeCompare(sum[:], r.device) == 1
}

// deviceName is the hash of a device cookie in the form an actor carries.
func deviceName(hash []byte) string { return hex.EncodeToString(hash) }

// writeSessions is db.Write for changes to sessions. They take effect at once on this node, and on others after
// sessionMaxAge.
func (s *Service) writeSessions(ctx context.Context, fn func(q sqldb.Querier) error) error {
	defer s.changes.Refresh()
	return s.db.Write(ctx, fn)
}

// countSessionChange makes every node read its sessions again; see writeSessions.
func countSessionChange(ctx context.Context, q sqldb.Querier) error {
	return cache.Count(ctx, q, sessionScope)
}
