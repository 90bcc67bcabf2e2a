package httpapi

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// film is a file larger than a slice and no multiple of a page.
func film(t *testing.T) (name string, content []byte) {
	t.Helper()
	content = make([]byte, 3*slice+4711)
	source := rand.NewChaCha8([32]byte{})
	_, _ = source.Read(content)
	name = filepath.Join(t.TempDir(), "film.mp4")
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return name, content
}

func open(t *testing.T, name string) *os.File {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file
}

// forget drops a file from memory, if the file system has a disk.
func forget(t *testing.T, name string) {
	t.Helper()
	file, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := file.Sync(); err != nil {
		t.Fatal(err)
	}
	if err := unix.Fadvise(int(file.Fd()), 0, 0, unix.FADV_DONTNEED); err != nil {
		t.Fatal(err)
	}
}

func TestSendFiles(t *testing.T) {
	name, content := film(t)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.ServeContent(w, r, "film.mp4", time.Time{}, open(t, name))
	}))
	server.Listener = SendFiles(server.Listener)
	server.Start()
	defer server.Close()
	for _, tc := range []struct {
		name, span string
		want       []byte
	}{
		{"the whole", "", content},
		{"from the middle of a page", "bytes=5000-", content[5000:]},
		{"a part", "bytes=" + strconv.Itoa(slice-1) + "-" + strconv.Itoa(slice+1), content[slice-1 : slice+2]},
		{"the end", "bytes=-1", content[len(content)-1:]},
	} {
		for _, where := range []string{"in memory", "on disk"} {
			t.Run(tc.name+", "+where, func(t *testing.T) {
				if where == "on disk" {
					forget(t, name)
				}
				request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, http.NoBody)
				if err != nil {
					t.Fatal(err)
				}
				if tc.span != "" {
					request.Header.Set("Range", tc.span)
				}
				answer, err := server.Client().Do(request)
				if err != nil {
					t.Fatal(err)
				}
				defer answer.Body.Close()
				if got, err := io.ReadAll(answer.Body); err != nil || !bytes.Equal(got, tc.want) {
					t.Errorf("%d bytes, %v; want %d", len(got), err, len(tc.want))
				}
			})
		}
	}
}

// pair is a connection that sends files, and who reads from it.
func pair(t *testing.T) (sending net.Conn, reading net.Conn) {
	t.Helper()
	plain, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	if reading, err = (&net.Dialer{}).DialContext(t.Context(), "tcp", plain.Addr().String()); err != nil {
		t.Fatal(err)
	}
	if sending, err = SendFiles(plain).Accept(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = sending.Close(), reading.Close() })
	return sending, reading
}

func TestSenderEndsWithTheFile(t *testing.T) {
	name, content := film(t)
	sending, reading := pair(t)
	var got []byte
	read := make(chan error, 1)
	go func() {
		var err error
		got, err = io.ReadAll(reading)
		read <- err
	}()
	part := &io.LimitedReader{R: open(t, name), N: int64(2 * len(content))}
	sent, err := sending.(io.ReaderFrom).ReadFrom(part)
	if err != nil || sent != int64(len(content)) || part.N != int64(len(content)) {
		t.Errorf("sent %d of %d, %d left, %v", sent, len(content), part.N, err)
	}
	_ = sending.Close()
	if err := <-read; err != nil || !bytes.Equal(got, content) {
		t.Errorf("read %d, %v", len(got), err)
	}
}

// Whoever takes nothing is cut at the deadline, and the scheduler's place is free meanwhile.
func TestSenderWaitsForASlowReader(t *testing.T) {
	name, content := film(t)
	sending, _ := pair(t)
	_ = sending.(sender).SetWriteBuffer(1) // as little as the kernel allows
	if err := sending.SetWriteDeadline(time.Now().Add(50 * time.Millisecond)); err != nil {
		t.Fatal(err)
	}
	sent, err := sending.(io.ReaderFrom).ReadFrom(&io.LimitedReader{R: open(t, name), N: int64(len(content))})
	if !errors.Is(err, os.ErrDeadlineExceeded) || sent == 0 || sent == int64(len(content)) {
		t.Errorf("sent %d, %v", sent, err)
	}
	_ = sending.Close()
	if _, err := sending.(io.ReaderFrom).ReadFrom(&io.LimitedReader{R: open(t, name), N: 1}); err == nil {
		t.Error("sent on a closed connection")
	}
}

func TestIsInMemory(t *testing.T) {
	name, content := film(t)
	size := int64(len(content))
	if err := unix.Cachestat(uint(open(t, name).Fd()), &unix.CachestatRange{}, &unix.Cachestat_t{}, 0); err != nil { // an old kernel, or a box around it
		if isInMemory(open(t, name).Fd(), 0, size) {
			t.Error("the kernel does not say, and yet:", err)
		}
		return
	}
	file := open(t, name)
	for _, tc := range []struct {
		at, size int64
		want     bool
	}{{0, size, true}, {size - 1, 1, true}, {4095, 2, true}, {5000, 4096, true}, {0, size + 4096, false}, {2 * size, 1, false}} {
		if got := isInMemory(file.Fd(), tc.at, tc.size); got != tc.want {
			t.Errorf("%d bytes at %d: %v", tc.size, tc.at, got)
		}
	}
}
