package sheet

import (
	"bytes"
	"io"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
)

func itoa(n int) string { return strconv.Itoa(n) }

func newXLSX(out io.Writer) Writer { return NewXLSX(out) }

// Both formats are read back as written.
func TestWriteAndRead(t *testing.T) {
	rows := [][]string{
		{"学号", "姓名 <b>", "手机号"},
		{"0123", "a & b", "013800000001"},
		{"=1+1", "line\nbreak", "\"quoted\", with a comma"},
		{"46272", "1.38E+10", strings.Repeat("字", 1000)},
	}
	for name, newWriter := range map[string]func(io.Writer) Writer{"CSV": NewCSV, "XLSX": newXLSX} {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			w := newWriter(&out)
			for _, row := range rows {
				if err := w.Write(row...); err != nil {
					t.Fatal(err)
				}
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			in, err := Open(onDisk(t, out.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			defer in.Close()
			var got [][]string
			for row, err := in.Next(); err == nil; row, err = in.Next() {
				for i, cell := range row.Cells {
					row.Cells[i] = UnescapeFormula(cell)
				}
				got = append(got, row.Cells)
			}
			if diff := cmp.Diff(rows, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNothingIsWrittenWithoutRows(t *testing.T) {
	for name, newWriter := range map[string]func(io.Writer) Writer{"CSV": NewCSV, "XLSX": newXLSX} {
		var out bytes.Buffer
		if err := newWriter(&out).Close(); err != nil || out.Len() > 0 {
			t.Errorf("%s: %d bytes, %v", name, out.Len(), err)
		}
	}
}

// openWritten writes rows to a workbook and opens it.
func openWritten(t *testing.T, rows [][]string, numbers ...int) *excelize.File {
	t.Helper()
	var out bytes.Buffer
	w := NewXLSX(&out, numbers...)
	for _, row := range rows {
		if err := w.Write(row...); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	book, err := excelize.OpenReader(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = book.Close() })
	return book
}

// Cells of a workbook are text, including empty ones: a phone number stays as typed.
func TestWorkbooksAreText(t *testing.T) {
	book := openWritten(t, [][]string{{"学号", "姓名"}, {"0123", "=1+1"}})
	for _, cell := range []string{"A1", "A2", "B2", "A3"} {
		style, err := book.GetCellStyle("Sheet1", cell)
		if err != nil {
			t.Fatal(err)
		}
		if cell == "A3" {
			if style, err = book.GetColStyle("Sheet1", "A"); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := book.GetStyle(style); err != nil || got.NumFmt != 49 {
			t.Errorf("%s is not text: %+v, %v", cell, got, err)
		}
		if formula, err := book.GetCellFormula("Sheet1", cell); err != nil || formula != "" {
			t.Errorf("%s is a formula: %s, %v", cell, formula, err)
		}
	}
	if text, err := book.GetCellValue("Sheet1", "A2"); err != nil || text != "0123" {
		t.Errorf("got %q, %v", text, err)
	}
}

// Counts can be added up in a spreadsheet program; a code of digits stays text.
func TestNumbersInWorkbooks(t *testing.T) {
	book := openWritten(t, [][]string{{"学号", "秒数"}, {"0123", "42"}, {"0124", ""}}, 1)
	isText := map[string]bool{}
	for _, cell := range []string{"A2", "B1", "B2", "B3"} {
		kind, err := book.GetCellType("Sheet1", cell)
		if err != nil {
			t.Fatal(err)
		}
		isText[cell] = kind == excelize.CellTypeInlineString
	}
	if diff := cmp.Diff(map[string]bool{"A2": true, "B1": true, "B2": false, "B3": true}, isText); diff != "" {
		t.Error(diff)
	}
}
