package wire

import (
	"net/http"

	"lectern/internal/http/server"
	"lectern/internal/kernel/fault"
	"lectern/internal/workflow/roster/sheet"
)

// XLSX is the media type of an Excel workbook.
const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

// WriteSheet sends a table as CSV, or as a workbook with format=xlsx. numbers are the indexes of columns that are
// numbers in a workbook.
func WriteSheet(w http.ResponseWriter, r *http.Request, name string, head []string, rows func(
	write func(cells ...string) error) error, numbers ...int,
) error {
	var file sheet.Writer
	switch r.URL.Query().Get("format") {
	case "xlsx":
		w.Header().Set("Content-Type", XLSX)
		w.Header().Set("Content-Disposition", `attachment; filename="`+name+`.xlsx"`)
		file = sheet.NewXLSX(w, numbers...)
	case "csv", "":
		w.Header().Set("Content-Type", "text/csv; charset=utf-8")
		w.Header().Set("Content-Disposition", `attachment; filename="`+name+`.csv"`)
		file = sheet.NewCSV(w)
	default:
		server.Fail(w, r, fault.New(fault.Invalid, "request.field_value", "field", "format"))
		return nil
	}
	if err := file.Write(head...); err != nil {
		return err
	}
	if err := rows(file.Write); err != nil {
		return err
	}
	return file.Close()
}
