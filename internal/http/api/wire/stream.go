package wire

import (
	"errors"
	"io"
	"mime/multipart"
	"net/http"
	"path"
	"time"

	"lectern/internal/feature/student"
	"lectern/internal/http/server"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/fault"
)

// Revalidate is how answers with a version are cached: they are the caller's own and are asked for each time.
const Revalidate = "private, no-cache"

const (
	// minBytesPerSecond is what a client must take at least; a slower one is cut, and comes back with a range.
	minBytesPerSecond = 32 << 10
	// largeAnswer is how large an answer must be to get more time than the server gives to all.
	largeAnswer = 1 << 20
)

// GiveTime lets a large answer take as long as a slow client may need for it.
func GiveTime(w http.ResponseWriter, size int64) {
	if size > largeAnswer {
		limit := time.Minute + time.Duration(size/minBytesPerSecond)*time.Second
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(limit)) // where it cannot be set, none is
	}
}

// TooLong tells a body over the limit from one that broke off.
func TooLong(err error, code string, params ...string) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return fault.New(fault.TooLarge, code, params...)
	}
	return fault.New(fault.Invalid, "request.unreadable").Because(err)
}

// Answer is the envelope from a handler that is not huma's.
func Answer[T any](w http.ResponseWriter, r *http.Request, out T, err error) {
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	server.WriteData(w, r, out)
}

// FirstFile finds the field "file" of a multipart form. A form over the limit is refused with the given code.
func FirstFile(r *http.Request, tooLarge string, params ...string) (*multipart.Part, error) {
	form, err := r.MultipartReader()
	if err != nil {
		return nil, fault.New(fault.Unsupported, "request.content_type", "wanted", "multipart/form-data")
	}
	for {
		part, err := form.NextPart()
		switch {
		case errors.Is(err, io.EOF):
			return nil, fault.New(fault.Invalid, "request.field_missing", "field", "file")
		case err != nil:
			return nil, TooLong(err, tooLarge, params...)
		case part.FormName() == "file":
			return part, nil
		}
	}
}

// longUpload is how long an attachment of a hundred megabytes may take on a poor line.
const longUpload = 20 * time.Minute

// AllowLongUpload lets the body of a request take that long.
func AllowLongUpload(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(longUpload)) // where it cannot be set, none is
}

// ServePhoto answers the photo of a student, or the error of whoever looked for it.
func ServePhoto(w http.ResponseWriter, r *http.Request, from blob.Store, key string, err error) {
	if err == nil && !student.IsPhoto(key) {
		err = fault.New(fault.NotFound, "student.no_photo")
	}
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	file, info, err := from.Open(r.Context(), key)
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	defer file.Close()
	w.Header().Set("Cache-Control", Revalidate)
	w.Header().Set("Content-Security-Policy", server.SandboxPolicy)
	w.Header().Set("Content-Disposition", "attachment")
	http.ServeContent(w, r, path.Base(key), info.Modified, file)
}
