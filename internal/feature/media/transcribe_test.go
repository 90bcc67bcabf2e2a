package media_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/media"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// lecture makes a recording with speech.
func lecture(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	speech, film := filepath.Join(folder, "speech.wav"), filepath.Join(folder, "lecture.mp4")
	for _, command := range [][]string{
		{
			"espeak-ng", "-v", "en-us", "-s", "140", "-w", speech,
			"Welcome to economics. Today we talk about money and the market.",
		},
		{
			"ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i", "color=s=320x180:r=5", "-i", speech, "-shortest", "-c:v",
			"libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac", film,
		},
	} {
		if out, err := exec.CommandContext(t.Context(), command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", command[0], err, out)
		}
	}
	return film
}

func (h *fixture) transcribe(with media.Transcriber) error {
	h.t.Helper()
	run, err := h.jobs.Claim(h.t.Context(), "node", time.Minute, media.TranscribeKind)
	if err != nil || run == nil {
		h.t.Fatal("no job", err)
	}
	return h.TranscribeWith(with)(h.t.Context(), run)
}

// A real recogniser transcribes a spoken word, and the result is a draft.
func TestTranscribe(t *testing.T) {
	program, err := filepath.Abs("testdata/pocketsphinx")
	if err != nil {
		t.Fatal(err)
	}
	tool, err := ffmpeg.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	film := lecture(t)
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db, func(o *media.Options) {
			o.Transcribe = media.Transcription{Command: []string{program, "{audio}"}, Language: "en-US"}
		})
		f, err := os.Open(film)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		asset, err := h.Add(t.Context(), staff, "lecture.mp4", f, media.Target{Lesson: "one"})
		if err != nil {
			t.Fatal(err)
		}
		if err := h.work(tool); err != nil {
			t.Fatal(err)
		}
		if err := h.transcribe(tool); err != nil {
			t.Fatal(err)
		}
		d := h.draft(asset, "en-US")
		if !d.Draft || d.Published || d.Origin != media.DraftTranscribed || d.Version != 1 {
			t.Errorf("got %+v", d)
		}
		if !slices.ContainsFunc(d.Cues, func(c media.Cue) bool { return c.Text == "market" && c.Start > 2*time.Second }) {
			t.Errorf("the word market is missing: %+v", d.Cues)
		}
		if p := h.plays("one"); len(p.Captions) != 0 {
			t.Errorf("students see %+v", p.Captions)
		}
	})
}

// Recordings uploaded as a folder are matched to lessons later.
func TestTranscribeOnceMatched(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db, func(o *media.Options) {
			o.Transcribe = media.Transcription{Command: []string{"x"}, Language: "zh-CN"}
		})
		asset, err := h.Add(t.Context(), staff, "lecture.mp4", bytes.NewReader(mp4(1000)), media.Target{Later: true})
		if err != nil {
			t.Fatal(err)
		}
		if err := h.work(&fake{}); err != nil {
			t.Fatal(err)
		}
		for _, lesson := range []string{"two", "one"} { // a second job would transcribe the same
			if err := h.move(asset, media.Target{Lesson: lesson}); err != nil {
				t.Fatal(err)
			}
		}
		err = h.transcribe(heard(func(context.Context, ffmpeg.Speech) ([]byte, error) {
			return []byte("WEBVTT\n\n00:01.000 --> 00:02.000\nmachine\n"), nil
		}))
		if d := h.draft(asset, "zh-CN"); err != nil || d.Origin != media.DraftTranscribed {
			t.Errorf("got %+v, %v", d, err)
		}
		if run, err := h.jobs.Claim(t.Context(), "node", time.Minute, media.TranscribeKind); run != nil || err != nil {
			t.Errorf("another job: %v, %v", run, err)
		}
	})
}

// heard is a transcriber that the test controls.
type heard func(ctx context.Context, s ffmpeg.Speech) ([]byte, error)

func (h heard) Transcribe(ctx context.Context, s ffmpeg.Speech) ([]byte, error) { return h(ctx, s) }

