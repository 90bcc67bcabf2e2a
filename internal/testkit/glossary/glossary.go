// Package glossary finds the words that docs/glossary.md bans, for tests of texts that people read. Start at Banned.
package glossary

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Banned matches every word and phrase of the page's columns "never".
func Banned(t testing.TB) *regexp.Regexp {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(Root(t), "docs", "glossary.md"))
	if err != nil {
		t.Fatal(err)
	}
	var patterns []string
	column := -1
	for line := range strings.Lines(string(page)) {
		cells := strings.Split(strings.TrimSpace(line), "|")
		if len(cells) < 3 {
			column = -1
			continue
		}
		if column < 0 {
			for i, cell := range cells {
				if strings.TrimSpace(cell) == "never" {
					column = i
				}
			}
			continue
		}
		for word := range strings.SplitSeq(cells[column], ",") {
			if word = strings.TrimSpace(word); word != "" && !strings.HasPrefix(word, "---") {
				patterns = append(patterns, pattern(word))
			}
		}
	}
	return regexp.MustCompile(`(?i)` + strings.Join(patterns, "|"))
}

// pattern finds an English word or phrase between word boundaries, and Chinese, which has none, anywhere. An ellipsis
// stands for any words.
func pattern(word string) string {
	text := strings.ReplaceAll(regexp.QuoteMeta(word), " … ", `\b.*\b`)
	if word[0] < 0x80 {
		text = `\b` + text + `\b`
	}
	return text
}

// Root returns the folder of go.mod.
func Root(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	for ; err == nil && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, missing := os.Stat(filepath.Join(dir, "go.mod")); missing == nil {
			return dir
		}
	}
	t.Fatalf("no go.mod above: %v", err)
	return ""
}
