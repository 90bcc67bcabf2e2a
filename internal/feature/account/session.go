package account

import (
	"context"
	"encoding/hex"
	"strings"
	"time"

	"lectern/internal/feature/account/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
)

// A Session is an active login as its owner sees it.
type Session struct {
	ID      string    `json:"id"`
	Address string    `json:"address"`
	Agent   string    `json:"agent"`
	Started time.Time `json:"started" format:"date-time"`
	Seen    time.Time `json:"seen" format:"date-time" doc:"Up to a minute old."`
	Ends    time.Time `json:"ends" format:"date-time"` // at the latest
	Current bool      `json:"current"`                 // the caller's session
	Viewer  string    `json:"viewer" doc:"The member of staff who looks at the portal as the caller, read only, until the session ends; empty: it is the caller's own."`
	Reason  string    `json:"reason" doc:"Why they look; empty for the caller's own."`
}

// Reasons for a session's end.
const (
	endedByLogout   = "logout"
	endedByOwner    = "owner"
	endedByPassword = "password"
	endedByStaff    = "staff"
	endedByLimit    = "limit"  // too many sessions
	endedByStatus   = "status" // of the student
	endedByRole     = "role"   // the account lost a right
)

// MaxSessions is how many sessions an account may have, views apart. A new login ends the one unused for longest.
const MaxSessions = 20

// Sessions lists the caller's own live sessions, newest first.
func (s *Service) Sessions(ctx context.Context, who access.Actor) ([]Session, error) {
	return s.sessionsOf(ctx, who.Account, who.Session)
}

func (s *Service) sessionsOf(ctx context.Context, account, current string) ([]Session, error) {
	now := s.now()
	rows, err := db.New(s.db.Reader()).ListSessions(ctx, db.ListSessionsParams{
		AccountID: account, Now: now.UnixMilli(),
		IdleSince:      now.Add(-s.o.Policy.idle(access.User) - seenDelay).UnixMilli(),
		StaffIdleSince: now.Add(-s.o.Policy.idle(access.Staff) - seenDelay).UnixMilli(),
	})
	if err != nil {
		return nil, wrap("list sessions", err)
	}
	out := make([]Session, 0, len(rows))
	for _, row := range rows {
		out = append(out, Session{
			ID: row.ID, Address: row.Address, Agent: row.Agent, Current: row.ID == current,
			Started: time.UnixMilli(row.CreatedAt), Seen: time.UnixMilli(row.SeenAt), Ends: time.UnixMilli(row.ExpiresAt),
			Viewer: row.ViewerName, Reason: row.ViewReason,
		})
	}
	return out, nil
}

// Logout ends the caller's session. Repeating it is no error.
func (s *Service) Logout(ctx context.Context, who access.Actor) error {
	err := s.end(ctx, who, who.Account, who.Session, endedByLogout)
	if fault.Code(err) == "account.no_session" {
		return nil
	}
	return err
}

// EndSession ends one of the caller's sessions. Any other is account.no_session.
func (s *Service) EndSession(ctx context.Context, who access.Actor, session string) error {
	return s.end(ctx, who, who.Account, session, endedByOwner)
}

func (s *Service) end(ctx context.Context, who access.Actor, account, session, reason string) error {
	now := s.now()
	return s.writeSessions(ctx, func(q sqldb.Querier) error {
		count, err := db.New(q).EndSession(ctx,
			db.EndSessionParams{ID: session, AccountID: account, Now: now.UnixMilli(), Reason: reason})
		if err != nil {
			return wrap("end a session", err)
		}
		if count == 0 {
			return fault.New(fault.NotFound, "account.no_session")
		}
		if err := countSessionChange(ctx, q); err != nil {
			return err
		}
		return audit.Append(ctx, q, who, audit.Entry{
			At: now, Action: "account.end_session", Object: account, After: map[string]any{"session": session, "reason": reason},
		})
	})
}

// ChangePassword replaces the caller's password. The old one is tried as at a login. The new one must pass
// CheckPassword, differ from the old, and not be made of what others know of its owner: account.password_personal. All
// other sessions of the account end, and its other devices are forgotten.
func (s *Service) ChangePassword(ctx context.Context, who access.Actor, old, chosen secret.Text) error {
	if err := CheckPassword(chosen); err != nil {
		return err
	}
	p, err := s.reauthenticate(ctx, who, old)
	if err != nil {
		return err
	}
	// Only someone who knows the old password may learn anything about the owner's numbers.
	if err := s.checkChosen(ctx, who, old, chosen); err != nil {
		s.throttle.creditAndReset(ctx, s.now(), p.debit)
		return err
	}
	hashed, err := s.hashOwn(ctx, chosen)
	if err != nil {
		s.throttle.creditAndReset(ctx, s.now(), p.debit)
		return err
	}
	now := s.now()
	return s.succeed(ctx, p, func(q sqldb.Querier) error {
		rows := db.New(q)
		err := rows.UpdateSecret(ctx,
			db.UpdateSecretParams{AccountID: who.Account, Kind: KindOwn, Secret: hashed, ChangedAt: now.UnixMilli()})
		if err != nil {
			return wrap("store a password", err)
		}
		if p.row.Kind != KindOwn {
			if err := s.o.RemindToChangePassword(ctx, q, who.Account, false); err != nil {
				return err
			}
		}
		if err := s.forgetDevicesAndGuesses(ctx, q, who.Account, who.Device); err != nil {
			return err
		}
		ended, err := s.endOthers(ctx, q, who.Account, who.Session, endedByPassword)
		if err != nil {
			return err
		}
		return audit.Append(ctx, q, who, audit.Entry{
			At: now, Action: "account.change_password", Object: who.Account,
			Before: map[string]any{"kind": p.row.Kind}, After: map[string]any{"kind": KindOwn, "sessionsEnded": ended},
		})
	})
}

