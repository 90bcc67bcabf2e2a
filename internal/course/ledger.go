package course

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"
)

// MaxSpeed is the fastest that a lesson can be watched.
const MaxSpeed = 3

// maxWords is how many open players are remembered for one lesson; who is forgotten goes by the last word to anybody.
const maxWords = 4

// A word is the server's last answer to one player.
type word struct {
	player uint64
	at     int64 // Unix ms
}

// A ledger remembers what the server said about a lesson to which player when. A report can be true of the time since the last word to
// its player and no longer: so a player that was offline is believed when it comes back, and one that makes things up is not. How much
// of that time is left over is for the clock to say.
type ledger struct {
	words []word // the latest last
}

// openLedger is what holds from the server's first word.
func openLedger(now int64) ledger {
	return ledger{words: []word{{at: now}}}
}

// latest is the last word to anybody.
func (l *ledger) latest() word { return l.words[len(l.words)-1] }

// wordTo returns the last word to a player; one that is not known goes by the last word to anybody.
func (l *ledger) wordTo(player uint64) word {
	i := slices.IndexFunc(l.words, func(w word) bool { return w.player == player })
	if i < 0 {
		return l.latest()
	}
	return l.words[i]
}

// oldest is when the server last spoke to the player that it has not spoken to for longest.
func (l *ledger) oldest() int64 {
	return slices.MinFunc(l.words, func(a, b word) int { return cmp.Compare(a.at, b.at) }).at
}

// say notes that this is the server's word to a player.
func (l *ledger) say(now int64, player uint64) {
	at := now
	if last := l.latest().at; last > now && last-now < wrongClock {
		at = last // another node's clock may be a little ahead
	}
	l.words = slices.DeleteFunc(l.words, func(w word) bool { return w.player == player })
	l.words = append(l.words, word{player, at})
	if extra := len(l.words) - maxWords; extra > 0 {
		l.words = slices.Delete(l.words, 0, extra)
	}
}

// playerNumber is a short name for a player; two with the same number would only share a word.
func playerNumber(player string) uint64 {
	if player == "" {
		return 0
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(player)) // it cannot fail
	return h.Sum64()
}

// String is how a ledger is stored: player:at for each word.
func (l *ledger) String() string {
	var out []byte
	for i, w := range l.words {
		if i > 0 {
			out = append(out, ' ')
		}
		out = strconv.AppendUint(out, w.player, 36)
		out = append(out, ':')
		out = strconv.AppendInt(out, w.at, 36)
	}
	return string(out)
}

// parseLedger also reads how ledgers were stored before migration 20: a number in front, and one more after each word.
func parseLedger(text string) (ledger, error) {
	words := text
	if first, rest, _ := strings.Cut(text, " "); !strings.Contains(first, ":") {
		words = rest
	}
	l := ledger{words: make([]word, 0, maxWords+1)} // one more, for say
	for part := range strings.SplitSeq(words, " ") {
		name, rest, ok := strings.Cut(part, ":")
		when, old, _ := strings.Cut(rest, ":")
		player, errP := strconv.ParseUint(name, 36, 64)
		at, errA := strconv.ParseInt(when, 36, 64)
		if !ok || errP != nil || errA != nil || strings.Contains(old, ":") {
			return ledger{}, fmt.Errorf("course: %.80q is not a ledger", text)
		}
		l.words = append(l.words, word{player, at})
	}
	return l, nil
}

// A Report is what a player says was watched.
type Report struct {
	Player   string  // a random name of this open player
	Speed    float64 // of playing, 0.5 to MaxSpeed
	Position int64   // where it is now, in ms
	Spans    []Span  // what was watched, in any order; what was said before may be said again
}

// record is what is kept about a student and a lesson.
type record struct {
	spans    Spans
	position int64
	percent  int
	done     bool
	ledger   ledger
}

// taken is what a report added.
type taken struct {
	accepted int64 // ms of the lesson that count from now on
	studied  int64 // ms by the clock, repeated watching included
}

// doneTenths is how many tenths of a lesson are enough to be done with it.
const doneTenths = 9

// take adds a report to the record and takes it out of the student's clock. It takes nothing away but the position, which follows the
// last report, and what lies beyond the end of a recording that has been replaced by a shorter one.
func (r *record) take(c *clock, now time.Time, duration int64, report Report) taken {
	ms, player := now.UnixMilli(), playerNumber(report.Player)
	if duration > 0 {
		r.spans = r.spans.within(duration)
	}
	since := r.ledger.wordTo(player).at
	var out taken
	var said Spans
	left := c.allowed(since, ms)
	for _, span := range report.Spans {
		span = span.within(duration)
		said, _ = said.add(span, duration)
		var grown int64
		r.spans, grown = r.spans.add(span, left-out.accepted)
		out.accepted += grown
	}
	out.studied = c.study(since, ms, int64(float64(said.Total())/report.Speed))
	c.pay(since, r.ledger.oldest(), ms, out.accepted)
	r.ledger.say(ms, player)
	r.position = min(max(report.Position, 0), duration)
	if duration > 0 {
		total := r.spans.Total()
		r.percent = max(r.percent, int(100*total/duration))
		r.done = r.done || 10*total >= doneTenths*duration
	}
	return out
}
