package keyring

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// Two processes both found no file: the slower one must not replace the keys that the faster one already uses.
func TestCreateNeverReplaces(t *testing.T) {
	path := filepath.Join(t.TempDir(), "keys")
	faster := Generate().Encode()
	for _, content := range [][]byte{faster, Generate().Encode()} {
		if err := create(path, content); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, faster) {
		t.Errorf("the slower process's keys are in place: %v", err)
	}
}
