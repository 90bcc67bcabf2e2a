package app_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/internal/kernel/blob"
	"lectern/internal/testkit/dbtest"
)

// sampleLogin is a line of `lectern demo --json`.
type sampleLogin struct{ Role, Phone, Password, Scope string }

// sampleCollege is what `lectern demo` creates besides the database.
type sampleCollege struct {
	files  map[string][]byte // of the data folder
	logins []sampleLogin
}

// demoed is the start of most tests. Loading the sample takes longer than most tests.
var demoed = dbtest.Filled[sampleCollege]{Fill: func(t testing.TB, url string) sampleCollege {
	t.Helper()
	data := t.TempDir()
	out, err := lectern(t, []string{"LECTERN_DATA=" + data, "LECTERN_DATABASE=" + url}, "demo", "--json")
	if err != nil {
		t.Fatalf("%v %s", err, out)
	}
	made := sampleCollege{files: map[string][]byte{}}
	if err := json.Unmarshal([]byte(out), &made.logins); err != nil {
		t.Fatal(err)
	}
	err = fs.WalkDir(os.DirFS(data), ".", func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			made.files[path], err = os.ReadFile(filepath.Join(data, path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return made
}}

// write puts a copy of the files into a data folder.
func (c sampleCollege) write(t testing.TB, data string) {
	t.Helper()
	for path, raw := range c.files {
		to := filepath.Join(data, path)
		if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to, raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// writeTo is write for a portal that stores its recordings in store.
func (c sampleCollege) writeTo(t testing.TB, data string, store blob.Store) {
	t.Helper()
	files := map[string][]byte{}
	for path, raw := range c.files {
		key, stored := strings.CutPrefix(path, "blobs/")
		if !stored {
			files[path] = raw
		} else if _, err := store.Put(t.Context(), key, bytes.NewReader(raw)); err != nil {
			t.Fatal(err)
		}
	}
	sampleCollege{files: files}.write(t, data)
}

// portal is a sample college that isn't being served yet.
type portal struct {
	data, database string
	environ        []string
	logins         []sampleLogin
}

func newPortal(t *testing.T, database string, with sampleCollege) portal {
	t.Helper()
	data := t.TempDir()
	with.write(t, data)
	return portal{data, database, []string{"LECTERN_DATA=" + data, "LECTERN_DATABASE=" + database}, with.logins}
}

// demo returns a sample college on SQLite.
func demo(t *testing.T) portal {
	t.Helper()
	database, with := demoed.SQLite(t)
	return newPortal(t, database, with)
}

// eachDemo runs fn on both engines.
func eachDemo(t *testing.T, fn func(t *testing.T, p portal)) {
	t.Helper()
	demoed.Each(t, func(t *testing.T, database string, with sampleCollege) { fn(t, newPortal(t, database, with)) })
}
