package httpapi

import (
	"io"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// writeRuntime says how the Go runtime is doing, under the names that dashboards for Go programs ask for.
func writeRuntime(out io.Writer) {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	for _, v := range []struct {
		name, help, kind string
		value            float64
	}{
		{"go_goroutines", "Goroutines that exist.", "gauge", float64(runtime.NumGoroutine())},
		{"go_memstats_heap_alloc_bytes", "Bytes of heap in use.", "gauge", float64(m.HeapAlloc)},
		{"go_memstats_heap_objects", "Objects on the heap.", "gauge", float64(m.HeapObjects)},
		{"go_memstats_sys_bytes", "Bytes taken from the system.", "gauge", float64(m.Sys)},
		{"go_memstats_alloc_bytes_total", "Bytes ever allocated.", "counter", float64(m.TotalAlloc)},
		{"go_gc_cycles_total", "Collections finished.", "counter", float64(m.NumGC)},
		{"go_gc_pause_seconds_total", "Time in which a collection stopped everything.", "counter", time.Duration(min(m.PauseTotalNs, 1<<62)).Seconds()},
	} {
		head(out, v.name, v.help, v.kind)
		printf(out, "%s %s\n", v.name, number(v.value))
	}
}

// writeProcess says what the system says of this process; where there is no /proc, only when it began.
func writeProcess(out io.Writer, began time.Time) {
	put := func(name, help, kind string, value float64) {
		head(out, name, help, kind)
		printf(out, "%s %s\n", name, number(value))
	}
	put("process_start_time_seconds", "When this process began, in seconds since 1970.", "gauge", float64(began.UnixMilli())/1000)
	if entries, err := os.ReadDir("/proc/self/fd"); err == nil {
		put("process_open_fds", "Open files and connections.", "gauge", float64(len(entries)))
	}
	raw, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return
	}
	_, rest, _ := strings.Cut(string(raw), ") ") // the name before it may hold anything
	fields := strings.Fields(rest)
	const user, system, resident = 11, 12, 21 // of proc(5), counted from the state
	if len(fields) <= resident {
		return
	}
	const ticks = 100 // of USER_HZ, which is the same on every Linux that Go runs on
	put("process_cpu_seconds_total", "Processor time used, in seconds.", "counter", (float(fields[user])+float(fields[system]))/ticks)
	put("process_resident_memory_bytes", "Memory in use, in bytes.", "gauge", float(fields[resident])*float64(os.Getpagesize()))
}

func float(s string) float64 {
	f, err := strconv.ParseFloat(s, 64)
	if err != nil {
		return 0
	}
	return f
}
