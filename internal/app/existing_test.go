package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/internal/testkit/dbtest"
)

// Commands that need an installation never create one: without one they stop, say where they looked, and how to point
// them to it.
func TestCommandsCreateNoInstallation(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file.csv")
	if err := os.WriteFile(file, []byte("学号,姓名\n1,甲\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	dbtest.EachNew(t, func(t *testing.T, database string) {
		for _, args := range [][]string{
			{"backup", filepath.Join(t.TempDir(), "lectern.backup")},
			{"migrate"},
			{"doctor"},
			{"keys"},
			{"keys", "rotate"},
			{"admin", "create", "13800138000", "王主任"},
			{"admin", "reset", "13800138000"},
			{"import", "students", file},
			{"export", "students", filepath.Join(t.TempDir(), "out.csv")},
			{"media", "add", t.TempDir()},
		} {
			data := filepath.Join(t.TempDir(), "data")
			_, err := lectern(t, []string{"LECTERN_DATA=" + data, "LECTERN_DATABASE=" + database}, args...)
			if err == nil || !strings.Contains(err.Error(), "there is no installation here") ||
				!strings.Contains(err.Error(), "LECTERN_CONFIG") || strings.Contains(err.Error(), "\n") {
				t.Errorf("%v: %v", args, err)
			}
			made := []string{data, database}
			if args[0] == "backup" {
				made = append(made, args[1])
			}
			for _, path := range made {
				if _, err := os.Stat(path); err == nil {
					t.Errorf("%v made %s", args, path)
				}
			}
		}
	})
}

// A sample college whose loading was interrupted says so.
func TestHalfASampleSaysSo(t *testing.T) {
	eachDemo(t, func(t *testing.T, p portal) {
		dbtest.Exec(t, dbtest.Open(t, p.database), `UPDATE setting SET value = 'half' WHERE name = 'sample'`)
		for _, args := range [][]string{{"demo"}, {"serve", "--demo", "--listen=127.0.0.1:0"}} {
			if _, err := lectern(t, p.environ, args...); err == nil || !strings.Contains(err.Error(), "interrupted") ||
				!strings.Contains(err.Error(), p.data) {
				t.Errorf("%v: %v", args, err)
			}
		}
	})
}

// The program is killed while it loads the sample college.
func TestKillWhileTheSampleIsLoaded(t *testing.T) {
	t.Parallel() // mostly waits for other processes
	dbtest.EachURL(t, func(t *testing.T, database string) {
		db := dbtest.Open(t, database)
		environ := []string{"LECTERN_DATA=" + t.TempDir(), "LECTERN_DATABASE=" + database}
		cmd := program(t, environ, "demo")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for dbtest.Count(t, db, `SELECT count(*) FROM setting WHERE name = 'sample'`) == 0 && t.Context().Err() == nil {
		}
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if _, err := lectern(t, environ, "demo"); err == nil || !strings.Contains(err.Error(), "interrupted") {
			t.Errorf("%v", err)
		}
	})
}
