package sqldb

import (
	"strconv"
	"strings"
)

// Contains returns the pattern for LIKE … ESCAPE '!' that finds a text anywhere.
func Contains(text string) string {
	return "%" + strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(text) + "%"
}

// List returns the placeholders for IN (…), from $first on, and their arguments, because the engines share no list
// type.
func List[T any](first int, values []T) (places string, args []any) {
	each := make([]string, len(values))
	for i, value := range values {
		each[i], args = "$"+strconv.Itoa(first+i), append(args, value)
	}
	return strings.Join(each, ", "), args
}