func (s *Service) checkChosen(ctx context.Context, who access.Actor, old, chosen secret.Text) error {
	if fold.Width(old.Reveal()) == fold.Width(chosen.Reveal()) {
		return fault.New(fault.Invalid, "account.password_same")
	}
	row, err := s.account(ctx, who.Account)
	if err != nil {
		return err
	}
	known := Known{
		Numbers: []string{row.Phone},
		Names:   []string{row.Name, row.Nickname, mailbox(row.Email)}, College: s.o.Policy.College,
	}
	if row.StudentID != "" {
		numbers, names, err := s.o.KnownOfStudent(ctx, s.db.Reader(), row.StudentID)
		if err != nil {
			return wrap("read what is known of a student", err)
		}
		known.Numbers, known.Names = append(known.Numbers, numbers...), append(known.Names, names...)
	}
	return known.check(chosen)
}

// mailbox returns the part of an email address before the @.
func mailbox(email string) string {
	name, _, _ := strings.Cut(email, "@")
	return name
}

// forgetDevicesAndGuesses forgets the account's other devices and the guesses at the old password: someone who knew it
// may have made their device known.
func (s *Service) forgetDevicesAndGuesses(ctx context.Context, q sqldb.Querier, account, spared string) error {
	device, err := hex.DecodeString(spared)
	if err != nil {
		return wrap("read the name of a device", err)
	}
	rows := db.New(q)
	if err := rows.ForgetDevices(ctx, db.ForgetDevicesParams{AccountID: account, Spared: device}); err != nil {
		return wrap("forget devices", err)
	}
	return wrap("forget guesses", rows.DeleteGuess(ctx, account))
}

// Prove tries the caller's password again, before showing something that a stolen session must not see. Like any try it
// is throttled; a wrong one is account.password_wrong.
func (s *Service) Prove(ctx context.Context, who access.Actor, password secret.Text) error {
	p, err := s.reauthenticate(ctx, who, password)
	if err != nil {
		return err
	}
	s.throttle.creditAndReset(ctx, s.now(), p.debit)
	return nil
}

// reauthenticate tries the password of the logged-in account.
func (s *Service) reauthenticate(ctx context.Context, who access.Actor, password secret.Text) (proof, error) {
	if err := s.hasher.CheckQueue(); err != nil {
		return proof{}, err
	}
	row, err := s.account(ctx, who.Account)
	if err != nil {
		return proof{}, err
	}
	return s.authenticate(ctx,
		attempt{phone: row.Phone, password: password, device: []byte{}, session: who.Session, address: who.Address})
}

// EndIfLeft ends the sessions of a student who may no longer log in, in the transaction that changes the status: they
// must not work again when the status returns.
func (s *Service) EndIfLeft(ctx context.Context, q sqldb.Querier, student string) error {
	row, err := ofStudent(ctx, q, student)
	if err != nil || row == nil {
		return err
	}
	return s.endIfClosed(ctx, q, row.ID)
}

// endIfClosed ends the sessions of an account that can't log in any longer, and makes every node check again.
func (s *Service) endIfClosed(ctx context.Context, q sqldb.Querier, account string) error {
	row, err := db.New(q).SelectProfile(ctx, account)
	if err != nil {
		return wrap("read an account", err)
	}
	if closed(row.Account.Enabled, "", row.StudentStatus.String) == nil {
		return countSessionChange(ctx, q)
	}
	_, err = s.endOthers(ctx, q, account, "", endedByStatus)
	return err
}

// endOthers ends an account's sessions except one. That one is read again, because it shows the account's state.
func (s *Service) endOthers(ctx context.Context, q sqldb.Querier, account, spared, reason string) (int64, error) {
	ended, err := db.New(q).EndSessions(ctx,
		db.EndSessionsParams{AccountID: account, Spared: spared, Now: s.now().UnixMilli(), Reason: reason})
	if err != nil {
		return 0, wrap("end sessions", err)
	}
	return ended, countSessionChange(ctx, q)
}
