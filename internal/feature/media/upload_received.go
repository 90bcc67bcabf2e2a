package media

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/tus/tusd/v2/pkg/filestore"
	tusd "github.com/tus/tusd/v2/pkg/handler"
	"github.com/tus/tusd/v2/pkg/s3store"

	"lectern/internal/kernel/fault"
)

// received stores the bytes of uploads until they are complete, in one of tusd's stores.
type received interface {
	// create makes an empty upload and returns tusd's ID.
	create(ctx context.Context, row uploadRow) (string, error)
	open(ctx context.Context, row uploadRow) (tusd.Upload, error)
	// complete moves the bytes of a complete upload to its blob.
	complete(ctx context.Context, row uploadRow) error
	// discard removes the bytes of an upload that has no asset; clean removes the remains of one that has.
	discard(ctx context.Context, upload, storeID string) error
	clean(ctx context.Context, upload string) error
	// fault turns errors of tusd's store into ours.
	fault(ctx context.Context, err error) error
}

// newReceived picks the store. With an object store, uploads go there at once, so that every node can continue them.
func newReceived(s *Service) received {
	if remote, ok := s.o.Blobs.(interface{ Bucket() (*s3.Client, string) }); ok {
		return newReceivedObjects(s, remote.Bucket)
	}
	return receivedFiles{s}
}

// receivedFiles are local files next to tusd's metadata.
type receivedFiles struct{ s *Service }

func (r receivedFiles) store() filestore.FileStore {
	return filestore.New(filepath.Join(r.s.o.Folder, uploadFolder))
}

func (s *Service) uploadPath(upload string) string {
	return filepath.Join(s.o.Folder, uploadFolder, upload)
}

func (r receivedFiles) create(ctx context.Context, row uploadRow) (string, error) {
	folder, err := r.s.localFolder(uploadFolder)
	if err != nil {
		return "", err
	}
	if _, err := r.store().NewUpload(ctx, tusd.FileInfo{ID: row.ID, Size: row.Size}); err != nil {
		return "", full(err)
	}
	path := r.s.uploadPath(row.ID)
	return row.ID, errors.Join(syncFile(path), syncFile(path+".info"), syncFolder(folder))
}

func (r receivedFiles) open(ctx context.Context, row uploadRow) (tusd.Upload, error) {
	u, err := r.store().GetUpload(ctx, row.ID)
	return syncedUpload{u, r.s.uploadPath(row.ID)}, err
}

func (r receivedFiles) complete(ctx context.Context, row uploadRow) error {
	err := r.s.store(ctx, uploadKey(row.ID), r.s.uploadPath(row.ID))
	if errors.Is(err, os.ErrNotExist) {
		return fault.New(fault.NotFound, "media.no_upload").Because(err)
	}
	return err
}

func (r receivedFiles) discard(_ context.Context, upload, _ string) error {
	path := r.s.uploadPath(upload)
	return errors.Join(os.RemoveAll(path), os.RemoveAll(path+".info"))
}

func (r receivedFiles) clean(ctx context.Context, upload string) error {
	return r.discard(ctx, upload, "")
}

func (r receivedFiles) fault(_ context.Context, err error) error {
	if errors.Is(err, tusd.ErrNotFound) {
		return fault.New(fault.NotFound, "media.no_upload").Because(err)
	}
	return full(err)
}

// syncedUpload syncs to disk before it responds, so that a piece survives a power cut.
type syncedUpload struct {
	tusd.Upload
	path string
}

func (u syncedUpload) WriteChunk(ctx context.Context, offset int64, src io.Reader) (int64, error) {
	n, err := u.Upload.WriteChunk(ctx, offset, src)
	return n, errors.Join(err, syncFile(u.path))
}

// receivedObjects are parts in the bucket. They become an object under the upload's blob key; tusd's metadata is below
// uploads/.
type receivedObjects struct {
	s     *Service
	store s3store.S3Store
}

const (
	noteFolder = "uploads/"
	// pieceSize is how much is buffered on disk before it is sent on: what the browser sends per request.
	pieceSize = 16 << 20
)

func newReceivedObjects(s *Service, bucket func() (*s3.Client, string)) receivedObjects {
	client, name := bucket()
	store := s3store.New(name, client)
	store.ObjectPrefix, store.MetadataObjectPrefix = sourceFolder, noteFolder
	store.PreferredPartSize, store.MaxBufferedParts = pieceSize, 1
	store.TemporaryDirectory = filepath.Join(s.o.Folder, uploadFolder)
	return receivedObjects{s, store}
}

func (r receivedObjects) create(ctx context.Context, row uploadRow) (string, error) {
	u, err := r.store.NewUpload(ctx, tusd.FileInfo{ID: row.ID + "/source", Size: row.Size})
	if err != nil {
		return "", r.fault(ctx, err)
	}
	info, err := u.GetInfo(ctx)
	return info.ID, err
}

func (r receivedObjects) open(ctx context.Context, row uploadRow) (tusd.Upload, error) {
	if _, err := r.s.localFolder(uploadFolder); err != nil {
		return nil, err
	}
	return r.store.GetUpload(ctx, row.StoreID)
}

func (r receivedObjects) complete(ctx context.Context, row uploadRow) error {
	u, err := r.open(ctx, row)
	if err == nil {
		err = u.FinishUpload(ctx)
	}
	return r.fault(ctx, err)
}

func (r receivedObjects) discard(ctx context.Context, upload, storeID string) error {
	u, err := r.store.GetUpload(ctx, storeID)
	if errors.Is(err, tusd.ErrNotFound) {
		return r.clean(ctx, upload) // it was not created
	}
	if err == nil {
		err = r.store.AsTerminatableUpload(u).Terminate(ctx)
	}
	if hasCode(err, "NoSuchUpload") {
		err = nil
	}
	return r.fault(ctx, err)
}

func (r receivedObjects) clean(ctx context.Context, upload string) error {
	return errors.Join(r.s.o.Blobs.Delete(ctx, noteFolder+upload+"/source.info"),
		r.s.o.Blobs.Delete(ctx, noteFolder+upload+"/source.part"))
}

// fault treats every store error that isn't about the client or the local disk as unavailable.
func (r receivedObjects) fault(ctx context.Context, err error) error {
	switch {
	case err == nil, fault.Code(err) != "", ctx.Err() != nil:
		return err
	case errors.Is(err, tusd.ErrNotFound), hasCode(err, "NoSuchUpload"), hasCode(err, "NoSuchKey"):
		return fault.New(fault.NotFound, "media.no_upload").Because(err)
	}
	if err := full(err); fault.Code(err) != "" {
		return err
	}
	return fault.New(fault.Unavailable, "blob.store_down").After(30 * time.Second).Because(err)
}

func hasCode(err error, code string) bool {
	var answer interface{ ErrorCode() string }
	return errors.As(err, &answer) && answer.ErrorCode() == code
}

func openFile(path string) (*os.File, error) {
	f, err := os.Open(path) //nolint:gosec // paths are made here
	if err != nil {
		return nil, fmt.Errorf("open a file of ours: %w", err)
	}
	return f, nil
}

func syncFile(path string) error {
	f, err := openFile(path)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// syncFolder makes new file names survive a power cut.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	return syncFile(path)
}
