package timetable_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"lectern/internal/feature/timetable"
	"lectern/internal/kernel/civil"
	"lectern/internal/kernel/sqldb"
	"lectern/internal/testkit/dbtest"
)

// The version changes if and only if that student's term changes, from the next request on.
func TestVersion(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		other := timetable.New(db, func() time.Time { return h.now }, time.UTC, nil) // a second node
		statistics := timetable.ClassID(h.meeting("sta1"), 2)
		var cancelled []timetable.News
		for _, tc := range []struct {
			name                    string
			linChanges, zhouChanges bool
			do                      func(q sqldb.Querier) error
		}{
			{"nothing", false, false, func(sqldb.Querier) error { return nil }},
			{"the same term again", false, false, func(q sqldb.Querier) error {
				return h.PutTerm(t.Context(), q, staff,
					timetable.Term{ID: "autumn", Name: "2026 秋", FirstMonday: day(t, "2026-09-07"), Weeks: 18})
			}},
			{"the same scheme again", false, false, func(q sqldb.Querier) error {
				return h.PutScheme(t.Context(), q, staff, scheme(t))
			}},
			{"another term", false, false, func(q sqldb.Querier) error {
				return h.PutTerm(t.Context(), q, staff,
					timetable.Term{ID: "spring", Name: "春", FirstMonday: day(t, "2027-03-01"), Weeks: 18})
			}},
			{"a room nobody uses", false, false, func(q sqldb.Querier) error {
				_, err := h.PutRoom(t.Context(), q, staff, timetable.Room{Campus: "north", Name: "N999"})
				return err
			}},
			{"statistics is cancelled: lin alone", true, false, func(q sqldb.Querier) (err error) {
				cancelled, err = h.PublishIn(t.Context(), q, staff,
					[]timetable.Change{{ID: "c1", Action: timetable.Cancel, Class: statistics, Group: "sta1"}})
				return err
			}},
			{"the same cancellation again", false, false, func(q sqldb.Querier) error {
				_, err := h.PublishIn(t.Context(), q, staff,
					[]timetable.Change{{ID: "c1", Action: timetable.Cancel, Class: statistics, Group: "sta1"}})
				return err
			}},
			{"it is withdrawn", true, false, func(q sqldb.Querier) error {
				_, err := h.WithdrawIn(t.Context(), q, staff, "c1")
				return err
			}},
			{"it is withdrawn again", false, false, func(q sqldb.Querier) error {
				_, err := h.WithdrawIn(t.Context(), q, staff, "c1")
				return err
			}},
			{"the marketing room is renamed", true, true, func(q sqldb.Querier) error {
				_, err := h.PutRoom(t.Context(), q, staff, timetable.Room{ID: "n101", Campus: "north", Name: "N101A"})
				return err
			}},
			{"a make-up day", true, true, func(q sqldb.Querier) error {
				_, err := h.PublishMappingIn(t.Context(), q, staff, "autumn",
					timetable.DayMapping{ID: "m", Date: day(t, "2026-09-20"), Week: 3, Weekday: civil.Monday})
				return err
			}},
			{"the same make-up day", false, false, func(q sqldb.Querier) error {
				_, err := h.PublishMappingIn(t.Context(), q, staff, "autumn",
					timetable.DayMapping{ID: "m", Date: day(t, "2026-09-20"), Week: 3, Weekday: civil.Monday})
				return err
			}},
			{"the make-up day is withdrawn", true, true, func(q sqldb.Querier) error {
				return h.WithdrawMappingIn(t.Context(), q, staff, "m")
			}},
			{"a holiday", true, true, func(q sqldb.Querier) error {
				_, err := h.PublishHolidayIn(t.Context(), q, staff,
					timetable.Holiday{ID: "h", Name: "国庆节", From: day(t, "2026-10-01"), To: day(t, "2026-10-08")})
				return err
			}},
			{"a holiday in another term", false, false, func(q sqldb.Querier) error {
				_, err := h.PublishHolidayIn(t.Context(), q, staff,
					timetable.Holiday{Name: "劳动节", From: day(t, "2027-05-01"), To: day(t, "2027-05-03")})
				return err
			}},
			{"the holiday is withdrawn", true, true, func(q sqldb.Querier) error {
				return h.WithdrawHolidayIn(t.Context(), q, staff, "h")
			}},
			{"another campus", true, true, func(q sqldb.Querier) error {
				return h.PutCampus(t.Context(), q, staff, timetable.Campus{ID: "south", Name: "南校区"}, 2)
			}},
		} {
			linBefore, zhouBefore, revisionBefore := h.version(lin), h.version(zhou), h.revision()
			h.write(tc.do)
			if (tc.linChanges || tc.zhouChanges) && h.revision() == revisionBefore {
				t.Errorf("%s: not counted, so a cached timetable would stay", tc.name)
			}
			if got := h.version(lin) != linBefore; got != tc.linChanges {
				t.Errorf("%s: lin's version changed: %v", tc.name, got)
			}
			if got := h.version(zhou) != zhouBefore; got != tc.zhouChanges {
				t.Errorf("%s: zhou's version changed: %v", tc.name, got)
			}
			if there, err := other.Timetable(t.Context(), lin, "autumn"); err != nil || there.Version != h.version(lin) {
				t.Errorf("%s: another node says %s, %v", tc.name, there.Version, err)
			}
		}
		if len(cancelled) != 1 || len(cancelled[0].Differences) != 1 ||
			cancelled[0].Differences[0].After.State != timetable.Cancelled {
			t.Errorf("news of the cancellation: %+v", cancelled)
		}
	})
}

