package apitest

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Response is a handler's response.
type Response struct {
	Status int
	Header http.Header
	Body   string
}

// Code returns the code of the first error in an envelope, or "" if it succeeded.
func (r Response) Code(t testing.TB) string {
	t.Helper()
	var answer struct {
		Answer
		StatusCode int `json:"statusCode"`
	}
	if err := json.Unmarshal([]byte(r.Body), &answer); err != nil {
		t.Fatalf("not an envelope: %q", r.Body)
	}
	if answer.StatusCode != r.Status {
		t.Errorf("the envelope says %d, HTTP says %d", answer.StatusCode, r.Status)
	}
	if answer.Succeeded != (len(answer.Errors) == 0) {
		t.Errorf("succeeded %v with errors %q", answer.Succeeded, answer.Errors)
	}
	return answer.Answer.Code()
}

// Serve sends one request to a handler: JSON unless the headers, given in pairs, say otherwise.
func Serve(t testing.TB, h http.Handler, method, path, body string, header ...string) Response {
	t.Helper()
	r := httptest.NewRequestWithContext(t.Context(), method, path, strings.NewReader(body))
	if body == "" {
		r.Body, r.ContentLength = http.NoBody, 0
	} else {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return Response{w.Code, w.Header(), w.Body.String()}
}
