package server

import (
	"net/netip"
	"sync"
	"time"

	"lectern/internal/kernel/fault"
)

// limiter limits the requests in progress, in total and per caller. Further requests are refused at once: it's better
// that some wait a second than that all wait a minute. Calls, calls with large bodies and streams have separate
// limiters, because those that last would take all slots.
type limiter struct {
	slots      int // in total
	perNetwork int // half of the slots, because a whole campus may share an address
	perAccount int // all devices of a person together

	mu      sync.Mutex
	used    int
	running map[limitKey]int
}

// limitKey is who a request counts for: a network or an account.
type limitKey struct {
	network netip.Prefix
	account string
}

func newLimiter(slots, perAccount int) *limiter {
	return &limiter{slots: slots, perNetwork: max(slots/2, 1), perAccount: max(perAccount, 1), running: map[limitKey]int{}}
}

// acquire takes a slot until release is called, which may be called again.
func (l *limiter) acquire() (release func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.used >= l.slots {
		return nil, fault.New(fault.Unavailable, "server.overloaded").After(time.Second)
	}
	l.used++
	return sync.OnceFunc(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.used--
	}), nil
}

// enter takes a slot and counts the request for its network. leave gives both back, releaseSlot only the slot.
func (l *limiter) enter(address netip.Addr) (releaseSlot, leave func(), err error) {
	releaseNetwork, err := l.acquireForNetwork(address)
	if err != nil {
		return nil, nil, err
	}
	releaseSlot, err = l.acquire()
	if err != nil {
		releaseNetwork()
		return nil, nil, err
	}
	return releaseSlot, func() { releaseSlot(); releaseNetwork() }, nil
}

func (l *limiter) acquireForNetwork(address netip.Addr) (release func(), err error) {
	return l.acquireFor(limitKey{network: networkOf(address)}, l.perNetwork)
}

func (l *limiter) acquireForAccount(account string) (release func(), err error) {
	return l.acquireFor(limitKey{account: account}, l.perAccount)
}

// acquireFor counts a request for its network or account until release is called, or returns a fault if too many are
// running.
func (l *limiter) acquireFor(who limitKey, most int) (release func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.running[who] >= most {
		return nil, fault.New(fault.TooMany, "request.too_many_at_once").After(time.Second)
	}
	l.running[who]++
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.running[who]--; l.running[who] == 0 {
			delete(l.running, who) // keeps the map as small as the number of running requests
		}
	}, nil
}

// networkOf returns the network that counts as one address: homes and phones have a /64 of IPv6.
func networkOf(address netip.Addr) netip.Prefix {
	bits := address.BitLen()
	if address.Is6() {
		bits = 64
	}
	network, _ := address.Prefix(bits) // the zero prefix if there is no address
	return network
}
