// Package web holds the built browser app, so that one binary serves everything. It knows nothing of HTTP:
// package httpapi decides what is sent and how long it may be cached.
package web

import "embed"

// Dist is what `npm run build` left in dist: index.html, hashed assets and their .br and .gz siblings. Before the
// first build it holds only .keep, which is committed so that the Go code compiles without Node.js.
//
//go:embed all:dist
var Dist embed.FS
