package engine

import (
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
)

// A StoredText is a stored message that is translated when it is shown.
type StoredText struct {
	Code   string            `json:"code"`
	Params map[string]string `json:"params,omitempty"`
	// Both, if set, is the complete text in Chinese and English, for messages with translated parts.
	Both *[2]string `json:"both,omitempty"`
}

// TextOf returns the message of a code and its parameters.
func TextOf(code string, params ...string) *StoredText {
	return TextOfFault(fault.New(fault.Invalid, code, params...))
}

// TextOfFault returns the message of a fault, or nil for nil.
func TextOfFault(reason *fault.Error) *StoredText {
	if reason == nil {
		return nil
	}
	return &StoredText{Code: reason.Code, Params: reason.Params}
}

// Text translates the message. It is empty for nil.
func (s *StoredText) Text(lang locale.Language) string {
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

// hints are added to messages about unknown things during an import: they say what to do about it.
var hints = map[string]string{
	"course.no_course": "roster.hint.course", "course.no_group": "roster.hint.group",
	"course.no_teacher": "roster.hint.teacher", "roster.no_student": "roster.hint.student",
	"student.no_programme": "roster.hint.programme", "timetable.unknown_campus": "roster.hint.campus",
	"timetable.unknown_room": "roster.hint.room", "timetable.unknown_teacher": "roster.hint.teacher",
	"timetable.no_scheme": "roster.hint.scheme", "timetable.unknown_period": "roster.hint.period",
	"timetable.term_not_monday": "roster.hint.monday", "roster.no_classes": "roster.hint.classes",
}

// withHint translates a code and appends its hint.
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

// A Preview is what an import would do, or did.
type Preview struct {
	Sample      bool          `json:"sample,omitempty"` // covers the first rows only
	Fingerprint string        `json:"fingerprint"`
	Rows        int           `json:"rows"`
	Created     int           `json:"created"`
	Changed     int           `json:"changed"`
	Unchanged   int           `json:"unchanged"`
	Refused     int           `json:"refused"`
	Skipped     int           `json:"leftOut"`
	Missing     int           `json:"gone"`
	Removed     int           `json:"removed"`
	Fields      []FieldCount  `json:"fields,omitempty"`
	Reasons     []Reason      `json:"reasons,omitempty"`
	Affected    []Affected    `json:"told,omitempty"`
	Brakes      []Brake       `json:"brakes,omitempty"`
	Clashes     []Clash       `json:"clashes,omitempty"` // that the import creates, at most maxClashes
	ClashCount  int           `json:"clashCount,omitempty"`
	Notes       []*StoredText `json:"notes,omitempty"`
	Stale       bool          `json:"stale,omitempty"` // replaces an outdated preview
}

// A FieldCount is how many rows change a field.
type FieldCount struct {
	Field string `json:"field"`
	Count int    `json:"count"`
}

// A Reason is a reason why rows are rejected, and how many.
type Reason struct {
	StoredText
	Count  int  `json:"count"`
	Varies bool `json:"varies,omitempty"` // the message is the first row's; the others name something else
}

// Text translates the reason.
func (r *Reason) Text(lang locale.Language) string {
	text := r.StoredText.Text(lang)
	if !r.Varies {
		return text
	}
	return locale.Text(lang, "roster.reason_varies", map[string]string{"text": text})
}

// Affected is how many people are notified of something, or get something.
type Affected struct {
	What  string `json:"what"`
	Count int    `json:"count"`
}

// A Brake is a change to so many people that their number has to be typed to confirm it.
type Brake struct {
	Field   string      `json:"field"`
	Changed int         `json:"changed"`
	Of      int         `json:"of"`
	Percent int         `json:"percent"`
	Usual   *int        `json:"usual,omitempty"` // percent; nil: no comparable import
	Cause   *StoredText `json:"cause,omitempty"`
}

// A Clash is two groups that would need the same room, teacher or, for one group, two places at once.
type Clash struct {
	Kind   string    `json:"kind"`
	Object string    `json:"object"` // name of the room or teacher; empty for a group
	Groups [2]string `json:"groups"` // codes
	Day    string    `json:"day"`    // the first, as 2026-10-12
	Days   int       `json:"days"`
}

// Unaccepted returns clash.reason_needed if the import creates clashes and the reason for accepting them is too short.
func (p *Preview) Unaccepted(reason string) *fault.Error {
	if p.ClashCount == 0 || clash.ValidReason(reason) {
		return nil
	}
	return fault.New(fault.Invalid, "clash.reason_needed", "field", "reason", "min", itoa(clash.MinReason))
}

// Unconfirmed returns roster.confirm for the first unconfirmed change, or nil.
func (p *Preview) Unconfirmed(confirmed func(Brake) bool) *fault.Error {
	for _, b := range p.Brakes {
		if !confirmed(b) {
			return fault.New(fault.Invalid, "roster.confirm", "field", b.Field, "changed", itoa(b.Changed), "of",
				itoa(b.Of), "percent", itoa(b.Percent))
		}
	}
	return nil
}

// A DraftRow is a row of the file and its outcome.
type DraftRow struct {
	Line       int          `json:"line"`            // of the file, from 1; 0 for something missing from the file
	Place      string       `json:"place,omitempty"` // shown to people
	Effect     string       `json:"effect"`
	Name       string       `json:"name,omitempty"`
	Cells      []string     `json:"cells,omitempty"` // private values masked
	Edited     []int        `json:"edited,omitempty"`
	SkipReason *StoredText  `json:"leftOutWhy,omitempty"`
	Differs    bool         `json:"-"` // from the preview shown before
	Changes    []Change     `json:"changes,omitempty"`
	Problems   []RowProblem `json:"problems,omitempty"`
}

// A Change is an old value and the new one.
type Change struct {
	Field  string `json:"field"`
	Column *int   `json:"column,omitempty"` // nil: derived from another column
	Before string `json:"before"`
	After  string `json:"after"`
	raw    string // unmasked private value, for the fingerprint
}

// A RowProblem is a reason why a row is rejected.
type RowProblem struct {
	StoredText
	Column     *int   `json:"column,omitempty"`
	Field      string `json:"field,omitempty"`
	Value      string `json:"value,omitempty"`
	Suggestion string `json:"suggestion,omitempty"`
}

// The kinds of Affected.
const (
	AffectedAccounts  = "accounts"  // new accounts
	AffectedCodes     = "codes"     // first passwords to hand out
	AffectedPhones    = "phones"    // people with a new phone number to log in with
	AffectedClosed    = "closed"    // students who are logged out and can't log in any longer
	AffectedOpened    = "opened"    // students who can log in again
	AffectedDrops     = "drops"     // students removed from a group
	AffectedLost      = "lost"      // classes that no longer take place
	AffectedLosing    = "losing"    // students with such classes
	AffectedTimetable = "timetable" // students with changes in their timetable
	AffectedTeachers  = "teachers"  // teachers with changes in theirs
)

// The effects of an import on a row.
const (
	EffectCreated   = "created"
	EffectChanged   = "changed"
	EffectUnchanged = "unchanged"
	EffectRefused   = "refused"
	EffectSkipped   = "leftOut"
	EffectMissing   = "gone"    // missing from the file; stays
	EffectRemoved   = "removed" // missing from the file, and so removed
)
