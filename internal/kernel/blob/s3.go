package blob

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"iter"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/aws/retry"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/aws/aws-sdk-go-v2/feature/s3/transfermanager"
	"github.com/aws/aws-sdk-go-v2/service/s3"

	"lectern/internal/kernel/fault"
)

const (
	// partSize is how much of a blob is sent at once; smaller blobs are sent whole. 10 000 parts are 160 GB. An upload has
	// three parts in memory: the first, one that is read and one that is sent.
	partSize = 16 << 20
	// attempts, patience and openTimeout bound the wait for a store that is down, so that people get a clear answer.
	attempts    = 3
	patience    = 20 * time.Second // until the store begins to answer, or sends more of a blob
	openTimeout = 5 * time.Second  // until Open has an answer, all attempts together
)

// S3 is a store in a bucket of an S3-compatible object store.
type S3 struct {
	client  *s3.Client
	uploads *transfermanager.Client
	signer  *s3.PresignClient
	bucket  string
	origin  string // empty: browsers are not sent to the store
}

var _ Store = (*S3)(nil)

// OpenS3 takes an address s3://KEY:SECRET@HOST[:PORT]/BUCKET. Without KEY:SECRET the SDK looks for credentials in its
// usual places: the environment, shared files, roles. The query may say region=…, tls=off, style=virtual when the
// bucket is part of the host name, and redirect=off when browsers cannot reach the store. Nothing is asked of the store
// yet, so a portal starts while it is down.
func OpenS3(address string) (*S3, error) {
	a, err := parseAddress(address)
	if err != nil {
		return nil, err
	}
	options := []func(*config.LoadOptions) error{
		config.WithDefaultRegion("us-east-1"),
		config.WithHTTPClient(httpClient()),
		config.WithRetryer(func() aws.Retryer {
			return retry.NewStandard(func(o *retry.StandardOptions) {
				o.MaxAttempts, o.MaxBackoff = attempts, 300*time.Millisecond
				// 409 means that somebody else is changing this key right now.
				o.Retryables = append(o.Retryables, retry.RetryableHTTPStatusCode{Codes: map[int]struct{}{http.StatusConflict: {}}})
			})
		}),
	}
	if a.region != "" {
		options = append(options, config.WithRegion(a.region))
	}
	if a.key != "" {
		options = append(options,
			config.WithCredentialsProvider(credentials.NewStaticCredentialsProvider(a.key, a.secret, "")))
	}
	loaded, err := config.LoadDefaultConfig(context.Background(), options...) // it reads files only
	if err != nil {
		return nil, fault.New(fault.Invalid, "blob.bad_setting").Because(err)
	}
	clock := newStoreClock()
	client := s3.NewFromConfig(loaded, func(o *s3.Options) {
		o.APIOptions = append(o.APIOptions, clock.learn)
		o.BaseEndpoint, o.UsePathStyle = aws.String(a.endpoint), !a.virtual
		o.DisableLogOutputChecksumValidationSkipped = true // ranges have no checksum, and we read many
	})
	signer := s3.NewPresignClient(client, func(o *s3.PresignOptions) { o.Presigner = clock })
	uploads := transfermanager.New(client, func(o *transfermanager.Options) {
		o.PartSizeBytes, o.MultipartUploadThreshold, o.Concurrency, o.FailTimeout = partSize, partSize, 1, patience
	})
	return &S3{client: client, uploads: uploads, signer: signer, bucket: a.bucket, origin: a.origin()}, nil
}

// An s3Address is what the setting says.
type s3Address struct {
	key, secret, endpoint, bucket, region string
	virtual, redirect                     bool
}

func parseAddress(text string) (s3Address, error) {
	bad := fault.New(fault.Invalid, "blob.bad_setting")
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "s3" || u.Host == "" {
		return s3Address{}, bad // without the cause, which repeats the address
	}
	a := s3Address{bucket: strings.Trim(u.Path, "/"), redirect: true}
	if CheckKey(a.bucket) != nil || strings.Contains(a.bucket, "/") {
		return s3Address{}, bad
	}
	if u.User != nil {
		a.key = u.User.Username()
		if a.secret, _ = u.User.Password(); a.key == "" || a.secret == "" {
			return s3Address{}, bad
		}
	}
	scheme := "https"
	for name, values := range u.Query() {
		switch option := name + "=" + strings.Join(values, ","); {
		case option == "tls=on", option == "redirect=on", option == "style=path":
		case option == "tls=off":
			scheme = "http"
		case option == "redirect=off":
			a.redirect = false
		case option == "style=virtual":
			a.virtual = true
		case name == "region" && len(values) == 1:
			a.region = values[0]
		default:
			return s3Address{}, bad
		}
	}
	a.endpoint = scheme + "://" + u.Host
	return a, nil
}

// origin is where browsers fetch blobs when they are redirected.
func (a s3Address) origin() string {
	switch {
	case !a.redirect:
		return ""
	case a.virtual:
		return strings.Replace(a.endpoint, "://", "://"+a.bucket+".", 1)
	}
	return a.endpoint
}

