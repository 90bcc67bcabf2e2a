package app_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/media"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/blobtest"
	"lectern/internal/testkit/dbtest"
)

// cluster is a portal on PostgreSQL and an object store, with workers that get killed.
type cluster struct {
	*testing.T
	database string
	db       *sqldb.DB
	store    *blobtest.S3Server
	blobs    blob.Store
	portal   string // data folder
	gates    string // folder of files that make ffmpeg wait
	slow     string // PATH with such an ffmpeg
	added    int
}

func newCluster(t *testing.T) *cluster {
	t.Helper()
	database, with := demoed.Postgres(t)
	f := &cluster{T: t, database: database, store: blobtest.StartS3(t), portal: t.TempDir(), gates: t.TempDir()}
	f.db = dbtest.Open(t, f.database)
	var err error
	if f.blobs, err = blob.Open(f.store.Address, f.portal); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.blobs.Close() })
	with.writeTo(t, f.portal, f.blobs)
	start(t, f.environ(f.portal), "--no-work")
	f.wrap("ffmpeg", `case "$*" in *v180*) name=v180 ;; *v120*) name=v120 ;; *joined*) name=join ;; *) name=other ;; esac`)
	f.wrap("ffprobe", "name=probe")
	f.slow = "PATH=" + f.gates + ":" + os.Getenv("PATH")
	return f
}

// wrap replaces a program by one that waits while there is a gate for its arguments.
func (f *cluster) wrap(program, name string) {
	f.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		f.Fatalf("%v: run scripts/deps", err)
	}
	script := fmt.Sprintf("#!/bin/sh\n%s\nif [ -e %[2]s/hold-$name ]; then : >%[2]s/held-$name; while [ -e "+
		"%[2]s/hold-$name ]; do sleep 0.02; done; fi\nexec %s \"$@\"\n", name, f.gates, path)
	if err := os.WriteFile(filepath.Join(f.gates, program), []byte(script), 0o700); err != nil {
		f.Fatal(err)
	}
}

func (f *cluster) hold(name string) {
	f.Helper()
	if err := os.WriteFile(filepath.Join(f.gates, "hold-"+name), nil, 0o600); err != nil {
		f.Fatal(err)
	}
}

// held waits until a program waits at a gate.
func (f *cluster) held(name string) {
	f.Helper()
	f.until("ffmpeg waits at "+name, func() bool {
		_, err := os.Stat(filepath.Join(f.gates, "held-"+name))
		return err == nil
	})
}

func (f *cluster) open(name string) {
	_ = os.Remove(filepath.Join(f.gates, "hold-"+name))
	_ = os.Remove(filepath.Join(f.gates, "held-"+name))
}

func (f *cluster) environ(data string) []string {
	return []string{
		"LECTERN_DATA=" + data, "LECTERN_DATABASE=" + f.database,
		"LECTERN_BLOBS=" + f.store.Address, "LANG=en_US.UTF-8",
	}
}

// worker starts a worker with a separate data folder and a short lease.
func (f *cluster) worker(name string, more ...string) (cmd *exec.Cmd, data string) {
	f.Helper()
	data = f.TempDir()
	copyKeys(f.T, f.portal, data)
	cmd, _ = startWorker(f.T, append(append(f.environ(data), "LECTERN_NODE="+name), more...), "--kinds=media",
		"--slots=2", "--lease=1500ms")
	return cmd, data
}

// add adds a recording with two heights and returns its id.
func (f *cluster) add() string { return f.addFrom(f.portal) }

func (f *cluster) addFrom(data string) string {
	f.Helper()
	f.added++
	file := filepath.Join(f.TempDir(), fmt.Sprintf("STA201 Farm %d.mp4", f.added))
	out, err := exec.CommandContext(f.Context(), "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i",
		"testsrc2=s=320x180:r=5:d=2", "-metadata", fmt.Sprintf("comment=%d", f.added), // else a duplicate
		"-c:v", "mpeg4", "-q:v", "5", file).CombinedOutput()
	if err != nil {
		f.Fatalf("%v\n%s", err, out)
	}
	if out, err := lectern(f.T, f.environ(data), "media", "add", "--yes", file); err != nil {
		f.Fatalf("%v %s", err, out)
	}
	return f.text(`SELECT id FROM asset ORDER BY id DESC LIMIT 1`)
}

func (f *cluster) text(query string, args ...any) string {
	f.Helper()
	var out sql.NullString
	if err := f.db.Reader().QueryRowContext(f.Context(), query, args...).Scan(&out); err != nil {
		f.Fatal(err)
	}
	return out.String
}

// texts returns the only column of all rows.
func (f *cluster) texts(query string, args ...any) (out []string) {
	f.Helper()
	rows, err := f.db.Reader().QueryContext(f.Context(), query, args...)
	if err != nil {
		f.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			f.Fatal(err)
		}
		out = append(out, text)
	}
	if err := rows.Err(); err != nil {
		f.Fatal(err)
	}
	return out
}

func (f *cluster) count(query string, args ...any) int64 {
	return int64(dbtest.Count(f.T, f.db, query, args...))
}

