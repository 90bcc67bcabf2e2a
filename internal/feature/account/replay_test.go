package account_test

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"lectern/internal/feature/account"
)

func stamp(at time.Time) account.Timestamp { return account.Timestamp{Millis: at.UnixMilli()} }

func TestReplayIsRefused(t *testing.T) {
	r := account.NewReplay(1000)
	one, two := account.HashToken("one"), account.HashToken("two")
	for _, tc := range []struct {
		name         string
		token        [32]byte
		at           time.Time
		method, path string
		body, code   string
	}{
		{"[7.6] first", one, noon, "POST", "/a", "x", ""},
		{"[7.6] again", one, noon, "POST", "/a", "x", "request.replayed"},
		{"another millisecond", one, noon.Add(time.Millisecond), "POST", "/a", "x", ""},
		{"another method", one, noon, "PUT", "/a", "x", ""},
		{"another path", one, noon, "POST", "/b", "x", ""},
		{"another body", one, noon, "POST", "/a", "y", ""},
		{"path and body split differently", one, noon, "POST", "/ax", "", ""},
		{"another session", two, noon, "POST", "/a", "x", ""},
		{"earlier, but new", one, noon.Add(-time.Minute), "POST", "/a", "x", ""},
		{"repeated", one, noon.Add(-time.Minute), "POST", "/a", "x", "request.replayed"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			wantCode(t, r.Take(tc.token, stamp(tc.at), tc.method, tc.path, []byte(tc.body)), tc.code)
		})
	}
}

// A request is remembered as long as its timestamp is valid, however many follow.
func TestReplayIsRefusedAsLongAsItsTimestampIsGood(t *testing.T) {
	r := account.NewReplay(100000)
	token := account.HashToken("one")
	ahead := noon.Add(5 * time.Minute) // a fast clock
	if err := r.Take(token, stamp(ahead), "POST", "/a", nil); err != nil {
		t.Fatal(err)
	}
	for now := noon; stamp(ahead).Near(now) == nil; now = now.Add(10 * time.Second) {
		if err := r.Take(token, stamp(now), "GET", "/b", nil); err != nil {
			t.Fatal(err)
		}
		wantCode(t, r.Take(token, stamp(ahead), "POST", "/a", nil), "request.replayed")
	}
}

func TestShuffledParallelRequestsPassOnce(t *testing.T) {
	r := account.NewReplay(1 << 20)
	token := account.HashToken("one")
	const requests = 500
	order := rand.Perm(requests * 2)
	var passed, refused atomic.Int64
	var wg sync.WaitGroup
	for _, i := range order {
		wg.Go(func() { // each of them twice
			at := noon.Add(time.Duration(i%requests) * time.Millisecond)
			if r.Take(token, stamp(at), "GET", "/a", nil) == nil {
				passed.Add(1)
			} else {
				refused.Add(1)
			}
		})
	}
	wg.Wait()
	if passed.Load() != requests || refused.Load() != requests {
		t.Fatalf("%d passed, %d were refused", passed.Load(), refused.Load())
	}
}

func TestReplayMemoryIsBounded(t *testing.T) {
	r := account.NewReplay(3200)
	flood, quiet := account.HashToken("flood"), account.HashToken("quiet")
	if err := r.Take(quiet, stamp(noon), "POST", "/a", nil); err != nil {
		t.Fatal(err)
	}
	for i := range 10000 {
		now := noon.Add(time.Duration(i) * time.Millisecond)
		if err := r.Take(flood, stamp(now), "GET", fmt.Sprint(i), nil); err != nil {
			t.Fatal(err)
		}
	}
	if held := r.Remembered(); held > 3200 {
		t.Errorf("%d are held", held)
	}
	wantCode(t, r.Take(quiet, stamp(noon), "POST", "/a", nil), "request.replayed") // so others aren't forgotten
}

func BenchmarkReplay(b *testing.B) {
	r := account.NewReplay(1 << 20)
	token := account.HashToken("one")
	at := noon.UnixMilli()
	for i := 0; b.Loop(); i++ {
		_ = r.Take(token, account.Timestamp{Millis: at + int64(i%600000)}, "GET", "/api/user/info", nil)
	}
}
