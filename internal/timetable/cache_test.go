package timetable

import (
	"strconv"
	"testing"
)

func TestVersionsForgetTheLeastAskedFor(t *testing.T) {
	const limit = 100
	v := newVersions(limit)
	today := day("2026-09-07")
	key := func(n int) versionKey { return versionKey{strconv.Itoa(n), "autumn"} }
	known := func(n int) bool { _, ok := v.get(key(n), 1, today); return ok }
	for n := range 10 * limit {
		v.put(key(n), versionEntry{1, today, "v"})
		if !known(0) {
			t.Fatalf("the one asked for all the time was forgotten after %d others", n)
		}
	}
	for n := 10*limit - limit/2; n < 10*limit; n++ {
		if !known(n) {
			t.Errorf("%d was forgotten though it came last", n)
		}
	}
	if known(limit) || len(v.young)+len(v.old) > 2*limit {
		t.Errorf("%d are remembered", len(v.young)+len(v.old))
	}
}

func TestVersionsAreOfOneRevisionAndDay(t *testing.T) {
	v := newVersions(10)
	key, today := versionKey{"lin", ""}, day("2026-09-07")
	v.put(key, versionEntry{5, today, "five"})
	if got, ok := v.get(key, 5, today); !ok || got != "five" {
		t.Errorf("get = %q, %v", got, ok)
	}
	if _, ok := v.get(key, 6, today); ok {
		t.Error("a version outlived its revision")
	}
	if _, ok := v.get(key, 5, today.AddDays(1)); ok {
		t.Error("a version outlived its day: the current term may be another")
	}
}

func TestFramesAreOfOneRevision(t *testing.T) {
	f := &frames{}
	f.put(3, []Term{autumn()}, &frame{term: autumn()})
	if terms, got := f.get(3, "autumn"); got == nil || len(terms) != 1 {
		t.Error("a frame was forgotten")
	}
	if _, got := f.get(4, "autumn"); got != nil {
		t.Error("a frame outlived its revision")
	}
	f.put(5, nil, &frame{term: Term{ID: "spring"}})
	f.put(4, nil, &frame{term: autumn()}) // a slow reader of the past
	if _, got := f.get(5, "autumn"); got != nil {
		t.Error("the past came back")
	}
}
