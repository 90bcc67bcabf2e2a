package oneroster

import (
	"archive/zip"
	"bytes"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/fault"
)

func TestTablesAreThoseOfTheSpecification(t *testing.T) {
	text, err := os.ReadFile("testdata/csv-binding-1.2.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{}
	for line := range strings.Lines(string(text)) {
		if parts := strings.Fields(line); parts[0] != "#" && parts[0] != "userProfiles" { // profiles aren't read
			want[parts[0]] = append(want[parts[0]], parts[1])
		}
	}
	got := map[string][]string{}
	for _, table := range Tables() {
		for _, column := range table.Columns {
			if slices.Contains(table.Required, column) {
				column += "*"
			}
			got[table.Name] = append(got[table.Name], column)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func archive(t testing.TB, files map[string]string) *zip.Reader {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for name, text := range files {
		to, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := to.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A set is read back as written, and the manifest names every file of the specification.
func TestWriteAndRead(t *testing.T) {
	var out bytes.Buffer
	w, err := NewWriter(&out)
	if err != nil {
		t.Fatal(err)
	}
	want := Set{}
	for _, table := range Tables() {
		if err := w.Begin(table.Name); err != nil {
			t.Fatal(err)
		}
		row := Row{}
		for _, column := range table.Required {
			row[column] = "市场, \"" + column + "\""
		}
		want[table.Name] = []Row{row}
		if err := w.Write(row); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(out.Bytes()), int64(out.Len()))
	if err != nil {
		t.Fatal(err)
	}
	got, err := Read(r)
	if err != nil || !Is(r) {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	mode, err := readManifest(r)
	if err != nil || len(mode) != 2+7+14+2 || mode["file.roles"] != "bulk" || mode["file.lineItems"] != "absent" {
		t.Error(mode, err)
	}
}

func TestSetsThatAreRefused(t *testing.T) {
	const manifest = "propertyName,value\nmanifest.version,1.0\noneroster.version,1.2\n"
	for _, tc := range []struct {
		code  string
		files map[string]string
	}{
		{"roster.oneroster_manifest", map[string]string{"users.csv": "x"}},
		{"roster.oneroster_version", map[string]string{"manifest.csv": "propertyName,value\noneroster.version,2.0\n"}},
		{"roster.oneroster_column", map[string]string{"manifest.csv": "a,b\n1,2\n"}},
		{"roster.oneroster_delta", map[string]string{"manifest.csv": manifest + "file.users,delta\n"}},
		{"roster.oneroster_file", map[string]string{"manifest.csv": manifest + "file.users,bulk\n"}},
		{
			"roster.oneroster_column",
			map[string]string{"manifest.csv": manifest + "file.orgs,bulk\n", "orgs.csv": "sourcedId,name\n"},
		},
		{"roster.damaged", map[string]string{"manifest.csv": manifest + "file.orgs,bulk\n", "orgs.csv": ""}},
	} {
		if _, err := Read(archive(t, tc.files)); fault.Code(err) != tc.code {
			t.Errorf("%s: %v", tc.code, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("propertyName,value\noneroster.version,1.2\nfile.orgs,bulk\n", "sourcedId,name,type\n1,a,school\n")
	f.Add("propertyName,value\noneroster.version,1.1\nfile.users,bulk\nfile.enrollments,bulk\nfile.academicSessions,bulk",
		"sourcedId,enabledUser,username,givenName,familyName,role,classSourcedId,schoolSourcedId,userSourcedId,title,type,"+
			"startDate,endDate,schoolYear\n1,true,a,b,c,teacher,1,1,1,t,term,2026-09-07,2027-01-11,2027\n")
	f.Add("\ufeffpropertyName,value\noneroster.version,1.1\nfile.orgs,delta", "\"")
	f.Fuzz(func(t *testing.T, manifest, orgs string) {
		set, err := Read(archive(t, map[string]string{
			"manifest.csv": manifest, "orgs.csv": orgs, "users.csv": orgs,
			"enrollments.csv": orgs, "academicSessions.csv": orgs,
		}))
		if err != nil && fault.Code(err) == "" {
			t.Fatalf("an accident: %v", err)
		}
		for _, sheet := range set.Sheets() {
			for _, row := range sheet.Rows {
				if len(row) != len(sheet.Rows[0]) {
					t.Fatalf("%s: %q", sheet.Kind, row)
				}
			}
		}
	})
}

// Neither a byte order mark before a quoted header nor a folder around the files gets in the way.
func TestMarksAndFolders(t *testing.T) {
	const manifest, orgs = "propertyName,value\noneroster.version,1.2\nfile.orgs,bulk\n",
		"\ufeff\"sourcedId\",\"status\",\"name\",\"type\"\n\"o1\",\"\",\"Marketing\",\"department\"\n" +
			"\"o2\",\"ToBeDeleted\",\"Law\",\"department\"\n"
	for name, files := range map[string]map[string]string{
		"alone": {"manifest.csv": manifest, "orgs.csv": orgs},
		"in a folder": {
			"export/manifest.csv": "\ufeff" + manifest, "export/orgs.csv": orgs,
			"__MACOSX/export/manifest.csv": "x",
		},
	} {
		set, err := Read(archive(t, files))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if rows := set[Orgs]; len(rows) != 1 || rows[0]["sourcedId"] != "o1" {
			t.Errorf("%s: %v", name, rows)
		}
	}
}
