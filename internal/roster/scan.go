package roster

import (
	"bufio"
	"bytes"
	"errors"
	"io"
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

// scanSheet reads tags and skips text. It understands just enough XML for files that spreadsheet programs write.
func scanSheet(in io.Reader) (*sheetScan, error) {
	s := &sheetScan{merges: map[int][]merge{}, formulas: map[int]string{}}
	reader := bufio.NewReaderSize(in, 64<<10)
	state := scanState{scan: s}
	for {
		if err := skipTo(reader, '<'); err != nil {
			if errors.Is(err, io.EOF) {
				break
			}
			return nil, damaged(err)
		}
		tag, err := reader.ReadSlice('>')
		if err != nil {
			return nil, damaged(err)
		}
		if err := state.tag(tag[:len(tag)-1]); err != nil {
			return nil, err
		}
	}
	if !state.complete {
		return nil, damaged(io.ErrUnexpectedEOF)
	}
	return s, nil
}

func skipTo(reader *bufio.Reader, end byte) error {
	for {
		_, err := reader.ReadSlice(end)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

type scanState struct {
	scan     *sheetScan
	complete bool
	line     int
	cells    int    // of the row
	values   int    // of the row
	ref      string // of a cell with a formula and no value yet
	column   int
	merged   int
}

func (st *scanState) tag(tag []byte) error {
	name := tag
	if end := bytes.IndexAny(tag, " \t\r\n/"); end > 0 {
		name = tag[:end]
	}
	closing := len(name) > 0 && name[0] == '/' || len(tag) > 0 && tag[0] == '/'
	if len(tag) > 0 && tag[0] == '/' {
		name = tag[1:]
	}
	if colon := bytes.IndexByte(name, ':'); colon >= 0 { // a name space
		name = name[colon+1:]
	}
	switch string(name) {
	case "worksheet":
		st.complete = closing
	case "row":
		if !closing {
			return st.row(tag)
		}
	case "c":
		st.settle()
		if !closing {
			if st.cells++; st.cells > maxStyled {
				return tooManyColumns(st.line)
			}
			st.column++
		}
	case "f":
		if !closing && st.ref == "" {
			st.ref = columnName(st.column) + itoa(st.line)
		}
	case "v", "is":
		if !closing {
			st.ref = ""
			st.scan.values++
			if st.values++; st.values > maxColumns {
				return tooManyColumns(st.line)
			}
		}
	case "mergeCell":
		return st.merge(tag)
	}
	return nil
}

func (st *scanState) row(tag []byte) error {
	st.settle()
	st.line++
	if _, line, ok := cellPlace("A" + attribute(tag, "r")); ok {
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

func (st *scanState) merge(tag []byte) error {
	first, last, ok := strings.Cut(attribute(tag, "ref"), ":")
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

// attribute finds name="value" in a tag.
func attribute(tag []byte, name string) string {
	for rest := tag; ; {
		i := bytes.Index(rest, []byte(name+`="`))
		if i < 0 {
			return ""
		}
		if i > 0 && (rest[i-1] == ' ' || rest[i-1] == '\t' || rest[i-1] == '\n') {
			value, _, _ := bytes.Cut(rest[i+len(name)+2:], []byte{'"'})
			return string(value)
		}
		rest = rest[i+1:]
	}
}

// columnName is A for 1.
func columnName(column int) string {
	name := ""
	for ; column > 0; column = (column - 1) / 26 {
		name = string(rune('A'+(column-1)%26)) + name
	}
	return name
}
