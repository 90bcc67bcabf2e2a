package server

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
)

// Every response of a kind has the same headers; docs/security.md explains each.
const (
	// dataPolicy is for responses that aren't pages: they may load nothing.
	dataPolicy = "default-src 'none'; frame-ancestors 'none'"
	// workerPolicy is for the service worker, which fetches the app and the picture of a notice.
	workerPolicy = "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'"
	// SandboxPolicy is for files that people have uploaded.
	SandboxPolicy = "sandbox; default-src 'none'"
	// permissions disables what no page uses. The player uses the three that our own origin keeps.
	permissions = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), " +
		"magnetometer=(), microphone=(), " +
		"midi=(), payment=(), usb=(), xr-spatial-tracking=(), autoplay=(self), fullscreen=(self), picture-in-picture=(self)"
)

// setHeaders sets the headers of every response. Pages and uploaded files replace the content policy, and cacheable
// responses Cache-Control.
func setHeaders(h http.Header, secure bool) {
	h.Set("Cache-Control", "no-store") // most responses are about a person
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Content-Security-Policy", dataPolicy)
	h.Set("Permissions-Policy", permissions)
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if secure {
		h.Set("Strict-Transport-Security", "max-age=31536000; includeSubDomains")
	}
}

// pagePolicy allows only the inline scripts and styles that the page was built with; all others are our own files.
// Media may also come from the origins that the operator has configured. Trusted Types prevent text from becoming
// markup or a script's URL, except the service worker's URL, from the policy named lectern in web/src/shared/offline.
func pagePolicy(page string, origins []string) string {
	from := strings.Join(append([]string{"'self'"}, origins...), " ")
	scripts := strings.Join(append([]string{"'self'"}, hashesOf("script", page)...), " ")
	styles := strings.Join(append([]string{"'self'"}, hashesOf("style", page)...), " ")
	return "default-src 'none'; script-src " + scripts + "; style-src " + styles + "; img-src 'self' data: blob:; " +
		"media-src " + from + " blob:; connect-src " + from + "; font-src 'self'; manifest-src 'self'; worker-src 'self'; " +
		"base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for " +
		"'script'; trusted-types lectern"
}

// hashesOf returns the hashes of a page's inline scripts or styles.
func hashesOf(kind, page string) []string {
	var out []string
	for _, rest := range strings.Split(page, "<"+kind)[1:] {
		_, rest, _ = strings.Cut(rest, ">")
		if text, _, _ := strings.Cut(rest, "</"+kind+">"); text != "" {
			sum := sha256.Sum256([]byte(text))
			out = append(out, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
		}
	}
	return out
}
