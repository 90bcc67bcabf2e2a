package roster

import (
	"errors"
	"io"
	"strconv"
	"strings"
)

// A sheetScan is what one fast look through a sheet's XML finds before its rows are read: how much there is, whether it is within
// bounds, and what the streaming reader does not tell (merged cells, formulas without a stored value, a cut-off file).
type sheetScan struct {
	rows     int
	values   int
	merges   map[int][]merge // by the line they start on; vertical ones only
	formulas map[int]string  // by line: a cell whose formula has no stored value
}

type merge struct {
	column int // from 0
	last   int // line
}

const (
	maxMerges = 100_000
	maxStyled = 16_384 // cells of a row, most of which are only coloured: as many as Excel has columns
)

// scanSheet reads tags and skips text.
func scanSheet(in io.Reader) (*sheetScan, error) {
	s := &sheetScan{merges: map[int][]merge{}, formulas: map[int]string{}}
	m, err := newMarkup(in)
	if err != nil {
		return nil, damaged(err)
	}
	state := scanState{markup: m, scan: s}
	for {
		if err := m.next(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, damaged(err)
		}
		if err := state.tag(); err != nil {
			return nil, err
		}
	}
	if !state.complete {
		return nil, damaged(io.ErrUnexpectedEOF)
	}
	return s, nil
}

type scanState struct {
	*markup
	scan     *sheetScan
	complete bool
	line     int
	cells    int    // of the row
	values   int    // of the row
	ref      string // of a cell with a formula and no value yet
	column   int
	merged   int
}

func (st *scanState) tag() error {
	switch st.name {
	case "worksheet":
		st.complete = st.closes
	case "row":
		if st.opens {
			return st.row()
		}
	case "c":
		st.settle()
		if st.opens {
			if st.cells++; st.cells > maxStyled {
				return tooManyColumns(st.line)
			}
			st.column++
		}
	case "f":
		if st.opens && st.ref == "" {
			st.ref = columnName(st.column) + itoa(st.line)
		}
	case "v", "is":
		if st.opens {
			st.ref = ""
			st.scan.values++
			if st.values++; st.values > maxColumns {
				return tooManyColumns(st.line)
			}
		}
	case "mergeCell":
		return st.merge()
	}
	return nil
}

func (st *scanState) row() error {
	st.settle()
	st.line++
	if line, err := strconv.Atoi(string(st.attribute("r"))); err == nil && line > 0 {
		st.line = line
	}
	st.cells, st.values, st.column = 0, 0, 0
	if st.scan.rows++; st.scan.rows > maxRows {
		return tooManyRows()
	}
	return nil
}

// settle is called where a cell is over: if it had a formula and no value, the row cannot be read.
func (st *scanState) settle() {
	if st.ref != "" {
		if _, known := st.scan.formulas[st.line]; !known {
			st.scan.formulas[st.line] = st.ref
		}
		st.ref = ""
	}
}

func (st *scanState) merge() error {
	first, last, ok := strings.Cut(string(st.attribute("ref")), ":")
	column, from, ok1 := cellPlace(first)
	end, to, ok2 := cellPlace(last)
	if !ok || !ok1 || !ok2 || column != end || to <= from {
		return nil
	}
	if st.merged++; st.merged > maxMerges {
		return tooManyRows()
	}
	st.scan.merges[from] = append(st.scan.merges[from], merge{column: column, last: to})
	return nil
}

// columnName is A for 1.
func columnName(column int) string {
	name := ""
	for ; column > 0; column = (column - 1) / 26 {
		name = string(rune('A'+(column-1)%26)) + name
	}
	return name
}
