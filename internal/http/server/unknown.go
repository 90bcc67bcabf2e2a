package server

import (
	"net/http"
	"net/netip"
	"strings"

	"lectern/internal/kernel/fault"
)

var methods = []string{
	http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch,
	http.MethodDelete, http.MethodOptions,
}

// handleUnknown responds to unknown paths under /api/, and to methods that a route doesn't accept.
func (s *Server) handleUnknown(w http.ResponseWriter, r *http.Request) {
	var allowed []string
	for _, method := range methods {
		try := &http.Request{Method: method, URL: r.URL, Host: r.Host}
		if _, pattern := s.mux.Handler(try); pattern != "/api/" && pattern != "/" {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		Fail(w, r, fault.New(fault.NotFound, "request.no_route"))
		return
	}
	methodNotAllowed(w, r, allowed)
}

func methodNotAllowed(w http.ResponseWriter, r *http.Request, allowed []string) {
	list := strings.Join(allowed, ", ")
	w.Header().Set("Allow", list)
	FailWith(w, r, http.StatusMethodNotAllowed, fault.New(fault.Invalid, "request.method", "allowed", list))
}

// onlyThisMachine serves a handler only to this machine. A request through a proxy doesn't count as local, even if
// the proxy is.
func (s *Server) onlyThisMachine(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		peer, err := netip.ParseAddrPort(r.RemoteAddr)
		local := err == nil && peer.Addr().Unmap().IsLoopback()
		for _, header := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via"} {
			local = local && r.Header.Get(header) == ""
		}
		if !local {
			Fail(w, r, fault.New(fault.NotFound, "request.no_route"))
			return
		}
		next.ServeHTTP(w, r)
	})
}
