// Package blobtest is the test suite for implementations of blob.Store. Start at Run.
package blobtest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/fault"
)

// Run tests a store. open returns an empty one; the suite closes it.
func Run(t *testing.T, open func(t *testing.T) blob.Store) {
	for name, test := range map[string]func(*testing.T, blob.Store){
		"put and read back":         putAndRead,
		"seek":                      seek,
		"replace":                   replace,
		"delete":                    remove,
		"not found":                 notFound,
		"bad keys":                  badKeys,
		"list":                      list,
		"list stops":                listStops,
		"failing source":            failingSource,
		"cancelled":                 cancelled,
		"readers see whole blobs":   wholeBlobs,
		"deletes and puts together": churn,
	} {
		t.Run(name, func(t *testing.T) {
			store := open(t)
			defer func() {
				if err := store.Close(); err != nil {
					t.Errorf("close: %v", err)
				}
			}()
			test(t, store)
		})
	}
}

// Put stores a string and fails the test on an error.
func Put(t *testing.T, s blob.Store, key, content string) blob.Info {
	t.Helper()
	info, err := s.Put(t.Context(), key, strings.NewReader(content))
	if err != nil {
		t.Fatalf("put %s: %v", key, err)
	}
	return info
}

// Get reads a blob and fails the test on an error.
func Get(t *testing.T, s blob.Store, key string) string {
	t.Helper()
	content, err := read(t.Context(), s, key)
	if err != nil {
		t.Fatalf("read %s: %v", key, err)
	}
	return content
}

// Keys lists the keys, sorted.
func Keys(t testing.TB, s blob.Store, prefix string) []string {
	t.Helper()
	keys := []string{}
	for info, err := range s.List(t.Context(), prefix) {
		if err != nil {
			t.Fatalf("list %q: %v", prefix, err)
		}
		keys = append(keys, info.Key)
	}
	slices.Sort(keys)
	return keys
}

func read(ctx context.Context, s blob.Store, key string) (string, error) {
	r, info, err := s.Open(ctx, key)
	if err != nil {
		return "", err
	}
	content, err := io.ReadAll(r)
	if err == nil && (info.Size != int64(len(content)) || info.Key != key) {
		err = fmt.Errorf("info %+v of %d bytes", info, len(content))
	}
	return string(content), errors.Join(err, r.Close())
}

func want(t *testing.T, what string, err error, code string) {
	t.Helper()
	if fault.Code(err) != code {
		t.Errorf("%s: %v, want %s", what, err, code)
	}
}

func putAndRead(t *testing.T, s blob.Store) {
	big := make([]byte, 1<<20+17)
	source := rand.NewChaCha8([32]byte{1})
	_, _ = source.Read(big)
	for key, content := range map[string]string{
		"empty": "", "a/small": "hello\x00world", "asset/019a/720p/seg_00001.m4s": string(big),
		strings.Repeat("k", 128) + "/" + strings.Repeat("d/", 150) + "x": "deep",
	} {
		info := Put(t, s, key, content)
		if info.Key != key || info.Size != int64(len(content)) ||
			info.SHA256 != sha256.Sum256([]byte(content)) || info.Modified.IsZero() {
			t.Errorf("%s: put says %+v", key, info)
		}
		if got := Get(t, s, key); got != content {
			t.Errorf("%s: %d bytes came back for %d", key, len(got), len(content))
		}
		stat, err := s.Stat(t.Context(), key)
		if err != nil || stat.Size != info.Size || stat.Key != key {
			t.Errorf("%s: stat says %+v, %v", key, stat, err)
		}
	}
	// A source that returns one byte at a time, and the last one together with EOF.
	if _, err := s.Put(t.Context(), "slow",
		iotest.DataErrReader(iotest.OneByteReader(strings.NewReader("bytes")))); err != nil {
		t.Fatal(err)
	}
	if got := Get(t, s, "slow"); got != "bytes" {
		t.Errorf("slow source: %q", got)
	}
}

