// Command make writes the example spreadsheets into the folder it is given.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/text/encoding/simplifiedchinese"

	"lectern/internal/kernel/civil"
	"lectern/internal/sample"
	"lectern/internal/sample/sheets"
	"lectern/internal/workflow/roster"
	"lectern/internal/workflow/roster/columns"
)

func main() {
	folder := "internal/sample/sheets"
	if len(os.Args) > 1 {
		folder = os.Args[1]
	}
	if err := run(folder); err != nil {
		fmt.Fprintln(os.Stderr, "make:", err)
		os.Exit(1)
	}
}

func run(folder string) error {
	day, err := civil.ParseDate(sheets.Day)
	if err != nil {
		return err
	}
	for _, lang := range []string{"zh", "en"} {
		if err := os.MkdirAll(filepath.Join(folder, lang), 0o755); err != nil {
			return err
		}
		p := &planner{Data: sample.College(day), zh: lang == "zh"}
		for _, kind := range columns.Kinds() {
			raw, err := p.sheet(kind).encode(lang, kind)
			if err != nil {
				return fmt.Errorf("%s %s: %w", lang, kind, err)
			}
			if err := os.WriteFile(filepath.Join(folder, sheets.Name(lang, kind)), raw, 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// encode writes a sheet as the college's people would: GBK from an old system, semicolons from a German Excel, tabs from a
// database, workbooks from everybody else.
func (s sheet) encode(lang string, kind roster.Kind) ([]byte, error) {
	if strings.HasSuffix(sheets.Name(lang, kind), ".xlsx") {
		return s.workbook()
	}
	switch lang + "/" + string(kind) {
	case "zh/courses", "zh/programmes":
		return simplifiedchinese.GBK.NewEncoder().Bytes(s.text(",", "\r\n"))
	case "zh/enrolments":
		return append([]byte("\ufeff"), s.text(",", "\r\n")...), nil
	case "en/students":
		return append([]byte("\ufeff"), s.text(";", "\r\n")...), nil
	case "en/changes":
		return s.text("\t", "\n"), nil
	}
	return s.text(",", "\n"), nil
}

func (s sheet) text(delimiter, end string) []byte {
	var b strings.Builder
	for _, row := range s.rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			text := fmt.Sprint(cell)
			if serial, ok := cell.(serial); ok {
				text = civil.Date(serial).String()
			}
			if strings.ContainsAny(text, delimiter+"\"\n") {
				text = `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
			}
			cells[i] = text
		}
		b.WriteString(strings.Join(cells, delimiter) + end)
	}
	return []byte(b.String())
}

var errNothing = errors.New("a sheet without rows")
