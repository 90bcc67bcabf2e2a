package course

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
)

// maxAcks is how many open players are remembered per lesson; a forgotten player counts as having received the latest
// ack.
const maxAcks = 4

// An ack is the server's last answer to one player.
type ack struct {
	player uint64
	at     int64 // Unix ms
}

// acks record when the server last answered each player of a lesson. A report can only cover the time since the last
// ack to its player, so a player that was offline is believed and one that invents reports is not. The clock decides
// how much of that time is still unused.
type acks []ack // the latest last

func newAcks(now int64) acks { return acks{{at: now}} }

// latest is the last ack to any player.
func (a acks) latest() ack { return a[len(a)-1] }

// lastAck returns the last ack to a player, or to any player if this one is unknown.
func (a acks) lastAck(player uint64) ack {
	i := slices.IndexFunc(a, func(one ack) bool { return one.player == player })
	if i < 0 {
		return a.latest()
	}
	return a[i]
}

// oldest is the time of the oldest ack.
func (a acks) oldest() int64 {
	return slices.MinFunc(a, func(x, y ack) int { return cmp.Compare(x.at, y.at) }).at
}

// add records that the server answers a player now.
func (a *acks) add(now int64, player uint64) {
	at := now
	if last := a.latest().at; last > now && last-now < wrongClock {
		at = last // another node's clock may be a little ahead
	}
	*a = slices.DeleteFunc(*a, func(one ack) bool { return one.player == player })
	*a = append(*a, ack{player, at})
	if extra := len(*a) - maxAcks; extra > 0 {
		*a = slices.Delete(*a, 0, extra)
	}
}

// playerNumber hashes a player's name; on a collision two players just share an ack.
func playerNumber(player string) uint64 {
	if player == "" {
		return 0
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(player)) // never fails
	return h.Sum64()
}

// String is the stored form: player:at for each ack.
func (a acks) String() string {
	var out []byte
	for i, one := range a {
		if i > 0 {
			out = append(out, ' ')
		}
		out = strconv.AppendUint(out, one.player, 36)
		out = append(out, ':')
		out = strconv.AppendInt(out, one.at, 36)
	}
	return string(out)
}

// parseAcks also reads the form from before migration 20, with a number in front and one after each ack.
func parseAcks(text string) (acks, error) {
	list := text
	if first, rest, _ := strings.Cut(text, " "); !strings.Contains(first, ":") {
		list = rest
	}
	out := make(acks, 0, maxAcks+1) // one more, for add
	for part := range strings.SplitSeq(list, " ") {
		name, rest, ok := strings.Cut(part, ":")
		when, old, _ := strings.Cut(rest, ":")
		player, errP := strconv.ParseUint(name, 36, 64)
		at, errA := strconv.ParseInt(when, 36, 64)
		if !ok || errP != nil || errA != nil || strings.Contains(old, ":") {
			return nil, fmt.Errorf("course: %.80q is not a list of acks", text)
		}
		out = append(out, ack{player, at})
	}
	return out, nil
}
