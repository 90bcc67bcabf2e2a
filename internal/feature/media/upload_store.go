package media

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	tusd "github.com/tus/tusd/v2/pkg/handler"

	"lectern/internal/feature/media/db"
	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
)

// An UploadRequest passes a caller and an error through tusd, which knows neither.
type UploadRequest struct {
	Who access.Actor
	Err error // the last error of the store or the lock
	// CheckSender returns an error if the session has ended since, or lost the right to upload. Optional.
	CheckSender func(ctx context.Context) error

	values context.Context //nolint:containedctx // see ownContext
}

type uploadRequestKey struct{}

// In returns a context that holds the request.
func (r *UploadRequest) In(ctx context.Context) context.Context {
	ctx = context.WithValue(ctx, uploadRequestKey{}, r)
	r.values = context.WithoutCancel(ctx)
	return ctx
}

// ownContext returns a context that ends with tusd's and has the values of the request. It doesn't read tusd's values,
// because tusd changes that struct while the S3 client still reads it.
func ownContext(ctx context.Context) (own context.Context, done func()) {
	r, ok := ctx.Value(uploadRequestKey{}).(*UploadRequest)
	if !ok {
		return ctx, func() {}
	}
	own, cancel := context.WithCancel(r.values)
	stop := context.AfterFunc(ctx, cancel)
	return own, func() {
		stop()
		cancel()
	}
}

// UploadFailed stores an error in the context's request, and returns it.
func UploadFailed(ctx context.Context, err error) error {
	if r, ok := ctx.Value(uploadRequestKey{}).(*UploadRequest); ok && err != nil {
		r.Err = err
	}
	return err
}

// uploader is the caller, or in the background the staff member who started the upload.
func uploader(ctx context.Context, row uploadRow) access.Actor {
	if r, ok := ctx.Value(uploadRequestKey{}).(*UploadRequest); ok {
		return r.Who
	}
	return access.Actor{Account: row.AccountID, Role: access.Staff, Scope: access.Registrar}
}

// An UploadStore is the data store for tusd: bytes in tusd's own stores, the rest in our rows, under our IDs. A
// complete upload is finished before the response, so success means that there is a recording.
type UploadStore struct{ s *Service }

// UploadStore returns the store and locker for tusd. Check with FindUpload that the caller owns the upload.
func (s *Service) UploadStore() UploadStore { return UploadStore{s} }

// UseIn makes tusd use the store and its locks.
func (u UploadStore) UseIn(composer *tusd.StoreComposer) {
	composer.UseCore(u)
	composer.UseTerminater(u)
	composer.UseLocker(u)
}

// NewUpload creates the file for an upload that BeginUpload has registered.
func (u UploadStore) NewUpload(ctx context.Context, info tusd.FileInfo) (tusd.Upload, error) {
	ctx, done := ownContext(ctx)
	defer done()
	row, err := u.s.upload(ctx, info.ID)
	if err != nil {
		return nil, UploadFailed(ctx, err)
	}
	row.StoreID, err = u.s.received.create(ctx, row)
	if err == nil {
		err = u.s.o.DB.WriteOne(ctx, func(q sqldb.Querier) error {
			return db.New(q).UpdateUploadStored(ctx, db.UpdateUploadStoredParams{ID: row.ID, Store: row.StoreID})
		})
	}
	if err != nil {
		u.s.note(ctx, "an upload that was not begun could not be removed yet", u.s.removeUpload(ctx, row.ID, row.StoreID))
		return nil, UploadFailed(ctx, err)
	}
	return &upload{u.s, row}, nil
}

// GetUpload returns an upload by its ID.
func (u UploadStore) GetUpload(ctx context.Context, id string) (tusd.Upload, error) {
	ctx, done := ownContext(ctx)
	defer done()
	row, err := u.s.upload(ctx, id)
	if err != nil {
		return nil, UploadFailed(ctx, err)
	}
	return &upload{u.s, row}, nil
}

// AsTerminatableUpload lets tusd cancel uploads.
func (u UploadStore) AsTerminatableUpload(of tusd.Upload) tusd.TerminatableUpload {
	return of.(*upload) //nolint:forcetypeassert // made above
}

