// Package courseapi has the handlers and wire types of courses: the catalogue, lessons and their media, notes,
// progress and viewing records, for students, teachers and staff. The routes are in package api.
package courseapi

import (
	"time"

	"lectern/internal/feature/course"
	"lectern/internal/feature/media"
	"lectern/internal/feature/timetable"
	"lectern/internal/workflow/watching"
)

// API carries the services to the handlers.
type API struct {
	Courses     *course.Service
	Watching    *watching.Service
	Media       *media.Service     // for the media of lessons
	Timetables  *timetable.Service // for the classes that lessons record
	LiveOrigins []string           // the origins of live sources
	Now         func() time.Time
}
