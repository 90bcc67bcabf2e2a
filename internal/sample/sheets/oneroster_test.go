package sheets_test

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/roster"
	"lectern/internal/workflow/roster/sheet"
)

// A binding is the field table of the OneRoster CSV specification.
type binding struct {
	tables []string // in order
	fields map[string][]bindingField
}

type bindingField struct {
	name     string
	required bool
	is       string // its type
}

func readBinding(t *testing.T) binding {
	t.Helper()
	text, err := os.ReadFile("../../workflow/roster/oneroster/testdata/csv-binding-1.2.txt")
	if err != nil {
		t.Fatal(err)
	}
	b := binding{fields: map[string][]bindingField{}}
	for line := range strings.Lines(string(text)) {
		parts := strings.Fields(line)
		if parts[0] == "#" {
			continue
		}
		if !slices.Contains(b.tables, parts[0]) {
			b.tables = append(b.tables, parts[0])
		}
		name, required := strings.CutSuffix(parts[1], "*")
		b.fields[parts[0]] = append(b.fields[parts[0]], bindingField{name, required, parts[2]})
	}
	return b
}

// manifestFiles lists all files of the specification; a manifest names each of them.
const manifestFiles = "academicSessions categories classes classResources courses courseResources demographics " +
	"enrollments lineItemLearningObjectiveIds lineItems lineItemScoreScales " +
	"orgs resources resultLearningObjectiveIds results resultScoreScales roles scoreScales " +
	"userProfiles userResources users"

