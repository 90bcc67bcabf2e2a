package roster_test

import (
	"context"
	"io"
	"syscall"
	"testing"
	"time"

	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/roster"
)

// fullStore fails like a full disk.
type fullStore struct {
	blob.Store
	full bool
}

func (s *fullStore) Open(ctx context.Context, key string) (io.ReadSeekCloser, blob.Info, error) {
	if s.full {
		return nil, blob.Info{}, syscall.ENOSPC
	}
	return s.Store.Open(ctx, key)
}

// An import that runs into a full disk says so and continues by itself, also if its lease ended meanwhile because
// nothing could be written.
func TestAnImportWaitsForSpace(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, database *sqldb.DB) {
		d := newDesk(t, database)
		store := &fullStore{Store: d.services.Blobs}
		d.services.Blobs = store
		d.service = roster.New(d.services)
		d.setUp()
		draft := d.ready("学号,姓名\n1,甲\n")
		must1(d.service.ApplyDraft(t.Context(), registrar, draft.ID, roster.Apply{Fingerprint: draft.Preview.Fingerprint}))(t)
		store.full = true
		for range 3 {
			run := must1(d.jobs.Claim(t.Context(), "node", time.Minute, "roster.apply"))(t)
			if err := d.service.Handlers()[run.Kind](t.Context(), run); !database.IsFull(err) {
				t.Fatalf("%v", err)
			}
			now := must1(d.service.Draft(t.Context(), registrar, draft.ID))(t)
			if now.State != roster.DraftApplying || now.Problem == nil || now.Problem.Code != "roster.disk_full" {
				t.Errorf("%s %+v", now.State, now.Problem)
			}
			if n := must1(d.jobs.Recover(t.Context(), "node", "roster.apply"))(t); n != 1 {
				t.Fatalf("%d jobs", n)
			}
			dbtest.Exec(t, database, `UPDATE job SET losses = 0`) // skip the pauses
		}
		store.full = false
		if now := d.after(draft.ID); now.State != roster.DraftApplied || now.Problem != nil {
			t.Errorf("%s %+v", now.State, now.Problem)
		}
	})
}