func seek(t *testing.T, s blob.Store) {
	Put(t, s, "digits", "0123456789")
	r, _, err := s.Open(t.Context(), "digits")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	size, err := r.Seek(0, io.SeekEnd)
	if err != nil || size != 10 {
		t.Fatalf("the end is at %d, %v", size, err)
	}
	if _, err := r.Seek(-4, io.SeekCurrent); err != nil {
		t.Fatal(err)
	}
	if rest, err := io.ReadAll(r); err != nil || string(rest) != "6789" {
		t.Errorf("read %q, %v", rest, err)
	}
}

func replace(t *testing.T, s blob.Store) {
	Put(t, s, "a/b", "a longer first content")
	before, _, err := s.Open(t.Context(), "a/b")
	if err != nil {
		t.Fatal(err)
	}
	defer before.Close()
	Put(t, s, "a/b", "second")
	if got := Get(t, s, "a/b"); got != "second" {
		t.Errorf("after the second put: %q", got)
	}
	if keys := Keys(t, s, ""); !slices.Equal(keys, []string{"a/b"}) {
		t.Errorf("the store holds %v", keys)
	}
}

func remove(t *testing.T, s blob.Store) {
	Put(t, s, "a/b/c", "x")
	Put(t, s, "a/d", "y")
	for range 2 { // deleting a missing blob is fine
		if err := s.Delete(t.Context(), "a/b/c"); err != nil {
			t.Fatal(err)
		}
	}
	_, err := s.Stat(t.Context(), "a/b/c")
	want(t, "stat after delete", err, "blob.not_found")
	if got := Get(t, s, "a/d"); got != "y" {
		t.Errorf("the neighbour is %q", got)
	}
	// A folder's name can become a key, and the other way round.
	Put(t, s, "a/b", "z")
	if err := s.Delete(t.Context(), "a/b"); err != nil {
		t.Fatal(err)
	}
	Put(t, s, "a/b/c", "x")
}

func notFound(t *testing.T, s blob.Store) {
	Put(t, s, "a/b", "x")
	for _, key := range []string{"nothing", "a", "a/c", "a/b/c", "nothing/at/all"} {
		_, _, err := s.Open(t.Context(), key)
		want(t, "open "+key, err, "blob.not_found")
		_, err = s.Stat(t.Context(), key)
		want(t, "stat "+key, err, "blob.not_found")
		if err := s.Delete(t.Context(), key); err != nil {
			t.Errorf("delete %s: %v", key, err)
		}
	}
	if got := Get(t, s, "a/b"); got != "x" {
		t.Errorf("the one blob is %q", got)
	}
}

func badKeys(t *testing.T, s blob.Store) {
	for _, key := range []string{
		"", "/", "/a", "a/", "a//b", ".", "..", "../a", "a/../b", "a/..", "a/./b", ".hidden", "a/.tmp/b", "a.",
		"a\x00b", "a\\b", "c:a", "a b", "a\nb", "é", "Upper", "%2e%2e", "~", "a?b", "*", "a\xff",
		strings.Repeat("a", 129), strings.Repeat("a/", 256) + "b",
	} {
		_, err := s.Put(t.Context(), key, strings.NewReader("x"))
		want(t, fmt.Sprintf("put %q", key), err, "blob.bad_key")
		_, _, err = s.Open(t.Context(), key)
		want(t, fmt.Sprintf("open %q", key), err, "blob.bad_key")
		_, err = s.Stat(t.Context(), key)
		want(t, fmt.Sprintf("stat %q", key), err, "blob.bad_key")
		want(t, fmt.Sprintf("delete %q", key), s.Delete(t.Context(), key), "blob.bad_key")
	}
	for _, prefix := range []string{"/", "../", "a//", "a/../", "\x00", "A"} {
		var got error
		for _, err := range s.List(t.Context(), prefix) {
			got = err
		}
		want(t, fmt.Sprintf("list %q", prefix), got, "blob.bad_key")
	}
	if keys := Keys(t, s, ""); len(keys) != 0 {
		t.Errorf("the store holds %v", keys)
	}
}