func readCSV(t *testing.T, entry *zip.File) [][]string {
	t.Helper()
	in, err := entry.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	text, err := io.ReadAll(in)
	if err != nil {
		t.Fatal(err)
	}
	if lines := bytes.Count(text, []byte("\n")); lines == 0 || lines != bytes.Count(text, []byte("\r\n")) { // RFC 4180
		t.Errorf("%s: its lines do not end as the specification has it", entry.Name)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// checkOneRoster checks a file against the specification: its manifest, and in every file the order of headers and
// every value.
func checkOneRoster(t *testing.T, file *os.File) {
	t.Helper()
	archive, err := sheet.Archive(file)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][][]string{}
	for _, entry := range archive.File {
		files[strings.TrimSuffix(entry.Name, ".csv")] = readCSV(t, entry)
	}
	b := readBinding(t)
	checkManifest(t, b, files)
	ids := map[string]map[string]bool{}
	for _, table := range b.tables {
		ids[table] = map[string]bool{}
		for _, row := range files[table] {
			if ids[table][row[0]] {
				t.Errorf("%s has %s twice", table, row[0])
			}
			ids[table][row[0]] = true
		}
	}
	for _, table := range b.tables {
		for i, row := range files[table] {
			for k, field := range b.fields[table] {
				switch {
				case i == 0 && row[k] != field.name:
					t.Errorf("%s: header %d is %s, not %s", table, k, row[k], field.name)
				case i > 0 && row[k] == "" && field.required:
					t.Errorf("%s %q: no %s", table, row, field.name)
				case i > 0 && row[k] != "" && !field.allows(row[k], ids):
					t.Errorf("%s %q: %s is not %s", table, row, field.name, field.is)
				}
			}
			if len(row) != len(b.fields[table]) {
				t.Errorf("%s has %d columns", table, len(row))
			}
		}
	}
}

func checkManifest(t *testing.T, b binding, files map[string][][]string) {
	t.Helper()
	rows := files["manifest"]
	if len(rows) < 3 || fmt.Sprint(rows[:3]) != "[[propertyName value] [manifest.version 1.0] [oneroster.version 1.2]]" {
		t.Fatalf("the manifest is %q", rows)
	}
	var named []string
	for _, row := range rows[3:] {
		name, isFile := strings.CutPrefix(row[0], "file.")
		if !isFile {
			continue
		}
		named = append(named, name)
		_, there := files[name]
		if want := map[bool]string{true: "bulk", false: "absent"}[there]; row[1] != want {
			t.Errorf("%s is %s, not %s", name, row[1], want)
		}
		if there && len(files[name]) < 2 || there && b.fields[name] == nil {
			t.Errorf("nothing is known of %s", name)
		}
	}
	slices.Sort(named)
	want := strings.Fields(manifestFiles)
	slices.Sort(want)
	if diff := cmp.Diff(want, named); diff != "" {
		t.Error(diff)
	}
}

var (
	guid = regexp.MustCompile(`^[A-Za-z0-9._/@-]{1,255}$`)
	year = regexp.MustCompile(`^\d{4}$`)
)

func (f bindingField) allows(value string, ids map[string]map[string]bool) bool {
	if many, list := strings.CutPrefix(f.is, "→→"); list {
		for one := range strings.SplitSeq(value, ",") {
			if !ids[many][one] {
				return false
			}
		}
		return true
	}
	if to, reference := strings.CutPrefix(f.is, "→"); reference {
		return ids[to][value]
	}
	switch f.is {
	case "text", "list":
		return true
	case "blank":
		return value == ""
	case "guid":
		return guid.MatchString(value)
	case "date":
		_, err := time.Parse("2006-01-02", value)
		return err == nil
	case "year":
		return year.MatchString(value)
	case "bool":
		return value == "true" || value == "false"
	}
	return slices.Contains(strings.Split(f.is, "|"), value)
}

// value returns the n-th valid value of a field. Where Lectern gives a text a meaning, it is one of the values it
// knows.
func (f bindingField) value(table string, n int, rows int) string {
	texts := map[string]string{
		"email": fmt.Sprintf("a%d@college.example", n), "sms": fmt.Sprintf("1390000%04d", n),
		"phone": fmt.Sprintf("1380000%04d", n),
	}
	if to, several := strings.CutPrefix(f.is, "→→"); several {
		return to + "-1," + to + "-2"
	}
	if to, reference := strings.CutPrefix(f.is, "→"); reference {
		if table == "enrollments" && to == "users" { // students are those enrolled in a class
			return []string{"users-10", "users-12"}[n%2]
		}
		return fmt.Sprintf("%s-%d", to, 1+n%rows)
	}
	switch f.is {
	case "blank":
		return ""
	case "guid":
		return fmt.Sprintf("%s-%d", table, n)
	case "date": // consecutive sessions
		if f.name == "endDate" {
			return time.Date(2026, 3, 9+28*n, 0, 0, 0, 0, time.UTC).Format("2006-01-02")
		}
		return time.Date(2026, 3, 9+28*(n-1), 0, 0, 0, 0, time.UTC).Format("2006-01-02")
	case "year":
		return "2026"
	case "bool":
		return []string{"true", "false"}[n%2]
	case "list":
		return "a,b"
	case "text":
		if text, known := texts[f.name]; known {
			return text
		}
		return fmt.Sprintf("%s%d", f.name, n)
	}
	values := strings.Split(f.is, "|")
	return values[n%len(values)]
}

// A file set with a value in every column, covering every enumeration, imports without errors.
func TestOneRosterOfTheFieldTable(t *testing.T) {
	const rows = 12
	b := readBinding(t)
	file, err := os.Create(filepath.Join(t.TempDir(), "oneroster.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	archive := zip.NewWriter(file)
	write := func(name string, rows [][]string) {
		t.Helper()
		to, err := archive.Create(name + ".csv")
		if err != nil {
			t.Fatal(err)
		}
		out := csv.NewWriter(to)
		out.UseCRLF = true
		if err := out.WriteAll(rows); err != nil {
			t.Fatal(err)
		}
	}
	manifest := [][]string{{"propertyName", "value"}, {"manifest.version", "1.0"}, {"oneroster.version", "1.2"}}
	for name := range strings.FieldsSeq(manifestFiles) {
		manifest = append(manifest,
			[]string{"file." + name, map[bool]string{true: "bulk", false: "absent"}[b.fields[name] != nil]})
	}
	write("manifest", manifest)
	for _, table := range b.tables {
		content := make([][]string, rows+1)
		for _, field := range b.fields[table] {
			content[0] = append(content[0], field.name)
			for n := 1; n <= rows; n++ {
				content[n] = append(content[n], field.value(table, n, rows))
			}
		}
		write(table, content)
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	checkOneRoster(t, file)
	parts, err := roster.OpenOneRoster(file)
	if err != nil {
		t.Fatal(err)
	}
	for database, address := range map[string]func(testing.TB) string{
		"SQLite":     dbtest.SQLite,
		"PostgreSQL": dbtest.Postgres,
	} {
		t.Run(database, func(t *testing.T) {
			college := roster.New(services(t, dbtest.Open(t, address(t))))
			for _, part := range parts {
				importPart(t, college, part)
			}
			for table, want := range map[string]int{
				"term": 6, "course": rows,
				"course_group": rows / 2, "student": 1, "teacher": 1,
			} {
				if got := dbtest.Count(t, college.Database, `SELECT count(*) FROM `+table); got != want {
					t.Errorf("%d of %s, not %d", got, table, want)
				}
			}
		})
	}
}
