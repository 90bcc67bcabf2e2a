package account

import (
	"context"
	"database/sql"
	"errors"
	"net/netip"
	"strings"
	"time"

	"lectern/internal/feature/account/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/phone"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
)

// knownFor is how long a device counts as known after its last login.
const knownFor = 400 * 24 * time.Hour

// unknownPhone is looked up for an impossible number, so that it costs the same statement as a possible one.
const unknownPhone = "-"

// An attempt is one try at an account's password.
type attempt struct {
	phone    string
	password secret.Text
	factor   string // code of the second factor or a recovery code; empty if none was asked for yet
	device   []byte // hash of the device cookie; empty without one
	session  string // set when a session asks for its account's password again
	address  netip.Addr
}

// proof is the result of a right password, with what must still hold when the change it allows is written.
type proof struct {
	row      db.SelectLoginRow
	debit    debit
	rehashed string // the password hashed at today's cost, if it was stored at another
	step     int64  // time step of the second factor; 0 when none was used
	recovery []byte // hash of the recovery code used instead
	again    bool   // a session asked for its own password, without a phone
}

// authenticate is the only place that tries a password. In this order: refuse what needs no lookup, debit the try, wait
// for a slot of the hasher, spend exactly one hash. The limits come before the queue, so that guesses at one account
// can't fill it. Malformed, unknown, wrong and closed all return account.bad_credentials after the same statements and
// the same hash. The debit stays until succeed.
func (s *Service) authenticate(ctx context.Context, a attempt) (proof, error) {
	if err := a.check(); err != nil {
		return proof{}, err
	}
	canonical, wellFormed := phone.Parse(a.phone)
	lookup := canonical
	if !wellFormed {
		canonical, lookup = a.phone, unknownPhone
	}
	row, err := db.New(s.db.Reader()).SelectLogin(ctx, db.SelectLoginParams{Phone: lookup, DeviceHash: a.device})
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return proof{}, wrap("look up a login", err)
	}
	p := proof{row: row, again: a.session != ""}
	if p.debit, err = s.throttle.take(ctx, s.now(), s.tryOf(a, row, canonical)); err != nil {
		return proof{}, err
	}
	if p.debit.closed {
		p.row.Kind = "" // compare nothing, so that a right guess isn't revealed
	}
	matches, err := s.verify(ctx, a, &p)
	if err != nil {
		s.throttle.creditUntried(ctx, s.now(), p.debit)
		return proof{}, err
	}
	if !matches {
		s.o.Failed(p.failure())
		return proof{}, p.wrong()
	}
	if err := s.checkAllowed(ctx, a, &p); err != nil {
		s.refuseProven(ctx, p, err)
		return proof{}, err
	}
	return p, nil
}

// refuseProven counts a refusal of a caller who knows the password. Only a wrong second factor counts as a guess.
func (s *Service) refuseProven(ctx context.Context, p proof, err error) {
	switch code := fault.Code(err); code {
	case "account.factor_wrong":
		s.o.Failed("factor")
	case "account.disabled", "account.disabled_because", "account.withdrawn", "account.suspended", "account.code_expired":
		s.o.Failed(strings.TrimPrefix(code, "account."))
		s.throttle.creditTry(ctx, s.now(), p.debit)
	case "account.factor_required":
		s.throttle.creditTry(ctx, s.now(), p.debit)
	}
}

// failure returns the reason of a wrong password for the metrics.
func (p proof) failure() string {
	if p.debit.closed {
		return "closed"
	}
	return "wrong"
}

// wrong returns the error for a wrong password. It mentions a phone only if one was asked for.
func (p proof) wrong() error {
	if p.again {
		return fault.New(fault.Invalid, "account.password_wrong")
	}
	return badCredentials()
}

func badCredentials() error { return fault.New(fault.Invalid, "account.bad_credentials") }

func (a attempt) check() error {
	switch {
	case strings.TrimSpace(a.phone) == "":
		return fault.New(fault.Invalid, "account.phone_required")
	case a.password.Empty():
		return fault.New(fault.Invalid, "account.password_required")
	case len(a.password.Reveal()) > maxPassword:
		return fault.New(fault.Invalid, "account.password_too_long")
	}
	return nil
}

// tryOf describes an attempt to the throttle. A session belongs to its account, and so does a device while nobody else
// has logged in there and few tries have failed. The bucket of a device is named after its cookie, which changes at
// every login. That lifts no limit: the owner's login empties the bucket anyway, and after another account's login it
// is no longer an own device.
func (s *Service) tryOf(a attempt, row db.SelectLoginRow, subject string) try {
	t := try{subject: subject, account: row.ID, closes: row.Kind == KindLastSix, address: a.address}
	switch {
	case a.session != "":
		t.place = "session " + a.session
	case len(a.device) > 0 && row.DeviceLoginAt > s.now().Add(-knownFor).UnixMilli() && !row.DeviceShared &&
		row.DeviceFailures < int64(s.throttle.limits.Distrust):
		t.place, t.device = "device "+string(a.device), a.device
	}
	return t
}

