package httpapi

import (
	"crypto/sha256"
	"encoding/base64"
	"io/fs"
	"maps"
	"mime"
	"net/http"
	"path"
	"strconv"
	"strings"
	"sync"

	"lectern/internal/fault"
)

// app is the built web app: every file with the copies that were compressed when it was built.
// A file is read when somebody first asks for it, so that starting is fast and idle memory small.
type app struct {
	files map[string]*file
}

// A field is one header of an answer.
type field struct {
	name  string
	value []string
}

type file struct {
	tree      fs.FS
	policy    []string // Content-Security-Policy of pages
	name      string
	common    http.Header // what every answer has
	encodings []string    // of the copies there are, best first: br, gzip
	immutable bool        // its name holds a hash of its content
	copies    [3]lazy     // plain, br, gzip
}

type lazy struct {
	once   sync.Once
	body   []byte
	etag   string
	fields []field // of the answer; a list, because walking a map costs more
}

const (
	indexName  = "index.html"
	workerName = "sw.js" // the service worker, which must stand at the top to see every page
)

var suffixes = []struct{ encoding, suffix string }{{"br", ".br"}, {"gzip", ".gz"}}

func newApp(tree fs.FS, common http.Header, origins []string) *app {
	out := &app{files: map[string]*file{}}
	if tree == nil {
		return out
	}
	var names []string
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && !strings.HasPrefix(path.Base(name), ".") {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		panic(err) // the tree is inside the binary
	}
	known := make(map[string]bool, len(names))
	for _, name := range names {
		known[name] = true
	}
	var page []byte
	if known[indexName] {
		if page, err = fs.ReadFile(tree, indexName); err != nil {
			panic(err)
		}
	}
	policy := pagePolicy(string(page), origins)
	for _, name := range names {
		plain := strings.TrimSuffix(strings.TrimSuffix(name, ".br"), ".gz")
		if plain != name && known[plain] {
			continue
		}
		f := &file{tree: tree, policy: policy, name: name, common: common, immutable: strings.HasPrefix(name, "assets/")}
		for _, s := range suffixes {
			if known[name+s.suffix] {
				f.encodings = append(f.encodings, s.encoding)
			}
		}
		out.files[name] = f
	}
	return out
}

// serveApp answers everything that is not the API: a file of the app, or the app itself, whose router knows the path.
func (a *api) serveApp(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		out := a.refuse(r.Context(), fault.New(fault.Invalid, "request.method", "allowed", "GET, HEAD"))
		out.StatusCode = http.StatusMethodNotAllowed
		out.write(w)
		return
	}
	name := strings.TrimPrefix(path.Clean(r.URL.Path), "/")
	f, ok := a.web().files[name]
	switch {
	case ok:
	case strings.HasPrefix(name, "assets/"):
		// A chunk of an older version: the app would choke on HTML, a 404 lets it offer a reload.
		a.fail(w, r, fault.New(fault.NotFound, "request.no_file"))
		return
	default:
		if f, ok = a.web().files[indexName]; !ok {
			a.fail(w, r, fault.New(fault.NotFound, "server.no_app"))
			return
		}
	}
	f.serve(w, r)
}

// serve returns the status of the answer.
func (f *file) serve(w http.ResponseWriter, r *http.Request) int {
	c := f.read(f.negotiate(r.Header.Get("Accept-Encoding")))
	h := w.Header()
	for _, field := range c.fields {
		h[field.name] = field.value
	}
	if r.Header.Get("If-None-Match") == c.etag {
		delete(h, "Content-Length")
		delete(h, "Content-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return http.StatusNotModified
	}
	if r.Method != http.MethodHead {
		_, _ = w.Write(c.body) // the caller may have gone
	}
	return http.StatusOK
}

// negotiate picks the smallest copy that the browser takes.
func (f *file) negotiate(accept string) string {
	for _, encoding := range f.encodings {
		for item := range strings.SplitSeq(accept, ",") {
			name, quality, _ := strings.Cut(strings.TrimSpace(item), ";")
			q := strings.ReplaceAll(quality, " ", "")
			if strings.EqualFold(name, encoding) && q != "q=0" && q != "q=0.0" && q != "q=0.00" && q != "q=0.000" {
				return encoding
			}
		}
	}
	return ""
}

// read loads a copy when it is first asked for, with every header that it will ever be sent with.
func (f *file) read(encoding string) *lazy {
	c, name := &f.copies[0], f.name
	for i, s := range suffixes {
		if s.encoding == encoding {
			c, name = &f.copies[i+1], f.name+s.suffix
		}
	}
	c.once.Do(func() {
		body, err := fs.ReadFile(f.tree, name)
		if err != nil {
			panic(err) // the file is inside the binary
		}
		sum := sha256.Sum256(body)
		c.body, c.etag = body, `"`+base64.RawURLEncoding.EncodeToString(sum[:12])+`"`
		for name, value := range f.headers(encoding, c.etag, len(body)) {
			c.fields = append(c.fields, field{name, value})
		}
	})
	return c
}

// countedByServer is the size up to which net/http finds the Content-Length by itself. A header that it adds is cheaper than one of
// ours: up to eight names the map of an answer's headers, and the copy that net/http makes of it, need not grow. That is a fifth
// of the requests per second of the page, so a ninth header has to be worth it.
const countedByServer = 2048

func (f *file) headers(encoding, etag string, size int) http.Header {
	h := maps.Clone(f.common)
	h["Content-Type"], h["Etag"] = []string{contentTypeOf(f.name)}, []string{etag}
	if size > countedByServer {
		h["Content-Length"] = []string{strconv.Itoa(size)}
	}
	h["Cache-Control"] = noCache
	if f.immutable {
		h["Cache-Control"] = []string{"public, max-age=31536000, immutable"}
	}
	if len(f.encodings) > 0 {
		h["Vary"] = []string{"Accept-Encoding"}
	}
	if encoding != "" {
		h["Content-Encoding"] = []string{encoding}
	}
	switch {
	case f.name == workerName:
		h["Content-Security-Policy"] = workerPolicy
	case path.Ext(f.name) == ".html":
		h["Content-Security-Policy"] = f.policy
	}
	return h
}

func contentTypeOf(name string) string {
	switch path.Ext(name) { // what the system's table may not know or may say differently
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".webmanifest":
		return "application/manifest+json"
	case ".woff2":
		return "font/woff2"
	case ".svg":
		return "image/svg+xml"
	}
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		return kind
	}
	return "application/octet-stream"
}
