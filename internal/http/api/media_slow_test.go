package api

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"lectern/internal/testkit/attacktest"
)

// blockedWriter is a client that does not read.
type blockedWriter struct {
	*httptest.ResponseRecorder
	writing, release chan struct{}
}

func (w blockedWriter) Write(b []byte) (int, error) {
	w.writing <- struct{}{}
	<-w.release
	return w.ResponseRecorder.Write(b)
}

// TestAttackSlowDownloads starts downloads in one session without reading them. It gets only its share of the
// streams.
func TestAttackSlowDownloads(t *testing.T) {
	attacktest.Try(t, "slow downloads", 8, 32, attackSlowDownloads)
}

func attackSlowDownloads(t *testing.T, downloads int) {
	s := newSchool(t)
	lesson := s.lesson("One", true, false)
	s.recorded(lesson)
	segment := func(name string) string {
		return strings.Replace(s.playback(name, lesson).Playlist, "master.m3u8", "v360_00000.m4s", 1)
	}
	lin, zhao := segment("lin"), segment("zhao")
	const share = 2
	s.api.MaxCalls = share * 32
	s.handler = s.api.newServer(nil).Handler
	release := make(chan struct{})
	var wg sync.WaitGroup
	for range share {
		w := blockedWriter{httptest.NewRecorder(), make(chan struct{}, 1), release}
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, lin, http.NoBody)
		r.AddCookie(&http.Cookie{Name: "lectern-device", Value: s.as("lin").cookies["lectern-device"]})
		wg.Go(func() { s.handler.ServeHTTP(w, r) })
		<-w.writing
	}
	for range downloads {
		if got := s.as("lin").fetch(lin); got.status != http.StatusTooManyRequests ||
			got.code(t) != "request.too_many_at_once" || got.header.Get("Retry-After") == "" {
			t.Fatalf("got %d %s", got.status, got.body)
		}
	}
	if got := s.as("zhao").fetch(zhao); got.status != http.StatusOK {
		t.Errorf("another student: %d %s", got.status, got.body)
	}
	close(release)
	wg.Wait()
	if got := s.as("lin").fetch(lin); got.status != http.StatusOK {
		t.Errorf("afterwards: %d %s", got.status, got.body)
	}
}
