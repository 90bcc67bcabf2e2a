package app_test

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"lectern/internal/attacktest"
	"lectern/internal/blob"
	"lectern/internal/blobtest"
	"lectern/internal/dbtest"
	"lectern/internal/job"
	"lectern/internal/keyring"
	"lectern/internal/media"
	"lectern/internal/sqldb"
)

// A farm is a portal on PostgreSQL and an object store, and workers that are killed.
type farm struct {
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

func newFarm(t *testing.T) *farm {
	t.Helper()
	f := &farm{T: t, database: dbtest.Postgres(t), store: blobtest.StartS3(t), portal: t.TempDir(), gates: t.TempDir()}
	if out, err := lectern(t, f.environ(f.portal), "demo"); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	start(t, f.environ(f.portal), "--no-work")
	f.db = dbtest.Open(t, f.database)
	var err error
	if f.blobs, err = blob.Open(f.store.Address, f.portal); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.blobs.Close() })
	f.wrap("ffmpeg", `case "$*" in *v180*) name=v180 ;; *v120*) name=v120 ;; *) name=other ;; esac`)
	f.wrap("ffprobe", "name=probe")
	f.slow = "PATH=" + f.gates + ":" + os.Getenv("PATH")
	return f
}

// wrap makes a program that waits as long as there is a gate for what it is asked for.
func (f *farm) wrap(program, name string) {
	f.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		f.Fatalf("%v: run scripts/deps", err)
	}
	script := fmt.Sprintf("#!/bin/sh\n%s\nif [ -e %[2]s/hold-$name ]; then : >%[2]s/held-$name; while [ -e %[2]s/hold-$name ]; do sleep 0.02; done; fi\nexec %s \"$@\"\n",
		name, f.gates, path)
	if err := os.WriteFile(filepath.Join(f.gates, program), []byte(script), 0o700); err != nil { //nolint:gosec // a program of the test
		f.Fatal(err)
	}
}

func (f *farm) hold(name string) {
	f.Helper()
	if err := os.WriteFile(filepath.Join(f.gates, "hold-"+name), nil, 0o600); err != nil {
		f.Fatal(err)
	}
}

// held waits until a program waits at a gate.
func (f *farm) held(name string) {
	f.Helper()
	f.until("ffmpeg waits at "+name, func() bool { _, err := os.Stat(filepath.Join(f.gates, "held-"+name)); return err == nil })
}

func (f *farm) open(name string) {
	_ = os.Remove(filepath.Join(f.gates, "hold-"+name))
	_ = os.Remove(filepath.Join(f.gates, "held-"+name))
}

func (f *farm) environ(data string) []string {
	return []string{"LECTERN_DATA=" + data, "LECTERN_DATABASE=" + f.database, "LECTERN_BLOBS=" + f.store.Address, "LANG=en_US.UTF-8"}
}

// worker starts one with a data folder of its own and a short lease.
func (f *farm) worker(name string, more ...string) (cmd *exec.Cmd, data string) {
	f.Helper()
	data = f.TempDir()
	copyKeys(f.T, f.portal, data)
	cmd, _ = startWorker(f.T, append(append(f.environ(data), "LECTERN_NODE="+name), more...), "--kinds=media", "--slots=2", "--lease=1500ms")
	return cmd, data
}

// add adds a recording of two heights and returns its id.
func (f *farm) add() string { return f.addFrom(f.portal) }

func (f *farm) addFrom(data string) string {
	f.Helper()
	f.added++
	file := filepath.Join(f.TempDir(), fmt.Sprintf("STA201 Farm %d.mp4", f.added))
	out, err := exec.CommandContext(f.Context(), "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=5:d=2",
		"-c:v", "mpeg4", "-q:v", "5", file).CombinedOutput()
	if err != nil {
		f.Fatalf("%v\n%s", err, out)
	}
	if out, err := lectern(f.T, f.environ(data), "media", "add", "--yes", file); err != nil {
		f.Fatalf("%v %s", err, out)
	}
	return f.text(`SELECT id FROM asset ORDER BY id DESC LIMIT 1`)
}

