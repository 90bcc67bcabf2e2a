package media_test

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/media"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func TestARecordingBecomesWhatItsLessonPlays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		if p := h.plays("one"); p.State != media.PlaysNone {
			t.Errorf("before: %+v", p)
		}
		first := h.add("one")
		if p := h.plays("one"); p.State != media.PlaysProcessing {
			t.Errorf("waiting: %+v", p)
		}
		err := h.work(&fake{while: func(context.Context, ffmpeg.Work) error {
			if p := h.plays("one"); p.State != media.PlaysProcessing || p.Percent != 50 {
				t.Errorf("meanwhile: %+v", p)
			}
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		p := h.plays("one")
		if got := describe(p); got != "ready true true true true 1m30s" {
			t.Errorf("ready: %s", got)
		}
		if len(p.Chapters) != 2 || p.Chapters[1].Title != "2" || len(p.Captions) != 1 || p.Captions[0].Language != "en-US" {
			t.Errorf("beside it: %+v", p)
		}
		if a := h.asset(first); a.State != media.Ready || !a.Current || a.Height != 720 {
			t.Errorf("asset %+v", a)
		}

		second := h.add("one")
		if p := h.plays("one"); p.State != media.PlaysReady || !strings.HasPrefix(p.Ticket, first) {
			t.Errorf("the old one must play until the new one can: %+v", p)
		}
		if err := h.work(&fake{}); err != nil {
			t.Fatal(err)
		}
		if p := h.plays("one"); !strings.HasPrefix(p.Ticket, second) {
			t.Errorf("the new one does not play: %+v", p)
		}
		if n := dbtest.Count(t, db, `SELECT count(*) FROM asset WHERE lesson_id = 'one' AND current`); n != 1 {
			t.Errorf("%d are current", n)
		}
		h.pass(25 * time.Hour)
		old := time.Now().Add(-48 * time.Hour)
		for _, key := range h.keys() { // the store's clock is the system's
			if err := os.Chtimes(filepath.Join(h.folder, "blobs", key), old, old); err != nil {
				t.Fatal(err)
			}
		}
		if err := h.SweepAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		if a := h.asset(first); a.ID != "" {
			t.Errorf("still there: %+v", a)
		}
		for _, key := range h.keys() {
			if !strings.HasPrefix(key, "media/"+second+"/") {
				t.Errorf("left: %s", key)
			}
		}
		if p := h.plays("one"); !strings.HasPrefix(p.Ticket, second) {
			t.Errorf("swept away: %+v", p)
		}
		if _, err := h.File(t.Context(), media.Ticket{Asset: second}, staff, "master.m3u8"); err != nil {
			t.Error(err)
		}
	})
}

