package httpapi

import (
	"fmt"
	"log/slog"
	"net/http"
	"testing"

	"lectern/internal/dbtest"
)

// BenchmarkUserInfo is a small GET with a warm session behind it: headers, replay window, cache, handler, envelope.
func BenchmarkUserInfo(b *testing.B) {
	before := slog.Default()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	defer slog.SetDefault(before)
	p := newPortal(b, dbtest.Open(b, dbtest.SQLite(b)), nil)
	v := p.as("lin")
	r, err := http.NewRequestWithContext(b.Context(), http.MethodGet, "/api/user/info", http.NoBody)
	if err != nil {
		b.Fatal(err)
	}
	r.RemoteAddr = "127.0.0.1:5000"
	v.sign(r)
	r.AddCookie(&http.Cookie{Name: "lectern-device", Value: v.cookies["lectern-device"]})
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		r.URL.RawQuery = fmt.Sprint("_=", n)
		if n%1000 == 0 {
			v.sign(r)
		}
		w := &discard{header: make(http.Header, 8)}
		p.handler.ServeHTTP(w, r)
		if n == 0 && w.header.Get("Content-Type") == "" {
			b.Fatal("no answer")
		}
	}
}
