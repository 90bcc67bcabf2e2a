package server

import (
	"io"
	"reflect"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	v1 "github.com/go-json-experiment/json/v1"

	"lectern/internal/kernel/civil"
)

// jsonOptions write service values the way the API does: instants in UTC to the second, durations in seconds, missing
// instants and dates as empty text. A missing list is [], the library's default.
var jsonOptions = json.JoinOptions(
	json.Deterministic(true),
	jsontext.AllowInvalidUTF8(true), // replaced, not refused
	v1.OmitEmptyWithLegacySemantics(true),
	json.WithMarshalers(json.JoinMarshalers(
		json.MarshalToFunc(func(to *jsontext.Encoder, at time.Time) error {
			return to.WriteToken(jsontext.String(instant(at)))
		}),
		json.MarshalToFunc(func(to *jsontext.Encoder, length time.Duration) error {
			return to.WriteToken(jsontext.Float(length.Seconds()))
		}),
		json.MarshalToFunc(func(to *jsontext.Encoder, date civil.Date) error {
			return to.WriteToken(jsontext.String(date.String()))
		}),
		json.MarshalToFunc(func(to *jsontext.Encoder, clock civil.Time) error {
			return to.WriteToken(jsontext.String(clock.String()))
		}),
	)),
)

func instant(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return at.UTC().Format(time.RFC3339)
}

// Encode returns a value as JSON with a line end.
func Encode(v any, options ...json.Options) ([]byte, error) {
	out, err := json.Marshal(v, append(options, jsonOptions)...)
	return append(out, '\n'), err
}

func encodeJSON(w io.Writer, v any) error {
	out, err := Encode(v) // complete, so that an error can still become a response
	if err == nil {
		_, err = w.Write(out)
	}
	return err
}

// newSchemas describes these values in the contract. Fields name their format themselves, because a missing instant
// has none.
func newSchemas() huma.Registry {
	schemas := huma.NewMapRegistry("#/components/schemas/", schemaName)
	text := reflect.TypeFor[string]()
	schemas.RegisterTypeAlias(reflect.TypeFor[time.Time](), text)
	schemas.RegisterTypeAlias(reflect.TypeFor[civil.Date](), text)
	schemas.RegisterTypeAlias(reflect.TypeFor[civil.Time](), text)
	schemas.RegisterTypeAlias(reflect.TypeFor[civil.Weekday](), reflect.TypeFor[int]())
	schemas.RegisterTypeAlias(reflect.TypeFor[time.Duration](), reflect.TypeFor[float64]())
	return schemas
}
