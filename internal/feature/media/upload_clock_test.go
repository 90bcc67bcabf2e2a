package media_test

import (
	"context"
	"testing"
	"time"

	"lectern/internal/feature/media"
	"lectern/internal/testkit/attacktest"
	"lectern/internal/testkit/dbtest"
)

// Nodes whose clocks are minutes apart don't take each other's uploads: the lease uses the database's clock.
func TestAttackUploadLockWithWrongClocks(t *testing.T) {
	attacktest.Try(t, "upload lock of two nodes with wrong clocks", 1, 20, attackUploadLock)
}

func attackUploadLock(t *testing.T, trials int) {
	t.Helper()
	url := dbtest.Postgres(t)
	h := newFixture(t, dbtest.Open(t, url))
	nodes := map[time.Duration]media.UploadStore{}
	for _, ahead := range []time.Duration{-150 * time.Second, 150 * time.Second} {
		o := h.o
		o.DB = dbtest.OpenAt(t, url, ahead)
		o.Now = o.DB.Now
		nodes[ahead] = media.New(o).UploadStore()
	}
	upload, err := h.BeginUpload(t.Context(), staff,
		media.Incoming{Name: "a.mp4", Size: 1024}, media.Target{Lesson: "one"})
	if err != nil {
		t.Fatal(err)
	}
	for range trials {
		for ahead, node := range nodes {
			mine, _ := node.NewLock(upload.ID)
			theirs, _ := nodes[-ahead].NewLock(upload.ID)
			waiting, stop := context.WithCancel(t.Context())
			// Being asked to release the lock shows that the other has tried.
			if err := mine.Lock(t.Context(), stop); err != nil {
				t.Fatal(err)
			}
			if err := theirs.Lock(waiting, func() {}); err == nil {
				t.Errorf("the node %v ahead took the lock", -ahead)
				_ = theirs.Unlock()
			}
			stop()
			if err := mine.Unlock(); err != nil {
				t.Error(err)
			}
		}
	}
}
