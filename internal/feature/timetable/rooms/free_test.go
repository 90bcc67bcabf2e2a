package rooms

import (
	"testing"
	"time"

	"lectern/internal/feature/timetable"
	"lectern/internal/feature/timetable/clash"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// A term from Monday 14 September 2026, with summer times to the end of the month and winter times after; R1 has a
// class every Monday.
func college(t *testing.T, db *sqldb.DB) *Service {
	t.Helper()
	for _, statement := range []string{
		`INSERT INTO term (id, name, name_en, first_monday, first_day, weeks)
			VALUES ('autumn', '秋', 'Autumn', '2026-09-14', 739873, 6)`,
		`INSERT INTO campus (id, name, name_en, position) VALUES ('north', '北', 'North', 1)`,
		`INSERT INTO period_scheme (id, campus_id, from_date, to_date) VALUES ('summer', 'north', '2026-05-01', '2026-09-30'),
			('winter', 'north', '2026-10-01', '2027-04-30')`,
		`INSERT INTO period (scheme_id, number, starts, ends) VALUES ('summer', 1, '08:00', '08:50'),
			('winter', 1, '08:30', '09:20')`,
		`INSERT INTO room (id, campus_id, name, name_en) VALUES ('R1', 'north', 'R1', 'R1'), ('R2', 'north', 'R2', 'R2')`,
		`INSERT INTO course (id, code, name, name_en, credits, summary, summary_en)
			VALUES ('c', 'C', '课', 'Course', 0, '', '')`,
		`INSERT INTO course_group (id, course_id, term_id, code, name, name_en) VALUES ('g', 'c', 'autumn', 'g', '', '')`,
		`INSERT INTO meeting (id, group_id, kind, weekday, first_period, last_period, starts, ends, weeks,
			campus_id, room_id, teacher_id)
			VALUES ('m', 'g', 'class', 1, 1, 1, '00:00', '00:00', '1-6', 'north', 'R1', ''), ('x', 'g', 'exam', 5, 0, 0, '09:00',
			'11:00', '1', 'north', 'R1', '')`,
		`INSERT INTO enrolment (student_id, group_id, state, changed_at)
			VALUES ('lin', 'g', 'confirmed', 0), ('zhou', 'g', 'dropped', 0)`,
	} {
		dbtest.Exec(t, db, statement)
	}
	now := time.Date(2026, 9, 14, 7, 0, 0, 0, time.UTC)
	tables := timetable.New(db, func() time.Time { return now }, time.UTC, nil)
	return New(Options{DB: db, Timetables: tables, Clashes: clash.New(db, tables)})
}

var reader = access.Actor{Account: "lin", Role: access.User, Student: "lin"}

func (s *Service) free(t *testing.T, room, day, clock string) FreeRoom {
	t.Helper()
	date, err := civil.ParseDate(day)
	if err != nil {
		t.Fatal(err)
	}
	found, err := s.Free(t.Context(), reader, Filter{Day: date, At: at(t, clock), HasAt: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found.Rooms {
		if f.ID == room {
			return f
		}
	}
	t.Fatalf("no room %s", room)
	return FreeRoom{}
}

// A make-up Sunday uses the rooms of the day it follows, at the times of its own date, and that day's rooms are free.
func TestFreeOnAMakeUpDay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := college(t, db)
		// Sunday 20 September follows Monday of week 4, 5 October, when winter times would hold.
		dbtest.Exec(t, db, `INSERT INTO day_mapping (id, term_id, date, day_number, off, week, weekday, note, published_at,
			withdrawn_at) VALUES ('sunday', 'autumn', '2026-09-20', 739879, FALSE, 4, 1, '', 1, 0)`)
		if f := s.free(t, "R1", "2026-09-20", "08:10"); f.Now || f.Gap.From != at(t, "08:50") {
			t.Errorf("on the make-up day: %+v", f)
		}
		if f := s.free(t, "R1", "2026-09-20", "08:55"); !f.Now {
			t.Errorf("at winter's hour: %+v", f)
		}
		if f := s.free(t, "R1", "2026-10-05", "08:40"); !f.Now || f.Gap.To != 0 {
			t.Errorf("on the day that was moved: %+v", f)
		}
	})
}

func TestFreeAtOtherPeriodTimes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := college(t, db)
		for _, tc := range []struct {
			day, at     string
			now         bool
			from, until string
		}{
			{"2026-09-28", "07:00", true, "07:00", "08:00"}, // summer
			{"2026-09-28", "08:10", false, "08:50", ""},
			{"2026-09-28", "09:00", true, "09:00", ""},
			{"2026-10-12", "08:05", true, "08:05", "08:30"}, // winter
			{"2026-10-12", "09:00", false, "09:20", ""},
		} {
			f := s.free(t, "R1", tc.day, tc.at)
			want := TimeRange{From: at(t, tc.from)}
			if tc.until != "" {
				want.To = at(t, tc.until)
			}
			if f.Now != tc.now || f.Gap != want {
				t.Errorf("%s %s: %v, %v–%v", tc.day, tc.at, f.Now, f.Gap.From, f.Gap.To)
			}
		}
	})
}

// A room with only part of an exam isn't free, and its timetable shows the exam. Seats of students who left the group
// don't count.
func TestSeatsTakeRooms(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		s := college(t, db)
		dbtest.Exec(t, db, `INSERT INTO room (id, campus_id, name, name_en) VALUES ('R3', 'north', 'R3', 'R3')`)
		dbtest.Exec(t, db, `INSERT INTO exam_seat (class_id, student_id, group_id, room_id, seat)
			VALUES ('x.1', 'lin', 'g', 'R2', '7'), ('x.1', 'zhou', 'g', 'R3', '8')`)
		for room, free := range map[string]bool{"R1": false, "R2": false, "R3": true} {
			if f := s.free(t, room, "2026-09-18", "09:30"); f.Now != free {
				t.Errorf("%s: %+v", room, f)
			}
			table, err := s.Room(t.Context(), reader, room, "autumn")
			if err != nil {
				t.Fatal(err)
			}
			shown := 0
			for _, c := range table.Classes {
				if c.ID == "x.1" && c.Place.Room == room {
					shown++
				}
			}
			if (shown == 1) == free {
				t.Errorf("the timetable of %s: %+v", room, table.Classes)
			}
		}
	})
}
