package rosterapi

import (
	"cmp"
	"context"
	"net/http"
	"strconv"

	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster"
	"lectern/internal/workflow/roster/engine"
	"lectern/internal/workflow/roster/sheet"
)

type sheetWriter = sheet.Writer

// newSheetWriter starts a workbook response that may not be cached.
func newSheetWriter(w http.ResponseWriter, name string) sheet.Writer {
	w.Header().Set("Content-Type", wire.XLSX)
	w.Header().Set("Content-Disposition", `attachment; filename="`+name+`.xlsx"`)
	return sheet.NewXLSX(w)
}

// WireImport is an import of the history. It is exported because huma only describes fields of exported embedded
// types.
type WireImport struct {
	ID          string  `json:"id"`
	Kind        string  `json:"kind" enum:"terms,periods,rooms,programmes,teachers,students,courses,groups,enrolments,timetable,changes,exams"`
	File        string  `json:"file"`
	Account     string  `json:"account" doc:"Who did it."`
	AccountName string  `json:"accountName" doc:"Empty for the command line."`
	At          int64   `json:"at" doc:"Unix milliseconds."`
	Source      string  `json:"source" enum:"browser,command"`
	Created     int     `json:"created"`
	Changed     int     `json:"changed"`
	Unchanged   int     `json:"unchanged"`
	Refused     int     `json:"refused"`
	Removed     int     `json:"removed"`
	UndoneAt    *int64  `json:"undoneAt" doc:"Unix milliseconds; null if not undone."`
	UndoneBy    *string `json:"undoneBy" doc:"Name of the person who undid it."`
	Open        int     `json:"open" doc:"Rows with errors that still need attention: not imported later and not marked as done."`
	ResolvedAt  *int64  `json:"resolvedAt" doc:"When the rows with errors were marked as done, in Unix milliseconds, or null."`
	ResolvedBy  *string `json:"resolvedBy" doc:"Name of the person who marked them."`
}

type wireImport = WireImport

type WireImportPage struct {
	Imports []wireImport `json:"imports" doc:"Newest first."`
	Next    *string      `json:"next" doc:"after for the next page; null on the last."`
}

type WireImportDetail struct {
	WireImport
	Notes    []string            `json:"notes"`
	Problems []wireImportProblem `json:"problems" doc:"At most a thousand."`
	More     int                 `json:"more" doc:"Number of problems not listed."`
	Told     []wireTold          `json:"told"`
	Fields   []wireFieldCount    `json:"fields" doc:"Number of rows that changed each field."`
	Undo     WireUndo            `json:"undo" doc:"Progress of undoing it."`
}

type wireImportProblem struct {
	Line   int    `json:"line"`
	Place  string `json:"place" doc:"The row as people refer to it: its line, with the sheet's name if several sheets were read as one, as in Class 2!5."`
	Column string `json:"column" doc:"Its header; empty for the whole row."`
	Value  string `json:"value"`
	Text   string `json:"text"`
	Code   string `json:"code"`
}

func toWireImport(p roster.Past) wireImport {
	out := wireImport{
		ID: p.ID, Kind: string(p.Kind), File: p.File, Account: p.Account, AccountName: p.AccountName, At: p.At.UnixMilli(),
		Source: p.Source, Created: p.Created, Changed: p.Changed, Unchanged: p.Unchanged, Refused: p.Refused,
		Removed: p.Removed, UndoneBy: optional(p.UndoneBy), Open: p.Open, ResolvedBy: optional(p.ResolvedBy),
	}
	if !p.Resolved.IsZero() {
		out.ResolvedAt = optional(p.Resolved.UnixMilli())
	}
	if !p.Undone.IsZero() {
		out.UndoneAt = optional(p.Undone.UnixMilli())
	}
	return out
}

type listImportsIn struct {
	Search string `query:"search" maxLength:"100" doc:"Part of the file's name."`
	State  string `query:"state" enum:"refused,open,undone" doc:"Only imports with errors, only those with errors that need attention, or only undone ones."`
	After  string `query:"after" maxLength:"100" doc:"next of the previous page."`
	Size   int    `query:"size" minimum:"1" maximum:"200" default:"50"`
}

func (a *API) ListImports(ctx context.Context, who access.Actor, in *listImportsIn) (WireImportPage, error) {
	list, next, err := a.Imports.History(ctx, who,
		roster.HistoryFilter{State: in.State, Search: in.Search}, in.After, in.Size)
	return WireImportPage{Imports: wire.Each(list, toWireImport), Next: optional(next)}, err
}

type importIn struct {
	Import string `path:"import" maxLength:"64"`
}

