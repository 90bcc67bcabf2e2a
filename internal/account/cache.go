package account

import (
	"encoding/hex"
	"sync"
	"sync/atomic"
	"time"

	"lectern/internal/access"
)

const (
	cacheShards = 64
	maxCached   = 64 << 10
	// maxAge bounds how long an entry lives without being read again, whatever happens to clocks and polls.
	maxAge = 5 * time.Minute
)

// entry is a live session as the database had it when it was read. All but the last fields never change.
type entry struct {
	actor     access.Actor // without the address, which belongs to the request
	token     [32]byte
	device    []byte // hash of the cookie that is demanded; empty: none
	idleUntil int64  // by the database's seen_at alone
	expires   int64
	version   int64 // changed_at
	readAt    int64
	must      Must

	profile atomic.Pointer[KnownProfile] // read when first asked for; every change of it has the entry read anew

	seen    atomic.Int64 // the last request here
	written atomic.Int64 // what the database knows of it
	alarms  [mismatches]alarm
}

// cache holds live sessions in memory. It never decides by itself: Poll tells it what changed.
type cache struct {
	shards [cacheShards]struct {
		mu      sync.RWMutex
		entries map[[32]byte]*entry
	}
	room int
	// trusted is the moment, in Unix ms, up to which the cache may be believed: a little after the last good poll.
	trusted atomic.Int64
}

func newCache(most int) *cache {
	c := &cache{room: max(most/cacheShards, 1)}
	for i := range c.shards {
		c.shards[i].entries = make(map[[32]byte]*entry)
	}
	return c
}

func (c *cache) get(token [32]byte, now int64) *entry {
	if now > c.trusted.Load() {
		return nil
	}
	shard := &c.shards[token[0]%cacheShards]
	shard.mu.RLock()
	found := shard.entries[token]
	shard.mu.RUnlock()
	if found == nil || now-found.readAt > maxAge.Milliseconds() {
		return nil
	}
	return found
}

func (c *cache) put(e *entry) {
	shard := &c.shards[e.token[0]%cacheShards]
	shard.mu.Lock()
	defer shard.mu.Unlock()
	if old := shard.entries[e.token]; old != nil {
		// What this node saw and has not written yet must not be lost.
		e.seen.Store(max(e.seen.Load(), old.seen.Load()))
		for i := range e.alarms {
			e.alarms[i].at.Store(old.alarms[i].at.Load())
			e.alarms[i].unsaid.Store(old.alarms[i].unsaid.Load())
		}
	} else if len(shard.entries) >= c.room {
		for victim := range shard.entries { // any one: the map's order is random
			delete(shard.entries, victim)
			break
		}
	}
	shard.entries[e.token] = e
}

// drop removes a session unless it was read in this version already.
func (c *cache) drop(token [32]byte, version int64) {
	shard := &c.shards[token[0]%cacheShards]
	shard.mu.Lock()
	defer shard.mu.Unlock()
	if e := shard.entries[token]; e != nil && e.version != version {
		delete(shard.entries, token)
	}
}

// dropAccount removes the sessions of an account on this node at once; the other nodes find out by polling.
func (c *cache) dropAccount(account string) {
	c.each(func(e *entry) bool { return e.actor.Account != account })
}

// each walks all entries and removes those for which keep says no.
func (c *cache) each(keep func(*entry) bool) {
	for i := range c.shards {
		shard := &c.shards[i]
		shard.mu.Lock()
		for token, e := range shard.entries {
			if !keep(e) {
				delete(shard.entries, token)
			}
		}
		shard.mu.Unlock()
	}
}

// deviceName is the stored hash of a device cookie as an actor carries it.
func deviceName(hash []byte) string { return hex.EncodeToString(hash) }
