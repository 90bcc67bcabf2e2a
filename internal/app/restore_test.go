package app_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/internal/kernel/keyring"
	"lectern/internal/testkit/attacktest"
	"lectern/internal/testkit/dbtest"
)

// program returns the real program with arguments.
func program(t *testing.T, environ []string, args ...string) *exec.Cmd {
	t.Helper()
	path, err := binary()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), path, args...)
	cmd.Env = append(os.Environ(), environ...)
	return cmd
}

// backedUp writes a backup of a sample college.
func backedUp(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "lectern.backup")
	if out, err := lectern(t, demo(t).environ, "backup", file); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	return file
}

// A restore that stops between the commit and the exchange of the key file is finished by the next command.
func TestRestoreStopsBeforeTheKeysAreInPlace(t *testing.T) {
	file := backedUp(t)
	dbtest.EachNew(t, func(t *testing.T, database string) {
		data := t.TempDir()
		environ := []string{"LECTERN_DATA=" + data, "LECTERN_DATABASE=" + database}
		runs := func(args ...string) {
			t.Helper()
			if out, err := lectern(t, environ, args...); err != nil {
				t.Fatalf("%v: %v\n%s", args, err, out)
			}
		}
		create(t, environ)
		runs("restore", "--force", file)
		path := filepath.Join(data, "keys")
		old, _ := filepath.Glob(path + ".before-*")
		if len(old) != 1 {
			t.Fatalf("the old keys: %v", old)
		}
		if err := errors.Join(os.Rename(path, path+".next"), os.Rename(old[0], path)); err != nil { // as if killed
			t.Fatal(err)
		}
		runs("migrate")
		runs("doctor")
		if _, err := os.Stat(path + ".next"); err == nil {
			t.Error("a copy of the keys is left")
		}
		// Keys that fit nothing don't prevent a restore.
		if err := keyring.Generate().Save(path); err != nil {
			t.Fatal(err)
		}
		runs("restore", "--force", file)
		runs("doctor")
	})
}

// The program is killed at any moment of a restore: the database before or after it works, and it can be repeated.
func TestAttackKillRestore(t *testing.T) {
	t.Parallel() // mostly waits for other processes
	file := backedUp(t)
	dbtest.EachNew(t, func(t *testing.T, database string) {
		attacktest.Try(t, "kill -9 of a restore", 2, 100, func(t *testing.T, trials int) {
			environ := []string{"LECTERN_DATA=" + t.TempDir(), "LECTERN_DATABASE=" + database}
			create(t, environ)
			for range trials {
				cmd := program(t, environ, "restore", "--force", file)
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				time.Sleep(time.Duration(rand.IntN(1500)) * time.Millisecond) // any moment will do
				_ = cmd.Process.Kill()
				_ = cmd.Wait()
				for _, command := range []string{"migrate", "doctor"} {
					if out, err := lectern(t, environ, command); err != nil {
						t.Fatalf("%s: %v\n%s", command, err, out)
					}
				}
			}
			if out, err := lectern(t, environ, "restore", "--force", file); err != nil {
				t.Errorf("%v %s", err, out)
			}
		})
	})
}

// A restore next to a running portal is refused, and a portal whose database gets other keys stops and says so.
func TestRestoreNextToARunningPortal(t *testing.T) {
	t.Parallel() // mostly waits for other processes
	file := backedUp(t)
	eachDemo(t, func(t *testing.T, p portal) {
		db := dbtest.Open(t, p.database)
		var said strings.Builder
		cmd, _ := startSaying(t, &said, append(p.environ, "LECTERN_NODE=busy"))
		for dbtest.Count(t, db, `SELECT count(*) FROM node`) == 0 && t.Context().Err() == nil {
		}
		if _, err := lectern(t, p.environ, "restore", "--force", file); err == nil ||
			!strings.Contains(err.Error(), "the portal is running (busy)") {
			t.Errorf("next to a running portal: %v", err)
		}
		dbtest.Exec(t, db, `UPDATE setting SET value = 'others' WHERE name = 'keys'`)
		err := cmd.Wait()
		if err == nil || !strings.Contains(said.String(), "a backup with other keys was restored") {
			t.Errorf("ended with %v: %s", err, said.String())
		}
	})
}
