package mediaapi

import (
	"context"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	tusd "github.com/tus/tusd/v2/pkg/handler"
	"golang.org/x/exp/slog"

	"lectern/internal/feature/media"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
)

// Uploads follow tus 1.0.0 (https://tus.io/protocols/resumable-upload) through tusd: creation, expiration and
// termination.
const (
	tusVersion = "1.0.0"
	TusType    = "application/offset+octet-stream"
	tusOffers  = "creation,expiration,termination"
	uploads    = "/api/admin/uploads"
	// senderTimeout is how long a client may pause before the upload is released.
	senderTimeout = 30 * time.Second
	// lockTimeout is shorter than a request's timeout.
	lockTimeout = 8 * time.Second
)

// TusHandler returns tusd with our store. Rights are checked before, see Tus.
func (a *API) TusHandler() *tusd.UnroutedHandler {
	composer := tusd.NewStoreComposer()
	a.Media.UploadStore().UseIn(composer)
	handler, err := tusd.NewUnroutedHandler(tusd.Config{
		StoreComposer: composer, BasePath: uploads, PreUploadCreateCallback: a.beginUpload,
		NetworkTimeout: senderTimeout, AcquireLockTimeout: lockTimeout,
		Cors:   &tusd.CorsConfig{Disable: true},
		Logger: slog.New(slog.NewTextHandler(io.Discard, nil)), // the server logs instead
	})
	if err != nil {
		panic(err) // the configuration above is wrong
	}
	return handler
}

func (a *API) OfferUploads(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Tus-Resumable", tusVersion)
	h.Set("Tus-Version", tusVersion)
	h.Set("Tus-Extension", tusOffers)
	h.Set("Tus-Max-Size", strconv.FormatInt(media.MaxUpload, 10))
	w.WriteHeader(http.StatusNoContent)
}

// Tus wraps one of tusd's handlers: it checks the version and the owner of the upload, and returns our error codes.
func (a *API) Tus(handler *tusd.UnroutedHandler, do http.HandlerFunc) http.HandlerFunc {
	next := http.StripPrefix(uploads, handler.Middleware(do))
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Tus-Resumable", tusVersion)
		if r.Header.Get("Tus-Resumable") != tusVersion {
			w.Header().Set("Tus-Version", tusVersion)
			server.FailWith(w, r, http.StatusPreconditionFailed,
				fault.New(fault.Invalid, "media.tus_version", "version", tusVersion))
			return
		}
		call := &media.UploadRequest{Who: server.ActorOf(r.Context()), CheckSender: a.senderOf(r)}
		answer := &tusAnswer{ResponseWriter: w}
		if id := r.PathValue("upload"); id != "" {
			var err error
			if answer.upload, err = a.Media.FindUpload(r.Context(), call.Who, id); err != nil {
				failUpload(w, r, err)
				return
			}
		}
		if r.Method == http.MethodPatch {
			if r.Header.Get("Content-Type") != TusType { // also without a body
				server.Fail(w, r, fault.New(fault.Unsupported, "request.content_type", "wanted", TusType))
				return
			}
		}
		next.ServeHTTP(answer, r.WithContext(call.In(r.Context())))
		if answer.refused == "" {
			return
		}
		w.Header().Del("Content-Length")
		err := call.Err
		if err == nil {
			err = tusFault(answer.refused)
		}
		failUpload(w, r, err)
	}
}

// senderOf returns how to check the sender of a request again: an upload lasts longer than some sessions.
func (a *API) senderOf(r *http.Request) func(ctx context.Context) error {
	session := server.ActorOf(r.Context()).Session
	return func(ctx context.Context) error {
		who, err := a.SessionHolder(r.WithContext(ctx), session)
		if err != nil {
			return err
		}
		return access.Recordings.Check(who)
	}
}

// failUpload responds with an error. A client that can't get the offset restarts the upload, unless it is told that
// the upload is locked: then it retries.
func failUpload(w http.ResponseWriter, r *http.Request, err error) {
	if r.Method == http.MethodHead && server.StatusOf(err) >= http.StatusInternalServerError {
		server.FailWith(w, r, http.StatusLocked, err)
		return
	}
	server.Fail(w, r, err)
}

