package attachment_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"lectern/internal/kernel/attachment"
)

func TestCheck(t *testing.T) {
	for _, tc := range []struct{ name, body, want string }{
		{"规定.PDF", "%PDF-1.7 " + strings.Repeat("x", 2000), "application/pdf"},
		{"form.docx", "PK\x03\x04", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
		{"map.png", "\x89PNG\r\n", "image/png"},
		{"list.txt", "学号", "text/plain; charset=utf-8"},
		{"page.html", "<html>", ""},
		{"page.pdf", "<html>", ""},
		{"list.txt", "a\x00b", ""},
		{"none", "x", ""},
		{"program.exe", "MZ", ""},
		{"picture.svg", "<svg/>", ""},
		{"empty.txt", "", ""},
	} {
		kind, whole, err := attachment.Check(tc.name, strings.NewReader(tc.body))
		if kind != tc.want || errors.Is(err, attachment.ErrType) != (tc.want == "") {
			t.Errorf("%s: %q, %v; want %q", tc.name, kind, err, tc.want)
			continue
		}
		if err == nil {
			if all, err := io.ReadAll(whole); err != nil || string(all) != tc.body {
				t.Errorf("%s: %d of %d bytes, %v", tc.name, len(all), len(tc.body), err)
			}
		}
	}
}

func TestAtMost(t *testing.T) {
	over := errors.New("too much")
	for size, want := range map[int64]error{3: over, 4: nil, 5: nil} {
		if _, err := io.ReadAll(attachment.AtMost(size, strings.NewReader("four"), over)); !errors.Is(err, want) {
			t.Errorf("at most %d: %v", size, err)
		}
	}
}

func TestCleanName(t *testing.T) {
	for name, want := range map[string]string{
		`C:\Users\x\考试 规定.pdf`: "考试 规定.pdf", "../../etc/passwd": "passwd", "a\u0000b\n.pdf": "ab.pdf", "": "file",
		"/": "file", "\xff.pdf": "?.pdf", strings.Repeat("长", 200) + ".pdf": strings.Repeat("长", 116) + ".pdf",
	} {
		if got := attachment.CleanName(name, "file"); got != want {
			t.Errorf("%q becomes %q, not %q", name, got, want)
		}
	}
}
