package audit_test

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// computed lists the actions that are not literals beside an entry, by the expression that makes them.
var computed = map[string][]string{
	"kind.code()": {"account.identity_missing", "account.identity_mismatch", "account.device_mismatch"},
}

// Every action in the sources has a text in both languages on the page Audit, and no text is left over.
func TestEveryActionHasWords(t *testing.T) {
	written := sourceActions(t)
	for _, language := range []string{"en-US", "zh-CN"} {
		text, err := os.ReadFile("../../../web/src/features/staff/audit/locales/" + language + ".json")
		if err != nil {
			t.Fatal(err)
		}
		words := map[string]any{}
		if err := json.Unmarshal(text, &words); err != nil {
			t.Fatal(err)
		}
		for action, at := range written {
			if words["did."+strings.Replace(action, ".", "-", 1)] == nil {
				t.Errorf("%s has no words for %s, which %s writes", language, action, at)
			}
		}
		for key := range words {
			action, ok := strings.CutPrefix(key, "did.")
			if ok && written[strings.Replace(action, "-", ".", 1)] == "" {
				t.Errorf("%s has %s, and no source writes it", language, key)
			}
		}
	}
}

// sourceActions finds the actions that the sources write, with one place for each. An action is a literal that is
// assigned to Entry.Action, or passed to something called action: a parameter, a variable or a field.
func sourceActions(t *testing.T) map[string]string {
	t.Helper()
	packages := map[string][]*ast.File{}
	files := token.NewFileSet()
	err := filepath.WalkDir("../..", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
		packages[filepath.Dir(path)] = append(packages[filepath.Dir(path)], file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	found := finder{t: t, files: files, actions: map[string]string{}}
	for _, sources := range packages {
		found.places = map[string]place{}
		for _, file := range sources {
			ast.Inspect(file, found.parameter)
		}
		for _, file := range sources {
			ast.Inspect(file, found.look)
		}
	}
	return found.actions
}

type finder struct {
	t       *testing.T
	files   *token.FileSet
	places  map[string]place // by the name of a function or a type; a method of this package has a dot before its name
	actions map[string]string
}

// place says which parameter or field is called action, and the least number of them; several functions may share a
// name.
type place struct {
	at, count int
	more      bool // the last one takes any number
}

func (p place) takes(count int) bool { return count == p.count || p.more && count >= p.count-1 }

// parameter records where a function or a type of the package has something called action.
func (f *finder) parameter(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		name := n.Name.Name
		if n.Recv != nil {
			name = "." + name
		}
		f.note(name, n.Type.Params)
	case *ast.TypeSpec:
		if fields, ok := n.Type.(*ast.StructType); ok {
			f.note(n.Name.Name, fields.Fields)
		}
	}
	return true
}

func (f *finder) note(name string, list *ast.FieldList) {
	found := place{at: -1}
	for _, field := range list.List {
		_, found.more = field.Type.(*ast.Ellipsis)
		for _, one := range field.Names {
			if kind, ok := field.Type.(*ast.Ident); ok && one.Name == "action" && kind.Name == "string" {
				found.at = found.count
			}
			found.count++
		}
	}
	if found.at >= 0 {
		f.places[name] = found
	}
}

func (f *finder) look(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CompositeLit:
		f.composite(n)
	case *ast.CallExpr:
		name := last(n.Fun)
		if _, method := n.Fun.(*ast.SelectorExpr); method {
			name = "." + name
		}
		if p, ok := f.places[name]; ok && p.takes(len(n.Args)) {
			f.value(n.Args[p.at])
		}
	case *ast.AssignStmt:
		for i, to := range n.Lhs {
			if last(to) == "action" && len(n.Lhs) == len(n.Rhs) {
				f.literal(n.Rhs[i])
			}
		}
	}
	return true
}

func (f *finder) composite(n *ast.CompositeLit) {
	entry := types.ExprString(orNothing(n.Type)) == "audit.Entry"
	for i, element := range n.Elts {
		pair, named := element.(*ast.KeyValueExpr)
		if named && (entry && last(pair.Key) == "Action" || last(pair.Key) == "action") {
			f.value(pair.Value)
		}
		if p, ok := f.places[last(n.Type)]; ok && !named && i == p.at {
			f.value(element)
		}
	}
}

func orNothing(e ast.Expr) ast.Expr {
	if e == nil {
		return ast.NewIdent("")
	}
	return e
}

// last returns the last name of an expression such as s.audit.
func last(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

var actionForm = regexp.MustCompile(`^[a-z]+\.[a-z_]+$`)

// literal records a literal that has the form of an action. Other values called action are not for the log.
func (f *finder) literal(e ast.Expr) bool {
	text, ok := e.(*ast.BasicLit)
	if !ok || text.Kind != token.STRING {
		return false
	}
	action, err := strconv.Unquote(text.Value)
	if err != nil || !actionForm.MatchString(action) {
		return false
	}
	f.actions[action] = f.files.Position(e.Pos()).String()
	return true
}

// value records an action where there must be one: a literal, something called action (found elsewhere), or an
// expression listed in computed.
func (f *finder) value(e ast.Expr) {
	if f.literal(e) || strings.EqualFold(last(e), "action") {
		return
	}
	if call, ok := e.(*ast.CallExpr); ok && types.ExprString(call.Fun) == "cmp.Or" {
		for _, arg := range call.Args {
			f.value(arg)
		}
		return
	}
	list, ok := computed[types.ExprString(e)]
	if !ok {
		f.t.Errorf("%s: which actions are %s? Use literals, or name them in computed",
			f.files.Position(e.Pos()), types.ExprString(e))
	}
	for _, action := range list {
		f.actions[action] = f.files.Position(e.Pos()).String()
	}
}
