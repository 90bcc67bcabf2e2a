// Command imports compares a preview and an import of many students over HTTP with the unavoidable cost: reading
// the workbook with the library, and inserting the same rows. scripts/with-postgres provides PostgreSQL.
package main

import (
	"context"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // creates the two databases

	"lectern/bench/college"
	"lectern/bench/load"
)

var (
	students = flag.Int("students", 50000, "rows of the sheet")
	engine   = flag.String("engine", "SQLite,PostgreSQL", "the engines to measure")
)

const (
	mostRatio  = 2   // × reading and inserting
	mostMemory = 300 // MiB
	mostFirst  = 2   // seconds
)

func main() { load.Main(measure) }

func progress(format string, args ...any) {
	fmt.Fprintf(os.Stderr, time.Now().Format("15:04:05 ")+format+"\n", args...)
}

func measure(ctx context.Context, binary string, _ time.Duration) error {
	for name := range strings.SplitSeq(*engine, ",") {
		if err := measureOn(ctx, binary, name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func measureOn(ctx context.Context, binary, engine string) error {
	database, err := databaseOf(ctx, engine, "bench_imports")
	if err != nil {
		return err
	}
	c, err := college.StartOn(ctx, binary, college.Place{Database: database}, func(*college.College) error { return nil })
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.Login(ctx, &c.Staff); err != nil {
		return err
	}
	sheet := filepath.Join(c.Folder, "students.xlsx")
	if err := writeSheet(sheet, *students); err != nil {
		return err
	}
	took, err := importSheet(ctx, c, sheet)
	if err != nil {
		return err
	}
	peak, err := c.PeakRSS()
	if err != nil {
		return err
	}
	plain, err := plainly(ctx, c, engine, sheet)
	if err != nil {
		return err
	}
	return print(engine, took, plain, peak)
}

func print(engine string, took times, plain plainTimes, peak float64) error {
	what := fmt.Sprintf(" of %d students, %s", *students, engine)
	unit := "× reading and inserting the same rows"
	detail := func(ours, inserting time.Duration) string {
		return fmt.Sprintf("%.1f s; the library reads for %.1f s, and inserting takes %.1f s", ours.Seconds(),
			plain.reading.Seconds(), inserting.Seconds())
	}
	for _, f := range []load.Figure{
		{
			What: "preview" + what, Value: took.preview.Seconds() / (plain.reading + plain.preview).Seconds(),
			Unit: unit, Most: mostRatio, Detail: detail(took.preview,
				plain.preview) + fmt.Sprintf("; another write waits for %.1f s at most", took.waited.Seconds()),
		},
		{
			What: "apply" + what, Value: took.apply.Seconds() / (plain.reading + plain.apply).Seconds(), Unit: unit,
			Most: mostRatio, Detail: detail(took.apply, plain.apply),
		},
		{What: "first rows of the preview" + what, Value: took.first.Seconds(), Unit: "s after the upload", Most: mostFirst},
		{What: "peak memory of the server" + what, Value: peak, Unit: "MiB", Most: mostMemory},
	} {
		if err := f.Print(); err != nil {
			return err
		}
	}
	return nil
}

// databaseOf creates an empty PostgreSQL database; for SQLite it returns "".
func databaseOf(ctx context.Context, engine, name string) (string, error) {
	if engine == "SQLite" {
		return "", nil
	}
	server := os.Getenv("LECTERN_TEST_POSTGRES")
	if server == "" {
		return "", errors.New("run it through scripts/with-postgres")
	}
	admin, err := sql.Open("pgx", server)
	if err != nil {
		return "", err
	}
	defer admin.Close()
	if _, err := admin.ExecContext(ctx, "CREATE DATABASE "+name); err != nil {
		return "", err
	}
	u, err := url.Parse(server)
	if err != nil {
		return "", err
	}
	u.Path = "/" + name
	return u.String(), nil
}
