package civil

import (
	"database/sql/driver"
	"fmt"
)

// Value stores a date as text, and the zero Date as NULL.
func (d Date) Value() (driver.Value, error) {
	if d.IsZero() {
		return nil, nil
	}
	return d.String(), nil
}

// Scan reads what Value stored.
func (d *Date) Scan(from any) error {
	if from == nil {
		*d = Date{}
		return nil
	}
	text, ok := asText(from)
	if !ok {
		return fmt.Errorf("civil: cannot read a date from %T", from)
	}
	var err error
	*d, err = ParseDate(text)
	return err
}

// Value stores a time of day as its text.
func (t Time) Value() (driver.Value, error) { return t.String(), nil }

// Scan reads what Value stored.
func (t *Time) Scan(from any) error {
	text, ok := asText(from)
	if !ok {
		return fmt.Errorf("civil: cannot read a time of day from %T", from)
	}
	var err error
	*t, err = ParseTime(text)
	return err
}

func asText(from any) (string, bool) {
	switch value := from.(type) {
	case string:
		return value, true
	case []byte:
		return string(value), true
	}
	return "", false
}
