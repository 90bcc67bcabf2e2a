package server

import (
	"net/http"
	"testing"
	"time"
)

// discard is the cheapest possible ResponseWriter, so that only our work is measured.
type discard struct {
	header http.Header
	status int
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) Write(b []byte) (int, error) { return len(b), nil }
func (d *discard) WriteHeader(status int)      { d.status = status }

func BenchmarkMiddleware(b *testing.B) {
	h := New(Options{Now: time.Now, Authenticate: testAuthenticate, Web: testWeb, MaxCalls: 8}, testRoutes(nil)).Handler
	for _, path := range []string{"/", "/healthz", "/api/test/anyone"} {
		b.Run(path, func(b *testing.B) {
			r, err := http.NewRequestWithContext(b.Context(), http.MethodGet, path, http.NoBody)
			if err != nil {
				b.Fatal(err)
			}
			r.RemoteAddr = "127.0.0.1:5000"
			r.Header.Set("Accept-Language", "zh-CN,zh;q=0.9")
			r.Header.Set("Accept-Encoding", "br")
			b.ReportAllocs()
			for b.Loop() {
				h.ServeHTTP(&discard{header: make(http.Header, 8)}, r)
			}
		})
	}
}
