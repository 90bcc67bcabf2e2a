package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"lectern/internal/testkit/apitest"
)

func TestInputIsRefusedClearly(t *testing.T) {
	h := testHandler(t, Options{})
	for _, tc := range []struct {
		name, body string
		header     []string
		status     int
		code       string
	}{
		{"good", `{"name":"a"}`, nil, 200, ""},
		{"[7.5] charset utf-8", `{"name":"a"}`, []string{"Content-Type", "application/json; charset=UTF-8"}, 200, ""},
		{
			"[7.5] form where JSON is expected", `name=a`,
			[]string{"Content-Type", "application/x-www-form-urlencoded"},
			415, "request.content_type",
		},
		{"[7.5] another type", `<a/>`, []string{"Content-Type", "application/xml"}, 415, "request.content_type"},
		{"[7.5] type in capitals", `{"name":"a"}`, []string{"Content-Type", "Application/JSON"}, 200, ""},
		{
			"[7.5] space before the charset", `{"name":"a"}`,
			[]string{"Content-Type", "application/json ; charset=utf-8"},
			200, "",
		},
		{
			"[7.5] another charset", `{"name":"a"}`,
			[]string{"Content-Type", "application/json; charset=gbk"},
			415, "request.charset",
		},
		{"[7.5] broken content type", `{"name":"a"}`, []string{"Content-Type", ";"}, 415, "request.content_type"},
		{"no body", ``, nil, 400, "request.empty"},
		{"broken JSON", `{"name":`, nil, 400, "request.json"},
		{"two values", `{"name":"a"}{"name":"b"}`, nil, 400, "request.json"},
		{"key twice", `{"name":"a","name":"b"}`, nil, 400, "request.field_twice"},
		{"key twice in another case", `{"name":"a","NAME":"b"}`, nil, 400, "request.field_twice"},
		{"key twice as json folds it", `{"name":"a","tags":[],"tagſ":[]}`, nil, 400, "request.field_twice"},
		{"unknown key", `{"name":"a","x":1}`, nil, 400, "request.field_unknown"},
		{"missing key", `{}`, nil, 400, "request.field_missing"},
		{"wrong type", `{"name":1}`, nil, 400, "request.field_type"},
		{"not an object", `[]`, nil, 400, "request.field_type"},
		{"too long", `{"name":"123456789"}`, nil, 400, "request.field_too_long"},
		{"too short", `{"name":""}`, nil, 400, "request.field_too_short"},
		{"wrong type in Go alone", `{"name":"a","count":1e0}`, nil, 400, "request.field_type"},
		{"too great", `{"name":"a","count":10}`, nil, 400, "request.field_value"},
		{"too many", `{"name":"a","tags":["a","b","c"]}`, nil, 400, "request.field_count"},
		{"not UTF-8", "{\"name\":\"\xff\"}", nil, 400, "request.encoding"},
		{"a NUL", `{"name":"\u0000"}`, nil, 400, "request.encoding"},
		{"too deep", strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40), nil, 400, "request.too_deep"},
		{"too large", `{"name":"` + strings.Repeat("x", 70_000) + `"}`, nil, 413, "request.too_large"},
		{"from another site", `{"name":"a"}`, []string{"Sec-Fetch-Site", "cross-site"}, 403, "request.cross_origin"},
		{
			"headers too large", `{"name":"a"}`,
			[]string{"X-Junk", strings.Repeat("x", 1_000_000)},
			431, "request.header_too_large",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := apitest.Serve(t, h, "POST", "/api/test/echo", tc.body, tc.header...)
			if got.Status != tc.status || got.Code(t) != tc.code {
				t.Fatalf("got %d %s", got.Status, got.Body)
			}
			if got.Status != 200 && got.Header.Get("Cache-Control") != "no-store" {
				t.Errorf("[8.3] Cache-Control is %q", got.Header.Get("Cache-Control"))
			}
			if got.Status == 413 && !strings.Contains(got.Body, "limit is 64 KB.") {
				t.Errorf("[8.3] how much may be sent is not in %s", got.Body)
			}
			if strings.Contains(got.Body, "123456789") {
				t.Error("the answer repeats a value; it might have been a password")
			}
		})
	}
}

func TestBodyWithoutLengthIsBounded(t *testing.T) {
	h := testHandler(t, Options{})
	r := httptest.NewRequestWithContext(t.Context(), "POST", "/api/test/echo",
		strings.NewReader(`"`+strings.Repeat("x", 200_000)+`"`))
	r.ContentLength = -1
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != http.StatusRequestEntityTooLarge {
		t.Fatalf("got %d", w.Code)
	}
}

func TestFormRoutesTakeForms(t *testing.T) {
	h := testHandler(t, Options{})
	if got := apitest.Serve(t, h, "POST", "/api/test/form", "a=1", "Content-Type",
		"application/x-www-form-urlencoded;charset=utf-8"); got.Status != 200 || got.Body != "a=1" {
		t.Fatalf("[7.5] got %d %s", got.Status, got.Body)
	}
	if got := apitest.Serve(t, h, "POST", "/api/test/form", `{}`); got.Status != 415 {
		t.Fatalf("[7.5] got %d %s", got.Status, got.Body)
	}
}

