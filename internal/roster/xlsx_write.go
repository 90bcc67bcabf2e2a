package roster

import (
	"archive/zip"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// The parts of a workbook with one sheet, as small as spreadsheet programs take it. Style 1 is text, style 2 bold text: the number
// format 49 keeps a phone number or a leading zero as it is typed.
const (
	xmlHead   = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>` + "\n"
	partTypes = xmlHead + `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
		`<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
		`<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>` +
		`<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>` +
		`<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`
	partLinks = xmlHead + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`
	partBook = xmlHead + `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">` +
		`<sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`
	partBookLinks = xmlHead + `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">` +
		`<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/>` +
		`<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`
	partStyles = xmlHead + `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
		`<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>` +
		`<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>` +
		`<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
		`<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
		`<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
		`<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>` +
		`<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`
)

// writeXLSX writes a workbook of text cells; the first row is bold.
func writeXLSX(out io.Writer, rows ...[]string) error {
	w := zip.NewWriter(out)
	for _, part := range []struct{ name, text string }{
		{"[Content_Types].xml", partTypes},
		{"_rels/.rels", partLinks},
		{"xl/workbook.xml", partBook},
		{"xl/_rels/workbook.xml.rels", partBookLinks},
		{"xl/styles.xml", partStyles},
		{"xl/worksheets/sheet1.xml", sheetText(rows)},
	} {
		file, err := w.Create(part.name)
		if err == nil {
			_, err = io.WriteString(file, part.text)
		}
		if err != nil {
			return fmt.Errorf("write %s of a workbook: %w", part.name, err)
		}
	}
	return w.Close()
}

func sheetText(rows [][]string) string {
	var b strings.Builder
	b.WriteString(xmlHead + `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">`)
	fmt.Fprintf(&b, `<cols><col min="1" max="%d" width="18" style="1" customWidth="1"/></cols><sheetData>`, len(rows[0]))
	for i, row := range rows {
		fmt.Fprintf(&b, `<row r="%d">`, i+1)
		style := 1
		if i == 0 {
			style = 2
		}
		for j, cell := range row {
			fmt.Fprintf(&b, `<c r="%s%d" s="%d" t="inlineStr"><is><t xml:space="preserve">`, columnName(j+1), i+1, style)
			_ = xml.EscapeText(&b, []byte(cell)) // into memory
			b.WriteString(`</t></is></c>`)
		}
		b.WriteString(`</row>`)
	}
	b.WriteString(`</sheetData></worksheet>`)
	return b.String()
}
