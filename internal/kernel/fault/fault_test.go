package fault_test

import (
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"lectern/internal/kernel/fault"
)

func TestAll(t *testing.T) {
	one, two := fault.New(fault.Invalid, "x.one"), fault.New(fault.TooMany, "x.two").After(time.Second).Because(io.EOF)
	for _, tc := range []struct {
		name string
		err  error
		want []string
	}{
		{"nothing", nil, nil},
		{"a fault", one, []string{"x.one"}},
		{"wrapped", fmt.Errorf("while: %w", one), []string{"x.one"}},
		{"joined, in order", errors.Join(two, fmt.Errorf("and: %w", one)), []string{"x.two", "x.one"}},
		{"an accident", io.EOF, nil},
		{"an accident among them", errors.Join(one, io.EOF), nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var got []string
			for _, f := range fault.All(tc.err) {
				got = append(got, f.Code)
			}
			if fmt.Sprint(got) != fmt.Sprint(tc.want) {
				t.Fatalf("got %v", got)
			}
		})
	}
}

func TestCauseIsKeptAndNotShown(t *testing.T) {
	f := fault.New(fault.NotFound, "x.gone", "what", "term").Because(io.ErrUnexpectedEOF)
	if !errors.Is(f, io.ErrUnexpectedEOF) || !errors.Is(f, fault.New(fault.NotFound, "x.gone")) ||
		errors.Is(f, fault.New(fault.NotFound, "x.other")) {
		t.Error("Is is wrong")
	}
	if f.Params["what"] != "term" || fault.Code(fmt.Errorf("in: %w", f)) != "x.gone" || fault.Code(io.EOF) != "" {
		t.Errorf("got %v", f)
	}
}
