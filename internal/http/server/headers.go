package server

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
)

// Every answer of a kind has the same headers; docs/security.md gives the reason for each.
const (
	// dataPolicy is for what is not a page: it may load nothing.
	dataPolicy = "default-src 'none'; frame-ancestors 'none'"
	// workerPolicy is the service worker's own: it fetches the app and the picture of a notice.
	workerPolicy = "default-src 'none'; connect-src 'self'; img-src 'self'; frame-ancestors 'none'"
	// SandboxPolicy is for files that people have uploaded.
	SandboxPolicy = "sandbox; default-src 'none'"
	// permissions switches off what no page of ours uses; the player uses the three that are left to our own origin.
	permissions = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), " +
		"midi=(), payment=(), usb=(), xr-spatial-tracking=(), autoplay=(self), fullscreen=(self), picture-in-picture=(self)"
)

// setHeaders sets what every answer has. Pages and uploaded files replace the content policy by their own, and what may be cached says so.
func setHeaders(h http.Header, secure bool) {
	h.Set("Cache-Control", "no-store") // most answers are about a person
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

// pagePolicy allows nothing inline but what the page was built with: every other script and style is a file of ours. What is
// played may also come from other origins, which the operator has named. No text becomes markup or the address of a script (Trusted
// Types), but for the service worker's address, which the policy named lectern in web/src/shared/offline gives.
func pagePolicy(page string, origins []string) string {
	from := strings.Join(append([]string{"'self'"}, origins...), " ")
	scripts := strings.Join(append([]string{"'self'"}, hashesOf("script", page)...), " ")
	styles := strings.Join(append([]string{"'self'"}, hashesOf("style", page)...), " ")
	return "default-src 'none'; script-src " + scripts + "; style-src " + styles + "; img-src 'self' data: blob:; " +
		"media-src " + from + " blob:; connect-src " + from + "; font-src 'self'; manifest-src 'self'; worker-src 'self'; " +
		"base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types lectern"
}

// hashesOf finds the elements of a kind, scripts or styles, whose text is in a page.
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
