// Package wire has what several packages of the API share: wire types, the ways to write and read a field, and answers
// that are no typed call. What one of them needs alone is in that package.
//
// A type here is called without the prefix Wire; the contract names it with that.
package wire

import "lectern/internal/feature/media"

// Nothing is the answer that says nothing but that it worked: null.
type Nothing struct {
	_ struct{} `nullable:"true"` // huma: every field that holds it may be null
}

// None is what a handler returns that answers with Nothing.
type None = *Nothing

// NamedCourse is a course or a group by its code and name.
type NamedCourse struct {
	ID     string `json:"id"`
	Code   string `json:"code"`
	Name   string `json:"name"`
	NameEn string `json:"nameEn"`
}

// Said is a sentence in the caller's language, with its code; null where there is nothing to say.
type Said struct {
	_    struct{} `nullable:"true"` // huma: every field that holds it may be null
	Text string   `json:"text"`
	Code string   `json:"code"`
}

// ID names what a call has made.
type ID struct {
	ID string `json:"id"`
}

// Reminded is how many a reminder went to.
type Reminded struct {
	Students int `json:"students" doc:"How many were reminded; 0: everybody has acknowledged it."`
}

// Attachment is a file of a lesson.
type Attachment struct {
	media.Attachment
	URL string `json:"url"`
}

// Each makes a list that is never nil: JSON says [] for an empty one.
func Each[From, To any](list []From, to func(From) To) []To {
	out := make([]To, 0, len(list))
	for _, item := range list {
		out = append(out, to(item))
	}
	return out
}
