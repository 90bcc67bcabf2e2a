package sheet

import (
	"archive/zip"
	"bytes"
	"io"
	"strconv"

	"lectern/internal/kernel/fault"
)

// An Info describes a sheet before it is read.
type Info struct {
	Name   string // empty for a file without sheets, such as CSV
	Rows   int    // estimated
	Hidden bool
}

// Sheets lists the sheets of a file in order, including hidden ones. It fails like Open.
func Sheets(file File) ([]Info, error) {
	format, size, err := formatOf(file)
	if err != nil {
		return nil, err
	}
	if format != XLSX {
		in, err := OpenSheet(file, "")
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
			return nil, err
		}
		out = append(out, Info{Name: part.name, Rows: rows, Hidden: part.hidden})
	}
	return out, nil
}

// Names lists the sheets like Sheets, without counting their rows.
func Names(file File) ([]Info, error) {
	format, size, err := formatOf(file)
	if err != nil {
		return nil, err
	}
	if format != XLSX {
		return []Info{{}}, nil
	}
	book, err := bookOf(file, size)
	if err != nil {
		return nil, err
	}
	out := make([]Info, 0, len(book.sheets))
	for _, part := range book.sheets {
		out = append(out, Info{Name: part.name, Hidden: part.hidden})
	}
	return out, nil
}

// countRows counts row elements without parsing XML, which takes seconds for a large sheet.
func countRows(in io.Reader) (count int, err error) {
	err = eachElement(in, func(element []byte) error {
		for _, start := range []string{"row ", "row>", "row/", "x:row "} {
			if bytes.HasPrefix(element, []byte(start)) {
				count++
			}
		}
		return nil
	})
	return count, err
}

// Describe returns the format of a file, and the encoding of a text file.
func Describe(file File) (format Format, encoding string, err error) {
	format, size, err := formatOf(file)
	if err != nil || format == XLSX {
		return format, "", err
	}
	_, _, encoding, err = decodeText(file, size)
	return format, encoding, err
}

// Archive opens a ZIP file that isn't a workbook, with the same limits. It fails with roster.too_large, roster.damaged
// or roster.bomb.
func Archive(file File) (*zip.Reader, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > maxFile {
		return nil, fault.New(fault.TooLarge, "roster.too_large", "limit", strconv.Itoa(maxFile>>20))
	}
	archive, err := zip.NewReader(file, info.Size())
	if err != nil {
		return nil, damaged(err)
	}
	return archive, checkArchive(archive)
}
