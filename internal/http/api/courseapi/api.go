// Package courseapi has the handlers and wire types of courses and of watching them: the catalogue, lessons with what
// they play, notes, progress, and who has watched what, for students, teachers and staff. The routes are
// in package api.
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
	Media       *media.Service     // for what a lesson plays
	Timetables  *timetable.Service // for the classes that lessons record
	LiveOrigins []string           // where classes may be seen live
	Now         func() time.Time
}
