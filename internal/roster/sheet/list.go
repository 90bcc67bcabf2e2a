package sheet

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// An Info says what is known of a sheet before it is read.
type Info struct {
	Name   string // empty for a file without sheets, as CSV
	Rows   int    // about how many
	Hidden bool
}

// Sheets lists the sheets of a file, hidden ones too, in their order. Errors are those of Open.
func Sheets(file File) ([]Info, error) {
	format, size, err := formatOf(file)
	if err != nil {
		return nil, err
	}
	if format != XLSX {
		in, err := openCSV(file, size)
		if err != nil {
			return nil, err
		}
		return []Info{{Rows: in.Rows()}}, in.Close()
	}
	book, err := bookOf(file, size)
	if err != nil {
		return nil, err
	}
	out := make([]Info, 0, len(book.sheets))
	for _, part := range book.sheets {
		rows := 0
		err := inspect(part.entry, func(in io.Reader) (err error) { rows, err = countRows(in); return err })
		if err != nil {
			return nil, damaged(err)
		}
		out = append(out, Info{Name: part.name, Rows: rows, Hidden: part.hidden})
	}
	return out, nil
}

// countRows counts the elements of rows without reading them as XML, which takes seconds for a large sheet.
func countRows(in io.Reader) (count int, err error) {
	buffered := bufio.NewReaderSize(in, 64<<10)
	for {
		element, err := buffered.ReadSlice('<') // what stands before the next element
		if bytes.HasPrefix(element, []byte("row ")) || bytes.HasPrefix(element, []byte("row>")) || bytes.HasPrefix(element, []byte("row/")) ||
			bytes.HasPrefix(element, []byte("x:row ")) {
			count++
		}
		switch {
		case errors.Is(err, io.EOF):
			return count, nil
		case err != nil && !errors.Is(err, bufio.ErrBufferFull):
			return 0, err
		}
	}
}

// OpenHead opens a sheet as OpenSheet does, and ends after so many rows.
func OpenHead(file File, name string, rows int) (Reader, error) {
	in, err := OpenSheet(file, name)
	if err != nil {
		return nil, err
	}
	return &headReader{in, rows}, nil
}

type headReader struct {
	Reader
	left int
}

func (h *headReader) Next() (Row, error) {
	if h.left--; h.left < 0 {
		return Row{}, io.EOF
	}
	return h.Reader.Next()
}

// Describe tells the format of a file, and the encoding of one that is text.
func Describe(file File) (format Format, encoding string, err error) {
	format, size, err := formatOf(file)
	if err != nil || format != CSV {
		return format, "", err
	}
	_, _, encoding, err = decodeText(file, size)
	return format, encoding, err
}
