package roster

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/fault"
	"lectern/internal/roster/sheet"
)

func TestHeadersBelowATitle(t *testing.T) {
	m, err := newMatcher(Students, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "sheet.csv")
	if err := os.WriteFile(path, []byte("2025级学生名单,,\n制表：教务处,,\n学号（必填）,*姓 名,Ｍｏｂｉｌｅ\n1,林晓雨,13800000001\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	in, err := sheet.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	layout, rest, err := findLayout(in, m, "zh-CN")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]int{"number": 0, "name": 1, "phone": 2}, layout.column); diff != "" {
		t.Error(diff)
	}
	if len(rest) != 1 || rest[0].Line != 4 {
		t.Errorf("below the headers: %+v", rest)
	}
}

// No two fields of a kind may be known by one header, in any language.
func TestHeadersAreDistinct(t *testing.T) {
	for _, kind := range Kinds() {
		owner := map[string]string{}
		for _, f := range fieldsOf(kind) {
			for _, header := range []string{f.name, f.zh, f.en} {
				key := headerKey(header)
				if other, taken := owner[key]; taken && other != f.name {
					t.Errorf("%s: %q means %s and %s", kind, header, other, f.name)
				}
				owner[key] = f.name
			}
		}
		for _, f := range fieldsOf(kind) {
			for other := range strings.SplitSeq(f.also, "|") {
				if owner[headerKey(other)] != "" && owner[headerKey(other)] != f.name {
					t.Errorf("%s: %q means %s and %s", kind, other, owner[headerKey(other)], f.name)
				}
				owner[headerKey(other)] = f.name
			}
		}
	}
}

func FuzzHeader(f *testing.F) {
	for _, seed := range []string{"学号（必填）", "*Student No.", "手 机 号", "ＮＡＭＥ", "((", "【", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		m, err := newMatcher(Students, map[string]string{header: "number"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if field := m.field(header); headerKey(header) != "" && (field == nil || field.name != "number") {
			t.Fatalf("%q was mapped and is not known", header)
		}
		if _, err := m.layout([]string{header, "姓名"}, "en-US"); err != nil && fault.Code(err) == "" {
			t.Fatalf("an accident: %v", err)
		}
	})
}
