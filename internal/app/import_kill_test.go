package app_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"time"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/apitest"
	"lectern/internal/testkit/attacktest"
	"lectern/internal/testkit/dbtest"
)

const killedRows = 1500

// killedDraft is the state of a draft.
type killedDraft struct {
	ID, State string
	ImportID  *string
	Problem   *struct{ Code string }
	Preview   *struct {
		Fingerprint                 string
		Created, Unchanged, Refused int
	}
}

// A server killed during a preview or an import has written all of it or nothing, and the draft says which.
func TestAttackKillImport(t *testing.T) {
	t.Parallel() // mostly waits for other processes
	eachDemo(t, func(t *testing.T, p portal) {
		cmd, url := start(t, p.environ)
		staff := login(t, url)
		db := dbtest.Open(t, p.database)
		trials, violations := attacktest.Trials(4, 100), 0
		for trial := range trials {
			draft := uploadKilled(t, staff, trial)
			if trial%2 == 1 {
				draft = previewed(t, staff, draft.ID)
			}
			killDuring(t, cmd, staff, draft, trial%2 == 1)
			cmd, staff.Base = start(t, p.environ)
			if wrong := wrongAfterKill(t, db, staff, draft.ID, trial); wrong != "" {
				violations++
				t.Errorf("trial %d: %s", trial, wrong)
			}
		}
		attacktest.Report(t, "kill -9 while a spreadsheet is previewed or applied, "+db.Engine(), trials, violations)
	})
}

func uploadKilled(t *testing.T, staff *apitest.Client, trial int) killedDraft {
	t.Helper()
	var sheet strings.Builder
	sheet.WriteString("学号,姓名,班级\n")
	for i := range killedRows {
		fmt.Fprintf(&sheet, "K%03d%04d,甲%d,K%d\n", trial, i, i, trial)
	}
	answer, err := staff.Upload(t.Context(), "/api/admin/import-drafts",
		fmt.Sprintf("kill-%d.csv", trial), []byte(sheet.String()))
	var made []killedDraft
	if err != nil || !answer.Succeeded || json.Unmarshal(answer.Data, &made) != nil || len(made) != 1 {
		t.Fatalf("upload: %+v, %v", answer, err)
	}
	return made[0]
}

// previewed waits until a draft can be applied.
func previewed(t *testing.T, staff *apitest.Client, draft string) killedDraft {
	t.Helper()
	if answer, err := staff.Do(t.Context(), "POST", "/api/admin/import-drafts/"+draft+"/preview",
		nil); err != nil || !answer.Succeeded {
		t.Fatalf("preview: %+v, %v", answer, err)
	}
	ready := settled(t, staff, draft)
	if ready.State != "ready" || ready.Preview.Created != killedRows {
		t.Fatalf("%+v, %+v", ready, ready.Preview)
	}
	return ready
}

// settled waits until no job of a draft is active.
func settled(t *testing.T, staff *apitest.Client, draft string) (now killedDraft) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		answer, err := staff.Do(t.Context(), "GET", "/api/admin/import-drafts/"+draft, nil)
		if err != nil || !answer.Succeeded {
			t.Fatalf("draft: %+v, %v", answer, err)
		}
		now = killedDraft{}
		if err := json.Unmarshal(answer.Data, &now); err != nil {
			t.Fatal(err)
		}
		if now.State != "previewing" && now.State != "applying" {
			return now
		}
	}
	t.Fatalf("the draft is still %s", now.State)
	return now
}

// killDuring starts a preview or an import and kills the server at a random moment.
func killDuring(t *testing.T, cmd *exec.Cmd, staff *apitest.Client, draft killedDraft, apply bool) {
	path, body := "/preview", any(nil)
	if apply {
		path, body = "/apply", map[string]any{
			"fingerprint": draft.Preview.Fingerprint,
			"goodRows":    false, "confirm": map[string]int{},
		}
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		_, _ = staff.Do(t.Context(), "POST", "/api/admin/import-drafts/"+draft.ID+path, body) // usually the server is gone
	}()
	time.Sleep(time.Duration(rand.IntN(400)) * time.Millisecond) // any moment will do
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	<-done
}

// wrongAfterKill returns the broken promise, if any.
func wrongAfterKill(t *testing.T, db *sqldb.DB, staff *apitest.Client, draft string, trial int) string {
	t.Helper()
	now := settled(t, staff, draft)
	students := dbtest.Count(t, db, `SELECT count(*) FROM student WHERE class = $1`, fmt.Sprint("K", trial))
	imports := dbtest.Count(t, db, `SELECT count(*) FROM import WHERE file = $1`, fmt.Sprintf("kill-%d.csv", trial))
	switch {
	case students != 0 && students != killedRows:
		return fmt.Sprintf("%d of %d students", students, killedRows)
	case (students > 0) != (now.State == "applied") || (imports > 0) != (students > 0) ||
		(now.ImportID != nil) != (students > 0):
		return fmt.Sprintf("%d students, %d imports, the draft is %s", students, imports, now.State)
	case now.State == "failed":
		return "the draft has failed"
	case now.Problem != nil && now.Problem.Code != "roster.apply_interrupted":
		return "the draft says " + now.Problem.Code
	}
	return ""
}
