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
	// partSize is how much of a blob is sent at once; smaller blobs are sent whole. 10,000 parts are 160 GB. An
	// upload holds up to three parts in memory: the first, the one being read and the one being sent.
	partSize = 16 << 20
	// attempts, responseTimeout and openTimeout limit the wait for a store that is down, so that people get a clear error.
	attempts        = 3
	responseTimeout = 20 * time.Second // for the first byte of a response, or the next of a blob
	openTimeout     = 5 * time.Second  // for Open, all attempts together
)

// S3 is a store in a bucket of an S3-compatible object store.
type S3 struct {
	client  *s3.Client
	uploads *transfermanager.Client
	signer  *s3.PresignClient
	bucket  string
	origin  string // empty: browsers aren't redirected to the store
}

var _ Store = (*S3)(nil)

// OpenS3 parses an address s3://KEY:SECRET@HOST[:PORT]/BUCKET. Without KEY:SECRET the SDK uses its usual sources:
// the environment, shared files, roles. The query may set region=…, tls=off, style=virtual if the bucket is part of
// the host name, and redirect=off if browsers can't reach the store. It sends no request, so a portal starts even
// while the store is down.
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
				// 409 means that another request is changing this key.
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
	loaded, err := config.LoadDefaultConfig(context.Background(), options...) // only reads files
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
		o.PartSizeBytes, o.MultipartUploadThreshold, o.Concurrency, o.FailTimeout = partSize, partSize, 1, responseTimeout
	})
	return &S3{client: client, uploads: uploads, signer: signer, bucket: a.bucket, origin: a.origin()}, nil
}

// s3Address is the parsed setting.
type s3Address struct {
	key, secret, endpoint, bucket, region string
	virtual, redirect                     bool
}

func parseAddress(text string) (s3Address, error) {
	bad := fault.New(fault.Invalid, "blob.bad_setting")
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "s3" || u.Host == "" {
		return s3Address{}, bad // without the cause, which contains the address
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

// origin returns the origin that redirected browsers load blobs from.
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
			t.ResponseHeaderTimeout = responseTimeout
			t.MaxIdleConnsPerHost = 32
			t.DisableCompression = true // blobs are stored as sent
		})
}

// Origin returns the origin that browsers are redirected to, or "". Pages must be allowed to load from it.
func (s *S3) Origin() string { return s.origin }

// Bucket returns client and bucket name, for resumable uploads into the same bucket.
func (s *S3) Bucket() (*s3.Client, string) { return s.client, s.bucket }

// Close has nothing to release.
func (s *S3) Close() error { return nil }

// Put sends a small blob whole and a larger one in parts. The store only shows it once complete; on an error the
// parts are removed.
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

// Open requests the blob; its bytes are transferred as they are read.
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

// Stat returns a blob's size and time.
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

// List lists page by page.
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

// Redirect signs a URL. It sends no request, so the blob may not exist.
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

// fault maps an error to a fault: a missing blob, a failed source, or a store that is down or denies access. Only
// the caller's context tells whether the caller left, because a slow store returns the same errors.
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

// isNotFound distinguishes a missing blob from a missing bucket. versitygw answers ObjectParentIsFile for a key
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