func TestRealFFmpegPreparesARealRecording(t *testing.T) {
	h := newFixture(t, dbtest.Open(t, dbtest.SQLite(t)))
	tool, err := ffmpeg.Find(t.Context())
	if err != nil {
		t.Fatalf("%v: run scripts/deps", err)
	}
	f, err := os.Open(film(t))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	asset, err := h.Add(t.Context(), staff, "lecture.mp4", f, media.Target{Course: "c", Title: "New"})
	if err != nil {
		t.Fatal(err)
	}
	h.mustWork(tool)
	if got := h.master(asset); got != "v120" {
		t.Errorf("first: %s", got)
	}
	h.mustWork(tool)
	if got := h.master(asset); got != "v120 v180" {
		t.Errorf("then: %s", got)
	}
	a := h.asset(asset)
	if a.State != media.Ready || a.Title != "New" || a.Duration < 4*time.Second || a.Duration > 6*time.Second {
		t.Errorf("%+v", a)
	}
	file, err := h.File(t.Context(), media.Ticket{Asset: asset}, staff, "v180_00000.m4s")
	if err != nil {
		t.Fatal(err)
	}
	r, info, err := h.blobs.Open(t.Context(), file.Key)
	if err != nil || info.Size == 0 {
		t.Fatalf("%+v, %v", info, err)
	}
	_ = r.Close()
	if left, _ := os.ReadDir(filepath.Join(h.o.Folder, "work")); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestFailureSaysWhatToDo(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		for _, tc := range []struct {
			name     string
			with     *fake
			code     string
			attempts int
		}{
			{"damaged", &fake{fail: ffmpeg.ErrUnreadable}, "media.unreadable", 1},
			{"nothing inside", &fake{media: &ffmpeg.Media{Duration: time.Second}}, "media.nothing_inside", 1},
			{"a day long", &fake{media: &ffmpeg.Media{Duration: 24 * time.Hour, Audio: &ffmpeg.Audio{}}}, "media.too_long", 1},
			{"crashes", &fake{while: func(context.Context, ffmpeg.Work) error {
				return &ffmpeg.FailedError{
					Cause: errBroken,
				}
			}}, "media.broke", 3},
			{"hangs", &fake{while: func(context.Context, ffmpeg.Work) error { return ffmpeg.ErrStalled }}, "media.too_slow", 3},
		} {
			t.Run(tc.name, func(t *testing.T) {
				h := newFixture(t, dbtest.Open(t, dbtest.SQLite(t)))
				asset := h.add("one")
				handle := h.Prepare(tc.with)
				attempts := 0
				runner := h.jobs.Runner(job.Options{Backoff: func(int) time.Duration { return 0 }, Poll: time.Millisecond},
					map[string]job.Handler{
						media.PrepareKind: func(ctx context.Context, run *job.Run) error { attempts++; return handle(ctx, run) },
					})
				ctx, cancel := context.WithCancel(t.Context())
				ended := make(chan struct{})
				go func() { defer close(ended); runner.Run(ctx) }()
				for h.asset(asset).State != media.Failed && t.Context().Err() == nil {
				}
				cancel()
				<-ended
				if p := h.plays("one"); p.State != media.PlaysFailed || p.Reason.Code != tc.code || attempts != tc.attempts {
					t.Errorf("%+v %v after %d attempts", p, p.Reason, attempts)
				}
				if left, _ := os.ReadDir(filepath.Join(h.o.Folder, "work")); len(left) != 0 {
					t.Errorf("left behind: %v", left)
				}
				if keys := h.keys(); len(keys) != 1 {
					t.Errorf("stored: %v", keys)
				}
				if err := h.Retry(t.Context(), staff, asset); err != nil {
					t.Fatal(err)
				}
				if err := h.work(&fake{}); err != nil || h.plays("one").State != media.PlaysReady {
					t.Errorf("again: %v, %+v", err, h.plays("one"))
				}
			})
			if db.Engine() != "SQLite" {
				break // the rules are the same; one shows that the SQL works too
			}
		}
	})
}

