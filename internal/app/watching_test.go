package app_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os/exec"
	"sync"
	"testing"
	"time"

	"lectern/internal/feature/course"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/apitest"
	"lectern/internal/testkit/dbtest"
)

// startForStudent serves a sample college and logs its first student in.
func startForStudent(t *testing.T, p portal) (cmd *exec.Cmd, student *apitest.Client) {
	t.Helper()
	cmd, url := start(t, p.environ)
	student, err := apitest.Dial(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	if answer, err := student.Login(t.Context(), p.logins[0].Phone,
		p.logins[0].Password); err != nil || !answer.Succeeded {
		t.Fatalf("login: %+v, %v", answer, err)
	}
	return cmd, student
}

// lesson gives one of the student's courses a lesson of one hour.
func lesson(t *testing.T, database string, student *apitest.Client) string {
	t.Helper()
	answer, err := student.Do(t.Context(), "GET", "/api/courses", nil)
	var courses []struct{ ID, State string }
	if err != nil || json.Unmarshal(answer.Data, &courses) != nil {
		t.Fatalf("%+v, %v", answer, err)
	}
	db := dbtest.Open(t, database)
	made := course.Lesson{Title: "x", Published: true}
	for _, c := range courses {
		if c.State == "confirmed" {
			made.Course = c.ID
		}
	}
	err = db.Write(t.Context(), func(q sqldb.Querier) (err error) {
		made, err = course.New(db, time.Now, time.UTC).PutLessonIn(t.Context(), q, access.System(), made)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	dbtest.Asset(t, db, made.ID, made.ID, "ready", 3_600_000, true)
	return made.ID
}

type watched struct{ Intervals [][2]float64 }

func (w watched) has(from, to float64) bool {
	for _, piece := range w.Intervals {
		if piece[0] <= from+1e-6 && to <= piece[1]+1e-6 {
			return true
		}
	}
	return false
}

// [3.4] Everything that a player was told is watched is still watched after kill -9, however many reports were
// pending.
func TestKillLosesNoReport(t *testing.T) {
	t.Parallel() // mostly waits for other processes
	eachDemo(t, func(t *testing.T, p portal) {
		cmd, student := startForStudent(t, p)
		path := "/api/lessons/" + lesson(t, p.database, student)
		if answer, err := student.Do(t.Context(), "GET", path, nil); err != nil || !answer.Succeeded {
			t.Fatalf("%+v, %v", answer, err)
		}
		const players, each, enough = 8, 30, 60
		acknowledged := make(chan [2]float64, players*each)
		var wg sync.WaitGroup
		for p := range players {
			wg.Go(func() {
				for i := range each {
					// Short pieces, too far apart to be joined: together they are less than the grace.
					from := math.Round(float64(p*each+i)*600) / 1000
					answer, err := student.Do(t.Context(), "POST", path+"/watching", map[string]any{
						"player": fmt.Sprint("p", p), "speed": 1, "position": from, "intervals": [][2]float64{{from, from + 0.05}},
					})
					if err != nil {
						return // the server is gone
					}
					var got watched
					if !answer.Succeeded || json.Unmarshal(answer.Data, &got) != nil || !got.has(from, from+0.05) {
						t.Errorf("report %v: %+v", from, answer)
						return
					}
					acknowledged <- [2]float64{from, from + 0.05}
				}
			})
		}
		go func() {
			wg.Wait()
			close(acknowledged)
		}()
		var told [][2]float64
		for piece := range acknowledged {
			if told = append(told, piece); len(told) == enough {
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		if len(told) < enough {
			t.Fatalf("only %d reports", len(told))
		}
		_, student.Base = start(t, p.environ)
		answer, err := student.Do(t.Context(), "GET", path, nil)
		var got struct{ Watching watched }
		if err != nil || json.Unmarshal(answer.Data, &got) != nil {
			t.Fatalf("after the restart: %+v, %v", answer, err)
		}
		for _, piece := range told {
			if !got.Watching.has(piece[0], piece[1]) {
				t.Errorf("[3.4] %v was acknowledged and is not in %v", piece, got.Watching.Intervals)
			}
		}
	})
}
