package app_test

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/testkit/dbtest"
)

// A machine whose clock is off by more than a minute doesn't serve, and doctor shows the difference.
func TestClockFarFromTheDatabase(t *testing.T) {
	environ := []string{
		"LECTERN_DATA=" + t.TempDir(),
		"LECTERN_DATABASE=" + dbtest.Postgres(t), "LECTERN_LISTEN=127.0.0.1:0",
	}
	run := func(ahead time.Duration, args ...string) (string, error) {
		var out bytes.Buffer
		err := app.Main(t.Context(), app.Process{
			Args: args, Environ: environ, Out: &out, Err: io.Discard, Clock: func() time.Time { return time.Now().Add(ahead) },
		})
		return out.String(), err
	}
	for ahead, side := range map[time.Duration]string{
		150 * time.Second:  " ahead of PostgreSQL's",
		-150 * time.Second: " behind PostgreSQL's",
	} {
		_, err := run(ahead, "serve")
		if err == nil || !strings.Contains(err.Error(), side) || !strings.Contains(err.Error(), "NTP") {
			t.Errorf("serve, %v ahead: %v", ahead, err)
		}
		if out, err := run(ahead, "doctor"); err == nil || !strings.Contains(out, "FAIL  clock") ||
			!strings.Contains(out, side) {
			t.Errorf("doctor, %v ahead: %s%v", ahead, out, err)
		}
	}
	if out, _ := run(30*time.Second, "doctor"); !strings.Contains(out, "note  clock") {
		t.Errorf("doctor, 30 s ahead: %s", out)
	}
	if out, _ := run(0, "doctor"); !strings.Contains(out, "ok    clock") {
		t.Errorf("doctor: %s", out)
	}
}
