// Command search measures the lecture search with 2,000 hours of transcript, on both engines: the 99th percentile
// of a search against that of the simplest read, the caller's profile by its key, over HTTP in turn.
// scripts/with-postgres provides PostgreSQL.
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

	_ "github.com/jackc/pgx/v5/stdlib" // creates the database

	"lectern/bench/college"
	"lectern/bench/load"
)

var (
	hours     = flag.Int("hours", 2000, "lessons of an hour each")
	different = flag.Int("different", 200, "how many of them are different; the others are copies of these")
	searches  = flag.Int("searches", 2000, "how often each is asked for")
	engine    = flag.String("engine", "SQLite,PostgreSQL", "the engines to measure")
	keep      = flag.String("keep", "",
		"folder that keeps the colleges for the next time; the server of PostgreSQL must be the same then")
)

func main() { load.Main(measure) }

func measure(ctx context.Context, binary string, _ time.Duration) error {
	for name := range strings.SplitSeq(*engine, ",") {
		if err := measureOn(ctx, binary, name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

func measureOn(ctx context.Context, binary, engine string) error {
	database, err := databaseOf(ctx, engine)
	if err != nil {
		return err
	}
	place := college.Place{Database: database}
	if *keep != "" {
		place.Folder = filepath.Join(*keep, fmt.Sprintf("%s-%d", engine, *hours))
		if err := os.MkdirAll(place.Folder, 0o700); err != nil {
			return err
		}
	}
	c, err := college.StartOn(ctx, binary, place, func(c *college.College) error {
		began := time.Now()
		err := fill(ctx, c)
		fmt.Fprintf(os.Stderr, "%s: %d hours indexed in %.0f s\n", engine, *hours, time.Since(began).Seconds())
		return err
	})
	if err != nil {
		return err
	}
	defer c.Close()
	for _, who := range []struct {
		name   string
		person *college.Person
	}{{"a student", &c.Student}, {"a teacher", &c.Teacher}, {"staff", &c.Staff}} {
		if err := c.Login(ctx, who.person); err != nil {
			return err
		}
		if err := compare(ctx, who.name+", "+engine, c, who.person); err != nil {
			return err
		}
	}
	return nil
}

// databaseOf creates an empty PostgreSQL database; for SQLite it returns "".
func databaseOf(ctx context.Context, engine string) (string, error) {
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
	if _, err := admin.ExecContext(ctx, "CREATE DATABASE bench_search"); err != nil && *keep == "" {
		return "", err
	}
	u, err := url.Parse(server)
	if err != nil {
		return "", err
	}
	u.Path = "/bench_search"
	return u.String(), nil
}

// compare searches for spoken words, common and rare, one or two at a time.
func compare(ctx context.Context, what string, c *college.College, who *college.Person) error {
	spoken, n := newLanguage(7), 0
	search := func() []byte {
		text := spoken.word()
		if n++; n%3 == 0 {
			text += " " + spoken.word()
		}
		return who.Get("/api/search?text=" + url.QueryEscape(text))
	}
	sides := [2]load.Side{{Addr: c.Addr, Next: search}, {Addr: c.Addr, Next: func() []byte {
		return who.Get("/api/user/info")
	}}}
	if _, err := load.Pairs(ctx, 100, sides); err != nil { // warm-up: prepares statements and loads pages of the index
		return err
	}
	took, err := load.Pairs(ctx, *searches, sides)
	if err != nil {
		return err
	}
	return load.Figure{
		What: fmt.Sprintf("search through %d hours of transcript, p99, %s", *hours, what), Value: took[0].P99 / took[1].P99,
		Unit: "× a point query", Most: 5, Detail: fmt.Sprintf("%.1f and %.1f ms, median %.1f and %.1f ms", took[0].P99,
			took[1].P99, took[0].Middle, took[1].Middle),
	}.Print()
}
