package sheet

import (
	"archive/zip"
	"regexp"
	"strconv"
	"strings"
)

// A numberFormat is how a number is displayed: 0012 and T012 may be stored as 12, and a date as a number.
type numberFormat struct {
	before string
	digits int // minimum
	date   bool
}

// A formatRun is the format of a column's cells from a line until the next run.
type formatRun struct {
	line int
	numberFormat
}

// formats are a sheet's runs by column index; columns without such formats are missing.
type formats map[int][]formatRun

const maxFormatRuns = 1_000_000

var (
	zerosOnly = regexp.MustCompile(`^(?:"([^"]*)")?(0+)$`)
	literals  = regexp.MustCompile(`"[^"]*"|\[[^\]]*\]|\\.|_.|\*.`)
	// builtIn matches the date formats that workbooks refer to by number only.
	builtIn = regexp.MustCompile(`^(?:1[4-7]|22|2[7-9]|3[016]|5[0-478])$`)
)

// readFormats returns the relevant number formats of a workbook by style number.
func readFormats(archive *zip.Reader) map[string]numberFormat {
	var wire struct {
		Formats []struct {
			ID   string `xml:"numFmtId,attr"`
			Code string `xml:"formatCode,attr"`
		} `xml:"numFmts>numFmt"`
		Styles []struct {
			Format string `xml:"numFmtId,attr"`
		} `xml:"cellXfs>xf"`
	}
	if readXML(archive, "xl/styles.xml", &wire) != nil {
		return nil
	}
	known := map[string]numberFormat{}
	for _, f := range wire.Formats {
		code, _, _ := strings.Cut(f.Code, ";")
		if m := zerosOnly.FindStringSubmatch(code); m != nil && len(m[0]) > 1 {
			known[f.ID] = numberFormat{before: m[1], digits: len(m[2])}
		} else if strings.ContainsAny(strings.ToLower(literals.ReplaceAllString(code, "")), "yd") {
			known[f.ID] = numberFormat{date: true}
		}
	}
	out := map[string]numberFormat{}
	for i, style := range wire.Styles {
		format, own := known[style.Format]
		if !own && builtIn.MatchString(style.Format) {
			format.date = true
		}
		if format != (numberFormat{}) {
			out[strconv.Itoa(i)] = format
		}
	}
	return out
}

// noteFormat remembers the format of a cell with a value if it differs from that of the cell above.
func (s *inspector) noteFormat() error {
	var format, above numberFormat
	if s.kind == "" || s.kind == "n" { // texts are displayed as stored
		format = s.styles[s.style]
	}
	runs := s.found.formats[s.column-1]
	if len(runs) > 0 {
		above = runs[len(runs)-1].numberFormat
	}
	if format == above {
		return nil
	}
	if s.runs++; s.runs > maxFormatRuns {
		return unpacksTooLarge()
	}
	s.found.formats[s.column-1] = append(runs, formatRun{s.line, format})
	return nil
}

// apply formats a row's numbers as displayed, and records which cells are dates. Rows have to come in order.
func (f formats) apply(row *Row) {
	for column, runs := range f {
		for len(runs) > 1 && runs[1].line <= row.Line {
			runs = runs[1:]
		}
		f[column] = runs
		text := row.Cell(column)
		if text == "" || runs[0].line > row.Line {
			continue
		}
		if runs[0].date {
			row.Dates = append(row.Dates, column)
		}
		if runs[0].digits > 0 && strings.Trim(text, "0123456789") == "" {
			row.Cells[column] = runs[0].before + strings.Repeat("0", max(runs[0].digits-len(text), 0)) + text
		}
	}
}
