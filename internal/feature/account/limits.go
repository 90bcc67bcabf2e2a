package account

import "time"

// Doubling lets Burst tries through at once and then makes each next one wait: First, twice First, and so on up to
// Longest. After Forget without a try it starts anew. It is never a lock.
type Doubling struct {
	Burst                  int
	First, Longest, Forget time.Duration
}

// Steady lets Burst through at once and refills one every Pace.
type Steady struct {
	Burst int
	Pace  time.Duration
}

// full is how long an empty bucket takes to refill.
func (s Steady) full() time.Duration { return time.Duration(s.Burst) * s.Pace }

// Limits bound guessing; docs/security.md explains the table. A success gives back what it took, so only failures
// count: a whole campus may sit behind one network.
//
// A device is an account's own while it is the only one that has logged in there, and until too many tries have failed
// there since. Whoever guesses elsewhere cannot use up what the owner has on an own device; all other devices count
// with the unknown ones.
type Limits struct {
	OwnDevice  Doubling // one account on one own device, or in one session
	Distrust   int      // failures on an own device since its owner's last login there, after which it is no own one
	OwnDevices Steady   // one account on all own devices and sessions together
	Unknown    Doubling // one account on all other devices together; a success starts anew
	Others     Steady   // the same, but a success gives back itself alone: it bounds every hour

	// Own devices are counted here too but never refused.
	Address Steady // failures from one IPv4 address or IPv6 /64
	Block   Steady // from one IPv6 /56
	Network Steady // from one IPv4 /24 or IPv6 /48

	// Own devices are not counted here.
	Accounts Steady // different accounts that failed from one such network
	Site     Steady // failures of everybody
	Close    int    // failures at one account that close the last six of its ID number as password
}

// DefaultLimits leave a guesser about thirty tries a day at one account, and the owner undisturbed on an own device.
// One own device alone never uses up OwnDevices.
var DefaultLimits = Limits{
	OwnDevice:  Doubling{Burst: 10, First: 5 * time.Second, Longest: 15 * time.Minute, Forget: 12 * time.Hour},
	Distrust:   10,
	OwnDevices: Steady{Burst: 40, Pace: 5 * time.Minute},
	Unknown:    Doubling{Burst: 8, First: 10 * time.Second, Longest: time.Hour, Forget: 24 * time.Hour},
	Others:     Steady{Burst: 24, Pace: time.Hour},
	Address:    Steady{Burst: 400, Pace: time.Second},
	Block:      Steady{Burst: 700, Pace: time.Second},
	Network:    Steady{Burst: 1000, Pace: time.Second},
	Accounts:   Steady{Burst: 300, Pace: 10 * time.Second},
	Site:       Steady{Burst: 2000, Pace: 500 * time.Millisecond},
	Close:      10,
}

// longest is how far ahead these limits can write an instant.
func (l Limits) longest() time.Duration {
	out := max(l.OwnDevice.Forget, l.OwnDevice.Longest, l.Unknown.Forget, l.Unknown.Longest)
	for _, s := range []Steady{l.OwnDevices, l.Others, l.Address, l.Block, l.Network, l.Accounts, l.Site} {
		out = max(out, s.full())
	}
	return out
}

// clockSlack is how much clocks of nodes may differ. An instant that lies further ahead than a limit can write, and
// this, was written by a wrong clock and counts as now: else one failed login on a day that was not yet would lock out
// an address until then.
const clockSlack = 2 * time.Minute
