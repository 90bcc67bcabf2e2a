package api

import (
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"lectern/internal/http/api/timetableapi"
)

// BenchmarkTimetable measures a cached response, including middleware.
func BenchmarkTimetable(b *testing.B) {
	s := newSchool(b)
	defer slog.SetLogLoggerLevel(slog.SetLogLoggerLevel(slog.LevelWarn))
	v := s.as("lin")
	feed := post[timetableapi.WireCalendar](s, "lin", "/api/calendar", "")
	for _, what := range []struct {
		name, path string
		sign       bool
	}{{"timetable", "/api/timetable", true}, {"user info", "/api/user/info", true}, {"feed", feed.Path, false}} {
		b.Run(what.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetParallelism(16)
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					r := httptest.NewRequestWithContext(b.Context(), http.MethodGet, what.path, http.NoBody)
					r.Header.Set("Accept-Encoding", "gzip")
					if what.sign {
						v.sign(r)
						r.AddCookie(&http.Cookie{Name: "lectern-device", Value: v.cookies["lectern-device"]})
					}
					w := &discard{header: make(http.Header, 16)}
					s.handler.ServeHTTP(w, r)
					if w.status != 0 && w.status != http.StatusOK {
						b.Error(w.status)
					}
				}
			})
		})
	}
}

// discard is the cheapest possible ResponseWriter, so that only our work is measured.
type discard struct {
	header http.Header
	status int
}

func (d *discard) Header() http.Header         { return d.header }
func (d *discard) Write(b []byte) (int, error) { return len(b), nil }
func (d *discard) WriteHeader(status int)      { d.status = status }
