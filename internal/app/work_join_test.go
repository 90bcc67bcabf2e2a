package app_test

import (
	"path/filepath"
	"testing"
	"time"

	"lectern/internal/feature/media"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/attacktest"
)

// A worker is killed while it joins the parts of a recording, and after that: another one continues, the recording
// becomes ready exactly once, and only the parts and the joined file remain in the store.
func TestAttackKillWorkersWhileJoining(t *testing.T) {
	t.Parallel() // mostly waits for leases
	attacktest.Try(t, "kill -9 of a worker while it joins", 1, 8, func(t *testing.T, trials int) {
		f := newCluster(t)
		var assets []string
		phases := []string{"joining", "committing"}
		if attacktest.Long() {
			phases = []string{"fetching", "joining", "storing", "committing", "encoding"}
		}
		for range trials {
			for _, phase := range phases {
				assets = append(assets, f.killJoining(phase))
			}
		}
		f.settle(assets...)
	})
}

// joined returns a recording of two parts that no worker has started on.
func (f *cluster) joined() (asset string) {
	f.Helper()
	parts := []string{f.add(), f.add()}
	keys, err := keyring.Load(filepath.Join(f.portal, "keys"), "")
	if err != nil {
		f.Fatal(err)
	}
	now := func() time.Time { return f.db.Now() }
	service := media.New(media.Options{
		DB: f.db, Keys: keys, Blobs: f.blobs, Jobs: job.New(f.db, now),
		Now: now, Folder: f.TempDir(),
	})
	lesson := f.text(`SELECT lesson_id FROM asset WHERE id = $1`, parts[0])
	err = f.db.Write(f.Context(), func(q sqldb.Querier) (err error) {
		asset, err = service.JoinIn(f.Context(), q, access.System(), parts, media.Target{Lesson: lesson})
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
	return asset
}

func (f *cluster) killJoining(phase string) (asset string) {
	f.Helper()
	asset = f.joined()
	release := func() {}
	gate := "join"
	switch phase {
	case "fetching":
		f.store.Pause()
	case "encoding":
		gate = "v120"
		f.hold(gate)
	default:
		f.hold(gate)
	}
	victim, _ := f.worker("victim", f.slow)
	if phase == "fetching" {
		f.until("the victim has a job", func() bool {
			return f.count(`SELECT count(*) FROM job WHERE state = 'running' AND worker = 'victim'`) > 0
		})
	} else {
		f.held(gate)
	}
	switch phase {
	case "storing": // the joined file is checked before it is stored
		f.hold("probe")
		f.store.Pause()
		f.open(gate)
		f.held("probe")
		f.open("probe")
	case "committing":
		var wanted func()
		wanted, release = f.locked("asset_part")
		f.open(gate)
		wanted()
	}
	_ = victim.Process.Kill()
	_ = victim.Wait()
	release()
	f.store.Resume()
	f.open(gate)
	f.rescue(asset, "joining, "+phase)
	if n := f.count(`SELECT count(*) FROM asset_part WHERE asset_id = $1 AND source <> ''`, asset); n != 2 {
		f.Errorf("%s: %d parts are left", phase, n)
	}
	return asset
}
