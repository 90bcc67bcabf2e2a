package media_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lectern/internal/feature/course"
	"lectern/internal/feature/media"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/blobtest"
	"lectern/internal/testkit/dbtest"
)

var (
	staff = access.Actor{Account: "dean", Role: access.Staff, Scope: access.Registrar, Session: "s0"}
	lin   = access.Actor{Account: "a1", Student: "lin", Role: access.User, Session: "s1"}
	zhou  = access.Actor{Account: "a2", Student: "zhou", Role: access.User, Session: "s2"}
)

// A fixture is the service with one course: lin studies it, zhou doesn't. Lesson one is published, two isn't, three is
// a preview.
type fixture struct {
	*media.Service
	t      *testing.T
	db     *sqldb.DB
	blobs  blob.Store
	jobs   *job.Queue
	folder string
	mu     sync.Mutex
	now    time.Time
	free   uint64
	o      media.Options
	gone   atomic.Pointer[fault.Error] // why the senders of uploads may send no longer; nil: they may
}

func (h *fixture) checkSender(context.Context) error {
	if why := h.gone.Load(); why != nil {
		return why
	}
	return nil
}

func newFixture(t *testing.T, db *sqldb.DB, change ...func(*media.Options)) *fixture {
	t.Helper()
	h := &fixture{t: t, db: db, folder: t.TempDir(), now: time.Now().Truncate(time.Millisecond), free: 1 << 50}
	var err error
	if h.blobs, err = blob.OpenLocal(filepath.Join(h.folder, "blobs"), time.Hour, time.Now); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = h.blobs.Close() })
	h.jobs = job.New(db, h.clock)
	h.o = media.Options{
		DB: db, Keys: keyring.Generate(), Blobs: h.blobs, Jobs: h.jobs, Now: h.clock,
		Folder: filepath.Join(h.folder, "media"), Free: func(string) (uint64, error) {
			return h.free,
				nil
		}, MayWatch: course.New(db, h.clock, time.UTC).MayWatch,
		MakeLesson: func(ctx context.Context, q sqldb.Querier, _ access.Actor, to media.Target) (string, error) {
			if to.Course != "c" {
				return "", fault.New(fault.NotFound, "course.no_course")
			}
			lesson := sqldb.NewID()
			_, err := q.ExecContext(ctx, insertLesson, lesson, 9, to.Title, false, false)
			return lesson, err
		},
	}
	for _, fn := range change {
		fn(&h.o)
	}
	h.blobs = h.o.Blobs
	h.Service = media.New(h.o)
	dbtest.Exec(t, db, insertAccount, "dean", "admin", "registrar")
	dbtest.Exec(t, db, `INSERT INTO course (id, code, name, name_en, credits, summary, summary_en)
		VALUES ('c', 'C1', 'c', 'c', 10, '', '')`)
	dbtest.Exec(t, db, `INSERT INTO course_group (id, course_id, term_id, code, name, name_en)
		VALUES ('g', 'c', 't', 'g', '', '')`)
	dbtest.Exec(t, db, `INSERT INTO enrolment (student_id, group_id, state, changed_at)
		VALUES ('lin', 'g', 'confirmed', 0)`)
	for i, l := range []string{"one", "two", "three"} {
		dbtest.Exec(t, db, insertLesson, l, i+1, l, l != "two", l == "three")
	}
	return h
}

const insertAccount = `INSERT INTO account (id, phone, name, role, student_id, enabled, nickname, email, country, area,
	location_name, introduction, website, job, job_name, organization, organization_name, certification, avatar,
	registered_at, login_at, scope)
	VALUES ($1, $1, $1, $2, '', TRUE, '', '', '', '', '', '', '', '', '', '', '', '', '', 0, 0, $3)`

const insertLesson = `INSERT INTO lesson (id, course_id, position, title, title_en, group_id, class_id, published,
	preview, created_at, updated_at)
	VALUES ($1, 'c', $2, $3, '', '', '', $4, $5, 0, 0)`

func (h *fixture) clock() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.now
}

func (h *fixture) pass(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(d)
}

func wantCode(t *testing.T, what string, err error, code string) {
	t.Helper()
	if fault.Code(err) != code || (err == nil) != (code == "") {
		t.Errorf("%s: %v, want %q", what, err, code)
	}
}

// mp4 returns the first bytes of an MP4 recording and n more.
func mp4(n int) []byte {
	return append([]byte("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2"), bytes.Repeat([]byte("x"), n)...)
}

func (h *fixture) add(lesson string) string {
	h.t.Helper()
	asset, err := h.Add(h.t.Context(), staff, "lecture.mp4", bytes.NewReader(mp4(1000)), media.Target{Lesson: lesson})
	if err != nil {
		h.t.Fatal(err)
	}
	return asset
}

// work claims the next job and handles it like a runner, but a failed job can be retried at once.
func (h *fixture) work(with media.Transcoder) error {
	h.t.Helper()
	run := h.claim()
	if run == nil {
		h.t.Fatal("nothing to do")
	}
	return h.Handlers(with)[run.Kind](h.t.Context(), run)
}

func (h *fixture) claim() *job.Run {
	h.t.Helper()
	run, err := h.jobs.Claim(h.t.Context(), "node", time.Minute, media.PrepareKind, media.RenditionKind)
	if err != nil {
		h.t.Fatal(err)
	}
	return run
}

