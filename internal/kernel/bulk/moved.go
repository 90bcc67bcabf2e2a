package bulk

// Moved counts what happened to one kind of thing when two records were merged.
type Moved struct {
	What    string // enrolments, notes …
	Moved   int
	Dropped int // the remaining record had the same already
}
