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
	// renditionCaching is long because a rendition's address never changes its content.
	renditionCaching = "private, max-age=21600, immutable"
	// redirectLife is short because rights aren't checked again until it ends. With the second for which package
	// media caches rights, it is within the five that docs/security.md promises.
	redirectLife = 3 * time.Second
)

// ServeMedia serves the files of a ticket: from the local store directly, segments in an object store by a
// short-lived redirect. A ticket grants what its session may see now; it doesn't work in another browser or after
// the session ends.
func (a *API) ServeMedia(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	ticket, err := a.Media.CheckTicket(r.PathValue("ticket"))
	var holder access.Actor // empty for a public preview
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

// notThere hides the store's keys from callers.
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
	// The address is the version. The store's time would differ between nodes.
	w.Header()["Etag"] = []string{`"` + strconv.FormatInt(info.Size,
		36) + "-" + strconv.FormatInt(info.Modified.Unix(), 36) + `"`}
	wire.GiveTime(w, info.Size)
	http.ServeContent(w, r, "", info.Modified, content)
	return nil
}
