package bulk

// A Moved says what became of one sort of thing when two records were merged.
type Moved struct {
	What    string // enrolments, notes …
	Moved   int
	Dropped int // the kept record has the same already
}
