package server

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
)

// taken returns how many of several simultaneous changes are accepted.
func taken(l writeLimiter, now time.Time, who access.Actor, cost, tries int) int {
	n := 0
	for range tries {
		if l.take(now, who, cost) == nil {
			n++
		}
	}
	return n
}

func TestWritesAreLimited(t *testing.T) {
	now := time.Date(2026, 9, 7, 8, 0, 0, 0, time.UTC)
	lin := func(session string) access.Actor { return access.Actor{Account: "lin", Session: session} }
	l := newWriteLimiter()
	for _, tc := range []struct {
		name  string
		after time.Duration
		who   access.Actor
		cost  int
		tries int
		want  int
	}{
		{"at once", 0, lin("one"), writeCost, 1000, 200},
		{"a second session", 0, lin("two"), writeCost, 1000, 200},
		{"a third, beyond the account's own", 0, lin("three"), writeCost, 1000, 0},
		{"somebody else", 0, access.Actor{Account: "zhao", Session: "four"}, writeCost, 1000, 200},
		{"what changes nothing", 0, lin("one"), 0, 1000, 1000},
		{"a second later", time.Second, lin("one"), writeCost, 1000, 2},
		{"what little is left for the account", time.Second, lin("three"), writeCost, 1000, 2},
		{"a minute later", time.Minute, lin("one"), writeCost, 1000, 118},
		{"reports of a player", time.Minute, access.Actor{Account: "qian", Session: "five"}, writeCost / 10, 10000, 2000},
		{
			"and one every fifty milliseconds from then on", time.Minute + 50*time.Millisecond,
			access.Actor{Account: "qian", Session: "five"},
			writeCost / 10, 100, 1,
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, taken(l, now.Add(tc.after), tc.who, tc.cost, tc.tries)); diff != "" {
				t.Error(diff)
			}
		})
	}
	t.Run("says when to come back", func(t *testing.T) {
		later := now.Add(time.Hour)
		if n := taken(l, later, lin("one"), writeCost, 201); n != 200 {
			t.Fatalf("%d taken", n)
		}
		err := l.take(later, lin("one"), writeCost)
		want := fault.New(fault.TooMany, "request.too_many_writes", "seconds", "1").After(500 * time.Millisecond)
		if diff := cmp.Diff(error(want).Error(), err.Error()); diff != "" || fault.All(err)[0].RetryAfter != want.RetryAfter {
			t.Errorf("%s %v", diff, fault.All(err)[0].RetryAfter)
		}
	})
}
