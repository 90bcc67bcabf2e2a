// Package messageapi has the handlers and wire types of messages and notices, for their readers and for the staff who
// send them, and of push notifications. The routes are in package api.
package messageapi

import (
	"time"

	"lectern/internal/feature/message"
	"lectern/internal/feature/message/push"
	"lectern/internal/feature/student"
	"lectern/internal/kernel/blob"
)

// API carries the services to the handlers.
type API struct {
	Messages *message.Service
	Push     *push.Service
	Students *student.Service // for whom a message can be sent to
	Blobs    blob.Store       // for attachments
	Now      func() time.Time
}
