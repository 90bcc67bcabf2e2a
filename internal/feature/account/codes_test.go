package account_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// codesInSource finds the codes of all faults in this package.
func codesInSource(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	call := regexp.MustCompile(`fault\.New\(fault\.\w+, "([a-z_.]+)"|return "(account\.\w+_mismatch)"`)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range call.FindAllStringSubmatch(string(raw), -1) {
			codes = append(codes, match[1]+match[2])
		}
	}
	if len(codes) < 40 {
		t.Fatalf("found only %d codes", len(codes))
	}
	return codes
}
