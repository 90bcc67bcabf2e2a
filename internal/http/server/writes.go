package server

import (
	"math"
	"net/http"
	"strconv"
	"strings"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
)

// A change takes ten tokens from the buckets of its session and account, a cheap one fewer. People never get near the
// limits: a session may make two hundred changes at once and two per second after that, all sessions of an account
// together twice as many.
const (
	writeCost    = 10
	sessionRate  = 2 * writeCost // tokens per second
	sessionBurst = 200 * writeCost
	accountRate  = 2 * sessionRate
	accountBurst = 2 * sessionBurst
	maxBuckets   = 64 << 10 // in memory; the least recently used is dropped, and is full when it returns
)

// writeLimiter limits the changes of a session and an account. Each node counts separately.
type writeLimiter struct {
	buckets *lru.Cache[string, *rate.Limiter]
}

func newWriteLimiter() writeLimiter {
	buckets, err := lru.New[string, *rate.Limiter](maxBuckets)
	if err != nil {
		panic(err) // the size is not positive
	}
	return writeLimiter{buckets}
}

// take takes the tokens of one change, or returns the fault request.too_many_writes.
func (l writeLimiter) take(now time.Time, who access.Actor, cost int) error {
	if cost == 0 {
		return nil
	}
	session := l.bucket("session "+who.Session, sessionRate, sessionBurst).ReserveN(now, cost)
	account := l.bucket("account "+who.Account, accountRate, accountBurst).ReserveN(now, cost)
	wait := max(session.DelayFrom(now), account.DelayFrom(now))
	if wait == 0 {
		return nil
	}
	session.CancelAt(now)
	account.CancelAt(now)
	seconds := math.Ceil(wait.Seconds())
	return fault.New(fault.TooMany, "request.too_many_writes", "seconds", strconv.Itoa(int(seconds))).After(wait)
}

func (l writeLimiter) bucket(key string, perSecond rate.Limit, burst int) *rate.Limiter {
	if known, ok := l.buckets.Get(key); ok {
		return known
	}
	made := rate.NewLimiter(perSecond, burst)
	if known, ok, _ := l.buckets.PeekOrAdd(key, made); ok { // another request was faster
		return known
	}
	return made
}

// defaultWriteCost returns the cost of a route from its method.
func defaultWriteCost(pattern string) int {
	switch method, _, _ := strings.Cut(pattern, " "); method {
	case http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete:
		return writeCost
	}
	return 0
}

// ReadsOnly declares that a POST changes nothing, so that it needs no tokens and is allowed in a view.
func ReadsOnly(r *Route) { r.writeCost, r.inView = 0, openInView }

// CheapWrite declares that a change is small and frequent, such as a player's report or a part of an upload: it costs
// a tenth.
func CheapWrite(r *Route) { r.writeCost = writeCost / 10 }
