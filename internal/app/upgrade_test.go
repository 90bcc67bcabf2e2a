package app_test

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/apitest"
	"lectern/internal/testkit/dbtest"
)

var release = regexp.MustCompile(`(?m)^## \[(\d+\.\d+\.\d+)\]`)

// TestCommandEveryReleaseUpgrades starts the current portal on the database of each release in the changelog,
// written by scripts/release-database, and on a current one, and reads the first student's data.
func TestCommandEveryReleaseUpgrades(t *testing.T) {
	t.Run("today", func(t *testing.T) {
		demoed.Each(t, func(t *testing.T, url string, college sampleCollege) {
			load(t, url, "../../scripts/release-database.sql")
			data := t.TempDir()
			college.write(t, data)
			upgrade(t, url, data)
		})
	})
	changes, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, version := range release.FindAllStringSubmatch(string(changes), -1) {
		t.Run(version[1], func(t *testing.T) {
			dbtest.EachNew(t, func(t *testing.T, url string) {
				folder := "../kernel/sqldb/testdata/" + version[1]
				load(t, url, filepath.Join(folder, path.Base(t.Name())+".sql"))
				data := t.TempDir()
				keys, err := os.ReadFile(filepath.Join(folder, "keys"))
				if err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(data, "keys"), keys, 0o600); err != nil {
					t.Fatal(err)
				}
				upgrade(t, url, data)
			})
		})
	}
}

func upgrade(t *testing.T, url, data string) {
	t.Helper()
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
	var terms struct{ Terms []struct{ ID string } }
	ask("GET", "/api/terms", nil, &terms)
	classes := 0
	for _, term := range terms.Terms {
		var table struct{ Classes []struct{ ID string } }
		ask("GET", "/api/timetable?term="+term.ID, nil, &table)
		classes += len(table.Classes)
	}
	var progress map[string]int
	ask("GET", "/api/courses/progress", nil, &progress)
	var unread struct{ Total int }
	ask("GET", "/api/message/unread", nil, &unread)
	var messages []struct{ Status int }
	ask("POST", "/api/message/list", nil, &messages)
	if classes == 0 || len(progress) == 0 || unread.Total == 0 || unread.Total == len(messages) {
		t.Errorf("%d classes, progress %v, %d of %d messages unread", classes, progress, unread.Total, len(messages))
	}
	var watching struct {
		Recent []struct {
			Lesson   string
			Position float64
		}
	}
	ask("GET", "/api/watching", nil, &watching)
	written := 0
	for _, recent := range watching.Recent {
		var notes []struct{ Text string }
		ask("GET", "/api/lessons/"+recent.Lesson+"/notes", nil, &notes)
		written += len(notes)
		if recent.Position <= 0 {
			t.Errorf("watched %+v", recent)
		}
	}
	if written == 0 {
		t.Errorf("no notes on the lessons %+v", watching.Recent)
	}
	if out, err := lectern(t, environ, "doctor"); err != nil {
		t.Errorf("doctor: %v\n%s", err, out)
	}
}

// load runs the statements of a file.
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
