package sheet

import (
	"archive/zip"
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path"
	"strings"

	"lectern/internal/kernel/fault"
)

// A workbook lists the parts of an XLSX file that are read. Excelize doesn't reveal the files of sheets, which have to
// be inspected before it opens them.
type workbook struct {
	sheets   []sheetPart // in order
	texts    *zip.File   // shared strings; may be nil
	date1904 bool
	styles   map[string]numberFormat // the relevant ones, by number
}

type sheetPart struct {
	name   string
	hidden bool
	entry  *zip.File
}

// checkArchive rejects a zip bomb before unpacking. It can trust the declared sizes, because Go stops unpacking there.
func checkArchive(archive *zip.Reader) error {
	if len(archive.File) > maxEntries {
		return unpacksTooLarge()
	}
	total := uint64(0)
	for _, entry := range archive.File {
		if total += entry.UncompressedSize64; total > maxUnzip || entry.UncompressedSize64 > maxUnzip {
			return unpacksTooLarge()
		}
	}
	return nil
}

func entryOf(archive *zip.Reader, name string) *zip.File {
	for _, entry := range archive.File {
		if strings.EqualFold(entry.Name, name) {
			return entry
		}
	}
	return nil
}

func readWorkbook(archive *zip.Reader) (*workbook, error) {
	if entryOf(archive, "xl/workbook.bin") != nil { // XLSB
		return nil, oldExcel()
	}
	var wire struct {
		Properties struct {
			Date1904 string `xml:"date1904,attr"`
		} `xml:"workbookPr"`
		Sheets []struct {
			Name  string `xml:"name,attr"`
			State string `xml:"state,attr"`
			ID    string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
			// Strict is the ID in the strict variant of the format, which has its own namespace.
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
	if err := errors.Join(readXML(archive, "xl/workbook.xml", &wire),
		readXML(archive, "xl/_rels/workbook.xml.rels", &links)); err != nil {
		return nil, damaged(err)
	}
	out := &workbook{date1904: wire.Properties.Date1904 == "1" ||
		wire.Properties.Date1904 == "true", styles: readFormats(archive)}
	targets := map[string]*zip.File{}
	for _, link := range links.Relationship {
		target := link.Target
		if !strings.HasPrefix(target, "/") {
			target = "xl/" + target
		}
		entry := entryOf(archive, path.Clean(strings.TrimPrefix(target, "/")))
		targets[link.ID] = entry
		if strings.HasSuffix(link.Type, "/sharedStrings") {
			out.texts = entry
		}
	}
	for _, s := range wire.Sheets {
		if entry := targets[cmp.Or(s.ID, s.Strict)]; entry != nil {
			out.sheets = append(out.sheets, sheetPart{s.Name, s.State == "hidden" || s.State == "veryHidden", entry})
		}
	}
	return out, nil
}

func readXML(archive *zip.Reader, name string, into any) error {
	entry := entryOf(archive, name)
	if entry == nil {
		return errors.New("no " + name)
	}
	file, err := entry.Open()
	if err != nil {
		return err
	}
	defer file.Close()
	return xml.NewDecoder(io.LimitReader(file, 8<<20)).Decode(into)
}

// find returns a sheet by name, or the first visible one with a value, and inspects it.
func (b *workbook) find(name string) (sheetPart, *inspection, error) {
	texts, err := b.countTexts()
	if err != nil {
		return sheetPart{}, nil, err
	}
	for _, part := range b.sheets {
		if name != "" && part.name != name || name == "" && part.hidden {
			continue
		}
		found, err := part.inspect(texts, b.styles)
		if err != nil {
			return sheetPart{}, nil, err
		}
		if found.filled || name != "" {
			return part, found, nil
		}
	}
	if name != "" {
		return sheetPart{}, nil, noSheet(name)
	}
	return sheetPart{}, nil, fault.New(fault.Invalid, "roster.empty")
}

func (b *workbook) countTexts() (texts int, err error) {
	if b.texts != nil {
		err = inspect(b.texts, func(in io.Reader) (err error) { texts, err = countTexts(in); return err })
	}
	return texts, err
}

func (p sheetPart) inspect(texts int, styles map[string]numberFormat) (found *inspection, err error) {
	err = inspect(p.entry, func(in io.Reader) (err error) {
		found, err = newInspector(in, texts, styles).inspect()
		return err
	})
	return found, err
}

func inspect(entry *zip.File, read func(io.Reader) error) error {
	file, err := entry.Open()
	if err != nil {
		return damaged(err)
	}
	return errors.Join(read(file), file.Close())
}

// Parts of a workbook with one sheet.
const (
	singleRoot = `<Relationships ` +
		`xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" ` +
		`Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" ` +
		`Target="xl/workbook.xml"/></Relationships>`
	singleBook = `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ` +
		`xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" ` +
		`sheetId="1" r:id="rId1"/></sheets></workbook>`
	singleLinks = `<Relationships ` +
		`xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" ` +
		`Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" ` +
		`Target="worksheets/sheet1.xml"/></Relationships>`
)

// copySheet writes a workbook of one sheet and its strings. Otherwise excelize would load all other parts into memory,
// including pictures and calculation chains of any size.
func copySheet(name string, sheet, texts *zip.File) (err error) {
	out, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600) //nolint:gosec // in a folder of our own
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, out.Close()) }()
	w := zip.NewWriter(out)
	for part, text := range map[string]string{
		"_rels/.rels": singleRoot, "xl/workbook.xml": singleBook,
		"xl/_rels/workbook.xml.rels": singleLinks,
	} {
		to, err := w.Create(part)
		if err == nil {
			_, err = io.WriteString(to, text)
		}
		if err != nil {
			return err
		}
	}
	if err := copyEntry(w, sheet, "xl/worksheets/sheet1.xml"); err != nil {
		return err
	}
	if texts != nil {
		if err := copyEntry(w, texts, "xl/sharedStrings.xml"); err != nil {
			return err
		}
	}
	return w.Close()
}

func copyEntry(w *zip.Writer, entry *zip.File, name string) error {
	from, err := entry.OpenRaw()
	if err != nil {
		return err
	}
	header := entry.FileHeader
	header.Name = name
	to, err := w.CreateRaw(&header)
	if err == nil {
		_, err = io.Copy(to, from)
	}
	return err
}
