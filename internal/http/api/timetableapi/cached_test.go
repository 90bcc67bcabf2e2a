package timetableapi

import (
	"fmt"
	"testing"
	"time"

	"lectern/internal/feature/course"
	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/access"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// twoGroups adds a group of ten students and one of five; the first has a weekly class.
func twoGroups(t *testing.T, db *sqldb.DB) {
	t.Helper()
	for _, statement := range []string{
		`INSERT INTO term (id, name, name_en, first_monday, first_day, weeks)
			VALUES ('autumn', '秋', 'Autumn', '2026-11-09', 739929, 6)`,
		`INSERT INTO campus (id, name, name_en, position) VALUES ('north', '北', 'North', 1)`,
		`INSERT INTO teacher (id, number, name, name_en) VALUES ('gao', '1', '高', 'Gao')`,
		`INSERT INTO course (id, code, name, name_en, credits, summary, summary_en)
			VALUES ('mkt', 'MKT', '营销', 'Marketing', 0, '', ''), ('fin', 'FIN', '金融', 'Finance', 0, '', '')`,
		`INSERT INTO course_group (id, course_id, term_id, code, name, name_en)
			VALUES ('M1', 'mkt', 'autumn', 'M1', '', ''), ('F1', 'fin', 'autumn', 'F1', '', '')`,
		`INSERT INTO meeting (id, group_id, kind, weekday, first_period, last_period, starts, ends, weeks, campus_id, room_id,
			teacher_id) VALUES ('m', 'M1', 'class', 1, 0, 0, '08:00', '09:40', '1-6', 'north', '', 'gao')`,
	} {
		dbtest.Exec(t, db, statement)
	}
	for i := range 15 {
		group := "M1"
		if i >= 10 {
			group = "F1"
		}
		dbtest.Exec(t, db, `INSERT INTO enrolment (student_id, group_id, state, changed_at) VALUES ($1, $2, 'confirmed', 0)`,
			fmt.Sprint("s", i), group)
	}
}

// What is published for one group makes only its people's timetables again, however often others ask.
func TestATimetableIsMadeAgainOnlyWhenItChanges(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		twoGroups(t, db)
		now := func() time.Time { return time.Date(2026, 11, 10, 7, 0, 0, 0, time.UTC) }
		timetables, courses := timetable.New(db, now, time.UTC, nil), course.New(db, now, time.UTC)
		a := New(Deps{Timetables: timetables})
		staff := access.System()
		// misses counts how many of the 15 students' and the teacher's timetables are made again.
		misses := func() (made int) {
			t.Helper()
			people := []access.Actor{{Account: "gao", Teacher: "gao", Role: access.User}}
			for i := range 15 {
				id := fmt.Sprint("s", i)
				people = append(people, access.Actor{Account: id, Student: id, Role: access.User})
			}
			for _, who := range people {
				_, err := a.answer(t.Context(), who, "", who.Account, func(*timetable.Timetable) (*cachedResponse, error) {
					made++
					return &cachedResponse{}, nil
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			return made
		}
		lesson := func(l course.Lesson) course.Lesson {
			t.Helper()
			l.Course, l.Published = "mkt", true
			out, err := courses.PutLesson(t.Context(), staff, l)
			if err != nil {
				t.Fatal(err)
			}
			return out
		}
		write := func(do func(q sqldb.Querier) error) {
			t.Helper()
			if err := db.Write(t.Context(), do); err != nil {
				t.Fatal(err)
			}
		}
		var recorded course.Lesson
		for _, step := range []struct {
			name string
			do   func()
			want int
		}{
			{"the first time", func() {}, 16},
			{"again", func() {}, 0},
			{"a lesson of no class", func() { lesson(course.Lesson{Title: "general"}) }, 0},
			{"a recording", func() { recorded = lesson(course.Lesson{Title: "one", Group: "M1", Class: "m.1"}) }, 11},
			{"its title", func() { recorded.Title = "two"; lesson(recorded) }, 0},
			{"the recording is gone", func() {
				if err := courses.RemoveLesson(t.Context(), staff, recorded.ID); err != nil {
					t.Fatal(err)
				}
			}, 11},
			{"a live source", func() {
				address := "https://live.example.edu/a.m3u8"
				err := courses.SetLive(t.Context(), staff, "M1", "m.2", address, []string{"https://live.example.edu"})
				if err != nil {
					t.Fatal(err)
				}
			}, 10},
			{"a moved class", func() {
				moved := timetable.Change{Action: timetable.Cancel, Group: "M1", Class: "m.3"}
				if _, err := timetables.Publish(t.Context(), staff, []timetable.Change{moved}); err != nil {
					t.Fatal(err)
				}
			}, 11},
			{"one student's enrolment", func() {
				write(func(q sqldb.Querier) error {
					_, err := courses.Enrol(t.Context(), q, staff, []course.Enrolment{
						{Student: "s14", Group: "M1", State: course.Confirmed},
					})
					return err
				})
			}, 1},
			{"a course's name", func() {
				write(func(q sqldb.Querier) error {
					_, err := courses.PutCourses(t.Context(), q, staff, []course.Course{{Code: "FIN", Name: "公司金融"}})
					return err
				})
			}, 5},
			{"a campus", func() {
				write(func(q sqldb.Querier) error {
					return timetables.PutCampus(t.Context(), q, staff, timetable.Campus{ID: "south", Name: "南"}, 2)
				})
			}, 16},
		} {
			step.do()
			if got := misses(); got != step.want {
				t.Errorf("%s: %d timetables were made again, want %d", step.name, got, step.want)
			}
		}
	})
}
