package roster

import (
	"bytes"
	"errors"
	"io"
	"strconv"

	"lectern/internal/fault"
)

// What a spreadsheet may be at most. A college of 200 000 students fits in; a file made to exhaust the server does not.
const (
	maxFile    = 128 << 20 // bytes as sent
	maxUnzip   = 768 << 20 // bytes of an XLSX file unpacked
	maxRows    = 1_000_000
	maxColumns = 256
	maxCell    = 4096 // bytes
	maxEntries = 4096 // files in an XLSX file
)

// A table hands out a spreadsheet's rows one by one.
type table interface {
	// next returns a row and its line in the file, or io.EOF. Trailing empty cells may be missing.
	next() (line int, cells []string, err error)
	// rows is about how many rows there are, for a progress bar.
	rows() int
	// from1904 tells whether days are counted from 1904, as old Macs did.
	from1904() bool
	close() error
}

// openTable finds out what a file is by its first bytes: its name may lie.
func openTable(file File) (table, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	size := info.Size()
	if size > maxFile {
		return nil, tooLarge()
	}
	head := make([]byte, 8)
	n, err := file.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	head = head[:n]
	switch {
	case size == 0:
		return nil, fault.New(fault.Invalid, "roster.empty")
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return openXLSX(file, size)
	case bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")): // also an XLSX file with a password
		return nil, fault.New(fault.Invalid, "roster.old_excel")
	}
	return openCSV(file, size)
}

func tooLarge() error {
	return fault.New(fault.TooLarge, "roster.too_large", "limit", strconv.Itoa(maxFile>>20))
}

func tooManyColumns(line int) error {
	return fault.New(fault.TooLarge, "roster.too_many_columns", "line", strconv.Itoa(line), "limit", strconv.Itoa(maxColumns))
}

func tooManyRows() error {
	return fault.New(fault.TooLarge, "roster.too_many_rows", "limit", strconv.Itoa(maxRows))
}

func cellTooLong(line int) error {
	return fault.New(fault.TooLarge, "roster.cell_too_long", "line", strconv.Itoa(line), "limit", strconv.Itoa(maxCell))
}

func damaged(cause error) error {
	return fault.New(fault.Invalid, "roster.damaged").Because(cause)
}