func (f *farm) text(query string, args ...any) string {
	f.Helper()
	var out sql.NullString
	if err := f.db.Reader().QueryRowContext(f.Context(), query, args...).Scan(&out); err != nil {
		f.Fatal(err)
	}
	return out.String
}

func (f *farm) count(query string, args ...any) int64 {
	return int64(dbtest.Count(f.T, f.db, query, args...))
}

// until waits for something that another process does.
func (f *farm) until(what string, there func() bool) {
	f.Helper()
	deadline := time.Now().Add(2 * time.Minute)
	for !there() {
		if time.Now().After(deadline) {
			f.Fatalf("never: %s; jobs: %s", what, f.text(`SELECT string_agg(kind || ' ' || state || ' ' || worker || ' ' || error, '; ') FROM job WHERE kind LIKE 'media.%'`))
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// whole waits until a recording and all its renditions are ready.
func (f *farm) whole(asset string) {
	f.Helper()
	f.until(asset+" is whole", func() bool {
		return f.count(`SELECT count(*) FROM asset WHERE id = $1 AND state = 'ready'`, asset) == 1 &&
			f.count(`SELECT count(*) FROM rendition WHERE asset_id = $1 AND state <> 'ready'`, asset) == 0
	})
}

// settle kills what is left of the work and checks the promises: every recording became ready exactly once, plays, and the sweep leaves no orphan.
func (f *farm) settle(assets ...string) {
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
	service := media.New(media.Options{DB: f.db, Keys: keys, Blobs: f.blobs, Jobs: job.New(f.db, later), Now: later, Folder: f.TempDir()})
	if err := service.Sweep(f.Context()); err != nil {
		f.Fatal(err)
	}
	named := map[string]bool{}
	for _, query := range []string{`SELECT source FROM asset`, `SELECT output FROM asset`, `SELECT output FROM rendition`} {
		rows, err := f.db.Reader().QueryContext(f.Context(), query)
		if err != nil {
			f.Fatal(err)
		}
		for rows.Next() {
			var key string
			if err := rows.Scan(&key); err != nil {
				f.Fatal(err)
			}
			named[key] = true
		}
		if err := rows.Close(); err != nil {
			f.Fatal(err)
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

// playable looks for every segment that a player would ask for.
func (f *farm) playable(assets []string, stored map[string]bool) {
	f.Helper()
	for _, asset := range assets {
		rows, err := f.db.Reader().QueryContext(f.Context(), `SELECT name, output FROM rendition WHERE asset_id = $1`, asset)
		if err != nil {
			f.Fatal(err)
		}
		renditions := map[string]string{}
		for rows.Next() {
			var name, output string
			if err := rows.Scan(&name, &output); err != nil {
				f.Fatal(err)
			}
			renditions[name] = output
		}
		if err := rows.Close(); err != nil || len(renditions) == 0 {
			f.Fatalf("%s has no rendition: %v", asset, err)
		}
		for name, output := range renditions {
			r, _, err := f.blobs.Open(f.Context(), output+"/"+name+".m3u8")
			if err != nil {
				f.Errorf("%s of %s: %v", name, asset, err)
				continue
			}
			raw, _ := io.ReadAll(r) // a short list fails below
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

// locked holds a table until release is called, and waits until somebody wants it.
func (f *farm) locked(table string) (wanted, release func()) {
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
			return f.count(`SELECT count(*) FROM pg_locks AS l JOIN pg_class AS c ON c.oid = l.relation WHERE c.relname = '`+table+`' AND NOT l.granted`) > 0
		})
	}
	return wanted, func() { _ = tx.Rollback(); cancel(); _ = pool.Close() }
}

// inWork waits until a worker has made a file.
func (f *farm) inWork(data, name, with string) {
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

// A worker is killed in every phase of making a recording: another one goes on, it becomes ready exactly once, and nothing is left in the store.
func TestAttackKillWorkersInEveryPhase(t *testing.T) {
	t.Parallel() // they wait for leases most of the time
	attacktest.Try(t, "kill -9 of a worker in every phase", 1, 8, func(t *testing.T, trials int) {
		f := newFarm(t)
		var assets []string
		for range trials {
			for _, phase := range []string{"fetching", "looking", "encoding v120", "storing v120", "committing v120", "encoding v180", "storing v180", "committing v180"} {
				assets = append(assets, f.killIn(phase))
			}
		}
		f.settle(assets...)
	})
}

func (f *farm) killIn(phase string) (asset string) {
	f.Helper()
	what, name, _ := strings.Cut(phase, " ")
	asset = f.add()
	release := func() {}
	switch what {
	case "fetching":
		f.store.Pause()
	case "looking":
		name = "probe"
		f.hold(name)
	default:
		f.hold(name)
	}
	victim, data := f.worker("victim", f.slow)
	if what == "fetching" {
		f.until("the victim has a job", func() bool {
			return f.count(`SELECT count(*) FROM job WHERE state = 'running' AND worker = 'victim'`) > 0
		})
	} else {
		f.held(name)
	}
	if what == "storing" || what == "committing" {
		f.store.Pause()
		f.open(name)
		if name == "v120" {
			f.inWork(data, "sprite.vtt", "WEBVTT")
		} else {
			f.inWork(data, name+".m3u8", "ENDLIST")
		}
	}
	if what == "committing" {
		var wanted func()
		wanted, release = f.locked(map[string]string{"v120": "asset", "v180": "rendition"}[name])
		f.store.Resume()
		wanted()
	}
	_ = victim.Process.Kill()
	_ = victim.Wait()
	release()
	f.store.Resume()
	f.open(name)
	rescue, _ := f.worker("rescue")
	f.whole(asset)
	if n := f.count(`SELECT count(*) FROM job WHERE lost_by = 'victim' AND worker = 'rescue'`); n == 0 {
		f.Errorf("%s: nobody knows that the job went to another node", phase)
	}
	_ = rescue.Process.Signal(syscall.SIGTERM)
	if err := rescue.Wait(); err != nil {
		f.Errorf("%s: the other worker ended with %v", phase, err)
	}
	f.exec(`UPDATE job SET lost_by = '' WHERE lost_by <> ''`)
	return asset
}

func (f *farm) exec(query string) { dbtest.Exec(f.T, f.db, query) }

// A worker that is stopped for longer than its lease loses its job to another one, and notices when it goes on. A store that is away makes
// recordings wait. A worker that is told to stop gives back what it cannot finish.
func TestAttackWorkersThatStand(t *testing.T) {
	t.Parallel() // they wait for leases most of the time
	attacktest.Try(t, "SIGSTOP beyond the lease, store away, SIGTERM", 1, 8, func(t *testing.T, trials int) {
		f := newFarm(t)
		var assets []string
		for range trials {
			assets = append(assets, f.stopped(), f.storeAway(), f.drained())
		}
		f.settle(assets...)
	})
}

func (f *farm) stopped() string {
	f.Helper()
	asset := f.add()
	f.hold("v120")
	slow, _ := f.worker("slow", f.slow)
	f.held("v120")
	_ = slow.Process.Signal(syscall.SIGSTOP)
	quick, _ := f.worker("quick")
	f.whole(asset)
	f.open("v120")
	_ = slow.Process.Signal(syscall.SIGCONT)
	f.end(slow, quick)
	return asset
}

func (f *farm) storeAway() string {
	f.Helper()
	asset := f.add()
	f.hold("v120")
	worker, _ := f.worker("worker", f.slow)
	f.held("v120")
	f.store.Stop()
	f.open("v120")
	f.until("the recording waits for the store", func() bool {
		return f.count(`SELECT count(*) FROM asset WHERE id = $1 AND state = 'waiting' AND reason = 'blob.store_down'`, asset) == 1
	})
	f.store.Start()
	f.exec(`UPDATE job SET due_at = 0 WHERE state = 'waiting'`) // the pauses are long
	f.whole(asset)
	f.end(worker)
	return asset
}

func (f *farm) drained() string {
	f.Helper()
	asset := f.add()
	f.hold("v120")
	worker, _ := f.worker("drains", f.slow, "LECTERN_SHUTDOWN_GRACE=100ms")
	f.held("v120")
	f.end(worker)
	if n := f.count(`SELECT count(*) FROM job WHERE worker = 'drains' AND state = 'waiting' AND attempts = 0`); n != 1 {
		f.Errorf("%d jobs were given back", n)
	}
	if n := f.count(`SELECT count(*) FROM node WHERE name = 'drains'`); n != 0 {
		f.Error("it did not say goodbye")
	}
	f.open("v120")
	other, _ := f.worker("other")
	f.whole(asset)
	f.end(other)
	return asset
}

// end stops workers as systemd does.
func (f *farm) end(workers ...*exec.Cmd) {
	f.Helper()
	for _, w := range workers {
		_ = w.Process.Signal(syscall.SIGTERM)
		if err := w.Wait(); err != nil {
			f.Errorf("a worker ended with %v", err)
		}
	}
}

// Two workers share many short recordings, and one of them is killed and started again: each becomes ready exactly once.
func TestAttackTwoWorkersOnManyRecordings(t *testing.T) {
	t.Parallel() // they wait for leases most of the time
	attacktest.Try(t, "recordings shared by two workers, one of them killed", 12, 200, func(t *testing.T, trials int) {
		f := newFarm(t)
		before := f.text(`SELECT max(id) FROM asset`)
		folder := t.TempDir()
		names := make([]string, trials)
		for i := range names {
			names[i] = fmt.Sprintf("STA201 Many %03d.mp4", i)
		}
		films(t, folder, names...)
		if out, err := lectern(t, f.environ(f.portal), "media", "add", "--yes", folder); err != nil {
			t.Fatalf("%v %s", err, out)
		}
		one, _ := f.worker("one")
		two, _ := f.worker("two")
		ready := func() int64 { return f.count(`SELECT count(*) FROM asset WHERE id > $1 AND state = 'ready'`, before) }
		f.until("some are ready", func() bool { return ready() >= int64(trials/4) })
		_ = one.Process.Kill()
		_ = one.Wait()
		one, _ = f.worker("one")
		f.until("all are ready", func() bool { return ready() == int64(trials) })
		f.end(one, two)
		var assets []string
		rows, err := f.db.Reader().QueryContext(t.Context(), `SELECT id FROM asset WHERE id > $1`, before)
		if err != nil {
			t.Fatal(err)
		}
		for rows.Next() {
			var id string
			if err := rows.Scan(&id); err != nil {
				t.Fatal(err)
			}
			assets = append(assets, id)
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
		f.settle(assets...)
	})
}

// Workers share a folder as well as an object store.
func TestKillWorkerOnASharedFolder(t *testing.T) {
	t.Parallel() // they wait for leases most of the time
	database, shared, portal, data := dbtest.Postgres(t), t.TempDir(), t.TempDir(), t.TempDir()
	environ := func(data string) []string {
		return []string{"LECTERN_DATA=" + data, "LECTERN_DATABASE=" + database, "LECTERN_BLOBS=" + shared, "LANG=en_US.UTF-8"}
	}
	if out, err := lectern(t, environ(portal), "demo"); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	start(t, environ(portal), "--no-work")
	folder := t.TempDir()
	films(t, folder, "STA201 Shared.mp4")
	if out, err := lectern(t, environ(portal), "media", "add", "--yes", folder); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	db := dbtest.Open(t, database)
	newest := `SELECT count(*) FROM asset WHERE id = (SELECT max(id) FROM asset) AND state = 'ready'`
	if dbtest.Count(t, db, newest) != 0 {
		t.Error("serve --no-work did it")
	}
	copyKeys(t, portal, data)
	killed, _ := startWorker(t, environ(data), "--lease=1500ms")
	_ = killed.Process.Kill()
	_ = killed.Wait()
	startWorker(t, environ(data), "--lease=1500ms")
	for dbtest.Count(t, db, newest) == 0 && t.Context().Err() == nil {
	}
}
