package media_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"lectern/internal/feature/media"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/attacktest"
	"lectern/internal/testkit/blobtest"
	"lectern/internal/testkit/dbtest"
)

// The connection breaks at random bytes and the server restarts each time: what arrives in the end is what was sent.
func TestAnUploadCutAtRandomBytes(t *testing.T) {
	eachStore(t, func(t *testing.T, url string, open func() blob.Store) {
		h := newFixture(t, dbtest.Open(t, url), keepIn(open()))
		film := mp4(300_000)
		for i := 24; i < len(film); i++ {
			film[i] = byte(rand.IntN(256))
		}
		u := h.begin(len(film))
		cuts := 0
		for {
			h.Service = media.New(h.o) // a restart
			at, err := h.ask(staff, u.ID)
			if err != nil {
				t.Fatal(err)
			}
			if at == u.Size { // the last piece was cut after its last byte
				break
			}
			got, err := h.send(staff, u.ID, at, &cutReader{bytes.NewReader(film[at:]), 1 + rand.IntN(80_000)})
			if err == nil {
				if got != u.Size {
					t.Errorf("done at %d", got)
				}
				break
			}
			if cuts++; cuts > 1000 {
				t.Fatalf("it does not end: %v", err)
			}
		}
		if cuts == 0 {
			t.Error("never cut")
		}
		if stored := blobtest.Get(t, h.blobs, "media/"+u.ID+"/source"); stored != string(film) {
			t.Errorf("other bytes than were sent: %d", len(stored))
		}
		if a := h.asset(u.ID); a.State != media.Waiting || a.File != "lecture.mp4" || a.Lesson != "one" {
			t.Errorf("asset %+v", a)
		}
		if left := h.left(); len(left) != 0 {
			t.Errorf("left: %v", left)
		}
		if at, err := h.ask(staff, u.ID); err != nil || at != u.Size {
			t.Errorf("asked again: %d, %v", at, err)
		}
		if at, err := h.send(staff, u.ID, u.Size, bytes.NewReader(nil)); err != nil || at != u.Size {
			t.Errorf("sent again: %d, %v", at, err)
		}
		if err := h.work(&fake{}); err != nil || h.plays("one").State != media.PlaysReady {
			t.Errorf("prepared: %v", err)
		}
		if run := h.claim(); run != nil {
			t.Error("a second job")
		}
	})
}

func TestUploadsAreRefusedBeforeAndLeaveNothing(t *testing.T) {
	eachStore(t, func(t *testing.T, url string, open func() blob.Store) {
		db := dbtest.Open(t, url)
		h := newFixture(t, db, keepIn(open()))
		ctx := t.Context()
		for _, tc := range []struct {
			name string
			who  access.Actor
			size int64
			free uint64
			to   media.Target
			code string
		}{
			{"a student", lin, 1000, 1 << 50, media.Target{Lesson: "one"}, "access.forbidden"},
			{"nobody", access.Actor{}, 1000, 1 << 50, media.Target{Lesson: "one"}, "access.signed_out"},
			{"empty", staff, 0, 1 << 50, media.Target{Lesson: "one"}, "media.empty"},
			{"too large", staff, media.MaxUpload + 1, 1 << 50, media.Target{Lesson: "one"}, "media.too_large"},
			{"no room", staff, 1 << 30, 2<<30 - 1, media.Target{Lesson: "one"}, "media.no_room"},
			{"no lesson", staff, 1000, 1 << 50, media.Target{Lesson: "none"}, "course.no_lesson"},
			{
				"another course's class", staff, 1000, 1 << 50,
				media.Target{Course: "c", Title: "x", Group: "none", Class: "none.1"},
				"course.class_elsewhere",
			},
			{"nowhere", staff, 1000, 1 << 50, media.Target{}, "media.no_target"},
		} {
			h.free = tc.free
			_, err := h.BeginUpload(ctx, tc.who, media.Incoming{Name: "x.mp4", Size: tc.size}, tc.to)
			wantCode(t, tc.name, err, tc.code)
		}
		h.free = 1 << 50
		if n := dbtest.Count(t, db, `SELECT count(*) FROM upload`); n != 0 || len(h.left()) != 0 {
			t.Errorf("%d uploads, %v", n, h.left())
		}

		playlist := []byte("#EXTM3U\n#EXTINF:1,\nhttp://example.com/a.ts\n")
		u := h.begin(len(playlist))
		_, err := h.send(staff, u.ID, 0, bytes.NewReader(playlist))
		wantCode(t, "a playlist", err, "media.not_media")
		slow := h.begin(len(playlist))
		if _, err := h.send(staff, slow.ID, 0, bytes.NewReader(playlist[:5])); err != nil {
			t.Fatal(err)
		}
		_, err = h.send(staff, slow.ID, 5, bytes.NewReader(playlist[5:]))
		wantCode(t, "a playlist in pieces", err, "media.not_media")
		big := h.begin(10 << 20)
		endless := &endlessReader{}
		_, err = h.send(staff, big.ID, 0, endless)
		wantCode(t, "junk", err, "media.not_media")
		if endless.read > 64<<10 {
			t.Errorf("%d bytes of junk were taken before it was refused", endless.read)
		}
		gone := h.begin(1024)
		dbtest.Exec(t, db, `DELETE FROM lesson WHERE id = 'one'`)
		_, err = h.send(staff, gone.ID, 0, lastPiece())
		wantCode(t, "a lesson deleted in between", err, "course.no_lesson")
		if n := dbtest.Count(t, db, `SELECT count(*) FROM upload`); n != 0 || len(h.left()) != 0 || len(h.keys()) != 0 {
			t.Errorf("%d uploads, %v, %v", n, h.left(), h.keys())
		}
	})
}

