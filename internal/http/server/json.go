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

// written says how the API writes the values that services hold: an instant in UTC by the second and a length of time in seconds.
// An instant or a date that there is not is an empty text. A list that there is not is [], as the library has it.
var written = json.JoinOptions(
	json.Deterministic(true),
	jsontext.AllowInvalidUTF8(true), // replaced, not refused
	v1.OmitEmptyWithLegacySemantics(true),
	json.WithMarshalers(json.JoinMarshalers(
		json.MarshalToFunc(func(to *jsontext.Encoder, at time.Time) error { return to.WriteToken(jsontext.String(instant(at))) }),
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

// Encode is a value as JSON with a line end.
func Encode(v any) ([]byte, error) {
	out, err := json.Marshal(v, written)
	return append(out, '\n'), err
}

func encodeJSON(w io.Writer, v any) error {
	out, err := Encode(v) // whole, so that an error is still an answer
	if err == nil {
		_, err = w.Write(out)
	}
	return err
}

// newSchemas describes those values as they are written. A field says its format itself: an instant that may be missing has none.
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
