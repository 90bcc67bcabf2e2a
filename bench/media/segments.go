package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"lectern/bench/college"
	"lectern/bench/load"
)

// conns is the number of connections that load segments of over a megabyte.
const conns = 4

// measureSegments loads the largest segment of the recording from both servers in turn.
func measureSegments(ctx context.Context, c *college.College, each time.Duration) error {
	path, file, size, err := largestSegment(ctx, c)
	if err != nil {
		return err
	}
	nginx, stop, err := startNginx(ctx, c.Folder, filepath.Dir(file))
	if err != nil {
		return err
	}
	defer stop()
	ours := fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: x\r\nCookie: %s\r\n\r\n", path, c.Student.Cookie)
	theirs := fmt.Appendf(nil, "GET /%s HTTP/1.1\r\nHost: x\r\n\r\n", filepath.Base(file))
	a, b, ratio, err := load.InTurn(
		load.Rate(ctx, c.Addr, conns, each, func() []byte { return ours }),
		load.Rate(ctx, nginx, conns, each, func() []byte { return theirs }),
	)
	if err != nil {
		return err
	}
	return load.Figure{
		What: fmt.Sprintf("segments of %d kB", size/1000), Value: ratio, Unit: "× nginx", Least: 0.65,
		Detail: fmt.Sprintf("%.0f and %.0f segments/s", a, b),
	}.Print()
}

// largestSegment returns the student's URL and the file of the largest segment.
func largestSegment(ctx context.Context, c *college.College) (path, file string, size int64, err error) {
	m, err := newest(ctx, c)
	if err != nil {
		return "", "", 0, err
	}
	answer, err := c.Student.Do(ctx, http.MethodGet, "/api/lessons/"+m.Lesson, nil)
	if err != nil {
		return "", "", 0, err
	}
	var lesson struct{ Media *struct{ Playlist string } }
	if err := json.Unmarshal(answer.Data, &lesson); err != nil || lesson.Media == nil {
		return "", "", 0, fmt.Errorf("lesson: %d %v", answer.Status, answer.Errors)
	}
	files, err := filepath.Glob(filepath.Join(c.Folder, "data", "blobs", "media", m.ID, "*", "v720_*.m4s"))
	if err != nil {
		return "", "", 0, err
	}
	for _, one := range files {
		info, err := os.Stat(one)
		if err != nil {
			return "", "", 0, err
		}
		if info.Size() > size {
			file, size = one, info.Size()
		}
	}
	if file == "" {
		return "", "", 0, fmt.Errorf("no segments in the folder of %s", m.ID)
	}
	return strings.TrimSuffix(lesson.Media.Playlist, "master.m3u8") + filepath.Base(file), file, size, nil
}
