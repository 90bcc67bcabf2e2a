package roster

import (
	"time"

	"lectern/internal/kernel/locale"
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
	Alike       []string // the sheets with the same headers, this one among them; empty: it is the only one
	AllSheets   bool     // they are read as one table, beginning with this one
	Kind        Kind     // empty: not known yet
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
	Grid       bool   `json:"grid,omitempty"` // a drawn timetable, which no kind can read
}

// How a column got its field.
const (
	ColumnKnown      = "known"      // by its header
	ColumnRemembered = "remembered" // by what staff said of the same headers before
	ColumnByHand     = "hand"
	ColumnTitle      = "title" // by its label above the headers
	ColumnNone       = "none"  // it is left out
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
	Cell       string   `json:"cell,omitempty"`      // of a value above the headers, as A2: it holds for all rows
	SheetName  bool     `json:"sheetName,omitempty"` // it is the name of each row's sheet
}

// A Memory says who decided something before.
type Memory struct {
	Name string    `json:"name"`
	At   time.Time `json:"at"`
}

// Progress is how many rows a job has read.
type Progress struct{ Rows, Total int }

// A DraftChange is what staff say of a draft; nil leaves what is there.
type DraftChange struct {
	Sheet     *string // without AllSheets it is read alone
	AllSheets *bool
	Kind      *Kind
	Term      *string
	Complete  *bool
	Columns   []ColumnField // nil: as they are
	Remember  bool          // for the next file with the same headers
	Language  locale.Language
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
