package planning

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/testkit/dbtest"
)

// A check calls exactly those clashes new that the report finds with the change and not without it.
func TestCheckAgreesWithTheReport(t *testing.T) {
	w := newWorld(t, dbtest.Open(t, dbtest.SQLite(t)))
	random := rand.New(rand.NewPCG(22, 1))
	groups := []string{"G0", "G1", "G2", "G3", "G4"}
	pick := func(list ...string) string { return list[random.IntN(len(list))] }
	for i, id := range groups {
		w.group(id, pick("mkt", "fin"), fmt.Sprint("a", i%3), fmt.Sprint("b", i%2), fmt.Sprint("c", i))
	}
	campus := map[string]string{"A1": "north", "A2": "north", "S1": "south"}
	for i := range 30 {
		room := pick("A1", "A2", "S1")
		w.meets(fmt.Sprint("m", i), pick(groups...), 1+random.IntN(3), 1+random.IntN(5), campus[room],
			room, pick("gao", "he", "wu"))
	}
	x, err := w.o.Clashes.Index(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	before := pairs(x, x.With(nil))
	fresh := 0
	for range 300 {
		class := x.Classes[random.IntN(len(x.Classes))]
		change := move(class.Group, class.ID, "2026-11-"+pick("16", "17", "18"), 1+random.IntN(5),
			pick("", "A1", "A2", "S1"), pick("", "gao", "he"))
		if random.IntN(5) == 0 {
			change = timetable.Change{Action: timetable.Cancel, Group: class.Group, Class: class.ID}
		}
		checked := w.check(change)
		change.ID = "c"
		want := map[string]bool{}
		for key := range pairs(x, x.With([]timetable.Change{fitted(t, x, change)})) {
			if !before[key] {
				want[key] = true
			}
		}
		got := map[string]bool{}
		for _, c := range slices.Concat(checked.Hard, checked.Soft) {
			if key := pair(c.Kind, c.Object.ID, class.ID, c.Other.ID); c.New && c.Kind != clash.Class && c.Kind != clash.Travel {
				got[key] = true
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("%+v (-report +check):\n%s", change, diff)
		}
		fresh += len(got)
	}
	if fresh < 100 {
		t.Errorf("only %d clashes came about", fresh)
	}
}

func fitted(t *testing.T, x *clash.Index, c timetable.Change) timetable.Change {
	t.Helper()
	if err := checkFits(x, &c); err != nil {
		t.Fatal(err)
	}
	return c
}

func pair(kind clash.Kind, object, a, b string) string {
	if kind == clash.Students {
		object = ""
	}
	return fmt.Sprint(kind, " ", object, " ", min(a, b), " ", max(a, b))
}

// pairs runs the report on every two classes of a view, so that it names classes and not only groups.
func pairs(x *clash.Index, v *clash.View) map[string]bool {
	members := func(group string) []int { return x.Group(group).Students }
	var all []timetable.Class
	for c := range v.All() {
		all = append(all, *c)
	}
	slices.SortFunc(all, func(a, b timetable.Class) int { return a.Compare(&b) })
	found := map[string]bool{}
	for i := range all {
		for j := i + 1; j < len(all) && all[j].Place.Day == all[i].Place.Day; j++ {
			for _, c := range clash.Find([]timetable.Class{all[i], all[j]}, nil, nil, members) {
				kind, object := c.Kind, c.Object
				if c.Groups[0] == c.Groups[1] && kind == clash.Students {
					kind, object = clash.SameGroup, c.Groups[0]
				}
				found[pair(kind, object, all[i].ID, all[j].ID)] = true
			}
		}
	}
	return found
}