// upload is an upload locked by one request.
type upload struct {
	s   *Service
	row uploadRow
}

// GetInfo returns how much has arrived. It finishes a complete upload first, so that a client can't take one without a
// recording for done.
func (u *upload) GetInfo(ctx context.Context) (tusd.FileInfo, error) {
	ctx, done := ownContext(ctx)
	defer done()
	offset, err := u.s.offset(ctx, u.row)
	return tusd.FileInfo{ID: u.row.ID, Size: u.row.Size, Offset: offset}, UploadFailed(ctx, err)
}

// offset returns how much has arrived, and finishes a complete upload.
func (s *Service) offset(ctx context.Context, row uploadRow) (int64, error) {
	if row.AssetID != "" {
		return row.Size, nil
	}
	received, err := s.received.open(ctx, row)
	var info tusd.FileInfo
	if err == nil {
		info, err = received.GetInfo(ctx)
	}
	if err = s.received.fault(ctx, err); fault.Code(err) == "media.no_upload" {
		// An earlier attempt may have moved the bytes to their blob.
		stored, lost := s.o.Blobs.Stat(ctx, uploadKey(row.ID))
		switch {
		case lost == nil && stored.Size == row.Size:
			info.Offset, err = row.Size, nil
		case lost != nil && fault.Code(lost) != "blob.not_found":
			err = lost
		}
	}
	if err == nil && info.Offset == row.Size {
		err = s.finishUpload(ctx, uploader(ctx, row), row)
	}
	return info.Offset, err
}

// WriteChunk appends. If the first piece doesn't start like a recording, the upload is refused and removed.
func (u *upload) WriteChunk(ctx context.Context, offset int64, src io.Reader) (int64, error) {
	ctx, done := ownContext(ctx)
	defer done()
	src = &diskReader{r: senderReader{ctx, src}, s: u.s}
	if offset == 0 {
		head := make([]byte, min(u.row.Size, ffmpeg.FormatBytes))
		n, err := io.ReadFull(src, head)
		if err == nil { // a shorter start is checked at the end
			_, err = checkHead(head)
		}
		if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
			if isRefusal(err) {
				err = errors.Join(err, u.s.removeUpload(ctx, u.row.ID, u.row.StoreID))
			}
			return 0, UploadFailed(ctx, err)
		}
		src = io.MultiReader(bytes.NewReader(head[:n]), src)
	}
	received, err := u.s.received.open(ctx, u.row)
	var n int64
	if err == nil {
		n, err = received.WriteChunk(ctx, offset, src)
	}
	gone := senderGone(ctx) // also after the last byte, which a store may have read without an error
	err = errors.Join(u.s.received.fault(ctx, err), u.extend(ctx, gone != nil))
	if gone != nil {
		err = gone
	}
	return n, UploadFailed(ctx, err)
}

func (u *upload) extend(ctx context.Context, stopped bool) error {
	at := u.s.o.Now().Add(uploadLife).UnixMilli()
	return u.s.o.DB.WriteOne(ctx, func(q sqldb.Querier) error {
		return db.New(q).UpdateUploadExpiry(ctx,
			db.UpdateUploadExpiryParams{ID: u.row.ID, At: at, Stopped: stopped})
	})
}

// FinishUpload creates the recording. tusd calls it after the last byte and sends its error as the response.
func (u *upload) FinishUpload(ctx context.Context) error {
	ctx, done := ownContext(ctx)
	defer done()
	return UploadFailed(ctx, u.s.finishUpload(ctx, uploader(ctx, u.row), u.row))
}

// Terminate cancels an upload at its sender's request.
func (u *upload) Terminate(ctx context.Context) error {
	ctx, done := ownContext(ctx)
	defer done()
	err := u.s.dropPart(ctx, uploader(ctx, u.row), u.row.ID)
	if err == nil {
		err = u.s.removeUpload(ctx, u.row.ID, u.row.StoreID)
	}
	return UploadFailed(ctx, err)
}

// GetReader would be for downloads, which use tickets instead.
func (u *upload) GetReader(context.Context) (io.ReadCloser, error) {
	return nil, fmt.Errorf("read an upload: %w", errors.ErrUnsupported)
}
