package app_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/apitest"
	"lectern/internal/testkit/attacktest"
	"lectern/internal/testkit/dbtest"
)

// A server killed while it publishes a draft, or sends the messages, has published all of it or nothing. After the
// restart every affected student and teacher has exactly one message.
func TestKillPublishing(t *testing.T) {
	t.Parallel() // mostly waits for other processes
	eachDemo(t, func(t *testing.T, p portal) {
		cmd, url := start(t, p.environ)
		staff := login(t, url)
		db := dbtest.Open(t, p.database)
		// All teachers get an account.
		dbtest.Exec(t, db, `INSERT INTO account (id, phone, name, role, student_id, enabled, nickname, email, country, area,
			location_name, introduction, website, job, job_name,
			organization, organization_name, certification, avatar, registered_at, login_at, teacher_id)
			SELECT 'account-' || t.id, 'phone-' || t.id, t.name, 'user', '', TRUE, '', '', '', '', '', '', '', '',
			'', '', '', '', '', 0, 0, t.id
			FROM teacher AS t WHERE NOT EXISTS (SELECT 1 FROM account AS a WHERE a.teacher_id = t.id)`)
		classes := comingClasses(t, staff)
		trials, violations := min(attacktest.Trials(4, 40), len(classes)), 0
		for trial := range trials {
			draft, groups := draftOf(t, staff, classes[trial])
			note := fmt.Sprintf("kill-%d.", trial)
			done := make(chan struct{})
			go func() {
				defer close(done)
				_, _ = staff.Do(t.Context(), "POST", "/api/admin/planning/drafts/"+draft.ID+"/publish",
					map[string]any{"version": draft.Version, "note": note})
			}()
			if trial%2 == 1 { // while sending to students
				<-done
			}
			time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond) // any moment will do
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
			<-done
			cmd, staff.Base = start(t, p.environ)
			if wrong := wrongAfterPublishing(t, db, draft, groups, note); wrong != "" {
				violations++
				t.Errorf("trial %d: %s", trial, wrong)
			}
			// remove an unpublished draft for the next trial
			_, _ = staff.Do(t.Context(), "DELETE", "/api/admin/planning/drafts/"+draft.ID, nil)
		}
		attacktest.Report(t, "kill -9 while a draft is published, "+db.Engine(), trials, violations)
	})
}

type killedClass struct{ ID, Group string }

func readData[T any](t *testing.T, c *apitest.Client, method, path string, body any) (out T) {
	t.Helper()
	answer, err := c.Do(t.Context(), method, path, body)
	if err != nil || !answer.Succeeded {
		t.Fatalf("%s %s: %+v, %v", method, path, answer, err)
	}
	if err := json.Unmarshal(answer.Data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// comingClasses lists future classes of some groups, one of each group together.
func comingClasses(t *testing.T, staff *apitest.Client) [][]killedClass {
	t.Helper()
	var out [][]killedClass
	for _, group := range readData[[]struct{ ID string }](t, staff, "GET",
		"/api/admin/planning/options?by=group", nil)[:6] {
		view := readData[struct {
			Today   string
			Classes []struct {
				ID, Group, State string
				Place            struct{ Day string }
			}
		}](t, staff, "GET", "/api/admin/planning/view?by=group&id="+group.ID, nil)
		n := 0
		for _, c := range view.Classes {
			if c.State != "held" || c.Place.Day <= view.Today {
				continue
			}
			if n == len(out) {
				out = append(out, nil)
			}
			out[n] = append(out[n], killedClass{c.ID, c.Group})
			n++
		}
	}
	if len(out) == 0 {
		t.Fatal("no class is to come")
	}
	return out
}

type killedPlan struct {
	ID      string
	Version int64
	Lines   []struct{ ID string }
}

// draftOf adds the cancellation of some classes to a draft.
func draftOf(t *testing.T, staff *apitest.Client, classes []killedClass) (killedPlan, []string) {
	t.Helper()
	var lines []any
	var groups []string
	for _, c := range classes {
		lines = append(lines, map[string]any{"change": map[string]any{"action": "cancel", "group": c.Group, "class": c.ID}})
		groups = append(groups, c.Group)
	}
	return readData[killedPlan](t, staff, "POST", "/api/admin/planning/lines", map[string]any{"lines": lines}), groups
}

// wrongAfterPublishing waits until all messages are sent, and returns the broken promise, if any.
func wrongAfterPublishing(t *testing.T, db *sqldb.DB, draft killedPlan, groups []string, note string) string {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); dbtest.Count(t, db,
		`SELECT COUNT(*) FROM planning_news`) > 0; time.Sleep(50 * time.Millisecond) {
		if time.Now().After(deadline) {
			return "they are not told after two minutes"
		}
	}
	changes := 0
	for _, line := range draft.Lines {
		changes += dbtest.Count(t, db, `SELECT COUNT(*) FROM class_change WHERE id = $1`, line.ID)
	}
	left := dbtest.Count(t, db, `SELECT COUNT(*) FROM planning_line WHERE draft_id = $1`, draft.ID)
	if changes != 0 && changes != len(draft.Lines) || changes+left != len(draft.Lines) {
		return fmt.Sprintf("%d changes are public and %d in the draft of %d", changes, left, len(draft.Lines))
	}
	want := 0
	if changes > 0 {
		want = 1
	}
	told := map[string]int{}
	for _, group := range groups {
		for student, n := range messagesOf(t, db, group, "%"+note+"%") {
			told[student] = n
		}
	}
	if len(told) == 0 {
		return "nobody studies in the groups"
	}
	for _, group := range groups {
		for teacher, n := range messagesToTeachers(t, db, group, "%"+note+"%") {
			told[teacher] = n
		}
	}
	for who, n := range told {
		if n != want {
			return fmt.Sprintf("%s has %d messages, want %d", who, n, want)
		}
	}
	return ""
}

// messagesToTeachers counts messages with a text by teacher of a group.
func messagesToTeachers(t *testing.T, db *sqldb.DB, group, text string) map[string]int {
	t.Helper()
	return countsOf(t, db, `SELECT DISTINCT a.id, (SELECT COUNT(*) FROM message AS m WHERE m.audience = 'account'
		AND m.target = a.id AND m.content LIKE $2)
		FROM meeting AS x JOIN account AS a ON a.teacher_id = x.teacher_id AND a.teacher_id <> ''
		WHERE x.group_id = $1`, group, text)
}

// messagesOf counts messages with a text by student of a group.
func messagesOf(t *testing.T, db *sqldb.DB, group, text string) map[string]int {
	t.Helper()
	return countsOf(t, db, `SELECT e.student_id, (SELECT COUNT(*) FROM message AS m
		JOIN message_audience AS a ON a.audience = m.audience AND a.target = m.target
		WHERE a.student_id = e.student_id AND m.content LIKE $2) FROM enrolment AS e WHERE e.group_id = $1
		AND e.state = 'confirmed'`, group, text)
}

func countsOf(t *testing.T, db *sqldb.DB, query string, args ...any) map[string]int {
	t.Helper()
	rows, err := db.Reader().QueryContext(t.Context(), query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	counts := map[string]int{}
	for rows.Next() {
		var student string
		var n int
		if err := rows.Scan(&student, &n); err != nil {
			t.Fatal(err)
		}
		counts[student] = n
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return counts
}
