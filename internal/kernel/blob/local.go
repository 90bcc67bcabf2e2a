package blob

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"lectern/internal/kernel/fault"
)

// temporaries is the folder where Put writes until a blob is complete. It is on the same file system, and no key can
// name it.
const temporaries = ".tmp"

// Local is a store in a local folder. It uses an os.Root, so no key and no symbolic link leads out of the folder.
type Local struct{ root *os.Root }

var _ Store = (*Local)(nil)

// OpenLocal opens or creates the folder. It removes unfinished blobs that have not been written to for the stale
// time, because their writer was killed. Younger ones may belong to another process.
func OpenLocal(folder string, stale time.Duration, now func() time.Time) (*Local, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, fault.New(fault.Invalid, "blob.no_folder", "path", folder).Because(err)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fault.New(fault.Invalid, "blob.no_folder", "path", folder).Because(err)
	}
	l := &Local{root}
	if err := l.prepare(now().Add(-stale)); err != nil {
		return nil, errors.Join(fault.New(fault.Invalid, "blob.no_folder", "path", folder).Because(err), l.Close())
	}
	return l, nil
}

func (l *Local) prepare(before time.Time) error {
	if err := l.root.Mkdir(temporaries, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	entries, err := fs.ReadDir(l.root.FS(), temporaries)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err == nil && info.ModTime().Before(before) {
			err = l.root.Remove(path.Join(temporaries, entry.Name()))
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // another process may be cleaning up too
			return err
		}
	}
	return nil
}

// Close releases the folder.
func (l *Local) Close() error { return l.root.Close() }

// Put writes to a temporary name, syncs it, and renames it.
func (l *Local) Put(ctx context.Context, key string, r io.Reader) (Info, error) {
	if err := CheckKey(key); err != nil {
		return Info{}, err
	}
	temporary := path.Join(temporaries, rand.Text())
	info, err := l.write(ctx, temporary, r)
	if err == nil {
		err = l.place(temporary, key)
	}
	if err != nil {
		if removed := l.root.Remove(temporary); removed != nil && !errors.Is(removed, fs.ErrNotExist) {
			err = errors.Join(err, removed)
		}
		return Info{}, asFault("put", key, err)
	}
	info.Key = key
	return info, nil
}

// write writes and syncs the whole content under a temporary name.
func (l *Local) write(ctx context.Context, name string, r io.Reader) (info Info, err error) {
	file, err := l.root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return Info{}, err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	sum := sha256.New()
	buffer := make([]byte, 256<<10)
	// MultiWriter has no ReadFrom, which would bypass the hash.
	info.Size, err = io.CopyBuffer(io.MultiWriter(file, sum), reader{ctx, r}, buffer)
	if err != nil {
		return Info{}, err
	}
	if err := file.Sync(); err != nil {
		return Info{}, err
	}
	stat, err := file.Stat()
	if err != nil {
		return Info{}, err
	}
	info.Modified = stat.ModTime()
	copy(info.SHA256[:], sum.Sum(nil))
	return info, nil
}

// Adopt stores a local file by moving it if it is on the same file system, and otherwise by copying and removing it.
// The file is complete under one of the two names at every moment, so a crash loses nothing. The result has no hash.
func (l *Local) Adopt(ctx context.Context, key, file string) (Info, error) {
	if err := CheckKey(key); err != nil {
		return Info{}, err
	}
	if err := syncFile(file); err != nil {
		return Info{}, asFault("adopt", key, err)
	}
	if err := os.Chmod(file, 0o600); err != nil { // tusd's files can be read by the group
		return Info{}, asFault("adopt", key, err)
	}
	err := l.move(key, func() error { return os.Rename(file, filepath.Join(l.root.Name(), filepath.FromSlash(key))) })
	if errors.Is(err, syscall.EXDEV) {
		return l.copyIn(ctx, key, file)
	}
	if err != nil {
		return Info{}, asFault("put", key, err)
	}
	return l.Stat(ctx, key)
}

func syncFile(name string) error {
	file, err := os.Open(name) //nolint:gosec // the caller's own file
	if err != nil {
		return err
	}
	return errors.Join(file.Sync(), file.Close())
}

func (l *Local) copyIn(ctx context.Context, key, name string) (Info, error) {
	file, err := os.Open(name) //nolint:gosec // as above
	if err != nil {
		return Info{}, asFault("adopt", key, err)
	}
	info, err := l.Put(ctx, key, file)
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Remove(name)
	}
	return info, err
}

// reader stops when its context ends.
type reader struct {
	ctx context.Context // it lives for one Copy
	r   io.Reader
}

func (r reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	n, err := r.r.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		// An error of the source, even ENOSPC, doesn't mean that our disk is full.
		err = &sourceError{err}
	}
	return n, err
}

type sourceError struct{ cause error }

func (e *sourceError) Error() string { return "read what to store: " + e.cause.Error() }
func (e *sourceError) Unwrap() error { return e.cause }

// place moves a finished blob to its key.
func (l *Local) place(temporary, key string) error {
	return l.move(key, func() error { return l.root.Rename(temporary, key) })
}

