package roster

import (
	"archive/zip"
	"errors"
	"io"
	"strconv"

	"lectern/internal/fault"
)

// maxShared bounds the texts that cells share, because they are held in memory while the rows are read.
const maxShared = 96 << 20

// texts are the strings of a workbook that its cells name by number: one piece of memory for all of them.
type texts struct {
	all  []byte
	ends []int
}

func (t *texts) at(i int) (string, bool) {
	if i < 0 || i >= len(t.ends) {
		return "", false
	}
	from := 0
	if i > 0 {
		from = t.ends[i-1]
	}
	return string(t.all[from:t.ends[i]]), true
}

func readStrings(archive *zip.Reader, name string) (_ *texts, err error) {
	if name == "" {
		return &texts{}, nil
	}
	file, err := archive.Open(name)
	if err != nil {
		return nil, damaged(err)
	}
	defer file.Close()
	m, err := newMarkup(file)
	if err != nil {
		return nil, damaged(err)
	}
	out := &texts{}
	var run richText
	for {
		switch err := m.next(); {
		case errors.Is(err, io.EOF):
			return out, nil
		case err != nil:
			return nil, damaged(err)
		}
		run.tag(m)
		if m.name != "si" || !m.closes {
			continue
		}
		out.all = append(out.all, plain(run.text)...)
		out.ends = append(out.ends, len(out.all))
		run.text = run.text[:0]
		if len(out.all) > maxShared || len(out.ends) > maxShared/16 {
			return nil, fault.New(fault.TooLarge, "roster.bomb")
		}
	}
}

// A richText gathers the text of a string or of a cell from its runs, without the reading aids (rPh) of Japanese files.
type richText struct {
	text []byte
	aid  bool
}

func (r *richText) tag(m *markup) {
	switch m.name {
	case "rPh":
		r.aid = m.opens && !m.closes
	case "t":
		m.keep = 0
		if m.opens && !m.closes {
			m.keep = maxCell + 1
		} else if m.closes && !r.aid {
			r.text = append(r.text, m.text[:min(len(m.text), maxCell+1-min(len(r.text), maxCell+1))]...)
		}
	}
}

// A cellKind says where the text of a cell is.
type cellKind int

const (
	direct cellKind = iota // in its value: a number, a formula's result
	shared                 // among the workbook's texts, at the number that is its value
	inline                 // in the cell itself
)

// A sheet hands out the rows of one sheet.
type sheet struct {
	m     *markup
	words *texts
	line  int
	cells []string
	// The cell that is being read.
	column int
	kind   cellKind
	value  []byte
	run    richText
}

func newSheet(in io.Reader, words *texts) (*sheet, error) {
	m, err := newMarkup(in)
	return &sheet{m: m, words: words}, err
}

// next returns the next row that the file has, which may be empty, with its line. The cells are the caller's.
func (s *sheet) next() (int, []string, error) {
	for {
		switch err := s.m.next(); {
		case errors.Is(err, io.EOF):
			return 0, nil, io.EOF
		case err != nil:
			return 0, nil, damaged(err)
		}
		switch s.m.name {
		case "row":
			if s.m.opens {
				if err := s.beginRow(); err != nil {
					return 0, nil, err
				}
			}
			if s.m.closes {
				return s.line, s.cells, nil
			}
		case "c":
			if s.m.opens {
				s.beginCell()
			}
			if s.m.closes {
				if err := s.endCell(); err != nil {
					return 0, nil, err
				}
			}
		case "v":
			s.m.keep = 0
			if s.m.opens && !s.m.closes {
				s.m.keep = maxCell + 1
			} else if s.m.closes {
				s.value = append(s.value[:0], s.m.text...)
			}
		default:
			s.run.tag(s.m)
		}
	}
}

func (s *sheet) beginRow() error {
	line := s.line + 1
	if named, err := strconv.Atoi(string(s.m.attribute("r"))); err == nil {
		line = named
	}
	if line <= s.line {
		return damaged(errors.New("rows out of order"))
	}
	s.line, s.cells, s.column = line, make([]string, 0, len(s.cells)), -1
	return nil
}

func (s *sheet) beginCell() {
	s.column++
	if column, _, ok := cellPlace(string(s.m.attribute("r"))); ok {
		s.column = column
	}
	switch string(s.m.attribute("t")) {
	case "s":
		s.kind = shared
	case "inlineStr":
		s.kind = inline
	default:
		s.kind = direct
	}
	s.value, s.run.text = s.value[:0], s.run.text[:0]
}

func (s *sheet) endCell() error {
	var text string
	switch s.kind {
	case shared:
		if len(s.value) == 0 {
			return nil
		}
		i, err := strconv.Atoi(string(s.value))
		known := false
		if text, known = s.words.at(i); err != nil || !known {
			return damaged(errors.New("a cell names a text that is not there"))
		}
	case inline:
		text = plain(s.run.text)
	default:
		text = plain(s.value)
	}
	switch {
	case text == "":
		return nil
	case s.column >= maxColumns:
		return tooManyColumns(s.line)
	case len(text) > maxCell:
		return cellTooLong(s.line)
	}
	for len(s.cells) < s.column {
		s.cells = append(s.cells, "")
	}
	if len(s.cells) > s.column {
		s.cells[s.column] = text
	} else {
		s.cells = append(s.cells, text)
	}
	return nil
}