type endlessReader struct{ read int }

func (r *endlessReader) Read(p []byte) (int, error) {
	r.read += len(p)
	return len(p), nil
}

func TestUploadsBelongToWhoBeganThem(t *testing.T) {
	eachStore(t, func(t *testing.T, url string, open func() blob.Store) {
		h := newFixture(t, dbtest.Open(t, url), keepIn(open()))
		ctx := t.Context()
		u := h.begin(2000)
		other := access.Actor{Account: "other", Role: access.Staff, Scope: access.Registrar}
		for _, who := range []access.Actor{other, lin} {
			code := map[access.Role]string{access.Staff: "media.no_upload", access.User: "access.forbidden"}[who.Role]
			_, err := h.FindUpload(ctx, who, u.ID)
			wantCode(t, "another's", err, code)
		}
		if _, err := h.send(staff, u.ID, 5, bytes.NewReader(mp4(10))); err == nil {
			t.Error("a piece at the wrong place was taken")
		}
		if got, err := h.send(staff, u.ID, 0, lastPiece()); err != nil || got != 1024 {
			t.Errorf("%d, %v", got, err)
		}
		if _, err := h.send(staff, u.ID, 0, lastPiece()); err == nil {
			t.Error("the same piece was taken again")
		}
		if got, err := h.send(staff, u.ID, 1024, bytes.NewReader(make([]byte, 976))); err != nil || got != 2000 ||
			h.asset(u.ID).State != media.Waiting {
			t.Errorf("%d, %v", got, err)
		}
		if err := h.end(staff, u.ID); err != nil || h.asset(u.ID).State != media.Waiting || len(h.keys()) != 1 {
			t.Errorf("ending a finished upload: %v, %v", err, h.keys())
		}
		v := h.begin(2000)
		if _, err := h.send(staff, v.ID, 0, lastPiece()); err != nil {
			t.Fatal(err)
		}
		wantCode(t, "end", h.end(staff, v.ID), "")
		_, err := h.ask(staff, v.ID)
		wantCode(t, "ended", err, "media.no_upload")
		w := h.begin(2000)
		h.pass(8 * 24 * time.Hour)
		if err := h.SweepAll(ctx); err != nil {
			t.Fatal(err)
		}
		_, err = h.ask(staff, w.ID)
		wantCode(t, "expired", err, "media.no_upload")
		if left := h.left(); len(left) != 0 {
			t.Errorf("left: %v", left)
		}
	})
}

// A client reconnects, perhaps to another node, while its old request still waits for bytes.
func TestTheNewcomerTakesAnUploadOver(t *testing.T) {
	eachStore(t, func(t *testing.T, url string, open func() blob.Store) {
		h := newFixture(t, dbtest.Open(t, url), keepIn(open()))
		other := h.node(dbtest.Open(t, url), open())
		u := h.begin(2000)
		r, w := io.Pipe()
		sent := make(chan error, 1)
		go func() {
			_, err := h.send(staff, u.ID, 0, r)
			sent <- err
		}()
		if _, err := w.Write(mp4(976)); err != nil { // then silence
			t.Fatal(err)
		}
		at, err := other.ask(staff, u.ID)
		if err != nil || at != 1000 {
			t.Errorf("%d, %v", at, err)
		}
		if err := <-sent; err == nil {
			t.Error("the old request does not know")
		}
		if at, err = other.send(staff, u.ID, at, bytes.NewReader(make([]byte, 1000))); err != nil || at != 2000 ||
			h.asset(u.ID).State != media.Waiting {
			t.Errorf("%d, %v", at, err)
		}
	})
}

