package api

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/feature/media"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/http/api/courseapi"
	"lectern/internal/http/api/mediaapi"
	"lectern/internal/http/api/wire"
	"lectern/internal/kernel/access"
	"lectern/internal/testkit/dbtest"
)

// stillTranscoder produces the same few files for every recording.
type stillTranscoder struct{}

func (stillTranscoder) Probe(context.Context, string, string) (ffmpeg.Media, error) {
	return ffmpeg.Media{Duration: time.Minute, Video: &ffmpeg.Video{Width: 640, Height: 360}, Audio: &ffmpeg.Audio{}}, nil
}

func (stillTranscoder) Join(_ context.Context, j ffmpeg.Joining) (ffmpeg.Joined, error) {
	out := ffmpeg.Joined{
		Path: filepath.Join(j.Folder, "joined.mkv"), Format: ffmpeg.Matroska,
		Lengths: make([]time.Duration, len(j.Parts)),
	}
	return out, os.WriteFile(out.Path, recording(), 0o600)
}

func (stillTranscoder) Prepare(_ context.Context, w ffmpeg.Work) (ffmpeg.Result, error) {
	for name, text := range map[string]string{
		"master.m3u8": "#EXTM3U\nv360.m3u8\n", "v360_00000.m4s": segmentText,
		"poster.jpg": "p", "audio.m3u8": "#EXTM3U\n",
	} {
		if err := os.WriteFile(filepath.Join(w.Folder, name), []byte(text), 0o600); err != nil {
			return ffmpeg.Result{}, err
		}
	}
	return ffmpeg.Result{Duration: time.Minute, Audio: true, Poster: true}, nil
}

var segmentText = strings.Repeat("0123456789", 1000)

func recording() []byte {
	return append([]byte("\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2"), bytes.Repeat([]byte("x"), 4000)...)
}

// prepare prepares all waiting recordings.
func (s *school) prepare() {
	s.t.Helper()
	for {
		run, err := s.jobs.Claim(s.t.Context(), "test", time.Minute, media.PrepareKind)
		if err != nil {
			s.t.Fatal(err)
		}
		if run == nil {
			return
		}
		if err := s.deps.Media.Prepare(stillTranscoder{})(s.t.Context(), run); err != nil {
			s.t.Fatal(err)
		}
	}
}

// studied returns the id of a course that a student takes.
func (s *school) studied(name string) string {
	s.t.Helper()
	for _, c := range get[[]courseapi.WireMyCourse](s, name, "/api/courses") {
		if c.State == "confirmed" {
			return c.ID
		}
	}
	s.t.Fatal("no course")
	return ""
}

func (s *school) lesson(title string, published, preview bool) string {
	s.t.Helper()
	body := fmt.Sprintf(`{"title":%q,"published":%v,"preview":%v}`, title, published, preview)
	return post[courseapi.WireStaffLesson](s, "dean", "/api/admin/courses/"+s.studied("lin")+"/lessons", body).ID
}

func (s *school) recorded(lesson string) string {
	s.t.Helper()
	asset, err := s.deps.Media.Add(s.t.Context(), access.System(), "x.mp4",
		bytes.NewReader(recording()), media.Target{Lesson: lesson})
	if err != nil {
		s.t.Fatal(err)
	}
	s.prepare()
	return asset
}

// fetch requests media as a player does: without our headers, only with cookies.
func (v *visitor) fetch(path string, header ...string) answered {
	v.p.t.Helper()
	return v.do(httptest.NewRequestWithContext(v.p.t.Context(), http.MethodGet, path, http.NoBody), header...)
}

func (s *school) playback(name, lesson string) *courseapi.WireMedia {
	s.t.Helper()
	actor := access.Actor{}
	if name != "" {
		actor = s.actor(name)
	}
	out, _, err := s.api.course.Playback(s.t.Context(), actor, lesson)
	if err != nil || out == nil {
		s.t.Fatalf("playback for %q: %+v, %v", name, out, err)
	}
	return out
}

