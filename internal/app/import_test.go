package app

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lectern/internal/testkit/dbtest"
)

// lectern runs one command line on a data folder.
func lectern(t *testing.T, data string, args ...string) (string, error) {
	t.Helper()
	var out, errs bytes.Buffer
	err := Main(t.Context(), Process{
		Args:    append(args, "--data", data),
		Environ: []string{"LANG=en_US.UTF-8", "USER=root", "SUDO_USER=registry"}, Out: &out, Err: &errs,
	})
	return out.String(), err
}

// installed returns the data folder of an empty installation.
func installed(t *testing.T) string {
	t.Helper()
	data := t.TempDir()
	if err := Create(t.Context(), []string{"LECTERN_DATA=" + data}); err != nil {
		t.Fatal(err)
	}
	return data
}

func TestCommandImport(t *testing.T) {
	data, folder := installed(t), t.TempDir()
	sheet := filepath.Join(folder, "students.csv")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(sheet, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	says := func(want string, args ...string) string {
		t.Helper()
		out, err := lectern(t, data, args...)
		if err != nil {
			out += err.Error()
		}
		if !strings.Contains(out, want) {
			t.Fatalf("lectern %s: want %q in\n%s", strings.Join(args, " "), want, out)
		}
		return out
	}
	write("Student number,Name,Phone,Shoe size\n1,Ann,13800000001,38\n2,Ben,123,44\n")
	says("line 3, Phone '***': Enter a valid phone number. [account.phone_malformed]", "import", "students", sheet)
	says("Nothing was imported", "import", "students", sheet)
	says("有错的行及原因", "import", "students", sheet, "--lang", "zh")
	says("Preview only", "import", "students", sheet, "--dry-run")
	for _, flag := range []string{"--dry-run", "--good-rows"} { // the report has said everything
		trial := filepath.Join(folder, "copy.csv")
		if err := os.WriteFile(trial, []byte("Student number,Name,Phone\n8,Una,\n9,Ben,123\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := lectern(t, installed(t), "import", "students", trial, flag); err == nil ||
			strings.TrimSpace(err.Error()) != "" {
			t.Errorf("%s ends with %v", flag, err)
		}
	}
	says("1 row had errors; the others were imported.", "import", "students", sheet,
		"--good-rows", "--map", "Shoe size=class")
	data = installed(t)
	if err := os.Remove(sheet + ".codes.csv"); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(sheet + ".codes.csv"); err == nil {
		t.Error("codes of accounts that do not exist")
	}
	says("2 rows: 1 new, 0 changed, 0 unchanged, 1 with errors", "import", "students", sheet,
		"--good-rows", "--map", "Shoe size=class")
	if db := dbtest.Open(t, filepath.Join(data, "lectern.db")); dbtest.Count(t, db, `SELECT count(*) FROM audit
		WHERE action = 'student.create' AND account_id = 'system' AND address = 'registry'`) != 1 {
		t.Error("the audit log does not say who ran the command")
	}
	for _, side := range []string{".refused.xlsx", ".codes.csv"} {
		info, err := os.Stat(sheet + side)
		if err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s: %v %v", side, info, err)
		}
	}
	write("Student number,Name\n1,Ann\n")
	says("1 row: 0 new", "import", "students", sheet)
	write("Student number,Name,Phone\n1,Ann,13800000001\n3,Cai,13800000003\n")
	second := says("1 new", "import", "students", sheet)
	if !strings.Contains(second, ".codes-2.csv") {
		t.Errorf("the codes of the first import are gone:\n%s", second)
	}
	write("Student number,Name\n11,A\n12,B\n13,C\n14,D\n15,E\n16,F\n17,G\n")
	says("7 new", "import", "students", sheet)
	write("Student number,Name\n11,O\n12,A\n13,B\n14,C\n15,D\n16,E\n17,F\n")
	says("Warning: Name changes for 7 of 7 people (100 %). The column 'Name' seems to be shifted by one row", "import",
		"students", sheet)
	says("if they're right, import again with --confirm 7. [roster.unconfirmed]", "import", "students", sheet)
	says("--confirm 7", "import", "students", sheet, "--confirm", "6")
	says("Warning", "import", "students", sheet, "--dry-run")
	says("7 changed", "import", "students", sheet, "--confirm", "7")
	write("Student number,Name,Phone\n1,Ann,13800000001\n3,Cai,13800000003\n")
	says("nothing was changed", "import", "students", sheet)
	says("'fr' isn't a supported language", "import", "students", sheet, "--lang", "fr")
	says("[roster.no_such_header]", "import", "students", sheet, "--map", "Foo=Name")
	says("doesn't map", "import", "students", sheet, "--map", "nonsense")
	empty := filepath.Join(folder, "empty.csv")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	says("The file is empty. [roster.empty]", "import", "students", empty)
	says("none.csv not found", "import", "students", filepath.Join(folder, "none.csv"))
	says("can't be read", "import", "students", folder)
	left, err := fs.Glob(os.DirFS(folder), "*.part")
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v %v", left, err)
	}
}
