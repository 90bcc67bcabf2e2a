package httpapi

import (
	"context"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// reportReaders reads a body as readReport does and as huma does; nil for what one of them leaves or refuses.
func reportReaders(t testing.TB) func(body string) (quick, whole *reportIn) {
	t.Helper()
	const pattern = "/lessons/{lesson}"
	var quick, whole *reportIn
	mux := http.NewServeMux()
	huma.Register(humago.New(mux, humaConfig()), huma.Operation{OperationID: "x", Method: http.MethodPost, Path: pattern},
		func(_ context.Context, in *reportIn) (*struct{}, error) {
			whole = in
			return &struct{}{}, nil
		})
	mux.HandleFunc("PUT "+pattern, func(_ http.ResponseWriter, r *http.Request) {
		body := make([]byte, r.ContentLength)
		_, _ = r.Body.Read(body)
		if in, ok := readReport(r, body); ok {
			quick = in
		}
	})
	return func(body string) (*reportIn, *reportIn) {
		quick, whole = nil, nil
		for _, method := range []string{http.MethodPost, http.MethodPut} {
			r := httptest.NewRequestWithContext(context.Background(), method, "/lessons/x", strings.NewReader(body))
			r.Header.Set("Content-Type", "application/json")
			mux.ServeHTTP(httptest.NewRecorder(), r)
		}
		return quick, whole
	}
}

const plainReport = `{"player":"p","speed":1,"position":0.25,"intervals":[[0,1.5],[2,3e1]]}`

func TestReadReport(t *testing.T) {
	read := reportReaders(t)
	with := func(old, replaced string) string { return strings.Replace(plainReport, old, replaced, 1) }
	for _, tc := range []struct {
		name, body   string
		quick, whole bool
	}{
		{"as the player writes it", plainReport, true, true},
		{"nothing watched", with("[[0,1.5],[2,3e1]]", "[]"), true, true},
		{"in another order, with spaces", ` { "intervals" : [ [ 0 , 1 ] ] , "position" : -1 , "player" : "p" , "speed" : 0.5 } `, true, true},
		{"a long name", with(`"p"`, `"`+strings.Repeat("p", 64)+`"`), true, true},
		{"as many pieces as may be", with("[0,1.5]", strings.Repeat("[0,1],", 198)+"[0,1]"), true, true},
		{"an escaped name", with(`"p"`, `"\u0070"`), false, true},
		{"a name in Chinese", with(`"p"`, `"播放器"`), false, true},
		{"half a pair", with("[0,1.5]", "[0]"), false, true},
		{"three of a pair", with("[0,1.5]", "[0,1,2]"), false, true},
		{"no name", with(`"p"`, `""`), false, false},
		{"too long a name", with(`"p"`, `"`+strings.Repeat("p", 65)+`"`), false, false},
		{"too slow", with(`"speed":1`, `"speed":0.49`), false, false},
		{"too fast", with(`"speed":1`, `"speed":3.01`), false, false},
		{"too many pieces", with("[0,1.5]", strings.Repeat("[0,1],", 199)+"[0,1]"), false, false},
		{"no position", with(`"position":0.25,`, ``), false, false},
		{"an unknown field", with(`"position"`, `"x":1,"position"`), false, false},
		{"a text for a number", with("0.25", `"0.25"`), false, false},
		{"a number for a text", with(`"p"`, `1`), false, false},
		{"beyond all numbers", with("0.25", "1e999"), false, false},
		{"null", with("0.25", "null"), false, false},
		{"no object", `[]`, false, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			quick, whole := read(tc.body)
			if (quick != nil) != tc.quick || (whole != nil) != tc.whole {
				t.Errorf("quickly %v, by huma %v", quick, whole)
			}
			if quick != nil && !reflect.DeepEqual(quick, whole) {
				t.Errorf("quickly %+v, by huma %+v", quick, whole)
			}
		})
	}
}

func FuzzReadReport(f *testing.F) {
	f.Add(plainReport)
	f.Add(`{"player":"p","player":"q","speed":1,"intervals":[]}`)
	f.Add(`{"Player":"p","speed":1,"position":1,"intervals":[]}`)
	read := reportReaders(f)
	f.Fuzz(func(t *testing.T, body string) {
		if checkJSON([]byte(body)) != nil {
			return // the gate refuses it
		}
		if quick, whole := read(body); quick != nil && !reflect.DeepEqual(quick, whole) {
			t.Errorf("%q: quickly %+v, by huma %+v", body, quick, whole)
		}
	})
}