// verify waits for a slot and compares the password. It holds the slot for nothing else.
func (s *Service) verify(ctx context.Context, a attempt, p *proof) (matches bool, err error) {
	release, err := s.hasher.Acquire(ctx)
	if err != nil {
		return false, err
	}
	defer release()
	matches = s.matches(a, p.row)
	if matches && p.row.Kind == KindOwn && s.hasher.Outdated(p.row.Secret) {
		p.rehashed = s.hashPassword(a.password)
	}
	return matches, nil
}

// matches spends one hash whatever the row is, also for a first password and an unknown phone.
func (s *Service) matches(a attempt, row db.SelectLoginRow) bool {
	own := s.verifyPassword(a.password, row.Secret)
	switch row.Kind {
	case KindOwn:
		return own
	case KindLastSix:
		return verifyFirst(s.keys, row.ID, a.password, row.Secret)
	case KindCode:
		// A code works once, and once more for the session it opened, which needs it to choose a password.
		fresh := row.CodeSession == "" || row.CodeSession == a.session
		return verifyFirst(s.keys, row.ID, a.password, row.Secret) && fresh
	}
	return false
}

// checkAllowed checks what may be revealed only to someone with the right password.
func (s *Service) checkAllowed(ctx context.Context, a attempt, p *proof) error {
	row := p.row
	if err := closed(row.Enabled, row.ClosedReason, row.Status); err != nil {
		return err
	}
	if row.Kind == KindCode && row.CodeUntil < s.now().UnixMilli() {
		return fault.New(fault.Invalid, "account.code_expired")
	}
	return s.checkFactor(ctx, a, p)
}

// checkFactor checks the second factor of staff who have one. A session that asks for its own password again has passed
// it.
func (s *Service) checkFactor(ctx context.Context, a attempt, p *proof) error {
	if len(p.row.Totp) == 0 || a.session != "" || s.o.Policy.SecondFactor == FactorOff ||
		p.row.Role != string(access.Staff) {
		return nil
	}
	if a.factor == "" {
		return fault.New(fault.Invalid, "account.factor_required")
	}
	key, err := s.keys.Open(totpPurpose, p.row.Totp, []byte(p.row.ID))
	if err != nil {
		return wrap("open a second factor", err)
	}
	if step, ok := totpMatch(key, a.factor, s.now(), p.row.TotpStep); ok {
		p.step = step
		return nil
	}
	hash := s.hashRecovery(p.row.ID, a.factor)
	count, err := db.New(s.db.Reader()).HasRecoveryCode(ctx, db.HasRecoveryCodeParams{AccountID: p.row.ID, Hash: hash})
	if err != nil {
		return wrap("look up a recovery code", err)
	}
	if count == 0 {
		return fault.New(fault.Invalid, "account.factor_wrong")
	}
	p.recovery = hash
	return nil
}

// succeed writes the change that a proof allows and credits the try. If the change fails, the debit stays and the next
// mistake costs slightly more.
func (s *Service) succeed(ctx context.Context, p proof, change func(q sqldb.Querier) error) error {
	err := s.writeSessions(ctx, func(q sqldb.Querier) error {
		if err := s.settle(ctx, q, p); err != nil {
			return err
		}
		return change(q)
	})
	if err == nil {
		s.throttle.creditAndReset(ctx, s.now(), p.debit)
	}
	return err
}

// settle checks in the transaction of the change that the proof still holds, and marks one-time values as used.
func (s *Service) settle(ctx context.Context, q sqldb.Querier, p proof) error {
	rows := db.New(q)
	now, err := rows.SelectCredential(ctx, p.row.ID)
	if err != nil {
		return wrap("read a credential", err)
	}
	if now.Secret != p.row.Secret || now.Kind != p.row.Kind {
		return p.wrong() // changed while we were hashing
	}
	if p.step > 0 {
		count, err := rows.UpdateTOTPStep(ctx, db.UpdateTOTPStepParams{AccountID: p.row.ID, Step: p.step})
		if err := usedOnce(count, err); err != nil {
			return err
		}
	}
	if p.recovery != nil {
		count, err := rows.DeleteRecoveryCode(ctx, db.DeleteRecoveryCodeParams{AccountID: p.row.ID, Hash: p.recovery})
		if err := usedOnce(count, err); err != nil {
			return err
		}
	}
	if p.rehashed != "" {
		err := rows.UpdateHash(ctx, db.UpdateHashParams{AccountID: p.row.ID, OldSecret: p.row.Secret, Secret: p.rehashed})
		return wrap("store a hash", err)
	}
	return nil
}

// usedOnce refuses a second factor that another login has already used.
func usedOnce(count int64, err error) error {
	if err == nil && count == 0 {
		return fault.New(fault.Invalid, "account.factor_wrong")
	}
	return wrap("use up a second factor", err)
}

// closed tells an account's owner why it can't be used: staff closed it, or the student has left (退学) or is on leave
// (休学).
func closed(enabled bool, reason, status string) error {
	switch {
	case !enabled && reason != "":
		return fault.New(fault.Forbidden, "account.disabled_because", "reason", reason)
	case !enabled:
		return fault.New(fault.Forbidden, "account.disabled")
	case status == "withdrawn":
		return fault.New(fault.Forbidden, "account.withdrawn")
	case status == "suspended":
		return fault.New(fault.Forbidden, "account.suspended")
	}
	return nil
}

// ClosedBy reports whether students with a status can't log in.
func ClosedBy(status string) bool { return closed(true, "", status) != nil }
