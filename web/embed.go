// Package web holds the built browser app, so that one binary serves everything. It knows nothing of HTTP:
// package server decides what is sent and how long it may be cached.
package web

import "embed"

// Dist holds the output of `npm run build`: index.html, compressed scripts and styles (.br and .gz), and other files
// with compressed copies. Before the first build it holds only .keep, which is committed so that the Go code compiles
// without Node.js.
//
//go:embed all:dist
var Dist embed.FS
