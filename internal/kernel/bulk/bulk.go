// Package bulk is what a call that does one thing to many answers: how many it was done to, and who was left out and why. It knows
// nothing of a college. Start at Each.
package bulk

// Max is how many ids a call may name.
const Max = 500

// A Left is somebody to whom it was not done.
type Left struct {
	ID   string
	Code string // why: the code of a sentence
}

// A Result is what came of it.
type Result struct {
	Done int
	Left []Left // in the order in which they were named
}

// Each does something once for every id, in order. A code leaves that one out: nothing may have been written for it. An error ends it, and
// whoever calls takes back what was done.
func Each(ids []string, do func(id string) (left string, err error)) (Result, error) {
	var out Result
	seen := make(map[string]bool, len(ids))
	for _, id := range ids {
		if seen[id] {
			continue
		}
		seen[id] = true
		left, err := do(id)
		switch {
		case err != nil:
			return Result{}, err
		case left != "":
			out.Left = append(out.Left, Left{id, left})
		default:
			out.Done++
		}
	}
	return out, nil
}
