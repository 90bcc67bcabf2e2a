package sheet

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"
)

// When excelize streams rows, it silently stops at damaged XML, mixes up cells that are out of order, replaces a
// missing string by its number, and reports neither merged cells nor formulas without a result. So each sheet is
// inspected before it is read.

const (
	maxTexts   = 4_000_000 // shared strings: excelize indexes them in memory
	maxElement = 256 << 10 // bytes of a cell or shared string; Excel allows 32 767 characters
	maxDepth   = 64
	maxMerges  = 100_000
)

var errTooLong = errors.New("an element is too long")

// An inspection is what is known about a sheet before its rows are read.
type inspection struct {
	rows     int
	filled   bool            // some cell has a value
	merges   map[int][]merge // by first line; vertical ones only
	formulas map[int]string  // by line: a cell whose formula has no stored value
	hidden   map[int]bool    // by line
	formats  formats
}

type merge struct {
	column int // from 0
	last   int // line
}

// elements walks through XML in bounded memory: at most maxElement bytes between two calls of release.
type elements struct {
	*xml.Decoder
	in    io.Reader
	left  int
	depth int
}

func newElements(in io.Reader) *elements {
	e := &elements{in: in, left: maxElement}
	e.Decoder = xml.NewDecoder(e)
	return e
}

func (e *elements) release() { e.left = maxElement }

func (e *elements) Read(p []byte) (int, error) {
	if e.left <= 0 {
		return 0, errTooLong
	}
	n, err := e.in.Read(p[:min(len(p), e.left)])
	e.left -= n
	return n, err
}

// next returns the next token, and io.EOF only if the document is complete.
func (e *elements) next() (xml.Token, error) {
	token, err := e.Token()
	switch token.(type) {
	case xml.StartElement:
		if e.depth++; e.depth > maxDepth {
			return nil, errors.New("elements are nested too deeply")
		}
	case xml.EndElement:
		e.depth--
	}
	return token, err
}

