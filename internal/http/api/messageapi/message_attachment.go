package messageapi

import (
	"mime"
	"net/http"
	"strconv"

	"lectern/internal/feature/message"
	"lectern/internal/http/api/wire"
	"lectern/internal/http/server"
)

// MessageUpload is the size of a file and its multipart form.
const MessageUpload = message.MaxAttachment + 16<<10

// AttachToMessage stores the first file of a multipart form for an unsent notice. GetMessageAttachment serves it.
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

// GetMessageAttachment sends a file to the notice's recipients and to staff. It requires the usual headers: a page
// fetches it like data. It never redirects, because another origin wouldn't get those headers.
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
