// Package timetableapi has the handlers and wire types of everything that is about when and where: timetables and their
// changes, clashes, calendar feeds, rooms, the college's year, planning, and what teachers see and ask for. The routes
// are in package api.
package timetableapi

import (
	"time"

	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/feature/timetable/rooms"
	"lectern/internal/feature/timetable/teaching"
	"lectern/internal/kernel/blob"
	"lectern/internal/kernel/cache"
	"lectern/internal/workflow/planning"
)

// Deps is what the handlers use.
type Deps struct {
	Timetables           *timetable.Service
	Feeds                *timetable.Feeds
	Clashes              *clash.Service
	Planning             *planning.Service
	Rooms                *rooms.Service
	Teaching             *teaching.Service
	Messages             *message.Service // for what teachers write to a group
	Blobs                blob.Store       // for students' photos
	PublicURL            string           // the address people type; empty: the one a request came to
	CollegeZh, CollegeEn string           // for the title of a calendar
	Now                  func() time.Time
}

// API carries the services to the handlers.
type API struct {
	Deps
	cached *cache.Cache[*cachedResponse] // timetables and calendars
}

// New makes the handlers. The contract is written without services, and so without a cache.
func New(d Deps) *API {
	a := &API{Deps: d}
	if d.Timetables != nil {
		a.cached = cache.New[*cachedResponse](d.Timetables.Revision(), maxCached)
	}
	return a
}
