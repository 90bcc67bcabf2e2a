package pattern

import "testing"

func TestPattern(t *testing.T) {
	p := New(`(\d+)-(\d+)`)
	if !p.MatchString("1-16") || p.MatchString("x") {
		t.Error("match")
	}
	if m := p.FindStringSubmatch("1-16"); len(m) != 3 || m[2] != "16" {
		t.Error(m)
	}
	if got := p.ReplaceAllString("1-2,3-4", "$2"); got != "2,4" {
		t.Error(got)
	}
	if got := p.FindStringSubmatchIndex("x1-16"); len(got) != 6 || got[0] != 1 {
		t.Error(got)
	}
	if got := p.FindAllStringSubmatch("1-2,3-4", -1); len(got) != 2 {
		t.Error(got)
	}
}

func TestExpressionIsCompiledWhenUsed(t *testing.T) {
	broken := New(`(`)
	defer func() {
		if recover() == nil {
			t.Error("a broken expression was used")
		}
	}()
	broken.MatchString("")
}
