package rosterapi

import (
	"context"

	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
	"lectern/internal/workflow/roster"
	"lectern/internal/workflow/roster/columns"
)

type WireHeaderMapping struct {
	ID          string             `json:"id"`
	Kind        string             `json:"kind" enum:"terms,periods,rooms,programmes,teachers,students,courses,groups,enrolments,timetable,changes,exams"`
	AnyFile     bool               `json:"anyFile" doc:"A single header in any file; otherwise files with exactly these headers."`
	Headers     []wireTaughtHeader `json:"headers"`
	AccountName string             `json:"accountName" doc:"Who added it; empty if the account was deleted."`
	At          int64              `json:"at" doc:"Unix milliseconds."`
}

type wireTaughtHeader struct {
	Header string  `json:"header" doc:"Normalised: lower case, without spaces and punctuation."`
	Field  *string `json:"field" doc:"Null: the column is ignored."`
	Title  *string `json:"title" doc:"The name of the field."`
}

// ListHeaderMappings lists the header mappings that staff have added.
func (a *API) ListHeaderMappings(ctx context.Context, who access.Actor, _ *struct{}) ([]WireHeaderMapping, error) {
	list, err := a.Imports.Mappings(ctx, who)
	lang := server.LanguageOf(ctx)
	return wire.Each(list, func(m roster.Mapping) WireHeaderMapping {
		return WireHeaderMapping{
			ID: m.ID, Kind: string(m.Kind), AnyFile: m.AnyFile, AccountName: m.From.Name, At: m.From.At.UnixMilli(),
			Headers: wire.Each(m.Headers, func(h roster.HeaderField) wireTaughtHeader {
				out := wireTaughtHeader{Header: h.Header, Field: optional(h.Field)}
				if h.Field != "" {
					out.Title = optional(columns.FieldTitle(m.Kind, h.Field, lang))
				}
				return out
			}),
		}
	}), err
}

type headerMappingIn struct {
	Mapping string `path:"mapping" maxLength:"100"`
}

func (a *API) DeleteHeaderMapping(ctx context.Context, who access.Actor, in *headerMappingIn) (bool, error) {
	return true, a.Imports.DeleteMapping(ctx, who, in.Mapping)
}

// RestoreHeaderMapping undoes DeleteHeaderMapping.
func (a *API) RestoreHeaderMapping(ctx context.Context, who access.Actor, in *headerMappingIn) (bool, error) {
	return true, a.Imports.RestoreMapping(ctx, who, in.Mapping)
}
