// Package oneroster reads and writes ZIP files of OneRoster 1.2 (CSV binding, bulk). It knows their files and columns;
// package roster knows what they mean for a college. Start at Tables, Read and NewWriter.
package oneroster

import (
	"archive/zip"
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"lectern/internal/kernel/fault"
)

// A Table is one file of the ZIP: its columns in the specification's order, and the required ones.
type Table struct {
	Name     string // of the file, without .csv
	Columns  []string
	Required []string
}

// The tables that Lectern reads and writes.
const (
	Orgs             = "orgs"
	AcademicSessions = "academicSessions"
	Users            = "users"
	Roles            = "roles"
	Courses          = "courses"
	Classes          = "classes"
	Enrollments      = "enrollments"
)

// Tables lists the tables so that each only refers to earlier ones.
func Tables() []Table {
	common := "sourcedId status dateLastModified "
	table := func(name, columns, required string) Table {
		return Table{name, strings.Fields(common + columns), strings.Fields("sourcedId " + required)}
	}
	return []Table{
		table(Orgs, "name type identifier parentSourcedId", "name type"),
		table(AcademicSessions, "title type startDate endDate parentSourcedId schoolYear",
			"title type startDate endDate schoolYear"),
		table(Users, "enabledUser username userIds givenName familyName middleName identifier email sms phone "+
			"agentSourcedIds grades password userMasterIdentifier resourceSourcedIds "+
			"preferredGivenName preferredMiddleName preferredFamilyName primaryOrgSourcedId pronouns",
			"enabledUser username givenName familyName"),
		table(Roles, "userSourcedId roleType role beginDate endDate orgSourcedId userProfileSourcedId",
			"userSourcedId roleType role orgSourcedId"),
		table(Courses, "schoolYearSourcedId title courseCode grades orgSourcedId subjects subjectCodes",
			"title orgSourcedId"),
		table(Classes, "title grades courseSourcedId classCode classType location schoolSourcedId termSourcedIds subjects "+
			"subjectCodes periods", "title courseSourcedId classType schoolSourcedId termSourcedIds"),
		table(Enrollments, "classSourcedId schoolSourcedId userSourcedId role primary beginDate endDate",
			"classSourcedId schoolSourcedId userSourcedId role"),
	}
}

// absent lists the other files that the manifest must name.
func absent() []string {
	return strings.Fields("categories classResources courseResources demographics lineItemLearningObjectiveIds " +
		"lineItems lineItemScoreScales resources " +
		"resultLearningObjectiveIds results resultScoreScales scoreScales userProfiles userResources")
}

// A Row is a row by column.
type Row map[string]string

// A Writer writes the files one after the other.
type Writer struct {
	zip   *zip.Writer
	table Table
	rows  *csv.Writer
}

// NewWriter starts a ZIP file with its manifest.
func NewWriter(out io.Writer) (*Writer, error) {
	w := &Writer{zip: zip.NewWriter(out)}
	to, err := w.zip.Create("manifest.csv")
	if err != nil {
		return nil, err
	}
	properties := [][]string{{"propertyName", "value"}, {"manifest.version", "1.0"}, {"oneroster.version", "1.2"}}
	for _, t := range Tables() {
		properties = append(properties, []string{"file." + t.Name, "bulk"})
	}
	for _, name := range absent() {
		properties = append(properties, []string{"file." + name, "absent"})
	}
	slices.SortFunc(properties[3:], func(a, b []string) int {
		return strings.Compare(strings.ToLower(a[0]), strings.ToLower(b[0]))
	})
	properties = append(properties, []string{"source.systemName", "Lectern"}, []string{"source.systemCode", "lectern"})
	rows := newCSV(to)
	if err := rows.WriteAll(properties); err != nil {
		return nil, fmt.Errorf("write the manifest: %w", err)
	}
	return w, nil
}

// newCSV returns a writer with CRLF line endings, which the specification requires.
func newCSV(out io.Writer) *csv.Writer {
	w := csv.NewWriter(out)
	w.UseCRLF = true
	return w
}

// Begin starts the next file.
func (w *Writer) Begin(name string) error {
	if err := w.flush(); err != nil {
		return err
	}
	for _, t := range Tables() {
		if t.Name == name {
			to, err := w.zip.Create(name + ".csv")
			if err != nil {
				return err
			}
			w.table, w.rows = t, newCSV(to)
			return w.rows.Write(t.Columns)
		}
	}
	return fmt.Errorf("there is no table %s", name)
}

// Write adds a row to the current file. Status and date of change stay empty, as required in bulk files.
func (w *Writer) Write(row Row) error {
	cells := make([]string, len(w.table.Columns))
	for i, column := range w.table.Columns {
		cells[i] = row[column]
	}
	return w.rows.Write(cells)
}

