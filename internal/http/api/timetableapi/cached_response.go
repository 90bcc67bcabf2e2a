package timetableapi

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strconv"
	"strings"

	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
)

// A cachedResponse is one version of an answer, encoded and compressed. The plain bytes are made anew for the few who
// cannot read gzip: to keep them too would cost ten times the memory.
type cachedResponse struct {
	contentType string
	tag         string // names the version
	zipped      []byte
	length      int // before compressing
}

// compress makes a cachedResponse. The tag must change when, and only when, the bytes do.
func compress(tag, contentType string, body []byte) (*cachedResponse, error) {
	var zipped bytes.Buffer
	w := gzip.NewWriter(&zipped)
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return &cachedResponse{contentType: contentType, tag: tag, zipped: bytes.Clone(zipped.Bytes()), length: len(body)}, nil
}

// serve writes the answer, or 304 to whoever has it already.
func (c *cachedResponse) serve(w http.ResponseWriter, r *http.Request) {
	plainTag, gzipTag := `"`+c.tag+`"`, `"`+c.tag+`-gzip"`
	zip := server.AcceptsEncoding(r.Header.Get("Accept-Encoding"), "gzip")
	h := w.Header()
	h.Set("Cache-Control", wire.Revalidate)
	h.Set("Vary", "Accept-Encoding")
	h.Set("Etag", plainTag)
	if zip {
		h.Set("Etag", gzipTag)
	}
	if matches(r.Header.Get("If-None-Match"), plainTag, gzipTag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", c.contentType)
	if zip {
		h.Set("Content-Encoding", "gzip")
		h.Set("Content-Length", strconv.Itoa(len(c.zipped)))
		_, _ = w.Write(c.zipped) //nolint:gosec // JSON or a calendar with nosniff, never a page; the caller may have gone
		return
	}
	h.Set("Content-Length", strconv.Itoa(c.length))
	plain, err := gzip.NewReader(bytes.NewReader(c.zipped))
	if err != nil {
		panic(err) // compress has made it
	}
	_, _ = io.Copy(w, plain) //nolint:gosec // ours, and its size is known; the caller may have gone
}

// matches compares as RFC 9110 says for If-None-Match: weakly, any of a list. Both encodings are the same version.
func matches(header, plain, zipped string) bool {
	for tag := range strings.SplitSeq(header, ",") {
		tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/")
		if tag == zipped || tag == plain || tag == "*" {
			return true
		}
	}
	return false
}
