package api

import (
	"log/slog"
	"net/http"
	"testing"

	"lectern/internal/testkit/dbtest"
)

// BenchmarkUserInfo measures a small GET with a cached session: headers, replay check, handler, envelope.
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
	for b.Loop() {
		v.sign(r) // the same request again is a replay
		w := &discard{header: make(http.Header, 8)}
		p.handler.ServeHTTP(w, r)
		if w.status != http.StatusOK {
			b.Fatal(w.status)
		}
	}
}
