package api

import (
	"net/http"
	"slices"
	"testing"

	"lectern/internal/http/api/timetableapi"
	"lectern/internal/workflow/desk"
)

const clashesPath = "/api/admin/timetable/clashes"

// The sample has students with two courses at once. Moving a class into a taken room causes a clash, also on the
// desk, until it is withdrawn.
func testClashes(t *testing.T, s *school) {
	kind := func(kind string) func(timetableapi.WireClash) bool {
		return func(c timetableapi.WireClash) bool { return c.Kind == kind }
	}
	waits := func() bool {
		return slices.ContainsFunc(get[desk.Desk](s, "dean", "/api/admin/desk").Waiting, func(w desk.Waiting) bool {
			return w.Kind == "timetable.clashes"
		})
	}
	before := get[timetableapi.WireClashReport](s, "dean", clashesPath)
	i := slices.IndexFunc(before.Clashes, kind("students"))
	if i < 0 || before.Clashes[i].Students < 1 || len(before.Clashes[i].Days) == 0 ||
		before.Clashes[i].First.Course == "" {
		t.Fatalf("got %+v", before)
	}
	rooms := len(slices.Collect(filter(before.Clashes, kind("room"))))

	table := get[timetableapi.WireTimetable](s, "lin", "/api/timetable")
	today := get[timetableapi.WireTerms](s, "lin", "/api/terms").Today
	taken := classIn(t, table, "ahead in a room", func(c timetableapi.WireClass) bool {
		return c.State == "held" && c.Place.Day > today && c.Place.Room != ""
	})
	other := classIn(t, table, "of another group", func(c timetableapi.WireClass) bool {
		return c.State == "held" && c.Place.Day > today && c.Group != taken.Group
	})
	post[[]timetableapi.WireNews](s, "dean", "/api/admin/timetable/changes",
		jsonText(t, map[string]any{"changes": []map[string]any{{
			"id": "into-a-taken-room", "action": "move", "group": other.Group, "class": other.ID, "day": taken.Place.Day,
			"starts": taken.Place.Starts, "ends": taken.Place.Ends, "campus": taken.Place.Campus, "room": taken.Place.Room,
		}}}))
	after := get[timetableapi.WireClashReport](s, "dean", clashesPath)
	i = slices.IndexFunc(after.Clashes, kind("room"))
	if i < 0 || after.Clashes[i].Name == "" ||
		!slices.ContainsFunc(after.Clashes[i].Days, func(d timetableapi.WireClashDay) bool {
			return d.Day == taken.Place.Day && (d.First == taken.ID || d.Second == taken.ID)
		}) || len(slices.Collect(filter(after.Clashes, kind("room")))) != rooms+1 {
		t.Errorf("after a move into a room that is taken: %+v", after.Clashes)
	}
	if !waits() {
		t.Error("the desk shows no clash")
	}
	testAcceptedClashes(t, s)
	if got := s.as("dean").send("DELETE", "/api/admin/timetable/changes/into-a-taken-room",
		""); got.status != http.StatusOK {
		t.Fatal(got.status, got.body)
	}
	if again := get[timetableapi.WireClashReport](s, "dean",
		clashesPath); len(slices.Collect(filter(again.Clashes, kind("room")))) != rooms {
		t.Errorf("after it was withdrawn: %+v", again.Clashes)
	}
	s.try(t, []request{
		{"clashes of no term", "dean", "GET", clashesPath + "?term=1999", "", 404, "timetable.no_term"},
		{"clashes are for staff", "lin", "GET", clashesPath, "", 403, "access.forbidden"},
	})
}

// testAcceptedClashes accepts all clashes of rooms, teachers and groups: the desk counts none until an acceptance
// is withdrawn.
func testAcceptedClashes(t *testing.T, s *school) {
	const path = clashesPath + "/accepted"
	counted := func() (n int) {
		for _, w := range get[desk.Desk](s, "dean", "/api/admin/desk").Waiting {
			if w.Kind == "timetable.clashes" {
				n = w.Count
			}
		}
		return n
	}
	hard := func(c timetableapi.WireClash) bool {
		return c.Kind == "room" || c.Kind == "teacher" || c.Kind == "group"
	}
	all := slices.Collect(filter(get[timetableapi.WireClashReport](s, "dean", clashesPath).Clashes, hard))
	if counted() != len(all) {
		t.Errorf("the desk counts %d of %d", counted(), len(all))
	}
	body := func(c timetableapi.WireClash, reason string) string {
		return jsonText(t, map[string]any{
			"kind": c.Kind, "object": c.Object, "first": c.First.ID,
			"second": c.Second.ID, "reason": reason,
		})
	}
	s.try(t, []request{
		{"no reason", "dean", "POST", path, body(all[0], "abc"), 400, "clash.reason_needed"},
		{
			"no such clash", "dean", "POST", path,
			body(timetableapi.WireClash{Kind: "room", Object: "x"}, "joint class"), 404, "clash.none",
		},
		{"students accept nothing", "lin", "POST", path, body(all[0], "joint class"), 403, "access.forbidden"},
		{"nothing accepted", "dean", "DELETE", path + "/x", "", 404, "clash.no_acceptance"},
	})
	for _, c := range all {
		if got := s.as("dean").send("POST", path, body(c, "joint class")); got.status != http.StatusOK {
			t.Fatal(got.status, got.body)
		}
	}
	report := get[timetableapi.WireClashReport](s, "dean", clashesPath)
	if counted() != 0 || slices.ContainsFunc(report.Clashes, hard) || len(report.Accepted) != len(all) ||
		report.Accepted[0].Reason != "joint class" || report.Accepted[0].By == "" || len(report.Accepted[0].Days) == 0 {
		t.Errorf("accepted: %d on the desk, %+v", counted(), report.Accepted)
	}
	for i, one := range report.Accepted {
		if got := s.as("dean").send("DELETE", path+"/"+one.ID, ""); got.status != http.StatusOK || counted() != i+1 {
			t.Errorf("taken back: %d, %d on the desk", got.status, counted())
		}
	}
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
