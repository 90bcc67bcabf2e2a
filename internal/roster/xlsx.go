package roster

import (
	"archive/zip"
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"lectern/internal/fault"
)

// An xlsxTable streams the first sheet of a workbook that holds anything.
type xlsxTable struct {
	file  fs.File // the sheet, unpacked as it is read
	sheet *sheet
	scan  *sheetScan
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
	book, err := readBook(archive)
	if err != nil {
		return nil, damaged(err)
	}
	name, scan, err := firstSheet(book, archive)
	if err != nil {
		return nil, err
	}
	words, err := readStrings(archive, book.strings)
	if err != nil {
		return nil, err
	}
	entry, err := archive.Open(name)
	if err != nil {
		return nil, damaged(err)
	}
	rows, err := newSheet(entry, words)
	if err != nil {
		return nil, errors.Join(damaged(err), entry.Close())
	}
	return &xlsxTable{file: entry, sheet: rows, scan: scan, held: map[int]held{}, mac: book.mac}, nil
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

// firstSheet finds the first visible sheet with a value in it, and looks through it. It returns the name of its file.
func firstSheet(b *book, archive *zip.Reader) (string, *sheetScan, error) {
	for _, name := range b.sheets {
		entry, err := archive.Open(name)
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

// A book is what the workbook says of itself.
type book struct {
	sheets  []string // files of the visible sheets, in order
	strings string   // file of the texts that cells share; empty when there is none
	mac     bool
}

func readBook(archive *zip.Reader) (*book, error) {
	var wire struct {
		Properties struct {
			Date1904 string `xml:"date1904,attr"`
		} `xml:"workbookPr"`
		Sheets []struct {
			State string `xml:"state,attr"`
			ID    string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
			// The strict form of the format has a name space of its own.
			Strict string `xml:"http://purl.oclc.org/ooxml/officeDocument/relationships id,attr"`
		} `xml:"sheets>sheet"`
	}
	var links struct {
		Relationship []struct {
			ID     string `xml:"Id,attr"`
			Type   string `xml:"Type,attr"`
			Target string `xml:"Target,attr"`
		}
	}
	if err := errors.Join(readXML(archive, "xl/workbook.xml", &wire), readXML(archive, "xl/_rels/workbook.xml.rels", &links)); err != nil {
		return nil, err
	}
	out := &book{mac: wire.Properties.Date1904 == "1" || wire.Properties.Date1904 == "true"}
	files := map[string]string{}
	for _, link := range links.Relationship {
		target := link.Target
		if !strings.HasPrefix(target, "/") {
			target = "xl/" + target
		}
		target = path.Clean(strings.TrimPrefix(target, "/"))
		files[link.ID] = target
		if strings.HasSuffix(link.Type, "/sharedStrings") {
			out.strings = target
		}
	}
	for _, s := range wire.Sheets {
		file := files[cmp.Or(s.ID, s.Strict)]
		if file != "" && s.State != "hidden" && s.State != "veryHidden" {
			out.sheets = append(out.sheets, file)
		}
	}
	return out, nil
}

func readXML(archive *zip.Reader, name string, into any) error {
	file, err := archive.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	return xml.NewDecoder(io.LimitReader(file, 8<<20)).Decode(into)
}

func (t *xlsxTable) rows() int      { return t.scan.rows }
func (t *xlsxTable) from1904() bool { return t.mac }

func (t *xlsxTable) close() error { return t.file.Close() }

func (t *xlsxTable) next() (int, []string, error) {
	for {
		line, cells, err := t.sheet.next()
		if err != nil {
			return 0, nil, err
		}
		if len(cells) == 0 && len(t.held) == 0 {
			continue
		}
		if ref, ok := t.scan.formulas[line]; ok {
			return 0, nil, fault.New(fault.Invalid, "roster.formula", "cell", ref)
		}
		if cells = t.unmerge(line, cells); len(cells) > 0 {
			return line, cells, nil
		}
	}
}

// unmerge gives the cells below the first of a vertically merged one its value: a planner merges the group over its meetings.
// What is merged to the side is a title and stays where it is.
func (t *xlsxTable) unmerge(line int, cells []string) []string {
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
		if h.last <= line {
			delete(t.held, column)
		}
	}
	for _, m := range t.scan.merges[line] {
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
