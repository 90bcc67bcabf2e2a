package blob

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// A bucket speaks S3's protocol: the few requests of it that a Store needs.
type bucket struct {
	base   url.URL // of the bucket
	signer signer
	client http.Client
	now    func() time.Time
}

// A storeError is what a store answers instead of doing it.
type storeError struct {
	Status  int    `xml:"-"`
	Code    string `xml:"Code"`
	Message string `xml:"Message"`
}

func (e *storeError) Error() string {
	return fmt.Sprintf("the object store answers %d %s: %s", e.Status, e.Code, e.Message)
}

// maxAnswer bounds what is read of an answer that is not a blob.
const maxAnswer = 8 << 20

// do sends one request and returns an answer of the 200s; whoever called closes its body. A store that is away or says that
// it has no time is asked again, a few times.
func (b *bucket) do(ctx context.Context, method, key string, query url.Values, header http.Header, body []byte) (*http.Response, error) {
	begun := b.now()
	for try := 1; ; try++ {
		res, err := b.once(ctx, method, key, query, header, body)
		if err == nil || try >= tries || ctx.Err() != nil || !passing(err) || b.now().Sub(begun) >= patience {
			return res, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Duration(try*try) * 50 * time.Millisecond):
		}
	}
}

// passing tells an error that may be over soon: no connection, no time, or something else happening to the key right now.
func passing(err error) bool {
	var refused *storeError
	if errors.As(err, &refused) {
		return refused.Status >= http.StatusInternalServerError || refused.Status == http.StatusTooManyRequests || refused.Status == http.StatusConflict
	}
	return true
}

func (b *bucket) once(ctx context.Context, method, key string, query url.Values, header http.Header, body []byte) (*http.Response, error) {
	at := b.address(key)
	at.RawQuery = canonical(query)
	r, err := http.NewRequestWithContext(ctx, method, at.String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	for name, values := range header {
		r.Header[name] = values
	}
	b.signer.sign(r, hashOf(body), b.now())
	res, err := b.client.Do(r)
	if err != nil {
		var outer *url.Error
		if errors.As(err, &outer) {
			err = outer.Err // without the address
		}
		return nil, err
	}
	if res.StatusCode/100 == 2 {
		return res, nil
	}
	refused := &storeError{Status: res.StatusCode}
	raw, _ := io.ReadAll(io.LimitReader(res.Body, maxAnswer)) // what cannot be read says no more than the status
	_ = xml.Unmarshal(raw, refused)
	return nil, errors.Join(refused, res.Body.Close())
}

// address is where a key is; the bucket itself for none. Keys need no escaping: see CheckKey.
func (b *bucket) address(key string) url.URL {
	at := b.base
	if key != "" {
		at.Path += "/" + key
	}
	return at
}

// ask sends a request whose answer is a document, or nothing.
func (b *bucket) ask(ctx context.Context, method, key string, query url.Values, body []byte, into any) (http.Header, error) {
	res, err := b.do(ctx, method, key, query, nil, body)
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err = errors.Join(err, res.Body.Close()); err != nil {
		return nil, err
	}
	if into != nil {
		if err := xml.Unmarshal(raw, into); err != nil {
			return nil, fmt.Errorf("the object store answers what is no XML: %w", err)
		}
	}
	return res.Header, nil
}

// put stores a blob that is in memory.
func (b *bucket) put(ctx context.Context, key string, body []byte) error {
	_, err := b.ask(ctx, http.MethodPut, key, nil, body, nil)
	return err
}

// putParts stores a longer one part by part. The store shows it when it is whole; when it fails, the parts are given up.
func (b *bucket) putParts(ctx context.Context, key string, first []byte, rest io.Reader) (size int64, err error) {
	var begun struct {
		UploadID string `xml:"UploadId"`
	}
	if _, err := b.ask(ctx, http.MethodPost, key, url.Values{"uploads": {""}}, nil, &begun); err != nil {
		return 0, err
	}
	defer func() {
		if err != nil {
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
			defer cancel()
			_, _ = b.ask(last, http.MethodDelete, key, url.Values{"uploadId": {begun.UploadID}}, nil, nil) // the store also forgets them by itself
		}
	}()
	var whole struct {
		XMLName xml.Name   `xml:"CompleteMultipartUpload"`
		Parts   []sentPart `xml:"Part"`
	}
	buffer := first
	for number := 1; ; number++ {
		header, err := b.ask(ctx, http.MethodPut, key, url.Values{"partNumber": {strconv.Itoa(number)}, "uploadId": {begun.UploadID}}, buffer, nil)
		if err != nil {
			return 0, err
		}
		whole.Parts = append(whole.Parts, sentPart{number, header.Get("Etag")})
		size += int64(len(buffer))
		n, err := io.ReadFull(rest, first[:cap(first)])
		buffer = first[:n]
		if n == 0 && errors.Is(err, io.EOF) {
			break
		}
		if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
			return 0, err
		}
	}
	body, err := xml.Marshal(whole)
	if err != nil {
		return 0, err
	}
	return size, b.complete(ctx, key, begun.UploadID, body)
}

type sentPart struct {
	Number int    `xml:"PartNumber"`
	ETag   string `xml:"ETag"`
}

// complete makes one blob of the parts. A store that needs long for it answers 200 first and may say in the body that it failed.
func (b *bucket) complete(ctx context.Context, key, upload string, parts []byte) error {
	var answer struct {
		XMLName xml.Name
		storeError
	}
	_, err := b.ask(ctx, http.MethodPost, key, url.Values{"uploadId": {upload}}, parts, &answer)
	if err == nil && answer.XMLName.Local == "Error" {
		answer.Status = http.StatusInternalServerError
		return &answer.storeError
	}
	return err
}

// A page is a part of a list.
type page struct {
	Truncated bool   `xml:"IsTruncated"`
	Next      string `xml:"NextContinuationToken"`
	Contents  []struct {
		Key      string
		Size     int64
		Modified time.Time `xml:"LastModified"`
	}
}

func (b *bucket) list(ctx context.Context, prefix, after string) (page, error) {
	query := url.Values{"list-type": {"2"}, "prefix": {prefix}}
	if after != "" {
		query.Set("continuation-token", after)
	}
	var out page
	_, err := b.ask(ctx, http.MethodGet, "", query, nil, &out)
	return out, err
}
