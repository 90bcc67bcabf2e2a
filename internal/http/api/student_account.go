package api

import (
	"context"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/bulk"
)

// wireHeldAccount is a student's account as staff see it.
type wireHeldAccount struct {
	ID            string            `json:"id"`
	Phone         string            `json:"phone"`
	Enabled       bool              `json:"enabled"`
	ClosedReason  string            `json:"closedReason" doc:"Why it is closed; its owner is told at login."`
	LastLoginAt   *int64            `json:"lastLoginAt" doc:"Unix milliseconds; null: never."`
	FirstPassword bool              `json:"firstPassword" doc:"It still has the password it was given."`
	Factor        bool              `json:"factor" doc:"A second factor is switched on."`
	Sessions      []wireHeldSession `json:"sessions" doc:"The newest first."`

	_ struct{} `nullable:"true"` // huma: nullable wherever it is used
}

type wireHeldSession struct {
	ID         string `json:"id"`
	Agent      string `json:"agent" doc:"What the browser says it is, as in GET /api/user/sessions."`
	Address    string `json:"address"`
	CreatedAt  int64  `json:"createdAt" doc:"Unix milliseconds."`
	LastSeenAt int64  `json:"lastSeenAt" doc:"Unix milliseconds; up to a minute old."`
	Viewer     string `json:"viewer" doc:"The member of staff who looks at the portal as the student; empty: it is the student's own."`
}

type wireStudentAccount struct {
	Account *wireHeldAccount `json:"account" doc:"Null while there is none."`
}

func toWireHeldAccount(held *account.StudentAccount) *wireHeldAccount {
	if held == nil {
		return nil
	}
	return &wireHeldAccount{
		ID: held.ID, Phone: held.Phone, Enabled: held.Enabled, ClosedReason: held.ClosedReason,
		LastLoginAt: maybeMillis(held.LastLogin), FirstPassword: held.FirstPassword, Factor: held.Factor,
		Sessions: wire.Each(held.Sessions, func(s account.Session) wireHeldSession {
			return wireHeldSession{
				ID: s.ID, Agent: s.Agent, Address: s.Address, CreatedAt: s.Started.UnixMilli(),
				LastSeenAt: s.Seen.UnixMilli(), Viewer: s.Viewer,
			}
		}),
	}
}

// maybeMillis returns nil for the zero time.
func maybeMillis(at time.Time) *int64 {
	if at.IsZero() {
		return nil
	}
	ms := at.UnixMilli()
	return &ms
}

func (a *api) getStudentAccount(ctx context.Context, who access.Actor, in *studentIn) (wireStudentAccount, error) {
	held, err := a.Accounts.OfStudent(ctx, who, in.Student)
	return wireStudentAccount{toWireHeldAccount(held)}, err
}

type endStudentSessionIn struct {
	Student string `path:"student" maxLength:"64"`
	Session string `path:"session" maxLength:"64"`
}

func (a *api) endStudentSession(ctx context.Context, who access.Actor, in *endStudentSessionIn) (wire.None, error) {
	return nil, a.Accounts.EndSessionOf(ctx, who, in.Student, in.Session)
}

// WireStudents selects students. It is exported because huma only describes fields of exported embedded types.
type WireStudents struct {
	Students []string `json:"students" minItems:"1" maxItems:"500" doc:"Ids. Whoever it cannot be done to is left out and named in the answer; if anything else fails, nothing is done."`
}

// WireDone is the result of a bulk call.
type WireDone struct {
	Done int        `json:"done" doc:"To how many it was done."`
	Left []wireLeft `json:"left" doc:"Who was left out."`
}

type wireLeft struct {
	Student string `json:"student"`
	Code    string `json:"code" doc:"Why: student.no_record, account.none, …"`
}

func toWireDone(r bulk.Result) WireDone {
	return WireDone{Done: r.Done, Left: wire.Each(r.Skipped, func(l bulk.Skipped) wireLeft {
		return wireLeft{Student: l.ID, Code: l.Code}
	})}
}

type handOutIn struct{ Body WireStudents }

type wireHandout struct {
	Student string `json:"student"`
	Number  string `json:"number"`
	Name    string `json:"name"`
	Class   string `json:"class"`
	Phone   string `json:"phone" doc:"Masked: enough to know one's own."`
	Code    string `json:"code" doc:"Shown this once."`
}

type wireHandouts struct {
	WireDone
	Codes []wireHandout `json:"codes" doc:"In the order of class and number, as they are printed."`
}

// handOutCodes gives students one-time codes, which replace their passwords and end their sessions.
func (a *api) handOutCodes(ctx context.Context, who access.Actor, in *handOutIn) (wireHandouts, error) {
	codes, result, err := a.Accounts.HandOut(ctx, who, in.Body.Students)
	return wireHandouts{WireDone: toWireDone(result), Codes: wire.Each(codes, func(h account.Handout) wireHandout {
		return wireHandout{
			Student: h.Student, Number: h.Number, Name: h.Name, Class: h.Class,
			Phone: h.Phone, Code: h.Code.Reveal(),
		}
	})}, err
}

type endSessionsOfIn struct{ Body WireStudents }

func (a *api) endSessionsOf(ctx context.Context, who access.Actor, in *endSessionsOfIn) (WireDone, error) {
	result, err := a.Accounts.EndSessionsOf(ctx, who, in.Body.Students)
	return toWireDone(result), err
}

type setEnabledOfIn struct {
	Body struct {
		WireStudents
		Enabled bool   `json:"enabled"`
		Reason  string `json:"reason,omitempty" maxLength:"200" doc:"Why they are closed, which needs one; the owners are told at login."`
	}
}

func (a *api) setEnabledOf(ctx context.Context, who access.Actor, in *setEnabledOfIn) (WireDone, error) {
	result, err := a.Accounts.SetEnabledOf(ctx, who, in.Body.Students, in.Body.Enabled, in.Body.Reason)
	return toWireDone(result), err
}

type setStatusOfIn struct {
	Body struct {
		WireStudents
		Status string `json:"status" enum:"enrolled,suspended,exchange,graduated,withdrawn"`
		Reason string `json:"reason,omitempty" maxLength:"200" doc:"For the audit log."`
	}
}

func (a *api) setStatusOf(ctx context.Context, who access.Actor, in *setStatusOfIn) (WireDone, error) {
	result, err := a.Students.SetStatus(ctx, who, in.Body.Students, in.Body.Status, in.Body.Reason)
	return toWireDone(result), err
}
