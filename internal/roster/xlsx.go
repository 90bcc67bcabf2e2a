package roster

import (
	"archive/zip"
	"encoding/xml"
	"errors"
	"io"
	"path"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"lectern/internal/fault"
)

// An xlsxTable streams the first sheet of a workbook that holds anything.
type xlsxTable struct {
	book  *excelize.File
	sheet *excelize.Rows
	scan  *sheetScan
	line  int
	held  map[int]held // by column: a merged cell that reaches down to here
	mac   bool         // days are counted from 1904
}

type held struct {
	last  int // line
	value string
}

func openXLSX(file File, size int64) (_ table, err error) {
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return nil, damaged(err)
	}
	if err := checkArchive(archive); err != nil {
		return nil, err
	}
	book, err := excelize.OpenReader(io.NewSectionReader(file, 0, size), excelize.Options{RawCellValue: true, UnzipSizeLimit: maxUnzip})
	if err != nil {
		return nil, damaged(err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, book.Close())
		}
	}()
	name, scan, err := firstSheet(book, archive)
	if err != nil {
		return nil, err
	}
	sheet, err := book.Rows(name)
	if err != nil {
		return nil, damaged(err)
	}
	t := &xlsxTable{book: book, sheet: sheet, scan: scan, held: map[int]held{}}
	if props, err := book.GetWorkbookProps(); err == nil && props.Date1904 != nil {
		t.mac = *props.Date1904
	}
	return t, nil
}

// checkArchive refuses a bomb before anything is unpacked. The sizes it trusts are those at which Go stops unpacking.
func checkArchive(archive *zip.Reader) error {
	if len(archive.File) > maxEntries {
		return fault.New(fault.TooLarge, "roster.bomb")
	}
	total := uint64(0)
	for _, entry := range archive.File {
		if total += entry.UncompressedSize64; total > maxUnzip || entry.UncompressedSize64 > maxUnzip {
			return fault.New(fault.TooLarge, "roster.bomb")
		}
	}
	return nil
}

// firstSheet finds the first visible sheet with a value in it, and looks through it.
func firstSheet(book *excelize.File, archive *zip.Reader) (string, *sheetScan, error) {
	paths, err := sheetPaths(archive)
	if err != nil {
		return "", nil, damaged(err)
	}
	for _, name := range book.GetSheetList() {
		if visible, err := book.GetSheetVisible(name); err != nil || !visible {
			continue
		}
		entry, err := archive.Open(paths[name])
		if err != nil {
			return "", nil, damaged(err)
		}
		scan, err := scanSheet(entry)
		if err := errors.Join(err, entry.Close()); err != nil {
			return "", nil, err
		}
		if scan.values > 0 {
			return name, scan, nil
		}
	}
	return "", nil, fault.New(fault.Invalid, "roster.empty")
}

// sheetPaths finds the file of each sheet.
func sheetPaths(archive *zip.Reader) (map[string]string, error) {
	var book struct {
		Sheets []struct {
			Name string `xml:"name,attr"`
			ID   string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
			// The strict form of the format has a name space of its own.
			Strict string `xml:"http://purl.oclc.org/ooxml/officeDocument/relationships id,attr"`
		} `xml:"sheets>sheet"`
	}
	var links struct {
		Relationship []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:"Target,attr"`
		}
	}
	if err := errors.Join(readXML(archive, "xl/workbook.xml", &book), readXML(archive, "xl/_rels/workbook.xml.rels", &links)); err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, sheet := range book.Sheets {
		for _, link := range links.Relationship {
			if link.ID != "" && (link.ID == sheet.ID || link.ID == sheet.Strict) {
				target := link.Target
				if !strings.HasPrefix(target, "/") {
					target = "xl/" + target
				}
				out[sheet.Name] = path.Clean(strings.TrimPrefix(target, "/"))
			}
		}
	}
	return out, nil
}

func readXML(archive *zip.Reader, name string, into any) error {
	file, err := archive.Open(name)
	if err != nil {
		return err
	}
	defer file.Close() //nolint:errcheck // only read
	return xml.NewDecoder(io.LimitReader(file, 8<<20)).Decode(into)
}

func (t *xlsxTable) rows() int      { return t.scan.rows }
func (t *xlsxTable) from1904() bool { return t.mac }

func (t *xlsxTable) close() error { return errors.Join(t.sheet.Close(), t.book.Close()) }

func (t *xlsxTable) next() (int, []string, error) {
	for t.sheet.Next() {
		t.line++
		cells, err := t.sheet.Columns()
		if err != nil {
			return 0, nil, damaged(err)
		}
		if len(cells) == 0 && len(t.held) == 0 {
			continue
		}
		if len(cells) > maxColumns {
			return 0, nil, tooManyColumns(t.line)
		}
		for _, cell := range cells {
			if len(cell) > maxCell {
				return 0, nil, cellTooLong(t.line)
			}
		}
		if ref, ok := t.scan.formulas[t.line]; ok {
			return 0, nil, fault.New(fault.Invalid, "roster.formula", "cell", ref)
		}
		if cells = t.unmerge(cells); len(cells) > 0 {
			return t.line, cells, nil
		}
	}
	if err := t.sheet.Error(); err != nil {
		return 0, nil, damaged(err)
	}
	return 0, nil, io.EOF
}

// unmerge gives the cells below the first of a vertically merged one its value: a planner merges the group over its meetings.
// What is merged to the side is a title and stays where it is.
func (t *xlsxTable) unmerge(cells []string) []string {
	if len(cells) > 0 { // an empty row ends nothing and takes nothing
		for column, h := range t.held {
			for len(cells) <= column {
				cells = append(cells, "")
			}
			if cells[column] == "" {
				cells[column] = h.value
			}
		}
	}
	for column, h := range t.held {
		if h.last <= t.line {
			delete(t.held, column)
		}
	}
	for _, m := range t.scan.merges[t.line] {
		if m.column < len(cells) && cells[m.column] != "" {
			t.held[m.column] = held{last: m.last, value: cells[m.column]}
		}
	}
	return cells
}

// cellPlace reads a reference such as AB12 as column (from 0) and line.
func cellPlace(ref string) (column, line int, ok bool) {
	letters := 0
	for letters < len(ref) && ref[letters] >= 'A' && ref[letters] <= 'Z' && letters < 4 {
		column = column*26 + int(ref[letters]-'A') + 1
		letters++
	}
	line, err := strconv.Atoi(ref[letters:])
	return column - 1, line, err == nil && letters > 0 && line > 0
}
