// Package blob stores files that are too big for the database: recordings, their renditions, attachments. A Store is
// a local folder or an object store. It knows keys and bytes; its callers know what they mean and who may see them.
// Start at Open.
//
// Keys are made by the server, never by a person: parts of a–z, 0–9, '.', '_' and '-' joined by '/'. No key may be
// the folder of another. Lower case only, because some file systems ignore case.
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
	// staleAfter is far longer than any pause within a Put.
	staleAfter = 24 * time.Hour
)

// Store stores blobs under keys. It is safe for concurrent use, by several processes too. A missing key is the fault
// blob.not_found, an invalid one blob.bad_key, a full disk blob.disk_full.
type Store interface {
	// Put reads r to its end and stores or replaces the blob. Readers see either the old or the new content,
	// complete. If r or the store fails, or ctx ends, nothing has changed. Once Put returns, the blob survives a
	// power cut.
	Put(ctx context.Context, key string, r io.Reader) (Info, error)
	// Open reads a blob. The local store returns an *os.File, so that http.ServeContent can use sendfile.
	Open(ctx context.Context, key string) (io.ReadSeekCloser, Info, error)
	// Stat describes a blob without reading it.
	Stat(ctx context.Context, key string) (Info, error)
	// Delete removes a blob. It is not an error if there is none.
	Delete(ctx context.Context, key string) error
	// List yields every blob whose key begins with prefix, in any order. Blobs written or deleted during the listing
	// may or may not be in it. It ends at the first error.
	List(ctx context.Context, prefix string) iter.Seq2[Info, error]
	// Redirect returns a URL where the client can fetch the blob, or "" if this store has none and the caller must
	// serve what Open returns.
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

// Download sets the headers of a redirected download.
type Download struct {
	Valid       time.Duration // how long the URL works
	Type        string        // Content-Type
	Disposition string        // Content-Disposition
}

// Open returns the store that the setting LECTERN_BLOBS names: empty for a folder in the data folder, a path or
// file:// URL for another folder, s3://… for an object store (see OpenS3).
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
	// Do not repeat the setting: a URL may contain a password.
	return nil, fault.New(fault.Invalid, "blob.bad_setting")
}

// CheckKey returns the fault blob.bad_key if a key breaks the rules in the package comment.
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

// checkPrefix rejects prefixes that no key can begin with. A prefix is complete parts and the beginning of one more.
func checkPrefix(prefix string) error {
	if prefix == "" {
		return nil
	}
	return CheckKey(strings.TrimSuffix(prefix, "/"))
}

// goodPart also rejects a leading dot, which is reserved for us, and a trailing one, which Windows drops.
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
