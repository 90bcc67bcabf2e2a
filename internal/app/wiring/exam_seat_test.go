package wiring_test

import (
	"strings"
	"testing"

	"lectern/internal/feature/message"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/locale"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
	"lectern/internal/workflow/calendar"
)

// seat gives a student a seat in another room than the exam's.
func (c *notifiedCollege) seat(class, student, room, seat string) {
	c.t.Helper()
	err := c.db.Write(c.t.Context(), func(q sqldb.Querier) error {
		return c.Timetables.Seating(q, access.System()).Put(c.t.Context(), timetable.SeatOf{
			Class: class, Student: student, Seat: timetable.Seat{Room: room, Seat: seat},
		})
	})
	if err != nil {
		c.t.Fatal(err)
	}
}

// An exam is called an exam everywhere, and each student reads their own room and seat: in the message about a change,
// the timetable and the calendar.
func TestAnExamIsToldWithOnesOwnRoomAndSeat(t *testing.T) {
	eachNotified(t, func(t *testing.T, c *notifiedCollege) {
		class := c.held("MKT201", 10)
		rooms := c.rooms(class.Place.Campus)
		day, _ := civil.ParseDate("2026-12-24")
		exam := timetable.Change{
			Action: timetable.Add, Kind: timetable.Exam, Group: class.Group, Day: day, Campus: class.Place.Campus,
			Hours: timetable.Hours{Starts: 9 * 60, Ends: 11 * 60}, Room: rooms[0].ID,
		}
		before := len(c.heard(0))
		news, err := c.Timetables.Publish(t.Context(), access.System(), []timetable.Change{exam})
		if err != nil {
			t.Fatal(err)
		}
		id := news[0].Differences[0].After.ID
		first := c.heard(before)
		if len(first) != 1 || first[0].Title != (message.Text{
			Zh: "考试安排：市场营销学，12月24日（周四） 09:00–11:00", En: "Exam: Marketing, Thu 24 Dec 09:00–11:00",
		}) || !strings.Contains(first[0].Content.En, rooms[0].NameEn) {
			t.Fatalf("a new exam: %+v", first)
		}

		other := c.another(class.Group)
		c.seat(id, c.lin.Student, rooms[1].ID, "B-07")
		before = len(c.heard(0))
		theirs := c.of(other)
		later, _ := civil.ParseDate("2026-12-25")
		c.publish(timetable.Change{Action: timetable.Move, Class: id, Group: class.Group, Day: later})
		mine := c.heard(before)
		if len(mine) != 1 || mine[0].Title.En != "Exam moved: Marketing, now Fri 25 Dec 09:00–11:00" ||
			!strings.Contains(mine[0].Content.En, rooms[1].NameEn) || strings.Contains(mine[0].Content.En, rooms[0].NameEn) ||
			!strings.HasSuffix(mine[0].Content.En, ", seat B-07") || !strings.HasSuffix(mine[0].Content.Zh, "，座位 B-07") {
			t.Errorf("who sits in the second room reads %+v", mine)
		}
		if list := c.of(other); len(list) != len(theirs)+1 || !strings.Contains(list[0].Content.En, rooms[0].NameEn) ||
			strings.Contains(list[0].Content.En, "seat") {
			t.Errorf("who has no seat reads %+v", list[0])
		}

		// Another room for the exam is no news for who sits elsewhere.
		before, theirs = len(c.heard(0)), c.of(other)
		c.publish(timetable.Change{Action: timetable.Move, Class: id, Group: class.Group, Room: rooms[2].ID})
		if mine := c.heard(before); len(mine) != 0 {
			t.Errorf("of another room for others: %+v", mine)
		}
		if list := c.of(other); len(list) != len(theirs)+1 || !strings.HasPrefix(list[0].Title.En, "New exam room: ") {
			t.Errorf("of the new room: %+v", list[0])
		}

		table, err := c.Timetables.Timetable(t.Context(), c.lin, "")
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range table.Classes {
			if one.ID == id && (one.Place.Room != rooms[1].ID || one.Place.Day != later) {
				t.Errorf("the timetable shows %+v", one.Place)
			}
		}
		style := calendar.Style{Language: locale.English, College: "x", Portal: "https://portal.example"}
		file, err := calendar.Render(&table, notifiedZone, style)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(string(file), "\r\n ", "")
		event := text[strings.Index(text, "UID:"+id):]
		event = event[:strings.Index(event, "END:VEVENT")]
		for _, want := range []string{"SUMMARY:Exam: Marketing", rooms[1].NameEn, "seat B-07"} {
			if !strings.Contains(event, want) {
				t.Errorf("the calendar lacks %q: %s", want, event)
			}
		}
		for _, wrong := range []string{"Extra class", rooms[0].NameEn, rooms[2].NameEn} {
			if strings.Contains(event, wrong) {
				t.Errorf("the calendar says %q: %s", wrong, event)
			}
		}
	})
}

// rooms lists rooms of a campus that no class uses.
func (c *notifiedCollege) rooms(campus string) []timetable.Room {
	c.t.Helper()
	for _, id := range []string{"exam-1", "exam-2", "exam-3"} {
		dbtest.Exec(c.t, c.db, `INSERT INTO room (id, campus_id, name, name_en)
			VALUES ($1, $2, $1, 'Hall ' || $1)`, id, campus)
	}
	return []timetable.Room{
		{ID: "exam-1", NameEn: "Hall exam-1"}, {ID: "exam-2", NameEn: "Hall exam-2"}, {ID: "exam-3", NameEn: "Hall exam-3"},
	}
}

// another returns another student of a group.
func (c *notifiedCollege) another(group string) access.Actor {
	c.t.Helper()
	who := access.Actor{Role: access.User}
	err := c.db.Reader().QueryRowContext(c.t.Context(), `SELECT s.id, s.account_id FROM enrolment AS e
		JOIN student AS s ON s.id = e.student_id
		WHERE e.group_id = $1 AND e.state = 'confirmed' AND s.id <> $2 ORDER BY s.id LIMIT 1`, group,
		c.lin.Student).Scan(&who.Student, &who.Account)
	if err != nil {
		c.t.Fatal(err)
	}
	return who
}

// of lists a student's messages, newest first.
func (c *notifiedCollege) of(who access.Actor) []message.Message {
	c.t.Helper()
	page, err := c.Messages.List(c.t.Context(), who, message.Filter{})
	if err != nil {
		c.t.Fatal(err)
	}
	return page.Messages
}
