// Command watching measures how many player reports per second the server takes with SQLite, each committed before
// it is answered.
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

const (
	students = 500
	// conns is the number of concurrent reports; the server commits those that arrive together in one transaction.
	conns = 256
	turns = 5
)

func main() { load.Main(measure) }

func measure(ctx context.Context, binary string, each time.Duration) error {
	c, err := college.Open(ctx, binary, students)
	if err != nil {
		return err
	}
	defer c.Close()
	lesson, err := recordedLesson(ctx, c)
	if err != nil {
		return err
	}
	rate := load.Rate(ctx, c.Addr, conns, each, c.Post("/api/lessons/"+lesson+"/watching", report))
	rates := make([]float64, turns)
	for i := range rates {
		if rates[i], err = rate(); err != nil {
			return err
		}
	}
	return load.Figure{What: "reports of watching", Value: load.Median(rates), Unit: "reports/s", Least: 8000}.Print()
}

// recordedLesson returns a lesson of the sample college with a recording that all students may watch.
func recordedLesson(ctx context.Context, c *college.College) (string, error) {
	answer, err := c.Staff.Do(ctx, http.MethodGet, "/api/admin/media?state=ready&size=200", nil)
	if err != nil {
		return "", err
	}
	var media []struct{ Lesson string }
	if err := json.Unmarshal(answer.Data, &media); err != nil {
		return "", fmt.Errorf("list media: %d %v", answer.Status, answer.Errors)
	}
	for _, m := range media {
		if m.Lesson == "" {
			continue
		}
		answer, err := c.Students[0].Do(ctx, http.MethodGet, "/api/lessons/"+m.Lesson, nil)
		if err != nil {
			return "", err
		}
		var lesson struct { // anyone can read a published lesson; what matters is that they may watch it
			Access string
			Course struct{ Enrolled bool }
		}
		if answer.Succeeded && json.Unmarshal(answer.Data, &lesson) == nil &&
			lesson.Access == "granted" && lesson.Course.Enrolled {
			return m.Lesson, nil
		}
	}
	return "", errors.New("no lesson that the students may watch")
}

// report returns a player's report: every student in turn has watched the next 20 ms.
func report(n int64) string {
	at := float64(n/students) / 50
	return fmt.Sprintf(`{"player":"bench","speed":1,"position":%.3f,"intervals":[[%.3f,%.3f]]}`, at, at, at+0.02)
}
