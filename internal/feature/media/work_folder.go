package media

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// openWorkFolder creates a folder to work in and locks it while this process uses it: a folder without a lock is from a
// killed process. remove unlocks and removes it.
func (s *Service) openWorkFolder(asset string) (folder string, remove func() error, err error) {
	parent, err := s.localFolder(workFolder)
	if err != nil {
		return "", nil, err
	}
	for {
		folder, err := os.MkdirTemp(parent, asset+"-")
		if err != nil {
			return "", nil, full(fmt.Errorf("make a folder to work in: %w", err))
		}
		lock, err := lockFolder(folder)
		if err != nil {
			return "", nil, err
		}
		if lock == nil {
			continue // another process swept it in between
		}
		return folder, func() error { return errors.Join(os.RemoveAll(folder), lock.Close()) }, nil
	}
}

// lockFolder locks a folder until the returned file is closed or the process ends. It returns nil if the folder is
// locked or gone.
func lockFolder(folder string) (*os.File, error) {
	lock, err := os.Open(folder) //nolint:gosec // a folder of ours
	if err != nil {
		return nil, unlessGone(err)
	}
	err = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return nil, lock.Close()
	}
	if err == nil {
		_, err = os.Stat(folder) // locked, but already swept
	}
	if err != nil {
		return nil, errors.Join(unlessGone(err), lock.Close())
	}
	return lock, nil
}

// sweepWork removes the work folders of processes that were killed.
func (s *Service) sweepWork() error {
	parent := filepath.Join(s.o.Folder, workFolder)
	entries, err := os.ReadDir(parent)
	if err != nil {
		return unlessGone(err)
	}
	for _, entry := range entries {
		folder := filepath.Join(parent, entry.Name())
		lock, failed := lockFolder(folder)
		if lock != nil {
			failed = errors.Join(os.RemoveAll(folder), lock.Close())
		}
		err = errors.Join(err, failed)
	}
	return err
}
