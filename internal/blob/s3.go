package blob

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"iter"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"lectern/internal/fault"
)

const (
	// part is how much of a blob is sent at once; what is smaller goes whole. 10 000 of them are 160 GB.
	part = 16 << 20
	// tries, patience and quick bound how long a store that is away is waited for: people get a clear answer instead. Nothing is asked
	// again that took longer than patience, and whoever waits for a blob to begin waits no longer than quick, all tries together.
	tries    = 3
	patience = 20 * time.Second
	quick    = 5 * time.Second
)

// S3 is a store in a bucket of an S3-compatible object store.
type S3 struct {
	bucket   *bucket
	redirect bool
}

var _ Store = (*S3)(nil)

// OpenS3 takes an address s3://KEY:SECRET@HOST[:PORT]/BUCKET. Its query may say region=… (us-east-1), tls=off, and redirect=off when
// browsers cannot reach the store themselves. Nothing is asked of the store yet: a portal starts without it.
func OpenS3(address string) (*S3, error) {
	bad := fault.New(fault.Invalid, "blob.bad_setting")
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" || u.Host == "" || u.User == nil {
		return nil, bad // without the cause, which repeats the address
	}
	name := strings.Trim(u.Path, "/")
	secret, _ := u.User.Password()
	if CheckKey(name) != nil || strings.Contains(name, "/") || u.User.Username() == "" || secret == "" {
		return nil, bad
	}
	q := u.Query()
	for name, values := range q {
		known := name == "region" || (name == "tls" || name == "redirect") && (values[0] == "on" || values[0] == "off")
		if !known || len(values) != 1 {
			return nil, bad
		}
	}
	region := q.Get("region")
	if region == "" {
		region = "us-east-1" // known beforehand: signing an address then asks nobody
	}
	base := url.URL{Scheme: "https", Host: u.Host, Path: "/" + name}
	if q.Get("tls") == "off" {
		base.Scheme = "http"
	}
	return &S3{redirect: q.Get("redirect") != "off", bucket: &bucket{
		base: base, signer: signer{u.User.Username(), secret, region}, client: http.Client{Transport: transport()}, now: time.Now,
	}}, nil
}

