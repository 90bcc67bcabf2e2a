package sqldb

import (
	"encoding/json"
	"fmt"
)

// EncodeJSON writes a value as the text of a column: for what is read and written as a whole and never asked for in SQL.
func EncodeJSON(value any) (string, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return "", fmt.Errorf("encode a column: %w", err)
	}
	return string(text), nil
}

// DecodeJSON reads such a text. An empty one leaves the value as it is.
func DecodeJSON(text string, into any) error {
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		return fmt.Errorf("decode a column: %w", err)
	}
	return nil
}
