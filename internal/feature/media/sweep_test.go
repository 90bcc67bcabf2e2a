package media_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/testkit/dbtest"
)

// Work folders of killed processes are removed at once; those in use stay.
func TestWorkFoldersOfKilledProcessesAreSwept(t *testing.T) {
	h := newFixture(t, dbtest.Open(t, dbtest.SQLite(t)))
	asset := h.add("one")
	left := filepath.Join(h.o.Folder, "work", asset+"-1")
	err := h.work(&fake{while: func(ctx context.Context, w ffmpeg.Work) error {
		if err := os.MkdirAll(filepath.Join(left, "out"), 0o700); err != nil {
			return err
		}
		if err := h.Sweep(ctx); err != nil {
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
