package httpapi

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"lectern/internal/locale"
	"lectern/internal/server"
)

// documented checks that the contract names every code that an operation answers.
type documented struct {
	mux   *http.ServeMux // finds the row of a request
	codes map[string][]string
}

func newDocumented(s *server.Server) *documented {
	d := &documented{mux: http.NewServeMux(), codes: map[string][]string{}}
	for pattern, row := range s.Routes() {
		d.mux.Handle(pattern, http.NotFoundHandler())
		d.codes[pattern] = s.ErrorCodes(row)
	}
	return d
}

func (d *documented) check(t testing.TB, r *http.Request, body string) {
	t.Helper()
	_, pattern := d.mux.Handler(r)
	var answer struct {
		Errors []string `json:"errors"`
	}
	if pattern == "" || json.Unmarshal([]byte(body), &answer) != nil {
		return
	}
	for _, sentence := range answer.Errors {
		code, _, _ := strings.Cut(strings.TrimPrefix(sentence, "["), "]")
		if !slices.Contains(d.codes[pattern], code) {
			t.Errorf("%s answered %s, which the contract does not name", pattern, code)
		}
	}
}

func TestContractNamesEveryRow(t *testing.T) {
	s := New(Deps{}, nil)
	tags := map[string]bool{}
	for _, tag := range s.OpenAPI().Tags {
		tags[tag.Name] = true
	}
	seen := map[string]bool{}
	for pattern, row := range s.Routes() {
		seen[row.Operation] = true
		if operations[row.Operation].Summary == "" {
			t.Errorf("%s (%s) has no summary", pattern, row.Operation)
		}
		if !tags[row.Tag] {
			t.Errorf("%s has the unknown tag %q", pattern, row.Tag)
		}
	}
	for name, about := range operations {
		if !seen[name] {
			t.Errorf("%s is not an operation", name)
		}
		for _, code := range about.Errors {
			if locale.Text(locale.English, code, nil) == code {
				t.Errorf("%s: %s is not a code", name, code)
			}
		}
	}
}
