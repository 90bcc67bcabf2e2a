package roster

import (
	"encoding/csv"
	"fmt"
	"io"

	"github.com/xuri/excelize/v2"

	"lectern/internal/locale"
)

// Template writes an empty spreadsheet of a kind: its headers, and one row as an example that must be deleted. The one for Excel
// has text cells, so that phones and numbers stay as they are typed.
func Template(out io.Writer, kind Kind, lang locale.Language, xlsx bool) error {
	if _, err := ParseKind(string(kind)); err != nil {
		return err
	}
	var headers, example []string
	for _, f := range fieldsOf(kind) {
		headers = append(headers, f.title(lang))
		if lang == locale.Chinese {
			example = append(example, f.example[0])
		} else {
			example = append(example, f.example[1])
		}
	}
	if xlsx {
		return templateXLSX(out, headers, example)
	}
	if _, err := io.WriteString(out, byteOrderMark); err != nil {
		return err
	}
	w := csv.NewWriter(out)
	if err := w.WriteAll([][]string{headers, example}); err != nil {
		return fmt.Errorf("write a template: %w", err)
	}
	return nil
}

func templateXLSX(out io.Writer, rows ...[]string) (err error) {
	book := excelize.NewFile()
	defer func() {
		if closed := book.Close(); err == nil {
			err = closed
		}
	}()
	const sheet = "Sheet1"
	text, err := book.NewStyle(&excelize.Style{NumFmt: 49})
	if err != nil {
		return err
	}
	bold, err := book.NewStyle(&excelize.Style{NumFmt: 49, Font: &excelize.Font{Bold: true}})
	if err != nil {
		return err
	}
	last := columnName(len(rows[0]))
	if err := book.SetColStyle(sheet, "A:"+last, text); err != nil {
		return err
	}
	if err := book.SetColWidth(sheet, "A", last, 18); err != nil {
		return err
	}
	for i, row := range rows {
		if err := book.SetSheetRow(sheet, "A"+itoa(i+1), &row); err != nil {
			return err
		}
	}
	if err := book.SetCellStyle(sheet, "A1", last+"1", bold); err != nil {
		return err
	}
	_, err = book.WriteTo(out)
	return err
}