func transport() *http.Transport {
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: (&net.Dialer{Timeout: 5 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
		TLSHandshakeTimeout: 5 * time.Second, ResponseHeaderTimeout: patience, IdleConnTimeout: time.Minute, MaxIdleConnsPerHost: 32,
		DisableCompression: true, // a blob comes as it went
	}
}

// Origin is where redirected browsers go; empty when they go nowhere. Pages must be allowed to load from it.
func (s *S3) Origin() string {
	if !s.redirect {
		return ""
	}
	return s.bucket.base.Scheme + "://" + s.bucket.base.Host
}

// Close has nothing to release.
func (s *S3) Close() error { return nil }

// Put sends what is small at once and the rest in parts; the store shows a blob only when all of it is there.
func (s *S3) Put(ctx context.Context, key string, r io.Reader) (Info, error) {
	if err := CheckKey(key); err != nil {
		return Info{}, err
	}
	source := &hashing{reader: reader{ctx, r}, sum: sha256.New()}
	first := make([]byte, 0, 64<<10)
	first, err := fill(first, source)
	if err != nil {
		return Info{}, asFault("put", key, err)
	}
	size := int64(len(first))
	if size < part {
		err = s.bucket.put(ctx, key, first)
	} else {
		size, err = s.bucket.putParts(ctx, key, first, source)
	}
	if err != nil {
		return Info{}, s.fault(ctx, "put", key, err)
	}
	info := Info{Key: key, Size: size, Modified: s.bucket.now()}
	copy(info.SHA256[:], source.sum.Sum(nil))
	return info, nil
}

// fill reads one part, or all there is. What is small takes no more memory than it needs.
func fill(buffer []byte, r io.Reader) ([]byte, error) {
	for len(buffer) < part {
		if len(buffer) == cap(buffer) {
			buffer = slices.Grow(buffer, min(4*cap(buffer), part)-len(buffer))
		}
		n, err := r.Read(buffer[len(buffer):min(cap(buffer), part)])
		buffer = buffer[:len(buffer)+n]
		if errors.Is(err, io.EOF) {
			return buffer, nil
		}
		if err != nil {
			return buffer, err
		}
	}
	return buffer[:part:part], nil
}

// hashing adds up what passes through.
type hashing struct {
	reader

	sum hash.Hash
}

func (h *hashing) Read(p []byte) (int, error) {
	n, err := h.reader.Read(p)
	_, _ = h.sum.Write(p[:n]) // a hash never fails
	return n, err
}

// Open asks for the blob; bytes come as they are read.
func (s *S3) Open(ctx context.Context, key string) (io.ReadSeekCloser, Info, error) {
	if err := CheckKey(key); err != nil {
		return nil, Info{}, err
	}
	o := &object{ctx: ctx, store: s, key: key}
	if err := o.get(); err != nil {
		return nil, Info{}, err
	}
	return o, Info{Key: key, Size: o.size, Modified: o.modified}, nil
}

// Stat looks at a blob.
func (s *S3) Stat(ctx context.Context, key string) (Info, error) {
	if err := CheckKey(key); err != nil {
		return Info{}, err
	}
	res, err := s.bucket.do(ctx, http.MethodHead, key, nil, nil, nil)
	if err != nil {
		return Info{}, s.fault(ctx, "stat", key, err)
	}
	return Info{Key: key, Size: res.ContentLength, Modified: modified(res.Header)}, res.Body.Close()
}

// Delete removes a blob.
func (s *S3) Delete(ctx context.Context, key string) error {
	if err := CheckKey(key); err != nil {
		return err
	}
	_, err := s.bucket.ask(ctx, http.MethodDelete, key, nil, nil, nil)
	if err = s.fault(ctx, "delete", key, err); fault.Code(err) == "blob.not_found" {
		return nil
	}
	return err
}

// List asks for page after page.
func (s *S3) List(ctx context.Context, prefix string) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		if err := checkPrefix(prefix); err != nil {
			yield(Info{}, err)
			return
		}
		for after, more := "", true; more; {
			page, err := s.bucket.list(ctx, prefix, after)
			if err != nil {
				yield(Info{}, s.fault(ctx, "list", prefix, err))
				return
			}
			for _, object := range page.Contents {
				if CheckKey(object.Key) != nil { // somebody else's, or a folder
					continue
				}
				if !yield(Info{Key: object.Key, Size: object.Size, Modified: object.Modified}, nil) {
					return
				}
			}
			after, more = page.Next, page.Truncated
		}
	}
}

// Redirect signs an address of the store. It asks the store nothing, so the blob may not be there.
func (s *S3) Redirect(_ context.Context, key string, as Download) (string, error) {
	if !s.redirect {
		return "", nil
	}
	if err := CheckKey(key); err != nil {
		return "", err
	}
	params := url.Values{}
	if as.Type != "" {
		params.Set("response-content-type", as.Type)
	}
	if as.Disposition != "" {
		params.Set("response-content-disposition", as.Disposition)
	}
	at := s.bucket.address(key)
	at.RawQuery = params.Encode()
	return s.bucket.signer.presign(at, as.Valid, s.bucket.now()), nil
}

// fault turns what people can act on into a fault: a blob that is not there, a source that failed, a store that is away or
// refuses us. All the rest is the store being of no use right now. Whether the caller left is for their context to say: a store that does
// not answer in time looks the same as one.
func (s *S3) fault(ctx context.Context, what, key string, err error) error {
	if err == nil {
		return nil
	}
	var source *sourceError
	var answer *storeError
	switch {
	case errors.As(err, &source), ctx.Err() != nil:
		return fmt.Errorf("%s blob %s: %w", what, key, err)
	case errors.As(err, &answer) && (answer.Code == "NoSuchKey" || answer.Code == "ObjectParentIsFile" || answer.Status == http.StatusNotFound && answer.Code != "NoSuchBucket" && answer.Code != "NoSuchUpload"):
		return fault.New(fault.NotFound, "blob.not_found").Because(err)
	}
	return fault.New(fault.Unavailable, "blob.store_down").After(30 * time.Second).Because(err)
}

func modified(h http.Header) time.Time {
	at, err := http.ParseTime(h.Get("Last-Modified"))
	if err != nil {
		return time.Time{}
	}
	return at
}
