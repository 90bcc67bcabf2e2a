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
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/media"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func (h *fixture) join(lesson string, ids ...string) (string, error) {
	return h.joinTo(media.Target{Lesson: lesson}, ids...)
}

func (h *fixture) joinTo(to media.Target, ids ...string) (asset string, err error) {
	err = h.db.Write(h.t.Context(), func(q sqldb.Querier) error {
		asset, err = h.JoinIn(h.t.Context(), q, staff, ids, to)
		return err
	})
	return asset, err
}

func (h *fixture) mustJoin(lesson string, ids ...string) string {
	h.t.Helper()
	asset, err := h.join(lesson, ids...)
	if err != nil {
		h.t.Fatal(err)
	}
	return asset
}

func (h *fixture) move(id string, to media.Target) error {
	return h.db.Write(h.t.Context(), func(q sqldb.Querier) error {
		_, err := h.MoveIn(h.t.Context(), q, staff, id, to)
		return err
	})
}

// part adds a recording without a lesson.
func (h *fixture) part(name string) string {
	h.t.Helper()
	asset, err := h.Add(h.t.Context(), staff, name, bytes.NewReader(mp4(len(name)*100)), media.Target{Later: true})
	if err != nil {
		h.t.Fatal(err)
	}
	return asset
}

// workAll works until no job is left.
func (h *fixture) workAll(with media.Transcoder) (failed error) {
	h.t.Helper()
	for run := h.claim(); run != nil; run = h.claim() {
		failed = errors.Join(failed, h.Handlers(with)[run.Kind](h.t.Context(), run))
	}
	return failed
}

// scene makes a real recording of one colour with ffmpeg.
func scene(t *testing.T, name, colour, size string, seconds int, more ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	args := []string{
		"-v", "error", "-nostdin", "-f", "lavfi", "-i",
		fmt.Sprintf("color=c=%s:s=%s:r=10:d=%d", colour, size, seconds),
	}
	args = append(append(args, more...), "-c:v", "libx264", "-preset", "ultrafast", "-g",
		"20", "-pix_fmt", "yuv420p", path)
	if out, err := exec.CommandContext(t.Context(), "ffmpeg", args...).CombinedOutput(); err != nil {
		t.Fatalf("make a film: %v\n%s", err, out)
	}
	return path
}

func sound(seconds int) []string {
	return []string{"-f", "lavfi", "-i", fmt.Sprintf("sine=440:d=%d", seconds), "-c:a", "aac"}
}

// inside writes chapters to be embedded in a film.
func inside(t *testing.T, title string) []string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "chapters.txt")
	text := ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1000\ntitle=" + title + "\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{"-i", path, "-map_metadata", "1", "-map", "0"}
}

func TestRealPartsBecomeOneRecording(t *testing.T) {
	tool, err := ffmpeg.Find(t.Context())
	if err != nil {
		t.Fatalf("%v: run scripts/deps", err)
	}
	first := scene(t, "first.mp4", "red", "160x120", 3, sound(3)...)
	second := scene(t, "second.mp4", "green", "160x120", 2, sound(2)...)
	third := scene(t, "third.mp4", "blue", "160x120", 2, sound(2)...)
	wide := scene(t, "wide.mkv", "green", "320x180", 2, sound(2)...)
	silent := scene(t, "silent.mp4", "blue", "160x120", 2, inside(t, "Silence")...)
	broken := filepath.Join(t.TempDir(), "broken.mp4")
	if err := os.WriteFile(broken, mp4(5000), 0o600); err != nil {
		t.Fatal(err)
	}
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		for _, tc := range []struct {
			name   string
			files  []string
			length time.Duration
			said   string // why it fails; empty: it is ready
			films  bool   // only the films differ from the first row, so one database is enough
		}{
			{"equal", []string{first, second}, 5 * time.Second, "", false},
			{"three", []string{first, second, third}, 7 * time.Second, "", true},
			{"another order", []string{third, first}, 5 * time.Second, "", true},
			{"another size", []string{first, wide}, 5 * time.Second, "", false},
			{"one without sound", []string{first, silent}, 5 * time.Second, "", false},
			{"one that is unreadable", []string{first, broken}, 0, "media.part_unreadable broken.mp4 2", false},
		} {
			if tc.films && db.Engine() == "PostgreSQL" {
				continue
			}
			t.Run(tc.name, func(t *testing.T) {
				h.t = t
				var ids, names []string
				for _, file := range tc.files {
					ids, names = append(ids, h.addFile(file)), append(names, filepath.Base(file))
				}
				asset, err := h.joinTo(media.Target{Course: "c", Title: tc.name}, ids...)
				if err != nil {
					t.Fatal(err)
				}
				failed := h.workAll(tool)
				a := h.asset(asset)
				if tc.said != "" {
					if a.State != media.Failed || a.Reason == nil ||
						strings.Join([]string{a.Reason.Code, a.Reason.Params["file"], a.Reason.Params["number"]}, " ") != tc.said {
						t.Errorf("%+v %v", a, a.Reason)
					}
					return
				}
				if failed != nil {
					t.Error(failed)
				}
				if a.State != media.Ready || (a.Duration-tc.length).Abs() > 400*time.Millisecond || a.Silent || a.Blank ||
					cmp.Diff(names, a.Files) != "" || !a.Current {
					t.Errorf("%+v", a)
				}
				for _, r := range a.Renditions {
					if r.State != media.Ready {
						t.Errorf("%+v", r)
					}
				}
				plays := h.plays(a.Lesson)
				if tc.name == "one without sound" &&
					(len(plays.Chapters) != 1 || (plays.Chapters[0].Start-3*time.Second).Abs() > 100*time.Millisecond) {
					t.Errorf("chapters %+v", plays.Chapters)
				}
			})
		}
		if left, _ := os.ReadDir(filepath.Join(h.o.Folder, "work")); len(left) != 0 {
			t.Errorf("left behind: %v", left)
		}
	})
}

