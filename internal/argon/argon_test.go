package argon

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// child makes this test binary the process of a pool.
const child = "LECTERN_TEST_ARGON_CHILD"

func TestMain(m *testing.M) {
	switch os.Getenv(child) {
	case "serve":
		if err := Serve(os.Stdin, os.Stdout); err != nil {
			os.Exit(1)
		}
		return
	case "die": // after the first question
		_, _ = io.ReadFull(os.Stdin, make([]byte, questionHead))
		os.Exit(3)
	case "hang":
		_, _ = io.Copy(io.Discard, os.Stdin)
		return
	}
	goleak.VerifyTestMain(m)
}

func pool(t testing.TB, mode string) *Pool {
	t.Helper()
	p := NewPool(2, func() *exec.Cmd {
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), child+"="+mode)
		return cmd
	})
	p.patience = time.Minute // a machine that runs tests may be busy
	t.Cleanup(p.Close)
	return p
}

var small = Cost{Memory: 64, Time: 1, Threads: 1}

func TestKey(t *testing.T) {
	p := pool(t, "serve")
	for _, tc := range []struct {
		name           string
		password, salt []byte
		cost           Cost
	}{
		{"a password", []byte("password"), []byte("somesalt"), Cost{Memory: 19 << 10, Time: 2, Threads: 1}},
		{"an empty one", nil, []byte("somesalt"), small},
		{"a long one goes no further", bytes.Repeat([]byte("x"), maxPart+1), []byte("somesalt"), small},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := p.Key(tc.password, tc.salt, tc.cost)
			if here := Key(tc.password, tc.salt, tc.cost); !bytes.Equal(got, here) {
				t.Errorf("there %x, here %x", got, here)
			}
		})
	}
}

func TestManyAtOnceGetTheirOwn(t *testing.T) {
	p := pool(t, "serve")
	var wg sync.WaitGroup
	for i := range 32 {
		wg.Go(func() {
			password := []byte{byte(i)}
			if !bytes.Equal(p.Key(password, []byte("somesalt"), small), Key(password, []byte("somesalt"), small)) {
				t.Errorf("%d got another's", i)
			}
		})
	}
	wg.Wait()
}

func TestNobodyIsKeptOutByADeadProcess(t *testing.T) {
	want := Key([]byte("p"), []byte("somesalt"), small)
	for name, p := range map[string]*Pool{
		"it dies":            pool(t, "die"),
		"it cannot be begun": NewPool(1, func() *exec.Cmd { return exec.CommandContext(t.Context(), "/nowhere/at/all") }),
	} {
		if got := p.Key([]byte("p"), []byte("somesalt"), small); !bytes.Equal(got, want) {
			t.Errorf("%s: %x", name, got)
		}
	}
}

// Something else on the machine may want every core: hashing comes after everybody, the student who waits for it does not.
func TestNobodyWaitsForAProcessThatGetsNoCore(t *testing.T) {
	p := pool(t, "hang")
	p.patience = time.Millisecond
	want := Key([]byte("p"), []byte("somesalt"), small)
	for range 2 {
		if got := p.Key([]byte("p"), []byte("somesalt"), small); !bytes.Equal(got, want) {
			t.Errorf("got %x", got)
		}
	}
	<-p.workers[0].done
	if p.workers[1] != nil {
		t.Error("another was asked, which gets no core either")
	}
	p.hungry.Store(false) // ten seconds later
	p.patience = time.Minute
	p.command = pool(t, "serve").command
	if got := p.Key([]byte("p"), []byte("somesalt"), small); !bytes.Equal(got, want) || !p.workers[0].running() {
		t.Errorf("afterwards %x", got)
	}
}

func TestAKilledProcessIsReplaced(t *testing.T) {
	p := pool(t, "serve")
	want := p.Key([]byte("p"), []byte("somesalt"), small)
	first := p.workers[0]
	if err := first.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-first.done
	if got := p.Key([]byte("p"), []byte("somesalt"), small); !bytes.Equal(got, want) {
		t.Errorf("got %x", got)
	}
	if p.workers[0] == first {
		t.Error("the dead one was asked again")
	}
}

// A process is started when the others are busy, not before.
func TestAsManyProcessesAsAreNeeded(t *testing.T) {
	p := pool(t, "serve")
	for range 3 {
		p.Key([]byte("p"), []byte("somesalt"), small)
	}
	if p.workers[0] == nil || p.workers[1] != nil {
		t.Fatal("one after another takes one process:", p.workers)
	}
	busy, err := p.get()
	if err != nil {
		t.Fatal(err)
	}
	busy.mu.Lock()
	busy.waiting[0] = make(chan []byte, 1) // a question that is never asked
	busy.mu.Unlock()
	p.Key([]byte("p"), []byte("somesalt"), small)
	if p.workers[1] == nil {
		t.Error("the busy one was asked")
	}
}

func TestProcessEndsWithTheServer(t *testing.T) {
	p := pool(t, "serve")
	p.Key([]byte("p"), []byte("somesalt"), small)
	w := p.workers[0]
	p.Close()
	if state := w.cmd.ProcessState; state == nil || !state.Success() {
		t.Errorf("ended as %v", state)
	}
	if got := p.Key([]byte("p"), []byte("somesalt"), small); len(got) != KeySize {
		t.Error("no hash after the end")
	}
}

func TestServeRefusesHalfAQuestion(t *testing.T) {
	whole := encode(1, []byte("password"), []byte("somesalt"), small)
	for cut := 1; cut < len(whole); cut++ {
		if err := Serve(bytes.NewReader(whole[:cut]), io.Discard); err == nil {
			t.Fatalf("taken: %d of %d bytes", cut, len(whole))
		}
	}
}

// BenchmarkPool compares the process with the bare hash on all cores: "ratio" is what is left of it.
func BenchmarkPool(b *testing.B) {
	cost := Cost{Memory: 19 << 10, Time: 2, Threads: 1}
	rate := func(key func(password, salt []byte, c Cost) []byte) float64 {
		const each = 16
		start := time.Now()
		var wg sync.WaitGroup
		for range runtime.NumCPU() {
			wg.Go(func() {
				for range each {
					key([]byte("password"), []byte("somesalt"), cost)
				}
			})
		}
		wg.Wait()
		return float64(each*runtime.NumCPU()) / time.Since(start).Seconds()
	}
	p := pool(b, "serve")
	p.Key([]byte("p"), []byte("somesalt"), small)
	for b.Loop() {
		bare := rate(Key)
		b.ReportMetric(rate(p.Key)/bare, "ratio")
	}
}
