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

// Revalidate is the Cache-Control of versioned responses: private, revalidated each time.
const Revalidate = "private, no-cache"

const (
	// minBytesPerSecond is the slowest allowed download; slower ones are cut off and resume with a range.
	minBytesPerSecond = 32 << 10
	// largeAnswer is the response size above which the write deadline is extended.
	largeAnswer = 1 << 20
)

// GiveTime extends the write deadline of a large response for slow clients.
func GiveTime(w http.ResponseWriter, size int64) {
	if size > largeAnswer {
		limit := time.Minute + time.Duration(size/minBytesPerSecond)*time.Second
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(limit)) // if unsupported, none
	}
}

// TooLong distinguishes a body over the limit from a broken connection.
func TooLong(err error, code string, params ...string) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return fault.New(fault.TooLarge, code, params...)
	}
	return fault.New(fault.Invalid, "request.unreadable").Because(err)
}

// Answer writes the envelope of a stream's handler.
func Answer[T any](w http.ResponseWriter, r *http.Request, out T, err error) {
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	server.WriteData(w, r, out)
}

// FirstFile returns the field "file" of a multipart form, or the given code if the form exceeds the limit.
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

// longUpload is the time for an attachment of a hundred megabytes on a slow connection.
const longUpload = 20 * time.Minute

// AllowLongUpload extends the read deadline to longUpload.
func AllowLongUpload(w http.ResponseWriter) {
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(longUpload)) // if unsupported, none
}

// ServePhoto serves a student's photo, or the error of looking it up.
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
