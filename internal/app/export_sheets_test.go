package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// One installation imports what another one exports, sheet by sheet or as OneRoster.
func TestCommandExport(t *testing.T) {
	data, folder := installed(t), t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	for kind, text := range map[string]string{
		"terms":    "id,name,firstMonday,weeks\n2026-autumn,Autumn,2026-09-07,18\n",
		"students": "Student number,Name,National ID\n1,林晓雨,310115200603048003\n",
	} {
		if err := os.WriteFile(at(kind+".csv"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, err := lectern(t, data, "import", kind, at(kind+".csv")); err != nil {
			t.Fatal(out, err)
		}
	}
	for _, args := range [][]string{
		{"students", at("out.xlsx")},
		{"students", at("out.csv"), "--lang", "zh"},
		{"oneroster", at("out.zip")},
	} {
		out, err := lectern(t, data, append([]string{"export"}, args...)...)
		if err != nil || !strings.Contains(out, args[1]) {
			t.Fatal(out, err)
		}
		info, err := os.Stat(args[1])
		if err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v %v", args[1], info, err)
		}
	}
	raw, err := os.ReadFile(at("out.csv"))
	if err != nil || !strings.Contains(string(raw), "学号,姓名") || !strings.Contains(string(raw), "310115200603048003") {
		t.Errorf("%s %v", raw, err)
	}
	if _, err := lectern(t, data, "export", "students", at("out.csv")); err == nil ||
		!strings.Contains(err.Error(), "roster.no_export_file") {
		t.Error(err)
	}
	if _, err := lectern(t, data, "export", "dogs", at("dogs.csv")); err == nil ||
		!strings.Contains(err.Error(), "roster.unknown_kind") {
		t.Error(err)
	}
	other := installed(t)
	if out, err := lectern(t, other, "import", "students", at("out.xlsx"), "--sheet", "Sheet1"); err != nil ||
		!strings.Contains(out, "1 new") {
		t.Error(out, err)
	}
	out, err := lectern(t, other, "import", "oneroster", at("out.zip"))
	if err != nil || !strings.Contains(out, "Terms\n1 row: 1 new") ||
		!strings.Contains(out, "Students\n1 row: 0 new, 0 changed, 1 unchanged") {
		t.Error(out, err)
	}
	if files, err := filepath.Glob(at("out.zip.*")); err != nil || len(files) > 0 {
		t.Errorf("left behind: %v %v", files, err)
	}
	if _, err := lectern(t, other, "import", "oneroster", at("out.xlsx")); err == nil ||
		!strings.Contains(err.Error(), "roster.oneroster_manifest") {
		t.Error(err)
	}
}
