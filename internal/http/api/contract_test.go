package api

import (
	"cmp"
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/http/server"
	"lectern/internal/kernel/locale"
	"lectern/internal/testkit/glossary"
)

// documented checks answers against the contract: the codes of errors, and the types and fields of other answers.
type documented struct {
	mux     *http.ServeMux // finds the route of a request
	codes   map[string][]string
	answers map[string]map[string]*huma.Response // by status
	schemas huma.Registry
}

func newDocumented(s *server.Server) *documented {
	d := &documented{
		mux: http.NewServeMux(), codes: map[string][]string{},
		answers: map[string]map[string]*huma.Response{}, schemas: s.OpenAPI().Components.Schemas,
	}
	answers := map[string]map[string]*huma.Response{} // by operation
	for _, path := range s.OpenAPI().Paths {
		for _, op := range []*huma.Operation{
			path.Get, path.Post, path.Put, path.Patch,
			path.Delete, path.Head, path.Options,
		} {
			if op != nil {
				answers[op.OperationID] = op.Responses
			}
		}
	}
	for pattern, row := range s.Routes() {
		d.mux.Handle(pattern, http.NotFoundHandler())
		d.codes[pattern] = s.ErrorCodes(row)
		d.answers[pattern] = answers[row.Operation]
	}
	return d
}

func (d *documented) check(t testing.TB, r *http.Request, got answered) {
	t.Helper()
	_, pattern := d.mux.Handler(r)
	switch {
	case pattern == "" || got.status == http.StatusTemporaryRedirect: // net/http's redirect to the clean path
	case got.status < 400:
		d.checkWorked(t, pattern, got)
	default:
		d.checkCodes(t, pattern, got.body)
	}
}

// checkWorked checks status, content type and JSON fields of a successful answer.
func (d *documented) checkWorked(t testing.TB, pattern string, got answered) {
	t.Helper()
	answer := d.answers[pattern][strconv.Itoa(got.status)]
	if answer == nil {
		t.Errorf("%s answered %d, which the contract does not name", pattern, got.status)
		return
	}
	if got.body == "" || got.header.Get("Content-Encoding") != "" || got.status == http.StatusFound {
		return
	}
	kind, _, _ := strings.Cut(got.header.Get("Content-Type"), ";")
	about := cmp.Or(answer.Content[kind], answer.Content["*/*"])
	if about == nil {
		t.Errorf("%s answered %q, which the contract does not name", pattern, kind)
		return
	}
	if kind != "application/json" {
		return
	}
	var body any
	if err := json.Unmarshal([]byte(got.body), &body); err != nil {
		t.Errorf("%s answered no JSON: %v", pattern, err)
	}
	var found huma.ValidateResult
	huma.Validate(d.schemas, about.Schema, huma.NewPathBuffer([]byte{}, 0), huma.ModeReadFromServer, body, &found)
	for _, flaw := range found.Errors {
		t.Errorf("%s does not answer as the contract says: %v", pattern, flaw)
	}
}

// placeholder is a parameter of a text that wasn't filled in.
var placeholder = regexp.MustCompile(`\{[a-z]+\}`)

func (d *documented) checkCodes(t testing.TB, pattern, body string) {
	t.Helper()
	var answer struct {
		Errors []string `json:"errors"`
	}
	if json.Unmarshal([]byte(body), &answer) != nil {
		return
	}
	for _, sentence := range answer.Errors {
		code, _, _ := strings.Cut(strings.TrimPrefix(sentence, "["), "]")
		if !slices.Contains(d.codes[pattern], code) {
			t.Errorf("%s answered %s, which the contract does not name", pattern, code)
		}
		if placeholder.MatchString(sentence) {
			t.Errorf("[8.1] %s answered %q", pattern, sentence)
		}
	}
}

// TestContractUsesTheGlossary keeps the contract's summaries and descriptions to the words of docs/glossary.md.
func TestContractUsesTheGlossary(t *testing.T) {
	raw, err := json.Marshal(New(Deps{}, nil).OpenAPI())
	if err != nil {
		t.Fatal(err)
	}
	var contract any
	if err := json.Unmarshal(raw, &contract); err != nil {
		t.Fatal(err)
	}
	banned, texts := glossary.Banned(t), 0
	var check func(path string, node any)
	check = func(path string, node any) {
		switch node := node.(type) {
		case []any:
			for _, child := range node {
				check(path, child)
			}
		case map[string]any:
			for key, child := range node {
				text, ok := child.(string)
				if !ok || key != "summary" && key != "description" {
					check(path+"/"+key, child)
					continue
				}
				texts++
				if found := banned.FindString(text); found != "" {
					t.Errorf("%s: %q uses %q", path, text, found)
				}
			}
		}
	}
	check("", contract)
	if texts < 1000 {
		t.Errorf("found only %d texts", texts)
	}
}

func TestContractNamesEveryRow(t *testing.T) {
	s := New(Deps{}, nil)
	tags := map[string]bool{}
	for _, tag := range s.OpenAPI().Tags {
		tags[tag.Name] = true
	}
	operations, seen := operations(), map[string]bool{}
	for pattern, row := range s.Routes() {
		seen[row.Operation] = true
		named := map[string]bool{}
		for _, code := range s.ErrorCodes(row) {
			if named[code] {
				t.Errorf("%s names %s twice", row.Operation, code)
			}
			named[code] = true
		}
		if operations[row.Operation].Summary == "" {
			t.Errorf("%s (%s) has no summary", pattern, row.Operation)
		}
		if !tags[row.Tag] {
			t.Errorf("%s has the unknown tag %q", pattern, row.Tag)
		}
	}
	if codes := s.ErrorCodes(s.Routes()["POST /api/Students/Students/Login"]); slices.Contains(
		codes, "account.session_ended") {
		t.Error("[7.2] a login has no session that could have ended")
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