func httpClient() *awshttp.BuildableClient {
	return awshttp.NewBuildableClient().
		WithDialerOptions(func(d *net.Dialer) { d.Timeout = 5 * time.Second }).
		WithTransportOptions(func(t *http.Transport) {
			t.ResponseHeaderTimeout = patience
			t.MaxIdleConnsPerHost = 32
			t.DisableCompression = true // a blob comes as it went
		})
}

// Origin is where browsers are redirected to; empty when they are not. Pages must be allowed to load from it.
func (s *S3) Origin() string { return s.origin }

// Bucket returns client and bucket name, for resumable uploads into the same bucket.
func (s *S3) Bucket() (*s3.Client, string) { return s.client, s.bucket }

// Close has nothing to release.
func (s *S3) Close() error { return nil }

// Put sends a small blob at once and a larger one in parts; the store shows it only when all of it is there. When that
// fails, the parts are removed.
func (s *S3) Put(ctx context.Context, key string, r io.Reader) (Info, error) {
	if err := CheckKey(key); err != nil {
		return Info{}, err
	}
	sum := sha256.New()
	sent, err := s.uploads.UploadObject(ctx, &transfermanager.UploadObjectInput{
		Bucket: &s.bucket, Key: &key, Body: io.TeeReader(reader{ctx, r}, sum),
	})
	if err != nil {
		return Info{}, s.fault(ctx, "put", key, err)
	}
	return Info{Key: key, Size: aws.ToInt64(sent.ContentLength), Modified: time.Now(), SHA256: [32]byte(sum.Sum(nil))}, nil
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

// Stat asks for a blob's size and time.
func (s *S3) Stat(ctx context.Context, key string) (Info, error) {
	if err := CheckKey(key); err != nil {
		return Info{}, err
	}
	head, err := s.client.HeadObject(ctx, &s3.HeadObjectInput{Bucket: &s.bucket, Key: &key})
	if err != nil {
		return Info{}, s.fault(ctx, "stat", key, err)
	}
	return Info{Key: key, Size: aws.ToInt64(head.ContentLength), Modified: aws.ToTime(head.LastModified)}, nil
}

// Delete removes a blob.
func (s *S3) Delete(ctx context.Context, key string) error {
	if err := CheckKey(key); err != nil {
		return err
	}
	_, err := s.client.DeleteObject(ctx, &s3.DeleteObjectInput{Bucket: &s.bucket, Key: &key})
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
		pages := s3.NewListObjectsV2Paginator(s.client, &s3.ListObjectsV2Input{Bucket: &s.bucket, Prefix: &prefix})
		for pages.HasMorePages() {
			page, err := pages.NextPage(ctx)
			if err != nil {
				yield(Info{}, s.fault(ctx, "list", prefix, err))
				return
			}
			for _, object := range page.Contents {
				key := aws.ToString(object.Key)
				if CheckKey(key) != nil { // not ours, or a folder
					continue
				}
				if !yield(Info{Key: key, Size: aws.ToInt64(object.Size), Modified: aws.ToTime(object.LastModified)}, nil) {
					return
				}
			}
		}
	}
}

// Redirect signs an address of the store. It asks the store nothing, so the blob may not be there.
func (s *S3) Redirect(ctx context.Context, key string, as Download) (string, error) {
	if s.origin == "" {
		return "", nil
	}
	if err := CheckKey(key); err != nil {
		return "", err
	}
	in := &s3.GetObjectInput{Bucket: &s.bucket, Key: &key}
	if as.Type != "" {
		in.ResponseContentType = &as.Type
	}
	if as.Disposition != "" {
		in.ResponseContentDisposition = &as.Disposition
	}
	signed, err := s.signer.PresignGetObject(ctx, in, s3.WithPresignExpires(as.Valid))
	if err != nil {
		return "", s.fault(ctx, "sign the address of", key, err)
	}
	return signed.URL, nil
}

// fault turns an error into what people can act on: a blob that is not there, a source that failed, or a store that is
// down or refuses us. Only the caller's context reports whether the caller left: a store that is too slow fails
// in the same way.
func (s *S3) fault(ctx context.Context, what, key string, err error) error {
	var source *sourceError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &source), ctx.Err() != nil:
		return fmt.Errorf("%s blob %s: %w", what, key, err)
	case isNotFound(err):
		return fault.New(fault.NotFound, "blob.not_found").Because(err)
	}
	return fault.New(fault.Unavailable, "blob.store_down").After(30 * time.Second).Because(err)
}

// isNotFound tells a missing blob from a missing bucket. versitygw answers ObjectParentIsFile for a key
// below another key.
func isNotFound(err error) bool {
	var answer interface{ ErrorCode() string }
	if !errors.As(err, &answer) {
		return false
	}
	switch answer.ErrorCode() {
	case "NoSuchKey", "NotFound", "ObjectParentIsFile":
		return true
	}
	return false
}
