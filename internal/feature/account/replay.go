package account

import (
	"hash/maphash"

	lru "github.com/hashicorp/golang-lru/v2"

	"lectern/internal/kernel/fault"
)

const replayShards = 32

// A Replay remembers the last requests on this node, so that none is taken twice. It holds a keyed 64-bit hash of each:
// at a million of them the odds that an honest request looks like a replay are 1 : 10^13. It is safe for concurrent
// use, its memory is bounded.
type Replay struct {
	seed   maphash.Seed
	shards [replayShards]*lru.Cache[uint64, struct{}]
}

// NewReplay makes a window that remembers at most that many requests.
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

// Take notes a request and refuses one that it has noted before with request.replayed. Old requests may be forgotten:
// their timestamps are good no longer.
func (r *Replay) Take(token [32]byte, at Timestamp, method, path string, body []byte) error {
	var h maphash.Hash
	h.SetSeed(r.seed)
	_, _ = h.Write(token[:])
	maphash.WriteComparable(&h, at.Millis)
	maphash.WriteComparable(&h, method)
	maphash.WriteComparable(&h, path)
	_, _ = h.Write(body)
	// The shard follows the token: whoever floods the window with one session only shortens the memory of a few.
	if seen, _ := r.shards[token[0]%replayShards].ContainsOrAdd(h.Sum64(), struct{}{}); seen {
		return fault.New(fault.Invalid, "request.replayed")
	}
	return nil
}
