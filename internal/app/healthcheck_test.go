package app_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestHealthcheckAsksTheServer(t *testing.T) {
	data := "LECTERN_DATA=" + t.TempDir()
	url, _, stop := serve(t, []string{data})
	listen := strings.TrimSuffix(strings.TrimPrefix(url, "http://"), "/")
	_, port, _ := strings.Cut(listen, ":")
	for _, address := range []string{listen, ":" + port, "0.0.0.0:" + port} {
		if out, err := lectern(t, nil, "healthcheck", "--listen", address); err != nil || out != "ready\n" {
			t.Errorf("on %s: %q, %v", address, out, err)
		}
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	if _, err := lectern(t, nil, "healthcheck", "--listen", listen); err == nil {
		t.Error("healthy after the server stopped")
	}
}

func TestHealthcheckFailsWhenTheServerIsNotReady(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.Error(w, "[server.stopping]", http.StatusServiceUnavailable)
	}))
	defer server.Close()
	_, err := lectern(t, nil, "healthcheck", "--listen", server.Listener.Addr().String())
	if err == nil || !strings.Contains(err.Error(), "503") || !strings.Contains(err.Error(), "server.stopping") {
		t.Errorf("got %v", err)
	}
}
