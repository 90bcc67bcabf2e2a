package account

import (
	"hash/maphash"
	"sync"
	"time"

	"lectern/internal/kernel/fault"
)

const (
	replayShards = 32
	replaySpan   = 30 * time.Second // one generation of remembered requests
	// A timestamp is good until five minutes after it and may lie five minutes ahead.
	replayGenerations = int64(2*clockTolerance/replaySpan) + 1
)

// A Replay remembers the requests of the last minutes on this node, so that none is taken twice. It holds a keyed
// 64-bit hash of each: at a million of them the odds that an honest request looks like a replay are 1 : 10^13.
// It is safe for concurrent use and its memory is bounded: when a shard is full it forgets its oldest generation first.
type Replay struct {
	seed     maphash.Seed
	perShard int // requests
	shards   [replayShards]replayShard
}

type replayShard struct {
	mu          sync.Mutex
	held        int
	generations map[int64]map[uint64]struct{} // timestamp ÷ span → requests
}

// NewReplay makes a window that remembers at most that many requests.
func NewReplay(most int) *Replay {
	r := &Replay{seed: maphash.MakeSeed(), perShard: max(most/replayShards, 1)}
	for i := range r.shards {
		r.shards[i].generations = make(map[int64]map[uint64]struct{})
	}
	return r
}

// Take notes a request and refuses one that it has noted before with request.replayed. The timestamp must be Near now.
func (r *Replay) Take(now time.Time, token [32]byte, at Timestamp, method, path string, body []byte) error {
	var h maphash.Hash
	h.SetSeed(r.seed)
	_, _ = h.Write(token[:])
	maphash.WriteComparable(&h, at.Millis)
	maphash.WriteComparable(&h, method)
	maphash.WriteComparable(&h, path)
	_, _ = h.Write(body)
	key := h.Sum64()

	// The shard follows the token: whoever floods the window with one session only shortens the memory of a few.
	shard := &r.shards[token[0]%replayShards]
	shard.mu.Lock()
	defer shard.mu.Unlock()
	shard.expire(now)
	number := at.Millis / replaySpan.Milliseconds()
	if _, seen := shard.generations[number][key]; seen {
		return fault.New(fault.Invalid, "request.replayed")
	}
	if shard.held >= r.perShard {
		shard.forgetOldest()
	}
	if shard.generations[number] == nil {
		shard.generations[number] = make(map[uint64]struct{})
	}
	shard.generations[number][key] = struct{}{}
	shard.held++
	return nil
}

func (s *replayShard) expire(now time.Time) {
	if int64(len(s.generations)) <= replayGenerations/2 {
		return // nothing to gain yet
	}
	oldest := now.Add(-clockTolerance).UnixMilli()/replaySpan.Milliseconds() - 1
	for number := range s.generations {
		if number < oldest {
			s.drop(number)
		}
	}
}

func (s *replayShard) forgetOldest() {
	oldest := int64(1<<63 - 1)
	for number := range s.generations {
		oldest = min(oldest, number)
	}
	s.drop(oldest)
}

func (s *replayShard) drop(number int64) {
	s.held -= len(s.generations[number])
	delete(s.generations, number)
}
