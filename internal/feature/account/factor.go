package account

import (
	"context"
	"errors"

	"lectern/internal/feature/account/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/phone"
	"lectern/internal/kernel/secret"
	"lectern/internal/kernel/sqldb"
)

// The policies for the second factor of staff.
const (
	FactorOff      = "off"
	FactorOptional = "optional"
	FactorRequired = "required"
)

const (
	totpPurpose     = "account.totp"
	recoveryPurpose = "account.recovery"
	recoveryCodes   = 10
)

// An Enrolment is a second factor that is not confirmed yet.
type Enrolment struct {
	Secret secret.Text // base32, to type into an authenticator app
	URL    secret.Text // otpauth://…, to show as a QR code
}

// OfferFactor makes a new secret for a caller who gives the password again. Nothing changes until ConfirmFactor.
func (s *Service) OfferFactor(ctx context.Context, who access.Actor, password secret.Text) (Enrolment, error) {
	if err := s.checkFactorAllowed(who); err != nil {
		return Enrolment{}, err
	}
	p, err := s.reauthenticate(ctx, who, password)
	if err != nil {
		return Enrolment{}, err
	}
	account, err := s.account(ctx, who.Account)
	if err != nil {
		return Enrolment{}, err
	}
	key := newTOTPKey()
	sealed := s.keys.Seal(totpPurpose, key, []byte(who.Account))
	err = s.succeed(ctx, p, func(q sqldb.Querier) error {
		err := db.New(q).UpdatePendingTOTP(ctx, db.UpdatePendingTOTPParams{AccountID: who.Account, TotpPending: sealed})
		if err != nil {
			return wrap("store a second factor", err)
		}
		return audit.Append(ctx, q, who, audit.Entry{At: s.now(), Action: "account.offer_factor", Object: who.Account})
	})
	if err != nil {
		return Enrolment{}, err
	}
	return Enrolment{
		Secret: secret.New(totpEncoding.EncodeToString(key)),
		URL:    secret.New(totpURL(s.o.Policy.Issuer, phone.Mask(account.Phone), key)),
	}, nil
}

// ConfirmFactor enables the offered factor when given one of its codes, and returns the recovery codes, which can't be
// read again later. All other sessions end.
func (s *Service) ConfirmFactor(ctx context.Context, who access.Actor, code string) ([]secret.Text, error) {
	if err := s.checkFactorAllowed(who); err != nil {
		return nil, err
	}
	// A stolen session has no password and can't get here, but guesses at the code are limited all the same.
	d, err := s.throttle.take(ctx, s.now(),
		try{subject: "factor " + who.Account, account: who.Account, place: "session " + who.Session, address: who.Address})
	if err != nil {
		return nil, err
	}
	codes := make([]secret.Text, recoveryCodes)
	for i := range codes {
		codes[i] = newCode()
	}
	err = s.writeSessions(ctx, func(q sqldb.Querier) error { return s.confirm(ctx, q, who, code, codes) })
	if err != nil {
		return nil, err
	}
	s.throttle.creditAndReset(ctx, s.now(), d)
	return codes, nil
}

func (s *Service) confirm(
	ctx context.Context, q sqldb.Querier, who access.Actor, code string, codes []secret.Text,
) error {
	rows := db.New(q)
	credential, err := rows.SelectCredential(ctx, who.Account)
	if err != nil {
		return wrap("read a credential", err)
	}
	if len(credential.TotpPending) == 0 {
		return fault.New(fault.Conflict, "account.factor_not_offered")
	}
	key, err := s.keys.Open(totpPurpose, credential.TotpPending, []byte(who.Account))
	if err != nil {
		return wrap("open a second factor", err)
	}
	step, ok := totpMatch(key, code, s.now(), 0)
	if !ok {
		return fault.New(fault.Invalid, "account.factor_wrong")
	}
	err = rows.UpdateTOTP(ctx,
		db.UpdateTOTPParams{AccountID: who.Account, Totp: credential.TotpPending, TotpPending: []byte{}, TotpStep: step})
	if err != nil {
		return wrap("store a second factor", err)
	}
	if err := s.replaceRecovery(ctx, rows, who.Account, codes); err != nil {
		return err
	}
	if _, err := s.endOthers(ctx, q, who.Account, who.Session, endedByPassword); err != nil {
		return err
	}
	return audit.Append(ctx, q, who, audit.Entry{At: s.now(), Action: "account.confirm_factor", Object: who.Account})
}

func (s *Service) replaceRecovery(ctx context.Context, rows *db.Queries, account string, codes []secret.Text) error {
	if err := rows.DeleteRecoveryCodes(ctx, account); err != nil {
		return wrap("remove recovery codes", err)
	}
	for _, code := range codes {
		hash := s.hashRecovery(account, code.Reveal())
		if err := rows.InsertRecoveryCode(ctx, db.InsertRecoveryCodeParams{AccountID: account, Hash: hash}); err != nil {
			return wrap("store a recovery code", err)
		}
	}
	return nil
}

// hashRecovery uses a keyed hash; a code is random, so it needs no slow hash.
func (s *Service) hashRecovery(account, code string) []byte {
	return s.keys.Index(recoveryPurpose, account+"\x00"+foldFirst(code))
}

// RemoveFactor disables the caller's second factor, given the password and a code.
func (s *Service) RemoveFactor(ctx context.Context, who access.Actor, password secret.Text, code string) error {
	if s.o.Policy.SecondFactor == FactorRequired {
		return fault.New(fault.Forbidden, "account.factor_demanded")
	}
	p, err := s.reauthenticate(ctx, who, password)
	if err != nil {
		return err
	}
	if len(p.row.Totp) == 0 {
		return fault.New(fault.Conflict, "account.factor_not_offered")
	}
	if err := s.checkFactor(ctx, attempt{factor: code}, &p); err != nil {
		return err
	}
	return s.succeed(ctx, p, func(q sqldb.Querier) error { return s.clearFactor(ctx, q, who, who.Account) })
}

// clearFactor is shared by RemoveFactor and ResetFactor.
func (s *Service) clearFactor(ctx context.Context, q sqldb.Querier, who access.Actor, account string) error {
	rows := db.New(q)
	err := errors.Join(
		rows.UpdateTOTP(ctx, db.UpdateTOTPParams{AccountID: account, Totp: []byte{}, TotpPending: []byte{}}),
		rows.DeleteRecoveryCodes(ctx, account),
		countSessionChange(ctx, q),
	)
	if err != nil {
		return wrap("remove a second factor", err)
	}
	return audit.Append(ctx, q, who, audit.Entry{At: s.now(), Action: "account.remove_factor", Object: account})
}

func (s *Service) checkFactorAllowed(who access.Actor) error {
	if s.o.Policy.SecondFactor == FactorOff {
		return fault.New(fault.Forbidden, "account.factor_off")
	}
	return access.Working.Check(who)
}
