package httpapi

import (
	"net/http"
	"slices"
	"testing"
)

const clashesPath = "/api/admin/timetable/clashes"

// The sample has students with two courses at once. A class that is moved into a room that is taken makes a clash, on the desk too, until it is withdrawn.
func testClashes(t *testing.T, s *school) {
	kind := func(kind string) func(wireClash) bool { return func(c wireClash) bool { return c.Kind == kind } }
	waits := func() bool {
		return slices.ContainsFunc(get[wireDesk](s, "dean", "/api/admin/desk").Waiting, func(w wireDeskRow) bool { return w.Kind == "timetable.clashes" })
	}
	before := get[wireClashReport](s, "dean", clashesPath)
	i := slices.IndexFunc(before.Clashes, kind("students"))
	if i < 0 || before.Clashes[i].Students < 1 || len(before.Clashes[i].Days) == 0 || before.Clashes[i].First.Course == "" {
		t.Fatalf("got %+v", before)
	}
	rooms := len(slices.Collect(filter(before.Clashes, kind("room"))))

	table := get[wireTimetable](s, "lin", "/api/timetable")
	today := get[wireTerms](s, "lin", "/api/terms").Today
	taken := classIn(t, table, "ahead in a room", func(c wireClass) bool { return c.State == "held" && c.Place.Day > today && c.Place.Room != "" })
	other := classIn(t, table, "of another group", func(c wireClass) bool { return c.State == "held" && c.Place.Day > today && c.Group != taken.Group })
	post[[]wireNews](s, "dean", "/api/admin/timetable/changes", jsonText(t, map[string]any{"changes": []map[string]any{{
		"id": "into-a-taken-room", "action": "move", "group": other.Group, "class": other.ID, "day": taken.Place.Day, "starts": taken.Place.Starts, "ends": taken.Place.Ends,
		"campus": taken.Place.Campus, "room": taken.Place.Room,
	}}}))
	after := get[wireClashReport](s, "dean", clashesPath)
	i = slices.IndexFunc(after.Clashes, kind("room"))
	if i < 0 || after.Clashes[i].Name == "" || !slices.Contains(after.Clashes[i].Days, taken.Place.Day) || len(slices.Collect(filter(after.Clashes, kind("room")))) != rooms+1 {
		t.Errorf("after a move into a room that is taken: %+v", after.Clashes)
	}
	if !waits() {
		t.Error("the desk shows no clash")
	}
	if got := s.as("dean").send("DELETE", "/api/admin/timetable/changes/into-a-taken-room", ""); got.status != http.StatusOK {
		t.Fatal(got.status, got.body)
	}
	if again := get[wireClashReport](s, "dean", clashesPath); len(slices.Collect(filter(again.Clashes, kind("room")))) != rooms {
		t.Errorf("after it was withdrawn: %+v", again.Clashes)
	}
	s.try(t, []request{
		{"clashes of no term", "dean", "GET", clashesPath + "?term=1999", "", 404, "timetable.no_term"},
		{"clashes are for staff", "lin", "GET", clashesPath, "", 403, "access.forbidden"},
	})
}

func filter[T any](list []T, fits func(T) bool) func(yield func(T) bool) {
	return func(yield func(T) bool) {
		for _, one := range list {
			if fits(one) && !yield(one) {
				return
			}
		}
	}
}
