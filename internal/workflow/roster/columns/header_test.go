package columns

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/locale"
	"lectern/internal/testkit/glossary"
	"lectern/internal/workflow/roster/sheet"
)

func TestHeadersBelowATitle(t *testing.T) {
	m, err := NewMatcher(Students, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "sheet.csv")
	if err := os.WriteFile(path,
		[]byte("2025级学生名单,,\n制表：教务处,,\n学号（必填）,*姓 名,Ｍｏｂｉｌｅ\n1,林晓雨,13800000001\n"), 0o600); err != nil {
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
	layout, rest, err := FindLayout(in, m, "zh-CN", nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]int{"number": 0, "name": 1, "phone": 2}, layout.Column); diff != "" {
		t.Error(diff)
	}
	if len(rest) != 1 || rest[0].Line != 4 {
		t.Errorf("below the headers: %+v", rest)
	}
}

// No header may mean two fields of a kind, in any language.
func TestHeadersAreDistinct(t *testing.T) {
	for _, kind := range Kinds() {
		owner := map[string]string{}
		for _, f := range FieldsOf(kind) {
			for _, header := range []string{f.Name, f.Zh, f.En} {
				key := HeaderKey(header)
				if other, taken := owner[key]; taken && other != f.Name {
					t.Errorf("%s: %q means %s and %s", kind, header, other, f.Name)
				}
				owner[key] = f.Name
			}
		}
		for _, f := range FieldsOf(kind) {
			for _, other := range f.also {
				key := HeaderKey(other)
				if key == "" || owner[key] == f.Name {
					t.Errorf("%s %s: %q is there twice, or empty", kind, f.Name, other)
				} else if owner[key] != "" {
					t.Errorf("%s: %q means %s and %s", kind, other, owner[key], f.Name)
				}
				owner[key] = f.Name
			}
		}
	}
}

// Every line of synonyms.txt is about an existing field, and no field has two lines.
func TestSynonymsFile(t *testing.T) {
	seen := map[string]bool{}
	for line := range strings.Lines(synonymsText) {
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		parts := strings.Split(line, "\t")
		if len(parts) != 3 || parts[2] == "" {
			t.Errorf("%q is not kind, field, headers", line)
			continue
		}
		key := parts[0] + " " + parts[1]
		if seen[key] {
			t.Errorf("%s has two lines", key)
		}
		seen[key] = true
		if !slices.ContainsFunc(ownFields(Kind(parts[0])), func(f Field) bool { return f.Name == parts[1] }) {
			t.Errorf("there is no field %s", key)
		}
	}
	if len(seen) < 50 {
		t.Errorf("%d lines were read", len(seen))
	}
}

// Headers written by 正方 and 强智 are known.
func TestHeadersOfRegistrars(t *testing.T) {
	for kind, headers := range map[Kind]string{
		Students:   "学号 姓名 性别码 行政班级 校区名称 校区代码 专业代码 专业名称 辅导员姓名 学籍状态 当前所在级 证件号码 手机号码",
		Programmes: "专业代码 专业名称 学院名称",
		Teachers:   "教职工号 教师姓名",
		Courses:    "课程代码 课程名称 学分 教师工号 教师姓名",
		Groups:     "学年 学期 课程代码 选课课号 教学班名称",
		Enrolments: "选课学年学期 教学班名称 学号 姓名",
		Timetable:  "学年 学期 教学班名称 教师工号 任课教师 上课时间 上课地点 校区名称",
		Rooms:      "校区名称 场地名称",
	} {
		m, err := NewMatcher(kind, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		l, err := m.Layout(strings.Fields(headers), "en-US")
		if err != nil || len(l.Unknown) > 0 {
			t.Errorf("%s: %v, %+v", kind, err, l)
		} else if kind == Students && (l.Column["campus"] != 4 || l.Column["programme"] != 6) {
			t.Errorf("the codes are not used: %v", l.Column)
		}
	}
}

// TestTemplatesUseTheGlossary keeps the headers and examples of templates to the words of docs/glossary.md.
func TestTemplatesUseTheGlossary(t *testing.T) {
	banned := glossary.Banned(t)
	for _, kind := range Kinds() {
		var texts []string
		for _, f := range FieldsOf(kind) {
			texts = append(texts, f.Zh, f.En)
		}
		for _, lang := range locale.Languages {
			texts = append(texts, slices.Concat(Examples(kind, lang)...)...)
		}
		for _, text := range texts {
			if found := banned.FindString(text); found != "" {
				t.Errorf("%s: %q uses %q", kind, text, found)
			}
		}
	}
}

func FuzzHeader(f *testing.F) {
	for _, seed := range []string{"学号（必填）", "*Student No.", "手 机 号", "ＮＡＭＥ", "((", "【", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		m, err := NewMatcher(Students, map[string]string{header: "number"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if field := m.Field(header); HeaderKey(header) != "" && (field == nil || field.Name != "number") {
			t.Fatalf("%q was mapped and is not known", header)
		}
		if _, err := m.Layout([]string{header, "姓名"}, "en-US"); err != nil && fault.Code(err) == "" {
			t.Fatalf("an accident: %v", err)
		}
	})
}
