package argon

import (
	"context"
	"encoding/base64"
	"errors"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/crypto/argon2"

	"lectern/internal/kernel/fault"
)

var small = Cost{Memory: 8, Time: 1, Threads: 1}

// Existing databases depend on these parameters and this format.
func TestStoredForm(t *testing.T) {
	stored := New(Options{}).Hash([]byte("password"))
	if !regexp.MustCompile(
		`^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$`).MatchString(stored) {
		t.Fatal(stored)
	}
	parts := strings.Split(stored, "$")
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	if err != nil {
		t.Fatal(err)
	}
	if want := base64.RawStdEncoding.EncodeToString(argon2.IDKey([]byte("password"), salt, 2,
		19<<10, 1, 32)); parts[5] != want {
		t.Errorf("got %s, want %s", parts[5], want)
	}
}

func TestVerify(t *testing.T) {
	h := New(Options{Cost: small})
	stored := h.Hash([]byte("password"))
	dearer := New(Options{Cost: Cost{Memory: 16, Time: 2, Threads: 1}}).Hash([]byte("password"))
	for _, tc := range []struct {
		name, password, stored string
		fits, outdated         bool
	}{
		{"right", "password", stored, true, false},
		{"wrong", "Password", stored, false, false},
		{"made at another cost", "password", dearer, true, true},
		{"no hash", "password", "", false, false},
		{"another algorithm", "password", strings.Replace(stored, "argon2id", "argon2i", 1), false, false},
		{"a hostile cost", "password", strings.Replace(stored, "m=8,", "m=99999999,", 1), false, false},
		{"no password matches the dummy hash", "", h.dummy, false, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := h.Verify([]byte(tc.password), tc.stored); got != tc.fits {
				t.Errorf("fits: %v", got)
			}
			if got := h.Outdated(tc.stored); got != tc.outdated {
				t.Errorf("outdated: %v", got)
			}
		})
	}
}

func TestOneCoreIsLeftForOthers(t *testing.T) {
	h := New(Options{})
	slots := int64(max(1, runtime.NumCPU()-1))
	if !h.slots.TryAcquire(slots) || h.slots.TryAcquire(1) {
		t.Errorf("not %d slots", slots)
	}
	if h.limit != slots+16*slots {
		t.Errorf("%d may hash or wait", h.limit)
	}
}

func wantBusy(t *testing.T, err error) {
	t.Helper()
	var refused *fault.Error
	if !errors.As(err, &refused) || refused.Code != "account.busy" ||
		refused.Kind != fault.Unavailable || refused.RetryAfter <= 0 {
		t.Errorf("got %v", err)
	}
}

func TestFullQueueRefuses(t *testing.T) {
	h := New(Options{Cost: small, Slots: 1, Queue: 1})
	release, err := h.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	waiting := acquireLater(t, h, t.Context())
	_, err = h.Acquire(t.Context())
	wantBusy(t, err)
	release()
	second := <-waiting
	if second.err != nil {
		t.Fatal(second.err)
	}
	second.release()
	if h.inside.Load() != 0 {
		t.Errorf("%d are still inside", h.inside.Load())
	}
}

func TestCancelledCallerFreesItsPlace(t *testing.T) {
	h := New(Options{Cost: small, Slots: 1, Queue: 1})
	release, err := h.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	gone := acquireLater(t, h, ctx)
	cancel()
	left := <-gone
	wantBusy(t, left.err)
	if !errors.Is(left.err, context.Canceled) {
		t.Errorf("the reason is lost: %v", left.err)
	}
	next := acquireLater(t, h, t.Context())
	release()
	got := <-next
	if got.err != nil {
		t.Fatal("the place was not freed:", got.err)
	}
	got.release()
}

type acquired struct {
	release func()
	err     error
}

// acquireLater calls Acquire in the background and returns once that call is queued.
func acquireLater(t *testing.T, h *Hasher, ctx context.Context) <-chan acquired {
	t.Helper()
	before, out := h.inside.Load(), make(chan acquired, 1)
	go func() {
		release, err := h.Acquire(ctx)
		out <- acquired{release, err}
	}()
	for h.inside.Load() == before {
		runtime.Gosched()
	}
	return out
}

func TestLoad(t *testing.T) {
	h := New(Options{Slots: 1, Queue: 2})
	release, err := h.Acquire(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := h.Load(), (Load{Hashing: 1, Places: 3}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
	release()
	if got := h.Load(); got.Hashing != 0 || got.Waiting != 0 {
		t.Errorf("released: %+v", got)
	}
}
