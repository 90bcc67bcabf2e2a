package audit

import "reflect"

// Difference returns the fields that differ between two versions of an object. An empty value counts as a missing
// one, so a new object has no before and a removed one no after. Both are nil if nothing differs.
func Difference(was, is map[string]any) (before, after map[string]any) {
	before, after = map[string]any{}, map[string]any{}
	for field, value := range was {
		if !empty(value) && !reflect.DeepEqual(value, is[field]) {
			before[field] = value
		}
	}
	for field, value := range is {
		if !empty(value) && !reflect.DeepEqual(value, was[field]) {
			after[field] = value
		}
	}
	return before, after
}

func empty(value any) bool {
	v := reflect.ValueOf(value)
	return !v.IsValid() || v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0
}
