package api

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"lectern/internal/kernel/blob"
	"lectern/internal/testkit/blobtest"
)

// With an object store, the portal serves playlists and redirects players to the store for segments. If the store
// is down, only media fail.
func TestMediaFromAnObjectStore(t *testing.T) {
	server := blobtest.StartS3(t)
	store, err := blob.Open(server.Address, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := newSchoolWith(t, store)
	lesson := s.lesson("One", true, false)
	s.recorded(lesson)
	lin := s.as("lin")
	m := s.playback("lin", lesson)
	segment := strings.Replace(m.Playlist, "master.m3u8", "v360_00000.m4s", 1)
	if got := lin.fetch(m.Playlist); got.status != 200 || !strings.HasPrefix(got.body, "#EXTM3U") {
		t.Errorf("playlist: %d %s", got.status, got.body)
	}
	got := lin.fetch(segment)
	to := got.header.Get("Location")
	if got.status != 302 || !strings.Contains(to, "X-Amz-Signature=") || !strings.Contains(to, "X-Amz-Expires=3&") ||
		got.header.Get("Cache-Control") != "no-store" {
		t.Errorf("segment: %d %v", got.status, got.header)
	}
	if answer, err := http.Get(to); err != nil || answer.StatusCode != http.StatusOK {
		t.Errorf("at the store: %v, %v", answer, err)
	} else {
		_ = answer.Body.Close()
	}
	s.attach(lesson, "slides.pdf", "%PDF-1.7 x")
	files, err := s.api.course.Attachments(t.Context(), s.actor("lin"), lesson)
	if err != nil {
		t.Fatal(err)
	}
	// A browser would otherwise reuse the store's address after it has expired.
	if got := lin.fetch(files[0].URL); got.status != 200 || got.body != "%PDF-1.7 x" {
		t.Errorf("attachment: %d %v", got.status, got.header)
	}
	if got := s.as("zhao").fetch(segment); got.status != 403 {
		t.Errorf("another's ticket: %d", got.status)
	}
	server.Stop()
	if got := lin.fetch(m.Playlist); got.status != 503 || got.code(t) != "blob.store_down" ||
		got.header.Get("Retry-After") == "" {
		t.Errorf("the store is away: %d %v %s", got.status, got.header, got.body)
	}
	for _, path := range []string{"/api/courses", "/api/timetable", "/api/user/info"} {
		if got := lin.send("GET", path, ""); got.status != 200 {
			t.Errorf("%s suffers: %d %s", path, got.status, got.body)
		}
	}
	server.Start()
	deadline := time.Now().Add(time.Minute)
	for lin.fetch(m.Playlist).status != 200 {
		if time.Now().After(deadline) {
			t.Fatal("it does not heal")
		}
	}
}
