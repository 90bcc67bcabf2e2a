package api

import (
	"context"

	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/audit"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/secret"
	"lectern/internal/workflow/roster"
)

type revealStudentIn struct {
	Student string `path:"student" maxLength:"64"`
	Body    struct {
		Password string `json:"password" doc:"The caller's own."`
	}
}

// revealStudent requires the caller's password, so that a session left open reveals nothing.
func (a *api) revealStudent(ctx context.Context, who access.Actor, in *revealStudentIn) (wireReveal, error) {
	if _, err := a.Students.Get(ctx, who, in.Student); err != nil {
		return wireReveal{}, err // don't count a login attempt if there is nothing to show
	}
	if err := a.Accounts.Prove(ctx, who, secret.New(in.Body.Password)); err != nil {
		return wireReveal{}, err
	}
	number, err := a.Students.RevealOf(ctx, who, in.Student)
	return wireReveal{NationalID: number.Reveal()}, err
}

type studentHistoryIn struct {
	Student string `path:"student" maxLength:"64"`
	Before  string `query:"before" maxLength:"64" doc:"next of the previous page."`
	Limit   int    `query:"limit" minimum:"1" maximum:"200" default:"50"`
}

type wireHistory struct {
	Items []wireAudit `json:"items" doc:"Newest first."`
	Next  string      `json:"next" doc:"before for the next page; empty on the last."`
}

// listStudentHistory returns the changes to a record, its account and its enrolments.
func (a *api) listStudentHistory(ctx context.Context, who access.Actor, in *studentHistoryIn) (wireHistory, error) {
	record, err := a.Students.Get(ctx, who, in.Student)
	if err != nil {
		return wireHistory{}, err
	}
	rows, next, err := a.Audit.History(ctx, who, audit.About{
		Objects: []string{record.ID, record.Account},
		Before:  in.Before, Size: in.Limit, English: server.LanguageOf(ctx) == locale.English,
	})
	return wireHistory{Items: wire.Each(rows, toWireAudit), Next: next}, err
}

type wireTouch struct {
	ID          string         `json:"id"`
	Kind        string         `json:"kind" doc:"students, enrolments, …"`
	File        string         `json:"file"`
	Account     string         `json:"account" doc:"Who did it."`
	AccountName string         `json:"accountName" doc:"Empty for the command line."`
	At          int64          `json:"at" doc:"Unix milliseconds."`
	Steps       []wireTouching `json:"steps"`
}

type wireTouching struct {
	Line    int    `json:"line" doc:"Of the file."`
	Place   string `json:"place" doc:"The row as people refer to it: its line, with the sheet's name if several sheets were read as one, as in Class 2!5."`
	Thing   string `json:"thing" enum:"student,account,enrolment"`
	Created bool   `json:"created" doc:"It is new."`
}

// listStudentImports lists the imports that changed a student.
func (a *api) listStudentImports(ctx context.Context, who access.Actor, in *studentIn) ([]wireTouch, error) {
	list, err := a.Imports.Touched(ctx, who, in.Student)
	return wire.Each(list, func(t roster.Touch) wireTouch {
		return wireTouch{
			ID: t.Import, Kind: string(t.Kind), File: t.File, Account: t.Account, AccountName: t.AccountName,
			At: t.At.UnixMilli(), Steps: wire.Each(t.Steps, func(s roster.Step) wireTouching { return wireTouching(s) }),
		}
	}), err
}
