package media_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	tusd "github.com/tus/tusd/v2/pkg/handler"
	"golang.org/x/exp/slog"

	"lectern/internal/feature/media"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/job"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/blobtest"
	"lectern/internal/testkit/dbtest"
)

// eachStore runs a test on both databases, with local files and with a real object store.
func eachStore(t *testing.T, fn func(t *testing.T, url string, open func() blob.Store)) {
	t.Helper()
	t.Run("files", func(t *testing.T) {
		dbtest.EachURL(t, func(t *testing.T, url string) {
			folder := filepath.Join(t.TempDir(), "blobs")
			fn(t, url, func() blob.Store {
				store, err := blob.OpenLocal(folder, time.Hour, time.Now)
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { _ = store.Close() })
				return store
			})
		})
	})
	t.Run("objects", func(t *testing.T) {
		dbtest.EachURL(t, func(t *testing.T, url string) {
			address := blobtest.StartS3(t).Address
			fn(t, url, func() blob.Store {
				store, err := blob.OpenS3(address)
				if err != nil {
					t.Fatal(err)
				}
				return store
			})
		})
	})
}

func keepIn(store blob.Store) func(*media.Options) {
	return func(o *media.Options) { o.Blobs = store }
}

// node returns another process of the same installation, with a separate database connection.
func (h *fixture) node(db *sqldb.DB, store blob.Store) *fixture {
	other := &fixture{t: h.t, db: db, blobs: store, folder: h.folder, now: h.clock(), free: h.free, o: h.o}
	other.jobs = job.New(db, other.clock)
	other.o.DB, other.o.Jobs, other.o.Blobs, other.o.Now = db, other.jobs, store, other.clock
	other.Service = media.New(other.o)
	return other
}

// begin begins an upload for lesson one.
func (h *fixture) begin(size int) media.Upload {
	h.t.Helper()
	u, err := h.BeginUpload(h.t.Context(), staff,
		media.Incoming{Name: `C:\films\lecture.mp4`, Size: int64(size)}, media.Target{Lesson: "one"})
	if err != nil {
		h.t.Fatal(err)
	}
	if _, err := h.UploadStore().NewUpload(h.t.Context(), tusd.FileInfo{ID: u.ID, Size: u.Size}); err != nil {
		h.t.Fatal(err)
	}
	return u
}

// request sends one request through the real tusd, and returns the new offset.
func (h *fixture) request(who access.Actor, method, upload string, offset int64, body io.Reader) (int64, error) {
	h.t.Helper()
	if _, err := h.FindUpload(h.t.Context(), who, upload); err != nil {
		return 0, err
	}
	composer := tusd.NewStoreComposer()
	h.UploadStore().UseIn(composer)
	tus, err := tusd.NewUnroutedHandler(tusd.Config{
		StoreComposer: composer,
		Logger:        slog.New(slog.NewTextHandler(io.Discard, nil)), AcquireLockTimeout: 5 * time.Second,
	})
	if err != nil {
		h.t.Fatal(err)
	}
	call := &media.UploadRequest{Who: who, CheckSender: h.checkSender}
	ctx, cancel := context.WithCancel(h.t.Context())
	defer cancel()
	r := httptest.NewRequestWithContext(call.In(ctx), method, "/"+upload, body)
	r.Header.Set("Tus-Resumable", "1.0.0")
	r.Header.Set("Content-Type", "application/offset+octet-stream")
	r.Header.Set("Upload-Offset", strconv.FormatInt(offset, 10))
	w := httptest.NewRecorder()
	map[string]http.HandlerFunc{"HEAD": tus.HeadFile, "PATCH": tus.PatchFile, "DELETE": tus.DelFile}[method](w, r)
	if w.Code >= 400 {
		if call.Err == nil {
			call.Err = errors.New(w.Body.String())
		}
		return 0, call.Err
	}
	at, _ := strconv.ParseInt(w.Header().Get("Upload-Offset"), 10, 64) // DELETE has none
	return at, nil
}

func (h *fixture) ask(who access.Actor, upload string) (int64, error) {
	h.t.Helper()
	return h.request(who, http.MethodHead, upload, 0, nil)
}

func (h *fixture) send(who access.Actor, upload string, offset int64, body io.Reader) (int64, error) {
	h.t.Helper()
	return h.request(who, http.MethodPatch, upload, offset, body)
}

func (h *fixture) end(who access.Actor, upload string) error {
	h.t.Helper()
	_, err := h.request(who, http.MethodDelete, upload, 0, nil)
	return err
}

// left lists what uploads occupy on the disk and next to the blobs.
func (h *fixture) left() []string {
	h.t.Helper()
	entries, err := os.ReadDir(filepath.Join(h.o.Folder, "uploads"))
	if err != nil && !os.IsNotExist(err) {
		h.t.Fatal(err)
	}
	names := blobtest.Keys(h.t, h.blobs, "uploads/")
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// gate lets a test control what happens when a complete upload's blob is read.
type gate struct {
	pass func(ctx context.Context) error
}

type gatedFiles struct {
	*blob.Local
	*gate
}

func (g gatedFiles) Open(ctx context.Context, key string) (io.ReadSeekCloser, blob.Info, error) {
	if err := g.pass(ctx); err != nil {
		return nil, blob.Info{}, err
	}
	return g.Local.Open(ctx, key)
}

type gatedObjects struct {
	*blob.S3
	*gate
}

func (g gatedObjects) Open(ctx context.Context, key string) (io.ReadSeekCloser, blob.Info, error) {
	if err := g.pass(ctx); err != nil {
		return nil, blob.Info{}, err
	}
	return g.S3.Open(ctx, key)
}

// gated makes the last step of uploads wait for pass.
func gated(store blob.Store, pass func(ctx context.Context) error) blob.Store {
	g := &gate{pass}
	if local, ok := store.(*blob.Local); ok {
		return gatedFiles{local, g}
	}
	return gatedObjects{store.(*blob.S3), g} //nolint:forcetypeassert // there are two
}

// lastPiece completes a film: only the last step remains.
func lastPiece() io.Reader { return bytes.NewReader(mp4(1000)) }

// shakyStore fails on command.
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
