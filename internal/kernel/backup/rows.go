package backup

import (
	"bytes"
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// rowReader turns rows into lines of JSON arrays that are the same for both engines.
type rowReader struct {
	head  []byte // the line that names the columns
	bools []bool // SQLite returns booleans as numbers
	cells []any
	into  []any
}

func newRowReader(rows *sql.Rows) (*rowReader, error) {
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	types, err := rows.ColumnTypes()
	if err != nil {
		return nil, err
	}
	head, err := json.Marshal(columns)
	if err != nil {
		return nil, err
	}
	r := &rowReader{
		head: append(head, '\n'), cells: make([]any, len(columns)), into: make([]any, len(columns)),
		bools: make([]bool, len(columns)),
	}
	for i, t := range types {
		r.into[i] = &r.cells[i]
		r.bools[i] = strings.HasPrefix(strings.ToUpper(t.DatabaseTypeName()), "BOOL")
	}
	return r, nil
}

// bytesCell encodes bytes so that they differ from text.
type bytesCell struct {
	Base64 string `json:"base64"`
}

func (r *rowReader) line(rows *sql.Rows) ([]byte, error) {
	if err := rows.Scan(r.into...); err != nil {
		return nil, err
	}
	for i, cell := range r.cells {
		switch v := cell.(type) {
		case []byte:
			r.cells[i] = bytesCell{base64.StdEncoding.EncodeToString(v)}
		case int64:
			if r.bools[i] {
				r.cells[i] = v != 0
			}
		case string, bool, float64, nil:
		default:
			return nil, fmt.Errorf("a value of type %T has no place in a backup", cell)
		}
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	err := enc.Encode(r.cells)
	return buf.Bytes(), err
}

// parseRow turns one line back into values for the drivers.
func parseRow(line []byte, columns int) ([]any, error) {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.UseNumber()
	var cells []any
	if err := dec.Decode(&cells); err != nil {
		return nil, err
	}
	if len(cells) != columns {
		return nil, fmt.Errorf("a row has %d values for %d columns", len(cells), columns)
	}
	for i, cell := range cells {
		switch v := cell.(type) {
		case json.Number:
			n, err := v.Int64()
			if err == nil {
				cells[i] = n
				continue
			}
			if cells[i], err = v.Float64(); err != nil {
				return nil, err
			}
		case map[string]any:
			text, ok := v["base64"].(string)
			if !ok {
				return nil, errors.New("an unknown kind of value")
			}
			raw, err := base64.StdEncoding.DecodeString(text)
			if err != nil {
				return nil, err
			}
			cells[i] = raw
		}
	}
	return cells, nil
}
