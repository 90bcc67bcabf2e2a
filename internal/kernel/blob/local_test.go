package blob_test

import (
	"errors"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/testkit/blobtest"
)

func TestLocal(t *testing.T) {
	blobtest.Run(t, func(t *testing.T) blob.Store { return openLocal(t, t.TempDir()) })
}

func openLocal(t *testing.T, folder string) *blob.Local {
	t.Helper()
	store, err := blob.OpenLocal(folder, time.Hour, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// files lists what is on disk, temporary files too.
func files(t *testing.T, folder string) []string {
	t.Helper()
	found := []string{}
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			found = append(found, strings.TrimPrefix(path, folder+"/"))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestOpenPicksByTheSetting(t *testing.T) {
	data := t.TempDir()
	elsewhere := filepath.Join(t.TempDir(), "far away", "#1")
	for name, tc := range map[string]struct{ setting, folder, code string }{
		"default":             {"", filepath.Join(data, "blobs"), ""},
		"a path":              {elsewhere, elsewhere, ""},
		"a file URL":          {"file://" + filepath.Join(data, "url"), filepath.Join(data, "url"), ""},
		"escaped URL":         {(&url.URL{Scheme: "file", Path: elsewhere + "2"}).String(), elsewhere + "2", ""},
		"S3 without a bucket": {"s3://key:hunter2@host", "", "blob.bad_setting"},
		"other scheme":        {"ftp://key:hunter2@host/x", "", "blob.bad_setting"},
		"a host":              {"file://host/x", "", "blob.bad_setting"},
		"no folder":           {filepath.Join(data, "plain", "x"), "", "blob.no_folder"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.WriteFile(filepath.Join(data, "plain"), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			store, err := blob.Open(tc.setting, data)
			if fault.Code(err) != tc.code || err == nil && tc.code != "" {
				t.Fatalf("%v, want %s", err, tc.code)
			}
			if err != nil {
				if strings.Contains(err.Error(), "hunter2") {
					t.Errorf("the refusal tells the password: %v", err)
				}
				return
			}
			defer store.Close()
			blobtest.Put(t, store, "a/b", "x")
			if raw, err := os.ReadFile(filepath.Join(tc.folder, "a", "b")); err != nil || string(raw) != "x" {
				t.Errorf("on disk: %q, %v", raw, err)
			}
		})
	}
}

func TestNoKeyLeavesTheFolder(t *testing.T) {
	outside, folder := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(outside, "secret"), []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"link": filepath.Join(outside, "secret"), "folder": outside} {
		if err := os.Symlink(target, filepath.Join(folder, name)); err != nil {
			t.Fatal(err)
		}
	}
	store := openLocal(t, folder)
	defer store.Close()
	for _, key := range []string{"link", "folder/secret"} {
		if _, _, err := store.Open(t.Context(), key); err == nil {
			t.Errorf("%s was opened", key)
		}
	}
	if _, err := store.Put(t.Context(), "folder/planted", strings.NewReader("x")); err == nil {
		t.Error("a blob was planted outside")
	}
	if keys := blobtest.Keys(t, store, ""); len(keys) != 0 {
		t.Errorf("listed %v", keys)
	}
	if names := files(t, outside); len(names) != 1 {
		t.Errorf("outside holds %v", names)
	}
}

func TestFailedPutLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	store := openLocal(t, folder)
	defer store.Close()
	blobtest.Put(t, store, "taken", "x")
	if _, err := store.Put(t.Context(), "taken/below", strings.NewReader("y")); fault.Code(err) != "blob.bad_key" {
		t.Errorf("a key below a key: %v", err)
	}
	blobtest.Put(t, store, "dir/x", "x")
	if _, err := store.Put(t.Context(), "dir", strings.NewReader("y")); fault.Code(err) != "blob.bad_key" {
		t.Errorf("a key above a key: %v", err)
	}
	fullSource := io.MultiReader(strings.NewReader("some"), errReader{os.NewSyscallError("read", errFull)})
	if _, err := store.Put(t.Context(), "new", fullSource); err == nil ||
		fault.Code(err) != "" || !errors.Is(err, errFull) {
		t.Errorf("a full disk at the source is not ours: %v", err)
	}
	if names := files(t, folder); len(names) != 2 {
		t.Errorf("left behind: %v", names)
	}
}

const errFull = syscall.ENOSPC

type errReader struct{ err error }

func (r errReader) Read([]byte) (int, error) { return 0, r.err }

// An adopted file is renamed straight to its key: a third name in between could lose it in a crash.
func TestAdoptRenamesDirectly(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "store")
	store, err := blob.OpenLocal(folder, time.Hour, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	if err := os.Remove(filepath.Join(folder, ".tmp")); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "upload")
	if err := os.WriteFile(file, []byte("film"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(file, 0o664); err != nil { // as tusd's files are
		t.Fatal(err)
	}
	if info, err := store.Adopt(t.Context(), "a/b/film", file); err != nil || info.Size != 4 {
		t.Errorf("%+v, %v", info, err)
	}
	if stat, err := os.Stat(filepath.Join(folder, "a/b/film")); err != nil || stat.Mode().Perm() != 0o600 {
		t.Errorf("others may read it: %v, %v", stat, err)
	}
	if _, err := os.Stat(file); err == nil || blobtest.Get(t, store, "a/b/film") != "film" {
		t.Errorf("it was not moved: %v", err)
	}
	if err := os.WriteFile(file, []byte("other"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Adopt(t.Context(), "a/b/film/below", file); fault.Code(err) != "blob.bad_key" {
		t.Errorf("below a blob: %v", err)
	}
	if raw, err := os.ReadFile(file); err != nil || string(raw) != "other" {
		t.Errorf("a refused file is gone: %q, %v", raw, err)
	}
	if _, err := store.Adopt(t.Context(), "x", file+" that is not there"); err == nil {
		t.Error("nothing was taken over")
	}
}

func TestEmptyFoldersAreRemoved(t *testing.T) {
	folder := t.TempDir()
	store := openLocal(t, folder)
	defer store.Close()
	blobtest.Put(t, store, "a/b/c/d", "x")
	blobtest.Put(t, store, "a/e", "x")
	if err := store.Delete(t.Context(), "a/b/c/d"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(folder, "a", "b")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the empty folder stays: %v", err)
	}
	if _, err := os.Stat(filepath.Join(folder, "a", "e")); err != nil {
		t.Error(err)
	}
}

func TestOpenIsAFile(t *testing.T) {
	store := openLocal(t, t.TempDir())
	defer store.Close()
	blobtest.Put(t, store, "a", "x")
	r, _, err := store.Open(t.Context(), "a")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, ok := r.(*os.File); !ok {
		t.Errorf("it is a %T: sendfile needs the file itself", r)
	}
	if to, err := store.Redirect(t.Context(), "a", blob.Download{}); to != "" || err != nil {
		t.Errorf("redirects to %q, %v", to, err)
	}
}

func TestFaultsHaveSentences(t *testing.T) {
	for _, code := range []string{"not_found", "bad_key", "disk_full", "no_folder", "store_down", "bad_setting"} {
		for _, lang := range locale.Languages {
			if key := "blob." + code; locale.Text(lang, key, nil) == key {
				t.Errorf("%s has no sentence for %s", lang, key)
			}
		}
	}
}

func BenchmarkPut(b *testing.B) {
	store, err := blob.OpenLocal(b.TempDir(), time.Hour, time.Now)
	if err != nil {
		b.Fatal(err)
	}
	defer store.Close()
	for name, size := range map[string]int{"4KiB": 4 << 10, "16MiB": 16 << 20} {
		content := strings.Repeat("x", size)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(size))
			for b.Loop() {
				if _, err := store.Put(b.Context(), "a/b", strings.NewReader(content)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
