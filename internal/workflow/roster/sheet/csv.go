package sheet

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"

	"lectern/internal/kernel/fault"
)

// A csvReader reads the CSV that Excel, WPS and others write: three delimiters, optional quotes, any line ending.
// encoding/csv won't do, because an unclosed quote would read the whole file into memory.
type csvReader struct {
	in        *bufio.Reader
	delimiter byte
	line      int // of the next byte
	begin     int // line on which the record began
	count     int // rows returned
	about     int // lines of the file
	cell      []byte
}

func openCSV(file File, size int64) (Reader, error) {
	text, lines, _, err := decodeText(file, size)
	if err != nil {
		return nil, err
	}
	in := bufio.NewReaderSize(text, 64<<10)
	head, err := in.Peek(32 << 10)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
		return nil, err
	}
	return &csvReader{in: in, delimiter: findDelimiter(head), line: 1, about: lines}, nil
}

// decodeText detects the encoding: by the byte order mark, else UTF-8 if the whole file is valid, else GBK (as its
// superset GB 18030). It also counts lines, because it reads the whole file anyway.
func decodeText(file File, size int64) (text io.Reader, lines int, encoding string, err error) {
	all := io.NewSectionReader(file, 0, size)
	var mark [3]byte
	n, err := io.ReadFull(all, mark[:])
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, 0, "", err
	}
	whole := io.NewSectionReader(file, 0, size)
	switch head := mark[:n]; {
	case bytes.HasPrefix(head, []byte("\xff\xfe")):
		return transform.NewReader(whole, unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewDecoder()), 0, "UTF-16", nil
	case bytes.HasPrefix(head, []byte("\xfe\xff")):
		return transform.NewReader(whole, unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder()), 0, "UTF-16", nil
	case bytes.HasPrefix(head, []byte("\xef\xbb\xbf")):
		if _, err := whole.Seek(3, io.SeekStart); err != nil {
			return nil, 0, "", err
		}
	}
	start, err := whole.Seek(0, io.SeekCurrent)
	if err != nil {
		return nil, 0, "", err
	}
	lines, isUTF8, err := scanText(whole)
	if err != nil {
		return nil, 0, "", err
	}
	rest := io.NewSectionReader(file, start, size-start)
	if isUTF8 {
		return rest, lines, "UTF-8", nil
	}
	if start > 0 { // marked as UTF-8 but isn't
		return nil, 0, "", fault.New(fault.Invalid, "roster.encoding")
	}
	return transform.NewReader(rest, simplifiedchinese.GB18030.NewDecoder()), lines, "GBK", nil
}

// scanText reads to the end. It rejects NUL bytes: the file is a picture, a PDF or UTF-16 without a mark.
func scanText(in io.Reader) (lines int, isUTF8 bool, err error) {
	isUTF8 = true
	buffer, carried := make([]byte, 64<<10), 0
	for {
		n, err := in.Read(buffer[carried:])
		chunk := buffer[:carried+n]
		lines += bytes.Count(chunk[carried:], []byte{'\n'})
		if bytes.IndexByte(chunk[carried:], 0) >= 0 {
			return 0, false, fault.New(fault.Invalid, "roster.encoding")
		}
		carried = 0
		if isUTF8 {
			if half := unfinished(chunk); err == nil && half > 0 {
				carried, chunk = half, chunk[:len(chunk)-half]
			}
			isUTF8 = utf8.Valid(chunk)
			copy(buffer, buffer[len(chunk):len(chunk)+carried])
		}
		if errors.Is(err, io.EOF) {
			return lines + 1, isUTF8, nil
		}
		if err != nil {
			return 0, false, err
		}
	}
}

// unfinished returns how many bytes at the end are part of an incomplete character.
func unfinished(chunk []byte) int {
	for i := 1; i < utf8.UTFMax && i <= len(chunk); i++ {
		if c := chunk[len(chunk)-i]; utf8.RuneStart(c) {
			if c >= utf8.RuneSelf && !utf8.FullRune(chunk[len(chunk)-i:]) {
				return i
			}
			return 0
		}
	}
	return 0
}

// findDelimiter picks the delimiter that is most frequent in one of the first lines, outside quotes.
func findDelimiter(head []byte) byte {
	best, most := byte(','), 0
	for range 20 {
		line := head
		if end := bytes.IndexAny(head, "\r\n"); end >= 0 {
			line, head = head[:end], bytes.TrimLeft(head[end:], "\r\n")
		} else {
			head = nil
		}
		for _, delimiter := range []byte(",;\t") {
			count, quoted := 0, false
			for _, c := range line {
				if c == '"' {
					quoted = !quoted
				} else if c == delimiter && !quoted {
					count++
				}
			}
			if count > most {
				best, most = delimiter, count
			}
		}
		if len(head) == 0 {
			break
		}
	}
	return best
}

func (r *csvReader) Name() string   { return "" }
func (r *csvReader) Rows() int      { return r.about }
func (r *csvReader) Date1904() bool { return false }
func (r *csvReader) Close() error   { return nil }

// Next reads one record. It skips blank lines.
func (r *csvReader) Next() (Row, error) {
	for {
		r.begin = r.line
		cells, err := r.record()
		if err != nil {
			return Row{}, err
		}
		if len(cells) == 1 && cells[0] == "" {
			continue
		}
		if r.count++; r.count > maxRows {
			return Row{}, tooManyRows()
		}
		return Row{Line: r.begin, Cells: cells}, nil
	}
}

func (r *csvReader) record() ([]string, error) {
	var cells []string
	for {
		end, err := r.field()
		if errors.Is(err, io.EOF) && len(cells) == 0 && len(r.cell) == 0 {
			return nil, io.EOF
		}
		ended := end || err != nil
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		cells = append(cells, string(r.cell))
		if len(cells) > maxColumns {
			return nil, tooManyColumns(r.begin)
		}
		if ended {
			return cells, nil // end of file ends a record; the next call returns io.EOF
		}
	}
}

// field reads one cell into r.cell, and reports whether it was the last of its record.
func (r *csvReader) field() (end bool, err error) {
	r.cell = r.cell[:0]
	quoted, first := false, true
	for {
		c, err := r.in.ReadByte()
		if err != nil {
			return true, err
		}
		switch {
		case c == '"' && first:
			quoted = true
		case c == '"' && quoted:
			if next, err := r.in.Peek(1); err == nil && next[0] == '"' {
				_, _ = r.in.Discard(1) // peeked
				r.cell = append(r.cell, '"')
			} else {
				quoted = false // text after the closing quote is part of the cell
			}
		case !quoted && c == r.delimiter:
			return false, nil
		case c == '\r' || c == '\n':
			r.skipLineEnd(c)
			if !quoted {
				return true, nil
			}
			r.cell = append(r.cell, '\n')
		default:
			r.cell = append(r.cell, c)
		}
		first = false
		if len(r.cell) > maxCell {
			return true, cellTooLong(r.begin)
		}
	}
}

func (r *csvReader) skipLineEnd(c byte) {
	r.line++
	if c == '\r' {
		if next, err := r.in.Peek(1); err == nil && next[0] == '\n' {
			_, _ = r.in.Discard(1) // peeked
		}
	}
}
