package roster

// Where an import came from.
const (
	FromBrowser = "browser"
	FromCommand = "command"
)

// A Past is an import of the history.
type Past struct {
	Record
	AccountName string
	Source      string
	UndoneBy    string // the name of the account
}

// A PastDetail is an import with its report.
type PastDetail struct {
	Past
	Notes    []*Said
	Problems []PastProblem
	More     int // problems that are not listed
	Told     []Told
	Fields   []FieldCount
}

// A PastProblem is why a row of an import was refused.
type PastProblem struct {
	Said
	Line   int    `json:"line"`
	Column string `json:"column,omitempty"`
	Value  string `json:"value,omitempty"`
}

// An UndoPreview is what undoing an import would do.
type UndoPreview struct {
	Objects   []UndoCount
	Told      []Told
	Conflicts []Conflict
}

// An UndoCount is how many objects of a thing would go, and how many would get their old values.
type UndoCount struct {
	Thing   string
	Created int
	Changed int
}
