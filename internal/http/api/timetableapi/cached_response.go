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

// cachedResponse is one version of a response, compressed. It is decompressed for the few clients without gzip,
// because storing both would take ten times the memory.
type cachedResponse struct {
	contentType string
	tag         string // identifies the version
	zipped      []byte
	length      int // uncompressed
}

// compress returns a cachedResponse. The tag must change if, and only if, the bytes do.
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

// serve writes the response, or 304 if the client has this version.
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
		panic(err) // compress wrote it
	}
	_, _ = io.Copy(w, plain) //nolint:gosec // ours, and its size is known; the caller may have gone
}

// matches implements If-None-Match of RFC 9110: weak comparison with any of a list. Both encodings are the same
// version.
func matches(header, plain, zipped string) bool {
	for tag := range strings.SplitSeq(header, ",") {
		tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/")
		if tag == zipped || tag == plain || tag == "*" {
			return true
		}
	}
	return false
}
