package api

import (
	"context"

	"lectern/internal/feature/account"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
)

type wireAccount struct {
	ID               string   `json:"id"`
	Name             string   `json:"name"`
	Phone            string   `json:"phone"`
	Role             string   `json:"role" enum:"user,admin"`
	Scope            string   `json:"scope" enum:"registrar,adviser,media,auditor," doc:"The responsibility of the role admin."`
	Classes          []string `json:"classes" doc:"The classes of an adviser."`
	Student          string   `json:"student" doc:"Id of the student's record; empty for staff."`
	Teacher          string   `json:"teacher" doc:"Id of the teacher whose account it is, or empty."`
	TeacherName      string   `json:"teacherName"`
	TeacherNameEn    string   `json:"teacherNameEn"`
	TeacherNumber    string   `json:"teacherNumber" doc:"Empty: none."`
	Enabled          bool     `json:"enabled"`
	Email            string   `json:"email"`
	Organization     string   `json:"organization"`
	OrganizationName string   `json:"organizationName"`
	Registered       string   `json:"registered" format:"date-time"`
	LastLogin        string   `json:"lastLogin" doc:"Empty before the first login."`
	FirstPassword    bool     `json:"firstPassword" doc:"The one-time code or first password hasn't been changed."`
	SecondFactor     bool     `json:"secondFactor"`
	ClosedReason     string   `json:"closedReason" doc:"Why staff closed it; empty if open."`
	OnlyRegistrar    bool     `json:"onlyRegistrar" doc:"The only registrar: it can't be closed or given another responsibility."`
}

func toWireAccount(p account.Profile) wireAccount {
	out := wireAccount{
		ID: p.ID, Name: p.Name, Phone: p.Phone, Role: string(p.Role), Scope: string(p.Scope), Classes: p.Classes,
		Student: p.Student, Teacher: p.Teacher, TeacherName: p.TeacherName, TeacherNameEn: p.TeacherNameEn,
		TeacherNumber: p.TeacherNumber, Enabled: p.Enabled, Email: p.Email, Organization: p.Organization,
		OrganizationName: p.OrganizationName, Registered: wire.Instant(p.Registered),
		FirstPassword: p.FirstPassword, SecondFactor: p.SecondFactor,
		ClosedReason: p.ClosedReason, OnlyRegistrar: p.OnlyRegistrar,
	}
	if !p.LastLogin.IsZero() {
		out.LastLogin = wire.Instant(p.LastLogin)
	}
	return out
}

type listAccountsIn struct {
	Search    string `query:"search" maxLength:"100" doc:"A whole phone number, a part of a name, or what finds a student; some of very many matches."`
	Role      string `query:"role" enum:"user,admin"`
	Scope     string `query:"scope" enum:"registrar,adviser,media,auditor" doc:"Of the role admin."`
	Teachers  bool   `query:"teachers" doc:"Only accounts of teachers, and unlinked ones with the role user."`
	AfterName string `query:"afterName" maxLength:"200" doc:"Name and id of the last account on the previous page."`
	AfterID   string `query:"afterId" maxLength:"64"`
	Limit     int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
}

func (a *api) listAccounts(ctx context.Context, who access.Actor, in *listAccountsIn) ([]wireAccount, error) {
	list, err := a.Accounts.List(ctx, who, account.Search{
		Text: in.Search, Role: access.Role(in.Role), Scope: access.Scope(in.Scope), Teachers: in.Teachers, Limit: in.Limit,
		After: account.Profile{Name: in.AfterName, ID: in.AfterID},
	})
	out := make([]wireAccount, 0, len(list))
	for _, p := range list {
		out = append(out, toWireAccount(p))
	}
	return out, err
}

type accountIn struct {
	Account string `path:"account" maxLength:"64"`
}

func (a *api) getAccount(ctx context.Context, who access.Actor, in *accountIn) (wireAccount, error) {
	p, err := a.Accounts.Find(ctx, who, in.Account)
	return toWireAccount(p), err
}

