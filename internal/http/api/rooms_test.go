package api

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/rooms"
	"lectern/internal/http/api/timetableapi"
)

// testRooms looks at a room through a change, a cancellation and a holiday, as a student.
func testRooms(t *testing.T, s *school) {
	table := get[timetableapi.WireTimetable](s, "lin", "/api/timetable")
	today := get[timetableapi.WireTerms](s, "lin", "/api/terms").Today
	class := classIn(t, table, "ahead in a room", func(c timetableapi.WireClass) bool {
		return c.State == "held" && c.Place.Day > today && c.Place.Room != "" && c.Place.Starts != "" && c.Kind == "class"
	})
	at := "/api/rooms/free?day=" + class.Place.Day + "&at=" + class.Place.Starts
	free := func() timetableapi.WireFreeRoom {
		t.Helper()
		list := get[timetableapi.WireFreeRooms](s, "lin", at)
		i := slices.IndexFunc(list.Rooms, func(r timetableapi.WireFreeRoom) bool { return r.ID == class.Place.Room })
		if i < 0 {
			t.Fatalf("%s is not among %d rooms", class.Place.Room, len(list.Rooms))
		}
		return list.Rooms[i]
	}
	if got := free(); got.Free || got.From != "" && got.From < class.Place.Ends {
		t.Errorf("during the class: %+v", got)
	}
	post[[]timetableapi.WireNews](s, "dean", "/api/admin/timetable/changes",
		jsonText(t, map[string]any{"changes": []map[string]any{{
			"id": "rooms-cancel", "action": "cancel", "group": class.Group, "class": class.ID, "note": "the teacher is ill",
		}}}))
	if got := free(); !got.Free {
		t.Errorf("after it was cancelled: %+v", got)
	}
	room := get[timetableapi.WireTable](s, "zhao", "/api/rooms/"+class.Place.Room+"/timetable")
	found := slices.IndexFunc(room.Classes, func(c timetableapi.WireClass) bool { return c.ID == class.ID })
	if found < 0 || room.Classes[found].State != "cancelled" || room.Classes[found].Note != "" ||
		room.Classes[found].Place.Teacher != "" || len(room.Teachers) != 0 {
		t.Errorf("a student sees %+v, %+v", room.Classes, room.Teachers)
	}
	if staff := get[timetableapi.WireTable](s, "dean", "/api/rooms/"+class.Place.Room+"/timetable"); len(
		staff.Teachers) == 0 || staff.Room == nil || staff.Room.ID != class.Place.Room {
		t.Errorf("staff see %+v", staff.Room)
	}
	if got := s.as("dean").send("DELETE", "/api/admin/timetable/changes/rooms-cancel", ""); got.status != http.StatusOK {
		t.Fatal(got.status, got.body)
	}
	off := post[timetable.Published](s, "dean", "/api/admin/calendar/arrangements",
		`{"rows":[{"name":"x","from":"`+class.Place.Day+`","to":"`+class.Place.Day+`"}]}`)
	if list := get[timetableapi.WireFreeRooms](s, "lin", at); !list.Off || !free().Free {
		t.Errorf("on a day off: %+v", list)
	}
	post[timetable.Published](s, "dean", "/api/admin/calendar/arrangements",
		`{"withdrawHolidays":["`+off.Holidays[0].ID+`"]}`)
	if got := free(); got.Free {
		t.Errorf("after the holiday was withdrawn: %+v", got)
	}

	teacher := "/api/teachers/" + class.Place.Teacher + "/timetable"
	taught := get[timetableapi.WireTable](s, "dean", teacher)
	if taught.Teacher == nil || !slices.ContainsFunc(taught.Classes, func(c timetableapi.WireClass) bool {
		return c.ID == class.ID
	}) {
		t.Errorf("the teacher's classes: %+v", taught.Teacher)
	}
	s.try(t, []request{
		{"no such room", "lin", "GET", "/api/rooms/none/timetable", "", 404, "timetable.unknown_room"},
		{"no such teacher", "dean", "GET", "/api/teachers/none/timetable", "", 404, "timetable.unknown_teacher"},
		{"teachers are hidden from students", "lin", "GET", teacher, "", 403, "rooms.teachers_hidden"},
		{"no such day", "lin", "GET", "/api/rooms/free?day=yesterday", "", 400, "request.date"},
		{
			"no such term", "lin", "GET", "/api/rooms/" + class.Place.Room + "/timetable?term=1999",
			"", 404, "timetable.no_term",
		},
	})
	shown := rooms.New(rooms.Options{DB: s.db, Timetables: s.deps.Timetables, Clashes: s.deps.Clashes, Teachers: true})
	if _, err := shown.Teacher(t.Context(), s.actor("lin"), class.Place.Teacher, ""); err != nil {
		t.Errorf("where the college shows them: %v", err)
	}
	for _, student := range []string{"lin", "zhao"} {
		name := get[wireStudent](s, student, infoPath).Name
		if body := s.as("dean").send("GET", "/api/rooms/"+class.Place.Room+"/timetable",
			"").body; strings.Contains(body, name) {
			t.Errorf("the room's timetable names %s", name)
		}
	}
}

// testYear previews and publishes a make-up day, as the registrar's page does.
func testYear(t *testing.T, s *school) {
	table := get[timetableapi.WireTimetable](s, "lin", "/api/timetable")
	week := table.Weeks[len(table.Weeks)-3]
	body := `{"days":[{"date":"` + week.To + `","follows":"` + week.From + `"}]}`
	preview := post[timetable.ArrangementPreview](s, "dean", "/api/admin/calendar/preview", body)
	if len(preview.Weeks) != 1 || len(preview.Weeks[0].Before) != 7 || preview.Weeks[0].After[6].Weekday != 1 ||
		preview.Weeks[0].After[6].Classes == 0 || preview.Students == 0 || preview.Moved == 0 {
		t.Errorf("%+v", preview)
	}
	done := post[timetable.Published](s, "dean", "/api/admin/calendar/arrangements", body)
	if len(done.Mappings) != 1 || done.Mappings[0].Week != week.Number || done.Mappings[0].Term != table.Term.ID {
		t.Fatalf("%+v", done)
	}
	year := get[timetableapi.WireYear](s, "dean", "/api/admin/calendar?year="+week.To[:4])
	if !slices.ContainsFunc(year.Mappings, func(m timetable.TermMapping) bool {
		return m.ID == done.Mappings[0].ID && m.Date.String() == week.To
	}) {
		t.Errorf("%+v", year.Mappings)
	}
	post[timetable.Published](s, "dean", "/api/admin/calendar/arrangements",
		`{"withdrawMappings":["`+done.Mappings[0].ID+`"]}`)
	s.try(t, []request{
		{
			"two dates follow one day", "dean", "POST", "/api/admin/calendar/preview", `{"days":[{"date":"` + week.To +
				`","follows":"` + week.From + `"},{"date":"` + table.Weeks[0].To + `","follows":"` + week.From + `"}]}`, 409,
			"timetable.teaching_day_twice",
		},
		{
			"not a Monday", "dean", "PUT", "/api/admin/calendar/terms/x", `{"name":"x","firstMonday":"2031-02-04","weeks":2}`,
			400, "timetable.term_not_monday",
		},
		{
			"no such campus", "dean", "PUT", "/api/admin/calendar/ways", `{"ways":[{"campus":"a","other":"b","minutes":5}]}`,
			400, "timetable.unknown_campus",
		},
	})
}
