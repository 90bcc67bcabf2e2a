package media_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/media"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// master returns the names of the renditions in a player's master playlist, in order.
func (h *fixture) master(asset string) string {
	h.t.Helper()
	h.pass(2 * time.Second) // served responses are cached for a second
	file, err := h.File(h.t.Context(), media.Ticket{Asset: asset}, staff, "master.m3u8")
	if err != nil || file.Key != "" {
		h.t.Fatalf("%+v, %v", file, err)
	}
	return strings.Join(regexp.MustCompile(`(?m)^v\d+`).FindAllString(file.Text, -1), " ")
}

// heights returns the states of the renditions, lowest first.
func (h *fixture) heights(asset string) string {
	h.t.Helper()
	var out []string
	for _, r := range h.asset(asset).Renditions {
		out = append(out, r.Name+" "+string(r.State))
	}
	return strings.Join(out, ", ")
}

func (h *fixture) mustWork(with media.Transcoder) {
	h.t.Helper()
	if err := h.work(with); err != nil {
		h.t.Fatal(err)
	}
}

func (h *fixture) sweepLater() {
	h.t.Helper()
	h.pass(25 * time.Hour)
	old := time.Now().Add(-48 * time.Hour)
	for _, key := range h.keys() { // the store's clock is the system's
		if err := os.Chtimes(filepath.Join(h.folder, "blobs", key), old, old); err != nil {
			h.t.Fatal(err)
		}
	}
	if err := h.SweepAll(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
}

// A recording plays as soon as its lowest rendition is ready; further ones are added without touching what plays.
func TestTheLowestRenditionPlaysFirst(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		first, second := h.add("one"), h.add("three")
		h.mustWork(&fake{each: true})
		if got := h.heights(first); got != "v360 ready, v480 waiting, v720 waiting" {
			t.Errorf("after the first job: %s", got)
		}
		if p := h.plays("one"); p.State != media.PlaysReady || !p.HLS || !p.Audio || h.master(first) != "v360" {
			t.Errorf("%+v plays %s", p, h.master(first))
		}
		before, err := h.File(t.Context(), media.Ticket{Asset: first}, staff, "v360_00000.m4s")
		if err != nil {
			t.Fatal(err)
		}
		h.mustWork(&fake{each: true}) // the other recording becomes playable before this one gets more
		if got := h.heights(second); !strings.HasPrefix(got, "v360 ready") {
			t.Errorf("the other recording: %s", got)
		}
		run := h.claim()
		if run.Kind != media.RenditionKind || run.Cost != 1 {
			t.Fatalf("%+v", run.Job)
		}
		err = h.AddRendition(&fake{each: true, while: func(_ context.Context, w ffmpeg.Work) error {
			if len(w.Renditions) != 1 || w.Renditions[0].Name != "v480" || !w.Alone {
				t.Errorf("asked for %+v", w)
			}
			if got := h.master(first); got != "v360" {
				t.Errorf("meanwhile %s plays", got)
			}
			j, err := h.jobs.Get(t.Context(), db.Reader(), run.ID)
			if a := h.asset(first); err != nil || a.Renditions[1].Percent != 50 || j.Progress != 50 {
				t.Errorf("%+v, %+v, %v", a.Renditions, j, err)
			}
			return nil
		}})(t.Context(), run)
		if err != nil || h.master(first) != "v360 v480" {
			t.Errorf("%v, %s", err, h.master(first))
		}
		h.mustWork(&fake{each: true})
		if got := h.master(first); got != "v480 v720 v360" {
			t.Errorf("all: %s", got)
		}
		after, err := h.File(t.Context(), media.Ticket{Asset: first}, staff, "v360_00000.m4s")
		if err != nil || after.Key != before.Key {
			t.Errorf("what plays has moved: %+v, %+v, %v", before, after, err)
		}
		h.sweepLater()
		for _, name := range []string{"v360.m3u8", "v480.m3u8", "v720_00000.m4s", "audio.m3u8", "poster.jpg"} {
			file, err := h.File(t.Context(), media.Ticket{Asset: first}, staff, name)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := h.blobs.Stat(t.Context(), file.Key); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		wantCode(t, "delete", h.Delete(t.Context(), staff, first), "")
		wantCode(t, "delete", h.Delete(t.Context(), staff, second), "")
		if keys := h.keys(); len(keys) != 0 {
			t.Errorf("left: %v", keys)
		}
		if n := dbtest.Count(t, db, `SELECT count(*) FROM job WHERE state IN ('waiting', 'running')`); n != 0 {
			t.Errorf("%d jobs for what is gone", n)
		}
	})
}