func (h *fixture) addFile(path string) string {
	h.t.Helper()
	f, err := os.Open(path)
	if err != nil {
		h.t.Fatal(err)
	}
	asset, err := h.Add(h.t.Context(), staff, path, f, media.Target{Later: true})
	if err = errors.Join(err, f.Close()); err != nil {
		h.t.Fatal(err)
	}
	return asset
}

// A joined recording waits for late parts, wherever the bytes are, and any node prepares it once all have arrived.
func TestAPartThatIsStillOnItsWay(t *testing.T) {
	eachStore(t, func(t *testing.T, url string, open func() blob.Store) {
		db := dbtest.Open(t, url)
		h := newFixture(t, db, keepIn(open()))
		film := mp4(2000)
		u := h.begin(len(film))
		first := h.part("first.mp4")
		asset := h.mustJoin("two", first, u.ID)
		if a := h.asset(asset); a.State != media.Waiting || a.Reason == nil || a.Reason.Code != "media.waits_for_part" ||
			a.Reason.Params["number"] != "2" {
			t.Fatalf("%+v %v", a, a.Reason)
		}
		if h.asset(first).ID != "" {
			t.Error("the part is still a separate recording")
		}
		if err := h.SweepAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := h.send(staff, u.ID, 0, bytes.NewReader(film)); err != nil {
			t.Fatal(err)
		}
		if h.asset(u.ID).ID != "" {
			t.Error("an asset beside the joined one")
		}
		other := h.node(db, open())
		h.pass(48 * time.Hour)
		if err := h.SweepAll(t.Context()); err != nil { // rows name the originals
			t.Fatal(err)
		}
		if err := other.workAll(&fake{}); err != nil {
			t.Fatal(err)
		}
		if a := h.asset(asset); a.State != media.Ready || !a.Current ||
			cmp.Diff([]string{"first.mp4", "lecture.mp4"}, a.Files) != "" {
			t.Errorf("%+v", a)
		}
		if err := h.Delete(t.Context(), staff, asset); err != nil {
			t.Fatal(err)
		}
		if left := h.keys(); len(left) != 0 {
			t.Errorf("left: %v", left)
		}
		if n := dbtest.Count(t, db, `SELECT (SELECT count(*) FROM asset_part) + (SELECT count(*)
			FROM part_caption) + (SELECT count(*) FROM part_chapter)`); n != 0 {
			t.Errorf("%d rows are left", n)
		}
	})
}

