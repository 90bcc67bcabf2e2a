package argon

import (
	"runtime"
	"runtime/debug"
	"sync"
	"time"
)

// idle is when the memory of the last hashes goes back to the system.
const idle = 5 * time.Second

// tidy keeps the memory of hashes that are over from piling up: to the collector, which waits for the heap to double, a few
// megabytes of program and nineteen of a hash are no reason to begin.
type tidy struct {
	mu   sync.Mutex
	back *time.Timer
}

func newTidy() *tidy {
	// The collector is to begin when it is told to. Switched off altogether, it would take the heap for a giant's and its own notes
	// for worth two megabytes of large pages.
	debug.SetGCPercent(10_000)
	return &tidy{back: time.AfterFunc(idle, debug.FreeOSMemory)}
}

// after is called after every hash. The heap holds little but the blocks of hashes, in which there are no pointers: to
// collect it takes a fraction of a millisecond.
func (t *tidy) after() {
	runtime.GC()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.back.Reset(idle)
}

func (t *tidy) stop() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.back.Stop()
}
