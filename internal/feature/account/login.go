package account

import (
	"context"
	"net/netip"
	"strings"
	"time"
	"unicode/utf8"

	"lectern/internal/feature/account/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
)

// IssueToken makes an anonymous token. It uses no row and is good for one login within TokenLife.
func (s *Service) IssueToken() string { return issueToken(s.keys, s.now()) }

// A Login is what a person sends to log in.
type Login struct {
	Token    string // anonymous
	Device   string // value of the device cookie; empty for a client without cookies
	Address  netip.Addr
	Agent    string // the client's User-Agent, shown in the list of sessions
	Phone    string
	Password secret.Text
	Factor   string // code of the second factor, if asked for
}

// A LoginResult is the result of a login.
type LoginResult struct {
	Account string
	Name    string
	Actor   access.Actor
	// Device is the new value of the cookie, for a client that sent one. The session is bound to it, so planting the
	// token or the old cookie, or stealing the token later, is useless.
	Device string
}

// Login binds the token to a new session. A token works once: account.token_used; later it is account.token_expired. A
// wrong password and an unknown or malformed phone are all account.bad_credentials.
func (s *Service) Login(ctx context.Context, in Login) (LoginResult, error) {
	until, err := parseToken(s.keys, in.Token)
	if err != nil {
		return LoginResult{}, err
	}
	if err := s.hasher.CheckQueue(); err != nil {
		return LoginResult{}, err
	}
	if err := s.bindable(ctx, in.Token, until); err != nil {
		return LoginResult{}, err
	}
	device := hashDevice(in.Device)
	p, err := s.authenticate(ctx, attempt{
		phone: in.Phone, password: in.Password, factor: in.Factor, device: device, address: in.Address,
	})
	if err != nil {
		return LoginResult{}, err
	}
	out := LoginResult{Account: p.row.ID, Name: p.row.Name}
	out.Actor = access.Actor{
		Account: p.row.ID, Student: p.row.StudentID, Teacher: p.row.TeacherID, Role: access.Role(p.row.Role),
		Scope: access.Scope(p.row.Scope), Classes: p.row.Classes, Session: sqldb.NewID(), Address: in.Address,
	}
	fresh := []byte{}
	if len(device) > 0 {
		out.Device = NewDevice()
		fresh = hashDevice(out.Device)
		out.Actor.Device = deviceName(fresh)
	}
	bound := binding{
		actor: out.Actor, token: HashToken(in.Token), until: until, old: device,
		fresh: fresh, agent: cleanAgent(in.Agent),
	}
	err = s.succeed(ctx, p, func(q sqldb.Querier) error { return s.bind(ctx, q, p, bound) })
	if err != nil {
		return LoginResult{}, err
	}
	return out, nil
}

// bindable refuses a token that has been used or has expired.
func (s *Service) bindable(ctx context.Context, token string, until time.Time) error {
	hash := HashToken(token)
	count, err := db.New(s.db.Reader()).CountTokens(ctx, hash[:])
	if err != nil {
		return wrap("look up a token", err)
	}
	if count > 0 {
		return tokenUsed()
	}
	if !s.now().Before(until) {
		return fault.New(fault.Unauthenticated, "account.token_expired")
	}
	return nil
}

func tokenUsed() error { return fault.New(fault.Conflict, "account.token_used") }

// binding is what the transaction of a login writes.
type binding struct {
	actor      access.Actor
	token      [32]byte
	until      time.Time
	old, fresh []byte // hashes of the device cookie
	agent      string
}

