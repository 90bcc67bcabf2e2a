// Command roster measures the import of fifty thousand students from an XLSX file against what cannot be avoided: the
// spreadsheet library reading the file, and the database's own bulk insert of the same rows. Each runs in a process of its own, so
// that one's memory is not another's.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

const rounds = 3

func main() {
	part := flag.String("part", "", "what this process does: read, insert, import")
	students := flag.Int("students", 50_000, "rows of the file")
	file := flag.String("file", "", "the file")
	url := flag.String("database", "", "the database")
	flag.Parse()
	ctx := context.Background()
	var err error
	switch *part {
	case "":
		err = measure(ctx, *students)
	case "read":
		err = timed(func() error { return read(*file) })
	case "insert":
		err = insert(ctx, *url, *students)
	case "import":
		err = importFile(ctx, *url, *file)
	default:
		err = errors.New("no such part")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func timed(fn func() error) error {
	start := time.Now()
	err := fn()
	fmt.Println("took", time.Since(start).Microseconds())
	return err
}

// engines are SQLite always, and PostgreSQL where the environment has one.
func engines(folder string) []engine {
	list := []engine{{name: "SQLite", url: func(n int) (string, error) { return fmt.Sprintf("%s/%d.db", folder, n), nil }}}
	if server := os.Getenv("LECTERN_TEST_POSTGRES"); server != "" {
		list = append(list, engine{name: "PostgreSQL", url: func(int) (string, error) { return newPostgres(server) }, drop: func(url string) error { return dropPostgres(server, url) }})
	}
	return list
}

type engine struct {
	name string
	url  func(n int) (string, error)
	drop func(url string) error
}

func measure(ctx context.Context, students int) error {
	folder, err := os.MkdirTemp("", "lectern-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder) //nolint:errcheck // a temporary folder
	file := folder + "/students.xlsx"
	if err := writeXLSX(file, students); err != nil {
		return err
	}
	for i, e := range engines(folder) {
		if err := measureEngine(ctx, e, i*100, file, students); err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
	}
	return nil
}

func measureEngine(ctx context.Context, e engine, n int, file string, students int) error {
	var reads, inserts, imports []time.Duration
	peak := 0.0
	for round := range rounds { // in turn, so that a busy moment hits all
		took, _, err := self(ctx, "-part", "read", "-file", file)
		if err != nil {
			return err
		}
		reads = append(reads, took)
		for _, part := range []struct {
			times *[]time.Duration
			args  []string
		}{
			{&inserts, []string{"-part", "insert", "-students", strconv.Itoa(students)}},
			{&imports, []string{"-part", "import", "-file", file}},
		} {
			url, err := e.url(n + 2*round + len(*part.times)%2 + len(part.args))
			if err != nil {
				return err
			}
			took, memory, err := self(ctx, append(part.args, "-database", url)...)
			if err != nil {
				return err
			}
			if e.drop != nil {
				if err := e.drop(url); err != nil {
					return err
				}
			}
			*part.times = append(*part.times, took)
			if part.times == &imports {
				peak = max(peak, memory)
			}
		}
	}
	ours, peer := median(imports), median(reads)+median(inserts)
	row(fmt.Sprintf("import %d, %s", students, e.name), ours.Seconds(), "s", "at most 3.00 ×",
		fmt.Sprintf("read %.1f s + insert %.1f s", median(reads).Seconds(), median(inserts).Seconds()), ours.Seconds()/peer.Seconds())
	row("import's memory, "+e.name, peak, "MiB RSS", "under 300 MiB", "", 0)
	return nil
}

// self runs a part in a process of its own, and returns how long it said that it took and how much memory it had at most.
func self(ctx context.Context, args ...string) (time.Duration, float64, error) {
	binary, err := os.Executable()
	if err != nil {
		return 0, 0, err
	}
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return 0, 0, fmt.Errorf("%v: %w", args, err)
	}
	_, text, _ := strings.Cut(strings.TrimSpace(string(out)), "took ")
	micros, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return 0, 0, err
	}
	memory := 0.0
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		memory = float64(usage.Maxrss) / 1024
	}
	return time.Duration(micros) * time.Microsecond, memory, nil
}

func row(what string, value float64, unit, goal, peer string, ratio float64) {
	r := ""
	if ratio > 0 {
		r = fmt.Sprintf("%.2f ×", ratio)
	}
	_, _ = io.WriteString(os.Stdout, fmt.Sprintf("| %-26s | %10.1f %-10s | %-28s | %-7s | %-16s |\n", what, value, unit, peer, r, goal))
}

func median(times []time.Duration) time.Duration {
	slices.Sort(times)
	return times[len(times)/2]
}
