package archtest

import (
	"bufio"
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"
)

const maxColumns = 120

// The linters look at Go and the web's own test at the web.
func TestLinesAreShort(t *testing.T) {
	root := filepath.Join("..", "..", "..")
	seen := 0
	for _, pattern := range []string{
		"Makefile", "*.yaml", ".golangci.yml", "scripts/*", "deploy/*", "bench/run", ".github/workflows/*",
		"internal/*/*/schema/*.sql", "internal/*/*/queries/*.sql", "internal/*/*/*/queries/*.sql",
	} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, name := range files {
			if info, err := os.Stat(name); err != nil || info.IsDir() {
				continue
			}
			seen++
			checkColumns(t, name)
		}
	}
	if seen < 60 {
		t.Errorf("only %d files were found", seen)
	}
}

func checkColumns(t *testing.T, name string) {
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	for n := 1; lines.Scan(); n++ {
		if columns := utf8.RuneCount(lines.Bytes()); columns > maxColumns {
			t.Errorf("%s:%d has %d columns, and %d are allowed", name, n, columns, maxColumns)
		}
	}
	if err := lines.Err(); err != nil {
		t.Errorf("%s: %v", name, err)
	}
}
