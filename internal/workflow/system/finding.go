package system

import (
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
)

// A State is what a check found.
type State string

// The states.
const (
	OK      State = "ok"
	Note    State = "note"    // it works, but should be known
	Problem State = "problem" // something does not work, or will not for long
)

// A Finding is what one check found, with a sentence that says what to do unless all is well.
type Finding struct {
	Kind   string // which check, such as disk
	State  State
	Code   string // of the sentence in package locale; empty: Plain is all there is
	Params map[string]string
	Plain  string // an error of the system, which has no sentence of its own
}

// Text is the finding in a language.
func (f Finding) Text(lang locale.Language) string {
	if f.Code == "" {
		return f.Plain
	}
	return locale.Text(lang, f.Code, f.Params)
}

func found(state State, code string, params ...string) Finding {
	return Finding{State: state, Code: code, Params: fault.Params(params...)}
}

func ok(code string, params ...string) Finding      { return found(OK, code, params...) }
func note(code string, params ...string) Finding    { return found(Note, code, params...) }
func problem(code string, params ...string) Finding { return found(Problem, code, params...) }

// failed is what a check found that could not be made.
func failed(err error) Finding {
	if faults := fault.All(err); len(faults) > 0 {
		return Finding{State: Problem, Code: faults[0].Code, Params: faults[0].Params}
	}
	return Finding{State: Problem, Plain: err.Error()}
}
