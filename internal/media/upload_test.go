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

	"lectern/internal/access"
	"lectern/internal/blob"
	"lectern/internal/dbtest"
	"lectern/internal/fault"
	"lectern/internal/media"
	"lectern/internal/sqldb"
)

func stop() {}

func (h *house) begin(size int) media.Upload {
	h.t.Helper()
	u, err := h.Upload(h.t.Context(), staff, `C:\films\lecture.mp4`, int64(size), media.Target{Lesson: "one"})
	if err != nil {
		h.t.Fatal(err)
	}
	return u
}

// left is what uploads take up on the disk.
func (h *house) left() []string {
	h.t.Helper()
	entries, err := os.ReadDir(filepath.Join(h.o.Folder, "uploads"))
	if err != nil && !os.IsNotExist(err) {
		h.t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// The line breaks at random bytes, and the server is started anew each time: what arrives in the end is what was sent.
func TestAnUploadCutAtRandomBytes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newHouse(t, db)
		film := mp4(300_000)
		for i := 24; i < len(film); i++ {
			film[i] = byte(rand.IntN(256))
		}
		u := h.begin(len(film))
		cuts := 0
		for {
			h.Service = media.New(h.o) // a restart
			at, err := h.Offset(t.Context(), staff, u.ID)
			if err != nil {
				t.Fatal(err)
			}
			got, err := h.Write(t.Context(), staff, u.ID, at.Offset, &cutReader{bytes.NewReader(film[at.Offset:]), 1 + rand.IntN(40_000)}, stop)
			if err == nil {
				if got.Asset == "" || got.Offset != int64(len(film)) {
					t.Errorf("done: %+v", got)
				}
				break
			}
			cuts++
			if !errors.Is(err, errBroken) || got.Offset <= at.Offset && cuts > 1000 {
				t.Fatalf("cut: %+v, %v", got, err)
			}
		}
		if cuts == 0 {
			t.Error("never cut")
		}
		r, info, err := h.blobs.Open(t.Context(), "media/"+u.ID+"/source.mp4")
		if err != nil {
			t.Fatal(err)
		}
		stored, err := io.ReadAll(r)
		if err = errors.Join(err, r.Close()); err != nil || info.Size != int64(len(film)) || !bytes.Equal(stored, film) {
			t.Errorf("other bytes than were sent: %d, %v", len(stored), err)
		}
		if a := h.asset(u.ID); a.State != media.Waiting || a.File != "lecture.mp4" || a.Lesson != "one" {
			t.Errorf("asset %+v", a)
		}
		if left := h.left(); len(left) != 0 {
			t.Errorf("left: %v", left)
		}
		if at, err := h.Offset(t.Context(), staff, u.ID); err != nil || at.Offset != u.Size || at.Asset != u.ID {
			t.Errorf("asked again: %+v, %v", at, err)
		}
		if got, err := h.Write(t.Context(), staff, u.ID, u.Size, bytes.NewReader(nil), stop); err != nil || got.Asset != u.ID {
			t.Errorf("sent again: %+v, %v", got, err)
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
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newHouse(t, db)
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
			{"nowhere", staff, 1000, 1 << 50, media.Target{}, "media.no_target"},
		} {
			h.free = tc.free
			_, err := h.Upload(ctx, tc.who, "x.mp4", tc.size, tc.to)
			wantCode(t, tc.name, err, tc.code)
		}
		h.free = 1 << 50
		if n := dbtest.Count(t, db, `SELECT count(*) FROM upload`); n != 0 || len(h.left()) != 0 {
			t.Errorf("%d uploads, %v", n, h.left())
		}

		playlist := []byte("#EXTM3U\n#EXTINF:1,\nhttp://example.com/a.ts\n")
		u := h.begin(len(playlist))
		_, err := h.Write(ctx, staff, u.ID, 0, bytes.NewReader(playlist), stop)
		wantCode(t, "a playlist", err, "media.not_media")
		big := h.begin(10 << 20)
		endless := &endlessReader{}
		_, err = h.Write(ctx, staff, big.ID, 0, endless, stop)
		wantCode(t, "junk", err, "media.not_media")
		if endless.read > 64<<10 {
			t.Errorf("%d bytes of junk were taken before it was refused", endless.read)
		}
		gone, err := h.Upload(ctx, staff, "x.mp4", int64(len(mp4(1000))), media.Target{Lesson: "two"})
		if err != nil {
			t.Fatal(err)
		}
		dbtest.Exec(t, db, `DELETE FROM lesson WHERE id = 'two'`)
		_, err = h.Write(ctx, staff, gone.ID, 0, bytes.NewReader(mp4(1000)), stop)
		wantCode(t, "a lesson that went meanwhile", err, "course.no_lesson")
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

func TestUploadsKeepToTheirOwnerAndPlace(t *testing.T) {
	h := newHouse(t, dbtest.Open(t, dbtest.SQLite(t)))
	ctx := t.Context()
	u := h.begin(2000)
	other := access.Actor{Account: "other", Role: access.Staff}
	_, err := h.Offset(ctx, other, u.ID)
	wantCode(t, "another's", err, "media.no_upload")
	_, err = h.Write(ctx, other, u.ID, 0, bytes.NewReader(mp4(10)), stop)
	wantCode(t, "another's", err, "media.no_upload")
	wantCode(t, "another's", h.Remove(ctx, other, u.ID), "media.no_upload")
	_, err = h.Offset(ctx, lin, u.ID)
	wantCode(t, "a student", err, "access.forbidden")
	_, err = h.Write(ctx, staff, u.ID, 5, bytes.NewReader(mp4(10)), stop)
	wantCode(t, "wrong place", err, "media.upload_offset")
	got, err := h.Write(ctx, staff, u.ID, 0, bytes.NewReader(mp4(1000)), stop)
	if err != nil || got.Offset != 1024 {
		t.Errorf("%+v, %v", got, err)
	}
	_, err = h.Write(ctx, staff, u.ID, 0, bytes.NewReader(mp4(1000)), stop)
	wantCode(t, "the same piece again", err, "media.upload_offset")
	if got, err = h.Write(ctx, staff, u.ID, 1024, &endlessReader{}, stop); err != nil || got.Offset != 2000 || got.Asset == "" {
		t.Errorf("more than was announced: %+v, %v", got, err)
	}
	v := h.begin(2000)
	wantCode(t, "remove", h.Remove(ctx, staff, v.ID), "")
	_, err = h.Offset(ctx, staff, v.ID)
	wantCode(t, "removed", err, "media.no_upload")
	if left := h.left(); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
	w := h.begin(2000)
	h.pass(8 * 24 * time.Hour)
	if err := h.Sweep(ctx); err != nil {
		t.Fatal(err)
	}
	_, err = h.Offset(ctx, staff, w.ID)
	wantCode(t, "expired", err, "media.no_upload")
	if left := h.left(); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}

// A client that lost its line comes back while the server still waits on the old one.
func TestTheNewcomerTakesAnUploadOver(t *testing.T) {
	h := newHouse(t, dbtest.Open(t, dbtest.SQLite(t)))
	u := h.begin(2000)
	r, w := io.Pipe()
	written := make(chan error, 1)
	go func() {
		_, err := h.Write(t.Context(), staff, u.ID, 0, r, func() { _ = w.CloseWithError(errBroken) })
		written <- err
	}()
	if _, err := w.Write(mp4(976)); err != nil { // 1000 bytes are taken, then silence
		t.Fatal(err)
	}
	at, err := h.Offset(t.Context(), staff, u.ID)
	if err != nil || at.Offset != 1000 {
		t.Errorf("%+v, %v", at, err)
	}
	if err := <-written; !errors.Is(err, errBroken) {
		t.Errorf("the old one: %v", err)
	}
	if got, err := h.Write(t.Context(), staff, u.ID, 1000, bytes.NewReader(make([]byte, 1000)), stop); err != nil || got.Asset == "" {
		t.Errorf("%+v, %v", got, err)
	}
}

// shakyStore fails when it is told to.
type shakyStore struct {
	blob.Store
	down bool
}

func (s *shakyStore) Put(ctx context.Context, key string, r io.Reader) (blob.Info, error) {
	if s.down {
		return blob.Info{}, fault.New(fault.Unavailable, "blob.store_down")
	}
	return s.Store.Put(ctx, key, r)
}

// The last byte has arrived and the store is away: nothing is lost, and the asset is made when the store is back.
func TestAStoreThatIsDownDelaysAndLosesNothing(t *testing.T) {
	db := dbtest.Open(t, dbtest.SQLite(t))
	store := &shakyStore{down: true}
	h := newHouse(t, db, func(o *media.Options) { store.Store = o.Blobs; o.Blobs = store })
	u := h.begin(1024)
	_, err := h.Write(t.Context(), staff, u.ID, 0, bytes.NewReader(mp4(1000)), stop)
	wantCode(t, "down", err, "blob.store_down")
	if at, err := h.Offset(t.Context(), staff, u.ID); err != nil || at.Offset != 1024 || at.Asset != "" {
		t.Errorf("%+v, %v", at, err)
	}
	if err := h.FinishUploads(t.Context()); fault.Code(err) != "blob.store_down" {
		t.Errorf("still down: %v", err)
	}
	store.down = false
	if err := h.FinishUploads(t.Context()); err != nil {
		t.Fatal(err)
	}
	if a := h.asset(u.ID); a.State != media.Waiting {
		t.Errorf("%+v", a)
	}
	if err := h.FinishUploads(t.Context()); err != nil || len(h.left()) != 0 {
		t.Errorf("%v, %v", err, h.left())
	}
}

// Killed between moving the bytes into the store and writing the row: the next look finishes it.
func TestAKillBetweenStoreAndRow(t *testing.T) {
	h := newHouse(t, dbtest.Open(t, dbtest.SQLite(t)))
	u := h.begin(1024)
	if _, err := h.blobs.Put(t.Context(), "media/"+u.ID+"/source.mp4", bytes.NewReader(mp4(1000))); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(h.o.Folder, "uploads", u.ID)); err != nil {
		t.Fatal(err)
	}
	at, err := h.Offset(t.Context(), staff, u.ID)
	if err != nil || at.Offset != 1024 || at.Asset != u.ID || h.asset(u.ID).State != media.Waiting {
		t.Errorf("%+v, %v", at, err)
	}
}
