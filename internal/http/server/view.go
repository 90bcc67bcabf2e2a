package server

import (
	"net/http"
	"strings"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
)

// inView is what a row is to a member of staff who looks at the portal as a student.
type inView uint8

const (
	refusedInView inView = iota // it changes something
	openInView
	privateInView // it reads, and its answer is for the owner alone
)

// usualInView lets a view read and nothing else.
func usualInView(pattern string) inView {
	switch method, _, _ := strings.Cut(pattern, " "); method {
	case http.MethodGet, http.MethodHead, http.MethodOptions:
		return openInView
	}
	return refusedInView
}

// OwnerOnly closes a row to staff who look at the portal as a student, although it only reads: its answer outlives the view or is nobody
// else's business.
func OwnerOnly(r *Route) { r.inView = privateInView }

// EndsView keeps a row open to a view that changes nothing but the view itself: it ends it.
func EndsView(r *Route) { r.inView = openInView }

// checkView is the one place where a view is held to reading.
func (r Route) checkView(who access.Actor) error {
	switch {
	case who.Viewer == "" || r.inView == openInView:
		return nil
	case r.inView == privateInView:
		return fault.New(fault.Forbidden, "access.view_private")
	}
	return fault.New(fault.Forbidden, "access.view_reads_only")
}
