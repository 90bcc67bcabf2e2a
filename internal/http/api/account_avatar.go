package api

import (
	"io"
	"net/http"
	"strconv"

	"lectern/internal/feature/account"
	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
	"lectern/internal/kernel/picture"
)

// pictureUpload is the size of a picture and its multipart form.
const pictureUpload = picture.MaxBytes + 16<<10

// wireFile is a multipart form with one file.
type wireFile struct {
	File string `json:"file" format:"binary"`
}

type wireAvatar struct {
	Avatar string `json:"avatar"`
}

func (a *api) setAvatar(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	part, err := pictureIn(r)
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	key, err := a.Accounts.SetAvatar(ctx, server.ActorOf(ctx), part)
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	server.WriteData(w, r, wireAvatar{a.avatarAddress(server.ActorOf(ctx), key)})
}

// pictureIn returns the picture in a multipart form.
func pictureIn(r *http.Request) (io.Reader, error) {
	return wire.FirstFile(r, "account.avatar_too_large", "limit", "2 MB")
}

// getAvatar serves a picture to the session that its ticket was issued to.
func (a *api) getAvatar(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	until, _ := strconv.ParseInt(query.Get("until"), 10, 64) // 0 if invalid, which has expired
	ticket := account.Ticket{Name: r.PathValue("file"), Session: query.Get("session"), Until: until, MAC: query.Get("mac")}
	file, info, err := a.Accounts.Avatar(r.Context(), ticket, a.deviceOf(r))
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	defer file.Close()
	w.Header().Set("Cache-Control", "private, max-age=43200, immutable")
	w.Header().Set("Content-Security-Policy", server.SandboxPolicy)
	// Pages can still embed it; opened on its own, it is downloaded.
	w.Header().Set("Content-Disposition", "attachment")
	http.ServeContent(w, r, r.PathValue("file"), info.Modified, file)
}
