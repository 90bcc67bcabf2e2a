// Package argon computes argon2id in processes of its own. A hash keeps a core busy for forty milliseconds; in the server's process
// it stands in the way of every request, because Go's scheduler knows no priorities and the library does its work in goroutines of
// its own. A process has a priority: the kernel lets a request go first, and a storm of logins costs nobody else anything.
// It also gives the nineteen megabytes of each hash back when it is done.
//
// A process is this same binary, started when a password comes and the others are busy, and ended with its standard input. There are
// at most as many as cores, and each does one hash after another: in one process for all, collecting the memory of one hash stops
// the others. It learns nothing but what it hashes, which is keyed already. Start at Pool.Key; Serve is the other end.
package argon

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/argon2"
)

// A Cost is what one hash costs.
type Cost struct {
	Memory  uint32 // KiB
	Time    uint32
	Threads uint8
}

// KeySize is the length of a hash.
const KeySize = 32

// Key hashes here and now.
func Key(password, salt []byte, c Cost) []byte {
	return argon2.IDKey(password, salt, c.Time, c.Memory, c.Threads, KeySize)
}

// maxPart bounds a password or a salt on its way; the server has refused longer ones.
const maxPart = 1024

const (
	// patience is for a process that hangs, or to which something else on the machine leaves no core: it comes after everybody.
	patience = time.Second
	// hungry is how long hashes are computed here after that: somebody who waits for one must not come after everybody.
	hungry = 10 * time.Second
)

var errLate = errors.New("it hangs, or gets no core")

// A Pool hands hashes to processes. It is safe for concurrent use. Who asks for more at once than there are processes keeps them from
// waiting for the next one.
type Pool struct {
	command  func() *exec.Cmd
	patience time.Duration
	hungry   atomic.Bool // the processes get no core

	mu      sync.Mutex
	workers []*worker // nil until it is needed
	closed  bool
}

// NewPool makes a pool of at most so many processes, each started by command when it is first needed.
func NewPool(most int, command func() *exec.Cmd) *Pool {
	return &Pool{command: command, patience: patience, workers: make([]*worker, most)}
}

// Key hashes in a process. If that cannot be started, dies or takes too long, the hash is computed here: nobody is kept out by it.
func (p *Pool) Key(password, salt []byte, c Cost) []byte {
	if len(password) > maxPart || len(salt) > maxPart || p.hungry.Load() {
		return Key(password, salt, c)
	}
	for range 2 { // the first may have died since it was last used
		w, err := p.get()
		if err == nil {
			var key []byte
			if key, err = w.key(password, salt, c, p.patience); err == nil {
				return key
			}
		}
		slog.Warn("a hashing process failed", "error", err)
		if errors.Is(err, errLate) {
			p.hungry.Store(true)
			time.AfterFunc(hungry, func() { p.hungry.Store(false) })
			break
		}
	}
	return Key(password, salt, c)
}

// Close ends the processes and waits for them.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	for _, w := range p.workers {
		if w != nil {
			_ = w.in.Close() // it ends when nothing more can come
			<-w.done
		}
	}
}

// get returns the process that has the least to do.
func (p *Pool) get() (*worker, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed {
		return nil, errors.New("the pool is closed")
	}
	best := 0
	for i, w := range p.workers {
		if w.load() < p.workers[best].load() {
			best = i
		}
	}
	if w := p.workers[best]; w.running() {
		return w, nil
	}
	w, err := start(p.command())
	if err != nil {
		return nil, fmt.Errorf("start a hashing process: %w", err)
	}
	p.workers[best] = w
	return w, nil
}

// A worker is a running process.
type worker struct {
	cmd  *exec.Cmd
	in   io.WriteCloser
	done chan struct{} // closed when the process has ended

	mu      sync.Mutex
	last    uint32
	waiting map[uint32]chan []byte
}

// load is how much it has to do. One that has to be started first is the last choice among those that have nothing to do.
func (w *worker) load() float64 {
	if !w.running() {
		return 0.5
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return float64(len(w.waiting))
}

func (w *worker) running() bool {
	if w == nil {
		return false
	}
	select {
	case <-w.done:
		return false
	default:
		return true
	}
}

func start(cmd *exec.Cmd) (*worker, error) {
	cmd.Env = append(cmd.Environ(), "GOMAXPROCS=1")
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	apart(cmd)
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	w := &worker{cmd: cmd, in: in, done: make(chan struct{}), waiting: map[uint32]chan []byte{}}
	go w.listen(out)
	return w, nil
}

// listen hands out answers until the process ends.
func (w *worker) listen(out io.Reader) {
	defer close(w.done)
	var answer [4 + KeySize]byte
	for {
		if _, err := io.ReadFull(out, answer[:]); err != nil {
			break
		}
		id := binary.LittleEndian.Uint32(answer[:])
		w.mu.Lock()
		asked := w.waiting[id]
		delete(w.waiting, id)
		w.mu.Unlock()
		if asked != nil {
			asked <- append([]byte(nil), answer[4:]...)
		}
	}
	_ = w.in.Close()
	_ = w.cmd.Wait() // why it ended is of no use to anybody: the next one starts afresh
}

func (w *worker) key(password, salt []byte, c Cost, patience time.Duration) ([]byte, error) {
	answer := make(chan []byte, 1)
	w.mu.Lock()
	w.last++
	id := w.last
	w.waiting[id] = answer
	_, err := w.in.Write(encode(id, password, salt, c))
	w.mu.Unlock()
	if err != nil {
		return nil, err
	}
	late := time.NewTimer(patience)
	defer late.Stop()
	select {
	case key := <-answer:
		return key, nil
	case <-w.done:
		return nil, errors.New("it ended")
	case <-late.C:
		_ = w.cmd.Process.Kill()
		return nil, errLate
	}
}

// A question is: number, time, memory, threads, length of the password, length of the salt, and those two.
const questionHead = 4 + 4 + 4 + 1 + 2 + 2

func encode(id uint32, password, salt []byte, c Cost) []byte {
	b := make([]byte, 0, questionHead+len(password)+len(salt))
	b = binary.LittleEndian.AppendUint32(b, id)
	b = binary.LittleEndian.AppendUint32(b, c.Time)
	b = binary.LittleEndian.AppendUint32(b, c.Memory)
	b = append(b, c.Threads)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(password)))
	b = binary.LittleEndian.AppendUint16(b, uint16(len(salt)))
	b = append(b, password...)
	return append(b, salt...)
}

// Serve answers questions, one after another, until there are no more. It is all that the process does.
func Serve(in io.Reader, out io.Writer) error {
	yield()
	tidy := newTidy()
	defer tidy.stop()
	questions := bufio.NewReader(in)
	for most := uint32(0); ; {
		var head [questionHead]byte
		if _, err := io.ReadFull(questions, head[:]); err != nil {
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return err
		}
		le := binary.LittleEndian
		c := Cost{Time: le.Uint32(head[4:]), Memory: le.Uint32(head[8:]), Threads: head[12]}
		password, salt := make([]byte, le.Uint16(head[13:])), make([]byte, le.Uint16(head[15:]))
		if _, err := io.ReadFull(questions, password); err != nil {
			return err
		}
		if _, err := io.ReadFull(questions, salt); err != nil {
			return err
		}
		if c.Memory > most {
			most = c.Memory
			spread(c)
		}
		if _, err := out.Write(append(head[:4:4], Key(password, salt, c)...)); err != nil {
			return err
		}
		tidy.after()
	}
}
