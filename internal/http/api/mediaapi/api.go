// Package mediaapi has the handlers and wire types of recordings: uploads, their preparation, captions, files, many
// recordings at once, and the media that players fetch. What a lesson plays is in package courseapi, the routes are in
// package api.
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
	Timetables *timetable.Service // for the classes that uploads are of
	Blobs      blob.Store
	// SessionHolder says whose session it is that a ticket names, or refuses the request.
	SessionHolder func(r *http.Request, session string) (access.Actor, error)
}