func TestEnrolmentChangesTheVersion(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		linBefore, zhouBefore := h.version(lin), h.version(zhou)
		dbtest.Exec(t, db, `UPDATE enrolment SET state = 'confirmed' WHERE group_id = 'law1'`)
		dbtest.Exec(t, db, `UPDATE revision SET n = n + 1 WHERE scope = ''`) // like package course
		if h.version(lin) == linBefore || h.version(zhou) != zhouBefore {
			t.Error("a confirmed enrolment must change that student's version and no other")
		}
		// Students with the same groups share the version.
		dbtest.Exec(t, db, `INSERT INTO enrolment (student_id, group_id, state, changed_at)
			VALUES ('sun', 'mkt1', 'confirmed', 5)`)
		sun := zhou
		sun.Student = "sun"
		if h.version(sun) != h.version(zhou) {
			t.Error("two students with the same groups have two versions")
		}
	})
}

func TestPublish(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		class := func(week int) string { return timetable.ClassID(h.meeting("mkt1"), week) }
		start := h.now
		h.now = h.now.Add(time.Hour)
		seen := h.now
		h.publish(
			timetable.Change{Action: timetable.Cancel, Class: class(1), Group: "mkt1", Note: "教师生病"},
			timetable.Change{
				Action: timetable.Move, Class: class(2), Group: "mkt1", Day: day(t, "2026-09-16"),
				Hours: timetable.Hours{Starts: clock(19, 0), Ends: clock(20, 30)},
			},
			timetable.Change{
				ID: "extra", Action: timetable.Add, Kind: timetable.Exam, Group: "mkt1", Day: day(t, "2026-12-30"),
				Hours: timetable.Hours{Starts: clock(14, 0), Ends: clock(16, 0)}, Room: "n101",
			},
		)
		// The order survives setting the clock back.
		h.now = start
		h.publish(timetable.Change{Action: timetable.Move, Class: class(2), Group: "mkt1", Online: true, Teacher: "zhao"})
		h.now = seen.Add(time.Hour)
		got := h.timetable(zhou, "autumn")
		want := strings.Join([]string{
			"mkt1 w1 2026-09-07 08:00 n101 cancelled", "mkt1 w2 2026-09-16 19:00  moved", "mkt1 w3 2026-09-21 08:00 n101 held",
			"mkt1 w4 2026-09-28 08:00 n101 held", "mkt1 w17 2026-12-30 14:00 n101 added",
		}, "\n")
		if summary(got.Classes) != want {
			t.Errorf("classes\n%s\nwant\n%s", summary(got.Classes), want)
		}
		if got.Classes[0].Note != "教师生病" || got.Classes[1].Place.Teacher != "zhao" ||
			got.Classes[4].Kind != timetable.Exam || len(got.Teachers) != 2 {
			t.Errorf("details: %+v", got.Classes)
		}
		if len(h.news) != 2 || len(h.news[0].Differences) != 3 || h.news[0].Group != "mkt1" ||
			len(h.news[1].Differences) != 1 {
			t.Errorf("news: %+v", h.news)
		}
		if n := dbtest.Count(t, db, `SELECT count(*) FROM audit WHERE action = 'timetable.publish_change'`); n != 4 {
			t.Errorf("%d audit rows", n)
		}
		for name, tc := range map[string]struct {
			since time.Time
			want  int
		}{"before all": {start, 3}, "after all": {h.now, 0}} {
			if list, err := h.ChangesSince(t.Context(), zhou, "autumn", tc.since); err != nil || len(list) != tc.want {
				t.Errorf("changes since %s: %d, %v; want %d", name, len(list), err, tc.want)
			}
		}
		news, err := h.Withdraw(t.Context(), staff, "extra")
		if err != nil || len(news.Differences) != 1 || news.Differences[0].After != nil {
			t.Errorf("withdrawing the addition: %+v, %v", news, err)
		}
		h.now = h.now.Add(time.Hour)
		if list, err := h.ChangesSince(t.Context(), zhou, "autumn", h.now.Add(-90*time.Minute)); err != nil ||
			len(list) != 1 || list[0].After != nil {
			t.Errorf("changes since before the withdrawal: %+v, %v", list, err)
		}
	})
}

