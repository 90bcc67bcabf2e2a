package app_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"lectern/internal/testkit/attacktest"
	"lectern/internal/testkit/dbtest"
)

// A worker is killed in every phase of preparing a recording: another one continues, the recording becomes ready
// exactly once, and no other files remain in the store.
func TestAttackKillWorkersInEveryPhase(t *testing.T) {
	t.Parallel() // mostly waits for leases
	attacktest.Try(t, "kill -9 of a worker in every phase", 1, 8, func(t *testing.T, trials int) {
		f := newCluster(t)
		var assets []string
		for range trials {
			for _, phase := range []string{
				"fetching", "looking", "encoding v120", "storing v120", "committing v120",
				"encoding v180", "storing v180", "committing v180",
			} {
				assets = append(assets, f.killIn(phase))
			}
		}
		f.settle(assets...)
	})
}

func (f *cluster) killIn(phase string) (asset string) {
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
	f.rescue(asset, phase)
	return asset
}

// Five kills don't fail a recording, and a worker that is back takes over its own jobs without waiting for their lease.
func TestKillsAreNoFailuresOfARecording(t *testing.T) {
	t.Parallel() // mostly waits for other processes
	f := newCluster(t)
	data := t.TempDir()
	copyKeys(t, f.portal, data)
	asset := f.add()
	f.hold("v120")
	for range 5 {
		worker, _ := startWorker(t, append(f.environ(data), "LECTERN_NODE=back", f.slow), "--kinds=media", "--lease=1h")
		f.held("v120")
		_ = worker.Process.Kill()
		_ = worker.Wait()
		_ = os.Remove(filepath.Join(f.gates, "held-v120"))
		f.exec(`UPDATE job SET losses = 0 WHERE losses = 1`) // skip the pauses
	}
	f.exec(`UPDATE job SET losses = 5 WHERE state = 'running'`)
	f.open("v120")
	worker, _ := startWorker(t, append(f.environ(data), "LECTERN_NODE=back", f.slow), "--kinds=media", "--lease=1h")
	f.until("the job waits after its sixth loss", func() bool {
		return f.count(`SELECT count(*) FROM job WHERE state = 'waiting' AND losses = 6 AND attempts = 0`) == 1
	})
	f.exec(`UPDATE job SET due_at = 0 WHERE state = 'waiting'`)
	f.whole(asset)
	f.end(worker)
	f.settle(asset)
}

// rescue lets another worker finish the victim's work.
func (f *cluster) rescue(asset, phase string) {
	f.Helper()
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
}

func (f *cluster) exec(query string) { dbtest.Exec(f.T, f.db, query) }

// A worker suspended for longer than its lease loses its job to another one, and notices when it resumes. While the
// store is down, recordings wait. A worker that is stopped releases the jobs that it can't finish.
func TestAttackWorkersThatStand(t *testing.T) {
	t.Parallel() // mostly waits for leases
	attacktest.Try(t, "SIGSTOP beyond the lease, store away, SIGTERM", 1, 8, func(t *testing.T, trials int) {
		f := newCluster(t)
		var assets []string
		for range trials {
			assets = append(assets, f.stopped(), f.storeAway(), f.drained())
		}
		f.settle(assets...)
	})
}

func (f *cluster) stopped() string {
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

func (f *cluster) storeAway() string {
	f.Helper()
	asset := f.add()
	f.hold("v120")
	worker, _ := f.worker("worker", f.slow)
	f.held("v120")
	f.store.Stop()
	f.open("v120")
	f.until("the recording waits for the store", func() bool {
		return f.count(`SELECT count(*) FROM asset WHERE id = $1 AND state = 'waiting'
			AND reason = 'blob.store_down'`, asset) == 1
	})
	f.store.Start()
	f.exec(`UPDATE job SET due_at = 0 WHERE state = 'waiting'`) // skip the long pauses
	f.whole(asset)
	f.end(worker)
	return asset
}

func (f *cluster) drained() string {
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
func (f *cluster) end(workers ...*exec.Cmd) {
	f.Helper()
	for _, w := range workers {
		_ = w.Process.Signal(syscall.SIGTERM)
		if err := w.Wait(); err != nil {
			f.Errorf("a worker ended with %v", err)
		}
	}
}

// Two workers share many short recordings while one of them is killed and restarted: each recording becomes ready
// exactly once.
func TestAttackTwoWorkersOnManyRecordings(t *testing.T) {
	t.Parallel() // mostly waits for leases
	attacktest.Try(t, "recordings shared by two workers, one of them killed", 12, 200, func(t *testing.T, trials int) {
		f := newCluster(t)
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
		for n := ready(); n < int64(trials); n = ready() { // so many take longer than until waits
			f.until("more are ready", func() bool { return ready() > n })
		}
		f.end(one, two)
		f.settle(f.texts(`SELECT id FROM asset WHERE id > $1`, before)...)
	})
}

// Workers can share a folder as well as an object store.
func TestKillWorkerOnASharedFolder(t *testing.T) {
	t.Parallel() // mostly waits for leases
	database, with := demoed.Postgres(t)
	portal, data := t.TempDir(), t.TempDir()
	with.write(t, portal)
	shared := filepath.Join(portal, "blobs")
	environ := func(data string) []string {
		return []string{"LECTERN_DATA=" + data, "LECTERN_DATABASE=" + database, "LECTERN_BLOBS=" + shared, "LANG=en_US.UTF-8"}
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
		time.Sleep(10 * time.Millisecond)
	}
}
