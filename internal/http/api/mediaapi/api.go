// Package mediaapi has the handlers and wire types of recordings: uploads, preparation, captions, files, bulk
// changes, and the media that players fetch. Package courseapi has what a lesson plays; the routes are in package
// api.
package mediaapi

import (
	"net/http"

	"lectern/internal/feature/media"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/blob"
	"lectern/internal/workflow/recordings"
)

// API carries the services to the handlers.
type API struct {
	Media      *media.Service
	Recordings *recordings.Service
	Timetables *timetable.Service // for the classes of uploads
	Blobs      blob.Store
	// SessionHolder returns the actor of the session that a ticket was issued to, or an error.
	SessionHolder func(r *http.Request, session string) (access.Actor, error)
}
