package snapshot

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A copy is, for each table, the number of rows and the rows sorted by their bytes. A row is its number of columns
// and for each, sorted by name, the name and the value. So the same rows always encode to the same bytes.

const (
	isNull   = 'n'
	isNumber = 'i'
	isText   = 's'
	isBytes  = 'b'
	isTrue   = 't'
	isFalse  = 'f'
)

func appendRows(to []byte, rows []Row) ([]byte, error) {
	encoded := make([][]byte, 0, len(rows))
	for _, row := range rows {
		one, err := appendRow(nil, row)
		if err != nil {
			return nil, err
		}
		encoded = append(encoded, one)
	}
	slices.SortFunc(encoded, bytes.Compare)
	to = binary.AppendUvarint(to, uint64(len(rows)))
	for _, one := range encoded {
		to = append(to, one...)
	}
	return to, nil
}

func appendRow(to []byte, row Row) ([]byte, error) {
	order := make([]int, len(row.Columns))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(row.Columns[a], row.Columns[b]) })
	to = binary.AppendUvarint(to, uint64(len(order)))
	for _, i := range order {
		to = appendText(to, row.Columns[i])
		switch v := row.Values[i].(type) {
		case nil:
			to = append(to, isNull)
		case int64:
			to = binary.AppendVarint(append(to, isNumber), v)
		case string:
			to = appendText(append(to, isText), v)
		case []byte:
			if v == nil { // a nil slice is stored as NULL
				to = append(to, isNull)
				continue
			}
			to = appendText(append(to, isBytes), string(v))
		case bool:
			if v {
				to = append(to, isTrue)
			} else {
				to = append(to, isFalse)
			}
		default:
			return nil, fmt.Errorf("a value of type %T has no place in a snapshot", v)
		}
	}
	return to, nil
}

func appendText(to []byte, text string) []byte {
	return append(binary.AppendUvarint(to, uint64(len(text))), text...)
}

var errDamaged = errors.New("a snapshot is damaged")

type decoder struct{ rest []byte }

func decode(copied Copy, tables int) ([][]Row, error) {
	d := decoder{rest: copied}
	out := make([][]Row, tables)
	for i := range out {
		rows, err := d.number()
		if err != nil {
			return nil, err
		}
		for range rows {
			row, err := d.row()
			if err != nil {
				return nil, err
			}
			out[i] = append(out[i], row)
		}
	}
	if len(d.rest) > 0 {
		return nil, errDamaged
	}
	return out, nil
}

func (d *decoder) row() (Row, error) {
	columns, err := d.number()
	if err != nil {
		return Row{}, err
	}
	var row Row
	for range columns {
		name, err := d.text()
		if err != nil {
			return Row{}, err
		}
		value, err := d.value()
		if err != nil {
			return Row{}, err
		}
		row.Columns, row.Values = append(row.Columns, string(name)), append(row.Values, value)
	}
	return row, nil
}

func (d *decoder) value() (any, error) {
	if len(d.rest) == 0 {
		return nil, errDamaged
	}
	kind := d.rest[0]
	d.rest = d.rest[1:]
	switch kind {
	case isNull:
		return nil, nil //nolint:nilnil // NULL is a value
	case isTrue, isFalse:
		return kind == isTrue, nil
	case isNumber:
		n, size := binary.Varint(d.rest)
		if size <= 0 {
			return nil, errDamaged
		}
		d.rest = d.rest[size:]
		return n, nil
	case isText:
		text, err := d.text()
		return string(text), err
	case isBytes:
		return d.text()
	}
	return nil, errDamaged
}

func (d *decoder) number() (uint64, error) {
	n, size := binary.Uvarint(d.rest)
	if size <= 0 || n > uint64(len(d.rest)) { // each item takes at least one byte
		return 0, errDamaged
	}
	d.rest = d.rest[size:]
	return n, nil
}

func (d *decoder) text() ([]byte, error) {
	n, err := d.number()
	if err != nil || n > uint64(len(d.rest)) {
		return nil, errDamaged
	}
	text := d.rest[:n:n]
	d.rest = d.rest[n:]
	return text, nil
}
