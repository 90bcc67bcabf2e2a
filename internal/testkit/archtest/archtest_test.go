// Package archtest checks the import rules: which package may import which, and which may read the environment. It also checks how many
// files a package has.
// docs/architecture.md says why.
package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "lectern/"

const (
	kernel  = "access argon attachment audit blob bulk cache civil config fault ffmpeg fold id job keyring locale lookup nationalid picture region revision secret snapshot sqldb"
	college = "account course media message student timetable"
	// Every package that is a feature, but push, which speaks to the services of browsers.
	features = college + " clash desk planning recordings rooms roster search system teaching watching"
)

// groups are the folders of internal/ that only hold packages.
var groups = []string{"kernel", "testkit", "feature", "workflow", "http"}

// mayImport lists, for each internal package, the internal packages it may import. A new package
// fails the test until it has a row here.
var mayImport = map[string]string{
	"argon": "fault", "attachment": "", "bulk": "", "fault": "", "fold": "", "id": "", "region": "", "secret": "", "locale": "", "civil": "fault", "nationalid": "fault fold secret", "access": "fault",
	"config": "locale secret", "keyring": "fault secret", "sqldb": "fault", "blob": "fault", "ffmpeg": "", "picture": "fault",
	"audit": "access fault fold id lookup sqldb", "lookup": "fold sqldb", "job": "fault id sqldb", "cache": "revision sqldb", "revision": "sqldb", "snapshot": "sqldb",
	"account": kernel, "student": kernel, "course": kernel, "timetable": kernel, "media": kernel, "message": kernel,
	"roster":     kernel + " account student course timetable media",
	"sample":     kernel + " roster " + college,
	"news":       "civil course locale message teaching timetable", // the text of messages about changes
	"calendar":   "civil fault locale news timetable",
	"backup":     kernel,
	"clash":      kernel + " timetable",
	"planning":   kernel + " clash message news timetable",
	"teaching":   kernel + " timetable",
	"watching":   kernel + " course message news", // course for what was watched of a lesson
	"desk":       kernel,
	"search":     kernel,
	"rooms":      kernel + " timetable",
	"push":       kernel,
	"recordings": kernel + " course media timetable",
	"system":     kernel + " account desk", // it looks at everything and changes nothing but jobs
	"server":     kernel,
	"httpapi":    kernel + " calendar clash desk planning push recordings rooms roster search server system teaching watching " + college,
	"app":        kernel + " backup clash desk httpapi news planning push recordings rooms roster sample search server system teaching watching web " + college,
	"dbtest":     kernel,
	"blobtest":   kernel,
	"apitest":    "",
	"archtest":   "", "attacktest": "",
}

// forbidden lists what a package may not import from outside, and why.
var forbidden = []struct{ packages, path, why string }{
	{features, "net/http", "features do not know HTTP"},
	{features, "encoding/json", "wire types belong to httpapi"},
	{"httpapi", "database/sql", "SQL belongs to the features"},
	{"httpapi", module + "internal/kernel/sqldb", "a service method is the unit of work and opens its own transaction"},
	{"httpapi " + college, "github.com/jackc/pgx", "only sqldb knows the engine"},
	{kernel + " " + college, "modernc.org/sqlite", "only sqldb knows the engine"},
}

type source struct {
	pkg  string // internal package, by its first folder
	path string
	test bool
	file *ast.File
}

// sources parses every Go file under internal/.
func sources(t *testing.T) []source {
	t.Helper()
	var out []source
	set := token.NewFileSet()
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		pkg := packageOf(strings.TrimPrefix(filepath.ToSlash(path), "../../"))
		out = append(out, source{pkg, path, strings.HasSuffix(path, "_test.go"), file})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(out) == 0 {
		t.Fatal("no sources found")
	}
	return out
}

// packageOf returns the package that a path below internal/ belongs to: its first folder that is not a group.
func packageOf(path string) string {
	for _, part := range strings.Split(path, "/") {
		if !slices.Contains(groups, part) {
			return part
		}
	}
	return path
}

func imports(s source) []string {
	var out []string
	for _, spec := range s.file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err == nil {
			out = append(out, path)
		}
	}
	return out
}

func TestImports(t *testing.T) {
	for _, s := range sources(t) {
		allowed, known := mayImport[s.pkg]
		if !known {
			t.Errorf("%s: package %s is not in mayImport: say what it may import", s.path, s.pkg)
			continue
		}
		if s.test {
			continue // tests may import anything
		}
		for _, path := range imports(s) {
			inner, ours := strings.CutPrefix(path, module)
			if !ours {
				continue
			}
			name := packageOf(strings.TrimPrefix(inner, "internal/"))
			if name != s.pkg && !slices.Contains(strings.Fields(allowed), name) {
				t.Errorf("%s: %s may not import %s", s.path, s.pkg, name)
			}
		}
	}
}

func TestForbiddenImports(t *testing.T) {
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		for _, rule := range forbidden {
			// The typed queries are generated from SQL, and sqldb is where the engines are known.
			if s.pkg == "sqldb" || !slices.Contains(strings.Fields(rule.packages), s.pkg) {
				continue
			}
			for _, path := range imports(s) {
				if path == rule.path || strings.HasPrefix(path, rule.path+"/") {
					t.Errorf("%s imports %s: %s", s.path, path, rule.why)
				}
			}
		}
	}
}

// The packages below httpapi share package wire alone, so that a group of features can be read, and changed, by itself.
func TestPackagesOfTheAPIStandApart(t *testing.T) {
	const api = module + "internal/httpapi"
	for _, s := range sources(t) {
		folder := path.Dir(strings.TrimPrefix(filepath.ToSlash(s.path), "../../"))
		if s.test || !strings.HasPrefix(folder, "httpapi/") {
			continue
		}
		for _, imported := range imports(s) {
			if imported == api || strings.HasPrefix(imported, api+"/") && (imported != api+"/wire" || folder == "httpapi/wire") {
				t.Errorf("%s imports %s: what two packages of the API share belongs in httpapi/wire", s.path, imported)
			}
		}
	}
}

// maxFiles is how many files of a package one can still find one's way in.
const maxFiles = 30

func TestPackagesAreSmall(t *testing.T) {
	files := map[string]int{}
	for _, s := range sources(t) {
		if !s.test && !ast.IsGenerated(s.file) {
			files[filepath.Dir(s.path)]++
		}
	}
	for folder, n := range files {
		if n > maxFiles {
			t.Errorf("%s has %d files, and %d are allowed: split it by what belongs together", folder, n, maxFiles)
		}
	}
}

func TestOnlyConfigReadsTheEnvironment(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || s.pkg == "config" || strings.HasSuffix(s.pkg, "test") {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if pkg, ok := call.X.(*ast.Ident); ok && pkg.Name == "os" && slices.Contains([]string{"Getenv", "LookupEnv", "Environ", "Setenv"}, call.Sel.Name) {
				t.Errorf("%s reads the environment: a setting belongs in package config", s.path)
			}
			return true
		})
	}
}

func TestMainIsSmall(t *testing.T) {
	raw, err := os.ReadFile("../../../cmd/lectern/main.go")
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(raw), "\n"); lines > 40 {
		t.Errorf("main.go has %d lines; its work belongs in package app", lines)
	}
}