func testMedia(t *testing.T, s *school) {
	lesson, open := s.lesson("One", true, false), s.lesson("Two", true, true)
	asset := s.recorded(lesson)
	s.recorded(open)
	lin := s.as("lin")
	m := s.playback("lin", lesson)
	base := strings.TrimSuffix(m.Playlist, "master.m3u8")

	t.Run("played", func(t *testing.T) {
		s.in(t)
		if got := lin.fetch(m.Playlist); got.status != 200 ||
			got.header.Get("Content-Type") != "application/vnd.apple.mpegurl" || !strings.HasPrefix(got.body, "#EXTM3U") {
			t.Errorf("playlist: %d %v %q", got.status, got.header, got.body)
		}
		got := lin.fetch(base + "v360_00000.m4s")
		if got.status != 200 || got.body != segmentText || got.header.Get("Etag") == "" ||
			!strings.Contains(got.header.Get("Cache-Control"), "private") {
			t.Errorf("segment: %d %v", got.status, got.header)
		}
		if part := lin.fetch(base+"v360_00000.m4s", "Range", "bytes=5-9"); part.status != 206 || part.body != "56789" ||
			part.header.Get("Content-Range") != "bytes 5-9/10000" {
			t.Errorf("range: %d %v %q", part.status, part.header, part.body)
		}
		if again := lin.fetch(base+"v360_00000.m4s", "If-None-Match", got.header.Get("Etag")); again.status != 304 ||
			again.body != "" {
			t.Errorf("conditional: %d", again.status)
		}
		if stale := lin.fetch(base+"v360_00000.m4s", "Range", "bytes=5-9", "If-Range", `"x"`); stale.status != 200 {
			t.Errorf("a range of another version: %d", stale.status)
		}
		if past := lin.fetch(base+"v360_00000.m4s", "Range", "bytes=20000-"); past.status != 416 {
			t.Errorf("past the end: %d", past.status)
		}
	})
	t.Run("beside it", func(t *testing.T) {
		s.in(t)
		dean := s.as("dean")
		at := "/api/admin/media/" + asset
		if got := dean.send("PUT", at+"/captions/zh-CN?label=x", "1\n00:00:01,000 --> 00:00:02,000\n你好\n", "Content-Type",
			"application/x-subrip"); got.status != 200 || !strings.Contains(got.body, `"data":{"cues":1}`) {
			t.Fatalf("captions: %d %s", got.status, got.body)
		}
		if got := dean.send("PUT", at+"/chapters",
			`{"chapters":[{"start":0,"title":"一","titleEn":"One"},{"start":30.5,"title":"二"}]}`); got.status != 200 {
			t.Fatalf("chapters: %d %s", got.status, got.body)
		}
		file := s.attach(lesson, "slides.pdf", "%PDF-1.7 x")
		m := s.playback("lin", lesson)
		if len(m.Captions) != 1 || !m.Captions[0].Default || len(m.Chapters) != 2 ||
			m.Chapters[0].End != 30500*time.Millisecond || m.Chapters[1].End != time.Minute {
			t.Fatalf("got %+v", m)
		}
		if got := lin.fetch(m.Captions[0].URL); got.status != 200 || !strings.HasPrefix(got.body, "WEBVTT") ||
			!strings.HasPrefix(got.header.Get("Content-Type"), "text/vtt") {
			t.Errorf("captions: %d %v %q", got.status, got.header, got.body)
		}
		files := get[courseapi.WireWatch](s, "lin", "/api/lessons/"+lesson).Files
		if len(files) != 1 {
			t.Fatalf("files %+v", files)
		}
		got := lin.fetch(files[0].URL)
		if got.status != 200 || got.body != "%PDF-1.7 x" || !strings.HasPrefix(got.header.Get("Content-Disposition"),
			"attachment") || !strings.Contains(got.header.Get("Content-Security-Policy"), "sandbox") {
			t.Errorf("attachment: %d %v", got.status, got.header)
		}
		s.try(t, []request{
			{"captions go", "dean", "DELETE", at + "/captions/zh-CN", "", 200, ""},
			{"the attachment goes", "dean", "DELETE", "/api/admin/attachments/" + file, "", 200, ""},
			{
				"bad chapters", "dean", "PUT", at + "/chapters",
				`{"chapters":[{"start":9,"end":3,"title":"x"}]}`, 400, "media.chapters",
			},
			{"cancel what is ready", "dean", "POST", at + "/cancel", "", 409, "media.not_cancellable"},
			{"retry what is ready", "dean", "POST", at + "/retry", "", 409, "media.not_retryable"},
		})
	})
	t.Run("refused", func(t *testing.T) {
		s.in(t)
		ticket := strings.Split(m.Playlist, "/")[2]
		zhao := s.as("zhao")
		for name, got := range map[string]answered{
			"another's ticket":   zhao.fetch(m.Playlist),
			"without the cookie": (&visitor{p: s.portal, cookies: map[string]string{}}).fetch(m.Playlist),
			"forged":             lin.fetch("/media/" + ticket[:len(ticket)-3] + "AAA/master.m3u8"),
			"made public": lin.fetch("/media/" + strings.Replace(ticket, "."+s.actor("lin").Session+".",
				".preview.", 1) + "/master.m3u8"),
			"no ticket": lin.fetch("/media/x/master.m3u8"),
		} {
			if got.status != 403 || got.code(t) != "media.ticket" {
				t.Errorf("%s: %d %s", name, got.status, got.body)
			}
		}
		for _, path := range []string{
			"nothing.m4s", "V360_00000.M4S", "source.mp4", "original.mp4", "%2e%2e/source.mp4",
			"..%2fsource.mp4", "x/../../keys", "captions/none.vtt", "attachments/none", "",
		} {
			got := lin.fetch(base + path)
			if got.status == 200 || strings.Contains(got.body, "ftyp") {
				t.Errorf("%q: %d %q", path, got.status, got.body)
			}
		}
		if _, _, err := s.api.course.Playback(t.Context(), s.actor("zhao"), lesson); err == nil &&
			s.studied("zhao") != s.studied("lin") {
			t.Error("a ticket for somebody who does not study it")
		}
	})
	t.Run("[2.5] previews are for everybody", func(t *testing.T) {
		s.in(t)
		m := s.playback("", open)
		if got := (&visitor{p: s.portal, cookies: map[string]string{}}).fetch(m.Playlist); got.status != 200 {
			t.Errorf("got %d %s", got.status, got.body)
		}
		if _, _, err := s.api.course.Playback(t.Context(), access.Actor{}, lesson); err == nil {
			t.Error("a visitor got a ticket for more than previews")
		}
	})
	t.Run("dead after logout", func(t *testing.T) {
		s.in(t)
		other := s.portal.browser()
		if got := other.login(s.logins["lin"].Phone, s.logins["lin"].Password); got.status != 200 {
			t.Fatal(got.body)
		}
		m, _, err := s.api.course.Playback(t.Context(), s.actorOf(other), lesson)
		if err != nil {
			t.Fatal(err)
		}
		if got := other.fetch(m.Playlist); got.status != 200 {
			t.Fatalf("before: %d", got.status)
		}
		if got := other.send("POST", "/api/user/logout", ""); got.status != 200 {
			t.Fatal(got.body)
		}
		if got := other.fetch(m.Playlist); got.status != 403 || got.code(t) != "media.ticket" {
			t.Errorf("after: %d %s", got.status, got.body)
		}
	})
	t.Run("listed and deleted", func(t *testing.T) {
		s.in(t)
		list := get[[]mediaapi.WireAsset](s, "dean", "/api/admin/media?lesson="+lesson+"&state=ready")
		if len(list) != 1 || list[0].ID != asset || list[0].Duration != time.Minute || !list[0].Current ||
			list[0].Title != "One" || list[0].Code == "" {
			t.Errorf("got %+v", list)
		}
		s.try(t, []request{
			{"delete", "dean", "DELETE", "/api/admin/media/" + asset, "", 200, ""},
			{"again", "dean", "DELETE", "/api/admin/media/" + asset, "", 404, "media.no_asset"},
		})
		if got := lin.fetch(m.Playlist); got.status != 403 {
			t.Errorf("deleted: %d", got.status)
		}
		if _, state, err := s.api.course.Playback(t.Context(), s.actor("lin"), lesson); err != nil || state.State != "none" {
			t.Errorf("%+v, %v", state, err)
		}
	})
}

