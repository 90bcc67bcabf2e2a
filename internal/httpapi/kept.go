package httpapi

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"lectern/internal/server"
)

// A kept answer is the bytes of one version of something, compressed, ready to be written. The plain bytes are made
// anew for the few who cannot read gzip: to keep them too would cost ten times the memory.
type kept struct {
	packed      []byte
	plain       int // length before packing
	contentType []string
	// What differs from answer to answer lies side by side: of thousands hardly any is in the processor's cache.
	etag    string
	gzipTag [1]string
	length  [1]string
}

// What all kept answers have in common.
var (
	keptHere     = []string{"private, no-cache"}
	keptJSON     = []string{"application/json"}
	keptCalendar = []string{"text/calendar; charset=utf-8"}
	varies       = []string{"Accept-Encoding"}
	gzipped      = []string{"gzip"}
)

// keep packs an answer. The tag names its version and must change when, and only when, the bytes do.
func keep(tag string, contentType []string, body []byte) (*kept, error) {
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return &kept{
		packed: bytes.Clone(packed.Bytes()), plain: len(body), contentType: contentType,
		etag: `"` + tag + `"`, gzipTag: [1]string{`"` + tag + `-gzip"`}, length: [1]string{strconv.Itoa(packed.Len())},
	}, nil
}

// serve writes the answer, or 304 to whoever has it already.
func (k *kept) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h["Content-Type"], h["Cache-Control"], h["Vary"], h["Etag"] = k.contentType, keptHere, varies, k.gzipTag[:]
	packed := server.AcceptsEncoding(r.Header.Get("Accept-Encoding"), "gzip")
	if !packed {
		h["Etag"] = []string{k.etag}
	}
	if k.matches(r.Header.Get("If-None-Match")) {
		delete(h, "Content-Type")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	if !packed {
		k.servePlain(w)
		return
	}
	h["Content-Encoding"], h["Content-Length"] = gzipped, k.length[:]
	_, _ = w.Write(k.packed) // the caller may have gone
}

func (k *kept) servePlain(w http.ResponseWriter) {
	w.Header()["Content-Length"] = []string{strconv.Itoa(k.plain)}
	unpacked, err := gzip.NewReader(bytes.NewReader(k.packed))
	if err != nil {
		panic(err) // we have just packed it ourselves
	}
	_, _ = io.Copy(w, unpacked) //nolint:gosec // ours, and its size is known; the caller may have gone
}

// matches compares as RFC 9110 says for If-None-Match: weakly, any of a list. Both encodings are the same version.
func (k *kept) matches(header string) bool {
	if header == "" {
		return false
	}
	for tag := range strings.SplitSeq(header, ",") {
		tag = strings.TrimPrefix(strings.TrimSpace(tag), "W/")
		if tag == k.gzipTag[0] || tag == k.etag || tag == "*" {
			return true
		}
	}
	return false
}

func acceptsGzip(header string) bool {
	for item := range strings.SplitSeq(header, ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(item), ";")
		if name == "gzip" || name == "*" {
			q := strings.TrimRight(strings.ReplaceAll(quality, " ", ""), "0.")
			return q != "q="
		}
	}
	return false
}

// answers keeps answers by a key, within a bound of memory, in two generations: when the young one is full it becomes the
// old one, and what nobody asked for since is forgotten. It is safe for concurrent use.
type answers struct {
	mu         sync.Mutex
	young, old map[string]*kept
	making     map[string]chan struct{} // what somebody is making; closed when it is there or has failed
	size       int                      // bytes in young
	limit      int                      // bytes of one generation
}

func newAnswers(limit int) *answers {
	return &answers{young: make(map[string]*kept), making: make(map[string]chan struct{}), limit: limit}
}

// once returns the answer of a key, or makes and keeps it: whoever comes meanwhile waits instead of making it too. After a
// change a whole lecture hall asks at once. The answer made may be newer than the key; it is kept by its own.
func (a *answers) once(ctx context.Context, key string, build func() (string, *kept, error)) (*kept, error) {
	for {
		a.mu.Lock()
		k, wait := a.find(key), a.making[key]
		if k == nil && wait == nil {
			a.making[key] = make(chan struct{})
		}
		a.mu.Unlock()
		if k != nil {
			return k, nil
		}
		if wait == nil {
			return a.lead(key, build)
		}
		select {
		case <-wait: // there, or else it is our turn
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (a *answers) lead(key string, build func() (string, *kept, error)) (*kept, error) {
	defer func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		close(a.making[key])
		delete(a.making, key)
	}()
	own, k, err := build()
	if err == nil {
		a.put(own, k)
	}
	return k, err
}

// find looks in both generations; the caller holds the lock.
func (a *answers) find(key string) *kept {
	k, ok := a.young[key]
	if !ok {
		if k = a.old[key]; k != nil {
			a.store(key, k)
		}
	}
	return k
}

func (a *answers) put(key string, k *kept) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.store(key, k)
}

// overhead is about what an entry costs besides its bytes.
const overhead = 1 << 10

func (a *answers) store(key string, k *kept) {
	if _, there := a.young[key]; there {
		return
	}
	cost := len(k.packed) + overhead
	if a.size+cost > a.limit {
		a.old, a.young, a.size = a.young, make(map[string]*kept), 0
	}
	a.young[key] = k
	a.size += cost
}
