package media

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
)

// slots lets one writer at a time at an upload. A client that lost its connection comes back while the server still waits on
// the old one, so the newcomer wins: the old writer is told to stop, and is waited for.
type slots struct {
	mu   sync.Mutex
	open map[string]*slot
}

type slot struct {
	stop func()
	done chan struct{}
}

func (s *slots) take(ctx context.Context, name string, stop func()) (release func(), err error) {
	for {
		s.mu.Lock()
		old := s.open[name]
		if old == nil {
			mine := &slot{stop: stop, done: make(chan struct{})}
			s.open[name] = mine
			s.mu.Unlock()
			return func() {
				s.mu.Lock()
				delete(s.open, name)
				s.mu.Unlock()
				close(mine.done)
			}, nil
		}
		s.mu.Unlock()
		old.stop()
		select {
		case <-old.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func openFile(path string) (*os.File, error) {
	f, err := os.Open(path) //nolint:gosec // paths are made here
	if err != nil {
		return nil, fmt.Errorf("open a file of ours: %w", err)
	}
	return f, nil
}

// syncFolder makes the names in a folder survive a power cut.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := openFile(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
