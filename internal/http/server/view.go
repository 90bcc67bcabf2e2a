package server

import (
	"net/http"
	"strings"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
)

// inView says what a row allows a member of staff who views the portal as a student.
type inView uint8

const (
	refusedInView inView = iota // changes something
	openInView
	privateInView // reads, but the response is only for the owner
)

// defaultInView allows only reads.
func defaultInView(pattern string) inView {
	switch method, _, _ := strings.Cut(pattern, " "); method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return openInView
	}
	return refusedInView
}

// OwnerOnly closes a reading row to staff who view the portal as a student, because its response outlives the view or
// is private.
func OwnerOnly(r *Route) { r.inView = privateInView }

// EndsView allows a row in a view although it is a change: it ends the view.
func EndsView(r *Route) { r.inView = openInView }

// checkView is the one place that limits a view to reading.
func (r Route) checkView(who access.Actor) error {
	switch {
	case who.Viewer == "" || r.inView == openInView:
		return nil
	case r.inView == privateInView:
		return fault.New(fault.Forbidden, "access.view_private")
	}
	return fault.New(fault.Forbidden, "access.view_reads_only")
}