func (a *API) GetImport(ctx context.Context, who access.Actor, in *importIn) (WireImportDetail, error) {
	d, err := a.Imports.Past(ctx, who, in.Import)
	if err != nil {
		return WireImportDetail{}, err
	}
	undo, err := answerUndo(ctx)(a.Imports.Undoing(ctx, who, in.Import))
	lang := server.LanguageOf(ctx)
	return WireImportDetail{
		WireImport: toWireImport(d.Past), Notes: toTexts(lang, d.Notes),
		More: d.More, Told: toWireTold(d.Affected), Fields: toWireFieldCounts(lang, d.Kind, d.Fields), Undo: undo,
		Problems: wire.Each(d.Problems, func(p roster.PastProblem) wireImportProblem {
			return wireImportProblem{
				Line: p.Line, Place: cmp.Or(p.Place, strconv.Itoa(p.Line)), Column: p.Column,
				Value: p.Value, Text: p.Text(lang), Code: p.Code,
			}
		}),
	}, err
}

type resolveImportIn struct {
	Import string `path:"import" maxLength:"64"`
	Body   struct {
		Resolved bool `json:"resolved" doc:"Whether the rows with errors are done."`
	}
}

// ResolveImport marks the rows with errors as done, or not done.
func (a *API) ResolveImport(ctx context.Context, who access.Actor, in *resolveImportIn) (bool, error) {
	return true, a.Imports.Resolve(ctx, who, in.Import, in.Body.Resolved)
}

type wireUndoPreview struct {
	_         struct{}           `nullable:"true"` // huma: nullable wherever it is used
	Objects   []wireUndoCount    `json:"objects"`
	Told      []wireTold         `json:"told"`
	Conflicts []wireUndoConflict `json:"conflicts" doc:"They prevent undoing."`
}

type wireUndoCount struct {
	Thing   string `json:"thing" doc:"student, account, course …"`
	Title   string `json:"title"`
	Created int    `json:"created" doc:"Created objects that would be deleted."`
	Changed int    `json:"changed" doc:"Changed objects that would get their old values."`
}

type wireUndoConflict struct {
	Line  int           `json:"line" doc:"Of the import's file."`
	Place string        `json:"place" doc:"The row as people refer to it: its line, with the sheet's name if several sheets were read as one, as in Class 2!5."`
	Thing string        `json:"thing"`
	Name  string        `json:"name" doc:"Its name for people."`
	Text  string        `json:"text"`
	Code  string        `json:"code"`
	Link  *wireUndoLink `json:"link"`
}

// wireUndoLink is a link to an object that prevents undoing.
type wireUndoLink struct {
	_       struct{} `nullable:"true"` // huma: nullable wherever it is used
	Student *string  `json:"student"`
	Course  *string  `json:"course"`
	Group   *string  `json:"group"`
	Room    *string  `json:"room"`
	Teacher *string  `json:"teacher"`
}

func toWireUndoConflict(lang locale.Language, c roster.Conflict) wireUndoConflict {
	out := wireUndoConflict{
		Line: c.Line, Place: cmp.Or(c.Place, strconv.Itoa(c.Line)), Thing: c.Thing, Name: c.Name,
		Text: locale.Text(lang, c.Reason.Code, c.Reason.Params), Code: c.Reason.Code,
	}
	if l := c.Link; l != (roster.Link{}) {
		out.Link = &wireUndoLink{
			Student: optional(l.Student), Course: optional(l.Course), Group: optional(l.Group),
			Room: optional(l.Room), Teacher: optional(l.Teacher),
		}
	}
	return out
}

type WireUndo struct {
	State    string            `json:"state" enum:"none,previewing,ready,undoing,failed,undone"`
	Progress *wireProgressRows `json:"progress" doc:"Of the objects the import wrote."`
	Preview  *wireUndoPreview  `json:"preview" doc:"Null: not known."`
	Problem  *wire.Said        `json:"problem"`
}

func answerUndo(ctx context.Context) func(roster.Undoing, error) (WireUndo, error) {
	return func(u roster.Undoing, err error) (WireUndo, error) {
		lang := server.LanguageOf(ctx)
		out := WireUndo{State: string(u.State), Problem: toWireSaid(lang, u.Problem)}
		if u.Progress != nil {
			out.Progress = &wireProgressRows{Rows: u.Progress.Rows, Total: u.Progress.Total}
		}
		if p := u.Preview; p != nil {
			out.Preview = &wireUndoPreview{
				Objects: wire.Each(p.Objects, func(c roster.UndoCount) wireUndoCount {
					return wireUndoCount{
						Thing: c.Thing, Title: engine.ThingTitle(c.Thing, lang),
						Created: c.Created, Changed: c.Changed,
					}
				}),
				Told: toWireTold(p.Affected), Conflicts: wire.Each(p.Conflicts, func(c roster.Conflict) wireUndoConflict {
					return toWireUndoConflict(lang, c)
				}),
			}
		}
		return out, err
	}
}

// PreviewUndo starts computing what undoing an import would change, and what prevents it.
func (a *API) PreviewUndo(ctx context.Context, who access.Actor, in *importIn) (WireUndo, error) {
	return answerUndo(ctx)(a.Imports.StartUndoPreview(ctx, who, in.Import))
}

// UndoImport starts undoing an import.
func (a *API) UndoImport(ctx context.Context, who access.Actor, in *importIn) (WireUndo, error) {
	return answerUndo(ctx)(a.Imports.StartUndo(ctx, who, in.Import))
}
