package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"
)

// An object is a blob of an object store being read. One request brings all of it; a jump costs another, which insists on the
// version that the first one had.
type object struct {
	ctx      context.Context // it lives as long as the reading
	store    *S3
	key      string
	version  string // ETag
	size     int64
	modified time.Time
	body     io.ReadCloser
	reading  context.Context    // of the request that the body belongs to
	end      context.CancelFunc // gives that up
	at       int64              // where the next Read shall begin
	reached  int64              // where the body is
}

var errSilent = errors.New("the object store does not answer")

func (o *object) get() error {
	header := http.Header{}
	if o.version != "" {
		header.Set("Range", fmt.Sprintf("bytes=%d-%d", o.at, o.size-1))
		header.Set("If-Match", o.version)
	}
	o.reading, o.end = context.WithCancel(o.ctx)
	late := time.AfterFunc(quick, o.end)
	res, err := o.store.bucket.do(o.reading, http.MethodGet, o.key, nil, header, nil)
	if err == nil && !late.Stop() {
		err = errors.Join(errSilent, res.Body.Close())
	}
	if err != nil {
		o.end()
		return o.store.fault(o.ctx, "open", o.key, err)
	}
	if o.version == "" {
		o.version, o.size, o.modified = res.Header.Get("Etag"), res.ContentLength, modified(res.Header)
	}
	o.body, o.reached = res.Body, o.at
	return nil
}

// Read goes on where the last Read or Seek ended.
func (o *object) Read(p []byte) (int, error) {
	if o.at >= o.size {
		return 0, io.EOF
	}
	if o.body == nil || o.at != o.reached {
		if err := errors.Join(o.Close(), o.get()); err != nil {
			return 0, err
		}
	}
	late := time.AfterFunc(patience, o.end) // a store that falls silent half-way
	n, err := o.body.Read(p)
	late.Stop()
	o.at, o.reached = o.at+int64(n), o.reached+int64(n)
	if errors.Is(err, io.EOF) && o.at < o.size {
		err = io.ErrUnexpectedEOF
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = o.store.fault(o.ctx, "read", o.key, err)
	}
	return n, err
}

// Seek only remembers: nothing is asked of the store before the next Read.
func (o *object) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += o.at
	case io.SeekEnd:
		offset += o.size
	}
	if offset < 0 {
		return 0, fmt.Errorf("seek in blob %s: before its beginning", o.key)
	}
	o.at = offset
	return offset, nil
}

// Close gives up what was not read.
func (o *object) Close() error {
	if o.body == nil {
		return nil
	}
	body := o.body
	o.body = nil
	defer o.end()
	return body.Close()
}
