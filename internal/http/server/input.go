package server

import (
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/kernel/fault"
)

// huma keeps its error type in package variables; set them once, before any server exists.
func init() {
	huma.NewError = func(status int, _ string, _ ...error) huma.StatusError {
		return &refusal{StatusCode: status} // huma reads the type for the OpenAPI document
	}
	huma.NewErrorWithContext = refuseInput
	huma.DefaultArrayNullable = false // an empty list is [], so clients needn't check for null
}

// wrongType begins the error about a value that fits the schema but not the Go type, such as 1e2 for an integer.
const wrongType = "expected another type of "

// unmarshalBody decodes JSON that the gate has checked. It names the wrong field, because huma doesn't.
func unmarshalBody(data []byte, v any) error {
	err := json.Unmarshal(data, v)
	if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok && wrong.Field != "" {
		return errors.New(wrongType + wrong.Field)
	}
	return err
}

// refuseInput turns huma's validation errors into our codes and texts. It names fields, never values, because a value
// may be a password.
func refuseInput(ctx huma.Context, status int, message string, errs ...error) huma.StatusError {
	var found []*fault.Error
	for _, err := range errs {
		if detail, ok := err.(huma.ErrorDetailer); ok {
			found = append(found, invalidField(detail.ErrorDetail()))
		}
	}
	if len(found) == 0 {
		found = append(found, invalidRequest(status, message))
	}
	return refusalOf(ctx.Context(), found)
}

// invalidField maps one of huma's messages to a code; the message itself exists only in English.
func invalidField(d *huma.ErrorDetail) *fault.Error {
	where := d.Location
	for _, place := range []string{"body.", "query.", "path."} {
		where = strings.TrimPrefix(where, place)
	}
	if name, ok := strings.CutPrefix(d.Message, "expected required property "); ok {
		name, _, _ = strings.Cut(name, " ")
		where = strings.TrimPrefix(strings.TrimPrefix(where+"."+name, "body."), ".")
	}
	if name, ok := strings.CutPrefix(d.Message, wrongType); ok {
		where = name
	}
	for _, s := range inputSentences {
		if strings.HasPrefix(d.Message, s.begins) {
			return fault.New(fault.Invalid, s.code, "field", where)
		}
	}
	return fault.New(fault.Invalid, "request.field", "field", where)
}

// inputSentences are the beginnings of huma's messages; the first match decides.
var inputSentences = []struct{ begins, code string }{
	{"expected required property", "request.field_missing"},
	{"required ", "request.field_missing"},
	{"unexpected property", "request.field_unknown"},
	{"expected length <=", "request.field_too_long"},
	{"expected length >=", "request.field_too_short"},
	{"expected array length", "request.field_count"},
	{"expected string to", "request.field_value"},
	{"expected value", "request.field_value"},
	{"expected number ", "request.field_value"},
	{"expected ", "request.field_type"},
	{"invalid ", "request.field_type"},
}

func invalidRequest(status int, message string) *fault.Error {
	switch {
	case status == http.StatusUnsupportedMediaType:
		return fault.New(fault.Unsupported, "request.content_type")
	case status == http.StatusRequestTimeout:
		return fault.New(fault.Unavailable, "request.timeout").After(time.Second)
	case strings.HasPrefix(message, "request body is required"):
		return fault.New(fault.Invalid, "request.empty")
	}
	return fault.New(fault.Invalid, "request.invalid")
}
