package rosterapi

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/workflow/roster"
	"lectern/internal/workflow/roster/columns"
)

// DraftUpload is the size of a file and its multipart form.
const DraftUpload = roster.MaxUpload + 16<<10

// MaxEdits fits the corrections of a long sheet.
const MaxEdits = 4 << 20

// ListImportKinds lists the kinds of spreadsheets, in the order in which a new college imports them.
func (a *API) ListImportKinds(ctx context.Context, who access.Actor, _ *struct{}) ([]WireImportKind, error) {
	list, err := a.Imports.KindsInfo(ctx, who)
	lang, order := server.LanguageOf(ctx), 0
	return wire.Each(list, func(k roster.KindInfo) WireImportKind {
		order++
		return WireImportKind{
			Kind: string(k.Kind), Title: k.Kind.Title(lang), Done: k.Done, Order: order,
			Fields: wire.Each(k.Fields, func(f roster.FieldInfo) wireImportField {
				return wireImportField{Name: f.Name, Title: f.Title(lang), Needed: f.Needed}
			}),
		}
	}), err
}

// CreateDrafts reads a spreadsheet: the first file of a multipart form.
func (a *API) CreateDrafts(w http.ResponseWriter, r *http.Request) {
	ctx, query := r.Context(), r.URL.Query()
	kind := roster.Kind(query.Get("kind"))
	if kind != "" {
		if _, err := columns.ParseKind(string(kind)); err != nil {
			server.Fail(w, r, err)
			return
		}
	}
	limit := strconv.Itoa(roster.MaxUpload >> 20)
	wire.AllowLongUpload(w)
	part, err := wire.FirstFile(r, "roster.upload_too_large", "limit", limit)
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	made, err := a.Imports.CreateDrafts(ctx, server.ActorOf(ctx), part.FileName(), part,
		roster.DraftChange{Kind: optional(kind), Sheet: optional(query.Get("sheet")), Language: server.LanguageOf(ctx)})
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		err = wire.TooLong(err, "roster.upload_too_large", "limit", limit)
	}
	wire.Answer(w, r, wire.Each(made, func(d roster.Draft) WireDraft {
		return toWireDraft(
			server.LanguageOf(ctx), d)
	}), err)
}

func (a *API) ListDrafts(ctx context.Context, who access.Actor, _ *struct{}) ([]wireDraftSummary, error) {
	list, err := a.Imports.Drafts(ctx, who)
	return wire.Each(list, toWireDraftSummary), err
}

type draftIn struct {
	Draft string `path:"draft" maxLength:"64"`
}

func (a *API) GetDraft(ctx context.Context, who access.Actor, in *draftIn) (WireDraft, error) {
	return a.answerDraft(ctx)(a.Imports.Draft(ctx, who, in.Draft))
}

// answerDraft converts the result of a draft method.
func (a *API) answerDraft(ctx context.Context) func(roster.Draft, error) (WireDraft, error) {
	return func(d roster.Draft, err error) (WireDraft, error) {
		if err != nil {
			return WireDraft{}, err
		}
		return toWireDraft(server.LanguageOf(ctx), d), nil
	}
}

type wireColumnField struct {
	Column int    `json:"column" minimum:"0" maximum:"255"`
	Field  string `json:"field" maxLength:"40" doc:"Empty: the column is ignored."`
}

type editDraftIn struct {
	Draft string `path:"draft" maxLength:"64"`
	Body  struct {
		Sheet     *string           `json:"sheet,omitempty" maxLength:"100" doc:"Without allSheets, only this sheet is read."`
		AllSheets *bool             `json:"allSheets,omitempty" doc:"Read the sheets with the same headers as one table."`
		Kind      *string           `json:"kind,omitempty" enum:"terms,periods,rooms,programmes,teachers,students,courses,groups,enrolments,timetable,changes,exams"`
		Term      *string           `json:"term,omitempty" maxLength:"100"`
		Complete  *bool             `json:"complete,omitempty"`
		FromWeek  *int              `json:"fromWeek,omitempty" minimum:"0" maximum:"60" doc:"0: classes from now on."`
		Columns   []wireColumnField `json:"columns,omitempty" maxItems:"256"`
		Remember  bool              `json:"remember,omitempty" doc:"For the next file with the same headers."`
	}
}

// EditDraft changes how a file is read, and discards its preview.
func (a *API) EditDraft(ctx context.Context, who access.Actor, in *editDraftIn) (WireDraft, error) {
	change := roster.DraftChange{
		Sheet: in.Body.Sheet, AllSheets: in.Body.AllSheets, Term: in.Body.Term,
		Complete: in.Body.Complete, FromWeek: in.Body.FromWeek, Remember: in.Body.Remember,
	}
	if in.Body.Kind != nil {
		change.Kind = optional(roster.Kind(*in.Body.Kind))
	}
	for _, c := range in.Body.Columns {
		change.Columns = append(change.Columns, roster.ColumnField(c))
	}
	return a.answerDraft(ctx)(a.Imports.ChangeDraft(ctx, who, in.Draft, change))
}

// PreviewDraft starts computing what an import would change.
func (a *API) PreviewDraft(ctx context.Context, who access.Actor, in *draftIn) (WireDraft, error) {
	return a.answerDraft(ctx)(a.Imports.PreviewDraft(ctx, who, in.Draft))
}

type draftRowsIn struct {
	Draft  string `path:"draft" maxLength:"64"`
	Effect string `query:"effect" enum:"created,changed,unchanged,refused,leftOut,removed,gone"`
	Field  string `query:"field" maxLength:"40" doc:"Rows that change this field, or have an error in it."`
	Reason string `query:"reason" maxLength:"80" doc:"Code of a problem."`
	Search string `query:"search" maxLength:"100"`
	After  int    `query:"after" minimum:"0" doc:"next of the previous page."`
	Size   int    `query:"size" minimum:"1" maximum:"500" default:"100"`
}