// until waits for a condition that another process fulfils.
func (f *cluster) until(what string, there func() bool) {
	f.Helper()
	deadline := time.Now().Add(2 * time.Minute)
	for !there() {
		if time.Now().After(deadline) {
			f.Fatalf("never: %s; jobs: %s", what, f.text(`SELECT string_agg(kind || ' ' || state || ' ' || worker || ' ' ||
				error, '; ') FROM job WHERE kind LIKE 'media.%'`))
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// whole waits until a recording and all its renditions are ready.
func (f *cluster) whole(asset string) {
	f.Helper()
	f.until(asset+" is whole", func() bool {
		return f.count(`SELECT count(*) FROM asset WHERE id = $1 AND state = 'ready'`, asset) == 1 &&
			f.count(`SELECT count(*) FROM rendition WHERE asset_id = $1 AND state <> 'ready'`, asset) == 0
	})
}

// settle kills the remaining processes and checks the promises: every recording became ready exactly once and
// plays, and the sweep leaves no orphan.
func (f *cluster) settle(assets ...string) {
	f.Helper()
	for _, asset := range assets {
		if n := f.count(`SELECT count(*) FROM audit WHERE action = 'media.ready' AND object = $1`, asset); n != 1 {
			f.Errorf("%s became ready %d times", asset, n)
		}
	}
	later := func() time.Time { return f.db.Now().Add(25 * time.Hour) }
	keys, err := keyring.Load(filepath.Join(f.portal, "keys"), "")
	if err != nil {
		f.Fatal(err)
	}
	service := media.New(media.Options{
		DB: f.db, Keys: keys, Blobs: f.blobs, Jobs: job.New(f.db, later),
		Now: later, Folder: f.TempDir(),
	})
	if err := errors.Join(service.Sweep(f.Context()), service.SweepBlobs(f.Context())); err != nil {
		f.Fatal(err)
	}
	named := map[string]bool{}
	for _, query := range []string{
		`SELECT source FROM asset`, `SELECT source FROM asset_part`, `SELECT output FROM asset`,
		`SELECT output FROM rendition`,
	} {
		for _, key := range f.texts(query) {
			named[key] = true
		}
	}
	stored := map[string]bool{}
	for _, key := range blobtest.Keys(f.T, f.blobs, "media/") {
		stored[key] = true
		if !named[key] && !named[filepath.Dir(key)] {
			f.Errorf("an orphan: %s", key)
		}
	}
	f.playable(assets, stored)
}

// playable checks that every segment a player would request exists.
func (f *cluster) playable(assets []string, stored map[string]bool) {
	f.Helper()
	for _, asset := range assets {
		renditions := map[string]string{}
		for _, row := range f.texts(`SELECT name || ' ' || output FROM rendition WHERE asset_id = $1`, asset) {
			name, output, _ := strings.Cut(row, " ")
			renditions[name] = output
		}
		if len(renditions) == 0 {
			f.Fatalf("%s has no rendition", asset)
		}
		for name, output := range renditions {
			r, _, err := f.blobs.Open(f.Context(), output+"/"+name+".m3u8")
			if err != nil {
				f.Errorf("%s of %s: %v", name, asset, err)
				continue
			}
			raw, _ := io.ReadAll(r) // a truncated list fails below
			_ = r.Close()
			segments := 0
			for line := range strings.Lines(string(raw)) {
				if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
					if segments++; !stored[output+"/"+line] {
						f.Errorf("%s of %s lacks %s", name, asset, line)
					}
				}
			}
			if segments == 0 {
				f.Errorf("%s of %s plays nothing: %s", name, asset, raw)
			}
		}
	}
}

// locked locks a table until release is called; wanted waits until another process waits for the lock.
func (f *cluster) locked(table string) (wanted, release func()) {
	f.Helper()
	pool, err := sql.Open("pgx", f.database)
	if err != nil {
		f.Fatal(err)
	}
	ctx, cancel := context.WithCancel(f.Context())
	tx, err := pool.BeginTx(ctx, nil)
	if err == nil {
		_, err = tx.ExecContext(ctx, `LOCK TABLE `+table+` IN SHARE MODE`)
	}
	if err != nil {
		cancel()
		f.Fatal(err)
	}
	wanted = func() {
		f.until("somebody waits for "+table, func() bool {
			return f.count(`SELECT count(*) FROM pg_locks AS l JOIN pg_class AS c ON c.oid = l.relation
				WHERE c.relname = '`+table+`' AND NOT l.granted`) > 0
		})
	}
	return wanted, func() { _ = tx.Rollback(); cancel(); _ = pool.Close() }
}

// inWork waits until a worker has created a file.
func (f *cluster) inWork(data, name, with string) {
	f.Helper()
	f.until(name+" is made", func() bool {
		found, _ := filepath.Glob(filepath.Join(data, "media", "work", "*", "out", name))
		if len(found) == 0 {
			return false
		}
		raw, _ := os.ReadFile(found[0])
		return strings.Contains(string(raw), with)
	})
}
