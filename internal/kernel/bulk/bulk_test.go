package bulk_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/kernel/bulk"
)

func TestEach(t *testing.T) {
	calls := 0
	got, err := bulk.Each([]string{"a", "b", "a", "c", "b"}, func(id string) (string, error) {
		calls++
		if id == "b" {
			return "x.no", nil
		}
		return "", nil
	})
	want := bulk.Result{Done: 2, Skipped: []bulk.Skipped{{ID: "b", Code: "x.no"}}}
	if d := cmp.Diff(want, got); d != "" || err != nil || calls != 3 {
		t.Errorf("%d calls, %v (-want +got):\n%s", calls, err, d)
	}
	broken := errors.New("broken")
	if got, err := bulk.Each([]string{"a", "b"}, func(id string) (string, error) {
		if id == "b" {
			return "", broken
		}
		return "", nil
	}); !errors.Is(err, broken) || got.Done != 0 {
		t.Errorf("%+v, %v", got, err)
	}
}
