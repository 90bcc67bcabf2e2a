package roster

import (
	"time"

	"lectern/internal/fault"
	"lectern/internal/locale"
)

// A DraftState is how far a draft is.
type DraftState string

// The states of a draft.
const (
	DraftColumns    DraftState = "columns"    // staff say what is what
	DraftPreviewing DraftState = "previewing" // a job works out what an import would do
	DraftReady      DraftState = "ready"      // it is known what an import would do
	DraftApplying   DraftState = "applying"   // a job writes
	DraftApplied    DraftState = "applied"    // it has become an import
	DraftFailed     DraftState = "failed"     // the file as a whole cannot be imported so
)

// DraftLife is how long a draft is there: whoever begins one should be able to end it after a weekend.
const DraftLife = 7 * 24 * time.Hour

// MaxUpload is the largest file that can be sent.
const MaxUpload = 50 << 20

// A Said is a sentence of the portal that is stored: it is read in the language of whoever asks.
type Said struct {
	Code   string            `json:"code"`
	Params map[string]string `json:"params,omitempty"`
	// Both, where it is set, is the whole sentence in Chinese and in English: its parts depend on the language.
	Both *[2]string `json:"both,omitempty"`
}

func said(code string, params ...string) *Said {
	return saidBy(fault.New(fault.Invalid, code, params...))
}

func saidBy(reason *fault.Error) *Said {
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
	return locale.Text(lang, s.Code, s.Params)
}

// A Draft is an uploaded file on its way to become an import.
type Draft struct {
	ID          string
	File        string
	Size        int64
	Format      string
	Encoding    string // of a text file
	Account     string // who sent it
	AccountName string
	At, Until   time.Time
	State       DraftState
	Problem     *Said
	Sheets      []SheetGuess
	Sheet       string
	Kind        Kind // empty: not known yet
	KindReason  *Said
	HeaderLine  int // 0: no headers were found
	Term        string
	Complete    bool
	Columns     []Column
	Missing     []string // fields that are needed and that no column is
	Progress    *Progress
	Preview     *Preview
	Import      string // once it is applied
}

// A SheetGuess is a sheet of the file and what it seems to hold.
type SheetGuess struct {
	Name       string `json:"name"`
	Rows       int    `json:"rows"`
	Hidden     bool   `json:"hidden,omitempty"`
	Kind       Kind   `json:"kind,omitempty"`
	HeaderLine int    `json:"headerLine,omitempty"`
	Reason     *Said  `json:"reason,omitempty"`
}

// How a column got its field.
const (
	ColumnKnown      = "known"      // by its header
	ColumnRemembered = "remembered" // by what staff said of the same headers before
	ColumnByHand     = "hand"
	ColumnNone       = "none" // it is left out
)

// A Column is one of the file's, and the field that it is.
type Column struct {
	Column     int      `json:"column"` // from 0
	Header     string   `json:"header"`
	Samples    []string `json:"samples,omitempty"`
	Field      string   `json:"field,omitempty"`
	How        string   `json:"how"`
	Remembered *Memory  `json:"remembered,omitempty"`
	LastHeader string   `json:"lastHeader,omitempty"`
}

// A Memory says who decided something before.
type Memory struct {
	Name string    `json:"name"`
	At   time.Time `json:"at"`
}

// Progress is how many rows a job has read.
type Progress struct{ Rows, Total int }

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
	Count int `json:"count"`
}

// Told is how many people are told of something, or get something.
type Told struct {
	What  string `json:"what"`
	Count int    `json:"count"`
}

// What people are told.
const (
	ToldAccounts  = "accounts"  // accounts are opened
	ToldCodes     = "codes"     // first passwords are to be handed out
	ToldPhones    = "phones"    // people log in with another phone
	ToldDrops     = "drops"     // students are told that they are out of a group
	ToldTimetable = "timetable" // students are told of their timetable
)

// A Brake is a change of so many people that whoever applies it must type their number.
type Brake struct {
	Field   string `json:"field"`
	Changed int    `json:"changed"`
	Of      int    `json:"of"`
	Percent int    `json:"percent"`
	Usual   *int   `json:"usual,omitempty"` // percent; nil: there was no import like it
	Cause   *Said  `json:"cause,omitempty"`
}

// What becomes of a row.
const (
	EffectCreated   = "created"
	EffectChanged   = "changed"
	EffectUnchanged = "unchanged"
	EffectRefused   = "refused"
	EffectLeftOut   = "leftOut"
	EffectGone      = "gone" // the college has it and the file has not
)

// A DraftRow is a row of the file and what becomes of it.
type DraftRow struct {
	Line       int          `json:"line"` // of the file, from 1; 0 for what is gone
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

// A DraftChange is what staff say of a draft; nil leaves what is there.
type DraftChange struct {
	Sheet    *string
	Kind     *Kind
	Term     *string
	Complete *bool
	Columns  []ColumnField // nil: as they are
	Remember bool          // for the next file with the same headers
	Language locale.Language
}

// A ColumnField says which field a column is; an empty field leaves the column out.
type ColumnField struct {
	Column int
	Field  string
}

// An Edit is another value of a cell; nil is what the file says.
type Edit struct {
	Line, Column int
	Value        *string
}

// A LeaveOut says whether a row is left out.
type LeaveOut struct {
	Line    int
	LeftOut bool
}

// A RowFilter narrows the rows of a draft down.
type RowFilter struct {
	Effect, Field, Reason, Search string
	After, Size                   int
}

// A RowPage is a part of a draft's rows.
type RowPage struct {
	Rows  []DraftRow
	Next  int // 0 on the last
	Total int
}

// An Apply says what is to be written.
type Apply struct {
	Fingerprint string
	GoodRows    bool
	Confirm     map[string]int // by field: how many people change
}

// A KindInfo describes a kind of spreadsheet.
type KindInfo struct {
	Kind   Kind
	Done   bool // the college has some
	Fields []FieldInfo
}

// A FieldInfo describes a column that a kind may have.
type FieldInfo struct {
	Name, Zh, En string
	Needed       bool
}

// Title is what a field is called.
func (f FieldInfo) Title(lang locale.Language) string {
	if lang == locale.Chinese {
		return f.Zh
	}
	return f.En
}

// FieldTitle is what a field of a kind is called; its name when there is none.
func FieldTitle(kind Kind, name string, lang locale.Language) string {
	for _, f := range fieldsOf(kind) {
		if f.name == name {
			return f.title(lang)
		}
	}
	return name
}
