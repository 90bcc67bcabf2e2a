// Command staff compares the cost of the staff's pages in a college of 200,000 students with that in one of 1,000,
// on both engines. scripts/with-postgres provides PostgreSQL.
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
	sizes = [2]*int{
		flag.Int("large", 200000, "students of the large college"),
		flag.Int("small", 1000, "students of the small one"),
	}
	engine = flag.String("engine", "SQLite,PostgreSQL", "the engines to measure")
	pairs  = flag.Int("pairs", 200, "how often each page is asked for")
	keep   = flag.String("keep", "",
		"folder that keeps the colleges for the next time; the server of PostgreSQL must be the same then")
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
	var colleges [2]*subject
	for i, count := range sizes {
		database, err := databaseOf(ctx, engine, *count)
		if err != nil {
			return err
		}
		place := college.Place{Database: database}
		if *keep != "" {
			place.Folder = filepath.Join(*keep, fmt.Sprintf("%s-%d", engine, *count))
			if err := os.MkdirAll(place.Folder, 0o700); err != nil {
				return err
			}
		}
		c, err := college.StartOn(ctx, binary, place, func(c *college.College) error { return fill(ctx, c, *count) })
		if err != nil {
			return err
		}
		defer c.Close()
		if err := c.Login(ctx, &c.Staff); err != nil {
			return err
		}
		if colleges[i], err = newSubject(ctx, c, *count); err != nil {
			return err
		}
		progress("%s: %d students on %s, data in %s %s", engine, *count, c.Addr, c.Folder, database)
	}
	return compare(ctx, engine, colleges)
}

// databaseOf creates an empty PostgreSQL database; for SQLite it returns "".
func databaseOf(ctx context.Context, engine string, count int) (string, error) {
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
	name := fmt.Sprintf("bench_%d", count)
	if _, err := admin.ExecContext(ctx, "CREATE DATABASE "+name); err != nil && *keep == "" {
		return "", err
	}
	u, err := url.Parse(server)
	if err != nil {
		return "", err
	}
	u.Path = "/" + name
	return u.String(), nil
}
