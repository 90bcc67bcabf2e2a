package httpapi

import (
	"crypto/sha256"
	"encoding/base64"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"lectern/internal/blob"
	"lectern/internal/fault"
	"lectern/internal/media"
	"lectern/internal/server"
)

const (
	immutable     = "private, max-age=21600, immutable" // a rendition never changes under its address
	sandboxed     = "sandbox; default-src 'none'"
	redirectValid = 10 * time.Minute
)

const (
	// slowest is how many bytes a second a client must take at least; a slower one is cut, and comes back with a range.
	slowest = 32 << 10
	// patient is how large an answer must be to need more time than the server gives to all.
	patient = 1 << 20
)

// serveMedia sends whatever lies below a ticket: a file of the local store by the kernel, one of an object store by a short
// redirect. A ticket of a session that has ended, or in another browser than its own, is worth nothing.
func (a *api) serveMedia(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	ticket, err := a.Media.CheckTicket(r.PathValue("ticket"))
	if err == nil && ticket.Session != "" {
		if err = a.Accounts.CheckSession(ctx, ticket.Session, a.deviceOf(r)); fault.Code(err) != "" {
			err = fault.New(fault.Forbidden, "media.ticket").Because(err)
		}
	}
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	file, err := a.Media.File(ctx, ticket, r.PathValue("path"))
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	h := w.Header()
	h["Content-Type"] = []string{file.Type}
	if file.Key == "" {
		sum := sha256.Sum256([]byte(file.Text))
		h.Set("Cache-Control", revalidate)
		h.Set("Etag", `"`+base64.RawURLEncoding.EncodeToString(sum[:12])+`"`)
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader(file.Text))
		return
	}
	if file.Name != "" {
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": file.Name}))
		h.Set("Content-Security-Policy", sandboxed)
	}
	h.Set("Cache-Control", immutable)
	if err := a.sendBlob(w, r, file); err != nil {
		for _, name := range []string{"Cache-Control", "Content-Disposition", "Content-Type", "Etag"} {
			h.Del(name)
		}
		server.Fail(w, r, notThere(err))
	}
}

// notThere hides the store's keys from the caller.
func notThere(err error) error {
	if code := fault.Code(err); code == "blob.not_found" || code == "blob.bad_key" {
		return fault.New(fault.NotFound, "media.no_file").Because(err)
	}
	return err
}

func (a *api) sendBlob(w http.ResponseWriter, r *http.Request, file media.File) error {
	ctx := r.Context()
	if !file.Small {
		to, err := a.Blobs.Redirect(ctx, file.Key, blob.Download{Valid: redirectValid, Type: file.Type, Disposition: w.Header().Get("Content-Disposition")})
		if err != nil {
			return err
		}
		if to != "" {
			w.Header().Set("Cache-Control", "private, max-age="+strconv.Itoa(int(redirectValid/time.Second)/2))
			w.Header().Del("Content-Type")
			http.Redirect(w, r, to, http.StatusFound)
			return nil
		}
	}
	content, info, err := a.Blobs.Open(ctx, file.Key)
	if err != nil {
		return err
	}
	defer content.Close()
	// Not the store's clock: the address is the version, and two nodes must name it alike.
	w.Header()["Etag"] = []string{`"` + strconv.FormatInt(info.Size, 36) + "-" + strconv.FormatInt(info.Modified.Unix(), 36) + `"`}
	if info.Size > patient {
		limit := time.Minute + time.Duration(info.Size/slowest)*time.Second
		_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(limit)) // where it cannot be set, none is
	}
	http.ServeContent(w, r, "", info.Modified, content)
	return nil
}
