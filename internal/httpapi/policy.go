package httpapi

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
)

// pagePolicy allows nothing inline but what the page was built with: every other script and style is a file of ours. What is
// played may also come from other origins, which the operator has named.
func pagePolicy(page string, origins []string) []string {
	from := strings.Join(append([]string{"'self'"}, origins...), " ")
	scripts := strings.Join(append([]string{"'self'"}, hashesOf("script", page)...), " ")
	styles := strings.Join(append([]string{"'self'"}, hashesOf("style", page)...), " ")
	return []string{"default-src 'none'; script-src " + scripts + "; style-src " + styles + "; img-src 'self' data: blob:; " +
		"media-src " + from + " blob:; connect-src " + from + "; font-src 'self'; manifest-src 'self'; worker-src 'self' blob:; " +
		"base-uri 'none'; form-action 'self'; frame-ancestors 'none'"}
}

// hashesOf finds the elements of a kind, scripts or styles, whose text stands in a page.
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
