package sqldb

import (
	"strconv"
	"strings"
)

// Where collects only the conditions that apply, so that each engine can choose the index of one of them.
type Where struct {
	Conditions []string
	Args       []any
}

// Add adds a condition; each ? in it stands for one of the values, in order.
func (w *Where) Add(condition string, values ...any) {
	for _, value := range values {
		w.Args = append(w.Args, value)
		condition = strings.Replace(condition, "?", "$"+strconv.Itoa(len(w.Args)), 1)
	}
	w.Conditions = append(w.Conditions, condition)
}
