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

// A change costs ten tokens of its session's bucket and of its account's, a cheap one fewer. A person is never near the limit: a
// session may make two hundred changes at once and two a second from then on, all sessions of an account together twice as many.
const (
	writeCost    = 10
	sessionRate  = 2 * writeCost // tokens a second
	sessionBurst = 200 * writeCost
	accountRate  = 2 * sessionRate
	accountBurst = 2 * sessionBurst
	maxBuckets   = 64 << 10 // in memory; the one unused for longest is forgotten, and is full when it comes back
)

// writeLimiter bounds how many changes a session and an account may make. It holds for this node.
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

// take takes tokens for one change, or refuses it with request.too_many_writes.
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
	if known, ok, _ := l.buckets.PeekOrAdd(key, made); ok { // somebody was faster
		return known
	}
	return made
}

// usualWriteCost is what a call of a route costs, unless the row says otherwise.
func usualWriteCost(pattern string) int {
	switch method, _, _ := strings.Cut(pattern, " "); method {
	case http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete:
		return writeCost
	}
	return 0
}

// ReadsOnly says that a POST changes nothing, so that it counts for no limit on changes and is open to a view.
func ReadsOnly(r *Route) { r.writeCost, r.inView = 0, openInView }

// CheapWrite says that a change is small and is made often, such as the report of a player or a piece of an upload: it counts a tenth.
func CheapWrite(r *Route) { r.writeCost = writeCost / 10 }
