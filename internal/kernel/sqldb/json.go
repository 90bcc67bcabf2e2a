package sqldb

import (
	"encoding/json"
	"fmt"
)

// EncodeJSON encodes a value as the text of a column, for values that SQL never looks into.
func EncodeJSON(value any) (string, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return "", fmt.Errorf("encode a column: %w", err)
	}
	return string(text), nil
}

// DecodeJSON decodes such a text. An empty one leaves the value unchanged.
func DecodeJSON(text string, into any) error {
	if text == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(text), into); err != nil {
		return fmt.Errorf("decode a column: %w", err)
	}
	return nil
}