// An unavailable store or a full disk isn't the recording's fault: it waits, says for what, and continues automatically
// afterwards, however long that took.
func TestARecordingWaitsForTemporaryFailures(t *testing.T) {
	for _, tc := range []struct {
		name, code string
		broken     func(h *fixture, store *shakyStore, with *fake, down bool)
	}{
		{"the store is unavailable", "blob.store_down", func(_ *fixture, store *shakyStore, _ *fake, down bool) {
			store.down = down
		}},
		{"there is no room", "media.waits_for_room", func(h *fixture, _ *shakyStore, _ *fake, down bool) {
			if h.free = 1 << 50; down {
				h.free = 1 << 20
			}
		}},
		{"the disk fills up", "media.disk_full", func(_ *fixture, _ *shakyStore, with *fake, down bool) {
			if with.while = nil; down {
				with.while = func(context.Context, ffmpeg.Work) error { return ffmpeg.ErrDiskFull }
			}
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
				store, with := &shakyStore{}, &fake{}
				h := newFixture(t, db, func(o *media.Options) { store.Store = o.Blobs; o.Blobs = store })
				asset := h.add("one")
				tc.broken(h, store, with, true)
				attempts, most := 0, 0
				handle := h.Prepare(with)
				runner := h.jobs.Runner(job.Options{
					Backoff: func(int) time.Duration { return 0 },
					Poll:    time.Millisecond,
				}, map[string]job.Handler{
					media.PrepareKind: func(ctx context.Context, run *job.Run) error {
						if attempts++; attempts > 10 {
							if p := h.plays("one"); p.State != media.PlaysProcessing {
								t.Errorf("students see %+v", p)
							}
							tc.broken(h, store, with, false)
						}
						most = max(most, run.Attempts)
						err := handle(ctx, run)
						if a := h.asset(asset); attempts <= 10 &&
							(a.State != media.Waiting || a.Reason == nil || a.Reason.Code != tc.code) {
							t.Errorf("attempt %d: %+v %v", attempts, a, a.Reason)
						}
						return err
					},
				})
				ctx, cancel := context.WithCancel(t.Context())
				ended := make(chan struct{})
				go func() { defer close(ended); runner.Run(ctx) }()
				for state := h.asset(asset).State; state != media.Ready && state != media.Failed &&
					t.Context().Err() == nil; state = h.asset(asset).State {
				}
				cancel()
				<-ended
				if a := h.asset(asset); a.State != media.Ready || a.Reason != nil || attempts != 11 || most != 1 {
					t.Errorf("%+v after %d attempts, the %d. by the queue's count", a, attempts, most)
				}
			})
		})
	}
}

func TestCancelAndRetry(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		asset := h.add("one")
		err := h.work(&fake{while: func(context.Context, ffmpeg.Work) error { return h.Cancel(t.Context(), staff, asset) }})
		if err != nil {
			t.Fatal(err)
		}
		if a := h.asset(asset); a.State != media.Cancelled {
			t.Errorf("cancelled under way: %+v", a)
		}
		if keys := h.keys(); len(keys) != 1 {
			t.Errorf("stored: %v", keys)
		}
		wantCode(t, "cancel again", h.Cancel(t.Context(), staff, asset), "media.not_cancellable")
		wantCode(t, "retry", h.Retry(t.Context(), staff, asset), "")
		wantCode(t, "retry again", h.Retry(t.Context(), staff, asset), "media.not_retryable")
		wantCode(t, "cancel while it waits", h.Cancel(t.Context(), staff, asset), "")
		wantCode(t, "retry", h.Retry(t.Context(), staff, asset), "")
		if err := h.work(&fake{}); err != nil || h.asset(asset).State != media.Ready {
			t.Errorf("%v, %+v", err, h.asset(asset))
		}
		wantCode(t, "retry what is ready", h.Retry(t.Context(), staff, asset), "media.not_retryable")
		wantCode(t, "as a student", h.Cancel(t.Context(), lin, asset), "access.forbidden")
		wantCode(t, "none", h.Retry(t.Context(), staff, "none"), "media.no_asset")
		wantCode(t, "delete", h.Delete(t.Context(), staff, asset), "")
		if keys := h.keys(); len(keys) != 0 || h.plays("one").State != media.PlaysNone {
			t.Errorf("after the delete: %v, %+v", keys, h.plays("one"))
		}
	})
}

