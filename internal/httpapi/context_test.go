package httpapi

import (
	"context"
	"errors"
	"testing"
	"time"
)

func TestCallIsAContext(t *testing.T) {
	type key struct{}
	parent, leave := context.WithCancel(context.WithValue(t.Context(), key{}, "v"))
	c := &call{Context: parent, request: "r"}
	if _, ok := c.Deadline(); ok || c.Err() != nil {
		t.Fatal("a call without a limit has one")
	}
	c.limit(time.Hour)
	if at, ok := c.Deadline(); !ok || !at.Equal(c.until) {
		t.Errorf("deadline %v %v", at, ok)
	}
	if c.Value(key{}) != "v" || callOf(c) != c {
		t.Error("values are lost")
	}
	if c.bounded.Load() != nil {
		t.Error("a timer was made for nobody")
	}
	// A context made from it ends with it, as the standard library's own do.
	child, cancel := context.WithCancel(c)
	defer cancel()
	if callOf(child) != c || child.Value(key{}) != "v" {
		t.Error("values are lost in a context made from it")
	}
	leave()
	<-child.Done()
	<-c.Done()
	if !errors.Is(c.Err(), context.Canceled) || !errors.Is(child.Err(), context.Canceled) {
		t.Errorf("ended as %v, %v", c.Err(), child.Err())
	}
}

func TestCallEndsWithItsTime(t *testing.T) {
	c := &call{Context: t.Context()}
	c.limit(-time.Second)
	if !errors.Is(c.Err(), context.DeadlineExceeded) {
		t.Errorf("before anybody waited: %v", c.Err())
	}
	<-c.Done()
	if !errors.Is(context.Cause(c), context.DeadlineExceeded) {
		t.Errorf("cause %v", context.Cause(c))
	}
	later := &call{Context: t.Context()}
	later.limit(time.Hour)
	done := later.Done()
	later.release()
	<-done
}
