package api

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

var pathParameter = regexp.MustCompile(`\{[^}]+\}`)

// PostgreSQL can't compare a NUL or bytes that aren't UTF-8, and SQLite can: both refuse them in every path.
func TestPathsAreText(t *testing.T) {
	eachSchool(t, func(t *testing.T, s *school) {
		tried := 0
		for pattern := range s.server.Routes() {
			method, path, _ := strings.Cut(pattern, " ")
			if !strings.Contains(path, "{") {
				continue
			}
			for _, bad := range []string{"%00", "%FF", "a%00b.ics", "%C0%80"} {
				tried++
				got := s.as("dean").send(method, pathParameter.ReplaceAllString(path, bad), "")
				if got.status != http.StatusBadRequest || method != http.MethodHead && got.code(t) != "request.encoding" {
					t.Errorf("%s with %s: %d %s", pattern, bad, got.status, got.body)
				}
			}
		}
		if tried < 300 {
			t.Errorf("only %d calls were tried", tried)
		}
	})
}