func (w *Writer) flush() error {
	if w.rows == nil {
		return nil
	}
	w.rows.Flush()
	return w.rows.Error()
}

// Close completes the ZIP file.
func (w *Writer) Close() error { return errors.Join(w.flush(), w.zip.Close()) }

// maxRows limits the rows of all files together.
const maxRows = 1_000_000

// A Set is the contents of a ZIP file by table.
type Set map[string][]Row

// Is reports whether a ZIP file has a OneRoster manifest.
func Is(archive *zip.Reader) bool { return find(archive, "manifest") != nil }

// find returns the file of a table. The files may be in a folder, because people often zip the folder they exported.
func find(archive *zip.Reader, name string) *zip.File {
	within := folder(archive)
	for _, entry := range archive.File {
		if strings.EqualFold(entry.Name, within+name+".csv") {
			return entry
		}
	}
	return nil
}

// folder returns the folder of the only manifest, or "" if it is in none or there are several.
func folder(archive *zip.Reader) string {
	var found []string
	for _, entry := range archive.File {
		dir, base := path.Split(entry.Name)
		if strings.EqualFold(base, "manifest.csv") && !strings.HasPrefix(dir, "__MACOSX/") {
			found = append(found, dir)
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

// Read reads a ZIP file whose size was checked. It fails with roster.oneroster_manifest, roster.oneroster_version,
// roster.oneroster_delta, roster.oneroster_file, roster.oneroster_column, roster.too_many_rows or roster.damaged.
func Read(archive *zip.Reader) (Set, error) {
	mode, err := readManifest(archive)
	if err != nil {
		return nil, err
	}
	out, left := Set{}, maxRows
	for _, t := range Tables() {
		switch mode["file."+t.Name] {
		case "delta":
			return nil, fault.New(fault.Invalid, "roster.oneroster_delta", "file", t.Name+".csv")
		case "bulk":
		default:
			continue
		}
		entry := find(archive, t.Name)
		if entry == nil {
			return nil, fault.New(fault.Invalid, "roster.oneroster_file", "file", t.Name+".csv")
		}
		if out[t.Name], err = readTable(entry, t, &left); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func readManifest(archive *zip.Reader) (map[string]string, error) {
	entry := find(archive, "manifest")
	if entry == nil {
		return nil, fault.New(fault.Invalid, "roster.oneroster_manifest")
	}
	left := 1000
	rows, err := readTable(entry, Table{Name: "manifest", Required: []string{"propertyName", "value"}}, &left)
	if err != nil {
		return nil, err
	}
	out := map[string]string{}
	for _, row := range rows {
		out[strings.TrimSpace(row["propertyName"])] = strings.ToLower(strings.TrimSpace(row["value"]))
	}
	if v := out["oneroster.version"]; v != "1.2" && v != "1.1" {
		return nil, fault.New(fault.Invalid, "roster.oneroster_version", "version", clip(v))
	}
	return out, nil
}

func readTable(entry *zip.File, t Table, left *int) (out []Row, err error) {
	file, err := entry.Open()
	if err != nil {
		return nil, damaged(err)
	}
	defer file.Close()
	in := csv.NewReader(withoutMark(file))
	in.LazyQuotes, in.FieldsPerRecord = true, -1
	header, err := in.Read()
	if err != nil {
		return nil, damaged(err)
	}
	for i := range header {
		header[i] = strings.TrimSpace(header[i])
	}
	for _, needed := range t.Required {
		if !slices.Contains(header, needed) && needed != "sourcedId" {
			return nil, fault.New(fault.Invalid, "roster.oneroster_column", "file", t.Name+".csv", "column", needed)
		}
	}
	for {
		cells, err := in.Read()
		if errors.Is(err, io.EOF) {
			return out, nil
		}
		if err != nil {
			return nil, damaged(err)
		}
		if *left--; *left < 0 {
			return nil, fault.New(fault.TooLarge, "roster.too_many_rows", "limit", "1000000")
		}
		row := Row{}
		for i, cell := range cells {
			if i < len(header) && cell != "" {
				row[header[i]] = cell
			}
		}
		if !strings.EqualFold(strings.TrimSpace(row["status"]), "tobedeleted") {
			out = append(out, row)
		}
	}
}

// withoutMark skips a byte order mark, which would make a quote part of the first header.
func withoutMark(file io.Reader) io.Reader {
	in := bufio.NewReader(file)
	if mark, err := in.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = in.Discard(len(mark)) // just peeked
	}
	return in
}

func damaged(cause error) error { return fault.New(fault.Invalid, "roster.damaged").Because(cause) }

func clip(text string) string {
	if runes := []rune(text); len(runes) > 40 {
		return string(runes[:40]) + "…"
	}
	return text
}
