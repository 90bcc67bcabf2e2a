package api

import (
	"cmp"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"lectern/internal/kernel/access"
)

// matrixCall is a request for a route, with its own objects, and the expected answers.
type matrixCall struct {
	method, target, body string
	policy               access.Policy
	want                 verdict
	callers              []caller
}

type caller struct {
	name   string
	status int
}

// patterns returns all routes. Publications come first, because creating one uses up the dean's only draft.
func (s *matrixSchool) patterns() []string {
	published := func(pattern string) bool { return strings.Contains(pattern, "{publication}") }
	all := slices.Collect(maps.Keys(s.server.Routes()))
	first := slices.DeleteFunc(slices.Clone(all), func(pattern string) bool { return !published(pattern) })
	return append(first, slices.DeleteFunc(all, published)...)
}

func (s *matrixSchool) call(pattern string, policy access.Policy, want verdict) matrixCall {
	s.t.Helper()
	method, path, _ := strings.Cut(pattern, " ")
	target, body := s.fill(path+want.query, want.body)
	return matrixCall{method, target, body, policy, want, []caller{
		{"", want.visitor},
		{"zhao", want.other},
		{"other teacher", cmp.Or(want.elsewhere, want.other)},
		{"dean", want.staff},
		{"lin", want.lin},
		{"teacher", cmp.Or(want.teacher, want.other)},
	}}
}

func (c matrixCall) changesNothing(who caller) bool {
	reads := c.want.reads || c.method == http.MethodGet || c.method == http.MethodHead || c.method == http.MethodOptions
	return who.status >= 400 || reads && who.name != "lin"
}

func (c matrixCall) withoutToken(t *testing.T, s *matrixSchool) {
	t.Helper()
	closed := c.policy != access.Open && c.policy != access.SignedURL
	got := (&visitor{p: s.portal}).send(c.method, c.target, c.body,
		append(slices.Clone(c.want.header), "Authorization", "")...)
	if closed && got.status != http.StatusUnauthorized {
		t.Errorf("without a token: %d %s", got.status, got.body)
	}
}

// send checks the answer for a caller.
func (c matrixCall) send(t *testing.T, who caller, browser *visitor) {
	t.Helper()
	got := browser.send(c.method, c.target, c.body, c.want.header...)
	if got.status != who.status {
		t.Errorf("as %q: %d %s, want %d", who.name, got.status, got.body, who.status)
	}
	if code := cmp.Or(c.want.codes[who.status], usualCodes[who.status]); code != "" &&
		c.method != http.MethodHead && got.code(t) != code {
		t.Errorf("as %q: %s, want %s", who.name, got.body, code)
	}
	if (who.name == "" || who.name == "zhao" || who.name == "other teacher") && strings.Contains(got.body, onlyLin) {
		t.Errorf("as %q: reads what is lin's: %s", who.name, got.body)
	}
	if strings.Contains(got.body, `"access":"granted"`) != slices.Contains(c.want.granted, who.name) {
		t.Errorf("as %q: may watch or not: %s", who.name, got.body)
	}
}