type createAccountIn struct {
	Body struct {
		Phone            string   `json:"phone" maxLength:"64"`
		Name             string   `json:"name" maxLength:"100"`
		Role             string   `json:"role" enum:"user,admin"`
		Scope            string   `json:"scope,omitempty" enum:"registrar,adviser,media,auditor" doc:"Of the role admin; default: registrar."`
		Classes          []string `json:"classes,omitempty" maxItems:"200" doc:"The classes of an adviser."`
		Student          string   `json:"student,omitempty" maxLength:"64"`
		Email            string   `json:"email,omitempty" maxLength:"254"`
		Organization     string   `json:"organization,omitempty" maxLength:"100"`
		OrganizationName string   `json:"organizationName,omitempty" maxLength:"100"`
	}
}

// wireCode is a one-time code, shown to staff only once.
type wireCode struct {
	ID   string `json:"id"`
	Code string `json:"code"`
}

func (a *api) createAccount(ctx context.Context, who access.Actor, in *createAccountIn) (wireCode, error) {
	b := in.Body
	made, err := a.Accounts.Create(ctx, who, account.Details{
		Phone: b.Phone, Name: b.Name, Role: access.Role(b.Role), Scope: access.Scope(b.Scope), Classes: b.Classes,
		Student: b.Student, Email: b.Email, Organization: b.Organization, OrganizationName: b.OrganizationName,
	})
	return wireCode{ID: made.ID, Code: made.Code.Reveal()}, err
}

func (a *api) resetPassword(ctx context.Context, who access.Actor, in *accountIn) (wireCode, error) {
	code, err := a.Accounts.ResetPassword(ctx, who, in.Account)
	return wireCode{ID: in.Account, Code: code.Reveal()}, err
}

func (a *api) endAccountSessions(ctx context.Context, who access.Actor, in *accountIn) (wire.None, error) {
	return nil, a.Accounts.EndSessions(ctx, who, in.Account)
}

func (a *api) resetFactor(ctx context.Context, who access.Actor, in *accountIn) (wire.None, error) {
	return nil, a.Accounts.ResetFactor(ctx, who, in.Account)
}

type setRoleIn struct {
	Account string `path:"account" maxLength:"64"`
	Body    struct {
		Role    string   `json:"role" enum:"user,admin"`
		Scope   string   `json:"scope,omitempty" enum:"registrar,adviser,media,auditor" doc:"The responsibility of the role admin; default: registrar."`
		Classes []string `json:"classes,omitempty" maxItems:"200" doc:"The classes of an adviser."`
	}
}

func (a *api) setRole(ctx context.Context, who access.Actor, in *setRoleIn) (wire.None, error) {
	return nil, a.Accounts.SetRole(ctx, who, in.Account, access.Role(in.Body.Role),
		access.Scope(in.Body.Scope), in.Body.Classes)
}

type setEnabledIn struct {
	Account string `path:"account" maxLength:"64"`
	Body    struct {
		Enabled bool   `json:"enabled"`
		Reason  string `json:"reason,omitempty" maxLength:"200" doc:"Why it is closed; its owner sees it at login."`
	}
}

func (a *api) setEnabled(ctx context.Context, who access.Actor, in *setEnabledIn) (wire.None, error) {
	return nil, a.Accounts.SetEnabledOfOther(ctx, who, in.Account, in.Body.Enabled, in.Body.Reason)
}

type setTeacherIn struct {
	Account string `path:"account" maxLength:"64"`
	Body    struct {
		Teacher string `json:"teacher" maxLength:"64" doc:"Id of the teacher; empty to unlink."`
	}
}

func (a *api) setTeacher(ctx context.Context, who access.Actor, in *setTeacherIn) (wire.None, error) {
	return nil, a.Accounts.SetTeacher(ctx, who, in.Account, in.Body.Teacher)
}
