package wiring_test

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/locale"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/roster"
)

// Teachers are notified like students: once about an import, once about undoing it, and about a class that another
// teacher takes over.
func TestTeachersAreTold(t *testing.T) {
	eachNotified(t, func(t *testing.T, c *notifiedCollege) {
		s, class := c.Imports, c.held("MKT201", 9)
		substitute := ""
		if err := c.db.Reader().QueryRowContext(t.Context(), `SELECT id FROM teacher WHERE id <> $1 ORDER BY id LIMIT 1`,
			class.Place.Teacher).Scan(&substitute); err != nil {
			t.Fatal(err)
		}
		teacher := func(id string) access.Actor {
			who := access.Actor{Role: access.User, Teacher: id}
			if err := c.db.Reader().QueryRowContext(t.Context(), `SELECT id FROM account WHERE student_id = ''
				AND teacher_id = '' ORDER BY id LIMIT 1`).Scan(&who.Account); err != nil {
				t.Fatal(err)
			}
			dbtest.Exec(t, c.db, `UPDATE account SET teacher_id = $2 WHERE id = $1`, who.Account, id)
			return who
		}
		own, other := teacher(class.Place.Teacher), teacher(substitute)
		inbox := func(who access.Actor) []message.Message {
			t.Helper()
			page, err := c.Messages.List(t.Context(), who, message.Filter{})
			if err != nil {
				t.Fatal(err)
			}
			return page.Messages
		}
		before, others := len(inbox(own)), len(inbox(other))

		var text bytes.Buffer
		rows := replace(t, exported(t, s, roster.Timetable), "Room", "2026-autumn,MKT201-1,Monday,1-2", always("明德楼 A102"))
		if err := csv.NewWriter(&text).WriteAll(rows); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "sheet.csv")
		if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		file, err := roster.OpenFile(path)
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		report, err := s.Import(t.Context(), access.System(),
			roster.Job{Kind: roster.Timetable, Name: "sheet.csv", File: file, Language: locale.English})
		if err != nil || counted(report.Preview.Affected)["teachers"] != 1 {
			t.Fatalf("%+v, %v", report.Preview.Affected, err)
		}
		if got := inbox(own); len(got) != before+1 || !strings.HasPrefix(got[0].Title.En, "Marketing: ") ||
			!strings.HasPrefix(got[0].Link, "/student/timetable?") {
			t.Fatalf("%d messages, the last %+v", len(got)-before, got[0])
		}
		if conflicts, err := s.Undo(t.Context(), access.System(), report.ID); err != nil || len(conflicts) > 0 {
			t.Fatalf("%+v, %v", conflicts, err)
		}
		if got := inbox(own); len(got) != before+1 || !strings.HasSuffix(got[0].Title.En, " timetable changes") {
			t.Fatalf("%d messages after undoing it, the last %+v", len(got)-before, got[0])
		}

		c.publish(timetable.Change{
			ID: "given", Action: timetable.Move, Group: class.Group,
			Class: class.ID, Teacher: substitute,
		})
		if got := inbox(own); len(got) != before+1 ||
			!strings.HasPrefix(got[0].Content.En, "Taught by someone else: Marketing, Mon 2 Nov") {
			t.Errorf("%d messages, the last %+v", len(got)-before, got[0])
		}
		if got := inbox(other); len(got) != others+1 || !strings.HasPrefix(got[0].Title.En,
			"You teach: Marketing, Mon 2 Nov") || !strings.HasPrefix(got[0].Title.Zh, "由你上课：") {
			t.Errorf("%d messages, the last %+v", len(got)-others, got[0])
		}
		if _, err := c.Timetables.Withdraw(t.Context(), access.System(), "given"); err != nil {
			t.Fatal(err)
		}
		if got := inbox(other); len(got) != others+1 || got[0].Title.En != "Marketing: 2 timetable changes" ||
			!strings.HasPrefix(got[0].Content.En, "Taught by someone else") {
			t.Errorf("%d messages, the last %+v", len(got)-others, got[0])
		}
	})
}
