package sqldb

import (
	"math/bits"
	"strconv"
	"strings"
)

// Contains returns the pattern for LIKE … ESCAPE '!' that finds a text anywhere.
func Contains(text string) string {
	return "%" + strings.NewReplacer("!", "!!", "%", "!%", "_", "!_").Replace(text) + "%"
}

// List returns the placeholders for IN (…), from $first on, and their arguments, because the engines share no list
// type. It repeats the last value up to a power of two, so that lists of any length have few texts: each is prepared.
func List[T any](first int, values []T) (places string, args []any) {
	if len(values) == 0 {
		return "", nil
	}
	each := make([]string, 1<<bits.Len(uint(len(values)-1)))
	for i := range each {
		each[i], args = "$"+strconv.Itoa(first+i), append(args, values[min(i, len(values)-1)])
	}
	return strings.Join(each, ", "), args
}
