package api

import (
	"context"

	"lectern/internal/kernel/access"
)

type viewStudentIn struct {
	Student string `path:"student" maxLength:"64"`
	Body    struct {
		Reason string `json:"reason" minLength:"1" maxLength:"200" doc:"Why; the student sees it in the list of sessions, and the audit log has it."`
		Code   string `json:"code,omitempty" maxLength:"32" doc:"Second factor, when account.factor_required asks for it."`
	}
}

type wireView struct {
	Token   string `json:"token" doc:"Of the view's own session. With it only reads are answered; it is bound to the browser of the caller."`
	Account string `json:"account" doc:"Goes into the header MiniProgramIdentity with that token."`
	Session string `json:"session"`
	Name    string `json:"name" doc:"Of the student."`
	Until   int64  `json:"until" doc:"Unix milliseconds. It ends before that with the caller's own session or right, and when the student ends it."`
}

// viewStudent opens the student view, which is read-only; see server.checkView.
func (a *api) viewStudent(ctx context.Context, who access.Actor, in *viewStudentIn) (wireView, error) {
	v, err := a.Accounts.ViewAs(ctx, who, in.Student, in.Body.Reason, in.Body.Code)
	if err != nil {
		return wireView{}, err
	}
	return wireView{Token: v.Token, Account: v.Account, Session: v.Session, Name: v.Name, Until: v.Until.UnixMilli()}, nil
}
