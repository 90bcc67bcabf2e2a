package app_test

import (
	"os"
	"path/filepath"
	"testing"

	"lectern/internal/attacktest"
)

// A worker whose disk is full leaves a recording to one that has room, and says what it lacks.
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
				asset := f.addFrom(room) // it would not be taken where there is no room
				full, _ := f.worker("full")
				f.until("the recording waits for room", func() bool {
					return f.count(`SELECT count(*) FROM asset WHERE id = $1 AND state = 'waiting' AND reason = 'media.no_room'`, asset) == 1
				})
				f.end(full)
				f.exec(`UPDATE job SET due_at = 0 WHERE state = 'waiting'`) // the pauses are long
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
