package blob_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"

	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/fault"
	"lectern/internal/testkit/blobtest"
)

func openS3(t *testing.T, address string) blob.Store {
	t.Helper()
	store, err := blob.Open(address, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return store
}

func TestS3(t *testing.T) {
	server := blobtest.StartS3(t)
	blobtest.Run(t, func(t *testing.T) blob.Store {
		server.Empty()
		return openS3(t, server.Address)
	})
}

func fetch(t *testing.T, url string, header ...string) (int, http.Header, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, res.Header, string(body)
}

func TestS3SignsAddresses(t *testing.T) {
	server := blobtest.StartS3(t)
	store := openS3(t, server.Address)
	blobtest.Put(t, store, "a/film.m4s", "0123456789")
	signed, err := store.Redirect(t.Context(), "a/film.m4s",
		blob.Download{Valid: time.Minute, Type: "video/mp4", Disposition: `attachment; filename="x.mp4"`})
	if err != nil {
		t.Fatal(err)
	}
	status, header, body := fetch(t, signed)
	if status != http.StatusOK || body != "0123456789" || header.Get("Content-Type") != "video/mp4" ||
		!strings.HasPrefix(header.Get("Content-Disposition"), "attachment") {
		t.Errorf("%d %v %q", status, header, body)
	}
	if status, _, body := fetch(t, signed, "Range", "bytes=2-4"); status != http.StatusPartialContent || body != "234" {
		t.Errorf("a range: %d %q", status, body)
	}
	if status, _, _ := fetch(t, strings.Replace(signed, "film.m4s", "other.m4s", 1)); status != http.StatusForbidden {
		t.Errorf("another blob: %d", status)
	}
	if strings.Contains(signed, "secret-of-the-test") {
		t.Error("the secret is in the address")
	}
	closed := openS3(t, server.Address+"&redirect=off")
	if signed, err := closed.Redirect(t.Context(), "a/film.m4s",
		blob.Download{Valid: time.Minute}); signed != "" || err != nil {
		t.Errorf("%q, %v", signed, err)
	}
}

// A blob of several parts can be read back complete, and one whose source fails halfway leaves nothing.
func TestS3InParts(t *testing.T) {
	store := openS3(t, blobtest.StartS3(t).Address)
	size := int64(40<<20 + 7)
	info, err := store.Put(t.Context(), "big", io.LimitReader(zeros{}, size))
	if err != nil || info.Size != size {
		t.Fatalf("%+v, %v", info, err)
	}
	r, info, err := store.Open(t.Context(), "big")
	if err != nil || info.Size != size {
		t.Fatalf("%+v, %v", info, err)
	}
	n, err := io.Copy(io.Discard, r)
	if err != nil || n != size {
		t.Errorf("%d bytes, %v", n, err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, err = store.Put(ctx, "half", io.MultiReader(io.LimitReader(zeros{}, 20<<20), cancelling(cancel), zeros{}))
	if err == nil {
		t.Error("a cancelled put succeeded")
	}
	if _, err := store.Put(t.Context(), "half",
		io.MultiReader(io.LimitReader(zeros{}, 20<<20), iotest.ErrReader(io.ErrUnexpectedEOF))); err == nil {
		t.Error("a source that broke off was taken for complete")
	}
	if _, err := store.Stat(t.Context(), "half"); fault.Code(err) != "blob.not_found" {
		t.Errorf("half of it is there: %v", err)
	}
	client, bucket := store.(*blob.S3).Bucket()
	begun, err := client.ListMultipartUploads(t.Context(), &s3.ListMultipartUploadsInput{Bucket: &bucket})
	if err != nil || len(begun.Uploads) > 0 {
		t.Errorf("parts are left: %+v, %v", begun, err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

type cancelling context.CancelFunc

func (c cancelling) Read([]byte) (int, error) {
	c()
	return 0, io.EOF
}

// A store that is down returns a clear error, and works again when it is back.
func TestS3Down(t *testing.T) {
	server := blobtest.StartS3(t)
	store := openS3(t, server.Address)
	blobtest.Put(t, store, "a/film", "x")
	server.Stop()
	wantDown := func(what string, err error) {
		t.Helper()
		if fault.Code(err) != "blob.store_down" || strings.Contains(err.Error(), "secret-of-the-test") {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, err := store.Put(t.Context(), "b", strings.NewReader("x"))
	wantDown("put", err)
	_, _, err = store.Open(t.Context(), "a/film")
	wantDown("open", err)
	_, err = store.Stat(t.Context(), "a/film")
	wantDown("stat", err)
	wantDown("delete", store.Delete(t.Context(), "a/film"))
	for _, err := range store.List(t.Context(), "") {
		wantDown("list", err)
	}
	server.Start()
	if got := blobtest.Get(t, store, "a/film"); got != "x" {
		t.Errorf("back, it has %q", got)
	}
}

// A store that accepts connections and never responds counts as down. The caller gets an error in time; a caller who
// left is not told that the store failed.
func TestS3Silent(t *testing.T) {
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	calls := make(chan net.Conn, 100)
	go func() {
		for {
			call, err := listener.Accept()
			if err != nil {
				close(calls)
				return
			}
			calls <- call
		}
	}()
	store := openS3(t, "s3://key:secret-of-the-test@"+listener.Addr().String()+"/bucket?tls=off")
	patient, cancel := context.WithTimeout(t.Context(), 15*time.Second) // a quarter of a browser's timeout
	defer cancel()
	if _, _, err := store.Open(patient, "a/film"); fault.Code(err) != "blob.store_down" || patient.Err() != nil {
		t.Errorf("open: %v", err)
	}
	brief, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := store.Stat(brief, "a/film"); err == nil || fault.Code(err) != "" {
		t.Errorf("a caller who left: %v", err)
	}
	_ = listener.Close() // ends the loop
	for call := range calls {
		_ = call.Close() // nothing was sent
	}
}

func TestBadS3Settings(t *testing.T) {
	for _, setting := range []string{
		"s3://key@host/bucket", "s3://:hunter2@host/bucket",
		"s3://key:hunter2@host/b?style=round", "s3://key:hunter2@host/b?tls=off&tls=on", "s3://key:hunter2@host",
		"s3://key:hunter2@host/a/b", "s3://key:hunter2@host/b?tls=maybe", "s3://key:hunter2@host/b?colour=red",
		"s3://key:hunter2@/b", "s3://key:hunter2@ho st/b",
	} {
		_, err := blob.Open(setting, t.TempDir())
		if fault.Code(err) != "blob.bad_setting" || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: %v", setting, err)
		}
	}
}

// Without a key in the URL the SDK's default sources apply; a key in the URL overrides them.
func TestS3Credentials(t *testing.T) {
	server := blobtest.StartS3(t)
	open := strings.Replace(server.Address, "key:secret-of-the-test@", "", 1)
	for name, value := range map[string]string{
		"AWS_CONFIG_FILE": "/nonexistent", "AWS_SHARED_CREDENTIALS_FILE": "/nonexistent", "AWS_EC2_METADATA_DISABLED": "true",
	} {
		t.Setenv(name, value)
	}
	if _, err := openS3(t, open).Put(t.Context(), "a", strings.NewReader("x")); fault.Code(err) != "blob.store_down" {
		t.Errorf("without credentials: %v", err)
	}
	t.Setenv("AWS_ACCESS_KEY_ID", "key")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "secret-of-the-test")
	blobtest.Put(t, openS3(t, open), "a", "x")
	t.Setenv("AWS_SESSION_TOKEN", "token-of-a-role")
	signed, err := openS3(t, open).Redirect(t.Context(), "a", blob.Download{Valid: time.Minute})
	if err != nil || !strings.Contains(signed, "X-Amz-Security-Token=token-of-a-role") {
		t.Errorf("a session's address: %s, %v", signed, err)
	}
	t.Setenv("AWS_SECRET_ACCESS_KEY", "another")
	blobtest.Put(t, openS3(t, server.Address), "a", "y")
}

func TestS3Styles(t *testing.T) {
	for query, want := range map[string]struct{ origin, begins string }{
		"":                           {"https://host:9000", "https://host:9000/bucket/a?"},
		"?style=path&tls=off":        {"http://host:9000", "http://host:9000/bucket/a?"},
		"?style=virtual":             {"https://bucket.host:9000", "https://bucket.host:9000/a?"},
		"?style=virtual&region=eu":   {"https://bucket.host:9000", "https://bucket.host:9000/a?"},
		"?style=virtual&redirect=no": {},
	} {
		store, err := blob.OpenS3("s3://key:hunter2@host:9000/bucket" + query)
		if want.origin == "" {
			if fault.Code(err) != "blob.bad_setting" {
				t.Errorf("%s: %v", query, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		signed, err := store.Redirect(t.Context(), "a", blob.Download{Valid: time.Minute})
		if err != nil || store.Origin() != want.origin || !strings.HasPrefix(signed, want.begins) {
			t.Errorf("%s: %s %s, %v", query, store.Origin(), signed, err)
		}
	}
}

// URLs are signed by the store's clock, however far ours is off.
func TestS3AddressesFollowTheStoresClock(t *testing.T) {
	for _, ahead := range []time.Duration{0, time.Hour, -time.Hour} {
		answers := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Date", time.Now().Add(ahead).UTC().Format(http.TimeFormat))
		}))
		defer answers.Close()
		store := openS3(t, strings.Replace(answers.URL, "http://", "s3://key:secret@", 1)+"/bucket?tls=off")
		if _, err := store.Stat(t.Context(), "a"); err != nil {
			t.Fatal(err)
		}
		signed, err := store.Redirect(t.Context(), "a", blob.Download{Valid: 4 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		u, err := url.Parse(signed)
		if err != nil {
			t.Fatal(err)
		}
		at, err := time.Parse("20060102T150405Z", u.Query().Get("X-Amz-Date"))
		if off := time.Until(at) - ahead; err != nil || off.Abs() > time.Minute || u.Query().Get("X-Amz-Expires") != "4" {
			t.Errorf("%v ahead: signed at %v, %s seconds, %v", ahead, at, u.Query().Get("X-Amz-Expires"), err)
		}
	}
}
