package app

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"lectern/internal/fault"
	"lectern/internal/locale"
)

// A side file stands beside the imported one and holds people's data: nobody else may read it.
type sideFile struct {
	file *os.File
	path string // where it goes when it is kept
}

// newSide makes a file that replaces an older one only when it is kept.
func newSide(path string) (*sideFile, error) {
	file, err := os.OpenFile(path+".part", os.O_CREATE|os.O_RDWR|os.O_TRUNC, 0o600) //nolint:gosec // beside the file that the operator named
	if err != nil {
		return nil, noSide(path, err)
	}
	return &sideFile{file, path}, nil
}

func noSide(path string, err error) error {
	return fault.New(fault.Forbidden, "roster.no_side_file", "file", path).Because(err)
}

// openSheet opens the file that the operator named: roster.no_file, roster.unreadable_file.
func openSheet(path string) (*os.File, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.New(fault.NotFound, "roster.no_file", "file", path).Because(err)
	}
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is no regular file")
	}
	var file *os.File
	if err == nil {
		file, err = os.Open(path) //nolint:gosec // the operator named it
	}
	if err != nil {
		return nil, fault.New(fault.Invalid, "roster.unreadable_file", "file", path).Because(err)
	}
	return file, nil
}

// newCodes makes the file of one-time codes under its final name, because its codes must not be lost even when the machine
// stops right after the import; and never over the codes of an earlier import.
func newCodes(path string) (*sideFile, error) {
	for n := 1; ; n++ {
		name := path + ".codes.csv"
		if n > 1 {
			name = path + ".codes-" + strconv.Itoa(n) + ".csv"
		}
		file, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR|os.O_EXCL, 0o600) //nolint:gosec // as above
		if err == nil {
			return &sideFile{file, name}, nil
		}
		if !errors.Is(err, fs.ErrExist) || n > 1000 {
			return nil, noSide(name, err)
		}
	}
}

// keep closes the file and puts it in its place, or removes it.
func (s *sideFile) keep(wanted bool) error {
	if !wanted {
		return s.drop()
	}
	if err := s.file.Close(); err != nil {
		return err
	}
	if s.file.Name() == s.path {
		return nil
	}
	return os.Rename(s.file.Name(), s.path)
}

func (s *sideFile) drop() error { return errors.Join(s.file.Close(), os.Remove(s.file.Name())) }

// A bar shows how far an import is: one line that moves on a terminal, a line now and then in a pipe.
type bar struct {
	out      io.Writer
	terminal bool
	lang     locale.Language
	said     int
}

const (
	barWidth = 40
	barLines = 10_000 // rows between two lines in a pipe
)

func newBar(out io.Writer, lang locale.Language) *bar {
	b := &bar{out: out, lang: lang}
	if file, ok := out.(*os.File); ok {
		info, err := file.Stat()
		b.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return b
}

func (b *bar) show(rows, total int) {
	text := locale.Text(b.lang, plural(rows, "roster.said.progress_one", "roster.said.progress"), map[string]string{"rows": strconv.Itoa(rows)})
	if b.terminal {
		full := barWidth * rows / max(total, 1)
		fmt.Fprintf(b.out, "\r[%s%s] %s", strings.Repeat("#", full), strings.Repeat(".", barWidth-full), text)
		b.said = rows
		return
	}
	if rows-b.said >= barLines {
		fmt.Fprintln(b.out, text)
		b.said = rows
	}
}

func (b *bar) end() {
	if b.terminal && b.said > 0 {
		fmt.Fprintln(b.out)
	}
}