// Two nodes work on the same job: the first has lost its lease without noticing. Only the second makes the asset ready,
// and the first leaves nothing behind.
func TestTwoNodesTakeTheSameJob(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		asset := h.add("one")
		slow := h.claim()
		var fast *job.Run
		err := h.Prepare(&fake{while: func(context.Context, ffmpeg.Work) error {
			h.pass(2 * time.Minute) // the lease expires
			if fast = h.claim(); fast == nil {
				t.Error("the job is not free")
			}
			return h.Prepare(&fake{})(t.Context(), fast)
		}})(t.Context(), slow)
		if err != nil {
			t.Fatal(err)
		}
		if a := h.asset(asset); a.State != media.Ready || !a.Current {
			t.Errorf("%+v", a)
		}
		prefixes := map[string]bool{}
		for _, key := range h.keys() {
			prefixes[filepath.Dir(key)] = true
		}
		if len(prefixes) != 2 { // the source, and one set of renditions
			t.Errorf("stored: %v", h.keys())
		}
		p := h.plays("one")
		file, err := h.File(t.Context(), media.Ticket{Asset: asset}, staff, "master.m3u8")
		if err != nil || p.State != media.PlaysReady {
			t.Fatal(p, err)
		}
		if _, err := h.blobs.Stat(t.Context(), file.Key); err != nil {
			t.Errorf("the lesson points at nothing: %v", err)
		}
	})
}

// When a worker is killed, others take its job, and the file isn't blamed. After ten times the asset fails at once.
func TestWorkersThatDie(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		asset := h.add("one")
		for lost := range job.MaxLosses {
			for try := 0; ; try++ { // until the pause after the last kill is over
				if h.claim() != nil {
					break
				}
				if try == 30 {
					t.Fatalf("killed %d times, and nobody takes the job", lost)
				}
				h.pass(time.Minute)
			}
			if a := h.asset(asset); a.State == media.Failed {
				t.Fatalf("killed %d times: %+v", lost, a)
			}
			h.pass(2 * time.Minute)
		}
		if run := h.claim(); run != nil {
			t.Fatal("the tenth kill was not the last")
		}
		a := h.asset(asset)
		if a.State != media.Failed || a.Reason.Code != "media.server_ended" || a.Reason.Params["count"] != "10" {
			t.Errorf("%+v", a)
		}
		wantCode(t, "retry", h.Retry(t.Context(), staff, asset), "")
		if err := h.work(&fake{}); err != nil || h.asset(asset).State != media.Ready {
			t.Errorf("%v, %+v", err, h.asset(asset))
		}
	})
}

func TestWithoutATranscoder(t *testing.T) {
	h := newFixture(t, dbtest.Open(t, dbtest.SQLite(t)))
	f, err := os.Open(film(t))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	asset, err := h.Add(t.Context(), staff, "lecture.mp4", f, media.Target{Lesson: "one"})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.work(nil); err != nil {
		t.Fatal(err)
	}
	if got := describe(h.plays("one")); !strings.HasPrefix(got, "ready false false false false 5") {
		t.Errorf("got %s", got)
	}
	file, err := h.File(t.Context(), media.Ticket{Asset: asset}, staff, "original.mp4")
	if err != nil || file.Type != "video/mp4" {
		t.Errorf("%+v, %v", file, err)
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	other, err := h.Add(t.Context(), staff, "x.mkv", strings.NewReader("\x1a\x45\xdf\xa3"+strings.Repeat("x", 600)),
		media.Target{Lesson: "three"})
	if err != nil {
		t.Fatal(err)
	}
	if err := h.work(nil); fault.Code(err) != "media.no_transcoder" {
		t.Errorf("got %v", err)
	}
	if a := h.asset(other); a.State != media.Failed || a.Reason.Code != "media.no_transcoder" {
		t.Errorf("%+v", a)
	}
}

// When the process stops, the asset waits for the next start without failing.
func TestStoppingIsNoFailure(t *testing.T) {
	h := newFixture(t, dbtest.Open(t, dbtest.SQLite(t)))
	asset := h.add("one")
	ctx, cancel := context.WithCancel(t.Context())
	err := h.Prepare(&fake{while: func(ctx context.Context, _ ffmpeg.Work) error { cancel(); return ctx.Err() }})(
		ctx, h.claim())
	if !errors.Is(err, context.Canceled) || h.asset(asset).State != media.Preparing {
		t.Errorf("%v, %+v", err, h.asset(asset))
	}
}
