// Package attachment checks the files that people attach to lessons and notices: the type, whether the content
// matches it, the size and the name. It stores nothing. Start at Check.
package attachment

import (
	"bytes"
	"errors"
	"io"
	"path"
	"strings"
	"unicode"
)

// types are the allowed types by file extension, with the first bytes of such files. HTML and scripts are not
// allowed.
var types = map[string]struct{ kind, magic string }{
	".pdf": {"application/pdf", "%PDF-"}, ".zip": {"application/zip", "PK"},
	".docx": {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", "PK"},
	".xlsx": {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "PK"},
	".pptx": {"application/vnd.openxmlformats-officedocument.presentationml.presentation", "PK"},
	".doc":  {"application/msword", "\xd0\xcf\x11\xe0"}, ".xls": {"application/vnd.ms-excel", "\xd0\xcf\x11\xe0"},
	".ppt": {"application/vnd.ms-powerpoint", "\xd0\xcf\x11\xe0"},
	".png": {"image/png", "\x89PNG"}, ".jpg": {"image/jpeg", "\xff\xd8\xff"}, ".jpeg": {"image/jpeg", "\xff\xd8\xff"},
	".txt": {"text/plain; charset=utf-8", ""}, ".md": {"text/markdown; charset=utf-8", ""},
	".csv": {"text/csv; charset=utf-8", ""},
}

// ErrType means that a file's type is not allowed, or that its content doesn't match its name.
var ErrType = errors.New("attachment: the type is not allowed")

// Check reads the beginning of a file. It returns the file's type and a reader of the whole file, or ErrType.
func Check(name string, r io.Reader) (kind string, whole io.Reader, err error) {
	allowed, ok := types[strings.ToLower(path.Ext(name))]
	head := make([]byte, 512)
	n, err := io.ReadFull(r, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return "", nil, err
	}
	head = head[:n]
	isText := strings.HasPrefix(allowed.kind, "text/") && !bytes.ContainsRune(head, 0)
	if !ok || n == 0 || !bytes.HasPrefix(head, []byte(allowed.magic)) || allowed.magic == "" && !isText {
		return "", nil, ErrType
	}
	return allowed.kind, io.MultiReader(bytes.NewReader(head), r), nil
}

// AtMost returns a reader that fails with the given error after size bytes.
func AtMost(size int64, r io.Reader, tooLarge error) io.Reader { return &limited{r, size, tooLarge} }

type limited struct {
	r         io.Reader
	remaining int64
	tooLarge  error
}

func (l *limited) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if l.remaining -= int64(n); l.remaining < 0 {
		return 0, l.tooLarge
	}
	return n, err
}

const maxName = 120

// CleanName makes a file's name safe to show and store: the last part of a path, without unprintable characters. It
// returns the other name if nothing remains.
func CleanName(name, otherwise string) string {
	name = path.Base(strings.ReplaceAll(strings.ToValidUTF8(name, "?"), "\\", "/"))
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, name))
	if runes := []rune(name); len(runes) > maxName {
		name = string(runes[len(runes)-maxName:]) // the end holds the extension
	}
	if name == "" || name == "." || name == "/" {
		return otherwise
	}
	return name
}
