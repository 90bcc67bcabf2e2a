package roster

import (
	"time"

	"lectern/internal/kernel/locale"
)

// A DraftState is the state of an import draft.
type DraftState string

// The states of a draft.
const (
	DraftColumns    DraftState = "columns"    // staff assign the columns
	DraftPreviewing DraftState = "previewing" // a job computes the preview
	DraftReady      DraftState = "ready"      // the preview is complete
	DraftApplying   DraftState = "applying"   // a job writes the rows
	DraftApplied    DraftState = "applied"    // imported
	DraftFailed     DraftState = "failed"     // the file as a whole can't be imported
)

// DraftLife is how long a draft is stored: long enough to finish it after a weekend.
const DraftLife = 7 * 24 * time.Hour

// MaxUpload is the largest file that can be uploaded.
const MaxUpload = 50 << 20

// A Draft is an uploaded file that isn't imported yet.
type Draft struct {
	ID          string
	File        string
	Size        int64
	Format      string
	Encoding    string // of a text file
	Account     string // uploader
	AccountName string
	At, Until   time.Time
	State       DraftState
	Problem     *StoredText
	Sheets      []SheetGuess
	Sheet       string
	Alike       []string // all sheets with the same headers, including this one; empty if there is only one
	AllSheets   bool     // read them as one table, starting with this one
	Kind        Kind     // empty if unknown
	KindReason  *StoredText
	HeaderLine  int // 0 if no headers were found
	Term        string
	Complete    bool
	FromWeek    int // 0: from now on
	Columns     []Column
	Missing     []string // required fields without a column
	Progress    *Progress
	Preview     *Preview
	Import      string // after the import
}

// A SheetGuess is a sheet of the file and its likely contents.
type SheetGuess struct {
	Name       string      `json:"name"`
	Rows       int         `json:"rows"`
	Hidden     bool        `json:"hidden,omitempty"`
	Kind       Kind        `json:"kind,omitempty"`
	HeaderLine int         `json:"headerLine,omitempty"`
	Reason     *StoredText `json:"reason,omitempty"`
	Grid       bool        `json:"grid,omitempty"` // a timetable grid, which no kind can read
}

// The ways a column got its field.
const (
	ColumnKnown      = "known"      // by its header
	ColumnRemembered = "remembered" // by what staff chose for the same headers before
	ColumnByHand     = "hand"
	ColumnTitle      = "title" // by its label above the headers
	ColumnNone       = "none"  // not imported
)

// A Column is a column of the file and its field.
type Column struct {
	Column     int      `json:"column"` // from 0
	Header     string   `json:"header"`
	Samples    []string `json:"samples,omitempty"`
	Field      string   `json:"field,omitempty"`
	How        string   `json:"how"`
	Remembered *Memory  `json:"remembered,omitempty"`
	LastHeader string   `json:"lastHeader,omitempty"`
	Cell       string   `json:"cell,omitempty"`      // of a value above the headers, such as A2, that applies to all rows
	SheetName  bool     `json:"sheetName,omitempty"` // the column holds the name of each row's sheet
}

// A Memory says who made an earlier choice.
type Memory struct {
	Name string    `json:"name"`
	At   time.Time `json:"at"`
}

// Progress is how many rows a job has read.
type Progress struct{ Rows, Total int }

// A DraftChange is a change to a draft; nil fields stay unchanged.
type DraftChange struct {
	Sheet     *string // read alone unless AllSheets is set
	AllSheets *bool
	Kind      *Kind
	Term      *string
	Complete  *bool
	FromWeek  *int
	Columns   []ColumnField // nil: unchanged
	Remember  bool          // for the next file with the same headers
	Language  locale.Language
}

// A ColumnField assigns a field to a column; with an empty field the column isn't imported.
type ColumnField struct {
	Column int
	Field  string
}

// An Edit replaces the value of a cell; nil restores the file's.
type Edit struct {
	Line, Column int
	Value        *string
}

// A SkipRow says whether to skip a row.
type SkipRow struct {
	Line int
	Skip bool
}

// A RowFilter filters the rows of a draft.
type RowFilter struct {
	Effect, Field, Reason, Search string
	After, Size                   int
}

// A RowPage is a page of a draft's rows.
type RowPage struct {
	Rows  []DraftRow
	Next  int // 0 on the last page
	Total int
}

// An Apply says what the caller agrees to import.
type Apply struct {
	Fingerprint string
	GoodRows    bool
	Confirm     map[string]int // by field: the number of people who change
	Reason      string         // why clashes are accepted
}

// A KindInfo describes a kind of spreadsheet.
type KindInfo struct {
	Kind   Kind
	Done   bool // the college already has some
	Fields []FieldInfo
}

// A FieldInfo describes a column that a kind may have.
type FieldInfo struct {
	Name, Zh, En string
	Needed       bool
}

// Title returns the field's name in a language.
func (f FieldInfo) Title(lang locale.Language) string {
	if lang == locale.Chinese {
		return f.Zh
	}
	return f.En
}
