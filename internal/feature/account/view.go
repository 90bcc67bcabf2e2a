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

// ViewLife is how long staff may look at the portal as a student. It can't be extended.
const ViewLife = 15 * time.Minute

// A View is a read-only session of a student's account, opened by staff.
type View struct {
	Token   string // already bound to this session
	Account string // goes into the identity header
	Session string
	Name    string
	Until   time.Time
}

// ViewAs opens a student view for a reason that the student sees. The caller gives a second factor where a login would
// ask for it: account.factor_required. The view ends with the caller's session or rights. A student who can't log in is
// account.view_closed, a member of staff account.view_staff. Staff only.
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
		return View{}, err // don't use up the code
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

// openView writes the session of a view. It is bound to the caller's device, so the token is worthless elsewhere. It is
// not a login of the student: neither their last login nor their devices change.
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

// viewable returns a student's account if staff may view it.
func (s *Service) viewable(ctx context.Context, q sqldb.Querier, who access.Actor, student string) (db.Account, error) {
	person, err := s.person(ctx, q, who, student)
	if err != nil {
		return db.Account{}, err
	}
	if person.AccountID == "" {
		return db.Account{}, fault.New(fault.Conflict, skippedNoAccount)
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

// proveFactor asks staff for the second factor again where a login would. A wrong code is throttled like a wrong
// password.
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

// followViewer ends a view with the session that opened it and with the right to view.
func (s *Service) followViewer(ctx context.Context, row db.SelectSessionRow, view *resolved, now time.Time) error {
	viewer, err := db.New(s.db.Reader()).SelectViewer(ctx, row.ViewerSession)
	if errors.Is(err, sql.ErrNoRows) {
		return sessionEnded()
	}
	if err != nil {
		return wrap("read the session behind a view", err)
	}
	staff := access.Actor{Account: viewer.AccountID, Role: access.Role(viewer.Role), Scope: access.Scope(viewer.Scope)}
	idleUntil := s.idleUntil(viewer.SeenAt, staff.Role)
	switch {
	case viewer.EndedAt > 0, viewer.AccountID != row.ViewerAccount, closed(viewer.Enabled, "", viewer.Status) != nil,
		access.Admin.Check(staff) != nil, row.Role != string(access.User), // is staff by now
		now.UnixMilli() > idleUntil:
		return sessionEnded()
	}
	view.actor.Viewer = row.ViewerAccount
	view.must = Must{} // those steps are up to the owner
	view.idleUntil, view.expires = idleUntil, min(view.expires, viewer.ExpiresAt)
	return nil
}
