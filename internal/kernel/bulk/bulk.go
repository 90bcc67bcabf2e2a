// Package bulk holds the result of an action on many objects: how many it applied to, and which were skipped and why.
// Start at Each.
package bulk

// Max is the most ids in one call.
const Max = 500

// Skipped is an id that the action did not apply to.
type Skipped struct {
	ID   string
	Code string // why: the code of a text
}

// Result is the outcome of a bulk action.
type Result struct {
	Done    int
	Skipped []Skipped // in the order of the ids
}

// Each calls do once for every id, in order. If do returns a code, the id is skipped and do must not have written
// anything for it. An error stops the loop, and the caller rolls back.
func Each(ids []string, do func(id string) (code string, err error)) (Result, error) {
	var out Result
	seen := make(map[string]bool, len(ids))
	for _, id := range ids {
		if seen[id] {
			continue
		}
		seen[id] = true
		code, err := do(id)
		switch {
		case err != nil:
			return Result{}, err
		case code != "":
			out.Skipped = append(out.Skipped, Skipped{id, code})
		default:
			out.Done++
		}
	}
	return out, nil
}
