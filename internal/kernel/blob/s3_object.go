package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

// object is an S3 blob being read. One request reads all of it; a read elsewhere after a Seek sends another request,
// for the same version.
type object struct {
	ctx      context.Context // lives until the object is closed
	store    *S3
	key      string
	version  string // ETag
	size     int64
	modified time.Time
	body     io.ReadCloser
	cancel   context.CancelFunc // ends the request of the body
	next     int64              // offset of the next Read
	reached  int64              // offset that the body has reached
}

var errNoResponse = errors.New("the object store does not answer")

func (o *object) get() error {
	in := &s3.GetObjectInput{Bucket: &o.store.bucket, Key: &o.key}
	if o.version != "" {
		in.Range, in.IfMatch = aws.String(fmt.Sprintf("bytes=%d-%d", o.next, o.size-1)), &o.version
	}
	ctx, cancel := context.WithCancel(o.ctx)
	late := time.AfterFunc(openTimeout, cancel)
	out, err := o.store.client.GetObject(ctx, in)
	if err == nil && !late.Stop() {
		err = errors.Join(errNoResponse, out.Body.Close())
	}
	if err != nil {
		cancel()
		return o.store.fault(o.ctx, "open", o.key, err)
	}
	if o.version == "" {
		o.version, o.size, o.modified = aws.ToString(out.ETag), aws.ToInt64(out.ContentLength), aws.ToTime(out.LastModified)
	}
	o.body, o.cancel, o.reached = out.Body, cancel, o.next
	return nil
}

// Read continues after the last Read or Seek.
func (o *object) Read(p []byte) (int, error) {
	if o.next >= o.size {
		return 0, io.EOF
	}
	if o.body == nil || o.next != o.reached {
		if err := errors.Join(o.Close(), o.get()); err != nil {
			return 0, err
		}
	}
	late := time.AfterFunc(responseTimeout, o.cancel) // the store may stop sending halfway
	n, err := o.body.Read(p)
	late.Stop()
	o.next, o.reached = o.next+int64(n), o.reached+int64(n)
	if errors.Is(err, io.EOF) && o.next < o.size {
		err = io.ErrUnexpectedEOF
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = o.store.fault(o.ctx, "read", o.key, err)
	}
	return n, err
}

// Seek sends no request; the next Read does.
func (o *object) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += o.next
	case io.SeekEnd:
		offset += o.size
	}
	if offset < 0 {
		return 0, fmt.Errorf("seek in blob %s: before its beginning", o.key)
	}
	o.next = offset
	return offset, nil
}

// Close ends the request; the rest of the body isn't transferred.
func (o *object) Close() error {
	if o.body == nil {
		return nil
	}
	o.cancel()
	err := o.body.Close()
	o.body = nil
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