func TestPublishRefusesAsAWhole(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		class := timetable.ClassID(h.meeting("mkt1"), 1)
		good := timetable.Change{Action: timetable.Cancel, Class: class, Group: "mkt1"}
		before := h.version(lin)
		for _, tc := range []struct {
			code   string
			change timetable.Change
		}{
			{"timetable.no_class", timetable.Change{Action: timetable.Cancel, Class: "none", Group: "mkt1"}},
			{"timetable.no_class", timetable.Change{Action: timetable.Cancel, Class: class, Group: "sta1"}},
			{"course.no_group", timetable.Change{Action: timetable.Cancel, Class: class, Group: "none"}},
			{"timetable.unknown_room", timetable.Change{Action: timetable.Move, Class: class, Group: "mkt1", Room: "none"}},
			{
				"timetable.unknown_teacher",
				timetable.Change{Action: timetable.Move, Class: class, Group: "mkt1", Teacher: "none"},
			},
			{"timetable.unknown_campus", timetable.Change{Action: timetable.Move, Class: class, Group: "mkt1", Campus: "none"}},
			{
				"timetable.date_out_of_term",
				timetable.Change{Action: timetable.Move, Class: class, Group: "mkt1", Day: day(t, "2027-02-01")},
			},
		} {
			_, err := h.Publish(t.Context(), staff, []timetable.Change{good, tc.change})
			wantCode(t, err, tc.code)
		}
		if n := dbtest.Count(t, db, `SELECT count(*) FROM class_change`); n != 0 || h.version(lin) != before {
			t.Errorf("%d changes were written in part", n)
		}
		h.publish(timetable.Change{ID: "mine", Action: timetable.Cancel, Class: class, Group: "mkt1"})
		_, err := h.Publish(t.Context(), staff, []timetable.Change{{
			ID: "mine", Action: timetable.Cancel,
			Class: timetable.ClassID(h.meeting("sta1"), 2), Group: "sta1",
		}})
		wantCode(t, err, "timetable.change_exists")
		_, err = h.Withdraw(t.Context(), staff, "none")
		wantCode(t, err, "timetable.no_change")
		mapping := timetable.DayMapping{ID: "m", Date: day(t, "2026-09-20"), Week: 3, Weekday: civil.Monday}
		holiday := timetable.Holiday{ID: "h", Name: "国庆节", From: day(t, "2026-10-01"), To: day(t, "2026-10-08")}
		publish := func(m timetable.DayMapping, hd timetable.Holiday) (first, second error) {
			first = db.Write(t.Context(), func(q sqldb.Querier) error {
				_, err := h.PublishMappingIn(t.Context(), q, staff, "autumn", m)
				return err
			})
			second = db.Write(t.Context(), func(q sqldb.Querier) error {
				_, err := h.PublishHolidayIn(t.Context(), q, staff, hd)
				return err
			})
			return first, second
		}
		for range 2 { // repeating changes nothing
			if first, second := publish(mapping, holiday); first != nil || second != nil {
				t.Fatal(first, second)
			}
		}
		otherMapping, otherHoliday := mapping, holiday
		otherMapping.Week, otherHoliday.Name = 4, "中秋节"
		first, second := publish(otherMapping, otherHoliday)
		wantCode(t, first, "timetable.change_exists")
		wantCode(t, second, "timetable.change_exists")
		h.write(func(q sqldb.Querier) error {
			return errors.Join(h.WithdrawMappingIn(t.Context(), q, staff, "m"), h.WithdrawHolidayIn(t.Context(), q, staff, "h"))
		})
		first, second = publish(mapping, holiday)
		wantCode(t, first, "timetable.change_exists")
		wantCode(t, second, "timetable.change_exists")
	})
}

