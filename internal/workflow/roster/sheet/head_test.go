package sheet

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/xuri/excelize/v2"
)

func rowsOf(in Reader, most int) (out []string, err error) {
	for len(out) < most {
		row, err := in.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return out, err
		}
		for len(row.Cells) > 0 && row.Cells[len(row.Cells)-1] == "" {
			row.Cells = row.Cells[:len(row.Cells)-1]
		}
		out = append(out, fmt.Sprintf("%d: %s", row.Line, strings.Join(row.Cells, "|")))
	}
	return out, nil
}

// OpenHead returns the same rows that the whole sheet begins with.
func TestHeadIsTheBeginning(t *testing.T) {
	raw := newBook(t, func(f *excelize.File) {
		set(t, f, "A1", "2026 年名单")
		set(t, f, "A3", "学号", "姓名", "日期", "班级")
		set(t, f, "A4", 1, "林晓雨", 46272.5, "市营2501")
		set(t, f, "A5", "0012", "a\rb", true)
		set(t, f, "A6", 3, "陈浩然", 1.38e10)
		set(t, f, "A9", 4, "何静")
		for _, m := range [][2]string{{"A1", "D1"}, {"D4", "D6"}} {
			if err := f.MergeCell("Sheet1", m[0], m[1]); err != nil {
				t.Fatal(err)
			}
		}
		if err := f.SetCellRichText("Sheet1", "B9", []excelize.RichTextRun{{Text: "何"}, {Text: "静"}}); err != nil {
			t.Fatal(err)
		}
	})
	whole, err := Open(onDisk(t, raw))
	if err != nil {
		t.Fatal(err)
	}
	defer whole.Close()
	all, err := rowsOf(whole, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, limit := range []int{1, 2, 4, 100} {
		head, err := OpenHead(onDisk(t, raw), "", limit)
		if err != nil {
			t.Fatal(err)
		}
		got, err := rowsOf(head, 100)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(all[:min(limit, len(all))], got); diff != "" {
			t.Errorf("%d rows: %s", limit, diff)
		}
	}
	if len(all) != 6 || all[3] != "4: 0012|a\rb|1|市营2501" && all[3] != "5: 0012|a\rb|1|市营2501" {
		t.Errorf("%q", all)
	}
}
