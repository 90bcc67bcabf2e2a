package sheet

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
)

func TestSheetXML(t *testing.T) {
	book := newBook(t, func(f *excelize.File) { set(t, f, "A1", "first", "second") })
	for _, tc := range []struct{ name, text, want string }{
		{
			"entities", `<row><c t="str"><v>a &amp; b &lt;c&gt; &quot;&apos; &#20013;&#x6587;</v></c></row>`,
			`1: a & b <c> "' 中文`,
		},
		{
			"escaped characters", `<row><c t="inlineStr"><is><t>a_x000D_b_x005F_ _xZZZZ_</t></is></c></row>`,
			"1: a\rb_ _xZZZZ_",
		},
		{
			"literal text and comments",
			`<row><!-- <c><v>no</v></c> --><c t="str"><v>a<![CDATA[<b> & ]]>c</v></c></row>`, "1: a<b> & c",
		},
		{"rich text without its reading aid", `<row><c t="inlineStr"><is><r><t>林</t></r><r><t xml:space="preserve"> ` +
			`晓</t></r><rPh sb="0"><t>リン</t></rPh></is></c></row>`, "1: 林 晓"},
		{"a name space", `<x:row xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main" r="3"><x:c r="B3" ` +
			`t="s"><x:v>1</x:v></x:c></x:row>`, "3: |second"},
		{"single quotes, and a bracket in quotes", `<row r='2' note="a>b"><c r='A2'><v>1</v></c></row>`, "2: 1"},
		{"cells without places", `<row><c><v>1</v></c><c/><c><v>3</v></c></row>`, "1: 1||3"},
		{"numbers as they are written", `<row><c><v>13800000001</v></c><c><v>1.38E10</v></c><c t="b"><v>1</v></c><c ` +
			`t="e"><v>#N/A</v></c></row>`, "1: 13800000001|1.38E10|1|#N/A"},
		{"numbers whatever their format", `<row><c s="1"><v>46272</v></c><c s="1"><v>0.333333333333333</v></c><c ` +
			`t="d"><v>2026-09-07T00:00:00</v></c></row>`, "1: 46272|0.333333333333333|2026-09-07T00:00:00"},
		{"an empty row", `<row r="7"/><row r="9"><c><v>1</v></c></row>`, "9: 1"},
		{
			"an empty text",
			`<row><c t="s"></c><c t="inlineStr"><is><t/></is></c><c><v></v></c></row><row><c><v>1</v></c></row>`, "2: 1",
		},
		{"coloured cells far to the right", `<row><c><v>1</v></c><c r="XFD1" s="1"/></row>`, "1: 1"},
		{"a formula whose result is an empty text", `<row><c><v>1</v></c><c t="str"><f>""</f><v></v></c></row>`, "1: 1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := readAll(t, patchedAll(t, book, map[string]string{
				"xl/worksheets/sheet1.xml": `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/` +
					`main"><sheetData>` + tc.text + "</sheetData></worksheet>",
			}))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{tc.want}, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Parts may have any name: the workbook's relationships say where they are.
