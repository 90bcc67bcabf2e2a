package app_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/apitest"
	"lectern/internal/testkit/dbtest"
)

// TestEveryReleaseUpgrades starts today's portal on the database of each release, as scripts/release-database wrote it, and reads
// what its first student had.
func TestEveryReleaseUpgrades(t *testing.T) {
	releases, err := filepath.Glob("../kernel/sqldb/testdata/*.*.*")
	if err != nil || len(releases) == 0 {
		t.Fatalf("no releases: %v", err)
	}
	for _, folder := range releases {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			t.Run("SQLite", func(t *testing.T) { upgrade(t, dbtest.NewSQLite(t), folder, "sqlite.sql") })
			t.Run("PostgreSQL", func(t *testing.T) { upgrade(t, dbtest.NewPostgres(t), folder, "postgres.sql") })
		})
	}
}

func upgrade(t *testing.T, url, folder, dump string) {
	t.Helper()
	load(t, url, filepath.Join(folder, dump))
	data := t.TempDir()
	keys, err := os.ReadFile(filepath.Join(folder, "keys"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(data, "keys"), keys, 0o600); err != nil {
		t.Fatal(err)
	}
	environ := []string{"LECTERN_DATA=" + data, "LECTERN_DATABASE=" + url}
	base, _, _ := serve(t, environ) // it migrates
	student, err := apitest.Dial(t.Context(), strings.TrimSuffix(base, "/"))
	if err != nil {
		t.Fatal(err)
	}
	if got, err := student.Login(t.Context(), "13800000001", "198409"); err != nil || !got.Succeeded {
		t.Fatalf("login: %+v, %v", got, err)
	}
	ask := func(method, path string, body, into any) {
		t.Helper()
		got, err := student.Do(t.Context(), method, path, body)
		if err != nil || !got.Succeeded {
			t.Fatalf("%s: %+v, %v", path, got, err)
		}
		if err := json.Unmarshal(got.Data, into); err != nil {
			t.Fatal(err)
		}
	}
	var revealed struct{ NationalID string }
	ask("POST", "/api/student/reveal", map[string]string{"password": "198409"}, &revealed)
	if !strings.HasSuffix(revealed.NationalID, "198409") {
		t.Errorf("the sealed number reads %q", revealed.NationalID)
	}
	var table struct{ Classes []struct{ ID string } }
	ask("GET", "/api/timetable?term=2026-autumn", nil, &table)
	var progress map[string]int
	ask("GET", "/api/courses/progress", nil, &progress)
	var unread struct{ Total int }
	ask("GET", "/api/message/unread", nil, &unread)
	var messages []struct{ Status int }
	ask("POST", "/api/message/list", nil, &messages)
	if len(table.Classes) == 0 || len(progress) == 0 || unread.Total == 0 || unread.Total == len(messages) {
		t.Errorf("%d classes, progress %v, %d of %d messages unread", len(table.Classes), progress, unread.Total, len(messages))
	}
	var watching struct {
		Recent []struct {
			Lesson   string
			Position float64
		}
	}
	ask("GET", "/api/watching", nil, &watching)
	if len(watching.Recent) != 1 || watching.Recent[0].Position != 30 {
		t.Fatalf("watched %+v", watching)
	}
	var notes []struct{ Text string }
	ask("GET", "/api/lessons/"+watching.Recent[0].Lesson+"/notes", nil, &notes)
	if len(notes) != 1 || notes[0].Text != "四个 P" {
		t.Errorf("notes %+v", notes)
	}
	if out, err := lectern(t, environ, "doctor"); err != nil {
		t.Errorf("doctor: %v\n%s", err, out)
	}
}

// load fills an empty database with the text of a dump.
func load(t *testing.T, url, dump string) {
	t.Helper()
	text, err := os.ReadFile(dump)
	if err != nil {
		t.Fatal(err)
	}
	db, err := sqldb.Open(t.Context(), sqldb.Options{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	dbtest.Exec(t, db, string(text))
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
}