func list(t *testing.T, s blob.Store) {
	all := []string{"a-b/1", "a/1", "a/2", "a/b/3", "ab", "b/1", "c"}
	for _, key := range all {
		Put(t, s, key, key)
	}
	for prefix, want := range map[string][]string{
		"":       all,
		"a":      {"a-b/1", "a/1", "a/2", "a/b/3", "ab"},
		"a/":     {"a/1", "a/2", "a/b/3"},
		"a/b":    {"a/b/3"},
		"a/b/":   {"a/b/3"},
		"a/b/3":  {"a/b/3"},
		"a/b/3/": {},
		"a/b/4":  {},
		"c/":     {},
		"d":      {},
		"d/e":    {},
	} {
		if got := Keys(t, s, prefix); !slices.Equal(got, want) {
			t.Errorf("list %q: %v, want %v", prefix, got, want)
		}
	}
	for info, err := range s.List(t.Context(), "a/b") {
		if err != nil || info.Size != 5 || info.Modified.IsZero() {
			t.Errorf("listed %+v, %v", info, err)
		}
	}
}

func listStops(t *testing.T, s blob.Store) {
	for i := range 5 {
		Put(t, s, fmt.Sprint("a/", i), "x")
	}
	seen := 0
	for range s.List(t.Context(), "") {
		seen++
		break
	}
	if seen != 1 {
		t.Errorf("saw %d", seen)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var last error
	for _, err := range s.List(ctx, "") {
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("a cancelled list ends with %v", last)
	}
}

func failingSource(t *testing.T, s blob.Store) {
	broken := errors.New("the line went dead")
	source := func() io.Reader {
		return io.MultiReader(bytes.NewReader(make([]byte, 1<<20)), iotest.ErrReader(broken))
	}
	Put(t, s, "kept", "old")
	for _, key := range []string{"kept", "new", "new/folder"} {
		if _, err := s.Put(t.Context(), key, source()); !errors.Is(err, broken) {
			t.Errorf("put %s: %v", key, err)
		}
	}
	if keys := Keys(t, s, ""); !slices.Equal(keys, []string{"kept"}) || Get(t, s, "kept") != "old" {
		t.Errorf("the store holds %v", keys)
	}
}

func cancelled(t *testing.T, s blob.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	source := io.MultiReader(bytes.NewReader(make([]byte, 1<<20)), readerFunc(func(p []byte) (int, error) {
		cancel()
		return len(p), nil // endless: only the context can stop it
	}))
	if _, err := s.Put(ctx, "endless", source); !errors.Is(err, context.Canceled) {
		t.Errorf("put: %v", err)
	}
	if keys := Keys(t, s, ""); len(keys) != 0 {
		t.Errorf("the store holds %v", keys)
	}
}

type readerFunc func(p []byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

func wholeBlobs(t *testing.T, s blob.Store) {
	content := func(i int) string { return strings.Repeat(string(rune('a'+i)), 300_000+i) }
	Put(t, s, "shared", content(0))
	var writers, readers sync.WaitGroup
	done := make(chan struct{})
	for i := range 4 {
		writers.Go(func() {
			for range 5 {
				if _, err := s.Put(t.Context(), "shared", strings.NewReader(content(i))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for range 2 {
		readers.Go(func() {
			for {
				got, err := read(t.Context(), s, "shared")
				if err != nil || got != content(int(got[0]-'a')) {
					t.Errorf("%d bytes, %v", len(got), err)
					return
				}
				select {
				case <-done:
					return
				default:
				}
			}
		})
	}
	writers.Wait()
	close(done)
	readers.Wait()
}

// Deleting the last blob of a folder must not break a put into it.
func churn(t *testing.T, s blob.Store) {
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			key := fmt.Sprint("deep/folder/", i)
			for range 25 {
				if _, err := s.Put(t.Context(), key, strings.NewReader("x")); err != nil {
					t.Errorf("put: %v", err)
				}
				if got, err := read(t.Context(), s, key); err != nil || got != "x" {
					t.Errorf("read: %q, %v", got, err)
				}
				if err := s.Delete(t.Context(), key); err != nil {
					t.Errorf("delete: %v", err)
				}
			}
		})
	}
	all.Wait()
	if keys := Keys(t, s, ""); len(keys) != 0 {
		t.Errorf("the store holds %v", keys)
	}
}
