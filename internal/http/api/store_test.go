package api

import "testing"

// No cache stores an answer about a person. A browser may store versioned answers, but must revalidate them.
func TestPersonalAnswersAreNotStored(t *testing.T) {
	s := newSchool(t)
	reveal := jsonText(t, map[string]string{"password": s.logins["lin"].Password})
	for _, tc := range []struct{ as, method, path, body, want string }{
		{"lin", "GET", "/api/user/info", "", "no-store"},
		{"lin", "PATCH", "/api/user/info", `{"nickname":"x"}`, "no-store"},
		{"lin", "GET", "/api/user/sessions", "", "no-store"},
		{"lin", "GET", infoPath, "", "no-store"},
		{"lin", "POST", "/api/student/reveal", reveal, "no-store"},
		{"lin", "POST", "/api/message/list", "", "no-store"},
		{"dean", "GET", "/api/admin/accounts", "", "no-store"},
		{"dean", "POST", "/api/admin/accounts/" + s.actor("zhao").Account + "/password-reset", "", "no-store"},
		{"lin", "GET", "/api/user/info?limit[[[[[[=1", "", "no-store"}, // an error
		{"lin", "GET", "/api/timetable", "", "private, no-cache"},
	} {
		got := s.as(tc.as).send(tc.method, tc.path, tc.body)
		if values := got.header.Values("Cache-Control"); len(values) != 1 || values[0] != tc.want {
			t.Errorf("%s %s: %d, Cache-Control %q", tc.method, tc.path, got.status, values)
		}
	}
}
