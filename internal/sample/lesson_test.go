package sample_test

import (
	"bytes"
	"context"
	"io"
	"testing"
	"time"

	"lectern/internal/feature/account"
	"lectern/internal/feature/course"
	"lectern/internal/feature/media"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/sample"
	"lectern/internal/testkit/dbtest"
)

// Works without ffmpeg: the recordings of the demo are already prepared.
func TestTheSampleCanBeWatched(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, database *sqldb.DB) {
		s := services(database, account.KindLastSix)
		blobs, err := blob.OpenLocal(t.TempDir(), time.Hour, time.Now)
		if err != nil {
			t.Fatal(err)
		}
		defer blobs.Close()
		s.Media = media.New(media.Options{
			DB: database, Keys: keyring.Generate(), Blobs: blobs, Jobs: job.New(database, s.Now), Now: s.Now,
			Folder: t.TempDir(), MayWatch: s.Courses.MayWatch,
		})
		if _, err := sample.Load(t.Context(), s); err != nil {
			t.Fatal(err)
		}
		previews, err := s.Courses.Previews(t.Context())
		if err != nil || len(previews) != 1 || previews[0].Duration < 50_000 {
			t.Fatalf("[2.5] previews: %+v, %v", previews, err)
		}
		posters, err := s.Media.Posters(t.Context(), access.Actor{}, []string{previews[0].Lesson})
		if err != nil || posters[previews[0].Lesson] == "" {
			t.Errorf("[2.5] posters: %v, %v", posters, err)
		}
		p, err := s.Media.Playback(t.Context(), access.Actor{}, previews[0].Lesson)
		if err != nil || p.State != media.PlaysReady || !p.HLS || !p.Audio || !p.Sprite || len(p.Captions) != 2 ||
			p.Captions[0].Language != "zh-CN" || len(p.Chapters) != 4 || p.Chapters[3].End != p.Duration.Round(time.Second) {
			t.Errorf("[2.5] %+v, %v", p, err)
		}
		ticket, err := s.Media.CheckTicket(p.Ticket)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range []string{
			"master.m3u8", "v360.m3u8", "v360_init.mp4", "v240_00000.m4s",
			"audio.m3u8", "poster.jpg", "sprite.jpg",
		} {
			file, err := s.Media.File(t.Context(), ticket, access.Actor{}, path)
			if err != nil {
				t.Fatal(err)
			}
			if got := content(t, blobs, file.Key); len(got) == 0 {
				t.Errorf("%s is empty", path)
			}
		}
		var ready, recorded int
		for _, code := range []string{"MKT201", "STA201"} {
			for _, l := range lessonsOf(t, s.Courses, database, code) {
				p, err := s.Media.Playback(t.Context(), access.System(), l.ID)
				if err != nil {
					t.Fatal(err)
				}
				if p.State == media.PlaysReady {
					ready++
				}
				if l.Class != "" {
					recorded++
				}
			}
		}
		if ready != 3 || recorded != 2 {
			t.Errorf("%d can be played, %d are of a class", ready, recorded)
		}
	})
}

func content(t *testing.T, blobs blob.Store, key string) []byte {
	t.Helper()
	r, _, err := blobs.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	var out bytes.Buffer
	if _, err := io.Copy(&out, r); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func lessonsOf(t *testing.T, courses *course.Service, database *sqldb.DB, code string) []course.Lesson {
	t.Helper()
	id, err := courses.CourseID(context.WithoutCancel(t.Context()), database.Reader(), code)
	if err != nil {
		t.Fatal(err)
	}
	list, err := courses.Lessons(t.Context(), access.System(), id)
	if err != nil {
		t.Fatal(err)
	}
	return list
}
