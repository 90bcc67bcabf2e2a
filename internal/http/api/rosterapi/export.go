package rosterapi

import (
	"io"
	"net/http"

	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/fault"
	"lectern/internal/workflow/roster"
	"lectern/internal/workflow/roster/columns"
	"lectern/internal/workflow/roster/sheet"
)

// ExportRoster exports one kind of data as an importable sheet, in the caller's language. The audit log records the
// export.
func (a *API) ExportRoster(w http.ResponseWriter, r *http.Request) {
	kind, err := columns.ParseKind(r.PathValue("kind"))
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	begun := &begunWriter{Writer: w}
	var file sheet.Writer
	switch r.URL.Query().Get("format") {
	case "xlsx", "":
		w.Header().Set("Content-Type", wire.XLSX)
		w.Header().Set("Content-Disposition", `attachment; filename="`+string(kind)+`.xlsx"`)
		file = sheet.NewXLSX(begun)
	case "csv":
		w.Header().Set("Content-Type", "text/csv; charset=utf-8")
		w.Header().Set("Content-Disposition", `attachment; filename="`+string(kind)+`.csv"`)
		file = sheet.NewCSV(begun)
	default:
		server.Fail(w, r, fault.New(fault.Invalid, "request.field_value", "field", "format"))
		return
	}
	how := roster.ExportOptions{Kind: kind, Language: server.LanguageOf(r.Context())}
	begun.fail(w, r, a.Imports.Export(r.Context(), server.ActorOf(r.Context()), how, file))
}

// ExportOneRoster exports the college as a OneRoster 1.2 ZIP file.
func (a *API) ExportOneRoster(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/zip")
	w.Header().Set("Content-Disposition", `attachment; filename="oneroster.zip"`)
	begun := &begunWriter{Writer: w}
	begun.fail(w, r, a.Imports.ExportOneRoster(r.Context(), server.ActorOf(r.Context()), begun))
}

// begunWriter records whether the response has started; until then an error response is possible.
type begunWriter struct {
	io.Writer
	begun bool
}

func (b *begunWriter) Write(p []byte) (int, error) {
	b.begun = true
	return b.Writer.Write(p)
}

func (b *begunWriter) fail(w http.ResponseWriter, r *http.Request, err error) {
	switch {
	case err == nil:
	case b.begun:
		panic(http.ErrAbortHandler) // abort, so that the browser reports an incomplete file
	default:
		w.Header().Del("Content-Disposition")
		server.Fail(w, r, err)
	}
}
