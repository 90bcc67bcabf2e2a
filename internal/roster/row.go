package roster

import (
	"context"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"lectern/internal/civil"
	"lectern/internal/fault"
)

// A rawRow is a row as it stands in the file.
type rawRow struct {
	line  int
	cells []string
}

func isEnd(err error) bool { return errors.Is(err, io.EOF) }

// A row is one row on its way in.
type row struct {
	rawRow
	layout   *layout
	mac      bool
	problems []Problem
}

// text returns the cell of a field, or "" when it is empty or there is no such column.
func (r *row) text(name string) string {
	column, there := r.layout.column[name]
	if !there || column >= len(r.cells) {
		return ""
	}
	return clean(r.cells[column])
}

// need returns the cell of a field, and refuses the row when it is empty.
func (r *row) need(name string) string {
	text := r.text(name)
	if text == "" {
		r.refuse(name, fault.New(fault.Invalid, "roster.required"))
	}
	return text
}

// blank tells whether nothing stands in any column.
func (r *row) blank() bool {
	for _, cell := range r.cells {
		if clean(cell) != "" {
			return false
		}
	}
	return true
}

// check refuses cells that cannot be what was meant.
func (r *row) check() {
	for name, column := range r.layout.column {
		if column < len(r.cells) {
			if err := checkCell(clean(r.cells[column])); err != nil {
				r.refuse(name, err)
			}
		}
	}
}

// refuse notes a reason. Without a name it is looked up where it belongs.
func (r *row) refuse(name string, err error) {
	for _, f := range fault.All(err) {
		at := name
		if at == "" {
			at = r.where(f)
			if at != "" && r.refusedIn(at) { // it follows from what is wrong there
				continue
			}
		}
		r.problems = append(r.problems, r.problem(at, f))
	}
}

// take notes what a service said to the row. An error that is no refusal is an accident and comes back: it ends the import.
func (r *row) take(name string, err error) error {
	if err != nil && fault.All(err) == nil {
		return err
	}
	r.refuse(name, err)
	return nil
}

func (r *row) problem(name string, reason *fault.Error) Problem {
	p := Problem{Line: r.line, Reason: reason, field: name}
	f := r.layout.fields[name]
	if f == nil {
		return p
	}
	column, there := r.layout.column[name]
	if !there { // a column that the file should have
		p.Column, p.place = f.title(r.layout.lang), len(r.layout.headers)+1
		return p
	}
	p.Column, p.place = clean(r.layout.headers[column]), column+1
	if column < len(r.cells) {
		p.Value = clip(clean(r.cells[column]))
	}
	if f.private {
		p.Value = mask(p.Value)
	}
	if _, ok := reason.Params["field"]; ok { // people know it by its header
		params := map[string]string{}
		for k, v := range reason.Params {
			params[k] = v
		}
		params["field"] = p.Column
		p.Reason = fault.New(reason.Kind, reason.Code)
		p.Reason.Params = params
	}
	return p
}

// mask shows how long a private value is and how it begins.
func mask(value string) string {
	n := utf8.RuneCountInString(value)
	if n <= 3 {
		return strings.Repeat("*", n)
	}
	shown := 1
	if n >= 8 {
		shown = 3
	}
	return string([]rune(value)[:shown]) + strings.Repeat("*", n-shown)
}

func (r *row) good() bool { return len(r.problems) == 0 }

// parsed reads a cell that may be empty with a function, and refuses the row when that fails.
func parsed[T any](r *row, name string, read func(string) (T, error)) T {
	var zero T
	text := r.text(name)
	if text == "" {
		return zero
	}
	value, err := read(text)
	if err != nil {
		r.refuse(name, err)
		return zero
	}
	return value
}

func (r *row) date(name string) civil.Date {
	return parsed(r, name, func(text string) (civil.Date, error) { return date(text, r.mac) })
}

const batchRows = 256

// A batch is some rows, and what ended the file after them.
type batch struct {
	rows []rawRow
	err  error
}

// pump reads ahead while the database is busy. The channel closes at the end of the file, after an error, or soon after the
// context ends; the table may be closed then and not before.
func pump(ctx context.Context, t table, first []rawRow) <-chan batch {
	out := make(chan batch, 4)
	go func() {
		defer close(out)
		for rows := first; ; rows = nil {
			var err error
			for len(rows) < batchRows && err == nil {
				var one rawRow
				if one.line, one.cells, err = t.next(); err == nil {
					rows = append(rows, one)
				}
			}
			ended := err != nil
			if isEnd(err) {
				err = nil
			}
			select {
			case out <- batch{rows, err}:
			case <-ctx.Done():
				return
			}
			if ended {
				return
			}
		}
	}()
	return out
}
