package sheet

import (
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"

	"golang.org/x/net/html"

	"lectern/internal/kernel/fault"
)

// maxMarkup limits one tag or one run of text in an HTML file.
const maxMarkup = 256 << 10

// htmlStarts are the ways an HTML file may begin. Registrars' systems name such files .xls.
func htmlStarts() []string {
	return []string{
		"<html", "<!doctype html", "<table", "<head", "<meta", "<style", "<body",
		"<div", "<center", "<tbody", "<tr",
	}
}

// An htmlReader reads the rows of all tables in an HTML file, one after the other.
type htmlReader struct {
	in     *html.Tokenizer
	about  int // lines of the file
	line   int // rows begun
	row    []string
	spans  mergedCells
	cell   []byte
	inRow  bool
	inCell bool
	skip   string // the element whose text is ignored
	merged []merge
	wide   int
}

func openHTML(file File, size int64) (Reader, error) {
	text, lines, _, err := decodeText(file, size)
	if err != nil {
		return nil, err
	}
	in := html.NewTokenizer(text)
	in.SetMaxBuf(maxMarkup)
	return &htmlReader{in: in, about: lines, spans: mergedCells{}}, nil
}

func (h *htmlReader) Name() string   { return "" }
func (h *htmlReader) Rows() int      { return h.about }
func (h *htmlReader) Date1904() bool { return false }
func (h *htmlReader) Close() error   { return nil }

// Next reads to the end of a row.
func (h *htmlReader) Next() (Row, error) {
	for {
		kind := h.in.Next()
		if kind == html.ErrorToken {
			return h.ended()
		}
		row, err := h.token(kind)
		if err != nil || row.Line > 0 {
			return row, err
		}
	}
}

// ended returns a row that wasn't closed, and then io.EOF.
func (h *htmlReader) ended() (Row, error) {
	switch err := h.in.Err(); {
	case errors.Is(err, html.ErrBufferExceeded):
		return Row{}, cellTooLong(h.line)
	case !errors.Is(err, io.EOF):
		return Row{}, err
	}
	if row, err := h.endRow(); err != nil || row.Line > 0 {
		return row, err
	}
	return Row{}, io.EOF
}

// token processes one token, and returns a row when it is complete.
func (h *htmlReader) token(kind html.TokenType) (Row, error) {
	switch kind {
	case html.TextToken:
		if h.inCell && h.skip == "" {
			h.cell = append(h.cell, h.in.Text()...)
			if len(h.cell) > maxCell {
				return Row{}, cellTooLong(h.line)
			}
		}
	case html.StartTagToken, html.SelfClosingTagToken:
		name, more := h.in.TagName()
		return h.open(string(name), more, kind == html.SelfClosingTagToken)
	case html.EndTagToken:
		name, _ := h.in.TagName()
		switch string(name) {
		case h.skip:
			h.skip = ""
		case "td", "th":
			return Row{}, h.endCell()
		case "tr", "table":
			return h.endRow()
		}
	default:
	}
	return Row{}, nil
}

func (h *htmlReader) open(name string, attributes, closed bool) (Row, error) {
	switch name {
	case "script", "style", "title":
		if !closed {
			h.skip = name
		}
	case "tr":
		row, err := h.endRow()
		h.inRow = true
		h.line++
		if h.line > maxRows {
			return Row{}, tooManyRows()
		}
		return row, err
	case "td", "th":
		if err := h.endCell(); err != nil {
			return Row{}, err
		}
		if !h.inRow {
			h.inRow = true
			h.line++
		}
		h.inCell = true
		h.place(attributes)
		if closed {
			return Row{}, h.endCell()
		}
	case "br", "p", "div":
		if h.inCell && len(h.cell) > 0 {
			h.cell = append(h.cell, '\n')
		}
	}
	return Row{}, nil
}

