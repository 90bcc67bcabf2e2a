package httpapi

import (
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"lectern/internal/fault"
	"lectern/internal/media"
	"lectern/internal/server"
)

// Uploads speak tus 1.0.0 (https://tus.io/protocols/resumable-upload): creation, expiration and termination.
const (
	tusVersion = "1.0.0"
	tusType    = "application/offset+octet-stream"
	tusOffers  = "creation,expiration,termination"
	uploads    = "/api/admin/uploads"
	// silence is how long a sender may say nothing before it is taken for gone.
	silence = 30 * time.Second
)

func (a *api) offerUploads(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Tus-Resumable", tusVersion)
	h.Set("Tus-Version", tusVersion)
	h.Set("Tus-Extension", tusOffers)
	h.Set("Tus-Max-Size", strconv.FormatInt(media.MaxUpload, 10))
	w.WriteHeader(http.StatusNoContent)
}

// tus refuses a client of another version, as the protocol says.
func (a *api) tus(w http.ResponseWriter, r *http.Request) bool {
	w.Header().Set("Tus-Resumable", tusVersion)
	w.Header().Set("Cache-Control", "no-store")
	if r.Header.Get("Tus-Resumable") == tusVersion {
		return true
	}
	w.Header().Set("Tus-Version", tusVersion)
	server.FailWith(w, r, http.StatusPreconditionFailed, fault.New(fault.Invalid, "media.tus_version", "version", tusVersion))
	return false
}

func (a *api) beginUpload(w http.ResponseWriter, r *http.Request) {
	if !a.tus(w, r) {
		return
	}
	ctx := r.Context()
	size, err := strconv.ParseInt(r.Header.Get("Upload-Length"), 10, 64)
	if err != nil || size < 0 {
		server.Fail(w, r, fault.New(fault.Invalid, "media.upload_length"))
		return
	}
	about, err := uploadMetadata(r.Header.Get("Upload-Metadata"))
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	to := media.Target{Lesson: about["lesson"], Course: about["course"], Title: about["title"]}
	u, err := a.Media.Upload(ctx, server.ActorOf(ctx), about["filename"], size, to)
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	w.Header().Set("Location", uploads+"/"+u.ID)
	w.Header().Set("Upload-Expires", u.Expires.UTC().Format(http.TimeFormat))
	w.WriteHeader(http.StatusCreated)
}

const maxMetadata = 4 << 10

// uploadMetadata reads pairs of a key and a base64 value.
func uploadMetadata(text string) (map[string]string, error) {
	out := map[string]string{}
	for pair := range strings.SplitSeq(text, ",") {
		name, encoded, _ := strings.Cut(strings.TrimSpace(pair), " ")
		value, err := base64.StdEncoding.DecodeString(strings.TrimSpace(encoded))
		if err != nil || len(text) > maxMetadata {
			return nil, fault.New(fault.Invalid, "media.upload_metadata")
		}
		out[name] = strings.ReplaceAll(strings.ToValidUTF8(string(value), "?"), "\x00", "")
	}
	return out, nil
}

func (a *api) measureUpload(w http.ResponseWriter, r *http.Request) {
	if !a.tus(w, r) {
		return
	}
	u, err := a.Media.Offset(r.Context(), server.ActorOf(r.Context()), r.PathValue("upload"))
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	w.Header().Set("Upload-Length", strconv.FormatInt(u.Size, 10))
	uploadHeaders(w.Header(), u)
	w.WriteHeader(http.StatusOK)
}

func uploadHeaders(h http.Header, u media.Upload) {
	h.Set("Upload-Offset", strconv.FormatInt(u.Offset, 10))
	if u.Asset == "" {
		h.Set("Upload-Expires", u.Expires.UTC().Format(http.TimeFormat))
	} else {
		h.Set("Lectern-Asset", u.Asset)
	}
}

func (a *api) continueUpload(w http.ResponseWriter, r *http.Request) {
	if !a.tus(w, r) {
		return
	}
	offset, err := strconv.ParseInt(r.Header.Get("Upload-Offset"), 10, 64)
	if err != nil || offset < 0 {
		server.Fail(w, r, fault.New(fault.Conflict, "media.upload_offset"))
		return
	}
	if r.Header.Get("Content-Type") != tusType { // also of a body without bytes
		server.Fail(w, r, fault.New(fault.Unsupported, "request.content_type", "wanted", tusType))
		return
	}
	control := http.NewResponseController(w)
	_ = control.SetWriteDeadline(time.Time{}) // the last piece is answered when the store has the whole file
	body := &patience{body: r.Body, control: control}
	u, err := a.Media.Write(r.Context(), server.ActorOf(r.Context()), r.PathValue("upload"), offset, body, body.stop)
	if err != nil {
		server.Fail(w, r, unlessFault(err))
		return
	}
	uploadHeaders(w.Header(), u)
	w.WriteHeader(http.StatusNoContent)
}

// unlessFault takes a sender that broke off for what it is: nobody's accident.
func unlessFault(err error) error {
	var broken *brokenError
	if fault.Code(err) == "" && errors.As(err, &broken) {
		return fault.New(fault.Invalid, "request.unreadable").Because(err)
	}
	return err
}

// patience reads a body for as long as something comes.
type patience struct {
	body    io.Reader
	control *http.ResponseController
	mu      sync.Mutex
	stopped bool
}

// brokenError marks what went wrong with the sender.
type brokenError struct{ cause error }

func (e *brokenError) Error() string { return "the sender broke off: " + e.cause.Error() }
func (e *brokenError) Unwrap() error { return e.cause }

func (p *patience) Read(b []byte) (int, error) {
	p.mu.Lock()
	if p.stopped {
		p.mu.Unlock()
		return 0, &brokenError{io.ErrUnexpectedEOF}
	}
	_ = p.control.SetReadDeadline(time.Now().Add(silence)) // where it cannot be set, none is
	p.mu.Unlock()
	n, err := p.body.Read(b)
	if err != nil && err != io.EOF {
		err = &brokenError{err}
	}
	return n, err
}

// stop makes a Read that waits fail.
func (p *patience) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stopped = true
	_ = p.control.SetReadDeadline(time.Unix(1, 0)) // as above
}

func (a *api) removeUpload(w http.ResponseWriter, r *http.Request) {
	if !a.tus(w, r) {
		return
	}
	if err := a.Media.Remove(r.Context(), server.ActorOf(r.Context()), r.PathValue("upload")); err != nil {
		server.Fail(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
