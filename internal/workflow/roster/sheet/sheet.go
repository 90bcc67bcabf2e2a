// Package sheet reads the rows of spreadsheets, CSV, XLSX and HTML alike, and writes sheets of text cells. It knows
// nothing of what the cells mean, and reads any file in bounded memory: what is larger than the limits below is
// refused. Start at Open and NewCSV.
package sheet

import (
	"bytes"
	"errors"
	"io"
	"os"
	"strconv"

	"github.com/xuri/excelize/v2"

	"lectern/internal/kernel/fault"
)

// The largest spreadsheet that is read. A college of 200 000 students fits in; a file made to exhaust the
// server does not.
const (
	maxFile    = 128 << 20 // bytes as sent
	maxUnzip   = 768 << 20 // bytes of an XLSX file unpacked
	maxEntries = 4096      // files in an XLSX file
	maxRows    = 1_000_000
	maxColumns = 256
	maxCell    = 4096 // bytes
)

// A File is a spreadsheet. An *os.File is one.
type File interface {
	io.ReaderAt
	Stat() (os.FileInfo, error)
}

// A Row is one row of a sheet. Blank lines are not handed out.
type Row struct {
	Line   int      // in the file, from 1
	Cells  []string // empty cells at the end may be missing; Cell hides that
	Hidden bool     // by a filter or by hand
	Dates  []int    // columns whose number is shown as a day
	Sheet  string   // its name where several sheets are read as one; empty otherwise
}

// Lines is more than a sheet can have. Where several sheets are read as one, the lines of the second are counted from
// here on, those of the third from twice as many.
const Lines = 2_000_000

// Place is where people find the row: its line, behind the name of its sheet where several are read, as in 会计2602!5.
func (r Row) Place() string {
	if r.Sheet == "" {
		return strconv.Itoa(r.Line)
	}
	return r.Sheet + "!" + strconv.Itoa(r.Line%Lines)
}

// Cell returns the text of a column, counted from 0, as the file stores it: a number in full, and a date or time of an
// XLSX file as its serial number.
func (r Row) Cell(column int) string {
	if column >= len(r.Cells) {
		return ""
	}
	return r.Cells[column]
}

// A Reader hands out the rows of one sheet, whatever the format of its file.
type Reader interface {
	// Name is that of the sheet; empty when the file has no sheets, as CSV.
	Name() string
	// Next returns the next row, or io.EOF after the last.
	Next() (Row, error)
	// Rows is about how many rows there are, for a progress bar.
	Rows() int
	// Date1904 tells whether serial dates count from 1904, as in workbooks of old Macs, and not from 1900.
	Date1904() bool
	Close() error
}

// Open opens the first sheet that holds anything and is not hidden. It finds the format by the first bytes of a file,
// because its name may be wrong. The reader must be closed before the file. Errors: roster.empty, roster.too_large,
// roster.too_many_rows, roster.too_many_columns, roster.cell_too_long, roster.encoding, roster.old_excel,
// roster.password, roster.excel_xml, roster.damaged, roster.bomb, roster.formula; those about one row come from Next.
func Open(file File) (Reader, error) { return OpenSheet(file, "") }

// OpenSheet opens the sheet of a name, hidden or not: roster.no_sheet.
func OpenSheet(file File, name string) (Reader, error) {
	format, size, err := formatOf(file)
	if err != nil {
		return nil, err
	}
	if format == XLSX {
		return openXLSX(file, size, name)
	}
	if name != "" {
		return nil, noSheet(name)
	}
	if format == HTML {
		return openHTML(file, size)
	}
	return openCSV(file, size)
}

// A Format is what kind of file a spreadsheet is.
type Format string

// The formats that are read.
const (
	XLSX Format = "XLSX"
	CSV  Format = "CSV"
	HTML Format = "HTML" // a table that calls itself .xls
)

// formatOf tells the format and the size of a file that is not too large.
func formatOf(file File) (Format, int64, error) {
	info, err := file.Stat()
	if err != nil {
		return "", 0, err
	}
	size := info.Size()
	if size > maxFile {
		return "", 0, fault.New(fault.TooLarge, "roster.too_large", "limit", strconv.Itoa(maxFile>>20))
	}
	head := make([]byte, 1024)
	n, err := file.ReadAt(head, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return "", 0, err
	}
	head = head[:n]
	switch {
	case size == 0:
		return "", 0, fault.New(fault.Invalid, "roster.empty")
	case bytes.HasPrefix(head, []byte("PK\x03\x04")):
		return XLSX, size, nil
	case bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")): // also an XLSX file with a password
		if hasPassword(file, size) {
			return "", 0, fault.New(fault.Invalid, "roster.password")
		}
		return "", 0, oldExcel()
	}
	format, err := textFormatOf(head)
	return format, size, err
}

func noSheet(name string) error { return fault.New(fault.NotFound, "roster.no_sheet", "sheet", name) }

func oldExcel() error { return fault.New(fault.Invalid, "roster.old_excel") }

func tooManyColumns(line int) error {
	return fault.New(fault.TooLarge, "roster.too_many_columns", "line", strconv.Itoa(line),
		"limit", strconv.Itoa(maxColumns))
}

func tooManyRows() error {
	return fault.New(fault.TooLarge, "roster.too_many_rows", "limit", strconv.Itoa(maxRows))
}

func cellTooLong(line int) error {
	return fault.New(fault.TooLarge, "roster.cell_too_long", "line", strconv.Itoa(line), "limit", strconv.Itoa(maxCell))
}

func unpacksTooLarge() error { return fault.New(fault.TooLarge, "roster.bomb") }

func damaged(cause error) error {
	return fault.New(fault.Invalid, "roster.damaged").Because(cause)
}

// CellName is what a spreadsheet calls a cell: A2 is the first of the second line.
func CellName(column, line int) string {
	name, err := excelize.CoordinatesToCellName(column+1, line)
	if err != nil { // beyond what a spreadsheet may have
		return strconv.Itoa(line)
	}
	return name
}