// place finds the column of a cell: the next one not covered by a rowspan.
func (h *htmlReader) place(attributes bool) {
	for {
		m, taken := h.spans[len(h.row)]
		if !taken || len(h.row) > maxColumns {
			break
		}
		h.row = append(h.row, m.text)
	}
	across, down := 1, 1
	for attributes {
		var key, value []byte
		key, value, attributes = h.in.TagAttr()
		n, err := strconv.Atoi(strings.TrimSpace(string(value)))
		if err != nil || n < 1 {
			continue
		}
		switch string(key) {
		case "colspan":
			across = min(n, maxColumns+1)
		case "rowspan":
			down = min(n, maxRows)
		}
	}
	h.wide = across
	if down > 1 {
		h.merged = append(h.merged, merge{column: len(h.row), last: h.line + down - 1})
	}
}

// endCell adds a cell, followed by empty ones for its colspan.
func (h *htmlReader) endCell() error {
	if !h.inCell {
		return nil
	}
	h.inCell = false
	text := strings.TrimSpace(string(h.cell))
	h.row = append(h.row, strings.ReplaceAll(text, "\u00a0", " "))
	for range h.wide - 1 {
		h.row = append(h.row, "")
	}
	h.cell = h.cell[:0]
	if len(h.row) > maxColumns {
		return tooManyColumns(h.line)
	}
	return nil
}

func (h *htmlReader) endRow() (Row, error) {
	if err := h.endCell(); err != nil || !h.inRow {
		return Row{}, err
	}
	h.inRow = false
	cells := h.spans.fill(h.line, h.row, h.merged)
	h.row, h.merged = nil, nil
	for len(cells) > 0 && cells[len(cells)-1] == "" {
		cells = cells[:len(cells)-1]
	}
	if len(cells) == 0 {
		return Row{}, nil
	}
	return Row{Line: h.line, Cells: cells}, nil
}

// textFormatOf detects the format of a text file by its beginning. It fails with roster.excel_xml for the XML of Excel
// 2003 and for web archives.
func textFormatOf(head []byte) (Format, error) {
	text := strings.ToLower(string(bytes.TrimLeft(bytes.TrimPrefix(head, []byte(byteOrderMark)), " \t\r\n")))
	if strings.HasPrefix(text, "<?xml") {
		if strings.Contains(text, "urn:schemas-microsoft-com:office:spreadsheet") ||
			strings.Contains(text, `progid="excel.sheet"`) {
			return "", fault.New(fault.Invalid, "roster.excel_xml")
		}
		_, text, _ = strings.Cut(text, "?>")
		text = strings.TrimSpace(text)
	}
	if strings.HasPrefix(text, "mime-version:") {
		return "", fault.New(fault.Invalid, "roster.excel_xml")
	}
	for strings.HasPrefix(text, "<!--") {
		_, text, _ = strings.Cut(text, "-->")
		text = strings.TrimSpace(text)
	}
	for _, start := range otherFiles() {
		if bytes.HasPrefix(head, []byte(start)) {
			return "", damaged(nil)
		}
	}
	for _, start := range htmlStarts() {
		if strings.HasPrefix(text, start) {
			return HTML, nil
		}
	}
	return CSV, nil
}

// otherFiles are the first bytes of pictures and documents, regardless of their name.
func otherFiles() []string {
	return []string{"\x89PNG", "\xff\xd8\xff", "GIF8", "%PDF-", "Rar!", "7z\xbc\xaf"}
}

// encrypted is the name of the content in a workbook with a password.
var encrypted = []byte("E\x00n\x00c\x00r\x00y\x00p\x00t\x00e\x00d\x00P\x00a\x00c\x00k\x00a\x00g\x00e\x00")

// hasPassword reports whether a compound file is a password-protected workbook, as opposed to an old one.
func hasPassword(file File, size int64) bool {
	in := io.NewSectionReader(file, 0, size)
	buffer, carried := make([]byte, 64<<10), 0
	for {
		n, err := in.Read(buffer[carried:])
		if bytes.Contains(buffer[:carried+n], encrypted) {
			return true
		}
		if err != nil {
			return false
		}
		keep := min(len(encrypted), carried+n)
		copy(buffer, buffer[carried+n-keep:carried+n])
		carried = keep
	}
}
