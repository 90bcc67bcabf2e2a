package engine

import (
	"errors"
	"io"
	"slices"
	"strings"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/fold"
	"lectern/internal/workflow/roster/parse"
	"lectern/internal/workflow/roster/sheet"
)

// Some sheets drop the punctuation in numbers and codes: MKT201-01 becomes MKT20101. A code that doesn't match exactly
// therefore matches the one code with the same letters and digits, unless the college or the file has several of those
// (K1-1100 and K11-100).

// maxAlike is how many codes an error lists.
const maxAlike = 10

// mayBeSame reports whether two codes with the same letters and digits may be one: their punctuation is in the same
// places, or one of them has none.
func mayBeSame(a, b string) bool {
	return shape(a) == shape(b) || fold.Exact(a) == fold.Key(a) || fold.Exact(b) == fold.Key(b)
}

// hasCode reports whether list contains code, ignoring case and width.
func hasCode(list []string, code string) bool {
	return slices.ContainsFunc(list, func(other string) bool { return fold.Exact(other) == fold.Exact(code) })
}

// shape replaces every punctuation character with the same one.
func shape(code string) string {
	return strings.Map(func(r rune) rune {
		if fold.Key(string(r)) == "" {
			return '-'
		}
		return r
	}, fold.Exact(code))
}

// alike returns the college's code that a cell means although it isn't spelled exactly so, or "". With own the row
// creates the named thing, so the code may be new if the file also names the others. It fails with roster.codes_alike.
func (x *run) alike(field, code string, college []string, own bool) (string, error) {
	fits := slices.DeleteFunc(slices.Clone(college), func(other string) bool { return !mayBeSame(code, other) })
	if len(fits) == 0 {
		return "", nil
	}
	inFile, err := x.spellings(field)
	if err != nil {
		return "", err
	}
	spelt := inFile[fold.Key(code)]
	all := slices.Clone(college)
	for _, other := range spelt {
		if !hasCode(all, other) && !hasCode([]string{code}, other) {
			all = append(all, other)
		}
	}
	switch {
	case len(all) == 1 && !hasCode(spelt, fits[0]):
		return fits[0], nil
	case own && !slices.ContainsFunc(fits, func(other string) bool { return !hasCode(spelt, other) }):
		return "", nil
	}
	slices.Sort(all)
	return "", fault.New(fault.Conflict, "roster.codes_alike", "code", parse.Clip(code), "codes",
		strings.Join(all[:min(len(all), maxAlike)], ", "))
}

// spellings groups the codes in a column by their letters and digits. It reads the file a second time; few files need
// it.
func (x *run) spellings(field string) (map[string][]string, error) {
	if known, there := x.spelt[field]; there {
		return known, nil
	}
	out := map[string][]string{}
	names := x.report.Sheets
	if len(names) == 0 {
		names = []string{x.report.Sheet}
	}
	for at, name := range names {
		if err := x.spellingsIn(out, field, name, at); err != nil {
			return nil, err
		}
	}
	if x.spelt == nil {
		x.spelt = map[string]map[string][]string{}
	}
	x.spelt[field] = out
	return out, nil
}

func (x *run) spellingsIn(out map[string][]string, field, name string, at int) (err error) {
	column, there := x.layout.Column[field]
	if !there {
		return nil
	}
	in, err := openRows(x.job, name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.Close()) }()
	for {
		next, err := in.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if len(x.report.Sheets) > 0 {
			next.Line += at * sheet.Lines
		}
		r := &row{Row: next, layout: x.layout}
		x.edit(r)
		cell := r.Cell(column)
		if cell == "" && column >= x.layout.Base() { // it may be above the table
			for _, title := range x.layout.Matcher.ReadTitles([]sheet.Row{next}) {
				if f := x.layout.Matcher.TitleField(title.Label); f != nil && f.Name == field {
					cell = title.Value
				}
			}
		}
		text, err := parse.Digits(parse.Clean(cell))
		if err != nil || text == "" || x.job.Skip[r.Line] {
			continue
		}
		if key := fold.Key(text); !hasCode(out[key], text) {
			out[key] = append(out[key], text)
		}
	}
}
