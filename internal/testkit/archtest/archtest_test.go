// Package archtest checks the structure of the code: imports point down the layers of internal/, packages stay small,
// and only config reads the environment. docs/architecture.md explains why.
package archtest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "lectern/"

// layers are the folders of internal/. A package may import its own layer and those after it.
var layers = []string{"app", "sample", "http", "workflow", "feature", "kernel"}

// shared lists the workflows that other workflows may import.
var shared = []string{"workflow/news", "workflow/desk"}

// forbidden lists what a layer may not import from outside, and why.
var forbidden = []struct{ layer, path, why string }{
	{"feature", "net/http", "features do not know HTTP"},
	{"workflow", "net/http", "workflows do not know HTTP"},
	{"feature", "encoding/json", "encoding belongs to http/api"},
	{"workflow", "encoding/json", "encoding belongs to http/api"},
	{"http/api", "database/sql", "SQL belongs to the features"},
	{"http/api", module + "internal/kernel/sqldb", "a service method is the unit of work and opens its own transaction"},
	{"", "github.com/jackc/pgx", "only sqldb knows the engine"},
	{"", "modernc.org/sqlite", "only sqldb knows the engine"},
}

// exempt lists the packages to which a row of forbidden doesn't apply.
var exempt = map[string][]string{
	"feature/message/push": {"net/http", "encoding/json"}, // calls the browsers' push services
	"feature/media/ffmpeg": {"encoding/json"},             // ffprobe outputs JSON
}

type source struct {
	pkg  string // path of its folder below internal/
	path string
	test bool
	file *ast.File
}

// layer returns the first folder of the package's path.
func (s source) layer() string { return firstFolders(s.pkg, 1) }

func firstFolders(path string, n int) string {
	parts := strings.Split(path, "/")
	return strings.Join(parts[:min(n, len(parts))], "/")
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
		pkg := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../../")
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

func TestImportsPointDown(t *testing.T) {
	for _, s := range sources(t) {
		from := slices.Index(layers, s.layer())
		if from < 0 && s.layer() != "testkit" {
			t.Errorf("%s: %s is not one of the layers %v", s.path, s.layer(), layers)
		}
		if s.test {
			continue // tests may import anything
		}
		for _, path := range imports(s) {
			to, ours := strings.CutPrefix(path, module+"internal/")
			if !ours || to == s.pkg {
				continue
			}
			if why := refuse(s.pkg, to); why != "" {
				t.Errorf("%s imports %s: %s", s.path, to, why)
			}
		}
	}
}

// refuse returns why one package may not import another, or "" if it may.
func refuse(from, to string) string {
	fromLayer, toLayer := firstFolders(from, 1), firstFolders(to, 1)
	switch {
	case fromLayer == "testkit":
		if toLayer != "testkit" && toLayer != "kernel" {
			return "testkit knows the kernel only"
		}
	case toLayer == "testkit":
		return "only tests use testkit"
	case slices.Index(layers, toLayer) < slices.Index(layers, fromLayer):
		return "imports point down: " + strings.Join(layers, " → ")
	case fromLayer == "feature" && toLayer == "feature" && firstFolders(from, 2) != firstFolders(to, 2):
		return "a feature imports no other feature; what needs two is a workflow"
	case fromLayer == "workflow" && toLayer == "workflow" &&
		firstFolders(from, 2) != firstFolders(to, 2) && !slices.Contains(shared, to):
		return "workflows do not import each other, except " + strings.Join(shared, " and ")
	case from == "http/server" && toLayer != "kernel":
		return "the engine knows nothing of a college"
	case strings.HasPrefix(from, "http/api/") && toLayer == "http" && to != "http/server" && to != "http/api/wire":
		return "what two packages of the API share belongs in http/api/wire"
	}
	return ""
}

func TestForbiddenImports(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || s.pkg == "kernel/sqldb" || s.layer() == "testkit" || s.layer() == "app" || ast.IsGenerated(s.file) {
			continue
		}
		for _, rule := range forbidden {
			if rule.layer != "" && s.pkg != rule.layer && !strings.HasPrefix(s.pkg, rule.layer+"/") {
				continue
			}
			for _, path := range imports(s) {
				if (path == rule.path || strings.HasPrefix(path, rule.path+"/")) && !slices.Contains(exempt[s.pkg], path) {
					t.Errorf("%s imports %s: %s", s.path, path, rule.why)
				}
			}
		}
	}
}

// maxFiles limits the files of a package, so that people find their way in it.
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
		if s.test || s.pkg == "kernel/config" || s.layer() == "testkit" {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			call, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if pkg, ok := call.X.(*ast.Ident); ok && pkg.Name == "os" &&
				slices.Contains([]string{"Getenv", "LookupEnv", "Environ", "Setenv"}, call.Sel.Name) {
				t.Errorf("%s reads the environment: a setting belongs in package config", s.path)
			}
			return true
		})
	}
}

// recovers lists the functions in which a goroutine may start its work; ServeHTTP of net/http recovers too.
var recovers = []string{"Do", "every", "keepRunning", "Serve"}

// A panic in a goroutine of its own ends the process, so every goroutine recovers, or waits for others only.
func TestGoroutinesRecover(t *testing.T) {
	for _, s := range sources(t) {
		if s.test || s.layer() == "testkit" {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			var started ast.Node
			switch n := n.(type) {
			case *ast.GoStmt:
				started = n.Call
			case *ast.CallExpr:
				if called, ok := n.Fun.(*ast.SelectorExpr); ok && called.Sel.Name == "Go" && len(n.Args) == 1 {
					started = n.Args[0]
				}
			}
			if started != nil && !calls(started, append(recovers, exemptGoroutines[s.pkg]...)) {
				t.Errorf("%s starts a goroutine that doesn't recover: use recovery.Do", s.path)
			}
			return true
		})
	}
}

// exemptGoroutines are functions that recover themselves or only wait.
var exemptGoroutines = map[string][]string{
	"kernel/job":   {"Wait"},
	"kernel/sqldb": {"run"}, // Gather recovers for each write
}

func calls(n ast.Node, names []string) bool {
	found := false
	ast.Inspect(n, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if called, ok := call.Fun.(*ast.SelectorExpr); ok && slices.Contains(names, called.Sel.Name) {
				found = true
			}
		}
		return !found
	})
	return found
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
