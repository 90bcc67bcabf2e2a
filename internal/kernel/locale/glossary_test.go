package locale_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/internal/testkit/glossary"
)

// fixed are the texts that the specification quotes; they stay as they are.
var fixed = map[string]bool{
	"menu.dashboard": true, // 2.10
}

// TestGlossary keeps the texts of the web app and the server to the words of docs/glossary.md.
func TestGlossary(t *testing.T) {
	banned, root := glossary.Banned(t), glossary.Root(t)
	texts := 0
	for _, file := range localeFiles(t, root) {
		for key, text := range readTexts(t, file) {
			texts++
			if found := banned.FindString(text); found != "" && !fixed[key] {
				t.Errorf("%s: %s: %q uses %q", strings.TrimPrefix(file, root+"/"), key, text, found)
			}
		}
	}
	if texts < 4000 {
		t.Fatalf("found only %d texts", texts)
	}
	for _, sample := range []string{"Watch the video", "Nobody is left whom to ask", "打开视频"} {
		if !banned.MatchString(sample) {
			t.Errorf("%q is let through", sample)
		}
	}
}

func localeFiles(t *testing.T, root string) []string {
	var files []string
	for _, dir := range []string{"web/src", "internal/kernel/locale"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, _ fs.DirEntry, err error) error {
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