func (h *fixture) asset(asset string) media.Asset {
	h.t.Helper()
	list, err := h.Assets(h.t.Context(), staff, media.Filter{})
	if err != nil {
		h.t.Fatal(err)
	}
	for _, a := range list {
		if a.ID == asset {
			return a
		}
	}
	return media.Asset{}
}

func (h *fixture) plays(lesson string) media.Playback {
	h.t.Helper()
	p, err := h.Playback(h.t.Context(), staff, lesson)
	if err != nil {
		h.t.Fatal(err)
	}
	return p
}

func (h *fixture) keys() []string { return blobtest.Keys(h.t, h.blobs, "media/") }

// fake is a transcoder that the test controls.
type fake struct {
	fail  error
	media *ffmpeg.Media
	each  bool                                           // makes what it is asked for, and reports each rendition
	while func(ctx context.Context, w ffmpeg.Work) error // between start and end

	joining func(ctx context.Context) error // before joining
}

func (f *fake) Probe(context.Context, string, string) (ffmpeg.Media, error) {
	if f.media != nil {
		return *f.media, nil
	}
	return ffmpeg.Media{
		Duration: 90 * time.Second, Video: &ffmpeg.Video{Width: 1280, Height: 720}, Audio: &ffmpeg.Audio{},
		Chapters: []ffmpeg.Chapter{
			{Start: 0, End: 30 * time.Second, Title: "One"},
			{Start: 30 * time.Second, End: 90 * time.Second},
		},
	}, f.fail
}

func (f *fake) Join(ctx context.Context, j ffmpeg.Joining) (ffmpeg.Joined, error) {
	if f.joining != nil {
		if err := f.joining(ctx); err != nil {
			return ffmpeg.Joined{}, err
		}
	}
	out := ffmpeg.Joined{
		Path: filepath.Join(j.Folder, "joined.mkv"), Format: ffmpeg.Matroska,
		Texts: make([][]ffmpeg.TextFile, len(j.Parts)),
	}
	for range j.Parts {
		out.Lengths = append(out.Lengths, 45*time.Second)
	}
	return out, os.WriteFile(out.Path, []byte("joined"), 0o600)
}

func (f *fake) Prepare(ctx context.Context, w ffmpeg.Work) (ffmpeg.Result, error) {
	w.Progress(50)
	if f.while != nil {
		if err := f.while(ctx, w); err != nil {
			return ffmpeg.Result{}, err
		}
	}
	if f.each {
		return f.make(w)
	}
	texts := map[string]string{
		"master.m3u8": "#EXTM3U\n", "audio.m3u8": "#EXTM3U\n", "v720_00000.m4s": "segment", "poster.jpg": "p",
		"sprite.jpg": "s", "sprite.vtt": "WEBVTT\n", "text0.vtt": "WEBVTT\n\n00:01.000 --> 00:02.000\nhello\n",
	}
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(w.Folder, name), []byte(text), 0o600); err != nil {
			return ffmpeg.Result{}, err
		}
	}
	return ffmpeg.Result{
		Duration: 90 * time.Second, Audio: true, Poster: true, Sprite: true,
		Texts: []ffmpeg.TextFile{{Language: "eng", File: "text0.vtt"}},
	}, ctx.Err()
}

func (f *fake) make(w ffmpeg.Work) (ffmpeg.Result, error) {
	r := ffmpeg.Result{Duration: 90 * time.Second, Audio: !w.Alone, Poster: !w.Alone}
	names := []string{}
	for _, one := range w.Renditions {
		r.Tracks = append(r.Tracks, ffmpeg.Track{
			Name: one.Name, Width: one.Width, Height: one.Height, Duration: r.Duration,
			Bytes: 1000, Peak: int64(one.Height), Codec: "avc1",
		})
		names = append(names, one.Name+".m3u8", one.Name+"_00000.m4s")
	}
	if !w.Alone {
		r.Tracks = append(r.Tracks, ffmpeg.Track{Name: "audio", Duration: r.Duration, Bytes: 100, Peak: 10, Codec: "mp4a"})
		names = append(names, "audio.m3u8", "poster.jpg", "master.m3u8")
	}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(w.Folder, name), []byte(name), 0o600); err != nil {
			return ffmpeg.Result{}, err
		}
	}
	return r, nil
}

// film makes a real recording of a few seconds.
func film(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lecture.mp4")
	out, err := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i",
		"testsrc2=s=320x180:r=10:d=5", "-f", "lavfi", "-i", "sine=440:d=5", "-c:v", "libx264", "-preset", "ultrafast", "-g",
		"20", "-pix_fmt", "yuv420p", "-c:a", "aac", path).CombinedOutput()
	if err != nil {
		t.Fatalf("make a film: %v\n%s", err, out)
	}
	return path
}

var errBroken = errors.New("broken line")

// cutReader fails after n bytes, like a lost connection.
type cutReader struct {
	r    *bytes.Reader
	left int
}

func (c *cutReader) Read(p []byte) (int, error) {
	if c.left == 0 {
		return 0, errBroken
	}
	n, err := c.r.Read(p[:min(len(p), c.left)])
	c.left -= n
	return n, err
}

func describe(p media.Playback) string {
	return strings.TrimSpace(fmt.Sprint(p.State, " ", p.HLS, " ", p.Audio, " ", p.Poster, " ", p.Sprite, " ", p.Duration))
}
