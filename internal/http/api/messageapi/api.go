// Package messageapi has the handlers and wire types of messages, notices and push notifications, for readers and
// senders. The routes are in package api.
package messageapi

import (
	"time"

	"lectern/internal/feature/message"
	"lectern/internal/feature/message/push"
	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable/teaching"
	"lectern/internal/kernel/blob"
)

// API carries the services to the handlers.
type API struct {
	Messages *message.Service
	Push     *push.Service
	Students *student.Service  // to resolve recipients
	Teaching *teaching.Service // to list a teacher's groups
	Blobs    blob.Store        // for attachments
	Now      func() time.Time
}