// actorOf returns the actor of a browser's session.
func (s *school) actorOf(v *visitor) access.Actor {
	s.t.Helper()
	visit, err := s.accounts.Resolve(s.t.Context(),
		account.Call{Token: v.token, Identity: v.identity, Device: v.cookies["lectern-device"]})
	if err != nil {
		s.t.Fatal(err)
	}
	return visit.Actor
}

func (s *school) attach(lesson, name, content string) string {
	s.t.Helper()
	return data[wire.Attachment](s.t, s.sendFile("dean", "/api/admin/lessons/"+lesson+"/attachments", name, content)).ID
}

// sendFile sends a form with one file.
func (s *school) sendFile(as, address, name, content string) answered {
	s.t.Helper()
	return s.sendFileBy(http.MethodPost, as, address, name, content)
}

func (s *school) sendFileBy(method, as, address, name, content string) answered {
	s.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", name)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := io.WriteString(part, content); err != nil {
		s.t.Fatal(err)
	}
	if err := form.Close(); err != nil {
		s.t.Fatal(err)
	}
	return s.as(as).send(method, address, body.String(), "Content-Type", form.FormDataContentType())
}

func testLessonAdmin(t *testing.T, s *school) {
	c := s.studied("lin")
	before := len(get[[]courseapi.WireStaffLesson](s, "dean", "/api/admin/courses/"+c+"/lessons"))
	first, second := s.lesson("First", true, false), s.lesson("Second", false, false)
	list := get[[]courseapi.WireStaffLesson](s, "dean", "/api/admin/courses/"+c+"/lessons")
	if len(list) != before+2 || list[before].ID != first || !list[before].Published || list[before+1].Published {
		t.Fatalf("got %+v", list)
	}
	order := make([]string, 0, len(list))
	for _, l := range list {
		order = append([]string{l.ID}, order...)
	}
	s.try(t, []request{
		{
			"turned around", "dean", "PUT", "/api/admin/courses/" + c + "/lessons/order",
			jsonText(t, map[string]any{"lessons": order}), 200, "",
		},
		{
			"one is missing", "dean", "PUT", "/api/admin/courses/" + c + "/lessons/order",
			jsonText(t, map[string]any{"lessons": order[1:]}), 409, "course.lessons_differ",
		},
		{
			"renamed and published", "dean", "PUT", "/api/admin/lessons/" + second,
			`{"title":"Zweite","titleEn":"Second","published":true}`, 200, "",
		},
		{"without a title", "dean", "PUT", "/api/admin/lessons/" + second, `{"title":""}`, 400, ""},
		{"a student", "lin", "POST", "/api/admin/courses/" + c + "/lessons", `{"title":"x"}`, 403, "access.forbidden"},
		{"removed", "dean", "DELETE", "/api/admin/lessons/" + first, "", 200, ""},
	})
	after := get[[]courseapi.WireStaffLesson](s, "dean", "/api/admin/courses/"+c+"/lessons")
	if len(after) != before+1 || after[0].ID != second || after[0].Title != "Zweite" || !after[0].Published {
		t.Errorf("got %+v", after)
	}
}

