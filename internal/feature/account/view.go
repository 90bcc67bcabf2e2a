package account

import (
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"time"

	"lectern/internal/feature/account/db"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// ViewLife is how long staff may look at the portal as a student. Nothing extends it.
const ViewLife = 15 * time.Minute

// A View is a session of a student's account that a member of staff reads with.
type View struct {
	Token   string // bound already; it opens nothing but this session
	Account string // goes into the identity header
	Session string
	Name    string
	Until   time.Time
}

// ViewAs opens a view of a student's pages for a reason that the student sees, after the caller's second factor where a
// login would ask for it: account.factor_required. The view ends with the caller's own session or right. Who cannot log
// in has nothing to show: account.view_closed; an account of staff is not viewed: account.view_staff. Staff only.
func (s *Service) ViewAs(ctx context.Context, who access.Actor, student, reason, code string) (View, error) {
	if err := access.Admin.Check(who); err != nil {
		return View{}, err
	}
	reason, err := cleanText("reason", reason, 200, false)
	if err != nil {
		return View{}, err
	}
	if reason == "" {
		return View{}, fault.New(fault.Invalid, "account.field_required", "field", "reason")
	}
	if _, err := s.viewable(ctx, s.db.Reader(), who, student); err != nil {
		return View{}, err // no code is spent on nothing
	}
	device, err := hex.DecodeString(who.Device)
	if err != nil {
		return View{}, wrap("read the name of a device", err)
	}
	p, err := s.proveFactor(ctx, who, code)
	if err != nil {
		return View{}, err
	}
	now := s.now()
	view := View{Token: issueToken(s.keys, now), Session: sqldb.NewID(), Until: now.Add(ViewLife)}
	err = s.succeed(ctx, p, func(q sqldb.Querier) error {
		row, err := s.viewable(ctx, q, who, student)
		if err != nil {
			return err
		}
		view.Account, view.Name = row.ID, row.Name
		return s.openView(ctx, q, who, view, device, student, reason)
	})
	return view, err
}

// openView writes the session of a view. The device is that of the caller's own session, so the token is worth nothing
// elsewhere. It is no login of the student: neither the time of the last one nor the account's devices change.
func (s *Service) openView(
	ctx context.Context, q sqldb.Querier, who access.Actor, view View, device []byte, student, reason string,
) error {
	now, hash := s.now(), HashToken(view.Token)
	_, err := db.New(q).InsertView(ctx, db.InsertViewParams{
		ID: view.Session, TokenHash: hash[:], AccountID: view.Account, DeviceHash: device, CreatedAt: now.UnixMilli(),
		ExpiresAt: view.Until.UnixMilli(), ViewerAccount: who.Account, ViewerSession: who.Session, ViewReason: reason,
	})
	if err != nil {
		return wrap("insert a view", err)
	}
	return audit.Append(ctx, q, who, audit.Entry{
		At: now, Action: "account.view", Object: view.Account,
		After: map[string]any{
			"reason": reason, "student": student, "session": view.Session,
			"until": view.Until.UTC().Format(time.RFC3339),
		},
	})
}

// viewable is the account of a student that can be looked at.
func (s *Service) viewable(ctx context.Context, q sqldb.Querier, who access.Actor, student string) (db.Account, error) {
	person, err := s.person(ctx, q, who, student)
	if err != nil {
		return db.Account{}, err
	}
	if person.AccountID == "" {
		return db.Account{}, fault.New(fault.Conflict, leftNoAccount)
	}
	row, err := db.New(q).SelectProfile(ctx, person.AccountID)
	switch {
	case err != nil:
		return db.Account{}, wrap("read an account", err)
	case row.Account.Role != string(access.User):
		return db.Account{}, fault.New(fault.Forbidden, "account.view_staff")
	case closed(row.Account.Enabled, "", row.StudentStatus.String) != nil:
		return db.Account{}, fault.New(fault.Conflict, "account.view_closed")
	}
	return row.Account, nil
}

// proveFactor asks a session of staff for its second factor again, where a login would. A wrong code is throttled like
// a wrong password.
func (s *Service) proveFactor(ctx context.Context, who access.Actor, code string) (proof, error) {
	account, err := s.account(ctx, who.Account)
	if err != nil {
		return proof{}, err
	}
	row, err := db.New(s.db.Reader()).SelectLogin(ctx, db.SelectLoginParams{Phone: account.Phone, DeviceHash: []byte{}})
	if err != nil {
		return proof{}, wrap("look up a login", err)
	}
	p := proof{row: row, again: true}
	p.debit, err = s.throttle.take(ctx, s.now(),
		try{subject: "factor " + who.Account, account: who.Account, place: "session " + who.Session, address: who.Address})
	if err != nil {
		return proof{}, err
	}
	if err := s.checkFactor(ctx, attempt{factor: code}, &p); err != nil {
		s.refuseProven(ctx, p, err)
		return proof{}, err
	}
	return p, nil
}

// followViewer makes a view depend on the session it was opened from: it ends with that session, and with the
// right to look.
func (s *Service) followViewer(ctx context.Context, row db.SelectSessionRow, view *resolved, now time.Time) error {
	viewer, err := db.New(s.db.Reader()).SelectViewer(ctx, row.ViewerSession)
	if errors.Is(err, sql.ErrNoRows) {
		return sessionEnded()
	}
	if err != nil {
		return wrap("read the session behind a view", err)
	}
	staff := access.Actor{Account: viewer.AccountID, Role: access.Role(viewer.Role), Scope: access.Scope(viewer.Scope)}
	idleUntil := s.idleUntil(viewer.SeenAt)
	switch {
	case viewer.EndedAt > 0, viewer.AccountID != row.ViewerAccount, closed(viewer.Enabled, "", viewer.Status) != nil,
		access.Admin.Check(staff) != nil, row.Role != string(access.User), // who has become staff is not viewed
		now.UnixMilli() > idleUntil:
		return sessionEnded()
	}
	view.actor.Viewer = row.ViewerAccount
	view.must = Must{} // is for the owner to do
	view.idleUntil, view.expires = idleUntil, min(view.expires, viewer.ExpiresAt)
	return nil
}
