package argon

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every thread of the process is one that the kernel runs when nobody else wants to: policy 5 of sched(7), field 41 of proc(5).
func TestProcessGivesWay(t *testing.T) {
	p := pool(t, "serve")
	p.Key([]byte("p"), []byte("somesalt"), Cost{Memory: 19 << 10, Time: 2, Threads: 1}) // long enough for threads of its own
	stats, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", p.workers[0].cmd.Process.Pid))
	if err != nil || len(stats) < 2 {
		t.Fatal(stats, err)
	}
	for _, stat := range stats {
		raw, err := os.ReadFile(stat)
		if err != nil {
			continue // a thread that has ended
		}
		_, rest, _ := strings.Cut(string(raw), ") ")
		if fields := strings.Fields(rest); len(fields) < 39 || fields[38] != "5" {
			t.Errorf("%s: %s", stat, rest)
		}
	}
}