// If a rendition fails, the recording still plays; staff see why and can retry.
func TestARenditionFailsAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		asset := h.add("one")
		h.mustWork(&fake{each: true})
		broken := &fake{while: func(context.Context, ffmpeg.Work) error { return ffmpeg.ErrUnreadable }}
		if err := h.work(broken); err == nil {
			t.Fatal("it did not fail")
		}
		if got := h.heights(asset); got != "v360 ready, v480 failed, v720 waiting" || h.asset(asset).State != media.Ready {
			t.Errorf("%s, %+v", got, h.asset(asset))
		}
		wantCode(t, "cancel", h.Cancel(t.Context(), staff, asset), "")
		if got := h.heights(asset); got != "v360 ready, v480 failed, v720 cancelled" {
			t.Errorf("cancelled: %s", got)
		}
		wantCode(t, "cancel again", h.Cancel(t.Context(), staff, asset), "media.not_cancellable")
		wantCode(t, "retry", h.Retry(t.Context(), staff, asset), "")
		wantCode(t, "retry again", h.Retry(t.Context(), staff, asset), "media.not_retryable")
		run := h.claim()
		wantCode(t, "run again what runs", h.RetryJob(t.Context(), staff, run.ID), "job.not_retryable")
		wantCode(t, "forget what runs", h.CancelJob(t.Context(), staff, run.ID), "")
		wantCode(t, "forget it again", h.CancelJob(t.Context(), staff, run.ID), "job.finished")
		wantCode(t, "run it again", h.RetryJob(t.Context(), staff, run.ID), "")
		wantCode(t, "as a student", h.RetryJob(t.Context(), lin, run.ID), "access.forbidden")
		if err := h.AddRendition(&fake{each: true})(t.Context(), run); err != nil {
			t.Error(err)
		}
		for range 2 {
			h.mustWork(&fake{each: true})
		}
		if got := h.heights(asset); got != "v360 ready, v480 ready, v720 ready" {
			t.Errorf("in the end: %s", got)
		}
	})
}

// Two nodes make the same rendition because one lost its lease: one adds it, the other leaves nothing behind.
func TestTwoNodesMakeTheSameRendition(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		asset := h.add("one")
		h.mustWork(&fake{each: true})
		slow := h.claim()
		err := h.AddRendition(&fake{each: true, while: func(context.Context, ffmpeg.Work) error {
			h.pass(2 * time.Minute) // the lease expires
			fast := h.claim()
			for fast.ID != slow.ID {
				fast = h.claim()
			}
			return h.AddRendition(&fake{each: true})(t.Context(), fast)
		}})(t.Context(), slow)
		if err != nil {
			t.Fatal(err)
		}
		prefixes := map[string]bool{}
		for _, key := range h.keys() {
			prefixes[filepath.Dir(key)] = true
		}
		if len(prefixes) != 3 || h.master(asset) != "v360 v480" { // the source, the first ones and this one
			t.Errorf("%v, %s", h.keys(), h.master(asset))
		}
	})
}

// When workers died ten times with a rendition, staff see that it failed.
func TestWorkersThatDieWithARendition(t *testing.T) {
	h := newFixture(t, dbtest.Open(t, dbtest.SQLite(t)))
	asset := h.add("one")
	h.mustWork(&fake{each: true})
	for range 3 * job.MaxLosses { // a claim that is lost, and the longest pause after it
		h.claim()
		h.pass(11 * time.Minute)
	}
	if got := h.heights(asset); got != "v360 ready, v480 failed, v720 failed" {
		t.Error(got)
	}
}

// A long recording in high resolution costs more slots than a short or a small one.
func TestCostOfRenditions(t *testing.T) {
	h := newFixture(t, dbtest.Open(t, dbtest.SQLite(t)))
	h.add("one")
	long := &ffmpeg.Media{Duration: time.Hour, Video: &ffmpeg.Video{Width: 3840, Height: 2160}, Audio: &ffmpeg.Audio{}}
	h.mustWork(&longFake{fake{each: true, media: long}})
	var costs []int
	for run := h.claim(); run != nil; run = h.claim() {
		costs = append(costs, run.Cost)
	}
	if len(costs) != 3 || costs[0] != 1 || costs[1] != 2 || costs[2] != 3 { // 480, 720, 1080
		t.Errorf("%v", costs)
	}
}

// longFake reports output as long as its input.
type longFake struct{ fake }

func (f *longFake) Prepare(ctx context.Context, w ffmpeg.Work) (ffmpeg.Result, error) {
	r, err := f.fake.Prepare(ctx, w)
	r.Duration = f.media.Duration
	return r, err
}

// A stopping worker gives its job back, and staff see that it waits.
func TestStoppingGivesTheRecordingBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		asset := h.add("one")
		ctx, stop := context.WithCancel(t.Context())
		h.jobs.Runner(job.Options{Grace: time.Nanosecond},
			h.Handlers(&fake{while: func(ctx context.Context, _ ffmpeg.Work) error {
				stop()
				<-ctx.Done()
				return ctx.Err()
			}})).Run(ctx)
		if a := h.asset(asset); a.State != media.Waiting || a.Reason != nil {
			t.Errorf("%+v", a)
		}
		h.mustWork(&fake{each: true})
		if a := h.asset(asset); a.State != media.Ready {
			t.Errorf("%+v", a)
		}
	})
}
