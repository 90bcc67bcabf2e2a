// Package wire has what several packages of the API share: wire types, field parsing and formatting, and responses
// of plain handlers.
//
// The contract adds the prefix Wire to the names of its types.
package wire

import "lectern/internal/feature/media"

// Nothing is the response of calls that return no data: null.
type Nothing struct {
	_ struct{} `nullable:"true"` // huma: nullable wherever it is used
}

// None is the return type of handlers without data.
type None = *Nothing

// NamedCourse is a course with its names.
type NamedCourse struct {
	ID     string `json:"id"`
	Code   string `json:"code"`
	Name   string `json:"name"`
	NameEn string `json:"nameEn"`
}

// Said is a text in the caller's language with its code, or null.
type Said struct {
	_    struct{} `nullable:"true"` // huma: nullable wherever it is used
	Text string   `json:"text"`
	Code string   `json:"code"`
}

// ID is the id of a new object.
type ID struct {
	ID string `json:"id"`
}

// Reminded is the number of people reminded.
type Reminded struct {
	Students int `json:"students" doc:"Number of people reminded; 0 if all have acknowledged it."`
}

// Attachment is a file with the address to download it from.
type Attachment struct {
	media.Attachment
	URL string `json:"url"`
}

// Each converts a list; the result is never nil, so that JSON has [] instead of null.
func Each[From, To any](list []From, to func(From) To) []To {
	out := make([]To, 0, len(list))
	for _, item := range list {
		out = append(out, to(item))
	}
	return out
}
