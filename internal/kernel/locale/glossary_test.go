package locale_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../../../"

// fixed are the texts that the specification quotes; they stay as they are.
var fixed = map[string]bool{
	"menu.dashboard": true, // 2.10
}

// TestGlossary keeps the texts of the web app and the server to the words of docs/glossary.md.
func TestGlossary(t *testing.T) {
	never := neverSaid(t)
	texts := 0
	for _, file := range localeFiles(t) {
		for key, text := range readTexts(t, file) {
			texts++
			if found := never.FindString(text); found != "" && !fixed[key] {
				t.Errorf("%s: %s: %q uses %q", strings.TrimPrefix(file, root), key, text, found)
			}
		}
	}
	if texts < 4000 {
		t.Fatalf("found only %d texts", texts)
	}
	for _, sample := range []string{"Watch the video", "Nobody is left whom to ask", "打开视频"} {
		if !never.MatchString(sample) {
			t.Errorf("%q is let through", sample)
		}
	}
}

// neverSaid matches every word and phrase that the glossary bans.
func neverSaid(t *testing.T) *regexp.Regexp {
	page, err := os.ReadFile(root + "docs/glossary.md")
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
				patterns = append(patterns, wordPattern(word))
			}
		}
	}
	return regexp.MustCompile(`(?i)` + strings.Join(patterns, "|"))
}

// wordPattern finds an English word or phrase between word boundaries, and Chinese, which has none, anywhere.
// An ellipsis stands for any words.
func wordPattern(word string) string {
	pattern := strings.ReplaceAll(regexp.QuoteMeta(word), " … ", `\b.*\b`)
	if word[0] < 0x80 {
		pattern = `\b` + pattern + `\b`
	}
	return pattern
}

func localeFiles(t *testing.T) []string {
	var files []string
	for _, dir := range []string{"web/src", "internal/kernel/locale"} {
		err := filepath.WalkDir(root+dir, func(path string, _ fs.DirEntry, err error) error {
			if strings.HasSuffix(path, "en-US.json") || strings.HasSuffix(path, "zh-CN.json") {
				files = append(files, path)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// readTexts reads a file whose texts may be nested, by their dotted keys.
func readTexts(t *testing.T, file string) map[string]string {
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if err := json.Unmarshal(raw, &tree); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	texts := map[string]string{}
	var walk func(prefix string, node any)
	walk = func(prefix string, node any) {
		switch node := node.(type) {
		case string:
			texts[prefix] = node
		case map[string]any:
			for key, child := range node {
				walk(strings.TrimPrefix(prefix+"."+key, "."), child)
			}
		}
	}
	walk("", tree)
	return texts
}
