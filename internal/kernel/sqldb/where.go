package sqldb

import (
	"strconv"
	"strings"
)

// A Where is the conditions of a statement that are set and no others, so that each engine picks the index of one that is.
type Where struct {
	Conditions []string
	Args       []any
}

// Add adds a condition; each ? in it is one of the values, in their order.
func (w *Where) Add(condition string, values ...any) {
	for _, value := range values {
		w.Args = append(w.Args, value)
		condition = strings.Replace(condition, "?", "$"+strconv.Itoa(len(w.Args)), 1)
	}
	w.Conditions = append(w.Conditions, condition)
}
