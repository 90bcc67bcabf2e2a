package system

import (
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
)

// State is the result of a check.
type State string

// The states.
const (
	OK      State = "ok"
	Note    State = "note"    // it works, but people should know
	Problem State = "problem" // something doesn't work, or won't for long
)

// Finding is the result of one check, with a text that says what to do if it isn't OK.
type Finding struct {
	Kind   string // name of the check, such as disk
	State  State
	Code   string // key of the text in package locale; if empty, Plain is the text
	Params map[string]string
	Plain  string // a system error, which has no translation
}

// Text returns the text of the finding in a language.
func (f Finding) Text(lang locale.Language) string {
	if f.Code == "" {
		return f.Plain
	}
	return locale.Text(lang, f.Code, f.Params)
}

func newFinding(state State, code string, params ...string) Finding {
	return Finding{State: state, Code: code, Params: fault.Params(params...)}
}

func ok(code string, params ...string) Finding      { return newFinding(OK, code, params...) }
func note(code string, params ...string) Finding    { return newFinding(Note, code, params...) }
func problem(code string, params ...string) Finding { return newFinding(Problem, code, params...) }

// failed returns the finding for a check that could not run.
func failed(err error) Finding {
	if faults := fault.All(err); len(faults) > 0 {
		return Finding{State: Problem, Code: faults[0].Code, Params: faults[0].Params}
	}
	return Finding{State: Problem, Plain: err.Error()}
}
