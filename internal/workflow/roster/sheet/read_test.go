package sheet

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"

	"lectern/internal/kernel/fault"
)

func onDisk(t testing.TB, content []byte) *os.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "sheet")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() }) // only read
	return f
}

// readAll returns rows as "line: cell|cell".
func readAll(t testing.TB, content []byte) ([]string, error) {
	t.Helper()
	in, err := Open(onDisk(t, content))
	if err != nil {
		return nil, err
	}
	var out []string
	for {
		row, err := in.Next()
		if errors.Is(err, io.EOF) {
			return out, in.Close()
		}
		if err != nil {
			return out, errors.Join(err, in.Close())
		}
		out = append(out, fmt.Sprintf("%d: %s", row.Line, strings.Join(row.Cells, "|")))
	}
}

func TestReadCSV(t *testing.T) {
	gbk, err := simplifiedchinese.GBK.NewEncoder().String("学号,姓名\n1,林晓雨\n")
	if err != nil {
		t.Fatal(err)
	}
	utf16, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String("学号\t姓名\n1\t林晓雨\n")
	if err != nil {
		t.Fatal(err)
	}
	big, err := unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder().String("学号\t姓名\n1\t林晓雨\n")
	if err != nil {
		t.Fatal(err)
	}
	plain := []string{"1: 学号|姓名", "2: 1|林晓雨"}
	for _, tc := range []struct {
		name, text string
		want       []string
	}{
		{"UTF-8", "学号,姓名\n1,林晓雨\n", plain},
		{"a byte order mark", "\ufeff学号,姓名\n1,林晓雨\n", plain},
		{"GBK", gbk, plain},
		{"UTF-16", utf16, plain},
		{"UTF-16, big end first", big, plain},
		{"semicolons", "学号;姓名\n1;林晓雨\n", plain},
		{"tabs", "学号\t姓名\n1\t林晓雨\n", plain},
		{"no line end at the end", "学号,姓名\n1,林晓雨", plain},
		{"Windows lines", "学号,姓名\r\n1,林晓雨\r\n", plain},
		{"old Mac lines", "学号,姓名\r1,林晓雨\r", plain},
		{"quotes", "\"学号\",\"姓名\"\n\"1\",\"林晓雨\"\n", plain},
		{"quotes inside", "a,b\n\"say \"\"hi\"\"\",x\"y\n", []string{"1: a|b", "2: say \"hi\"|x\"y"}},
		{"a line end inside", "a,b\n\"1\n2\",3\n4,5\n", []string{"1: a|b", "2: 1\n2|3", "4: 4|5"}},
		{"a delimiter inside", "a,b\n\"1,2\",3\n", []string{"1: a|b", "2: 1,2|3"}},
		{"text after a quote", "a,b\n\"1\"2,3\n", []string{"1: a|b", "2: 12|3"}},
		{"ragged rows", "a,b,c\n1\n1,2,3,4\n", []string{"1: a|b|c", "2: 1", "3: 1|2|3|4"}},
		{"blank lines keep their numbers", "a,b\n\n\n1,2\n", []string{"1: a|b", "4: 1|2"}},
		{"empty cells", "a,b\n,\n,2\n", []string{"1: a|b", "2: |", "3: |2"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := readAll(t, []byte(tc.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A UTF-8 character split between two reads stays intact.
func TestReadAcrossBuffers(t *testing.T) {
	for shift := range 4 {
		text := "学号,姓名\n" + strings.Repeat("x", shift) + strings.Repeat("1,林晓雨\n", 20_000)
		got, err := readAll(t, []byte(text))
		if err != nil || len(got) != 20_001 || !strings.HasSuffix(got[len(got)-1], "林晓雨") {
			t.Fatalf("shift %d: %d rows, last %q (%v)", shift, len(got), got[len(got)-1], err)
		}
	}
}

func newBook(t testing.TB, fill func(f *excelize.File)) []byte {
	t.Helper()
	f := excelize.NewFile()
	fill(f)
	var out bytes.Buffer
	if err := errors.Join(f.Write(&out), f.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func set(t testing.TB, f *excelize.File, cell string, values ...any) {
	t.Helper()
	if err := f.SetSheetRow("Sheet1", cell, &values); err != nil {
		t.Fatal(err)
	}
}

func TestReadXLSX(t *testing.T) {
	for _, tc := range []struct {
		name string
		fill func(f *excelize.File)
		want []string
	}{
		{"text and numbers", func(f *excelize.File) {
			set(t, f, "A1", "学号", "姓名", "手机号")
			set(t, f, "A2", 202501001, "林晓雨", 13800000001)
		}, []string{"1: 学号|姓名|手机号", "2: 202501001|林晓雨|13800000001"}},
		{"a gap and trailing empty cells", func(f *excelize.File) {
			set(t, f, "A1", "a", "b", "c")
			set(t, f, "A4", "1", "", "")
		}, []string{"1: a|b|c", "4: 1"}},
		{"merged down", func(f *excelize.File) {
			set(t, f, "A1", "班", "星期")
			set(t, f, "A2", "M-1", "周一")
			set(t, f, "B3", "周二")
			set(t, f, "B4", "周三")
			set(t, f, "A5", "M-2", "周四")
			if err := f.MergeCell("Sheet1", "A2", "A4"); err != nil {
				t.Fatal(err)
			}
		}, []string{"1: 班|星期", "2: M-1|周一", "3: M-1|周二", "4: M-1|周三", "5: M-2|周四"}},
		{"merged to the side", func(f *excelize.File) {
			set(t, f, "A1", "2025级名单")
			set(t, f, "A2", "a", "b")
			if err := f.MergeCell("Sheet1", "A1", "B1"); err != nil {
				t.Fatal(err)
			}
		}, []string{"1: 2025级名单", "2: a|b"}},
		{"the first sheet that holds anything", func(f *excelize.File) {
			if _, err := f.NewSheet("名单"); err != nil {
				t.Fatal(err)
			}
			if err := f.SetCellValue("名单", "A1", "x"); err != nil {
				t.Fatal(err)
			}
		}, []string{"1: x"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := readAll(t, newBook(t, tc.fill))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFormulas(t *testing.T) {
	without := newBook(t, func(f *excelize.File) {
		set(t, f, "A1", "a", "b")
		set(t, f, "A2", 1)
		if err := f.SetCellFormula("Sheet1", "B2", "A2+1"); err != nil {
			t.Fatal(err)
		}
	})
	_, err := readAll(t, without)
	var refusal *fault.Error
	if !errors.As(err, &refusal) || refusal.Code != "roster.formula" || refusal.Params["cell"] != "B2" {
		t.Errorf("a formula without a result: %v", err)
	}
	with := patched(t, without, "xl/worksheets/sheet1.xml", "<f>A2+1</f>", "<f>A2+1</f><v>2</v>")
	if got, err := readAll(t, with); err != nil || got[1] != "2: 1|2" {
		t.Errorf("a formula with its result: %q, %v", got, err)
	}
}

// patched replaces a text in one file of a workbook.
func patched(t testing.TB, book []byte, name, old, replacement string) []byte {
	t.Helper()
	raw := partOf(t, book, name)
	if !strings.Contains(raw, old) {
		t.Fatalf("%s does not hold %s: %s", name, old, raw)
	}
	return patchedAll(t, book, map[string]string{name: strings.Replace(raw, old, replacement, 1)})
}

func partOf(t testing.TB, book []byte, name string) string {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := fs.ReadFile(in, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// patchedAll replaces whole files of a workbook.
func patchedAll(t testing.TB, book []byte, parts map[string]string) []byte {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(book), int64(len(book)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, entry := range in.File {
		text, ok := parts[entry.Name]
		if !ok {
			text = partOf(t, book, entry.Name)
		}
		to, err := w.Create(entry.Name)
		if err == nil {
			_, err = io.WriteString(to, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// patchedName renames a file of a workbook to a name of the same length.
func patchedName(t testing.TB, book []byte, name, other string) []byte {
	t.Helper()
	if len(name) != len(other) {
		t.Fatal("the names differ in length")
	}
	return bytes.ReplaceAll(book, []byte(name), []byte(other))
}

// bomb returns a workbook that claims to unpack to more than the limit.
func bomb(t *testing.T) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, name := range []string{"xl/workbook.xml", "xl/worksheets/sheet1.xml"} {
		_, err := w.CreateRaw(&zip.FileHeader{Name: name, Method: zip.Deflate, UncompressedSize64: maxUnzip/2 + 1})
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestHostileWorkbooks(t *testing.T) {
	book := newBook(t, func(f *excelize.File) { set(t, f, "A1", "a") })
	const sheet, texts, row = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "<row "
	for _, tc := range []struct {
		name string
		raw  []byte
		code string
	}{
		{"a bomb", bomb(t), "roster.bomb"},
		{"10⁶ columns", patched(t, book, sheet, row,
			"<row>"+strings.Repeat("<c><v>1</v></c>", 1_000_000)+"</row><row "), "roster.too_many_columns"},
		{"10⁶ empty columns", patched(t, book, sheet, row,
			"<row>"+strings.Repeat("<c/>", 1_000_000)+"</row><row "), "roster.too_many_columns"},
		{"a cell that is a book", patched(t, book, sheet, "</row>",
			`</row><row><c t="inlineStr"><is><t>`+strings.Repeat("x", maxCell+1)+"</t></is></c></row>"), "roster.cell_too_long"},
		{"a cell that is a library", patched(t, book, sheet, "</row>",
			`</row><row><c t="inlineStr"><is><t>`+strings.Repeat("x", 64<<20)+"</t></is></c></row>"), "roster.cell_too_long"},
		{
			"a shared text that is a book",
			patched(t, book, texts, "<t>a</t>", "<t>"+strings.Repeat("x", maxCell+1)+"</t>"), "roster.cell_too_long",
		},
		{
			"a shared text that is a library",
			patched(t, book, texts, "<t>a</t>", "<t>"+strings.Repeat("x", 64<<20)+"</t>"), "roster.bomb",
		},
		{"millions of texts", patched(t, book, texts, "</sst>", strings.Repeat("<si/>", maxTexts+1)+"</sst>"), "roster.bomb"},
		{"texts cut off", patched(t, book, texts, "</sst>", ""), "roster.damaged"},
		{"a text that is not there", patched(t, book, sheet, "<v>0</v>", "<v>9</v>"), "roster.damaged"},
		{"a number of a text that is none", patched(t, book, sheet, "<v>0</v>", "<v>x</v>"), "roster.damaged"},
		{"rows out of order", patched(t, book, sheet, "</row>", `</row><row r="5"/><row r="5"/>`), "roster.damaged"},
		{"cells out of order", patched(t, book, sheet, "</row>",
			`</row><row><c r="C2"><v>3</v></c><c r="A2"><v>1</v></c></row>`), "roster.damaged"},
		{"a comment without an end", patched(t, book, sheet, "</row>", "</row><!-- "), "roster.damaged"},
		{
			"a million elements inside each other",
			patched(t, book, sheet, "</row>", "</row>"+strings.Repeat("<x>", 1_000_000)), "roster.damaged",
		},
		{"more rows than Excel has", patched(t, book, sheet, "</row>", `</row><row r="1048577"/>`), "roster.too_many_rows"},
		{
			"a million rows and one",
			patched(t, book, sheet, "</row>", "</row>"+strings.Repeat("<row/>", maxRows)), "roster.too_many_rows",
		},
		{"XLSB", patchedName(t, book, "xl/workbook.xml", "xl/workbook.bin"), "roster.old_excel"},
		{"a sheet cut off", patched(t, book, sheet, "</worksheet>", ""), "roster.damaged"},
		{"a tag that never ends", patched(t, book, sheet, row, "<row "+strings.Repeat("x", 1<<20)), "roster.damaged"},
		{"no workbook inside", patched(t, book, "xl/workbook.xml", "<workbook", "<nonsense"), "roster.damaged"},
		{"an empty workbook", newBook(t, func(*excelize.File) {}), "roster.empty"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := readAll(t, tc.raw)
			if fault.Code(err) != tc.code {
				t.Errorf("want %s, got %v", tc.code, err)
			}
		})
	}
}
