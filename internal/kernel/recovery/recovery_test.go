package recovery_test

import (
	"errors"
	"strings"
	"testing"

	"lectern/internal/kernel/recovery"
)

func TestDo(t *testing.T) {
	refused := errors.New("refused")
	if err := recovery.Do(func() error { return refused }); !errors.Is(err, refused) {
		t.Errorf("an error became %v", err)
	}
	var missing *struct{ n int }
	err := recovery.Do(func() error { missing.n++; return nil })
	if p, ok := errors.AsType[*recovery.PanicError](err); !ok || !strings.Contains(p.Error(), "recovery_test.go") {
		t.Errorf("a nil pointer became %v", err)
	}
}
