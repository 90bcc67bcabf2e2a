package archtest

import (
	"go/ast"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lectern/internal/kernel/locale"
)

var place = regexp.MustCompile(`\{(\w+)\}`)

// [1.3] Every text exists in every language, with the same places to fill in.
func TestCataloguesAgree(t *testing.T) {
	for _, key := range locale.Keys(locale.English) {
		en, zh := locale.Text(locale.English, key, nil), locale.Text(locale.Chinese, key, nil)
		if en == zh {
			t.Errorf("%s: there is no Chinese of its own: %q", key, zh)
		}
		want, got := place.FindAllString(en, -1), place.FindAllString(zh, -1)
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(want, got) {
			t.Errorf("%s: en-US fills in %v, zh-CN %v", key, want, got)
		}
	}
	for _, key := range locale.Keys(locale.Chinese) {
		if !slices.Contains(locale.Keys(locale.English), key) {
			t.Errorf("%s: is not in en-US", key)
		}
	}
}

var keyLike = regexp.MustCompile(`^[a-z]+(\.[a-z0-9_]+)+$`)

// Every code in the program has a text, and every text is used.
func TestCatalogueAndCodeAgree(t *testing.T) {
	keys := locale.Keys(locale.English)
	said := map[string]bool{}
	for _, s := range sources(t) {
		if s.test {
			continue
		}
		ast.Inspect(s.file, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && isFaultNew(call) && len(call.Args) >= 2 {
				if code, ok := literal(call.Args[1]); ok && !slices.Contains(keys, code) {
					t.Errorf("%s says %q, which has no sentence in package locale", s.path, code)
				}
			}
			if text, ok := literal(n); ok && keyLike.MatchString(text) {
				said[text] = true
			}
			return true
		})
	}
	for _, key := range keys {
		if !said[key] {
			t.Errorf("%s: no code says it", key)
		}
	}
}

func isFaultNew(call *ast.CallExpr) bool {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != "New" {
		return false
	}
	pkg, ok := sel.X.(*ast.Ident)
	return ok && pkg.Name == "fault"
}

func literal(n ast.Node) (string, bool) {
	lit, ok := n.(*ast.BasicLit)
	if !ok || !strings.HasPrefix(lit.Value, `"`) {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}