func TestQueryLimits(t *testing.T) {
	h := testHandler(t, Options{})
	for _, tc := range []struct {
		name, query string
		status      int
		code        string
	}{
		{"plain", "a=1&b=2", 200, ""},
		{"depth 5", "a[b][c][d][e][f]=1", 200, ""},
		{"depth 6", "a[b][c][d][e][f][g]=1", 400, "request.query_depth"},
		{"depth 6, escaped", "a%5Bb%5D%5Bc%5D%5Bd%5D%5Be%5D%5Bf%5D%5Bg%5D=1", 400, "request.query_depth"},
		{"1000 parameters", repeat("p%d=1", 1000), 200, ""},
		{"1001 parameters", repeat("p%d=1", 1001), 400, "request.query_params"},
		{"20 of one", strings.Repeat("a=1&", 19) + "a=1", 200, ""},
		{"21 of one", strings.Repeat("a=1&", 20) + "a=1", 400, "request.query_array"},
		{"21 of one, in brackets", strings.Repeat("a[]=1&", 20) + "a[]=1", 400, "request.query_array"},
		{"21 of one, numbered", repeat("a[%d]=1", 21), 400, "request.query_array"},
		{"not an escape", "a=%zz", 400, "request.query"},
		{"a NUL", "a=%00", 400, "request.query"},
		{"not UTF-8", "a=%ff", 400, "request.query"},
	} {
		t.Run("[9.5] "+tc.name, func(t *testing.T) {
			if got := apitest.Serve(t, h, "GET", "/test/query?"+tc.query, ""); got.Status != tc.status ||
				got.Status != 200 && got.Code(t) != tc.code {
				t.Fatalf("got %d %s", got.Status, got.Body)
			}
		})
	}
}

func TestLongAddressesAreRefused(t *testing.T) {
	h := testHandler(t, Options{})
	for _, tc := range []struct {
		name, path string
		status     int
		code       string
	}{
		{"long enough", "/api/test/query?word=" + strings.Repeat("x", 15<<10), 200, ""},
		{"a long query", "/api/test/query?word=" + strings.Repeat("x", 16<<10), 414, "request.url_too_long"},
		{"a long path", "/api/" + strings.Repeat("x", 16<<10), 414, "request.url_too_long"},
		{"a long path of the app", "/" + strings.Repeat("x", 16<<10), 414, "request.url_too_long"},
		{"1000 parameters with names", "/test/query?" + repeat("param%d=12345", 1000), 200, ""}, // [9.5]
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := apitest.Serve(t, h, "GET", tc.path, ""); got.Status != tc.status ||
				got.Status != 200 && got.Code(t) != tc.code {
				t.Fatalf("got %d %s", got.Status, got.Body)
			}
		})
	}
}

func TestUnknownParametersAreRefusedByName(t *testing.T) {
	h := testHandler(t, Options{})
	for query, code := range map[string]string{
		"": "", "_t=1": "", "word=a": "", "word=a&_t=1": "", "wrod=a": "request.query_unknown",
		"word=a&x[]=1": "request.query_unknown",
		// A handler would ignore these, so the response would not be what the caller asked for.
		"word[]=a": "request.query_unknown", "word=a&word=b": "request.field_twice",
		"word=a;b": "request.query", "word=a%3Bb&_t=1&_t=2": "",
	} {
		got := apitest.Serve(t, h, "GET", "/api/test/query?"+query, "")
		if got.Code(t) != code || code != "" && got.Status != 400 {
			t.Errorf("[9.5] ?%s: %d %s", query, got.Status, got.Body)
		}
	}
}

func repeat(format string, n int) string {
	parts := make([]string, n)
	for i := range parts {
		parts[i] = fmt.Sprintf(format, i)
	}
	return strings.Join(parts, "&")
}

func FuzzCheckJSON(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"a":[1,2,{"b":null}]}`, `{"a":1,"A":2}`, `[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]`, "{\"a\":\"\xff\"}",
		`"\u0000"`, `1 2`, ` { "a" : -0.5e+3 , "b" : [ true , false , null , "x" ] } `, `{"ſ":1,"s":2}`, `[01]`,
		`[1.]`, `[-]`, `[1e]`, `{"a":1,}`, `[tru]`, "\"\x00\"", `{"a":1}}`, "", "{", `{"a":{"a":1},"b":{"a":1}}`,
		`[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]`, `[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if checkJSON(body) != nil {
			return
		}
		// What passes must also be valid for every other parser.
		if !json.Valid(body) {
			t.Fatalf("accepted %q", body)
		}
	})
}

func FuzzCheckQuery(f *testing.F) {
	for _, seed := range []string{"a=1", "a[b]=1&a[]=2", "%zz", "a=%00", "&&&", "=", "[]=1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		if checkQuery(raw) == nil && strings.Count(raw, "&") >= maxQueryParams {
			t.Fatalf("accepted %d parameters", strings.Count(raw, "&")+1)
		}
	})
}