func TestTranscriberBadDays(t *testing.T) {
	words := []byte("WEBVTT\n\n00:01.000 --> 00:02.000\nmachine\n")
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db, func(o *media.Options) {
			o.Transcribe = media.Transcription{Command: []string{"x"}, Language: "zh-CN"}
		})
		ready := func() string {
			asset := h.add("one")
			if err := h.work(&fake{}); err != nil {
				t.Fatal(err)
			}
			return asset
		}
		asset := ready()
		err := h.transcribe(heard(func(context.Context, ffmpeg.Speech) ([]byte, error) {
			_, err := h.SaveCaptionDraft(t.Context(), staff, asset, "zh-CN", 0, []media.Cue{seconds(1, 2, "人写的")})
			return words, err
		}))
		if d := h.draft(asset, "zh-CN"); err != nil || d.Version != 1 || d.Cues[0].Text != "人写的" {
			t.Errorf("another draft came first: %+v, %v", d, err)
		}
		if run, err := h.jobs.Claim(t.Context(), "node", time.Minute, media.TranscribeKind); run != nil || err != nil {
			t.Errorf("another job: %v, %v", run, err)
		}
		dbtest.Exec(t, db, `DELETE FROM caption_draft`)
		asset = ready()
		wantCode(t, "nothing has failed", h.Retry(t.Context(), staff, asset), "media.not_retryable")
		dbtest.Exec(t, db, `UPDATE job SET state = 'dead' WHERE kind = $1 AND state = 'waiting'`, media.TranscribeKind)
		dead, err := h.jobs.List(t.Context(), db.Reader(), job.Filter{State: job.Dead, Limit: 2})
		if err != nil || len(dead) != 1 {
			t.Fatalf("%+v, %v", dead, err)
		}
		if about, err := h.Subjects(t.Context(), db.Reader(), []string{dead[0].ID}); err != nil ||
			about[dead[0].ID].Asset != asset {
			t.Errorf("the job is about %+v, %v", about, err)
		}
		wantCode(t, "again", h.Retry(t.Context(), staff, asset), "")
		if err := h.transcribe(heard(func(context.Context, ffmpeg.Speech) ([]byte, error) {
			return []byte("hello"),
				nil
		})); err == nil {
			t.Error("what is no caption was taken")
		}
		if d := h.draft(asset, "zh-CN"); d.Draft {
			t.Errorf("got %+v", d)
		}
		asset = ready()
		err = h.transcribe(heard(func(context.Context, ffmpeg.Speech) ([]byte, error) {
			return words, h.Delete(t.Context(), staff, asset)
		}))
		if err != nil {
			t.Errorf("a recording deleted in between: %v", err)
		}
	})
}

// The program and its children are killed when the work is cancelled or takes too long, and never see the server's
// settings.
func TestTranscriberLimits(t *testing.T) {
	tool, err := ffmpeg.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	film := film(t)
	speech := func(command ...string) ffmpeg.Speech {
		return ffmpeg.Speech{Path: film, Format: ffmpeg.MP4, Folder: t.TempDir(), Duration: 5 * time.Second, Command: command}
	}
	t.Setenv("LECTERN_KEYS", "secret")
	out, err := tool.Transcribe(t.Context(),
		speech("/bin/sh", "-c", `env; nice; ls; printf x > "$1.srt"; rm "$1.srt"`, "sh", "{out}"))
	if err != nil || strings.Contains(string(out), "secret") || len(out) == 0 {
		t.Errorf("%s, %v", out, err)
	}
	written, err := tool.Transcribe(t.Context(),
		speech("/bin/sh", "-c", `printf written > "$1.srt"; echo printed`, "sh", "{out}"))
	if err != nil || string(written) != "written" {
		t.Errorf("%s, %v", written, err)
	}
	slow := *tool
	slow.Least, slow.Slowest = 3*time.Second, 0
	if _, err := slow.Transcribe(t.Context(),
		speech("/bin/sh", "-c", "sleep 600 & wait")); !errors.Is(err, ffmpeg.ErrTimeout) {
		t.Errorf("a program that does not end: %v", err)
	}
	var failed *ffmpeg.FailedError
	if _, err := tool.Transcribe(t.Context(), speech("/bin/sh", "-c", "echo no model >&2; exit 3")); !errors.As(err,
		&failed) || failed.Text != "no model" {
		t.Errorf("a program that fails: %v", err)
	}
	if _, err := tool.Transcribe(t.Context(), speech("yes")); !errors.As(err, &failed) {
		t.Errorf("a program that prints without end: %v", err)
	}
}
