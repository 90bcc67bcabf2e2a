package mediaapi

import (
	"crypto/sha256"
	"encoding/base64"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"lectern/internal/feature/media"
	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/fault"
)

const (
	// renditionCaching is long because a rendition never changes under its address.
	renditionCaching = "private, max-age=21600, immutable"
	// redirectLife is short because nobody is asked again before it is over. With the second for which package media
	// caches rights, it is within the five that docs/security.md promises.
	redirectLife = 3 * time.Second
)

// ServeMedia sends whatever lies below a ticket: a file of the local store by the kernel, a segment of an object store
// by a short redirect. A ticket is worth what its session may see now; one of a session that has ended, or in another
// browser, nothing.
func (a *API) ServeMedia(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	ticket, err := a.Media.CheckTicket(r.PathValue("ticket"))
	var holder access.Actor // nobody, for a public preview
	if err == nil && ticket.Session != "" {
		holder, err = a.SessionHolder(r, ticket.Session)
		if fault.Code(err) != "" {
			err = fault.New(fault.Forbidden, "media.ticket").Because(err)
		}
	}
	if err == nil && ticket.Session != "" {
		var release func()
		if release, err = server.CountStream(ctx, ticket.Session); err == nil {
			defer release()
		}
	}
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	file, err := a.Media.File(ctx, ticket, holder, r.PathValue("path"))
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", file.Type)
	if file.Key == "" {
		sum := sha256.Sum256([]byte(file.Text))
		h.Set("Cache-Control", wire.Revalidate)
		h.Set("Etag", `"`+base64.RawURLEncoding.EncodeToString(sum[:12])+`"`)
		http.ServeContent(w, r, "", time.Time{}, strings.NewReader(file.Text))
		return
	}
	if file.Name != "" {
		h["Content-Disposition"] = []string{mime.FormatMediaType("attachment", map[string]string{"filename": file.Name})}
		h.Set("Content-Security-Policy", server.SandboxPolicy)
	}
	h.Set("Cache-Control", renditionCaching)
	if err := a.sendBlob(w, r, file); err != nil {
		for _, name := range []string{"Cache-Control", "Content-Disposition", "Content-Type", "Etag"} {
			h.Del(name)
		}
		server.Fail(w, r, notThere(err))
	}
}

// notThere keeps what the store calls its keys to itself.
func notThere(err error) error {
	if code := fault.Code(err); code == "blob.not_found" || code == "blob.bad_key" {
		return fault.New(fault.NotFound, "media.no_file").Because(err)
	}
	return err
}

func (a *API) sendBlob(w http.ResponseWriter, r *http.Request, file media.File) error {
	ctx := r.Context()
	if file.Segment {
		to, err := a.Blobs.Redirect(ctx, file.Key,
			blob.Download{Valid: redirectLife, Type: file.Type, Disposition: w.Header().Get("Content-Disposition")})
		if err != nil {
			return err
		}
		if to != "" {
			w.Header().Set("Cache-Control", "no-store")
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
	w.Header()["Etag"] = []string{`"` + strconv.FormatInt(info.Size,
		36) + "-" + strconv.FormatInt(info.Modified.Unix(), 36) + `"`}
	wire.GiveTime(w, info.Size)
	http.ServeContent(w, r, "", info.Modified, content)
	return nil
}
