package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// docs/security.md names the tests that prove its promises. A renamed or removed test would leave a promise unproved.
func TestPromisesNameTestsThatExist(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "security.md"))
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	written := regexp.MustCompile(`(?m)^func (Test\w+|Fuzz\w+)\(`)
	err = filepath.WalkDir("../..", func(path string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		text, err := os.ReadFile(path)
		for _, found := range written.FindAllSubmatch(text, -1) {
			known[string(found[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`((?:Test|Fuzz)[A-Z]\\w*)`").FindAllSubmatch(doc, -1)
	if len(named) < 20 {
		t.Fatalf("only %d tests are named", len(named))
	}
	for _, name := range named {
		if !known[string(name[1])] {
			t.Errorf("docs/security.md names %s, which does not exist", name[1])
		}
	}
}
