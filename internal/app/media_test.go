package app_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/media/ffmpeg"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/sample"
)

// films makes a recording of one second for each name. Their contents differ in a box at the end that players skip.
func films(t *testing.T, folder string, names ...string) {
	t.Helper()
	first := filepath.Join(t.TempDir(), "film.mp4")
	out, err := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-nostdin", "-f", "lavfi", "-i",
		"testsrc2=s=160x90:r=5:d=1", "-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", first).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	raw, err := os.ReadFile(first)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		box := "\x00\x00\x00" + string(rune(8+len(name))) + "free" + name
		if err := os.WriteFile(path, append(slices.Clone(raw), box...), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func TestCommandMediaAddMatchesNames(t *testing.T) {
	environ := append(demo(t).environ, "LANG=en_US.UTF-8")
	zone, err := time.LoadLocation("Asia/Shanghai")
	if err != nil {
		t.Fatal(err)
	}
	today, _ := civil.Of(time.Now(), zone)
	data := sample.College(today)
	var class timetable.Class // a class of MKT201-1 that takes place, in an early week
	for _, c := range timetable.Expand(data.Plan(data.Current, data.Students[0].Number)) {
		if strings.HasSuffix(c.Group, "/MKT201-1") && c.State == timetable.Held && c.Place.Hours.Timed() && c.Week < 5 {
			class = c
			break
		}
	}
	if class.ID == "" {
		t.Fatal("no class to record")
	}
	folder := t.TempDir()
	dated := "MKT201-1 " + class.Place.Day.String() + " " +
		strings.ReplaceAll(class.Place.Hours.Starts.String(), ":", "") + ".mp4"
	films(t, folder, "MKT201 03 whatever.mp4", "sub/STA201 Regression.mp4", dated,
		"MKT201-1 2001-01-01.mp4", "holiday.mp4", ".hidden.mp4")
	if err := os.WriteFile(filepath.Join(folder, "notes MKT201.txt"), []byte("not a recording"), 0o600); err != nil {
		t.Fatal(err)
	}

	said, err := lectern(t, environ, "media", "add", folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"MKT201 03 whatever.mp4 → MKT201, lesson 3: 定价", "STA201 Regression.mp4 → STA201, new lesson: Regression",
		dated + " → MKT201-1, class of " + class.Place.Day.String(), "MKT201-1 has no class on 2001-01-01",
		"holiday.mp4: No course", "--yes",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
	if strings.Contains(said, "hidden") || strings.Contains(said, "notes") {
		t.Errorf("it looks at what is no recording:\n%s", said)
	}

	if !strings.Contains(said, "the file name says “whatever”") {
		t.Errorf("it does not say what is doubtful:\n%s", said)
	}

	if said, err = lectern(t, environ, "media", "add", "--yes", folder); err != nil || !strings.Contains(said, "3 added") {
		t.Fatalf("%v\n%s", err, said)
	}
	// Again: nothing is added, and the class has a lesson now.
	said, err = lectern(t, environ, "media", "add", filepath.Join(folder, dated),
		filepath.Join(folder, "MKT201 03 whatever.mp4"))
	if err != nil || strings.Count(said, "already added") != 2 {
		t.Errorf("%v\n%s", err, said)
	}
	if _, err := lectern(t, environ, "media", "add", filepath.Join(folder, "holiday.mp4")); err == nil {
		t.Error("nothing matched, and it says that all is well")
	}
	if said, err = lectern(t, environ, "media", "add", "--lang=zh", filepath.Join(folder, "holiday.mp4")); err == nil ||
		!strings.Contains(said, "文件名中没有") {
		t.Errorf("%v\n%s", err, said)
	}
}

// Adding again adds nothing twice, and doubts are printed before anything is done.
func TestCommandMediaAddAgain(t *testing.T) {
	environ := append(demo(t).environ, "LANG=en_US.UTF-8")
	folder := t.TempDir()
	films(t, folder, "STA201 41 Residuals.mp4")
	if err := os.Link(filepath.Join(folder, "STA201 41 Residuals.mp4"),
		filepath.Join(folder, "STA201 42 residuals.mp4")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "STA201 playlist.mp4"),
		[]byte("#EXTM3U\nhttp://127.0.0.1/\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		name  string
		want  []string
		flags []string
	}{
		{"dry", []string{
			"STA201 41 Residuals.mp4 → STA201, new lesson: Residuals",
			"STA201 42 residuals.mp4: belongs to the same class or lesson as STA201 41 Residuals.mp4",
			"STA201 playlist.mp4: This file isn't a recording",
		}, nil},
		{"done", []string{"added STA201 41 Residuals.mp4", "1 added"}, []string{"--yes"}},
		{"again: a lesson of that title is there, and this very file under another name", []string{
			"STA201 41 Residuals.mp4: already added", "STA201 42 residuals.mp4: already added",
		}, nil},
	} {
		said, _ := lectern(t, environ, append(append([]string{"media", "add"}, step.flags...), folder)...)
		for _, want := range step.want {
			if !strings.Contains(said, want) {
				t.Errorf("%s: it does not say %q:\n%s", step.name, want, said)
			}
		}
	}
	films(t, folder, "MKT201 01.mp4")
	if said, err := lectern(t, environ, "media", "add", filepath.Join(folder, "MKT201 01.mp4")); err != nil ||
		!strings.Contains(said, "; replaces ") {
		t.Errorf("a lesson that plays: %v\n%s", err, said)
	}
	other := filepath.Join(folder, "STA201 41 Residuals.mp4")
	raw, err := os.ReadFile(other)
	if err != nil {
		t.Fatal(err)
	}
	raw[len(raw)-1] ^= 1 // same size and name, other content
	if err := os.WriteFile(other, raw, 0o600); err != nil {
		t.Fatal(err)
	}
	if said, err := lectern(t, environ, "media", "add", other); err != nil || strings.Contains(said, "already added") {
		t.Errorf("another recording of the same size: %v\n%s", err, said)
	}
}

// Parts are added as one recording.
func TestCommandMediaAddJoinsParts(t *testing.T) {
	environ := append(demo(t).environ, "LANG=en_US.UTF-8")
	folder := t.TempDir()
	films(t, folder, "STA201 Residuals part2.mp4", "STA201 Residuals part1.mp4")
	for _, step := range []struct {
		flags []string
		want  []string
	}{
		{nil, []string{
			"STA201 Residuals part1.mp4 → STA201, new lesson: residuals",
			"STA201 Residuals part2.mp4 → joined with STA201 Residuals part1.mp4 as part 2",
		}},
		{[]string{"--yes"}, []string{"added STA201 Residuals part1.mp4", "added STA201 Residuals part2.mp4", "2 added"}},
		{nil, []string{"STA201 Residuals part1.mp4: already added", "STA201 Residuals part2.mp4: already added"}},
	} {
		said, err := lectern(t, environ, append(append([]string{"media", "add"}, step.flags...), folder)...)
		if err != nil {
			t.Error(err)
		}
		for _, want := range step.want {
			if !strings.Contains(strings.ToLower(said), strings.ToLower(want)) {
				t.Errorf("it does not say %q:\n%s", want, said)
			}
		}
	}
}

func TestMediaPrepareAloneMakesRenditions(t *testing.T) {
	folder, out := t.TempDir(), t.TempDir()
	films(t, folder, "a.mp4")
	if _, err := lectern(t, nil, "media", "prepare", filepath.Join(folder, "a.mp4"), out); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(out, "master.m3u8")); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "b.mp4"), []byte("#EXTM3U\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := lectern(t, nil, "media", "prepare", filepath.Join(folder, "b.mp4"), t.TempDir()); err == nil {
		t.Error("a playlist was taken")
	}
}

