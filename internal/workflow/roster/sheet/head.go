package sheet

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"regexp"
	"strconv"
	"strings"

	"lectern/internal/kernel/fault"
)

// maxHead limits the text in the first rows.
const maxHead = 8 << 20

// A headCell is a cell of the first rows.
type headCell struct {
	line   int
	column int // from 0
	shared bool
	value  string // for a shared string, its number
}

// A headReader reads the first rows of a sheet. It doesn't use excelize, which goes through all strings of a workbook
// before it returns the first row: many seconds for a large one.
type headReader struct {
	name     string
	rows     []Row
	formulas map[int]string
	date1904 bool
	next     int
}

// OpenHead opens a sheet like OpenSheet, but only reads the first rows.
func OpenHead(file File, name string, rows int) (Reader, error) {
	format, size, err := formatOf(file)
	if err != nil {
		return nil, err
	}
	if format != XLSX {
		in, err := OpenSheet(file, name)
		if err != nil {
			return nil, err
		}
		return &limitedReader{in, rows}, nil
	}
	book, err := bookOf(file, size)
	if err != nil {
		return nil, err
	}
	for _, part := range book.sheets {
		if name != "" && part.name != name || name == "" && part.hidden {
			continue
		}
		head, err := readHead(book, part, rows)
		if err != nil {
			return nil, err
		}
		if len(head.rows) > 0 || name != "" {
			return head, nil
		}
	}
	if name != "" {
		return nil, noSheet(name)
	}
	return nil, fault.New(fault.Invalid, "roster.empty")
}

type limitedReader struct {
	Reader
	left int
}

func (h *limitedReader) Next() (Row, error) {
	if h.left--; h.left < 0 {
		return Row{}, io.EOF
	}
	return h.Reader.Next()
}

func (h *headReader) Name() string   { return h.name }
func (h *headReader) Rows() int      { return len(h.rows) }
func (h *headReader) Date1904() bool { return h.date1904 }
func (h *headReader) Close() error   { return nil }

func (h *headReader) Next() (Row, error) {
	if h.next >= len(h.rows) {
		return Row{}, io.EOF
	}
	row := h.rows[h.next]
	h.next++
	if cell, ok := h.formulas[row.Line]; ok {
		return Row{}, fault.New(fault.Invalid, "roster.formula", "cell", cell)
	}
	for _, cell := range row.Cells {
		if len(cell) > maxCell {
			return Row{}, cellTooLong(row.Line)
		}
	}
	return row, nil
}

func readHead(book *workbook, part sheetPart, rows int) (*headReader, error) {
	var cells []headCell
	var found *inspection
	err := inspect(part.entry, func(in io.Reader) (err error) {
		s, total := newInspector(in, maxTexts, book.styles), 0
		s.limit = rows
		s.keep = func(c headCell) {
			if total += len(c.value); total <= maxHead && s.found.rows <= rows {
				cells = append(cells, c)
			}
		}
		found, err = s.inspect()
		return err
	})
	if err != nil {
		return nil, err
	}
	if found.rows > rows { // merged cells come after all rows
		if err := inspect(part.entry, func(in io.Reader) error { return readMerges(in, found) }); err != nil {
			return nil, err
		}
	}
	texts, err := readTexts(book, cells)
	if err != nil {
		return nil, err
	}
	h := &headReader{name: part.name, formulas: found.formulas, date1904: book.date1904}
	for _, c := range cells {
		if c.shared {
			c.value = texts[c.value]
		}
		if n := len(h.rows); n == 0 || h.rows[n-1].Line != c.line {
			h.rows = append(h.rows, Row{Line: c.line, Hidden: found.hidden[c.line]})
		}
		row := &h.rows[len(h.rows)-1]
		for len(row.Cells) <= c.column {
			row.Cells = append(row.Cells, "")
		}
		row.Cells[c.column] = unescapeXML(c.value)
	}
	open := mergedCells{}
	for i := range h.rows {
		row := &h.rows[i]
		found.formats.apply(row)
		row.Cells = open.fill(row.Line, row.Cells, found.merges[row.Line])
	}
	return h, nil
}

// readMerges finds the merged cells of a sheet without parsing its rows as XML.
func readMerges(in io.Reader, found *inspection) error {
	s := &inspector{found: found}
	clear(found.merges)
	return eachElement(in, func(element []byte) error {
		if rest, ok := bytes.CutPrefix(element, []byte("mergeCell ")); ok {
			if _, ref, ok := bytes.Cut(rest, []byte(`ref="`)); ok {
				ref, _, _ = bytes.Cut(ref, []byte(`"`))
				return s.merge(string(ref))
			}
		}
		return nil
	})
}

// eachElement passes on the text between each two "<", in chunks if it is long.
func eachElement(in io.Reader, use func([]byte) error) error {
	buffered := bufio.NewReaderSize(in, 64<<10)
	for {
		element, err := buffered.ReadSlice('<')
		if err := use(element); err != nil {
			return err
		}
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return damaged(err)
		}
	}
}

// readTexts reads the shared strings that cells use, by number, up to the last one needed.
func readTexts(book *workbook, cells []headCell) (map[string]string, error) {
	texts, last := map[string]string{}, -1
	for _, c := range cells {
		if n, err := strconv.Atoi(strings.TrimSpace(c.value)); c.shared && err == nil {
			texts[c.value], last = "", max(last, n)
		}
	}
	if last < 0 {
		return texts, nil
	}
	if book.texts == nil {
		return nil, damaged(errors.New("there are no shared texts"))
	}
	err := inspect(book.texts, func(in io.Reader) error { return collectTexts(newElements(in), last, texts) })
	return texts, err
}

func collectTexts(e *elements, last int, into map[string]string) error {
	var text []byte
	inside, aside := false, false
	for count := 0; count <= last; {
		token, err := e.next()
		switch {
		case errors.Is(err, io.EOF):
			return damaged(errors.New("a cell names a text that is not there"))
		case errors.Is(err, errTooLong):
			return unpacksTooLarge()
		case err != nil:
			return damaged(err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			inside, aside = t.Name.Local == "t", aside || t.Name.Local == "rPh"
		case xml.EndElement:
			inside = false
			if t.Name.Local == "rPh" {
				aside = false
			}
			if e.depth == 1 && t.Name.Local == "si" {
				if key := strconv.Itoa(count); len(text) > 0 {
					if _, wanted := into[key]; wanted {
						into[key] = string(text)
					}
				}
				count++
				text = text[:0]
				e.release()
			}
		case xml.CharData:
			if inside && !aside {
				text = append(text, t...)
			}
		}
	}
	return nil
}

var escapedRune = regexp.MustCompile(`_x[0-9A-Fa-f]{4}_`)

// unescapeXML decodes Excel's escapes for characters that XML doesn't allow: _x000D_.
func unescapeXML(text string) string {
	return escapedRune.ReplaceAllStringFunc(text, func(escape string) string {
		n, err := strconv.ParseUint(escape[2:6], 16, 16)
		if err != nil {
			return escape
		}
		return string(rune(n))
	})
}