// If the store is down when the last byte arrives, the upload isn't reported as done, and nothing is lost.
func TestAStoreThatIsDownAtTheEnd(t *testing.T) {
	eachStore(t, func(t *testing.T, url string, open func() blob.Store) {
		down := true
		store := gated(open(), func(context.Context) error {
			if down {
				return fault.New(fault.Unavailable, "blob.store_down")
			}
			return nil
		})
		h := newFixture(t, dbtest.Open(t, url), keepIn(store))
		u, v := h.begin(1024), h.begin(1024)
		for _, upload := range []media.Upload{u, v} {
			_, err := h.send(staff, upload.ID, 0, lastPiece())
			wantCode(t, "the last piece", err, "blob.store_down")
			_, err = h.ask(staff, upload.ID)
			wantCode(t, "how much is there", err, "blob.store_down")
		}
		if err := h.FinishUploads(t.Context()); fault.Code(err) != "blob.store_down" {
			t.Errorf("still down: %v", err)
		}
		down = false
		if at, err := h.ask(staff, u.ID); err != nil || at != 1024 || h.asset(u.ID).State != media.Waiting {
			t.Errorf("the client asks again: %d, %v, %+v", at, err, h.asset(u.ID))
		}
		if err := h.FinishUploads(t.Context()); err != nil || h.asset(v.ID).State != media.Waiting {
			t.Errorf("the client does not ask again: %v, %+v", err, h.asset(v.ID))
		}
		if err := h.FinishUploads(t.Context()); err != nil || len(h.left()) != 0 {
			t.Errorf("%v, %v", err, h.left())
		}
	})
}

// A real object store fails during the last piece, and recovers.
func TestAttackStoreAway(t *testing.T) {
	attacktest.Repeat(t, "object store away at the end of an upload", 1, 10, attackStoreAway)
}

func attackStoreAway(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		server := blobtest.StartS3(t)
		store, err := blob.OpenS3(server.Address)
		if err != nil {
			t.Fatal(err)
		}
		h := newFixture(t, db, keepIn(store))
		u := h.begin(1024)
		_, err = h.send(staff, u.ID, 0, io.MultiReader(lastPiece(), stopping(server.Stop)))
		wantCode(t, "the last piece", err, "blob.store_down")
		_, err = h.ask(staff, u.ID)
		wantCode(t, "how much is there", err, "blob.store_down")
		server.Start()
		at, err := h.ask(staff, u.ID)
		if err == nil && at < u.Size {
			at, err = h.send(staff, u.ID, at, bytes.NewReader(mp4(1000)[at:]))
		}
		if err != nil || at != u.Size || h.asset(u.ID).State != media.Waiting {
			t.Errorf("%d, %v, %+v", at, err, h.asset(u.ID))
		}
	})
}

type stopping func()

func (s stopping) Read([]byte) (int, error) {
	s()
	return 0, io.EOF
}

// A process is killed between the last byte and the recording: another one finishes it, in the background or when
// asked.
func TestAnotherNodeFinishes(t *testing.T) {
	for name, finish := range map[string]func(*fixture, media.Upload) error{
		"in the background": func(h *fixture, _ media.Upload) error { return h.FinishUploads(h.t.Context()) },
		"asked": func(h *fixture, u media.Upload) error {
			at, err := h.ask(staff, u.ID)
			if err == nil && at != u.Size {
				err = errors.New("it is not complete")
			}
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			eachStore(t, func(t *testing.T, url string, open func() blob.Store) {
				h := newFixture(t, dbtest.Open(t, url), keepIn(open()))
				reached, release := make(chan struct{}), make(chan struct{})
				victims := dbtest.Open(t, url)
				victim := h.node(victims, gated(open(), func(context.Context) error {
					close(reached)
					<-release
					return nil
				}))
				u := h.begin(1024)
				sent := make(chan error, 1)
				go func() {
					_, err := victim.send(staff, u.ID, 0, lastPiece())
					sent <- err
				}()
				<-reached
				if err := h.FinishUploads(t.Context()); err != nil || h.asset(u.ID).ID != "" {
					t.Errorf("it was finished while another node works on it: %v", err)
				}
				if err := victims.Close(); err != nil { // it can't write from now on
					t.Fatal(err)
				}
				h.pass(11 * time.Second) // its lock has expired
				if err := finish(h, u); err != nil || h.asset(u.ID).State != media.Waiting {
					t.Errorf("%v, %+v", err, h.asset(u.ID))
				}
				close(release)
				if err := <-sent; err == nil {
					t.Error("the victim says that it is done")
				}
				if err := h.work(&fake{}); err != nil || h.claim() != nil {
					t.Errorf("prepared: %v", err)
				}
				if left := h.left(); len(left) != 0 {
					t.Errorf("left: %v", left)
				}
			})
		})
	}
}

// Killed between moving the bytes to the store and writing the row: the next request finishes it.
func TestAttackKillBetweenStoreAndRow(t *testing.T) {
	attacktest.Repeat(t, "kill between store and database", 1, 10, attackKillBetweenStoreAndRow)
}

func attackKillBetweenStoreAndRow(t *testing.T) {
	h := newFixture(t, dbtest.Open(t, dbtest.SQLite(t)))
	u := h.begin(1024)
	if _, err := h.blobs.Put(t.Context(), "media/"+u.ID+"/source", lastPiece()); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(h.o.Folder, "uploads", u.ID)); err != nil {
		t.Fatal(err)
	}
	at, err := h.ask(staff, u.ID)
	if err != nil || at != 1024 || h.asset(u.ID).State != media.Waiting {
		t.Errorf("%d, %v", at, err)
	}
}
