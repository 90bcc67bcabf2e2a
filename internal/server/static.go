package server

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"

	"lectern/internal/fault"
)

// app is the built web app: every file with the copies that were compressed when it was built.
type app struct {
	files  map[string]*file
	policy string // Content-Security-Policy of pages
}

type file struct {
	copies    map[string]*fileCopy // by encoding: "" for plain, br, gzip
	immutable bool                 // its name holds a hash of its content
}

type fileCopy struct {
	body []byte
	etag string
}

const (
	indexName  = "index.html"
	workerName = "sw.js" // the service worker, which must stand at the top to see every page
)

// encodings are the compressed copies, the smallest first.
var encodings = []struct{ name, suffix string }{{"br", ".br"}, {"gzip", ".gz"}}

// newApp reads the app. It is inside the binary, so an error is a mistake of the build.
func newApp(tree fs.FS, origins []string) *app {
	out := &app{files: map[string]*file{}}
	if tree == nil {
		return out
	}
	bodies := map[string][]byte{}
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(path.Base(name), ".") {
			return err
		}
		bodies[name], err = fs.ReadFile(tree, name)
		return err
	})
	if err != nil {
		panic(err)
	}
	if err := unpack(bodies); err != nil {
		panic(err)
	}
	out.policy = pagePolicy(string(bodies[indexName]), origins)
	for name, body := range bodies {
		plain := strings.TrimSuffix(strings.TrimSuffix(name, ".br"), ".gz")
		if _, ok := bodies[plain]; ok && plain != name {
			continue // a copy of another file
		}
		f := &file{copies: map[string]*fileCopy{"": newCopy(body)}, immutable: strings.HasPrefix(name, "assets/")}
		for _, encoding := range encodings {
			if packed, ok := bodies[name+encoding.suffix]; ok {
				f.copies[encoding.name] = newCopy(packed)
			}
		}
		out.files[name] = f
	}
	return out
}

// unpack adds the plain copy of files that are there packed alone.
func unpack(bodies map[string][]byte) error {
	for name, packed := range maps.Clone(bodies) {
		plain, isPacked := strings.CutSuffix(name, ".gz")
		if _, there := bodies[plain]; !isPacked || there {
			continue
		}
		from, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			return fmt.Errorf("unpack %s: %w", name, err)
		}
		if bodies[plain], err = io.ReadAll(from); err != nil {
			return fmt.Errorf("unpack %s: %w", name, err)
		}
	}
	return nil
}

func newCopy(body []byte) *fileCopy {
	sum := sha256.Sum256(body)
	return &fileCopy{body: body, etag: `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`}
}

// serveApp answers everything that is not the API: a file of the app, or the app itself, whose router knows the path.
func (s *Server) serveApp(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		methodNotAllowed(w, r, []string{http.MethodGet, http.MethodHead})
		return
	}
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	f, ok := s.app.files[name]
	switch {
	case ok:
	case strings.HasPrefix(name, "assets/"):
		// A chunk of an older version: the app cannot run HTML, a 404 lets it offer a reload.
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
	h.Set("Content-Type", contentTypeOf(name))
	h.Set("Etag", f.copies[encoding].etag)
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(f.copies[encoding].body))
}

// negotiate picks the smallest copy that the browser takes.
func (f *file) negotiate(accept string) string {
	for _, encoding := range encodings {
		if f.copies[encoding.name] != nil && AcceptsEncoding(accept, encoding.name) {
			return encoding.name
		}
	}
	return ""
}

// AcceptsEncoding tells whether an Accept-Encoding header takes an encoding.
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
	switch path.Ext(name) { // what the system's table may not know or may say differently
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
