package roster

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
)

// sheetRows reads the XML of a sheet alone.
func sheetRows(t *testing.T, text string, words ...string) []string {
	t.Helper()
	shared := &texts{}
	for _, w := range words {
		shared.all = append(shared.all, w...)
		shared.ends = append(shared.ends, len(shared.all))
	}
	s, err := newSheet(strings.NewReader(text), shared)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for {
		line, cells, err := s.next()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, fmt.Sprintf("%d: %s", line, strings.Join(cells, "|")))
	}
}

func TestSheetMarkup(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"entities", `<row><c><v>a &amp; b &lt;c&gt; &quot;&apos; &#20013;&#x6587; &nbsp; &</v></c></row>`, `1: a & b <c> "' 中文 &nbsp; &`},
		{"escaped characters", `<row><c t="str"><v>a_x000D_b_x005F_ _xZZZZ_</v></c></row>`, "1: a\rb_ _xZZZZ_"},
		{"literal text and comments", `<row><!-- <c><v>no</v></c> --><c><v>a<![CDATA[<b> & ]]>c</v></c></row>`, "1: a<b> & c"},
		{"rich text without its reading aid", `<row><c t="inlineStr"><is><r><t>林</t></r><r><t xml:space="preserve"> 晓</t></r><rPh sb="0"><t>リン</t></rPh></is></c></row>`, "1: 林 晓"},
		{"a name space", `<x:row r="3"><x:c r="B3" t="s"><x:v>1</x:v></x:c></x:row>`, "3: |second"},
		{"single quotes, and a bracket in quotes", `<row r='2' note="a>b"><c r='A2'><v>1</v></c></row>`, "2: 1"},
		{"cells without places", `<row><c><v>1</v></c><c/><c><v>3</v></c></row>`, "1: 1||3"},
		{"cells out of order", `<row><c r="C1"><v>3</v></c><c r="A1"><v>1</v></c></row>`, "1: 1||3"},
		{"numbers as they are written", `<row><c><v>13800000001</v></c><c><v>1.38E10</v></c><c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>`, "1: 13800000001|1.38E10|1|#N/A"},
		{"an empty row", `<row r="7"/>`, "7: "},
		{"an empty text", `<row><c t="s"></c><c t="inlineStr"><is><t/></is></c><c><v></v></c></row>`, "1: "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := sheetRows(t, "<worksheet><sheetData>"+tc.text+"</sheetData></worksheet>", "first", "second")
			if diff := cmp.Diff([]string{tc.want}, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSheetInUTF16(t *testing.T) {
	text := "<worksheet><row><c><v>中文</v></c></row></worksheet>"
	raw := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(text)) {
		raw = append(raw, byte(unit), byte(unit>>8))
	}
	if got := sheetRows(t, string(raw)); len(got) != 1 || got[0] != "1: 中文" {
		t.Errorf("got %q", got)
	}
}

func TestSheetRefusesNonsense(t *testing.T) {
	for name, text := range map[string]string{
		"rows out of order":              `<row r="5"/><row r="5"/>`,
		"a text that is not there":       `<row><c t="s"><v>9</v></c></row>`,
		"a number of a text that is not": `<row><c t="s"><v>x</v></c></row>`,
		"a comment without an end":       `<row><!-- `,
	} {
		s, err := newSheet(strings.NewReader(text), &texts{})
		for err == nil {
			_, _, err = s.next()
		}
		if errors.Is(err, io.EOF) {
			t.Errorf("%s: taken", name)
		}
	}
}

// What the library makes of a workbook is what we make of it: its own files, and those that stand beside the sample college.
func TestReadsWhatTheLibraryReads(t *testing.T) {
	books := map[string][]byte{
		"hard texts": workbook(t, func(f *excelize.File) {
			set(t, f, "A1", "a&b", "<c>", `"d"`, "line\nbreak", " spaces ", "tab\there", "_x0041_", "😀", "中文，全角")
			set(t, f, "C3", 1.5, true, -0.25, 45000, "0123", 1e21)
			set(t, f, "Z9", strings.Repeat("字", 1000))
			if err := f.SetCellRichText("Sheet1", "B5", []excelize.RichTextRun{{Text: "rich "}, {Text: "text", Font: &excelize.Font{Bold: true}}}); err != nil {
				t.Fatal(err)
			}
		}),
	}
	files, err := filepath.Glob("../sample/sheets/*/*.xlsx")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		books[filepath.Base(filepath.Dir(file))+"/"+filepath.Base(file)] = raw
	}
	for name, raw := range books {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(libraryRows(t, raw), ownRows(t, raw)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func libraryRows(t *testing.T, raw []byte) map[int][]string {
	t.Helper()
	book, err := excelize.OpenReader(bytes.NewReader(raw), excelize.Options{RawCellValue: true})
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	rows, err := book.GetRows(book.GetSheetList()[0])
	if err != nil {
		t.Fatal(err)
	}
	out := map[int][]string{}
	for i, row := range rows {
		for len(row) > 0 && row[len(row)-1] == "" {
			row = row[:len(row)-1]
		}
		if len(row) > 0 {
			out[i+1] = row
		}
	}
	return out
}

// ownRows reads the sheet below the table, where merged cells are not yet filled in.
func ownRows(t *testing.T, raw []byte) map[int][]string {
	t.Helper()
	table, err := openXLSX(onDisk(t, raw), int64(len(raw)))
	if err != nil {
		t.Fatal(err)
	}
	defer table.close()
	out := map[int][]string{}
	for {
		line, cells, err := table.(*xlsxTable).sheet.next()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		if len(cells) > 0 {
			out[line] = cells
		}
	}
}

// The library, which wrote neither, opens our templates and finds the cells to be text.
func TestLibraryReadsOurWorkbooks(t *testing.T) {
	var out bytes.Buffer
	if err := writeXLSX(&out, []string{"学号", "姓名 <b>"}, []string{"0123", " a & b "}); err != nil {
		t.Fatal(err)
	}
	want := map[int][]string{1: {"学号", "姓名 <b>"}, 2: {"0123", " a & b "}}
	if diff := cmp.Diff(want, libraryRows(t, out.Bytes())); diff != "" {
		t.Error(diff)
	}
	book, err := excelize.OpenReader(bytes.NewReader(out.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	defer book.Close()
	style, err := book.GetCellStyle("Sheet1", "A2")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := book.GetStyle(style); err != nil || got.NumFmt != 49 {
		t.Errorf("cells are not text: %+v, %v", got, err)
	}
}
