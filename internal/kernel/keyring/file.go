package keyring

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"lectern/internal/kernel/fault"
)

// Supplied is the setting that holds the keys if no file does; faults mention it.
const Supplied = "LECTERN_KEYS"

const (
	temporaryPattern = ".keys-*.tmp"
	maxFile          = 64 << 10
)

// Load returns the supplied keys if there are any, otherwise those of the file at path, which it creates on the first
// start. Processes that start together get the same keys. Problems with the keys are faults.
func Load(path, supplied string) (*Ring, error) {
	if supplied != "" {
		return Parse(Supplied, supplied)
	}
	ring, err := read(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err = create(path, Generate().Encode()); err == nil {
			ring, err = read(path)
		}
	}
	if err != nil {
		return nil, err
	}
	// Sweep only now that the file exists: a process whose temporary file this removes finds the file instead.
	sweep(path)
	return ring, nil
}

// Save replaces the file at path atomically with this ring.
func (r *Ring) Save(path string) error {
	temporary, err := writeTemporary(path, r.Encode())
	if err != nil {
		return err
	}
	if err := os.Rename(temporary, path); err != nil {
		return errors.Join(fmt.Errorf("put keys in place: %w", err), os.Remove(temporary))
	}
	return syncFolder(filepath.Dir(path))
}

// Replace puts the file at next in the place of the one at path, which stays under the name old. There is a file at
// path at every moment, also if the process is killed.
func Replace(path, next, old string) error {
	if err := os.Link(path, old); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("keep the old keys: %w", err)
	}
	if err := os.Rename(next, path); err != nil {
		return fmt.Errorf("put keys in place: %w", err)
	}
	return syncFolder(filepath.Dir(path))
}

func read(path string) (*Ring, error) {
	file, err := os.Open(path) //nolint:gosec // the operator chooses the path
	if err != nil {
		return nil, fmt.Errorf("open keys: %w", err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("look at keys: %w", err)
	}
	// Windows has no such bits; there the folder's permissions apply.
	if mode := info.Mode().Perm(); mode&0o077 != 0 && runtime.GOOS != "windows" {
		return nil, fault.New(fault.Invalid, "keyring.exposed", "path", path, "mode", fmt.Sprintf("%03o", mode))
	}
	text, err := io.ReadAll(io.LimitReader(file, maxFile))
	if err != nil {
		return nil, fmt.Errorf("read keys: %w", err)
	}
	return Parse(path, string(text))
}

// create writes content to path unless a file exists already; both are success. It uses a hard link, because a rename
// would replace the keys of a faster process.
func create(path string, content []byte) error {
	temporary, err := writeTemporary(path, content)
	if err != nil {
		return err
	}
	err = os.Link(temporary, path)
	if removed := os.Remove(temporary); removed != nil && !errors.Is(removed, fs.ErrNotExist) {
		return fmt.Errorf("remove temporary keys: %w", removed)
	}
	if _, missing := os.Lstat(path); err != nil && missing != nil {
		return fmt.Errorf("put keys in place: %w", err)
	}
	return syncFolder(filepath.Dir(path))
}

// writeTemporary writes and syncs content under a temporary name beside path.
func writeTemporary(path string, content []byte) (name string, err error) {
	file, err := os.CreateTemp(filepath.Dir(path), temporaryPattern) // mode 0600
	if err != nil {
		return "", fmt.Errorf("create keys: %w", err)
	}
	_, err = file.Write(content)
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return "", errors.Join(fmt.Errorf("write keys: %w", err), os.Remove(file.Name()))
	}
	return file.Name(), nil
}

// sweep removes temporary files that a crash left. Errors are ignored: they must not prevent a start.
func sweep(path string) {
	folder := filepath.Dir(path)
	entries, _ := os.ReadDir(folder)
	for _, entry := range entries {
		if matches, _ := filepath.Match(temporaryPattern, entry.Name()); matches {
			_ = os.Remove(filepath.Join(folder, entry.Name()))
		}
	}
}

// syncFolder makes a new name in a folder survive a power cut. Windows can't, and needn't.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(path) //nolint:gosec // the operator chooses the path
	if err != nil {
		return fmt.Errorf("open folder of keys: %w", err)
	}
	if err := errors.Join(folder.Sync(), folder.Close()); err != nil {
		return fmt.Errorf("sync folder of keys: %w", err)
	}
	return nil
}