// Without ffmpeg the portal works; doctor says what is missing and what helps.
func TestDoctorMissesFFmpeg(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	environ := []string{"LECTERN_DATA=" + t.TempDir(), "LANG=en_US.UTF-8"}
	create(t, environ)
	if said, err := lectern(t, environ, "doctor"); err != nil ||
		!strings.Contains(said, "Not installed. MP4 recordings play as they were uploaded") {
		t.Errorf("%v\n%s", err, said)
	}
}

// If ffmpeg can't be isolated from the network, doctor says so and what to do.
func TestDoctorSaysWhereFFmpegHasANetwork(t *testing.T) {
	folder := t.TempDir()
	for _, name := range []string{"ffmpeg", "ffprobe"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("#!/bin/sh\necho ffmpeg version 7\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", folder)
	tool, err := ffmpeg.Find(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	environ := []string{"LECTERN_DATA=" + t.TempDir(), "LANG=en_US.UTF-8"}
	create(t, environ)
	said, err := lectern(t, environ, "doctor")
	if err != nil || !strings.Contains(said, "ffmpeg version 7") ||
		strings.Contains(said, "RestrictNamespaces=user net") == tool.Isolated() {
		t.Errorf("isolated %v, %v\n%s", tool.Isolated(), err, said)
	}
}
