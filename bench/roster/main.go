// Command roster measures the import of fifty thousand students from an XLSX file against what cannot be avoided: the
// spreadsheet library reading the file, and the database's own bulk insert of the same rows. Each runs in a process of its own, so
// that one's memory is not another's.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"

	"lectern/bench/load"
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
	start, before := time.Now(), processor()
	err := fn()
	fmt.Println("took", time.Since(start).Microseconds(), "cpu", (processor() - before).Microseconds())
	return err
}

// processor is the time that this process has used of it.
func processor() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
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
	defer os.RemoveAll(folder)
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
	var reads, inserts, imports runs
	peak := 0.0
	for range rounds { // in turn, so that a busy moment hits all
		took, err := self(ctx, "-part", "read", "-file", file)
		if err != nil {
			return err
		}
		reads = append(reads, took)
		for _, part := range []struct {
			times *runs
			args  []string
		}{
			{&inserts, []string{"-part", "insert", "-students", strconv.Itoa(students)}},
			{&imports, []string{"-part", "import", "-file", file}},
		} {
			n++ // an empty database for each
			url, err := e.url(n)
			if err != nil {
				return err
			}
			took, err := self(ctx, append(part.args, "-database", url)...)
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
				peak = max(peak, took.memory)
			}
		}
	}
	if err := load.Row(fmt.Sprintf("import %d, %s", students, e.name), imports.wall(), "s", "at most 3.00 ×",
		fmt.Sprintf("read %.1f s + insert %.1f s", reads.wall(), inserts.wall()), imports.wall()/(reads.wall()+inserts.wall())); err != nil {
		return err
	}
	// On a busy machine the time of the processor says more; that of PostgreSQL itself is not in it.
	if err := load.Row("import's CPU, "+e.name, imports.cpu(), "s CPU", "at most 3.00 ×",
		fmt.Sprintf("read %.1f s + insert %.1f s", reads.cpu(), inserts.cpu()), imports.cpu()/(reads.cpu()+inserts.cpu())); err != nil {
		return err
	}
	return load.Row("import's memory, "+e.name, peak, "MiB RSS", "under 300 MiB", "", 0)
}

// A usage is what a part took.
type usage struct {
	wall, cpu time.Duration
	memory    float64 // MiB at most
}

type runs []usage

func (r runs) wall() float64 { return r.median(func(u usage) time.Duration { return u.wall }) }
func (r runs) cpu() float64  { return r.median(func(u usage) time.Duration { return u.cpu }) }

func (r runs) median(of func(usage) time.Duration) float64 {
	var times []time.Duration
	for _, u := range r {
		times = append(times, of(u))
	}
	return load.Middle(times).Seconds()
}

// self runs a part in a process of its own. The part says itself how long its work took: starting up is not in it.
func self(ctx context.Context, args ...string) (usage, error) {
	binary, err := os.Executable()
	if err != nil {
		return usage{}, err
	}
	cmd := exec.CommandContext(ctx, binary, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return usage{}, fmt.Errorf("%v: %w", args, err)
	}
	var wall, cpu int64
	if _, err := fmt.Sscanf(string(out), "took %d cpu %d", &wall, &cpu); err != nil {
		return usage{}, err
	}
	u := usage{wall: time.Duration(wall) * time.Microsecond, cpu: time.Duration(cpu) * time.Microsecond}
	if used, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.memory = float64(used.Maxrss) / 1024
	}
	return u, nil
}
