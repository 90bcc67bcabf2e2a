package timetable_test

import (
	"context"
	"testing"
	"time"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/fault"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// exam gives marketing an exam on Friday 11 September and returns its class.
func (h *fixture) exam() string {
	h.write(func(q sqldb.Querier) error {
		_, err := h.PublishIn(context.Background(), q, staff, []timetable.Change{{
			ID: "exam", Action: timetable.Add, Kind: timetable.Exam, Group: "mkt1", Day: day(h.t, "2026-09-11"),
			Hours: timetable.Hours{Starts: clock(9, 0), Ends: clock(11, 0)}, Room: "n101", Campus: "north",
		}})
		return err
	})
	return "exam"
}

func (h *fixture) put(seat timetable.SeatOf) error {
	return h.db.Write(context.Background(), func(q sqldb.Querier) error {
		return h.Seating(q, staff).Put(context.Background(), seat)
	})
}

func seatOf(class, student, room, seat string) timetable.SeatOf {
	return timetable.SeatOf{Class: class, Student: student, Seat: timetable.Seat{Room: room, Seat: seat}}
}

func TestSeats(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		exam := h.exam()
		dbtest.Exec(t, db, `INSERT INTO student (id, account_id, number, name, name_latin, gender, photo, phone, campus_id,
			programme_code, class, entry_year, study_mode, status, graduation, adviser, credits_earned, credits_required,
			native_place, emergency_name, emergency_phone, email, address, number_key, name_key, latin_key, created_at,
			updated_at) VALUES ('lin', '', '7', 'Lin', '', '', '', '', '', '', '', 0, '', '', '', '', 0, 0, '', '', '', '',
			'', 'x', 'x', 'x', 0, 0)`)
		before, other := h.version(lin), h.version(zhou)
		if err := h.put(seatOf(exam, "lin", "", " 12 ")); err != nil {
			t.Fatal(err)
		}
		if h.version(lin) == before || h.version(zhou) != other {
			t.Error("a seat changes the version of its student alone")
		}
		table, err := h.Timetable(t.Context(), lin, "autumn")
		if err != nil || table.Seats[exam].Seat != "12" {
			t.Errorf("%+v, %v", table.Seats, err)
		}
		revision := h.revision()
		if err := h.put(seatOf(exam, "lin", "n101", "12")); err != nil || h.revision() != revision {
			t.Errorf("the same again: %v", err)
		}
		class := timetable.ClassID(h.meeting("mkt1"), 1)
		for code, seat := range map[string]timetable.SeatOf{
			"timetable.seat_taken":     seatOf(exam, "zhou", "", "12"),
			"timetable.field_required": seatOf(exam, "zhou", "", " "),
			"timetable.seat_long":      seatOf(exam, "zhou", "", "123456789012345678901"),
			"timetable.no_class":       seatOf("none", "zhou", "", "1"),
			"timetable.not_an_exam":    seatOf(class, "zhou", "", "1"),
			"timetable.not_in_group":   seatOf(exam, "nobody", "", "1"),
			"timetable.unknown_room":   seatOf(exam, "zhou", "moon", "1"),
		} {
			err := h.put(seat)
			if fault.Code(err) != code {
				t.Errorf("%v instead of %s", err, code)
			}
			if code == "timetable.seat_taken" && fault.All(err)[0].Params["name"] != "Lin" {
				t.Errorf("%v doesn't name the other student", err)
			}
		}
		err = db.Write(t.Context(), func(q sqldb.Querier) error {
			return h.Seating(q, lin).Put(t.Context(), seatOf(exam, "lin", "", "1"))
		})
		if fault.Code(err) != "access.forbidden" {
			t.Error(err)
		}
		h.write(func(q sqldb.Querier) error {
			return h.RemoveSeat(context.Background(), q, staff, timetable.SeatOf{Class: exam, Student: "lin"})
		})
		if h.version(lin) != before {
			t.Error("without the seat the timetable is what it was")
		}
	})
}

// Students are notified from 18:00 on the evening before, once even with a second node, and again if the date changes.
func TestNotifyExams(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		exam := h.exam()
		h.write(func(q sqldb.Querier) error {
			_, err := h.PutRoom(context.Background(), q, staff, timetable.Room{ID: "n102", Campus: "north", Name: "N102"})
			return err
		})
		for _, seat := range []timetable.SeatOf{seatOf(exam, "lin", "n102", "7"), seatOf(exam, "zhou", "", "7")} {
			if err := h.put(seat); err != nil {
				t.Fatal(err)
			}
		}
		zone := time.FixedZone("CST", 8*3600)
		node := timetable.New(db, func() time.Time { return h.now }, zone, nil)
		told := map[string]string{}
		count := 0
		run := func(at string) {
			t.Helper()
			var err error
			if h.now, err = time.ParseInLocation("2006-01-02 15:04", at, zone); err != nil {
				t.Fatal(err)
			}
			for _, service := range []*timetable.Service{h.Service, node} {
				err := service.NotifyExams(t.Context(), func(_ context.Context, _ sqldb.Querier, n timetable.ExamNews) error {
					count++
					told[n.Student] = n.Names.Rooms[n.Class.Place.Room].Name + " " + n.Seat
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		run("2026-09-10 17:55")
		if count != 0 {
			t.Errorf("told %d in the afternoon", count)
		}
		run("2026-09-10 18:00")
		run("2026-09-10 21:00")
		run("2026-09-11 08:00")
		if count != 2 || told["lin"] != "N102 7" || told["zhou"] != "N101 7" {
			t.Errorf("told %d: %v", count, told)
		}
		h.write(func(q sqldb.Querier) error {
			_, err := h.PublishIn(context.Background(), q, staff,
				[]timetable.Change{{Action: timetable.Move, Class: exam, Group: "mkt1", Day: day(t, "2026-09-14")}})
			return err
		})
		run("2026-09-14 08:00") // the server was down in the evening
		if count != 4 {
			t.Errorf("told %d after the exam moved", count)
		}
	})
}
