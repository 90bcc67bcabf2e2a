package rosterapi

import (
	"net/http"

	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/fault"
	"lectern/internal/workflow/roster/columns"
)

// GetTemplate sends an empty spreadsheet of a kind, in the caller's language.
func (a *API) GetTemplate(w http.ResponseWriter, r *http.Request) {
	kind, err := columns.ParseKind(r.PathValue("kind"))
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	format, contentType := "xlsx", wire.XLSX
	switch r.URL.Query().Get("format") {
	case "xlsx", "":
	case "csv":
		format, contentType = "csv", "text/csv; charset=utf-8"
	default:
		server.Fail(w, r, fault.New(fault.Invalid, "request.field_value", "field", "format"))
		return
	}
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Content-Disposition", `attachment; filename="`+string(kind)+`.`+format+`"`)
	if err := columns.Template(w, kind, server.LanguageOf(r.Context()), format == "xlsx"); err != nil {
		panic(http.ErrAbortHandler) // abort, so that the browser reports an incomplete file
	}
}
