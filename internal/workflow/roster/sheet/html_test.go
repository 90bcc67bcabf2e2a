package sheet

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/encoding/simplifiedchinese"

	"lectern/internal/kernel/fault"
)

const page = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta http-equiv="Content-Type" ` +
	`content="text/html; charset=gb2312">
<style>td { mso-number-format:"\@" }</style></head><body><table border=1>
<tr><td colspan="3">学生名单 &amp; 说明</td></tr>
<tr><th>学号</th><th>姓名</th><th>班级</th></tr>
<tr><td>0012</td><td>林<b>晓</b>雨&nbsp;</td><td rowspan="2">市营2501</td>
<tr><td>0013</td><td>陈<br>浩然</td></tr>
<tr></tr><tr><td></td></tr>
</table><table><tr><td>0014<td><td>市营2502</table></body></html>`

// Old registrars' systems export HTML tables named .xls, in either encoding.
func TestHTMLTables(t *testing.T) {
	gbk, err := simplifiedchinese.GBK.NewEncoder().String(page)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"1: 学生名单 & 说明", "2: 学号|姓名|班级", "3: 0012|林晓雨|市营2501", "4: 0013|陈\n浩然|市营2501", "7: 0014||市营2502"}
	for _, raw := range []string{
		page, "\ufeff" + page, gbk, "<!-- x -->\n" + page, `<?xml version="1.0"?>` + page,
		page[strings.Index(page, "<table"):],
	} {
		got, err := readAll(t, []byte(raw))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if format, _, err := Describe(onDisk(t, []byte(raw))); format != HTML || err != nil {
			t.Error(format, err)
		}
	}
}

func TestTabsBetweenCells(t *testing.T) {
	got, err := readAll(t, []byte("学号\t姓名\n1\t\"林,晓\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"1: 学号|姓名", "2: 1|林,晓"}, got); diff != "" {
		t.Error(diff)
	}
}

// Errors about unsupported files say what to do.
func TestFilesThatAreNotRead(t *testing.T) {
	compound := "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 70000)
	for code, raw := range map[string]string{
		"roster.old_excel": compound + "W\x00o\x00r\x00k\x00b\x00o\x00o\x00k\x00",
		"roster.password":  compound + string(encrypted),
		"roster.excel_xml": "<?xml version=\"1.0\"?>\n<?mso-application progid=\"Excel.Sheet\"?>\n" +
			"<Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\">",
		"roster.cell_too_long": "<table><tr><td>" + strings.Repeat("x", maxCell+1),
	} {
		if _, err := readAll(t, []byte(raw)); fault.Code(err) != code {
			t.Errorf("%s: %v", code, err)
		}
	}
	for name, raw := range map[string]string{
		"columns": "<table><tr>" + strings.Repeat("<td>1</td>", maxColumns+1),
		"colspan": "<table><tr><td colspan=999999999>1</td></tr></table>",
	} {
		if _, err := readAll(t, []byte(raw)); fault.Code(err) != "roster.too_many_columns" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := readAll(t, []byte("<table title=\""+strings.Repeat("x", 1<<20))); fault.Code(err) == "" {
		t.Error(err)
	}
}

func FuzzHTML(f *testing.F) {
	for _, seed := range []string{
		page, "<table><tr><td rowspan=9>a<tr><td>b", "<tr><td colspan=0 rowspan=-1>",
		"<table><td>a</table></tr><td", "<html><script><td>",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if len(raw) < 1<<16 {
			readHostile(t, append([]byte("<table>"), raw...))
		}
	})
}
