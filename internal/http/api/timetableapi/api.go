// Package timetableapi has the handlers and wire types of timetables and their changes, clashes, calendar feeds,
// rooms, terms and days off, planning, and teachers' pages and requests. The routes are in package api.
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

// Deps are the dependencies of the handlers.
type Deps struct {
	Timetables           *timetable.Service
	Feeds                *timetable.Feeds
	Clashes              *clash.Service
	Planning             *planning.Service
	Rooms                *rooms.Service
	Teaching             *teaching.Service
	Messages             *message.Service // for teachers' messages to a group
	Blobs                blob.Store       // for students' photos
	PublicURL            string           // the portal's public address; empty: that of the request
	CollegeZh, CollegeEn string           // for a calendar's title
	Now                  func() time.Time
}

// API carries the services to the handlers.
type API struct {
	Deps
	cached *cache.Cache[*cachedResponse] // of timetables and calendars
}

// New returns the handlers. Without services, as for writing the contract, there is no cache.
func New(d Deps) *API {
	a := &API{Deps: d}
	if d.Timetables != nil {
		a.cached = cache.New[*cachedResponse](d.Timetables.PersonalRevision(), maxCached)
	}
	return a
}
