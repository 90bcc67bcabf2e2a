package api

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"lectern/internal/http/server"
)

// oddValues are what a program with a mistake sends as a field.
func oddValues() []any {
	return []any{
		nil, "", " ", "nothing", strings.Repeat("长", 300), "2026-02-30", "a,b;c=d\n", -1, 0, 1e15, 3.5, true,
		[]any{},
		[]any{nil},
		[]any{""},
		[]any{"nothing", "nothing"},
		map[string]any{},
		map[string]any{"other": 1},
	}
}

// mostBodies bounds how many bodies each caller sends to a route.
const mostBodies = 24

// oddBodies returns a body with one field missing or with another value.
func oddBodies(random *rand.Rand, body string) []string {
	out := []string{"", "{}", "[]", "null"}
	var fields map[string]any
	if json.Unmarshal([]byte(body), &fields) != nil {
		return out
	}
	values := oddValues()
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		for range 3 {
			changed := maps.Clone(fields)
			changed[name] = values[random.IntN(len(values))]
			if raw, err := json.Marshal(changed); err == nil {
				out = append(out, string(raw))
			}
		}
		without := maps.Clone(fields)
		delete(without, name)
		if raw, err := json.Marshal(without); err == nil {
			out = append(out, string(raw))
		}
	}
	random.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out[:min(len(out), mostBodies)]
}

// queriesOf returns the query parameters of an operation.
func queriesOf(s *server.Server, operation string) []string {
	var out []string
	for _, path := range s.OpenAPI().Paths {
		for _, op := range []*huma.Operation{path.Get, path.Post, path.Put, path.Patch, path.Delete, path.Head} {
			if op == nil || op.OperationID != operation {
				continue
			}
			for _, parameter := range op.Parameters {
				if parameter.In == "query" {
					out = append(out, parameter.Name)
				}
			}
		}
	}
	return out
}

// oddTargets returns an address with other values of its query.
func oddTargets(random *rand.Rand, target string, queries []string) []string {
	path, _, _ := strings.Cut(target, "?")
	out := []string{target}
	for _, name := range queries {
		for range 2 {
			if text, ok := oddValues()[random.IntN(7)].(string); ok {
				out = append(out, path+"?"+url.Values{name: {text}}.Encode())
			}
		}
	}
	return out
}

// Whatever people send with real ids, the answer has a status, a media type, fields and codes that the contract names:
// every answer in these tests is compared with it.
func TestOddRequestsFollowTheContract(t *testing.T) {
	eachSchool(t, func(t *testing.T, school *school) {
		// Time flies between two routes, because the number of changes is limited.
		var ahead atomic.Int64
		school.api.Now = func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
		school.server = school.api.newServer(nil)
		school.handler = school.server.Handler
		s := newMatrixSchoolOn(t, school)
		s.employ()
		random := rand.New(rand.NewPCG(1, 2))
		for _, pattern := range s.patterns() {
			row := s.server.Routes()[pattern]
			t.Run(pattern, func(t *testing.T) {
				s.in(t)
				ahead.Add(int64(2 * time.Minute))
				s.clock.Store(s.api.Now().UnixMilli())
				c := s.call(pattern, row.Policy, matrix[pattern])
				for _, who := range []string{"", "zhao", "lin", "teacher", "dean"} {
					browser := s.fresh(who)
					for _, target := range oddTargets(random, c.target, queriesOf(s.server, row.Operation)) {
						c.odd(t, browser, target, c.body, "If-None-Match", "*", "Range", "bytes=0-0")
					}
					if c.method == http.MethodGet || c.method == http.MethodHead {
						continue
					}
					for _, body := range oddBodies(random, c.body) {
						c.odd(t, browser, c.target, body)
					}
				}
			})
		}
	})
}

// odd sends a request that may be answered in any way but with an error of the server.
func (c matrixCall) odd(t *testing.T, browser *visitor, target, body string, header ...string) {
	t.Helper()
	got := browser.send(c.method, target, body, append(slices.Clone(c.want.header), header...)...)
	if got.status >= http.StatusInternalServerError {
		t.Errorf("%s %s %.200s: %d %s", c.method, target, body, got.status, got.body)
	}
}
