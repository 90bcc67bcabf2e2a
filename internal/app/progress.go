package app

import (
	"fmt"
	"io"
	"os"
	"strings"

	"lectern/internal/kernel/locale"
	"lectern/internal/workflow/roster/engine"
)

// progressBar shows the progress of an import: one updated line on a terminal, a line now and then in a pipe.
type progressBar struct {
	out      io.Writer
	terminal bool
	lang     locale.Language
	shown    int // rows
}

const (
	barWidth = 40
	barLines = 10_000 // rows between two lines in a pipe
)

func newProgressBar(out io.Writer, lang locale.Language) *progressBar {
	b := &progressBar{out: out, lang: lang}
	if file, ok := out.(*os.File); ok {
		info, err := file.Stat()
		b.terminal = err == nil && info.Mode()&os.ModeCharDevice != 0
	}
	return b
}

func (b *progressBar) show(rows, total int) {
	text := engine.ProgressText(b.lang, rows)
	if b.terminal {
		full := barWidth * rows / max(total, 1)
		fmt.Fprintf(b.out, "\r[%s%s] %s", strings.Repeat("#", full), strings.Repeat(".", barWidth-full), text)
		b.shown = rows
		return
	}
	if rows-b.shown >= barLines {
		fmt.Fprintln(b.out, text)
		b.shown = rows
	}
}

func (b *progressBar) end() {
	if b.terminal && b.shown > 0 {
		fmt.Fprintln(b.out)
	}
}
