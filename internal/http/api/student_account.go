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
	ClosedReason  string            `json:"closedReason" doc:"Why it is closed; its owner sees it at login."`
	LastLoginAt   *int64            `json:"lastLoginAt" doc:"Unix milliseconds; null if never."`
	FirstPassword bool              `json:"firstPassword" doc:"The first password hasn't been changed."`
	Factor        bool              `json:"factor" doc:"Two-step verification is on."`
	Sessions      []wireHeldSession `json:"sessions" doc:"Newest first."`

	_ struct{} `nullable:"true"` // huma: nullable wherever it is used
}

type wireHeldSession struct {
	ID         string `json:"id"`
	Agent      string `json:"agent" doc:"User-Agent, as in GET /api/user/sessions."`
	Address    string `json:"address"`
	CreatedAt  int64  `json:"createdAt" doc:"Unix milliseconds."`
	LastSeenAt int64  `json:"lastSeenAt" doc:"Unix milliseconds; up to a minute old."`
	Viewer     string `json:"viewer" doc:"The member of staff in a student view; empty for the student's session."`
}

type wireStudentAccount struct {
	Account *wireHeldAccount `json:"account" doc:"Null if there is none."`
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
	Students []string `json:"students" minItems:"1" maxItems:"500" doc:"Ids. Students it can't be done for are skipped and listed in the response; any other error changes nothing."`
}

// WireDone is the result of a bulk call.
type WireDone struct {
	Done int        `json:"done" doc:"Number changed."`
	Left []wireLeft `json:"left" doc:"The skipped ones."`
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
	Phone   string `json:"phone" doc:"Masked, but recognisable for its owner."`
	Code    string `json:"code" doc:"Shown only once."`
}

type wireHandouts struct {
	WireDone
	Codes []wireHandout `json:"codes" doc:"By class and number, the order for printing."`
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
		Reason  string `json:"reason,omitempty" maxLength:"200" doc:"Required for closing; the owners see it at login."`
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
