package account

import "time"

// Doubling allows Burst tries at once and then makes each next one wait: First, twice First, up to Longest. After
// Forget without a try it starts over. It never locks an account.
type Doubling struct {
	Burst                  int
	First, Longest, Forget time.Duration
}

// Steady allows Burst at once and refills one every Pace.
type Steady struct {
	Burst int
	Pace  time.Duration
}

// full returns how long an empty bucket takes to refill.
func (s Steady) full() time.Duration { return time.Duration(s.Burst) * s.Pace }

// Limits bound guessing; see the table in docs/security.md. A success gives back what it took, so only failures count:
// a whole campus may share one network.
//
// A device is an account's own while no other account has logged in there, until too many tries fail there. Guesses
// elsewhere can't use up the owner's tries on an own device; all other devices count together.
type Limits struct {
	OwnDevice  Doubling // one account on one own device, or in one session
	Distrust   int      // failures since the owner's last login after which it is no longer an own device
	OwnDevices Steady   // one account on all own devices and sessions together
	Unknown    Doubling // one account on all other devices together; reset by a success
	Others     Steady   // the same, but a success gives back only its own try: a limit per hour

	// Own devices are counted here too but never refused.
	Address Steady // failures from one IPv4 address or IPv6 /64
	Block   Steady // from one IPv6 /56
	Network Steady // from one IPv4 /24 or IPv6 /48

	// Own devices are not counted here.
	Accounts Steady // different accounts that failed from one such network
	Site     Steady // failures of all accounts
	Close    int    // failures at one account after which the last six of the ID number are closed as a password
}

// DefaultLimits allow about thirty guesses a day at one account and don't disturb the owner on an own device. One own
// device alone never uses up OwnDevices.
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

// longest is how far ahead these limits can set an instant.
func (l Limits) longest() time.Duration {
	out := max(l.OwnDevice.Forget, l.OwnDevice.Longest, l.Unknown.Forget, l.Unknown.Longest)
	for _, s := range []Steady{l.OwnDevices, l.Others, l.Address, l.Block, l.Network, l.Accounts, l.Site} {
		out = max(out, s.full())
	}
	return out
}

// clockSlack is how much the clocks of nodes may differ. An instant further ahead than a limit allows plus this came
// from a wrong clock and counts as now. Otherwise one failed login under a wrong date would lock an address out until
// then.
const clockSlack = 2 * time.Minute
