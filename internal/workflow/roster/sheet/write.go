package sheet

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"
)

// A Writer writes a sheet of text cells, row by row, starting with the header. Close completes the file without closing
// the underlying writer. Without any rows, nothing is written.
type Writer interface {
	Write(cells ...string) error
	Close() error
}

const byteOrderMark = "\ufeff"

type csvWriter struct {
	out   io.Writer
	csv   *csv.Writer
	begun bool
}

// NewCSV writes CSV for Excel: with a byte order mark, so that it is read as UTF-8, and with formulas escaped.
func NewCSV(out io.Writer) Writer { return &csvWriter{out: out, csv: csv.NewWriter(out)} }

func (w *csvWriter) Write(cells ...string) error {
	if !w.begun {
		w.begun = true
		if _, err := io.WriteString(w.out, byteOrderMark); err != nil {
			return fmt.Errorf("write a sheet: %w", err)
		}
	}
	safe := make([]string, len(cells))
	for i, cell := range cells {
		safe[i] = EscapeFormula(cell)
	}
	if err := w.csv.Write(safe); err != nil {
		return fmt.Errorf("write a sheet: %w", err)
	}
	return nil
}

func (w *csvWriter) Close() error {
	w.csv.Flush()
	if err := w.csv.Error(); err != nil {
		return fmt.Errorf("write a sheet: %w", err)
	}
	return nil
}

// formulaSigns are the characters that start a formula. Excel in Chinese or Japanese also takes the full-width ones.
const formulaSigns = "=+-@＝＋－＠"

// EscapeFormula puts a quote before a cell that would be read as a formula.
func EscapeFormula(cell string) string {
	if first, _ := utf8.DecodeRuneInString(cell); cell != "" && strings.ContainsRune(formulaSigns+"\t\r\n", first) {
		return "'" + cell
	}
	return cell
}

// UnescapeFormula removes that quote.
func UnescapeFormula(cell string) string {
	rest, quoted := strings.CutPrefix(cell, "'")
	if first, _ := utf8.DecodeRuneInString(rest); quoted && rest != "" && strings.ContainsRune(formulaSigns, first) {
		return rest
	}
	return cell
}

const (
	textFormat  = 49 // Excel's text format: keeps phone numbers and leading zeros as typed
	wholeFormat = 1  // Excel's integer format: allows sums and sorting
	columnWidth = 18
)

type xlsxWriter struct {
	out               io.Writer
	numbers           []int // column indexes
	book              *excelize.File
	rows              *excelize.StreamWriter
	bold, text, whole int // styles
	count             int
}

// NewXLSX writes a workbook of one sheet. Integers in the given columns, from 0, are written as numbers instead of
// text.
func NewXLSX(out io.Writer, numbers ...int) Writer { return &xlsxWriter{out: out, numbers: numbers} }

func (w *xlsxWriter) Write(cells ...string) error {
	if w.book == nil {
		if err := w.begin(len(cells)); err != nil {
			return fmt.Errorf("write a sheet: %w", err)
		}
	}
	w.count++
	style := w.text
	if w.count == 1 {
		style = w.bold
	}
	values := make([]any, len(cells))
	for i, cell := range cells {
		values[i] = excelize.Cell{StyleID: style, Value: cell}
		if w.count > 1 && slices.Contains(w.numbers, i) {
			if number, err := strconv.ParseInt(cell, 10, 64); err == nil {
				values[i] = excelize.Cell{StyleID: w.whole, Value: number}
			}
		}
	}
	name, err := excelize.CoordinatesToCellName(1, w.count)
	if err == nil {
		err = w.rows.SetRow(name, values)
	}
	if err != nil {
		return fmt.Errorf("write a sheet: %w", err)
	}
	return nil
}

// begin formats whole columns as text, including the cells below the last row.
func (w *xlsxWriter) begin(columns int) (err error) {
	w.book = excelize.NewFile()
	if w.text, err = w.book.NewStyle(&excelize.Style{NumFmt: textFormat}); err != nil {
		return err
	}
	if w.bold, err = w.book.NewStyle(&excelize.Style{NumFmt: textFormat, Font: &excelize.Font{Bold: true}}); err != nil {
		return err
	}
	if w.whole, err = w.book.NewStyle(&excelize.Style{NumFmt: wholeFormat}); err != nil {
		return err
	}
	if w.rows, err = w.book.NewStreamWriter("Sheet1"); err != nil {
		return err
	}
	if err := w.rows.SetColWidth(1, max(columns, 1), columnWidth); err != nil {
		return err
	}
	return w.rows.SetColStyle(1, max(columns, 1), w.text)
}

func (w *xlsxWriter) Close() error {
	if w.book == nil {
		return nil
	}
	err := w.rows.Flush()
	if err == nil {
		err = w.book.Write(w.out)
	}
	if err := errors.Join(err, w.book.Close()); err != nil {
		return fmt.Errorf("write a sheet: %w", err)
	}
	return nil
}
