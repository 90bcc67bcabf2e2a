package media_test

import (
	"context"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/media"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/blobtest"
	"lectern/internal/testkit/dbtest"
)

// watchedStore notes how many blobs are listed before one is deleted.
type watchedStore struct {
	blob.Store
	pending, most, listed int
}

func (w *watchedStore) List(ctx context.Context, prefix string) iter.Seq2[blob.Info, error] {
	return func(yield func(blob.Info, error) bool) {
		for info, err := range w.Store.List(ctx, prefix) {
			w.listed, w.pending = w.listed+1, w.pending+1
			w.most = max(w.most, w.pending)
			if !yield(info, err) {
				return
			}
		}
	}
}

func (w *watchedStore) Delete(ctx context.Context, key string) error {
	w.pending = 0
	return w.Store.Delete(ctx, key)
}

// The store may hold millions of blobs: they are compared with the database in pages, by one node a day.
func TestTheStoreIsSweptInPages(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		store := &watchedStore{}
		h := newFixture(t, db, func(o *media.Options) { store.Store, o.Blobs = o.Blobs, store })
		asset := h.add("one")
		const left = 1200
		for i := range left {
			if _, err := h.blobs.Put(t.Context(), fmt.Sprintf("media/lost/%d.ts", i), strings.NewReader("x")); err != nil {
				t.Fatal(err)
			}
		}
		h.pass(25 * time.Hour)
		if err := h.SweepBlobs(t.Context()); err != nil {
			t.Fatal(err)
		}
		if lost := blobtest.Keys(t, h.blobs, "media/lost/"); len(lost) != 0 {
			t.Errorf("%d blobs are left", len(lost))
		}
		if kept := blobtest.Keys(t, h.blobs, "media/"+asset+"/"); len(kept) == 0 {
			t.Error("a recording was swept")
		}
		if store.most > 500 {
			t.Errorf("%d of %d blobs were listed before the first was removed", store.most, left)
		}
		store.listed = 0
		if err := media.New(h.o).SweepBlobs(t.Context()); err != nil || store.listed > 0 {
			t.Errorf("another node listed %d blobs, %v", store.listed, err)
		}
		h.pass(25 * time.Hour)
		if err := h.SweepBlobs(t.Context()); err != nil || store.listed == 0 {
			t.Errorf("not swept the next day: %v", err)
		}
	})
}

// Work folders of killed processes are removed at once; those in use stay.
func TestWorkFoldersOfKilledProcessesAreSwept(t *testing.T) {
	h := newFixture(t, dbtest.Open(t, dbtest.SQLite(t)))
	asset := h.add("one")
	left := filepath.Join(h.o.Folder, "work", asset+"-1")
	err := h.work(&fake{while: func(ctx context.Context, w ffmpeg.Work) error {
		if err := os.MkdirAll(filepath.Join(left, "out"), 0o700); err != nil {
			return err
		}
		if err := h.SweepAll(ctx); err != nil {
			return err
		}
		if _, err := os.Stat(w.Folder); err != nil {
			t.Errorf("a workplace was swept: %v", err)
		}
		if _, err := os.Stat(left); err == nil {
			t.Error("what a killed process left is still there")
		}
		return nil
	}})
	if err != nil || h.plays("one").State != "ready" {
		t.Errorf("%v, %+v", err, h.plays("one"))
	}
}
