package httpapi

import (
	"net/http"
	"net/netip"
	"strings"

	"lectern/internal/fault"
)

var methods = []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}

// unknown answers a path under /api/ that no route knows, and a method that its route does not take.
func (a *api) unknown(w http.ResponseWriter, r *http.Request) {
	var allowed []string
	for _, method := range methods {
		try := &http.Request{Method: method, URL: r.URL, Host: r.Host}
		if _, pattern := a.mux.Handler(try); pattern != "/api/" && pattern != "/" {
			allowed = append(allowed, method)
		}
	}
	if len(allowed) == 0 {
		a.fail(w, r, fault.New(fault.NotFound, "request.no_route"))
		return
	}
	out := a.refuse(r.Context(), fault.New(fault.Invalid, "request.method", "allowed", strings.Join(allowed, ", ")))
	out.StatusCode = http.StatusMethodNotAllowed
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	out.write(w)
}

// onlyThisMachine hides a handler from everybody else. A request that a proxy passed on comes from everybody else,
// however near the proxy is.
func (a *api) onlyThisMachine(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		peer, err := netip.ParseAddrPort(r.RemoteAddr)
		local := err == nil && peer.Addr().Unmap().IsLoopback()
		for _, header := range []string{"Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-Ip", "Via"} {
			local = local && r.Header.Get(header) == ""
		}
		if !local {
			a.fail(w, r, fault.New(fault.NotFound, "request.no_route"))
			return
		}
		next.ServeHTTP(w, r)
	})
}
