// Command recordings measures matching a folder of 200 files to 5,000 classes in one call, and three concurrent
// uploads against one plain write of the same bytes to the same store.
package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/sync/errgroup"

	"lectern/bench/college"
	"lectern/bench/load"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/sqldb"
)

func main() { load.Main(measure) }

func measure(ctx context.Context, binary string, _ time.Duration) error {
	c, err := college.Open(ctx, binary, 0)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := measureMatch(ctx, c); err != nil {
		return err
	}
	store, err := blob.OpenLocal(filepath.Join(c.Folder, "plain"), time.Hour, time.Now)
	if err != nil {
		return err
	}
	defer store.Close()
	if err := measureUploads(ctx, c, store, "folder"); err != nil {
		return err
	}
	return measureObjectStore(ctx, binary)
}

// measureObjectStore measures uploads to a college with its media in a local object store.
func measureObjectStore(ctx context.Context, binary string) error {
	address, stop, err := startStore(ctx)
	if err != nil {
		return err
	}
	defer stop()
	c, err := college.StartOn(ctx, binary, college.Place{Blobs: address}, func(*college.College) error { return nil })
	if err != nil {
		return err
	}
	defer c.Close()
	if err := c.Login(ctx, &c.Staff); err != nil {
		return err
	}
	store, err := blob.Open(address, c.Folder)
	if err != nil {
		return err
	}
	defer store.Close()
	return measureUploads(ctx, c, store, "versitygw")
}

const (
	groups = 320 // with one class a week in 16 weeks: 5,120 classes
	files  = 200
)

// fill adds groups with one class a week to the current term, ten rooms for every hour.
func fill(ctx context.Context, c *college.College) (day civil.Date, err error) {
	db, err := sqldb.Open(ctx, sqldb.Options{URL: filepath.Join(c.Folder, "data", "lectern.db")})
	if err != nil {
		return day, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tables := timetable.New(db, time.Now, time.UTC, nil)
	terms, current, err := tables.Terms(ctx)
	if err != nil {
		return day, err
	}
	for _, term := range terms {
		if term.ID == current {
			day = term.FirstMonday
		}
	}
	return day, db.Write(ctx, func(q sqldb.Querier) error {
		for i := range groups {
			id := fmt.Sprintf("bench-%d", i)
			starts := fmt.Sprintf("%02d:00", 8+2*(i/5%4))
			for _, s := range []struct {
				statement string
				args      []any
			}{
				{
					`INSERT INTO course (id, code, name, name_en, credits, summary, summary_en) VALUES ($1, $2, $3, '', 10, '', '')`,
					[]any{id, fmt.Sprintf("BEN%03d", i), "Bench " + id},
				},
				{
					`INSERT INTO course_group (id, course_id, term_id, code, name, name_en) VALUES ($1, $1, $2, $3, '', '')`,
					[]any{id, current, fmt.Sprintf("BEN%03d-1", i)},
				},
				{
					`INSERT INTO room (id, campus_id, name, name_en) VALUES ($1, 'north', $2, '')`,
					[]any{id, fmt.Sprintf("Bench Z%d", 1000+i)},
				},
				{
					`INSERT INTO meeting (id, group_id, kind, weekday, first_period, last_period, starts, ends, weeks,
					campus_id, room_id, teacher_id)
					VALUES ($1, $1, 'class', $2, 0, 0, $3, $4, '1-16', 'north', $1, '')`,
					[]any{id, i%5 + 1, starts, starts[:2] + ":50"},
				},
			} {
				if _, err := q.ExecContext(ctx, s.statement, s.args...); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func measureMatch(ctx context.Context, c *college.College) error {
	monday, err := fill(ctx, c)
	if err != nil {
		return err
	}
	var list []map[string]any
	for i := range files {
		day := monday.AddDays(i % 5)
		list = append(list, map[string]any{
			"path": fmt.Sprintf("week/Z%d_%s_%02d01.mp4", 1000+i, bytes.ReplaceAll([]byte(day.String()), []byte("-"), nil),
				8+2*(i/5%4)), "size": 1000 + i, "length": 2950,
		})
	}
	var times []float64
	for range 5 {
		began := time.Now()
		answer, err := c.Staff.Do(ctx, http.MethodPost, "/api/admin/recordings/match", map[string]any{"files": list})
		if err != nil || answer.Status != http.StatusOK {
			return fmt.Errorf("match: %d %v %w", answer.Status, answer.Errors, err)
		}
		times = append(times, time.Since(began).Seconds())
		if sure := bytes.Count(answer.Data, []byte(`"state":"sure"`)); sure < files*9/10 {
			return fmt.Errorf("only %d of %d files were matched", sure, files)
		}
	}
	return load.Figure{
		What: "200 files matched against 5 000 classes", Value: load.Median(times), Unit: "s", Most: 2,
		Detail: "one call, SQLite",
	}.Print()
}

const (
	side  = 128 << 20 // bytes per upload
	piece = 64 << 20  // larger than the page's, which on loopback would reach the limit of writes per person
)

func recording() []byte {
	return append([]byte("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2"), bytes.Repeat([]byte{7}, side-24)...)
}

func measureUploads(ctx context.Context, c *college.College, store blob.Store, where string) error {
	content := recording()
	plain := func() (float64, error) {
		began := time.Now()
		_, err := store.Put(ctx, fmt.Sprintf("x/%d", began.UnixNano()), bytes.NewReader(content))
		return side / time.Since(began).Seconds() / 1e6, err
	}
	ours := func() (float64, error) {
		began := time.Now()
		var all errgroup.Group
		for range 3 {
			all.Go(func() error { return upload(ctx, c, content) })
		}
		err := all.Wait()
		return 3 * side / time.Since(began).Seconds() / 1e6, err
	}
	a, b, ratio, err := load.InTurn(ours, plain)
	if err != nil {
		return err
	}
	return load.Figure{
		What: "three uploads side by side, " + where, Value: ratio, Unit: "× one plain PUT", Least: 0.8,
		Detail: fmt.Sprintf("%.0f and %.0f MB/s", a, b),
	}.Print()
}

// upload uploads a recording in parts, like the page, except its last byte, so that it isn't prepared.
func upload(ctx context.Context, c *college.College, content []byte) error {
	text := base64.StdEncoding.EncodeToString
	answered, err := call(ctx, c, http.MethodPost, "/api/admin/uploads", nil, map[string]string{
		"Upload-Length":   strconv.Itoa(len(content) + 1),
		"Upload-Metadata": "filename " + text([]byte("a.mp4")) + ",later " + text([]byte("true")),
	})
	if err != nil {
		return err
	}
	at := answered.Get("Location")
	for from := 0; from < len(content); from += piece {
		_, err := call(ctx, c, http.MethodPatch, at, content[from:min(from+piece, len(content))], map[string]string{
			"Upload-Offset": strconv.Itoa(from), "Content-Type": "application/offset+octet-stream",
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func call(ctx context.Context, c *college.College, method, path string, body []byte,
	header map[string]string,
) (http.Header, error) {
	r, err := http.NewRequestWithContext(ctx, method, "http://"+c.Addr+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for _, list := range []map[string]string{
		c.Staff.Sign(), header,
		{"Tus-Resumable": "1.0.0", "Cookie": c.Staff.Cookies()},
	} {
		for name, value := range list {
			r.Header.Set(name, value)
		}
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode >= 300 {
		said, _ := io.ReadAll(res.Body)
		fmt.Fprintln(os.Stderr, string(said))
		return nil, fmt.Errorf("%s %s: %d", method, path, res.StatusCode)
	}
	return res.Header, nil
}