func (s *Service) bind(ctx context.Context, q sqldb.Querier, p proof, b binding) error {
	rows, now := db.New(q), s.now()
	count, err := rows.UpdateLoginAt(ctx, db.UpdateLoginAtParams{ID: p.row.ID, Role: p.row.Role, LoginAt: now.UnixMilli()})
	if err != nil {
		return wrap("note a login", err)
	}
	if count == 0 {
		return badCredentials() // changed while we were hashing
	}
	count, err = rows.InsertSession(ctx, db.InsertSessionParams{
		ID: b.actor.Session, TokenHash: b.token[:], AccountID: p.row.ID, DeviceHash: b.fresh,
		Address: addressText(b.actor.Address), Agent: b.agent, CreatedAt: now.UnixMilli(),
		ExpiresAt: now.Add(s.o.Policy.SessionMax).UnixMilli(), TokenUntil: b.until.UnixMilli(),
	})
	if err != nil {
		return wrap("insert a session", err)
	}
	if count == 0 {
		return tokenUsed()
	}
	if p.row.Kind == KindCode {
		count, err := rows.UpdateCodeSession(ctx,
			db.UpdateCodeSessionParams{AccountID: p.row.ID, CodeSession: b.actor.Session})
		if err != nil {
			return wrap("use up a code", err)
		}
		if count == 0 {
			return badCredentials()
		}
	}
	if err := rotateDevice(ctx, q, b, now); err != nil {
		return err
	}
	if p.row.Kind != KindOwn {
		if err := s.o.RemindToChangePassword(ctx, q, p.row.ID, true); err != nil {
			return err
		}
	}
	ended, err := s.endSurplus(ctx, q, p.row.ID)
	if err != nil {
		return err
	}
	return audit.Append(ctx, q, b.actor, audit.Entry{
		At: now, Action: "account.login", Object: p.row.ID,
		After: map[string]any{
			"knownDevice": p.debit.place != "", "cookie": len(b.fresh) > 0,
			"recoveryCode": p.recovery != nil, "sessionsEnded": ended,
		},
	})
}

// endSurplus ends the sessions of an account above MaxSessions.
func (s *Service) endSurplus(ctx context.Context, q sqldb.Querier, account string) (int64, error) {
	ended, err := db.New(q).EndOldestSessions(ctx, db.EndOldestSessionsParams{
		AccountID: account, Now: s.now().UnixMilli(), Reason: endedByLimit, Spared: MaxSessions,
	})
	if err != nil {
		return 0, wrap("end the oldest sessions", err)
	}
	if ended == 0 {
		return 0, nil
	}
	return ended, countSessionChange(ctx, q)
}

// rotateDevice renames the device everywhere: it stays known to its other accounts, and other sessions of the browser
// stay bound to it. With a second account it is no longer anyone's own device.
func rotateDevice(ctx context.Context, q sqldb.Querier, b binding, now time.Time) error {
	if len(b.fresh) == 0 {
		return nil
	}
	rows := db.New(q)
	if err := rows.RenameDevice(ctx, db.RenameDeviceParams{OldHash: b.old, NewHash: b.fresh}); err != nil {
		return wrap("rename a device", err)
	}
	rebound, err := rows.RebindSessions(ctx, db.RebindSessionsParams{OldHash: b.old, NewHash: b.fresh})
	if err != nil {
		return wrap("rebind sessions", err)
	}
	if rebound > 0 {
		if err := countSessionChange(ctx, q); err != nil {
			return err
		}
	}
	err = rows.InsertDevice(ctx,
		db.InsertDeviceParams{Hash: b.fresh, AccountID: b.actor.Account, LoginAt: now.UnixMilli()})
	if err != nil {
		return wrap("note a device", err)
	}
	return wrap("note a device", rows.MarkShared(ctx, db.MarkSharedParams{Hash: b.fresh, AccountID: b.actor.Account}))
}

func addressText(address netip.Addr) string {
	if !address.IsValid() {
		return ""
	}
	return address.Unmap().String()
}

const maxAgent = 256

// cleanAgent returns the part of a User-Agent header that can be stored and shown.
func cleanAgent(text string) string {
	text = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == utf8.RuneError {
			return -1
		}
		return r
	}, text)
	for len(text) > maxAgent {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}
