package ffmpeg

import "testing"

// A look is how many requests have come since the last one.
func TestCrowd(t *testing.T) {
	looks := func(n, each int) (out []int) {
		for range n {
			out = append(out, each)
		}
		return out
	}
	everyTenth := func(n int) (out []int) {
		for i := range n {
			each := 0
			if i%10 == 0 {
				each = 1
			}
			out = append(out, each)
		}
		return out
	}
	for _, tc := range []struct {
		name  string
		looks []int
		about bool
	}{
		{"nobody", looks(100, 0), false},
		{"one person opens a page", append(looks(10, 0), 3), false},
		{"somebody asks five times a second", everyTenth(200), false},
		{"many at once", []int{16}, true},
		{"one with every look", looks(10, 1), true},
		{"a short silence", append(looks(20, 16), looks(20, 0)...), true},
		{"a long one", append(looks(20, 16), looks(60, 0)...), false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			people, requests, was := crowd{seen: 1000}, int64(1000), false
			for _, n := range tc.looks {
				requests += int64(n)
				if changed := people.look(requests); changed != (people.about != was) {
					t.Fatal("it does not say when the answer changes")
				}
				was = people.about
			}
			if people.about != tc.about {
				t.Errorf("about: %v, recent %.1f", people.about, people.recent)
			}
		})
	}
}
