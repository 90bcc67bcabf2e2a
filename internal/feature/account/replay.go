package account

import (
	"hash/maphash"

	lru "github.com/hashicorp/golang-lru/v2"

	"lectern/internal/kernel/fault"
)

const replayShards = 32

// A Replay remembers the latest requests on this node and refuses repeats. It holds a keyed 64-bit hash of each: with a
// million of them the odds of refusing an honest request are 1 : 10^13. It is safe for concurrent use and bounded in
// memory.
type Replay struct {
	seed   maphash.Seed
	shards [replayShards]*lru.Cache[uint64, struct{}]
}

// NewReplay makes a window that remembers at most this many requests.
func NewReplay(most int) *Replay {
	r := &Replay{seed: maphash.MakeSeed()}
	for i := range r.shards {
		shard, err := lru.New[uint64, struct{}](max(most/replayShards, 1))
		if err != nil {
			panic(err) // the size is not positive
		}
		r.shards[i] = shard
	}
	return r
}

// Take records a request, and refuses a repeated one with request.replayed. The oldest may be forgotten: their
// timestamps are no longer accepted.
func (r *Replay) Take(token [32]byte, at Timestamp, method, path string, body []byte) error {
	var h maphash.Hash
	h.SetSeed(r.seed)
	_, _ = h.Write(token[:])
	maphash.WriteComparable(&h, at.Millis)
	maphash.WriteComparable(&h, method)
	maphash.WriteComparable(&h, path)
	_, _ = h.Write(body)
	// Sharding by token means that flooding from one session affects only few others.
	if seen, _ := r.shards[token[0]%replayShards].ContainsOrAdd(h.Sum64(), struct{}{}); seen {
		return fault.New(fault.Invalid, "request.replayed")
	}
	return nil
}
