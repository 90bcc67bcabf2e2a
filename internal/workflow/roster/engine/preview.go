package engine

import (
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
)

// A Said is a sentence of the portal that is stored: it is read in the language of whoever asks.
type Said struct {
	Code   string            `json:"code"`
	Params map[string]string `json:"params,omitempty"`
	// Both, where it is set, is the whole sentence in Chinese and in English: its parts depend on the language.
	Both *[2]string `json:"both,omitempty"`
}

// Say makes a sentence of a code and its parameters.
func Say(code string, params ...string) *Said {
	return SayFault(fault.New(fault.Invalid, code, params...))
}

// SayFault makes a sentence of a refusal; nil of none.
func SayFault(reason *fault.Error) *Said {
	if reason == nil {
		return nil
	}
	return &Said{Code: reason.Code, Params: reason.Params}
}

// Text says it in a language; nil says nothing.
func (s *Said) Text(lang locale.Language) string {
	switch {
	case s == nil:
		return ""
	case s.Both != nil && lang == locale.Chinese:
		return s.Both[0]
	case s.Both != nil:
		return s.Both[1]
	}
	return withHint(lang, s.Code, s.Params)
}

// hints say what to do about something that rows name and the college has not: the sentence itself is also said where
// nothing is imported.
var hints = map[string]string{
	"course.no_course": "roster.hint.course", "course.no_group": "roster.hint.group",
	"course.no_teacher": "roster.hint.teacher", "roster.no_student": "roster.hint.student",
	"student.no_programme": "roster.hint.programme", "timetable.unknown_campus": "roster.hint.campus",
	"timetable.unknown_room": "roster.hint.room", "timetable.unknown_teacher": "roster.hint.teacher",
	"timetable.no_scheme": "roster.hint.scheme", "timetable.unknown_period": "roster.hint.period",
	"timetable.term_not_monday": "roster.hint.monday", "roster.no_classes": "roster.hint.classes",
}

// withHint says a code in a language, with what to do about it.
func withHint(lang locale.Language, code string, params map[string]string) string {
	text, hint := locale.Text(lang, code, params), hints[code]
	if hint == "" {
		return text
	}
	if lang != locale.Chinese {
		text += " "
	}
	return text + locale.Text(lang, hint, nil)
}

// A Preview is what an import would do, or what it did.
type Preview struct {
	Sample      bool         `json:"sample,omitempty"` // of the first rows alone
	Fingerprint string       `json:"fingerprint"`
	Rows        int          `json:"rows"`
	Created     int          `json:"created"`
	Changed     int          `json:"changed"`
	Unchanged   int          `json:"unchanged"`
	Refused     int          `json:"refused"`
	LeftOut     int          `json:"leftOut"`
	Gone        int          `json:"gone"`
	Removed     int          `json:"removed"`
	Fields      []FieldCount `json:"fields,omitempty"`
	Reasons     []Reason     `json:"reasons,omitempty"`
	Told        []Told       `json:"told,omitempty"`
	Brakes      []Brake      `json:"brakes,omitempty"`
	Notes       []*Said      `json:"notes,omitempty"`
	Stale       bool         `json:"stale,omitempty"` // it has taken the place of one that was no longer true
}

// A FieldCount is how many rows change a field.
type FieldCount struct {
	Field string `json:"field"`
	Count int    `json:"count"`
}

// A Reason is why rows are refused, and how many.
type Reason struct {
	Said
	Count  int  `json:"count"`
	Varies bool `json:"varies,omitempty"` // the sentence is that of the first row; others name something else
}

// Text says the reason.
func (r *Reason) Text(lang locale.Language) string {
	text := r.Said.Text(lang)
	if !r.Varies {
		return text
	}
	return locale.Text(lang, "roster.reason_varies", map[string]string{"text": text})
}

// Told is how many people are told of something, or get something.
type Told struct {
	What  string `json:"what"`
	Count int    `json:"count"`
}

// A Brake is a change of so many people that whoever applies it must type their number.
type Brake struct {
	Field   string `json:"field"`
	Changed int    `json:"changed"`
	Of      int    `json:"of"`
	Percent int    `json:"percent"`
	Usual   *int   `json:"usual,omitempty"` // percent; nil: there was no import like it
	Cause   *Said  `json:"cause,omitempty"`
}

// Unconfirmed returns the first change that its number does not confirm: roster.confirm. Nil: all are confirmed.
func (p *Preview) Unconfirmed(confirmed func(Brake) bool) *fault.Error {
	for _, b := range p.Brakes {
		if !confirmed(b) {
			return fault.New(fault.Invalid, "roster.confirm", "field", b.Field, "changed", itoa(b.Changed), "of",
				itoa(b.Of), "percent", itoa(b.Percent))
		}
	}
	return nil
}

// A DraftRow is a row of the file and what becomes of it.
type DraftRow struct {
	Line       int          `json:"line"`            // of the file, from 1; 0 for what is gone
	Place      string       `json:"place,omitempty"` // where people find it
	Effect     string       `json:"effect"`
	Name       string       `json:"name,omitempty"`
	Cells      []string     `json:"cells,omitempty"` // private ones masked
	Edited     []int        `json:"edited,omitempty"`
	LeftOutWhy *Said        `json:"leftOutWhy,omitempty"`
	Differs    bool         `json:"-"` // from the preview that was shown before
	Changes    []Change     `json:"changes,omitempty"`
	Problems   []RowProblem `json:"problems,omitempty"`
}

// A Change is a value that becomes another.
type Change struct {
	Field  string `json:"field"`
	Column *int   `json:"column,omitempty"` // nil: it follows from another
	Before string `json:"before"`
	After  string `json:"after"`
	raw    string // of a private value: what is masked, for the fingerprint
}

// A RowProblem is why a row is refused.
type RowProblem struct {
	Said
	Column     *int   `json:"column,omitempty"`
	Field      string `json:"field,omitempty"`
	Value      string `json:"value,omitempty"`
	Suggestion string `json:"suggestion,omitempty"`
}

// What people are told.
const (
	ToldAccounts  = "accounts"  // accounts are opened
	ToldCodes     = "codes"     // first passwords are to be handed out
	ToldPhones    = "phones"    // people log in with another phone
	ToldDrops     = "drops"     // students are told that they are out of a group
	ToldTimetable = "timetable" // students are told of their timetable
	ToldTeachers  = "teachers"  // teachers are told of theirs
)

// What becomes of a row.
const (
	EffectCreated   = "created"
	EffectChanged   = "changed"
	EffectUnchanged = "unchanged"
	EffectRefused   = "refused"
	EffectLeftOut   = "leftOut"
	EffectGone      = "gone" // the college has it and the file has not
)