// A part's captions and chapters have times from its start, before and after the recording is ready.
func TestCaptionsAndChaptersOfParts(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		first, second := h.part("first.mp4"), h.part("second.mp4")
		srt := func(text string) []byte { return []byte("1\n00:00:01,000 --> 00:00:02,500\n" + text + "\n") }
		put := func(part, language, text string) {
			t.Helper()
			if _, err := h.PutCaptions(t.Context(), staff, part, language, "", srt(text)); err != nil {
				t.Fatal(err)
			}
		}
		put(first, "en-US", "one & only") // while it is still separate
		asset := h.mustJoin("one", first, second)
		put(second, "en-US", "two")
		none := &ffmpeg.Media{Duration: 45 * time.Second, Video: &ffmpeg.Video{Width: 320, Height: 180}}
		if err := h.workAll(&fake{media: none, each: true}); err != nil {
			t.Fatal(err)
		}
		chapters := []media.Chapter{{Start: 0, Title: "Beginning"}, {Start: 10 * time.Second, Title: "End"}}
		for _, part := range []string{first, second} {
			if err := h.PutChapters(t.Context(), staff, part, chapters); err != nil {
				t.Fatal(err)
			}
		}
		put(second, "zh-CN", "late")
		wantCode(t, "chapters that make no sense",
			h.PutChapters(t.Context(), staff, second, []media.Chapter{{Start: -1, Title: "x"}}), "media.chapters")
		text := func(language string) string {
			t.Helper()
			var got string
			row := db.Reader().QueryRowContext(t.Context(),
				`SELECT text FROM caption WHERE asset_id = $1 AND language = $2`, asset, language)
			if err := row.Scan(&got); err != nil {
				t.Fatal(err)
			}
			return got
		}
		for _, want := range []string{"00:00:01.000 --> 00:00:02.500\none &amp; only", "00:00:46.000 --> 00:00:47.500\ntwo"} {
			if !strings.Contains(text("en-US"), want) {
				t.Errorf("%q is not in\n%s", want, text("en-US"))
			}
		}
		if !strings.Contains(text("zh-CN"), "00:00:46.000 --> 00:00:47.500\nlate") {
			t.Error(text("zh-CN"))
		}
		var starts []time.Duration
		for _, c := range h.plays("one").Chapters {
			starts = append(starts, c.Start/time.Second)
		}
		if d := cmp.Diff([]time.Duration{0, 10, 45, 55}, starts); d != "" {
			t.Error(d)
		}
	})
}

// Order and parts can be changed later. The lesson plays the old recording until the new one is ready.
func TestPartsAreReorderedAndSeparated(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		ids := []string{h.part("a.mp4"), h.part("bb.mp4"), h.part("ccc.mp4")}
		if err := h.move(ids[0], media.Target{Lesson: "one"}); err != nil {
			t.Fatal(err)
		}
		if err := h.workAll(&fake{}); err != nil || h.plays("one").State != media.PlaysReady {
			t.Fatal(err)
		}
		joined := h.mustJoin("one", ids...)
		if !h.asset(ids[0]).Current || h.asset(ids[1]).ID != "" {
			t.Error("the lesson plays nothing while the parts are joined")
		}
		if again := h.mustJoin("one", ids...); again != joined {
			t.Error("the same parts in the same order are joined again")
		}
		if err := h.workAll(&fake{}); err != nil || !h.asset(joined).Current {
			t.Fatal(err)
		}
		other := h.mustJoin("one", ids[2], ids[0], ids[1])
		if !h.asset(joined).Current {
			t.Error("the lesson plays nothing while the order is changed")
		}
		if err := h.workAll(&fake{}); err != nil {
			t.Fatal(err)
		}
		if a := h.asset(other); !a.Current || cmp.Diff([]string{"ccc.mp4", "a.mp4", "bb.mp4"}, a.Files) != "" {
			t.Errorf("%+v", a)
		}
		h.pass(48 * time.Hour)
		if err := h.SweepAll(t.Context()); err != nil { // replaced files go, the originals stay
			t.Fatal(err)
		}
		if err := h.move(ids[2], media.Target{Lesson: "two"}); err != nil {
			t.Fatal(err)
		}
		if err := h.workAll(&fake{}); err != nil {
			t.Fatal(err)
		}
		if a := h.asset(ids[2]); a.Lesson != "two" || a.State != media.Ready || !a.Current {
			t.Errorf("%+v", a)
		}
		var rest media.Asset
		list, err := h.Assets(t.Context(), staff, media.Filter{Lesson: "one"})
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range list {
			if a.Current {
				rest = a
			}
		}
		if rest.State != media.Ready || cmp.Diff([]string{"a.mp4", "bb.mp4"}, rest.Files) != "" {
			t.Errorf("%+v", rest)
		}
		h.pass(48 * time.Hour)
		if err := h.SweepAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, a := range []string{rest.ID, ids[2]} {
			if err := h.Delete(t.Context(), staff, a); err != nil {
				t.Fatal(err)
			}
		}
		if left := h.keys(); len(left) != 0 {
			t.Errorf("left: %v", left)
		}
	})
}