func pairs(values map[string]string) string {
	var list []string
	for name, value := range values {
		list = append(list, name+" "+base64.StdEncoding.EncodeToString([]byte(value)))
	}
	return strings.Join(list, ",")
}

func testUpload(t *testing.T, s *school) {
	dean := s.as("dean")
	lesson := s.lesson("Uploaded", true, false)
	film := recording()
	mine := s.myCourse("MKT201", "confirmed")
	tus := func(method, path, body string, header ...string) answered {
		if body != "" {
			header = append(header, "Content-Type", "application/offset+octet-stream")
		}
		return dean.send(method, path, body, append(header, "Tus-Resumable", "1.0.0")...)
	}
	size := fmt.Sprint(len(film))
	made := tus("POST", "/api/admin/uploads", "", "Upload-Length", size, "Upload-Metadata",
		pairs(map[string]string{"filename": "第一讲.mp4", "lesson": lesson}))
	at := made.header.Get("Location")
	if made.status != 201 || !strings.HasPrefix(at, "/api/admin/uploads/") ||
		made.header.Get("Tus-Resumable") != "1.0.0" || made.header.Get("Upload-Expires") == "" {
		t.Fatalf("create: %d %v %s", made.status, made.header, made.body)
	}
	if got := tus("HEAD", at, ""); got.status != 200 || got.header.Get("Upload-Offset") != "0" ||
		got.header.Get("Upload-Length") != size || got.header.Get("Cache-Control") != "no-store" {
		t.Errorf("head: %d %v", got.status, got.header)
	}
	if got := tus("PATCH", at, string(film[:100]), "Upload-Offset", "0"); got.status != 204 ||
		got.header.Get("Upload-Offset") != "100" {
		t.Errorf("patch: %d %v %s", got.status, got.header, got.body)
	}
	for name, got := range map[string]answered{
		"409 wrong place":  tus("PATCH", at, "x", "Upload-Offset", "5"),
		"409 no place":     tus("PATCH", at, "x"),
		"415 another type": dean.send("PATCH", at, "{}", "Upload-Offset", "100", "Tus-Resumable", "1.0.0"),
		"412 another tus":  dean.send("HEAD", at, "", "Tus-Resumable", "0.2.2"),
		"404 none":         tus("HEAD", "/api/admin/uploads/none", ""),
		"400 no length":    tus("POST", "/api/admin/uploads", ""),
		"400 nowhere": tus("POST", "/api/admin/uploads", "", "Upload-Length", "10", "Upload-Metadata",
			pairs(map[string]string{"filename": "x"})),
		"400 metadata": tus("POST", "/api/admin/uploads", "", "Upload-Length", "10", "Upload-Metadata", "filename !!"),
		"413 eleven GB": tus("POST", "/api/admin/uploads", "", "Upload-Length", fmt.Sprint(11<<30), "Upload-Metadata",
			pairs(map[string]string{"lesson": lesson})),
		"404 no class": tus("POST", "/api/admin/uploads", "", "Upload-Length", "10", "Upload-Metadata",
			pairs(map[string]string{"course": mine.ID, "title": "x", "class": "none"})),
		"404 another lesson": tus("POST", "/api/admin/uploads", "", "Upload-Length", "10", "Upload-Metadata",
			pairs(map[string]string{"lesson": "none"})),
	} {
		if want, _, _ := strings.Cut(name, " "); fmt.Sprint(got.status) != want {
			t.Errorf("%s: %d %s", name, got.status, got.body)
		}
	}
	if got := tus("PATCH", at, string(film[100:]), "Upload-Offset", "100"); got.status != 204 ||
		got.header.Get("Upload-Offset") != size || got.header.Get("Lectern-Asset") == "" {
		t.Fatalf("last piece: %d %v %s", got.status, got.header, got.body)
	}
	s.prepare()
	if m := s.playback("lin", lesson); m.Playlist == "" {
		t.Errorf("got %+v", m)
	}

	// A recording of a class: chosen among the course's, published once it can be watched.
	classes := get[[]courseapi.WireHeldClass](s, "dean", "/api/admin/courses/"+mine.ID+"/classes")
	if len(classes) == 0 || classes[0].Group != mine.Group || classes[0].Date == "" || classes[0].Starts == "" {
		t.Fatalf("classes of the course: %+v", classes)
	}
	about := map[string]string{
		"course": mine.ID, "title": "第二讲", "class": classes[0].ID,
		"publish": "true", "filename": "x.mp4",
	}
	at = tus("POST", "/api/admin/uploads", "", "Upload-Length", size, "Upload-Metadata",
		pairs(about)).header.Get("Location")
	if got := tus("PATCH", at, string(film), "Upload-Offset", "0"); got.status != 204 {
		t.Fatalf("of a class: %d %s", got.status, got.body)
	}
	find := func() courseapi.WireStaffLesson {
		t.Helper()
		list := get[[]courseapi.WireStaffLesson](s, "dean", "/api/admin/courses/"+mine.ID+"/lessons")
		return list[len(list)-1]
	}
	if got := find(); got.Published || got.Title != "第二讲" || got.Class != classes[0].ID || got.Group != mine.Group {
		t.Errorf("before it is ready: %+v", got)
	}
	s.prepare()
	if got := find(); !got.Published {
		t.Errorf("ready: %+v", got)
	}

	// If the last step fails, no one is told that the upload is complete.
	stuck := tus("POST", "/api/admin/uploads", "", "Upload-Length", size, "Upload-Metadata",
		pairs(map[string]string{"lesson": lesson})).header.Get("Location")
	dbtest.Asset(t, s.db, path.Base(stuck), lesson, "failed", 0, false) // in the way of the new one
	if got := tus("PATCH", stuck, string(film), "Upload-Offset", "0"); got.status != 500 {
		t.Errorf("last step: %d %v %s", got.status, got.header, got.body)
	}
	if got := tus("HEAD", stuck, ""); got.status != 423 || got.header.Get("Upload-Offset") == size {
		t.Errorf("complete without a recording: %d %v", got.status, got.header)
	}
	dbtest.Exec(t, s.db, `DELETE FROM asset WHERE id = $1`, path.Base(stuck))
	if got := tus("HEAD", stuck, ""); got.status != 200 || got.header.Get("Upload-Offset") != size ||
		got.header.Get("Lectern-Asset") != path.Base(stuck) {
		t.Errorf("finished: %d %v", got.status, got.header)
	}
	s.prepare()

	bad := tus("POST", "/api/admin/uploads", "", "Upload-Length", "1000", "Upload-Metadata",
		pairs(map[string]string{"lesson": lesson})).header.Get("Location")
	if got := tus("PATCH", bad, "#EXTM3U\n"+strings.Repeat("\n", 992), "Upload-Offset", "0"); got.status != 415 ||
		got.code(t) != "media.not_media" {
		t.Errorf("a playlist: %d %s", got.status, got.body)
	}
	if got := tus("HEAD", bad, ""); got.status != 404 {
		t.Errorf("what was refused is still there: %d", got.status)
	}
	gone := tus("POST", "/api/admin/uploads", "", "Upload-Length", "1000", "Upload-Metadata",
		pairs(map[string]string{"lesson": lesson})).header.Get("Location")
	if got := tus("DELETE", gone, ""); got.status != 204 {
		t.Errorf("delete: %d %s", got.status, got.body)
	}
	if got := tus("HEAD", gone, ""); got.status != 404 {
		t.Errorf("deleted: %d", got.status)
	}
	if got := dean.send("OPTIONS", "/api/admin/uploads", ""); got.status != 204 || got.header.Get("Tus-Extension") == "" ||
		got.header.Get("Tus-Max-Size") != fmt.Sprint(10<<30) {
		t.Errorf("options: %d %v", got.status, got.header)
	}
}