func attribute(element xml.StartElement, name string) string {
	for _, a := range element.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// countTexts counts the shared strings.
func countTexts(in io.Reader) (int, error) {
	e := newElements(in)
	for count := 0; ; {
		token, err := e.next()
		switch {
		case errors.Is(err, io.EOF):
			return count, nil
		case errors.Is(err, errTooLong):
			return 0, unpacksTooLarge()
		case err != nil:
			return 0, damaged(err)
		}
		if end, ok := token.(xml.EndElement); ok && e.depth == 1 && end.Name.Local == "si" {
			if count++; count > maxTexts {
				return 0, unpacksTooLarge()
			}
			e.release()
		}
	}
}

// An inspector walks through the XML of a sheet.
type inspector struct {
	*elements
	found  *inspection
	texts  int
	styles map[string]numberFormat // the relevant ones
	runs   int
	merged int
	limit  int            // rows after which it stops; 0: none
	keep   func(headCell) // receives the cells with a value; may be nil
	root   bool           // the document is a worksheet
	line   int
	column int // from 1
	// The current cell.
	cell       bool
	kind       string
	style      string
	value      []byte
	inValue    bool
	aside      bool // in a phonetic guide, which isn't part of the text
	hasValue   bool
	hasFormula bool
}

// newInspector returns an inspector of a sheet, given the number of shared strings and the styles by number.
func newInspector(in io.Reader, texts int, styles map[string]numberFormat) *inspector {
	return &inspector{
		elements: newElements(in), texts: texts, styles: styles,
		found: &inspection{merges: map[int][]merge{}, formulas: map[int]string{}, hidden: map[int]bool{}, formats: formats{}},
	}
}

func (s *inspector) inspect() (*inspection, error) {
	for s.limit == 0 || s.found.rows <= s.limit {
		token, err := s.next()
		switch {
		case errors.Is(err, io.EOF) && s.root:
			return s.found, nil
		case errors.Is(err, errTooLong) && s.cell:
			return nil, cellTooLong(s.line)
		case err != nil:
			return nil, damaged(err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			err = s.start(t)
		case xml.EndElement:
			err = s.end(t.Name.Local)
		case xml.CharData:
			if s.inValue && !s.aside {
				s.value = append(s.value, t...)
			}
		}
		if err != nil {
			return nil, err
		}
		if !s.cell {
			s.release()
		}
	}
	return s.found, nil
}

func (s *inspector) start(element xml.StartElement) error {
	switch element.Name.Local {
	case "worksheet":
		s.root = true
	case "row":
		return s.startRow(attribute(element, "r"), attribute(element, "hidden"))
	case "c":
		return s.startCell(attribute(element, "r"), attribute(element, "t"), attribute(element, "s"))
	case "f":
		s.hasFormula = true
	case "v", "is":
		s.inValue, s.hasValue = true, true // the result of a formula may be an empty string
	case "rPh":
		s.aside = true
	case "mergeCell":
		return s.merge(attribute(element, "ref"))
	}
	return nil
}

func (s *inspector) end(name string) error {
	switch name {
	case "c":
		s.cell = false
		return s.endCell()
	case "v", "is":
		s.inValue = false
	case "rPh":
		s.aside = false
	}
	return nil
}

func (s *inspector) startRow(named, hidden string) error {
	line := s.line + 1
	if n, err := strconv.Atoi(named); err == nil && n != 0 {
		line = n
	}
	if line <= s.line {
		return damaged(errors.New("rows are out of order"))
	}
	if s.found.rows++; s.found.rows > maxRows || line > excelize.TotalRows {
		return tooManyRows()
	}
	s.line, s.column = line, 0
	if hidden == "1" || hidden == "true" {
		s.found.hidden[line] = true
	}
	return nil
}

func (s *inspector) startCell(named, kind, style string) error {
	column := s.column + 1
	if named != "" {
		var err error
		if column, _, err = excelize.CellNameToCoordinates(named); err != nil {
			return damaged(err)
		}
	}
	if column <= s.column {
		return damaged(errors.New("cells are out of order"))
	}
	if column > excelize.MaxColumns { // merely coloured cells may be far to the right
		return tooManyColumns(s.line)
	}
	s.cell, s.kind, s.style, s.column = true, kind, style, column
	s.value, s.hasValue, s.hasFormula = s.value[:0], false, false
	return nil
}

func (s *inspector) endCell() error {
	if s.hasFormula && !s.hasValue && s.found.formulas[s.line] == "" {
		name, err := excelize.CoordinatesToCellName(s.column, s.line)
		if err != nil {
			return damaged(err)
		}
		s.found.formulas[s.line] = name
	}
	value := strings.TrimSpace(string(s.value))
	if value == "" {
		return nil
	}
	s.found.filled = true
	if s.column > maxColumns {
		return tooManyColumns(s.line)
	}
	if s.kind == "s" {
		if n, err := strconv.Atoi(value); err != nil || n < 0 || n >= s.texts {
			return damaged(errors.New("a cell names a text that is not there"))
		}
	}
	if len(s.styles) > 0 {
		if err := s.noteFormat(); err != nil {
			return err
		}
	}
	if s.keep != nil {
		s.keep(headCell{s.line, s.column - 1, s.kind == "s", string(s.value)})
	}
	return nil
}

func (s *inspector) merge(ref string) error {
	first, last, _ := strings.Cut(ref, ":")
	column, from, err1 := excelize.CellNameToCoordinates(first)
	end, to, err2 := excelize.CellNameToCoordinates(last)
	if err1 != nil || err2 != nil || column != end || to <= from {
		return nil //nolint:nilerr // malformed or not vertical: ignored
	}
	if s.merged++; s.merged > maxMerges {
		return tooManyRows()
	}
	s.found.merges[from] = append(s.found.merges[from], merge{column: column - 1, last: to})
	return nil
}
