package api

import (
	"context"

	"lectern/internal/kernel/access"
)

type viewStudentIn struct {
	Student string `path:"student" maxLength:"64"`
	Body    struct {
		Reason string `json:"reason" minLength:"1" maxLength:"200" doc:"The reason, shown to the student in the list of sessions and in the audit log."`
		Code   string `json:"code,omitempty" maxLength:"32" doc:"Code of two-step verification, after account.factor_required."`
	}
}

type wireView struct {
	Token   string `json:"token" doc:"Of the view's session, which is read-only and bound to the caller's browser."`
	Account string `json:"account" doc:"For the header MiniProgramIdentity with that token."`
	Session string `json:"session"`
	Name    string `json:"name" doc:"Of the student."`
	Until   int64  `json:"until" doc:"Unix milliseconds. It ends earlier if the caller's session or right ends, or if the student ends it."`
}

// viewStudent opens the student view, which is read-only; see server.checkView.
func (a *api) viewStudent(ctx context.Context, who access.Actor, in *viewStudentIn) (wireView, error) {
	v, err := a.Accounts.ViewAs(ctx, who, in.Student, in.Body.Reason, in.Body.Code)
	if err != nil {
		return wireView{}, err
	}
	return wireView{Token: v.Token, Account: v.Account, Session: v.Session, Name: v.Name, Until: v.Until.UnixMilli()}, nil
}
