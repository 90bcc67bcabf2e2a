package sheet

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/xuri/excelize/v2"

	"lectern/internal/kernel/fault"
)

// inMemory is the largest part that excelize keeps in memory; larger ones go to a temporary file.
const inMemory = 4 << 20

// An xlsxReader reads one sheet of a workbook.
type xlsxReader struct {
	name     string
	folder   string // of temporary files
	book     *excelize.File
	rows     *excelize.Rows
	found    *inspection
	line     int
	merged   mergedCells
	date1904 bool
}

// mergedCells maps columns to the merged cells that reach the current line.
type mergedCells map[int]mergedValue

type mergedValue struct {
	last int // line
	text string
}

// bookOf opens a workbook, and rejects one that unpacks to too much.
func bookOf(file File, size int64) (*workbook, error) {
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return nil, damaged(err)
	}
	if err := checkArchive(archive); err != nil {
		return nil, err
	}
	return readWorkbook(archive)
}

func openXLSX(file File, size int64, name string) (Reader, error) {
	book, err := bookOf(file, size)
	if err != nil {
		return nil, err
	}
	part, found, err := book.find(name)
	if err != nil {
		return nil, err
	}
	x := &xlsxReader{name: part.name, found: found, merged: mergedCells{}, date1904: book.date1904}
	if err := x.open(part.entry, book.texts); err != nil {
		return nil, errors.Join(err, x.Close())
	}
	return x, nil
}

func (x *xlsxReader) open(sheet, texts *zip.File) (err error) {
	if x.folder, err = os.MkdirTemp("", "lectern-sheet-"); err != nil {
		return err
	}
	name := filepath.Join(x.folder, "sheet.xlsx")
	if err := copySheet(name, sheet, texts); err != nil {
		return fmt.Errorf("copy a sheet: %w", err)
	}
	// Raw values, because a formatted phone number or date couldn't be parsed.
	x.book, err = excelize.OpenFile(name,
		excelize.Options{RawCellValue: true, UnzipSizeLimit: maxUnzip, UnzipXMLSizeLimit: inMemory, TmpDir: x.folder})
	if err != nil {
		return damaged(err)
	}
	if x.rows, err = x.book.Rows("Sheet1"); err != nil {
		return damaged(err)
	}
	return nil
}

func (x *xlsxReader) Name() string   { return x.name }
func (x *xlsxReader) Rows() int      { return x.found.rows }
func (x *xlsxReader) Date1904() bool { return x.date1904 }

func (x *xlsxReader) Close() error {
	var errs []error
	if x.rows != nil {
		errs = append(errs, x.rows.Close())
	}
	if x.book != nil {
		errs = append(errs, x.book.Close())
	}
	return errors.Join(append(errs, os.RemoveAll(x.folder))...)
}

func (x *xlsxReader) Next() (Row, error) {
	for x.rows.Next() {
		x.line++
		cells, err := x.rows.Columns()
		if err != nil {
			return Row{}, damaged(err)
		}
		for len(cells) > 0 && cells[len(cells)-1] == "" {
			cells = cells[:len(cells)-1]
		}
		for _, cell := range cells {
			if len(cell) > maxCell {
				return Row{}, cellTooLong(x.line)
			}
		}
		if len(cells) == 0 && len(x.merged) == 0 {
			continue
		}
		if cell, ok := x.found.formulas[x.line]; ok {
			return Row{}, fault.New(fault.Invalid, "roster.formula", "cell", cell)
		}
		row := Row{Line: x.line, Cells: cells, Hidden: x.found.hidden[x.line]}
		x.found.formats.apply(&row)
		if row.Cells = x.merged.fill(x.line, row.Cells, x.found.merges[x.line]); len(row.Cells) > 0 {
			return row, nil
		}
	}
	if err := x.rows.Error(); err != nil {
		return Row{}, damaged(err)
	}
	return Row{}, x.ended()
}

// ended returns io.EOF, or an error if the disk is full: excelize would silently drop strings.
func (x *xlsxReader) ended() error {
	if err := os.WriteFile(filepath.Join(x.folder, "free"), make([]byte, 64<<10), 0o600); err != nil {
		return fmt.Errorf("read a sheet through temporary files: %w", err)
	}
	return io.EOF
}

// fill copies the value of vertically merged cells to the lines below: planners merge the cell of a group over its
// meetings. Horizontally merged cells are titles and stay unchanged. begun are the merges that start on this line.
func (open mergedCells) fill(line int, cells []string, begun []merge) []string {
	if len(cells) > 0 { // an empty row doesn't end a merge
		for column, m := range open {
			for len(cells) <= column {
				cells = append(cells, "")
			}
			if cells[column] == "" {
				cells[column] = m.text
			}
		}
	}
	for column, m := range open {
		if m.last <= line {
			delete(open, column)
		}
	}
	for _, m := range begun {
		if m.column < len(cells) && cells[m.column] != "" {
			open[m.column] = mergedValue{last: m.last, text: cells[m.column]}
		}
	}
	return cells
}
