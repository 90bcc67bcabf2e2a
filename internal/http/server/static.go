package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"

	"lectern/internal/kernel/fault"
)

// app is the built web app: every file with its copies compressed at build time. Files stay in the binary until
// requested.
type app struct {
	tree   fs.FS
	files  map[string]*file
	policy string // Content-Security-Policy of pages
}

type file struct {
	copies    map[string]fileCopy // by encoding: "" for uncompressed, br, gzip
	immutable bool                // its name contains a hash of its content
}

type fileCopy struct {
	name   string // name in the tree
	etag   string
	unpack bool // the file is gzipped; decompress it before sending
}

// changePasswordPage is where people change their password.
const changePasswordPage = "/user/setting?tab=security"

const (
	indexName  = "index.html"
	workerName = "sw.js" // the service worker; at the top level its scope is every page
)

// encodings are the compressed copies, smallest first.
var encodings = []struct{ name, suffix string }{{"br", ".br"}, {"gzip", ".gz"}}

// newApp lists the files of the app. It panics on errors, because the app is part of the binary.
func newApp(tree fs.FS, origins []string) *app {
	out := &app{tree: tree, files: map[string]*file{}}
	if tree == nil {
		return out
	}
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(path.Base(name), ".") {
			return err
		}
		return out.add(name)
	})
	if err != nil {
		panic(err)
	}
	page, err := fs.ReadFile(tree, indexName)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // before the first build of the app there is none
		panic(err)
	}
	out.policy = pagePolicy(string(page), origins)
	return out
}

// add adds a file of the tree, or a compressed copy, which may exist without the original.
func (a *app) add(name string) error {
	body, err := fs.ReadFile(a.tree, name)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(body)
	tag := base64.RawURLEncoding.EncodeToString(sum[:12])
	plain, kind := name, ""
	for _, encoding := range encodings {
		if whole, ok := strings.CutSuffix(name, encoding.suffix); ok {
			plain, kind = whole, encoding.name
		}
	}
	f := a.files[plain]
	if f == nil {
		f = &file{copies: map[string]fileCopy{}, immutable: strings.HasPrefix(plain, "assets/")}
		a.files[plain] = f
	}
	f.copies[kind] = fileCopy{name: name, etag: `"` + tag + `"`}
	if _, ok := f.copies[""]; !ok && kind == "gzip" {
		f.copies[""] = fileCopy{name: name, etag: `"` + tag + `-plain"`, unpack: true}
	}
	return nil
}

// open opens a copy for http.ServeContent. There is nothing to close, because the tree is in memory.
func (a *app) open(c fileCopy) (io.ReadSeeker, error) {
	from, err := a.tree.Open(c.name)
	if err != nil {
		return nil, err
	}
	if !c.unpack {
		return from.(io.ReadSeeker), nil //nolint:forcetypeassert // guaranteed by package embed
	}
	packed, err := gzip.NewReader(from)
	if err != nil {
		return nil, fmt.Errorf("unpack %s: %w", c.name, err)
	}
	body, err := io.ReadAll(packed)
	return bytes.NewReader(body), err
}

// serveApp serves everything outside the API: a file of the app, or the app itself, whose router handles the path.
func (s *Server) serveApp(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		methodNotAllowed(w, r, []string{http.MethodGet, http.MethodHead})
		return
	}
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	f, ok := s.app.files[name]
	switch {
	case ok:
	case name == ".well-known/change-password": // where password managers send people
		http.Redirect(w, r, changePasswordPage, http.StatusSeeOther)
		return
	case strings.HasPrefix(name, ".well-known/"): // otherwise programs would take the page for security.txt
		Fail(w, r, fault.New(fault.NotFound, "request.no_file"))
		return
	case strings.HasPrefix(name, "assets/"):
		// A chunk of an older version: respond with 404 instead of the page, so that the app can offer a reload.
		Fail(w, r, fault.New(fault.NotFound, "request.no_file"))
		return
	default:
		name = indexName
		if f, ok = s.app.files[name]; !ok {
			Fail(w, r, fault.New(fault.NotFound, "server.no_app"))
			return
		}
	}
	s.app.serve(w, r, name, f)
}

func (a *app) serve(w http.ResponseWriter, r *http.Request, name string, f *file) {
	h := w.Header()
	encoding := f.negotiate(r.Header.Get("Accept-Encoding"))
	if encoding != "" {
		h.Set("Content-Encoding", encoding)
	}
	if len(f.copies) > 1 {
		h.Set("Vary", "Accept-Encoding")
	}
	h.Set("Cache-Control", "no-cache")
	if f.immutable {
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	switch {
	case name == workerName:
		h.Set("Content-Security-Policy", workerPolicy)
	case path.Ext(name) == ".html":
		h.Set("Content-Security-Policy", a.policy)
	}
	body, err := a.open(f.copies[encoding])
	if err != nil {
		panic(err) // a build error
	}
	h.Set("Content-Type", contentTypeOf(name))
	h.Set("Etag", f.copies[encoding].etag)
	http.ServeContent(w, r, name, time.Time{}, body)
}

// negotiate returns the smallest encoding that the browser accepts.
func (f *file) negotiate(accept string) string {
	for _, encoding := range encodings {
		if _, ok := f.copies[encoding.name]; ok && AcceptsEncoding(accept, encoding.name) {
			return encoding.name
		}
	}
	return ""
}

// AcceptsEncoding reports whether an Accept-Encoding header accepts an encoding.
func AcceptsEncoding(header, encoding string) bool {
	for item := range strings.SplitSeq(header, ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(item), ";")
		if name == "*" || strings.EqualFold(name, encoding) {
			return strings.TrimRight(strings.ReplaceAll(quality, " ", ""), "0.") != "q="
		}
	}
	return false
}

func contentTypeOf(name string) string {
	switch path.Ext(name) { // types that the system may not know or may define differently
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".webmanifest":
		return "application/manifest+json"
	case ".woff2":
		return "font/woff2"
	case ".ico":
		return "image/x-icon"
	case ".svg":
		return "image/svg+xml"
	}
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		return kind
	}
	return "application/octet-stream"
}
