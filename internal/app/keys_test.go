package app_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"lectern/internal/app"
	"lectern/internal/feature/account"
	"lectern/internal/feature/student"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/keyring"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

func masters(text string) int { return strings.Count("\n"+text, "\nmaster ") }

func TestKeysCommand(t *testing.T) {
	data := t.TempDir()
	environ := []string{"LECTERN_DATA=" + data}
	path := filepath.Join(data, "keys")
	if out, err := lectern(t, environ, "keys"); err == nil || out != "" {
		t.Errorf("no keys yet: %q, %v", out, err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Fatal("looking made keys")
	}
	if err := keyring.Generate().Save(path); err != nil {
		t.Fatal(err)
	}
	var out, log bytes.Buffer
	if err := app.Main(t.Context(),
		app.Process{Args: []string{"keys"}, Environ: environ, Out: &out, Err: &log}); err != nil {
		t.Fatal(err)
	}
	stored, err := os.ReadFile(path)
	if err != nil || out.String() != string(stored) || !strings.Contains(log.String(), "secret") {
		t.Errorf("printed %q, warned %q, %v", out.String(), log.String(), err)
	}

	told, err := lectern(t, environ, "keys", "rotate")
	if err != nil || strings.Contains(told, "master ") {
		t.Fatalf("%q, %v", told, err)
	}
	rotated, err := os.ReadFile(path)
	if info, stat := os.Stat(path); err != nil || stat != nil || info.Mode().Perm() != 0o600 ||
		masters(string(rotated)) != 2 {
		t.Errorf("the file is %q, %v, %v", rotated, err, info.Mode())
	}

	//nolint:gocritic // another list on purpose
	given := append(environ, "LECTERN_KEYS="+strings.ReplaceAll(string(stored), "\n", ";"))
	printed, err := lectern(t, given, "keys", "rotate")
	if err != nil || masters(printed) != 2 {
		t.Errorf("keys from a setting: %q, %v", printed, err)
	}
	if unchanged, err := os.ReadFile(path); err != nil || string(unchanged) != string(rotated) {
		t.Errorf("a file was touched that was not asked: %v", err)
	}
	if _, err := lectern(t, environ, "keys", "rotate", "base"); err == nil {
		t.Error("[2.20] the base key was rotated: every look-up would be lost")
	}
}

// After `lectern keys rotate`, sealed numbers can be opened, look-ups work and calendars respond.
func TestDataSurvivesRotation(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		data := t.TempDir()
		path := filepath.Join(data, "keys")
		load := func() *keyring.Ring {
			t.Helper()
			ring, err := keyring.Load(path, "")
			if err != nil {
				t.Fatal(err)
			}
			return ring
		}
		const number = "11010519491231002X"
		before := load()
		record, err := student.New(db, before, time.Now).Create(t.Context(), access.System(), student.Changes{
			student.FieldNumber: "1", student.FieldName: "Lin", student.FieldPhone: "13800000001",
			student.FieldNationalID: number,
		})
		if err != nil {
			t.Fatal(err)
		}
		made, err := account.New(account.Options{DB: db, Keys: before, Now: time.Now}).Create(t.Context(),
			access.System(), account.Details{
				Phone: "13800000001", Name: "Lin", Role: access.User, Student: record.ID,
			})
		if err != nil {
			t.Fatal(err)
		}
		lin := access.Actor{Account: made.ID, Student: record.ID, Role: access.User}
		feed, err := timetable.NewFeeds(db, before, time.Now).Rotate(t.Context(), lin, locale.English)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := lectern(t, []string{"LECTERN_DATA=" + data}, "keys", "rotate"); err != nil {
			t.Fatal(err)
		}

		after := load()
		students, feeds := student.New(db, after, time.Now), timetable.NewFeeds(db, after, time.Now)
		if shown, err := students.Reveal(t.Context(), lin); err != nil || shown.Reveal() != number {
			t.Errorf("[2.20] the sealed number: %v", err)
		}
		_, err = students.Create(t.Context(), access.System(),
			student.Changes{student.FieldNumber: "2", student.FieldName: "Zhao", student.FieldNationalID: number})
		if fault.Code(err) != "student.national_id_taken" {
			t.Errorf("the index: %v", err)
		}
		if page, err := students.List(t.Context(), access.System(), student.Query{Search: "13800000001"}); err != nil ||
			len(page.Items) != 1 {
			t.Errorf("the phone: %+v, %v", page, err)
		}
		if shown, err := feeds.Feed(t.Context(), lin); err != nil || !shown.Secret.Equal(feed.Secret) {
			t.Errorf("the calendar's address: %v", err)
		}
		if who, _, err := feeds.Owner(t.Context(), feed.Secret.Reveal()); err != nil || who.Student != record.ID {
			t.Errorf("the calendar: %+v, %v", who, err)
		}
	})
}
