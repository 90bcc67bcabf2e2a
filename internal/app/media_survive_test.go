package app_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"lectern/internal/testkit/apitest"
	"lectern/internal/testkit/attacktest"
)

// tus sends one signed request of an upload.
func tus(t *testing.T, c *apitest.Client, url, method, path string, body io.Reader,
	header ...string,
) (tusAnswer, error) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url+path, body)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range c.Sign() {
		r.Header.Set(name, value)
	}
	r.Header.Set("Cookie", c.Cookies())
	r.Header.Set("Tus-Resumable", "1.0.0")
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return tusAnswer{}, err
	}
	return tusAnswer{res.StatusCode, res.Header}, res.Body.Close()
}

// tusAnswer is the status and headers of a response; the protocol uses no bodies.
type tusAnswer struct {
	StatusCode int
	Header     http.Header
}

var errKilled = errors.New("killed")

// killing sends half of a file and then kills the server.
type killing struct {
	half io.Reader
	kill func() error
}

func (k *killing) Read(p []byte) (int, error) {
	n, err := k.half.Read(p)
	if errors.Is(err, io.EOF) {
		return 0, errors.Join(errKilled, k.kill())
	}
	return n, err
}

// The server is killed around the end of uploads: whenever it says that all bytes have arrived, there is a
// recording.
func TestAttackKillAtTheEndOfAnUpload(t *testing.T) {
	t.Parallel() // mostly waits for other processes
	attacktest.Try(t, "kill -9 at the end of an upload", 3, 100, attackUploadEnd)
}

func attackUploadEnd(t *testing.T, trials int) {
	environ := demo(t).environ
	cmd, url := start(t, environ)
	folder := t.TempDir()
	films(t, folder, "a.mp4")
	film, err := os.ReadFile(filepath.Join(folder, "a.mp4"))
	if err != nil {
		t.Fatal(err)
	}
	c := login(t, url)
	var newest []struct{ ID, Course string }
	recordings := func(c *apitest.Client) {
		t.Helper()
		answer, err := c.Do(t.Context(), http.MethodGet, "/api/admin/media?size=1", nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(answer.Data, &newest); err != nil || len(newest) != 1 {
			t.Fatalf("%+v, %v", answer, err)
		}
	}
	recordings(c)
	for round := range trials {
		about := "course " + base64.StdEncoding.EncodeToString([]byte(newest[0].Course)) + ",title " +
			base64.StdEncoding.EncodeToString([]byte("Killed"))
		made, err := tus(t, c, url, http.MethodPost, "/api/admin/uploads", http.NoBody, "Upload-Length",
			strconv.Itoa(len(film)), "Upload-Metadata", about)
		if err != nil || made.StatusCode != http.StatusCreated {
			t.Fatalf("%+v, %v", made, err)
		}
		at := made.Header.Get("Location")
		victim := cmd.Process
		kill := time.AfterFunc(time.Duration(round%10)*5*time.Millisecond, func() { _ = victim.Kill() })
		_, _ = tus(t, c, url, http.MethodPatch, at, bytes.NewReader(film), "Upload-Offset", "0", "Content-Type",
			"application/offset+octet-stream")
		kill.Stop()
		_ = victim.Kill()
		_ = cmd.Wait()
		cmd, url = start(t, environ)
		c = login(t, url)
		for offset := 0; offset < len(film); {
			head, err := tus(t, c, url, http.MethodHead, at, http.NoBody)
			if err != nil || head.StatusCode == http.StatusServiceUnavailable {
				// until the killed process's lock has expired
				continue
			}
			if offset, err = strconv.Atoi(head.Header.Get("Upload-Offset")); err != nil {
				t.Fatalf("%+v, %v", head, err)
			}
			if offset < len(film) {
				_, _ = tus(t, c, url, http.MethodPatch, at, bytes.NewReader(film[offset:]), "Upload-Offset", strconv.Itoa(offset),
					"Content-Type", "application/offset+octet-stream")
			}
		}
		if recordings(c); !strings.HasSuffix(at, newest[0].ID) {
			t.Fatalf("round %d: all of %s has arrived, and the newest recording is %s", round, at, newest[0].ID)
		}
	}
}

// The server is killed during an upload: the upload resumes, is prepared, and plays.
func TestKillDuringAnUpload(t *testing.T) {
	t.Parallel() // mostly waits for other processes
	environ := demo(t).environ
	cmd, url := start(t, environ)
	c := login(t, url)
	folder := t.TempDir()
	films(t, folder, "a.mp4")
	film, err := os.ReadFile(filepath.Join(folder, "a.mp4"))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := c.Do(t.Context(), http.MethodGet, "/api/admin/media?size=1", nil)
	if err != nil {
		t.Fatal(err)
	}
	var list []struct{ Course, State, File, Reason string }
	if err := json.Unmarshal(answer.Data, &list); err != nil || len(list) != 1 {
		t.Fatalf("%+v, %v", answer, err)
	}
	about := "filename " + base64.StdEncoding.EncodeToString([]byte("a.mp4")) + ",course " +
		base64.StdEncoding.EncodeToString([]byte(list[0].Course)) +
		",title " + base64.StdEncoding.EncodeToString([]byte("Killed"))
	made, err := tus(t, c, url, http.MethodPost, "/api/admin/uploads", http.NoBody, "Upload-Length",
		strconv.Itoa(len(film)), "Upload-Metadata", about)
	if err != nil || made.StatusCode != http.StatusCreated {
		t.Fatalf("%+v, %v", made, err)
	}
	at := made.Header.Get("Location")
	acknowledged := len(film) / 4
	piece, err := tus(t, c, url, http.MethodPatch, at, bytes.NewReader(film[:acknowledged]), "Upload-Offset", "0",
		"Content-Type", "application/offset+octet-stream")
	if err != nil || piece.StatusCode != http.StatusNoContent {
		t.Fatalf("%+v, %v", piece, err)
	}
	_, err = tus(t, c, url, http.MethodPatch, at, &killing{
		bytes.NewReader(film[acknowledged : len(film)/2]),
		cmd.Process.Kill,
	}, "Upload-Offset", strconv.Itoa(acknowledged), "Content-Type", "application/offset+octet-stream")
	if err == nil {
		t.Fatal("it was not killed")
	}
	_ = cmd.Wait()

	_, url = start(t, environ)
	c.Base = url
	c = login(t, url)
	head, err := tus(t, c, url, http.MethodHead, at, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	offset, err := strconv.Atoi(head.Header.Get("Upload-Offset"))
	if err != nil || offset < acknowledged || offset > len(film)/2 {
		t.Fatalf("it goes on at %d of %d: %v", offset, acknowledged, err)
	}
	rest, err := tus(t, c, url, http.MethodPatch, at, bytes.NewReader(film[offset:]), "Upload-Offset",
		strconv.Itoa(offset), "Content-Type", "application/offset+octet-stream")
	if err != nil || rest.StatusCode != http.StatusNoContent || rest.Header.Get("Lectern-Asset") == "" {
		t.Fatalf("%+v, %v", rest, err)
	}
	for { // until ffmpeg has finished
		answer, err := c.Do(t.Context(), http.MethodGet, "/api/admin/media?size=1", nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(answer.Data, &list); err != nil || list[0].File != "a.mp4" || list[0].State == "failed" {
			t.Fatalf("%+v, %v", list, err)
		}
		if list[0].State == "ready" {
			return
		}
	}
}