var fingerprintPattern = regexp.MustCompile(`^[0-9a-f]{64}$`)

// beginUpload creates the upload that tusd is about to store.
func (a *API) beginUpload(hook tusd.HookEvent) (tusd.HTTPResponse, tusd.FileInfoChanges, error) {
	about := func(name string) string {
		return strings.ReplaceAll(strings.ToValidUTF8(hook.Upload.MetaData[name], "?"), "\x00", "")
	}
	to := media.Target{
		Lesson: about("lesson"), Course: about("course"), Title: about("title"), TitleEn: about("titleEn"),
		Publish: about("publish") == "true", Later: about("later") == "true",
	}
	if class := about("class"); class != "" {
		found, err := a.Timetables.Class(hook.Context, class)
		if err != nil {
			return tusd.HTTPResponse{}, tusd.FileInfoChanges{}, media.UploadFailed(hook.Context, err)
		}
		to.Group, to.Class, to.Beside = found.Group, found.ID, about("beside") == "true"
	}
	file := media.Incoming{Name: about("filename"), Size: hook.Upload.Size}
	if ms, err := strconv.ParseInt(about("modified"), 10, 64); err == nil && ms > 0 {
		file.Modified = time.UnixMilli(ms)
	}
	if mark := about("fingerprint"); fingerprintPattern.MatchString(mark) {
		file.Fingerprint = mark
	}
	u, err := a.Media.BeginUpload(hook.Context, server.ActorOf(hook.Context), file, to)
	if err != nil {
		return tusd.HTTPResponse{}, tusd.FileInfoChanges{}, media.UploadFailed(hook.Context, err)
	}
	header := tusd.HTTPHeader{"Upload-Expires": u.Expires.UTC().Format(http.TimeFormat)}
	return tusd.HTTPResponse{Header: header}, tusd.FileInfoChanges{ID: u.ID, MetaData: tusd.MetaData{}}, nil
}

// tusAnswer forwards tusd's responses, adds headers and replaces its errors.
type tusAnswer struct {
	http.ResponseWriter
	upload  media.Upload
	refused string // tusd's error, which starts with its own code
	failed  bool
}

// Unwrap lets tusd set deadlines.
func (t *tusAnswer) Unwrap() http.ResponseWriter { return t.ResponseWriter }

func (t *tusAnswer) WriteHeader(status int) {
	if t.failed = status >= http.StatusBadRequest; t.failed {
		t.refused = strconv.Itoa(status) // HEAD has no body
		return
	}
	h := t.Header()
	if at, err := url.Parse(h.Get("Location")); err == nil && at.Path != "" {
		h.Set("Location", at.Path)
	}
	switch offset := h.Get("Upload-Offset"); {
	case offset == "":
	case offset == strconv.FormatInt(t.upload.Size, 10):
		h.Set("Lectern-Asset", t.upload.ID)
	default:
		h.Set("Upload-Expires", t.upload.Expires.UTC().Format(http.TimeFormat))
	}
	t.ResponseWriter.WriteHeader(status)
}

func (t *tusAnswer) Write(p []byte) (int, error) {
	if t.failed {
		t.refused = string(p)
		return len(p), nil
	}
	return t.ResponseWriter.Write(p)
}

// tusFault maps a tusd error to ours.
func tusFault(text string) error {
	code, _, _ := strings.Cut(text, ":")
	switch code {
	case "ERR_MISMATCHED_OFFSET", "ERR_INVALID_OFFSET":
		return fault.New(fault.Conflict, "media.upload_offset")
	case "ERR_INVALID_UPLOAD_LENGTH", "ERR_AMBIGUOUS_UPLOAD_LENGTH",
		"ERR_INVALID_UPLOAD_LENGTH_DEFER", "ERR_NOT_IMPLEMENTED":
		return fault.New(fault.Invalid, "media.upload_length")
	case "ERR_UPLOAD_SIZE_EXCEEDED":
		return fault.New(fault.TooLarge, "media.upload_more")
	}
	// The sender disconnected or paused, or another request took over. The client may retry.
	return fault.New(fault.Unavailable, "request.unreadable").After(time.Second)
}