// move creates the folder of a key and renames a file into it. It retries because a concurrent Delete may remove the
// empty folder; each failed try means that a Delete succeeded.
func (l *Local) move(key string, rename func() error) error {
	folder := path.Dir(key)
	for try := 1; ; try++ {
		err := l.makeFolder(folder)
		if err == nil {
			err = rename()
		}
		if err == nil {
			if err := l.syncFolder(folder); !errors.Is(err, fs.ErrNotExist) {
				return err
			}
			return nil // stored, and already deleted together with its folder
		}
		if !errors.Is(err, fs.ErrNotExist) || try == 100 {
			return err
		}
	}
}

// makeFolder creates a folder with its parents and syncs each parent, so that they survive a power cut.
func (l *Local) makeFolder(name string) error {
	if name == "." {
		return nil
	}
	if info, err := l.root.Stat(name); err == nil && info.IsDir() {
		return nil
	}
	if err := l.makeFolder(path.Dir(name)); err != nil {
		return err
	}
	if err := l.root.Mkdir(name, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return l.syncFolder(path.Dir(name))
}

func (l *Local) syncFolder(name string) error {
	if runtime.GOOS == "windows" { // Windows can't sync folders, and NTFS doesn't need it
		return nil
	}
	folder, err := l.root.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// Open opens the file.
func (l *Local) Open(_ context.Context, key string) (io.ReadSeekCloser, Info, error) {
	if err := CheckKey(key); err != nil {
		return nil, Info{}, err
	}
	file, err := l.root.Open(key)
	if err != nil {
		return nil, Info{}, asFault("open", key, err)
	}
	stat, err := file.Stat()
	if err == nil && !stat.Mode().IsRegular() {
		err = fs.ErrNotExist
	}
	if err != nil {
		return nil, Info{}, errors.Join(asFault("open", key, err), file.Close())
	}
	return file, infoOf(key, stat), nil
}

// Stat describes the file.
func (l *Local) Stat(_ context.Context, key string) (Info, error) {
	if err := CheckKey(key); err != nil {
		return Info{}, err
	}
	stat, err := l.root.Stat(key)
	if err == nil && !stat.Mode().IsRegular() {
		err = fs.ErrNotExist
	}
	if err != nil {
		return Info{}, asFault("stat", key, err)
	}
	return infoOf(key, stat), nil
}

// Delete removes the file and the folders that are then empty.
func (l *Local) Delete(ctx context.Context, key string) error {
	if _, err := l.Stat(ctx, key); err != nil {
		if fault.Code(err) == "blob.not_found" {
			return nil
		}
		return err
	}
	if err := l.root.Remove(key); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return asFault("delete", key, err)
	}
	folder := path.Dir(key)
	for folder != "." && l.root.Remove(folder) == nil { // fails on a folder that isn't empty
		folder = path.Dir(folder)
	}
	if err := l.syncFolder(folder); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return asFault("delete", key, err)
	}
	return nil
}

// List walks the folder.
func (l *Local) List(ctx context.Context, prefix string) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		if err := checkPrefix(prefix); err != nil {
			yield(Info{}, err)
			return
		}
		start := path.Dir(prefix + "x") // the folder of everything with this prefix
		err := fs.WalkDir(l.root.FS(), start, func(name string, entry fs.DirEntry, err error) error {
			info, err := l.visit(ctx, prefix, name, entry, err)
			if err == nil && info.Key != "" && !yield(info, nil) {
				return fs.SkipAll
			}
			return err
		})
		if err != nil {
			yield(Info{}, asFault("list", prefix, err))
		}
	}
}

// visit returns the zero Info for entries that aren't listed.
func (l *Local) visit(ctx context.Context, prefix, name string, entry fs.DirEntry, err error) (Info, error) {
	if ctx.Err() != nil {
		return Info{}, ctx.Err()
	}
	if err != nil {
		return Info{}, unlessGone(err)
	}
	if entry.IsDir() {
		if name != "." && !strings.HasPrefix(name+"/", prefix) &&
			!strings.HasPrefix(prefix, name+"/") || name == temporaries {
			return Info{}, fs.SkipDir
		}
		return Info{}, nil
	}
	ours := CheckKey(name) == nil && entry.Type().IsRegular()
	if !ours || !strings.HasPrefix(name, prefix) {
		return Info{}, nil
	}
	stat, err := entry.Info()
	if err != nil {
		return Info{}, unlessGone(err)
	}
	return infoOf(name, stat), nil
}

// unlessGone ignores errors of files deleted during the walk and of a prefix that doesn't exist.
func unlessGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return nil
	}
	return err
}

// Redirect returns no URL, because Lectern serves local files.
func (l *Local) Redirect(context.Context, string, Download) (string, error) { return "", nil }

func infoOf(key string, stat fs.FileInfo) Info {
	return Info{Key: key, Size: stat.Size(), Modified: stat.ModTime()}
}

// asFault turns errors that people can act on into faults and wraps the others.
func asFault(what, key string, err error) error {
	var source *sourceError
	switch {
	case errors.As(err, &source):
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT), errors.Is(err, syscall.EFBIG):
		return fault.New(fault.Unavailable, "blob.disk_full").After(time.Minute).Because(err)
	case what != "put" && (errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)):
		return fault.New(fault.NotFound, "blob.not_found").Because(err)
	case errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.EISDIR), errors.Is(err, fs.ErrExist):
		// The key is a folder, or below a blob.
		return fault.New(fault.Invalid, "blob.bad_key").Because(err)
	}
	return fmt.Errorf("%s blob %s: %w", what, key, err)
}
