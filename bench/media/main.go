// Command media compares segments from the local store with nginx serving the same file, and preparing a recording
// with the bare ffmpeg command.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"lectern/bench/college"
	"lectern/bench/load"
)

func main() { load.Main(measure) }

func measure(ctx context.Context, binary string, each time.Duration) error {
	c, err := college.Open(ctx, binary, 0)
	if err != nil {
		return err
	}
	defer c.Close()
	if err := measurePreparing(ctx, c); err != nil {
		return err
	}
	return measureSegments(ctx, c, each)
}

// medium is a recording in the staff's list.
type medium struct {
	ID, Lesson, State, Reason string
	Renditions                []struct{ State string }
}

// whole reports whether it plays in all heights.
func (m medium) whole() bool {
	for _, r := range m.Renditions {
		if r.State != "ready" {
			return false
		}
	}
	return m.State == "ready"
}

// newest returns the recording that was added last.
func newest(ctx context.Context, c *college.College) (medium, error) {
	answer, err := c.Staff.Do(ctx, http.MethodGet, "/api/admin/media?size=1", nil)
	if err != nil {
		return medium{}, err
	}
	var list []medium
	if err := json.Unmarshal(answer.Data, &list); err != nil || len(list) == 0 {
		return medium{}, fmt.Errorf("list media: %d %v", answer.Status, answer.Errors)
	}
	if list[0].State == "failed" {
		return medium{}, errors.New("preparing failed: " + list[0].Reason)
	}
	return list[0], nil
}

// waitFor waits until the newest recording is as wanted.
func waitFor(ctx context.Context, c *college.College, wanted func(m medium) bool) error {
	for {
		m, err := newest(ctx, c)
		if err != nil || wanted(m) {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
}
