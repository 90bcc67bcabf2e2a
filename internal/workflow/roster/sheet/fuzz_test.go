package sheet

import (
	"errors"
	"io"
	"testing"

	"github.com/xuri/excelize/v2"

	"lectern/internal/kernel/fault"
)

func FuzzCSV(f *testing.F) {
	for _, seed := range []string{
		"a,b\n1,2\n", "\ufeffa;b\r\n\"1\"\"\";2", "a\tb\n\"x\ny\"\t", "\xff\xfea\x00,\x00",
		"学号,姓名\n1,\"", "\xd1\xa7\xba\xc5,a\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) > 1<<16 {
			return
		}
		readHostile(t, raw)
	})
}

// readHostile reads a file to its end or its first error.
func readHostile(t *testing.T, raw []byte) {
	t.Helper()
	if _, err := Sheets(onDisk(t, raw)); err != nil && fault.Code(err) == "" {
		t.Fatalf("an accident: %v", err)
	}
	readRows(t, raw, func(file File) (Reader, error) { return OpenHead(file, "", 3) })
	readRows(t, raw, Open)
}

func readRows(t *testing.T, raw []byte, open func(File) (Reader, error)) {
	t.Helper()
	in, err := open(onDisk(t, raw))
	if err != nil {
		if fault.Code(err) == "" {
			t.Fatalf("an accident: %v", err)
		}
		return
	}
	defer func() {
		if err := in.Close(); err != nil {
			t.Error(err)
		}
	}()
	for last := 0; ; {
		row, err := in.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			if fault.Code(err) == "" {
				t.Fatalf("an accident: %v", err)
			}
			return
		}
		if row.Line <= last || len(row.Cells) == 0 || len(row.Cells) > maxColumns {
			t.Fatalf("line %d after %d with %d cells", row.Line, last, len(row.Cells))
		}
		last = row.Line
	}
}

// FuzzXLSX puts the XML of a sheet and its shared strings into a valid workbook.
func FuzzXLSX(f *testing.F) {
	book := newBook(f, func(b *excelize.File) { set(f, b, "A1", "a") })
	f.Add(`<row r="1"><c r="A1" t="s"><v>0</v></c></row>`, `<si><t>a</t></si>`)
	f.Add(`<row><c t="inlineStr"><is><r><t>a</t></r></is></c><c><f>1+1</f></c></row>`, "")
	f.Add(`<row r="2"><c r="C2"><v>1.5</v></c></row></sheetData><mergeCells><mergeCell `+
		`ref="C2:C9"/></mergeCells><sheetData>`, "<si/>")
	f.Add(`<row r="x"><c r="A1"><v>1</v></c><row r="3"/></row>`, `<si><rPh><t>x</t></rPh></si>`)
	f.Add(`<row r="1048576"><c r="XFD1"/></row><row/>`, `<si><t>_xD800_</t></si>`)
	f.Fuzz(func(t *testing.T, rows, texts string) {
		raw := patchedAll(t, book, map[string]string{
			"xl/worksheets/sheet1.xml": `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/` +
				`main"><sheetData>` + rows + `</sheetData></worksheet>`,
			"xl/sharedStrings.xml": `<sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` + texts + `</sst>`,
		})
		readHostile(t, raw)
	})
}
