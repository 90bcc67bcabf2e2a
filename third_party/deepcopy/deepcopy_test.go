package deepcopy

import (
	"reflect"
	"testing"
	"time"
)

type inner struct{ Width *float64 }

type outer struct {
	Name   string
	Inner  *inner
	Many   []inner
	Pair   [2]*int
	Named  map[string][]int
	Any    any
	At     time.Time
	None   *inner
	hidden int
}

// A copy is equal to what was copied and shares nothing with it.
func TestCopy(t *testing.T) {
	width, one := 18.0, 1
	src := outer{
		Name: "a", Inner: &inner{&width}, Many: []inner{{&width}}, Pair: [2]*int{nil, &one}, Named: map[string][]int{"x": {1, 2}}, Any: []int{3},
		At: time.Date(2026, 9, 7, 8, 0, 0, 0, time.UTC), hidden: 7,
	}
	want := src
	want.hidden = 0
	for name, from := range map[string]any{"value": src, "pointer": &src} {
		var dst outer
		if err := Copy(&dst, from); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(want, dst) {
			t.Errorf("%s: got %+v", name, dst)
		}
		*dst.Inner.Width, *dst.Many[0].Width, *dst.Pair[1], dst.Named["x"][0], dst.Any.([]int)[0] = 0, 0, 0, 0, 0
	}
	if width != 18 || one != 1 || src.Named["x"][0] != 1 || src.Any.([]int)[0] != 3 {
		t.Errorf("the copy shares with what was copied: %+v", src)
	}
}

func TestCopyRefusesOtherTypes(t *testing.T) {
	for name, pair := range map[string][2]any{
		"no pointer": {outer{}, outer{}}, "nil": {(*outer)(nil), outer{}}, "another type": {&outer{}, inner{}}, "nothing": {&outer{}, nil},
	} {
		if err := Copy(pair[0], pair[1]); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
