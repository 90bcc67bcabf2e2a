package app_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"lectern/internal/testkit/attacktest"
)

// A worker with a full disk leaves a recording to another one, and reports the problem.
func TestAttackWorkerOnAFullDisk(t *testing.T) {
	onSmallDisk(t, 256, func(t *testing.T, disk string) {
		attacktest.Try(t, "a worker on a full disk", 1, 5, func(t *testing.T, trials int) {
			f := newCluster(t)
			room, err := os.MkdirTemp(filepath.Dir(os.Getenv(builtBinary)), "room-")
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = os.RemoveAll(room) })
			copyKeys(t, f.portal, room)
			var assets []string
			for range trials {
				asset := f.addFrom(room) // a full portal would refuse it
				full, _ := f.worker("full")
				f.until("the recording waits for room", func() bool {
					return f.count(`SELECT count(*) FROM asset WHERE id = $1 AND state = 'waiting'
						AND reason = 'media.waits_for_room'`, asset) == 1
				})
				f.end(full)
				f.exec(`UPDATE job SET due_at = 0 WHERE state = 'waiting'`) // skip the long pauses
				roomy, _ := startWorker(t, append(f.environ(room), "LECTERN_NODE=roomy"), "--kinds=media", "--lease=1500ms")
				f.whole(asset)
				f.end(roomy)
				assets = append(assets, asset)
			}
			f.settle(assets...)
			_ = disk
		})
	})
}

// If the disk fills up while a worker encodes, the recording waits. With space again it becomes ready once, and no
// files remain.
func TestAttackDiskFullWhileEncoding(t *testing.T) {
	if !attacktest.Long() {
		t.Skip("fills three gigabytes of memory: make torture")
	}
	onSmallDisk(t, 3000, func(t *testing.T, disk string) {
		attacktest.Try(t, "a disk that becomes full while a worker encodes", 1, 5, func(t *testing.T, trials int) {
			f := newCluster(t)
			var assets []string
			for range trials {
				asset := f.add()
				f.hold("v120")
				worker, _ := f.worker("full", f.slow)
				f.held("v120")
				remove := fillDisk(t, disk)
				f.open("v120")
				f.until("the recording waits for room", func() bool {
					return f.count(`SELECT count(*) FROM asset WHERE id = $1 AND state = 'waiting'
						AND reason IN ('media.waits_for_room', 'media.disk_full', 'blob.full')`, asset) == 1
				})
				remove()
				f.exec(`UPDATE job SET due_at = 0 WHERE state = 'waiting'`) // skip the long pauses
				f.whole(asset)
				f.end(worker)
				assets = append(assets, asset)
			}
			f.settle(assets...)
		})
	})
}

// fillDisk writes until nothing more fits.
func fillDisk(t *testing.T, disk string) (remove func()) {
	t.Helper()
	path := filepath.Join(disk, "fill")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	block := make([]byte, 1<<20)
	for len(block) > 0 {
		if _, err := file.Write(block); errors.Is(err, syscall.ENOSPC) {
			block = block[:len(block)/2]
		} else if err != nil {
			t.Fatal(err)
		}
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return func() { _ = os.Remove(path) }
}
