package archtest

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"lectern/internal/testkit/glossary"
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

// TestGuidesUseTheGlossary keeps the documents that people outside the project read to the words of docs/glossary.md.
func TestGuidesUseTheGlossary(t *testing.T) {
	root, banned := glossary.Root(t), glossary.Banned(t)
	for _, name := range []string{
		"README.md", "CHANGELOG.md", "SECURITY.md", "docs/import.md", "docs/staff.md", "docs/staff.zh-CN.md",
	} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range banned.FindAllString(string(text), -1) {
			t.Errorf("%s uses %q", name, found)
		}
	}
}

// TestDocumentsNamePathsThatExist checks links, and paths in the project in backticks.
func TestDocumentsNamePathsThatExist(t *testing.T) {
	root := glossary.Root(t)
	path := regexp.MustCompile("`((?:api|bench|cmd|deploy|docs|internal|scripts|tools|web)/[\\w./-]+)`")
	link := regexp.MustCompile(`\]\(([^):#]+)[^):]*\)`)
	checked := 0
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/adr/*.md", "bench/*.md"} {
		files, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var named []string
			for _, found := range path.FindAllStringSubmatch(string(text), -1) {
				named = append(named, filepath.Join(root, found[1]))
			}
			for _, found := range link.FindAllStringSubmatch(string(text), -1) {
				named = append(named, filepath.Join(filepath.Dir(file), found[1]))
			}
			for _, one := range named {
				checked++
				if _, err := os.Stat(one); err != nil {
					t.Errorf("%s names %s, which doesn't exist", file, one)
				}
			}
		}
	}
	if checked < 100 {
		t.Errorf("only %d paths were found", checked)
	}
}
