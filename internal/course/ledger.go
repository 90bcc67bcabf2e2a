package course

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"time"
)

// MaxSpeed is the fastest that a lesson can be watched.
const MaxSpeed = 3

const (
	// grace is what may be watched beyond the server's clock, in milliseconds of the lesson: reports come a little early or
	// late. It is lent, not given: it grows again only out of time in which nothing was watched.
	grace = 15_000
	// maxWords is how many open players are remembered for one lesson; who is forgotten goes by the last word to anybody.
	maxWords = 4
	// wrongClock is how far ahead of now a word may lie before the clock is taken to have been wrong then.
	wrongClock = 60_000
)

// A word is the server's last answer to one player: when, and how much of the lesson was watched by then.
type word struct {
	player uint64
	at     int64 // Unix ms
	total  int64
}

// A ledger decides how much of what is reported could have been watched. Two things hold for all time: since the server's last word
// to a player no more is accepted, from whatever device, than its clock allows at MaxSpeed, and since the first word to anybody
// neither, but for one grace. So a player that was offline is believed when it comes back, one that makes things up is not, and
// opening many players gains nothing.
type ledger struct {
	grace int64
	words []word // the latest last
}

// openLedger is what holds from the server's first word.
func openLedger(now int64) ledger {
	return ledger{grace: grace, words: []word{{at: now}}}
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

// clock is how much could have been watched since a word and has not been accepted yet. It is negative when another player
// used the time.
func (w word) clock(now, total int64) int64 {
	return MaxSpeed*max(now-w.at, 0) - (total - w.total)
}

// allowed is how much more may be accepted from a player now.
func (l *ledger) allowed(now int64, player uint64, total int64) int64 {
	return max(l.grace+l.wordTo(player).clock(now, total), 0)
}

// spend notes that so much more was accepted from a player, and that this is the server's word to it.
func (l *ledger) spend(now int64, player uint64, total, accepted int64) {
	// What is left of the clock refills the grace, as far as no other player can still draw on the same time.
	left, others := l.wordTo(player).clock(now, total), int64(0)
	for _, w := range l.words {
		left = max(left, w.clock(now, total))
		if w.player != player {
			others = max(others, w.clock(now, total)-accepted)
		}
	}
	l.grace = min(l.grace+left-accepted-others, grace)
	at := now
	if last := l.latest().at; last > now && last-now < wrongClock {
		at = last // another node's clock may be a little ahead
	}
	l.words = slices.DeleteFunc(l.words, func(w word) bool { return w.player == player })
	l.words = append(l.words, word{player, at, total + accepted})
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

// String is how a ledger is stored: the grace, then player:at:total for each word.
func (l *ledger) String() string {
	out := strconv.AppendInt(nil, l.grace, 10)
	for _, w := range l.words {
		out = append(out, ' ')
		out = strconv.AppendUint(out, w.player, 36)
		out = append(out, ':')
		out = strconv.AppendInt(out, w.at, 36)
		out = append(out, ':')
		out = strconv.AppendInt(out, w.total, 36)
	}
	return string(out)
}

func parseLedger(text string) (ledger, error) {
	first, rest, _ := strings.Cut(text, " ")
	n, err := strconv.ParseInt(first, 10, 64)
	l := ledger{grace: n}
	for part := range strings.SplitSeq(rest, " ") {
		fields := strings.Split(part, ":")
		if err != nil || len(fields) != 3 {
			return ledger{}, fmt.Errorf("course: %.80q is not a ledger", text)
		}
		player, errP := strconv.ParseUint(fields[0], 36, 64)
		at, errA := strconv.ParseInt(fields[1], 36, 64)
		total, errT := strconv.ParseInt(fields[2], 36, 64)
		if errP != nil || errA != nil || errT != nil {
			return ledger{}, fmt.Errorf("course: %.80q is not a ledger", text)
		}
		l.words = append(l.words, word{player, at, total})
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

// take adds a report to the record. It never takes anything away but the position, which follows the last report.
func (r *record) take(now time.Time, duration int64, report Report) taken {
	ms, player := now.UnixMilli(), playerNumber(report.Player)
	before := r.spans.Total()
	var out taken
	var said Spans
	left := r.ledger.allowed(ms, player, before)
	for _, span := range report.Spans {
		span = span.within(duration)
		said, _ = said.add(span, duration)
		var grown int64
		r.spans, grown = r.spans.add(span, left-out.accepted)
		out.accepted += grown
	}
	// Nobody studies longer than the clock runs, however many players are open.
	out.studied = min(int64(float64(said.Total())/report.Speed), max(ms-r.ledger.latest().at, 0))
	r.ledger.spend(ms, player, before, out.accepted)
	r.position = min(max(report.Position, 0), duration)
	total := min(before+out.accepted, duration)
	if duration > 0 {
		r.percent = max(r.percent, int(100*total/duration))
		r.done = r.done || 10*total >= doneTenths*duration
	}
	return out
}
