// Package blob stores files that are too big for the database: recordings, their renditions, attachments. A Store is a folder
// of this machine or an object store. It knows keys and bytes; the packages that use it know what they are and who may see
// them. Start at Open.
//
// Keys are made by the server and never taken from a person: parts of a–z, 0–9, '.', '_' and '-' joined by '/'. No key
// may be the folder of another. Lower case only, so that every file system agrees on which keys are the same.
package blob

import (
	"context"
	"io"
	"iter"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"lectern/internal/kernel/fault"
)

const (
	maxKey  = 512
	maxPart = 128
	// staleAfter is far longer than any pause of a Put under way.
	staleAfter = 24 * time.Hour
)

// A Store stores blobs under keys. It is safe for concurrent use, by several processes too. A key that is not there is
// the fault blob.not_found, a bad one blob.bad_key, a full disk blob.disk_full.
type Store interface {
	// Put stores what r gives, to its end, under key and replaces what was there. Readers see the old content or the
	// new, whole. When r or the store fails, or ctx ends, nothing has changed. Once it returns, the blob survives a
	// power cut.
	Put(ctx context.Context, key string, r io.Reader) (Info, error)
	// Open reads a blob. The local store answers with an *os.File, so http.ServeContent can hand it to the kernel.
	Open(ctx context.Context, key string) (io.ReadSeekCloser, Info, error)
	// Stat describes a blob without reading it.
	Stat(ctx context.Context, key string) (Info, error)
	// Delete removes a blob. One that is not there is not an error: the work is done.
	Delete(ctx context.Context, key string) error
	// List yields every blob whose key begins with prefix, in no particular order. A blob that comes or goes meanwhile
	// may or may not be among them. After an error it ends.
	List(ctx context.Context, prefix string) iter.Seq2[Info, error]
	// Redirect returns a URL where the client can fetch the blob itself, or "" when this store has none to give and
	// the caller must serve what Open returns.
	Redirect(ctx context.Context, key string, as Download) (string, error)
	// Close releases the store; blobs already open stay readable.
	Close() error
}

// Info describes a stored blob.
type Info struct {
	Key      string
	Size     int64
	Modified time.Time
	SHA256   [32]byte // of the content; only Put fills it in
}

// A Download says how a redirected client is to be answered.
type Download struct {
	Valid       time.Duration // how long the URL works
	Type        string        // Content-Type
	Disposition string        // Content-Disposition
}

// Open returns the store that the setting LECTERN_BLOBS names: nothing for a folder in the data folder, a path or
// file:// URL for a folder elsewhere, s3://… for an object store as OpenS3 says.
func Open(setting, data string) (Store, error) {
	if setting == "" {
		return OpenLocal(filepath.Join(data, "blobs"), staleAfter, time.Now)
	}
	if !strings.Contains(setting, "://") {
		return OpenLocal(setting, staleAfter, time.Now)
	}
	switch u, err := url.Parse(setting); {
	case err == nil && u.Scheme == "file" && u.Host == "" && u.Path != "":
		return OpenLocal(filepath.FromSlash(u.Path), staleAfter, time.Now)
	case strings.HasPrefix(setting, "s3://"):
		return OpenS3(setting)
	}
	// The setting itself is not repeated: a URL may carry a password.
	return nil, fault.New(fault.Invalid, "blob.bad_setting")
}

// CheckKey refuses a key that is not made as the package comment says, with the fault blob.bad_key.
func CheckKey(key string) error {
	if len(key) > maxKey {
		return badKey()
	}
	for part := range strings.SplitSeq(key, "/") {
		if !goodPart(part) {
			return badKey()
		}
	}
	return nil
}

// checkPrefix refuses what no key can begin with: a prefix is whole parts and the beginning of one more.
func checkPrefix(prefix string) error {
	if prefix == "" {
		return nil
	}
	return CheckKey(strings.TrimSuffix(prefix, "/"))
}

// goodPart also refuses a leading dot, which is reserved for ourselves, and a trailing one, which Windows drops.
func goodPart(part string) bool {
	if part == "" || len(part) > maxPart || part[0] == '.' || part[len(part)-1] == '.' {
		return false
	}
	for _, c := range []byte(part) {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '.' && c != '_' && c != '-' {
			return false
		}
	}
	return true
}

func badKey() error { return fault.New(fault.Invalid, "blob.bad_key") }
