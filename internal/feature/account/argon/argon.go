// Package argon hashes passwords with argon2id, a few at a time: one hash takes a core for about 40 ms and 19 MiB.
// Hasher.Acquire lets max(1, cores−1) callers hash at once and a few more wait, and refuses the rest. Start at New.
package argon

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/argon2"
	"golang.org/x/sync/semaphore"

	"lectern/internal/kernel/fault"
)

// A Cost sets the effort of one hash.
type Cost struct {
	Memory  uint32 // KiB
	Time    uint32
	Threads uint8
}

// DefaultCost is OWASP's first choice for argon2id with the least memory.
var DefaultCost = Cost{Memory: 19 << 10, Time: 2, Threads: 1}

const (
	saltSize = 16
	keySize  = 32
	// waitingPerSlot keeps the wait of the last in the queue below a second.
	waitingPerSlot = 16
	retryAfter     = 2 * time.Second
)

// Options of a Hasher; a zero field means its default.
type Options struct {
	Cost  Cost
	Slots int // concurrent hashes; default max(1, cores−1), which leaves a core for other requests
	Queue int // callers that may wait for a slot; default 16 per slot
}

// A Hasher makes and checks hashes. It is safe for concurrent use.
type Hasher struct {
	cost   Cost
	slots  *semaphore.Weighted
	atOnce int64        // concurrent hashes
	limit  int64        // callers hashing or waiting, at most
	inside atomic.Int64 // callers hashing or waiting
	dummy  string       // checked instead of a malformed hash, so that both cost the same
}

// New makes a Hasher.
func New(o Options) *Hasher {
	if o.Cost == (Cost{}) {
		o.Cost = DefaultCost
	}
	if o.Slots == 0 {
		o.Slots = max(1, runtime.NumCPU()-1)
	}
	if o.Queue == 0 {
		o.Queue = waitingPerSlot * o.Slots
	}
	return &Hasher{
		cost: o.Cost, slots: semaphore.NewWeighted(int64(o.Slots)), atOnce: int64(o.Slots), limit: int64(o.Slots + o.Queue),
		dummy: encode(o.Cost, make([]byte, saltSize), make([]byte, keySize)),
	}
}

// CheckQueue returns account.busy if Acquire would. Call it before the first database statement of a login, so that
// most refused callers cost nothing.
func (h *Hasher) CheckQueue() error {
	if h.inside.Load() >= h.limit {
		return busy()
	}
	return nil
}

// Acquire waits until the caller may hash. If the queue is full or the context ends first, the error is account.busy.
// Hold the slot for a hash only, never for a database statement: a slow one would make every login busy.
func (h *Hasher) Acquire(ctx context.Context) (release func(), err error) {
	if h.inside.Add(1) > h.limit {
		h.inside.Add(-1)
		return nil, busy()
	}
	if err := h.slots.Acquire(ctx, 1); err != nil {
		h.inside.Add(-1)
		return nil, busy().Because(err)
	}
	return func() {
		h.slots.Release(1)
		h.inside.Add(-1)
	}, nil
}

// A Load is how busy a Hasher is.
type Load struct {
	Hashing int // now
	Waiting int // for a slot
	Places  int // callers that may hash or wait; more are refused
}

// Load returns how busy the hasher is.
func (h *Hasher) Load() Load {
	inside := min(h.inside.Load(), h.limit)
	hashing := min(inside, h.atOnce)
	return Load{Hashing: int(hashing), Waiting: int(inside - hashing), Places: int(h.limit)}
}

func busy() *fault.Error { return fault.New(fault.Unavailable, "account.busy").After(retryAfter) }

// Hash returns a new PHC string: $argon2id$v=19$m=…,t=…,p=…$salt$hash. The caller holds a slot.
func (h *Hasher) Hash(password []byte) string {
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // never fails
	return encode(h.cost, salt, key(password, salt, h.cost))
}

// Verify compares a password with a PHC string. A malformed string takes as long as a wrong password. The caller holds
// a slot.
func (h *Hasher) Verify(password []byte, phc string) bool {
	cost, salt, want, ok := decode(phc)
	if !ok {
		cost, salt, want, _ = decode(h.dummy)
	}
	return subtle.ConstantTimeCompare(key(password, salt, cost), want) == 1 && ok
}

// Outdated reports whether a PHC string was made with a different cost.
func (h *Hasher) Outdated(phc string) bool {
	cost, _, _, ok := decode(phc)
	return ok && cost != h.cost
}

func key(password, salt []byte, c Cost) []byte {
	return argon2.IDKey(password, salt, c.Time, c.Memory, c.Threads, keySize)
}

func encode(c Cost, salt, key []byte) string {
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, c.Memory, c.Time,
		c.Threads, b64(salt), b64(key))
}

// decode refuses costs so high that they can only be an attack.
func decode(phc string) (cost Cost, salt, key []byte, ok bool) {
	parts := strings.Split(phc, "$")
	if len(parts) != 6 || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return Cost{}, nil, nil, false
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &cost.Memory, &cost.Time, &cost.Threads); err != nil {
		return Cost{}, nil, nil, false
	}
	salt, saltErr := base64.RawStdEncoding.DecodeString(parts[4])
	key, keyErr := base64.RawStdEncoding.DecodeString(parts[5])
	ok = saltErr == nil && keyErr == nil && len(key) == keySize && len(salt) >= 8 &&
		cost.Memory >= 8 && cost.Memory <= 1<<20 && cost.Time >= 1 && cost.Time <= 64 && cost.Threads >= 1
	return cost, salt, key, ok
}