func TestPartsThatDoNotCome(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		first, film := h.part("first.mp4"), mp4(2000)

		u := h.begin(len(film))
		asset := h.mustJoin("one", first, u.ID)
		if err := h.Cancel(t.Context(), staff, asset); err != nil {
			t.Fatal(err)
		}
		if err := h.Retry(t.Context(), staff, asset); err != nil || h.asset(asset).Reason.Code != "media.waits_for_part" {
			t.Fatalf("%v %+v", err, h.asset(asset))
		}
		h.pass(8 * 24 * time.Hour) // never uploaded
		if err := h.SweepAll(t.Context()); err != nil {
			t.Fatal(err)
		}
		if a := h.asset(asset); a.State != media.Failed || a.Reason.Code != "media.part_missing" ||
			a.Reason.Params["file"] != "lecture.mp4" {
			t.Errorf("%+v %v", a, a.Reason)
		}
		wantCode(t, "retry without the part", h.Retry(t.Context(), staff, asset), "media.part_missing")

		u = h.begin(len(film)) // uploaded again
		asset = h.mustJoin("one", first, u.ID)
		if _, err := h.send(staff, u.ID, 0, strings.NewReader(strings.Repeat("no film ", 250))); err == nil {
			t.Fatal("a text was taken")
		}
		if a := h.asset(asset); a.State != media.Failed || a.Reason.Code != "media.part_missing" {
			t.Errorf("a part that was refused: %+v %v", a, a.Reason)
		}

		u = h.begin(len(film))
		h.mustJoin("one", first, u.ID)
		if err := h.end(staff, u.ID); err != nil { // its sender cancels it
			t.Fatal(err)
		}
		if err := h.workAll(&fake{}); err != nil {
			t.Fatal(err)
		}
		if p := h.plays("one"); p.State != media.PlaysReady {
			t.Errorf("the rest: %+v", p)
		}
	})
}

// A worker may die in any phase of joining: the next attempt starts over, and nothing is left of the first.
func TestJoiningSurvives(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		asset := h.mustJoin("one", h.part("a.mp4"), h.part("bb.mp4"))
		dead := errors.New("killed")
		if err := h.work(&fake{joining: func(context.Context) error { return dead }}); !errors.Is(err, dead) {
			t.Fatal(err)
		}
		h.pass(time.Hour)
		if err := h.work(&fake{while: func(context.Context, ffmpeg.Work) error { return dead }}); !errors.Is(err, dead) {
			// joined, not prepared
			t.Fatal(err)
		}
		h.pass(time.Hour)
		if h.claim() != nil {
			t.Error("no pause after the second time")
		}
		h.pass(time.Minute)
		if err := h.work(&fake{joining: func(context.Context) error { return errors.New("joined twice") }}); err != nil {
			t.Fatal(err)
		}
		if a := h.asset(asset); a.State != media.Ready {
			t.Errorf("%+v", a)
		}

		asset = h.mustJoin("two", h.part("a.mp4"), h.part("bb.mp4"))
		err := h.work(&fake{joining: func(context.Context) error { return h.Cancel(t.Context(), staff, asset) }})
		if err != nil || h.asset(asset).State != media.Cancelled {
			t.Errorf("cancelled in between: %v %+v", err, h.asset(asset))
		}
		for _, key := range h.keys() {
			if strings.HasPrefix(key, "media/"+asset+"/") {
				t.Errorf("left: %s", key)
			}
		}
		if err := h.Retry(t.Context(), staff, asset); err != nil {
			t.Fatal(err)
		}
		if err := h.workAll(&fake{}); err != nil || h.asset(asset).State != media.Ready {
			t.Errorf("retried: %v %+v", err, h.asset(asset))
		}

		missing := h.part("gone.mp4")
		asset = h.mustJoin("three", h.part("a.mp4"), missing)
		for _, key := range h.keys() {
			if strings.HasPrefix(key, "media/"+missing+"/") {
				if err := h.blobs.Delete(t.Context(), key); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := h.work(&fake{}); err == nil {
			t.Error("joined without a part")
		}
		if a := h.asset(asset); a.State != media.Failed || a.Reason.Code != "media.part_missing" ||
			a.Reason.Params["file"] != "gone.mp4" {
			t.Errorf("%+v %v", a, a.Reason)
		}
	})
}

func TestWhatCannotBeJoined(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		a, b := h.part("a.mp4"), h.part("bb.mp4")
		many := make([]string, media.MaxParts+1)
		for i := range many {
			many[i] = h.part("c.mp4")
		}
		for _, tc := range []struct {
			lesson string
			parts  []string
			code   string
		}{
			{"one", []string{a}, "media.parts_count"},
			{"one", many, "media.parts_count"},
			{"one", []string{a, a}, "media.part_twice"},
			{"one", []string{a, "nothing"}, "media.no_asset"},
			{"nowhere", []string{a, b}, "course.no_lesson"},
			{"", []string{a, b}, "media.no_target"},
		} {
			_, err := h.join(tc.lesson, tc.parts...)
			wantCode(t, fmt.Sprint(tc), err, tc.code)
		}
		err := db.Write(t.Context(), func(q sqldb.Querier) error {
			_, err := h.JoinIn(t.Context(), q, lin, []string{a, b}, media.Target{Lesson: "one"})
			return err
		})
		wantCode(t, "a student", err, "access.forbidden")
		if h.asset(a).ID == "" || h.asset(b).ID == "" {
			t.Error("a refusal changes something")
		}
	})
}