func TestPartsAreFoundByLink(t *testing.T) {
	book := newBook(t, func(f *excelize.File) { set(t, f, "A1", "学号") })
	book = patchedName(t, book, "xl/sharedStrings.xml", "xl/sharedSaetze1.xml")
	book = patchedName(t, book, "xl/worksheets/sheet1.xml", "xl/worksheets/blatt1.xml")
	links := strings.NewReplacer("sharedStrings.xml", "sharedSaetze1.xml", "worksheets/sheet1.xml",
		"worksheets/blatt1.xml").Replace(partOf(t, book, "xl/_rels/workbook.xml.rels"))
	got, err := readAll(t, patchedAll(t, book, map[string]string{"xl/_rels/workbook.xml.rels": links}))
	if err != nil || len(got) != 1 || got[0] != "1: 学号" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestHiddenSheetsAreLeftOut(t *testing.T) {
	got, err := readAll(t, newBook(t, func(f *excelize.File) {
		set(t, f, "A1", "hidden")
		if _, err := f.NewSheet("名单"); err != nil {
			t.Fatal(err)
		}
		if err := f.SetCellValue("名单", "A1", "shown"); err != nil {
			t.Fatal(err)
		}
		f.SetActiveSheet(1)
		if err := f.SetSheetVisible("Sheet1", false); err != nil {
			t.Fatal(err)
		}
	}))
	if err != nil || len(got) != 1 || got[0] != "1: shown" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestDate1904(t *testing.T) {
	for _, want := range []bool{false, true} {
		in, err := Open(onDisk(t, newBook(t, func(f *excelize.File) {
			set(t, f, "A1", 44810)
			if err := f.SetWorkbookProps(&excelize.WorkbookPropsOptions{Date1904: &want}); err != nil {
				t.Fatal(err)
			}
		})))
		if err != nil {
			t.Fatal(err)
		}
		if got := in.Date1904(); got != want {
			t.Errorf("Date1904 = %v", got)
		}
		if err := in.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Numbers are returned as displayed, with leading zeros or letters, where excelize returns the stored value. Dates are
// marked.
func TestNumbersAsTheyAreShown(t *testing.T) {
	raw := newBook(t, func(f *excelize.File) {
		set(t, f, "A1", "工号", "课程", "日期", "班级")
		set(t, f, "A2", 12, 7, 46272, 46024)
		set(t, f, "A3", "12", 1234567, "2026-09-07", 2601)
		set(t, f, "A5", 123456, 8, 46272.5, 46024)
		for cells, format := range map[string]string{
			"A2:A5": "00000", "B2:B5": `"T"000`, "C2:C5": "yyyy/m/d;@",
			"D2": `m"月"d"日"`, "D3": "0", "D5": "[Red]h:mm",
		} {
			style, err := f.NewStyle(&excelize.Style{CustomNumFmt: &format})
			if err != nil {
				t.Fatal(err)
			}
			first, last, _ := strings.Cut(cells+":"+cells, ":")
			last, _, _ = strings.Cut(last, ":")
			if err := f.SetCellStyle("Sheet1", first, last, style); err != nil {
				t.Fatal(err)
			}
		}
	})
	want := []string{
		"1 工号|课程|日期|班级 []", "2 00012|T007|46272|46024 [2 3]", "3 12|T1234567|2026-09-07|2601 []",
		"5 123456|T008|46272.5|46024 [2]",
	}
	for name, open := range map[string]func() (Reader, error){
		"all": func() (Reader, error) { return Open(onDisk(t, raw)) }, "head": func() (Reader, error) {
			return OpenHead(onDisk(t, raw), "", 10)
		},
	} {
		in, err := open()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for row, err := in.Next(); err == nil; row, err = in.Next() {
			slices.Sort(row.Dates)
			got = append(got, fmt.Sprint(row.Line, " ", strings.Join(row.Cells, "|"), " ", row.Dates))
		}
		if err := in.Close(); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// A large file is read through temporary files, which are removed, and the cells are unchanged.
func TestLargeWorkbook(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	const rows = 60_000
	var xml, texts strings.Builder
	for i := range rows {
		xml.WriteString(`<row><c t="s"><v>` + itoa(i) + `</v></c><c><v>` + itoa(13800000000+i) + `</v></c></row>`)
		texts.WriteString(`<si><t xml:space="preserve">一个足够长的名字，好让文本表不留在内存里 ` + itoa(i) + `</t></si>`)
	}
	book := newBook(t, func(f *excelize.File) { set(t, f, "A1", "a") })
	raw := patchedAll(t, book, map[string]string{
		"xl/worksheets/sheet1.xml": "<worksheet><sheetData>" + xml.String() + "</sheetData></worksheet>",
		"xl/sharedStrings.xml":     "<sst>" + texts.String() + "</sst>",
	})
	got, err := readAll(t, raw)
	if err != nil || len(got) != rows {
		t.Fatalf("%d rows, %v", len(got), err)
	}
	if want := "60000: 一个足够长的名字，好让文本表不留在内存里 59999|13800059999"; got[rows-1] != want {
		t.Errorf("got %q, want %q", got[rows-1], want)
	}
	if left, err := filepath.Glob(filepath.Join(folder, "*-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}

// Parts that aren't read, such as pictures, take no memory.
func TestPicturesAreNotLoaded(t *testing.T) {
	book := newBook(t, func(f *excelize.File) { set(t, f, "A1", "a") })
	const size = 64 << 20
	raw := patchedAll(t, book, map[string]string{"docProps/app.xml": strings.Repeat("x", size)})
	file := onDisk(t, raw)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	in, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > size/4 {
		t.Errorf("%d MiB were allocated", used>>20)
	}
}

// The workbooks of the sample college are read the same as by excelize alone.
func TestSampleSheets(t *testing.T) {
	files, err := filepath.Glob("../../../sample/sheets/*/*.xlsx")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(filepath.Dir(name))+"/"+filepath.Base(name), func(t *testing.T) {
			got, err := readAll(t, raw)
			if err != nil || len(got) == 0 {
				t.Fatalf("%d rows, %v", len(got), err)
			}
			if diff := cmp.Diff(wholeRows(t, raw), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// wholeRows reads with excelize only, with merged cells filled in.
func wholeRows(t *testing.T, raw []byte) []string {
	t.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(raw), excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	name := book.GetSheetList()[0]
	rows, err := book.GetRows(name)
	if err != nil {
		t.Fatal(err)
	}
	merges, err := book.GetMergeCells(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range merges {
		column, from, err1 := excelize.CellNameToCoordinates(m.GetStartAxis())
		end, to, err2 := excelize.CellNameToCoordinates(m.GetEndAxis())
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		for line := from; column == end && line <= to; line++ {
			rows[line-1][column-1] = m.GetCellValue()
		}
	}
	var out []string
	for i, row := range rows {
		for len(row) > 0 && row[len(row)-1] == "" {
			row = row[:len(row)-1]
		}
		if len(row) > 0 {
			out = append(out, itoa(i+1)+": "+strings.Join(row, "|"))
		}
	}
	return out
}