func TestReplaceMeetingsKeepsClasses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		replace := func(meetings ...timetable.Meeting) (changed int) {
			t.Helper()
			h.write(func(q sqldb.Querier) (err error) {
				changed, err = h.ReplaceMeetings(t.Context(), q, staff, "mkt1", meetings)
				return err
			})
			return changed
		}
		row := func(on civil.Weekday, first, last int, weeks timetable.Weeks, room string) timetable.Meeting {
			return timetable.Meeting{Kind: timetable.Regular, Weekday: on, Hours: timetable.Hours{
				FirstPeriod: first,
				LastPeriod:  last,
			}, Weeks: weeks, Campus: "north", Room: room, Teacher: "wang"}
		}
		first, all := h.meeting("mkt1"), timetable.WeekRange(1, 4)
		if n := replace(row(civil.Monday, 1, 2, all, "n101")); n != 0 || h.meeting("mkt1") != first {
			t.Errorf("the same spreadsheet changed %d meetings", n)
		}
		for name, m := range map[string]timetable.Meeting{
			"another room":  row(civil.Monday, 1, 2, all, ""),
			"other weeks":   row(civil.Monday, 1, 2, timetable.WeekRange(2, 6), "n101"),
			"other periods": row(civil.Monday, 2, 2, all, "n101"), "another weekday": row(civil.Friday, 1, 2, all, "n101"),
		} {
			if n := replace(m); n != 1 || h.meeting("mkt1") != first {
				t.Errorf("%s: %d changed, and the classes are others", name, n)
			}
			replace(row(civil.Monday, 1, 2, all, "n101"))
		}
		// A second row doesn't take the id of a closer match.
		if n := replace(row(civil.Friday, 1, 2, all, "n101"), row(civil.Monday, 1, 2, all, "n101")); n != 1 {
			t.Errorf("one new meeting changed %d", n)
		}
		if n := replace(row(civil.Friday, 1, 2, all, "n101")); n != 1 || h.meeting("mkt1") == first {
			t.Errorf("removing Monday changed %d, or removed Friday", n)
		}
		for code, m := range map[string]timetable.Meeting{
			"timetable.week_out_of_range": row(civil.Monday, 1, 2, timetable.WeekRange(18, 19), ""),
			"timetable.unknown_period":    row(civil.Monday, 1, 3, all, ""),
			"timetable.unknown_room":      row(civil.Monday, 1, 2, all, "none"), "timetable.no_meeting": {ID: h.meeting("sta1")},
		} {
			err := db.Write(t.Context(), func(q sqldb.Querier) error {
				_, err := h.ReplaceMeetings(t.Context(), q, staff, "mkt1", []timetable.Meeting{m})
				return err
			})
			wantCode(t, err, code)
		}
	})
}

func TestPutRefuses(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, db *sqldb.DB) {
		h := newFixture(t, db)
		overlapping := scheme(t)
		overlapping.ID = "second"
		for _, tc := range []struct {
			code string
			do   func(q sqldb.Querier) error
		}{
			{"timetable.term_not_monday", func(q sqldb.Querier) error {
				return h.PutTerm(t.Context(), q, staff,
					timetable.Term{ID: "x", Name: "x", FirstMonday: day(t, "2026-09-08"), Weeks: 1})
			}},
			{"timetable.schemes_overlap", func(q sqldb.Querier) error {
				return h.PutScheme(t.Context(), q, staff, overlapping)
			}},
			{"timetable.unknown_campus", func(q sqldb.Querier) error {
				_, err := h.PutRoom(t.Context(), q, staff, timetable.Room{Campus: "none", Name: "x"})
				return err
			}},
			{"timetable.unknown_room", func(q sqldb.Querier) error { _, err := h.Room(t.Context(), q, "", "none"); return err }},
			{"timetable.no_mapping", func(q sqldb.Querier) error { return h.WithdrawMappingIn(t.Context(), q, staff, "none") }},
			{"timetable.no_holiday", func(q sqldb.Querier) error { return h.WithdrawHolidayIn(t.Context(), q, staff, "none") }},
			{"timetable.field_required", func(q sqldb.Querier) error {
				return h.PutCampus(t.Context(), q, staff, timetable.Campus{}, 1)
			}},
		} {
			wantCode(t, db.Write(t.Context(), tc.do), tc.code)
		}
		h.write(func(q sqldb.Querier) error {
			if room, err := h.Room(t.Context(), q, "", "N101"); err != nil || room.ID != "n101" || room.Campus != "north" {
				t.Errorf("Room = %+v, %v", room, err)
			}
			if err := h.PutCampus(t.Context(), q, staff, timetable.Campus{ID: "south", Name: "南"}, 2); err != nil {
				return err
			}
			if _, err := h.PutRoom(t.Context(), q, staff, timetable.Room{Campus: "south", Name: "N101"}); err != nil {
				return err
			}
			_, err := h.Room(t.Context(), q, "", "N101")
			wantCode(t, err, "timetable.room_ambiguous")
			return h.RemoveScheme(t.Context(), q, staff, "north-all")
		})
		if got := h.timetable(lin, "autumn"); len(got.Schemes) != 0 || got.Classes[0].Place.Hours.Timed() {
			t.Error("the removed scheme still gives times")
		}
	})
}
