// Package workdir makes temporary folders and files that a killed process doesn't leave for long: the process holds a
// lock on each as long as it uses it, so another process can tell which ones are left. Start at Make and Sweep.
package workdir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Make makes a folder whose name begins with prefix, and locks it. remove unlocks and removes it.
func Make(parent, prefix string) (folder string, remove func() error, err error) {
	for {
		folder, err := os.MkdirTemp(parent, prefix)
		if err != nil {
			return "", nil, fmt.Errorf("make a folder to work in: %w", err)
		}
		locked, err := lock(folder)
		if err != nil {
			return "", nil, err
		}
		if locked == nil {
			continue // another process swept it in between
		}
		return folder, func() error { return errors.Join(os.RemoveAll(folder), locked.Close()) }, nil
	}
}

// MakeFile is Make for a file. Closing it unlocks it; the caller renames or removes it before.
func MakeFile(parent, prefix string) (*os.File, error) {
	for {
		file, err := os.CreateTemp(parent, prefix)
		if err != nil {
			return nil, err
		}
		if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
			return nil, errors.Join(err, file.Close(), os.Remove(file.Name()))
		}
		if _, err := os.Stat(file.Name()); err == nil {
			return file, nil
		}
		_ = file.Close() // another process swept it in between
	}
}

// lock locks a folder or file until the returned file is closed or the process ends. It returns nil if it is locked or
// gone.
func lock(path string) (*os.File, error) {
	locked, err := os.Open(path) //nolint:gosec // a name of ours
	if err != nil {
		return nil, unlessGone(err)
	}
	err = syscall.Flock(int(locked.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, locked.Close()
	}
	if err == nil {
		_, err = os.Stat(path) // locked, but already swept
	}
	if err != nil {
		return nil, errors.Join(unlessGone(err), locked.Close())
	}
	return locked, nil
}

// Sweep removes what killed processes left: everything in parent whose name begins with prefix and isn't locked.
func Sweep(parent, prefix string) error {
	entries, err := os.ReadDir(parent)
	if err != nil {
		return unlessGone(err)
	}
	for _, entry := range entries {
		if !strings.HasPrefix(entry.Name(), prefix) {
			continue
		}
		path := filepath.Join(parent, entry.Name())
		locked, failed := lock(path)
		if locked != nil {
			failed = errors.Join(os.RemoveAll(path), locked.Close())
		}
		err = errors.Join(err, failed)
	}
	return err
}

func unlessGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
