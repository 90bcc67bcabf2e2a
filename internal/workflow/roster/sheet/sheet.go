// Package sheet reads the rows of CSV, XLSX and HTML spreadsheets, and writes sheets of text cells. It knows nothing
// about what cells mean, and reads any file in bounded memory: larger files are rejected. Start at Open and NewCSV.
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

// Limits of a spreadsheet. A college of 200,000 students fits; a file made to exhaust the server doesn't.
const (
	maxFile    = 128 << 20 // bytes as uploaded
	maxUnzip   = 768 << 20 // bytes of an unpacked XLSX file
	maxEntries = 4096      // files in an XLSX file
	maxRows    = 1_000_000
	maxColumns = 256
	maxCell    = 4096 // bytes
)

// A File is a spreadsheet, such as an *os.File.
type File interface {
	io.ReaderAt
	Stat() (os.FileInfo, error)
}

// A Row is one row of a sheet. Blank rows are skipped.
type Row struct {
	Line   int      // in the file, from 1
	Cells  []string // without trailing empty cells: use Cell
	Hidden bool     // by a filter or by hand
	Dates  []int    // columns with a number displayed as a date
	Sheet  string   // name, if several sheets are read as one; otherwise empty
}

// Lines is more than any sheet has. If several sheets are read as one, the second sheet's lines are offset by Lines,
// the third's by twice that.
const Lines = 2_000_000

// Place returns the row's location for people: its line, after the sheet's name if several are read, as in 会计2602!5.
func (r Row) Place() string {
	if r.Sheet == "" {
		return strconv.Itoa(r.Line)
	}
	return r.Sheet + "!" + strconv.Itoa(r.Line%Lines)
}

// Cell returns the text of a column, from 0, as stored: numbers in full, dates and times in XLSX files as serial
// numbers.
func (r Row) Cell(column int) string {
	if column >= len(r.Cells) {
		return ""
	}
	return r.Cells[column]
}

// A Reader reads the rows of one sheet, in any format.
type Reader interface {
	// Name returns the sheet's name, or "" if the file has no sheets, such as CSV.
	Name() string
	// Next returns the next row, or io.EOF after the last.
	Next() (Row, error)
	// Rows estimates the number of rows, for a progress bar.
	Rows() int
	// Date1904 reports whether serial dates count from 1904, as in workbooks of old Macs, instead of 1900.
	Date1904() bool
	Close() error
}

// Open opens the first visible sheet that has a value. It detects the format from the content, because the file's name
// may be wrong. The reader must be closed before the file. It fails with roster.empty, roster.too_large,
// roster.too_many_rows, roster.too_many_columns, roster.cell_too_long, roster.encoding, roster.old_excel,
// roster.password, roster.excel_xml, roster.damaged, roster.bomb or roster.formula; errors in rows come from Next.
func Open(file File) (Reader, error) { return OpenSheet(file, "") }

// OpenSheet opens a sheet by name, hidden or not. It fails with roster.no_sheet.
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

// A Format is the file format of a spreadsheet.
type Format string

// The supported formats.
const (
	XLSX Format = "XLSX"
	CSV  Format = "CSV"
	HTML Format = "HTML" // tables in a file named .xls
)

// formatOf returns the format and size of a file, and rejects one that is too large.
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
	case bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")): // or an XLSX file with a password
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

// CellName returns a cell's name in a spreadsheet: A2 is the first of the second line.
func CellName(column, line int) string {
	name, err := excelize.CoordinatesToCellName(column+1, line)
	if err != nil { // outside the limits of a spreadsheet
		return strconv.Itoa(line)
	}
	return name
}
