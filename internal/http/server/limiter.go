package server

import (
	"net/netip"
	"sync"
	"time"

	"lectern/internal/kernel/fault"
)

// A limiter bounds how many requests are worked on at once, in all and for one caller. One more is refused at once: better that
// some wait a second than that all wait a minute. Calls and streams have one each, because long streams would take all places of the
// short calls.
type limiter struct {
	places     int // in all
	perNetwork int // half of them, because a whole campus may have one address
	perAccount int // all devices of a person together

	mu   sync.Mutex
	used int
	held map[holder]int
}

// A holder is who has a request under way: a network, or an account.
type holder struct {
	network netip.Prefix
	account string
}

func newLimiter(places, perAccount int) *limiter {
	return &limiter{places: places, perNetwork: max(places/2, 1), perAccount: max(perAccount, 1), held: map[holder]int{}}
}

// takePlace takes one of the places until release is called, which may be called again.
func (l *limiter) takePlace() (release func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.used >= l.places {
		return nil, fault.New(fault.Unavailable, "server.overloaded").After(time.Second)
	}
	l.used++
	return sync.OnceFunc(func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.used--
	}), nil
}

func (l *limiter) shareOfNetwork(address netip.Addr) (release func(), err error) {
	return l.share(holder{network: networkOf(address)}, l.perNetwork)
}

func (l *limiter) shareOfAccount(account string) (release func(), err error) {
	return l.share(holder{account: account}, l.perAccount)
}

// share counts a request for whoever sent it until release is called, and refuses it when they have too many under way.
func (l *limiter) share(who holder, most int) (release func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.held[who] >= most {
		return nil, fault.New(fault.TooMany, "request.too_many_at_once").After(time.Second)
	}
	l.held[who]++
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.held[who]--; l.held[who] == 0 {
			delete(l.held, who) // so the map is never larger than the requests under way
		}
	}, nil
}

// networkOf is what counts as one address: a home or a phone has a whole /64 of IPv6.
func networkOf(address netip.Addr) netip.Prefix {
	bits := address.BitLen()
	if address.Is6() {
		bits = 64
	}
	network, _ := address.Prefix(bits) // the zero one for no address
	return network
}
