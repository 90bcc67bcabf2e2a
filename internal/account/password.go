package account

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"strings"
	"sync/atomic"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/crypto/argon2"

	"lectern/internal/argon"
	"lectern/internal/fault"
	"lectern/internal/keyring"
	"lectern/internal/secret"
)

// maxPassword is in bytes: nobody types more, and more is refused before it costs anything.
const maxPassword = 128

const minPassword = 6

// CheckPassword tells what is wrong with a password that somebody wants to have from now on: too short, without a
// digit, an upper or a lower case letter, with spaces, or too long. All that is wrong is said at once.
func CheckPassword(password secret.Text) error {
	text := password.Reveal()
	if len(text) > maxPassword {
		return fault.New(fault.Invalid, "account.password_too_long")
	}
	var digit, upper, lower, space bool
	for _, r := range text {
		digit = digit || unicode.IsDigit(r)
		upper = upper || unicode.IsUpper(r)
		lower = lower || unicode.IsLower(r)
		space = space || unicode.IsSpace(r)
	}
	if utf8.RuneCountInString(text) < minPassword || !digit || !upper || !lower || space {
		return fault.New(fault.Invalid, "account.password_weak")
	}
	return nil
}

// Cost is what one argon2id hash costs.
type Cost = argon.Cost

// DefaultCost is OWASP's first choice for argon2id with the least memory.
var DefaultCost = Cost{Memory: 19 << 10, Time: 2, Threads: 1}

const (
	saltSize      = 16
	hashSize      = argon.KeySize
	pepperPurpose = "account.pepper"
)

// A hasher hashes passwords, a few at a time: each takes 19 MiB and a core. Who wants one hashed takes its turn first.
type hasher struct {
	keys  *keyring.Ring
	make  func(password, salt []byte, c Cost) []byte
	cost  Cost
	slots chan struct{}
	queue int64 // how many may wait or hash at once
	in    atomic.Int64
	dummy string // what an unknown account is compared with
	count atomic.Int64
}

func newHasher(keys *keyring.Ring, key func(password, salt []byte, c Cost) []byte, cost Cost, slots, queue int) *hasher {
	h := &hasher{keys: keys, make: key, cost: cost, slots: make(chan struct{}, slots), queue: int64(slots + queue)}
	h.dummy = h.encode(make([]byte, saltSize), make([]byte, hashSize))
	return h
}

// turn waits in the queue until this caller may hash, or says at once that the queue is full. The caller leaves when it is done. Take a
// turn before the first statement: whoever waits in a storm then holds little, and whoever is turned away has cost nothing.
func (h *hasher) turn(ctx context.Context) (leave func(), err error) {
	if h.in.Add(1) > h.queue {
		h.in.Add(-1)
		return nil, busy()
	}
	select {
	case h.slots <- struct{}{}:
		return func() { <-h.slots; h.in.Add(-1) }, nil
	case <-ctx.Done():
		h.in.Add(-1)
		return nil, busy().Because(ctx.Err())
	}
}

func busy() *fault.Error { return fault.New(fault.Unavailable, "account.busy").After(2 * time.Second) }

// hash makes a new PHC string: $argon2id$v=19$m=…,t=…,p=…$salt$hash.
func (h *hasher) hash(password secret.Text) string {
	salt := make([]byte, saltSize)
	_, _ = rand.Read(salt) // never fails
	return h.encode(salt, h.key(password, salt, h.cost))
}

// verify compares a password with a PHC string. What is not one costs the same as one that does not fit.
func (h *hasher) verify(password secret.Text, phc string) bool {
	cost, salt, want, ok := decodePHC(phc)
	if !ok {
		cost, salt, want, _ = decodePHC(h.dummy)
	}
	got := h.key(password, salt, cost)
	return subtle.ConstantTimeCompare(got, want) == 1 && ok
}

// key hashes under the pepper, so that a stolen database alone is worth nothing to a guesser.
func (h *hasher) key(password secret.Text, salt []byte, cost Cost) []byte {
	h.count.Add(1)
	peppered := h.keys.Index(pepperPurpose, password.Reveal())
	return h.make(peppered, salt, cost)
}

func (h *hasher) encode(salt, key []byte) string {
	b64 := base64.RawStdEncoding.EncodeToString
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=%d$%s$%s", argon2.Version, h.cost.Memory, h.cost.Time, h.cost.Threads, b64(salt), b64(key))
}

// stale tells whether a PHC string was made with another cost than today's.
func (h *hasher) stale(phc string) bool {
	cost, _, _, ok := decodePHC(phc)
	return ok && cost != h.cost
}

// decodePHC refuses costs that would be an attack rather than a setting.
func decodePHC(phc string) (cost Cost, salt, key []byte, ok bool) {
	parts := strings.Split(phc, "$")
	if len(parts) != 6 || parts[1] != "argon2id" || parts[2] != fmt.Sprintf("v=%d", argon2.Version) {
		return Cost{}, nil, nil, false
	}
	if _, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=%d", &cost.Memory, &cost.Time, &cost.Threads); err != nil {
		return Cost{}, nil, nil, false
	}
	salt, saltErr := base64.RawStdEncoding.DecodeString(parts[4])
	key, keyErr := base64.RawStdEncoding.DecodeString(parts[5])
	ok = saltErr == nil && keyErr == nil && len(key) == hashSize && len(salt) >= 8 &&
		cost.Memory >= 8 && cost.Memory <= 1<<20 && cost.Time >= 1 && cost.Time <= 64 && cost.Threads >= 1
	return cost, salt, key, ok
}
