package messageapi

import (
	"mime"
	"net/http"
	"strconv"

	"lectern/internal/feature/message"
	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
)

// MessageUpload leaves room for the multipart form around the file.
const MessageUpload = message.MaxAttachment + 16<<10

// AttachToMessage receives a file for a notice that is still being written: the first file of a multipart form.
// GetMessageAttachment sends it.
func (a *API) AttachToMessage(w http.ResponseWriter, r *http.Request) {
	wire.AllowLongUpload(w)
	part, err := wire.FirstFile(r, "message.attachment_too_large", "max", strconv.Itoa(message.MaxAttachment>>20))
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	made, err := a.Messages.Attach(r.Context(), server.ActorOf(r.Context()), part.FileName(), part)
	wire.Answer(w, r, made, err)
}

// GetMessageAttachment sends a file to those whom its notice is for, and to staff. It needs the usual headers: a page
// fetches it like data. It is never redirected, because another origin would not get those headers.
func (a *API) GetMessageAttachment(w http.ResponseWriter, r *http.Request) {
	ctx := r.Context()
	file, err := a.Messages.Attachment(ctx, server.ActorOf(ctx), r.PathValue("message"), r.PathValue("attachment"))
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	content, info, err := a.Blobs.Open(ctx, file.Key)
	if err != nil {
		server.Fail(w, r, err)
		return
	}
	defer content.Close()
	h := w.Header()
	h.Set("Content-Type", file.Type)
	h.Set("Content-Security-Policy", server.SandboxPolicy)
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": file.Name}))
	wire.GiveTime(w, info.Size)
	http.ServeContent(w, r, "", info.Modified, content)
}
