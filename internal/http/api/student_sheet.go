package api

import (
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"lectern/internal/feature/student"
	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
)

// studentSheet has the columns of an exported list, by field.
var studentSheet = []student.Field{
	student.FieldNumber, student.FieldName, student.FieldNameLatin, student.FieldGender, student.FieldPhone,
	student.FieldCampus, student.FieldProgramme, student.FieldClass, student.FieldEntryYear, student.FieldStatus,
}

func studentCells(lang locale.Language, i student.Item) []string {
	year := ""
	if i.EntryYear != 0 {
		year = strconv.Itoa(i.EntryYear)
	}
	return []string{
		i.Number, i.Name, i.NameLatin, i.Gender, i.Phone, i.Campus.In(lang),
		i.Programme.In(lang), i.Class, year, i.Status,
	}
}

// exportStudents writes the filtered list as a sheet. The audit log records the export.
func (a *api) exportStudents(w http.ResponseWriter, r *http.Request) {
	ctx, who := r.Context(), server.ActorOf(r.Context())
	query, err := studentQueryOf(r.URL.Query())
	if err == nil {
		err = a.Students.NoteExport(ctx, who, query)
	}
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	query.Whole = true
	// Read the first page before the first byte, so that errors still get an error response.
	page, err := a.Students.List(ctx, who, query)
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	lang := server.LanguageOf(ctx)
	head := wire.Each(studentSheet, func(f student.Field) string { return locale.Field(lang, string(f)) })
	err = wire.WriteSheet(w, r, "students", head, func(write func(...string) error) error {
		for n := 0; len(page.Items) > 0 && n < maxExported; n += len(page.Items) {
			for _, item := range page.Items {
				if err := write(studentCells(lang, item)...); err != nil {
					return err
				}
			}
			if query.After = page.Next; query.After == "" {
				return nil
			}
			if page, err = a.Students.List(ctx, who, query); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		panic(http.ErrAbortHandler) // abort, so that the browser reports an incomplete file
	}
}

// studentQueryOf parses the parameters of listStudents, except the page.
func studentQueryOf(query url.Values) (student.Query, error) {
	in := listStudentsIn{
		Search: query.Get("search"), Programme: query.Get("programme"), Class: query.Get("class"),
		Campus: query.Get("campus"), Status: query.Get("status"), Login: query.Get("login"), Sort: query.Get("sort"),
		Order: query.Get("order"), Size: student.MaxPage,
	}
	if year := query.Get("year"); year != "" {
		n, err := strconv.Atoi(year)
		if err != nil {
			return student.Query{}, fault.New(fault.Invalid, "request.field_value", "field", "year")
		}
		in.Year = n
	}
	for _, choice := range []struct {
		name, value string
		known       []string
	}{
		{"login", in.Login, []string{"", "never", "firstPassword"}},
		{"order", in.Order, []string{"", "ascending", "descending"}},
		{"format", query.Get("format"), []string{"", "csv", "xlsx"}},
	} {
		if !slices.Contains(choice.known, choice.value) {
			return student.Query{}, fault.New(fault.Invalid, "request.field_value", "field", choice.name)
		}
	}
	return in.query(), nil
}