func (a *API) ListDraftRows(ctx context.Context, who access.Actor, in *draftRowsIn) (WireDraftRows, error) {
	kind, page, err := a.Imports.DraftRows(ctx, who, in.Draft, roster.RowFilter{
		Effect: in.Effect, Field: in.Field, Reason: in.Reason, Search: in.Search, After: in.After, Size: in.Size,
	})
	lang := server.LanguageOf(ctx)
	return WireDraftRows{
		Rows: wire.Each(page.Rows, func(r roster.DraftRow) wireDraftRow { return toWireDraftRow(lang, kind, r) }),
		Next: optional(page.Next), Total: page.Total,
	}, err
}

type wireEdit struct {
	Line   int     `json:"line" minimum:"1"`
	Column int     `json:"column" minimum:"0" maximum:"255"`
	Value  *string `json:"value" maxLength:"4096" doc:"Null: the original value."`
}

type wireLeftOut struct {
	Line    int  `json:"line" minimum:"1"`
	LeftOut bool `json:"leftOut"`
}

type editDraftRowsIn struct {
	Draft string `path:"draft" maxLength:"64"`
	Body  struct {
		Edits   []wireEdit    `json:"edits" maxItems:"10000"`
		LeftOut []wireLeftOut `json:"leftOut" maxItems:"10000"`
	}
}

// EditDraftRows changes cells, skips rows, and restarts the preview.
func (a *API) EditDraftRows(ctx context.Context, who access.Actor, in *editDraftRowsIn) (WireDraft, error) {
	var edits []roster.Edit
	for _, e := range in.Body.Edits {
		edits = append(edits, roster.Edit(e))
	}
	var leftOut []roster.SkipRow
	for _, l := range in.Body.LeftOut {
		leftOut = append(leftOut, roster.SkipRow{Line: l.Line, Skip: l.LeftOut})
	}
	return a.answerDraft(ctx)(a.Imports.EditRows(ctx, who, in.Draft, edits, leftOut))
}

type applyDraftIn struct {
	Draft string `path:"draft" maxLength:"64"`
	Body  struct {
		Fingerprint string         `json:"fingerprint" maxLength:"100"`
		GoodRows    bool           `json:"goodRows" doc:"Import the valid rows even if others have errors."`
		Confirm     map[string]int `json:"confirm" doc:"For every confirmation required: its field and the number of people changed."`
		Reason      string         `json:"reason,omitempty" maxLength:"200" doc:"Why the clashes that the import creates are accepted; required if there are any."`
	}
}

// ApplyDraft imports what the preview has shown.
func (a *API) ApplyDraft(ctx context.Context, who access.Actor, in *applyDraftIn) (WireDraft, error) {
	return a.answerDraft(ctx)(a.Imports.ApplyDraft(ctx, who, in.Draft, roster.Apply{
		Fingerprint: in.Body.Fingerprint, GoodRows: in.Body.GoodRows, Confirm: in.Body.Confirm,
		Reason: in.Body.Reason,
	}))
}

type copyDraftIn struct {
	Draft string `path:"draft" maxLength:"64"`
	Body  struct {
		Sheet string `json:"sheet" maxLength:"100"`
	}
}

// CopyDraft creates a draft of another sheet in the same file.
func (a *API) CopyDraft(ctx context.Context, who access.Actor, in *copyDraftIn) (WireDraft, error) {
	return a.answerDraft(ctx)(a.Imports.CopyDraft(ctx, who, in.Draft, in.Body.Sheet))
}

func (a *API) DeleteDraft(ctx context.Context, who access.Actor, in *draftIn) (bool, error) {
	return true, a.Imports.DeleteDraft(ctx, who, in.Draft)
}

func (a *API) DeleteDraftCodes(ctx context.Context, who access.Actor, in *draftIn) (bool, error) {
	return true, a.Imports.DeleteCodes(ctx, who, in.Draft)
}

// GetRefusedRows sends the rows with errors as a workbook of text cells, with the reasons in the last column.
func (a *API) GetRefusedRows(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	a.sendSheet(w, r, "refused",
		a.Imports.RefusedRows(ctx, server.ActorOf(ctx), r.PathValue("draft"), server.LanguageOf(ctx)))
}

// GetDraftCodes sends the first passwords to the person who applied the draft.
func (a *API) GetDraftCodes(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	a.sendSheet(w, r, "codes", a.Imports.Codes(ctx, server.ActorOf(ctx), r.PathValue("draft"), server.LanguageOf(ctx)))
}

// sendSheet streams rows. It reads the first row before the first byte is sent, so that errors still get an error
// response.
func (a *API) sendSheet(
	w http.ResponseWriter, r *http.Request, name string, rows func(yield func([]string, error) bool),
) {
	begun := false
	var out sheetWriter
	for cells, err := range rows {
		if err != nil && !begun {
			server.Fail(w, r, err)
			return
		}
		if !begun {
			begun = true
			out = newSheetWriter(w, name)
		}
		if err == nil {
			err = out.Write(cells...)
		}
		if err != nil {
			panic(http.ErrAbortHandler) // abort, so that the browser reports an incomplete file
		}
	}
	if !begun {
		server.Fail(w, r, fault.New(fault.NotFound, "roster.none_refused"))
		return
	}
	if err := out.Close(); err != nil {
		panic(http.ErrAbortHandler)
	}
}
