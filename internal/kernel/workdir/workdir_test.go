package workdir_test

import (
	"os"
	"path/filepath"
	"testing"

	"lectern/internal/kernel/workdir"
)

// What is in use stays; what nobody has locked was left by a killed process.
func TestSweep(t *testing.T) {
	parent := t.TempDir()
	used, remove, err := workdir.Make(parent, "copy-")
	if err != nil {
		t.Fatal(err)
	}
	file, err := workdir.MakeFile(parent, "copy-")
	if err != nil {
		t.Fatal(err)
	}
	for _, left := range []string{"copy-1/inside", "other/inside"} {
		if err := os.MkdirAll(filepath.Join(parent, left), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(parent, "copy-2"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	check := func(when string, want ...string) {
		t.Helper()
		if err := workdir.Sweep(parent, "copy-"); err != nil {
			t.Fatal(err)
		}
		left, _ := filepath.Glob(filepath.Join(parent, "*"))
		for _, path := range want {
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s: %v", when, err)
			}
		}
		if len(left) != len(want) {
			t.Errorf("%s: %v", when, left)
		}
	}
	other := filepath.Join(parent, "other")
	check("in use", used, file.Name(), other)
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	check("the file is closed", used, other)
	if err := remove(); err != nil {
		t.Fatal(err)
	}
	check("the folder is removed", other)
}
