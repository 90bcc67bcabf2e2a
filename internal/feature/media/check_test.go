package media_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"lectern/internal/feature/media"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// probing makes ffprobe find this in every recording.
func probing(m ffmpeg.Media, err error) func(*media.Options) {
	return func(o *media.Options) {
		o.Probe = func(context.Context, string, string) (ffmpeg.Media, error) { return m, err }
	}
}

// What can't be played is refused after its last byte, with the reason, and leaves nothing behind.
func TestRefusedFilesLeaveNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		first := true
		for _, tc := range []struct {
			name string
			look func(*media.Options)
			code string
		}{
			{"damaged", probing(ffmpeg.Media{}, ffmpeg.ErrUnreadable), "media.unreadable"},
			{"a day long", probing(ffmpeg.Media{Duration: 24 * time.Hour, Audio: &ffmpeg.Audio{}}, nil), "media.too_long"},
			{"nothing inside", probing(ffmpeg.Media{Duration: time.Second}, nil), "media.nothing_inside"},
			{"damaged, without ffmpeg", probing(ffmpeg.Media{}, ffmpeg.ErrMissing), "media.unreadable"},
			{"ffprobe hangs: found out when preparing", probing(ffmpeg.Media{}, ffmpeg.ErrTimeout), ""},
			{"good", probing(ffmpeg.Media{Duration: time.Second, Audio: &ffmpeg.Audio{}}, nil), ""},
		} {
			if !first {
				db = dbtest.Open(t, dbtest.SQLite(t))
			}
			first = false
			h := newFixture(t, db, tc.look)
			u := h.begin(1024)
			_, err := h.send(staff, u.ID, 0, bytes.NewReader(mp4(1000)))
			wantCode(t, tc.name, err, tc.code)
			file := filepath.Join(t.TempDir(), "a.mp4")
			if err := os.WriteFile(file, mp4(1000), 0o600); err != nil {
				t.Fatal(err)
			}
			f, err := os.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			_, err = h.Add(t.Context(), staff, "a.mp4", f, media.Target{Course: "c", Title: "New"})
			wantCode(t, tc.name+", added", err, tc.code)
			_ = f.Close() // only read
			if tc.code == "" {
				continue
			}
			rows := dbtest.Count(t, h.db, `SELECT (SELECT count(*) FROM upload) + (SELECT count(*) FROM asset) + (SELECT count(*)
				FROM job) + (SELECT count(*) FROM lesson) - 3`)
			if left, keys := h.left(), h.keys(); rows != 0 || len(left) != 0 || len(keys) != 0 {
				t.Errorf("%s leaves %d rows, %v and %v", tc.name, rows, left, keys)
			}
		}
	})
}

// A recording's target is checked before its first byte.
func TestATargetIsCheckedFirst(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		for _, tc := range []struct {
			name string
			to   media.Target
			code string
		}{
			{"no course", media.Target{Course: "none", Title: "x"}, "course.no_course"},
			{"no title", media.Target{Course: "c", Title: "  "}, "media.no_target"},
			{"no lesson", media.Target{Lesson: "none"}, "course.no_lesson"},
			{"a new lesson", media.Target{Course: "c", Title: "x"}, ""},
		} {
			_, err := h.BeginUpload(t.Context(), staff, media.Incoming{Name: "a.mp4", Size: 1024}, tc.to)
			wantCode(t, tc.name, err, tc.code)
		}
		if n := dbtest.Count(t, db, `SELECT count(*) FROM upload`); n != 1 {
			t.Errorf("%d uploads", n)
		}
	})
}

// Disk space is reserved for running uploads; if others fill the disk, the uploads wait.
func TestDiskSpaceIsReservedOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		h.free = 1<<30 + 3<<20 // three MiB beyond the reserve
		u := h.begin(2 << 20)
		_, err := h.BeginUpload(t.Context(), staff, media.Incoming{Name: "b.mp4", Size: 2 << 20}, media.Target{Lesson: "one"})
		wantCode(t, "more than is left", err, "media.no_room")
		film := mp4(2<<20 - 24)
		if _, err := h.send(staff, u.ID, 0, &cutReader{bytes.NewReader(film), 1 << 20}); err == nil {
			t.Fatal("it was not cut")
		}
		h.free = 1<<30 + 2<<20 // half of it has arrived and uses space
		other, err := h.BeginUpload(t.Context(), staff,
			media.Incoming{Name: "b.mp4", Size: 1 << 20}, media.Target{Lesson: "one"})
		wantCode(t, "what is left", err, "")
		if err := h.end(staff, other.ID); err != nil {
			t.Fatal(err)
		}
		h.free = 1 << 29
		at, err := h.ask(staff, u.ID)
		if err != nil {
			t.Fatal(err)
		}
		_, err = h.send(staff, u.ID, at, bytes.NewReader(film[at:]))
		wantCode(t, "others filled the disk", err, "media.no_room")
		if now, err := h.ask(staff, u.ID); err != nil || now != at {
			t.Errorf("the reserve was used: %d instead of %d, %v", now, at, err)
		}
		h.free = 1 << 40
		if _, err := h.send(staff, u.ID, at, bytes.NewReader(film[at:])); err != nil || h.asset(u.ID).State != media.Waiting {
			t.Errorf("there is room again: %v", err)
		}
	})
}

// A file that was refused for its content is removed after a day; the reason stays.
func TestRefusedFilesAreRemoved(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		spoiled, broken := h.add("one"), h.add("two")
		_ = h.work(&fake{fail: ffmpeg.ErrUnreadable}) // expected to fail
		dbtest.Exec(t, db, `UPDATE job SET attempts = max_attempts - 1 WHERE state = 'waiting'`)
		for range 10 { // no runner records the results, so both are tried in turn
			h.pass(2 * time.Minute)
			if run := h.claim(); run != nil {
				_ = h.Prepare(&fake{while: func(context.Context, ffmpeg.Work) error {
					return &ffmpeg.FailedError{
						Cause: errBroken,
					}
				}})(t.Context(), run) // expected to fail
			}
		}
		for _, wait := range []time.Duration{0, 25 * time.Hour} {
			h.pass(wait)
			if err := h.SweepAll(t.Context()); err != nil {
				t.Fatal(err)
			}
			if keys := h.keys(); len(keys) != 2 && wait == 0 ||
				wait > 0 && (len(keys) != 1 || keys[0] != "media/"+broken+"/source.mp4") {
				t.Errorf("after %v: %v", wait, keys)
			}
		}
		if a := h.asset(spoiled); a.State != media.Failed || a.Reason.Code != "media.unreadable" {
			t.Errorf("%+v", a)
		}
		wantCode(t, "retry without a file", h.Retry(t.Context(), staff, spoiled), "media.file_gone")
		wantCode(t, "retry with one", h.Retry(t.Context(), staff, broken), "")
	})
}
