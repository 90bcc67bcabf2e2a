package api

import (
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"lectern/internal/kernel/civil"
)

// decode reads JSON with values as the server writes them.
func decode(raw string, into any) error { return json.Unmarshal([]byte(raw), into, asWritten) }

var asWritten = json.WithUnmarshalers(json.JoinUnmarshalers(
	fromText(func(text string) (time.Time, error) { return time.Parse(time.RFC3339, text) }),
	fromText(civil.ParseDate),
	fromText(civil.ParseTime),
	json.UnmarshalFromFunc(func(from *jsontext.Decoder, into *time.Duration) error {
		var seconds float64
		err := json.UnmarshalDecode(from, &seconds)
		*into = time.Duration(seconds * float64(time.Second))
		return err
	}),
))

// fromText leaves the value unchanged if the text is empty.
func fromText[T any](parse func(string) (T, error)) *json.Unmarshalers {
	return json.UnmarshalFromFunc(func(from *jsontext.Decoder, into *T) error {
		token, err := from.ReadToken()
		if err == nil && token.String() != "" {
			*into, err = parse(token.String())
		}
		return err
	})
}
